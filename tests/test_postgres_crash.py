"""Many writers in PostgreSQL, killed at any moment, and a server that is killed under them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import psutil
import pytest
from stores import HAZEL, SETUP, contents, replace, split, version

from course_lib.postgres import PostgresStore, local_server
from course_lib.postgres.server import Served, new_database
from course_lib.store import StoreError

pytestmark = pytest.mark.outside
SOURCES = 3

WRITER = """
from course_lib import Scope
from course_lib.postgres import PostgresStore
from texts import make_document

me, count = int(sys.argv[2]), int(sys.argv[3])
with PostgresStore(path, timeout=60) as store:
    print("ready", flush=True)
    for number in range(count):
        name = f"policy/{number % 3}"
        text = "\\n\\n".join(f"version {me}-{number} part {part}" for part in range(13))
        document = make_document(text, source_id=name)
        store.replace(document, split(document))
        print(name, document.doc_id, flush=True)
"""


@contextmanager
def writer(served: Served, me: int, count: int) -> Iterator[subprocess.Popen[str]]:
    """Another process that replaces sources, and says of each replacement that it was confirmed."""
    process = subprocess.Popen(
        [sys.executable, "-c", SETUP + textwrap.dedent(WRITER), served.writer, str(me), str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


def assert_whole(store: PostgresStore) -> None:
    """Each source is one version, and a search shows all of its chunks."""
    hits = store.search("version", HAZEL, k=1_000)
    by_source: dict[str, set[str]] = {}
    for hit in hits:
        by_source.setdefault(hit.chunk.source_id, set()).add(hit.chunk.doc_id)
    assert all(len(versions) == 1 for versions in by_source.values()), by_source
    assert len(hits) == 13 * len(by_source)


def test_four_writers_of_the_same_sources_lose_and_mix_nothing(served: Served) -> None:
    own = new_database(served.admin, "four_writers")
    with (
        PostgresStore(own.writer) as store,
        writer(own, 1, 40) as one,
        writer(own, 2, 40) as two,
        writer(own, 3, 40) as three,
        writer(own, 4, 10_000) as four,
    ):
        reads = 0
        while reads <= 20 or any(process.poll() is None for process in (one, two, three)):
            assert_whole(store)
            reads += 1
            if reads == 20:
                four.send_signal(signal.SIGKILL)
        told = [line for process in (one, two, three) for line in process.stdout or []]
        assert len(told) == 3 * 40
        four.send_signal(signal.SIGKILL)
        four.wait()
        confirmed = {line.split()[1] for line in (*told, *(four.stdout or []))}
        assert_whole(store)
        assert store.verify().faults == ()
        assert len(store.inventory()) == SOURCES
        last = {source.doc_id for source in store.inventory()}
        # What the killed writer wrote last may have been there before it could say so.
        assert len(last - confirmed) <= 1


@pytest.mark.parametrize("number", range(12))
def test_a_writer_killed_at_a_random_moment_leaves_one_whole_version(
    served: Served, number: int
) -> None:
    own = new_database(served.admin, f"killed_{number}")
    with writer(own, 1, 10_000) as killed, PostgresStore(own.writer) as store:
        time.sleep(Random(number).uniform(0.05, 0.6))
        killed.send_signal(signal.SIGKILL)
        confirmed = dict(line.split() for line in killed.stdout or [])
        killed.wait()
        for _ in range(3):  # the server may still be at it
            assert_whole(store)
        assert store.verify().faults == ()
        stored = {source.source_id: source.doc_id for source in store.inventory()}
        changed = [name for name in stored if stored[name] != confirmed.get(name)]
        assert len(changed) <= 1  # and not confirmed: a newer one
        replace(store, 1)
        assert store.document("policy/1", HAZEL) == version(1)


def test_what_was_confirmed_survives_a_killed_server() -> None:
    """SIGKILL to all of its processes, as when the power goes; with full durability."""
    with local_server() as own:
        confirmed: dict[str, str] = {}
        for turn in range(3):
            with writer(own, turn, 10_000) as process:
                assert process.stdout
                for _ in range(20 + 7 * turn):
                    name, doc_id = process.stdout.readline().split()
                    confirmed[name] = doc_id
                parent = psutil.Process(own.server.get_pid())
                family = [parent, *parent.children(recursive=True)]
                for each in family:
                    each.suspend()  # so that none of them can say goodbye
                for each in family:
                    each.kill()
                psutil.wait_procs(family, timeout=20)
                confirmed |= dict(line.split() for line in process.stdout)
                assert process.wait() != 0
            with pytest.raises(StoreError, match="does not answer"):
                PostgresStore(own.writer)
            own.server.ensure_postgres_running()
            with PostgresStore(own.writer) as store:
                assert_whole(store)
                assert store.verify().faults == ()
                stored = {source.source_id: source.doc_id for source in store.inventory()}
                changed = [name for name in stored if stored[name] != confirmed[name]]
                assert len(changed) <= 1  # what was committed and could not be told
                confirmed = stored


def test_an_open_store_goes_on_when_its_server_is_back() -> None:
    with local_server() as own, PostgresStore(own.writer) as store:
        replace(store, 1)
        before = contents(store)
        os.kill(own.server.get_pid(), signal.SIGINT)
        psutil.Process(own.server.get_pid()).wait(20)
        with pytest.raises(StoreError, match="does not answer"):
            store.replace(version(2), split(version(2)))
        own.server.ensure_postgres_running()
        assert contents(store) == before
        assert replace(store, 2).status == "replaced"
