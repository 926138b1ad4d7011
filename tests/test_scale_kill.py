"""Several processes cut and embed a folder, and one of them is killed."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from course_lib import Document, MarkdownChunker
from course_lib.embeddings import MiniLM
from course_lib.guardrails import OWN
from course_lib.samples import FOLDER as SAMPLES
from course_lib.samples import load_documents
from course_lib.scale import DiesOnce, WorkLost, chunk_folder, embed_folder

CHUNKER = MarkdownChunker(800)
SPAWN = get_context("spawn")
HERE = "127.0.0.1:0"  # a free port, of this machine alone
HANGS_AFTER = 6  # seconds without an answer


@pytest.fixture(scope="module")
def alone() -> str:
    return chunk_folder(SAMPLES, CHUNKER).digest


@contextmanager
def dask_client() -> Iterator[Any]:
    from dask.distributed import Client

    with Client(
        n_workers=2, threads_per_worker=1, dashboard_address=HERE, silence_logs=logging.CRITICAL
    ) as opened:
        yield opened


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with dask_client() as opened:
        yield opened


@pytest.fixture
def dies(tmp_path: Path) -> DiesOnce:
    return DiesOnce(CHUNKER, tmp_path / "dead")


# --- the chunker that dies ---


def test_it_cuts_as_its_chunker_does_where_it_was_made(dies: DiesOnce) -> None:
    document = Document.of_text("Roof renewed.\n\nPipes old.")
    assert dies.split(document) == CHUNKER.split(document)
    assert not dies.mark.exists()


@pytest.mark.outside
def test_one_process_dies_and_the_next_does_not(dies: DiesOnce) -> None:
    def run() -> int | None:
        process = SPAWN.Process(target=dies.split, args=(Document.of_text("Roof renewed."),))
        process.start()
        process.join(30)
        return process.exitcode

    assert [run(), run(), run()] == [-signal.SIGKILL, 0, 0]
    assert dies.mark.exists()


# --- four ways to run, one result ---


@pytest.mark.outside
def test_pools_and_a_cluster_give_the_result_of_one_process(alone: str, client: Any) -> None:
    with ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        assert chunk_folder(SAMPLES, CHUNKER, map=executor.map).digest == alone
    with SPAWN.Pool(2) as pool:
        assert chunk_folder(SAMPLES, CHUNKER, map=pool.map).digest == alone
        assert chunk_folder(SAMPLES, CHUNKER, map=pool.imap_unordered).digest == alone
    gathered = chunk_folder(SAMPLES, CHUNKER, map=lambda f, xs: client.gather(client.map(f, xs)))
    assert gathered.digest == alone
    streamed = chunk_folder(
        SAMPLES, CHUNKER, map=lambda f, xs: (future.result() for future in client.map(f, xs))
    )
    assert streamed.digest == alone


@pytest.mark.outside
def test_vectors_come_back_as_from_one_process(client: Any, tmp_path: Path) -> None:
    for number, document in enumerate(load_documents()[:3]):
        (tmp_path / f"{number}.txt").write_text(document.text[:900], "utf-8")
    alone = embed_folder(tmp_path, CHUNKER, OWN, MiniLM())
    assert alone.faults == ()
    with ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        assert embed_folder(tmp_path, CHUNKER, OWN, MiniLM(), executor.map).digest == alone.digest
    made = embed_folder(
        tmp_path, CHUNKER, OWN, MiniLM(), lambda f, xs: client.gather(client.map(f, xs))
    )
    assert made.digest == alone.digest


@pytest.mark.outside
def test_an_unknown_folder_of_a_worker_is_told_of_each_file(client: Any, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Roof renewed.")

    def elsewhere(function: Any, batches: Any) -> Any:
        (tmp_path / "b.txt").rename(tmp_path.parent / "b.txt")
        return client.gather(client.map(function, batches))

    made = chunk_folder(tmp_path, CHUNKER, OWN, elsewhere)
    assert len(made.files) == 1
    assert made.faults == (f"{tmp_path / 'b.txt'}: No such file or directory",)


# --- one worker is killed ---


@pytest.mark.outside
def test_a_pool_hangs(dies: DiesOnce) -> None:
    with SPAWN.Pool(2) as pool, pytest.raises(WorkLost, match=r"gave up \(TimeoutError\)"):
        chunk_folder(
            SAMPLES, dies, map=lambda f, xs: pool.map_async(f, xs).get(timeout=HANGS_AFTER)
        )
    assert dies.mark.exists()


@pytest.mark.outside
def test_an_executor_raises(dies: DiesOnce) -> None:
    with (
        ProcessPoolExecutor(2, mp_context=SPAWN) as executor,
        pytest.raises(WorkLost, match=r"gave up \(BrokenProcessPool: .*nothing was written"),
    ):
        chunk_folder(SAMPLES, dies, map=executor.map)


@pytest.mark.outside
def test_dask_finishes_with_the_same_digest(dies: DiesOnce, client: Any, alone: str) -> None:
    made = chunk_folder(SAMPLES, dies, map=lambda f, xs: client.gather(client.map(f, xs)))
    assert dies.mark.exists()
    assert (made.digest, made.faults) == (alone, ())


def kill(process: int) -> None:
    """Kill a process, unless it is gone already."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


@pytest.mark.outside
@pytest.mark.parametrize("seed", range(3))
def test_dask_finishes_whenever_a_worker_is_killed(seed: int, alone: str) -> None:
    random = Random(seed)
    with dask_client() as client:
        victim = random.choice(sorted(client.run(os.getpid).values()))
        timer = Timer(random.random(), kill, [victim])
        timer.start()
        made = chunk_folder(SAMPLES, CHUNKER, map=lambda f, xs: client.gather(client.map(f, xs)))
        timer.join()
    assert (made.digest, made.faults) == (alone, ())


SCHEDULER = """
import time
from dask.distributed import LocalCluster
if __name__ == "__main__":
    cluster = LocalCluster(
        n_workers=0, dashboard_address="127.0.0.1:0", silence_logs=50
    )
    print(cluster.scheduler_address, flush=True)
    time.sleep(300)
"""


@pytest.mark.outside
def test_a_scheduler_that_goes_away_is_one_error(tmp_path: Path) -> None:
    import dask
    from dask.distributed import Client

    script = tmp_path / "scheduler.py"
    script.write_text(SCHEDULER)
    process = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout
    address = process.stdout.readline().strip()
    timer = Timer(4, os.killpg, (process.pid, signal.SIGKILL))
    timer.start()
    try:
        with (
            dask.config.set({"distributed.comm.timeouts.connect": "2s"}),
            Client(address, timeout=10) as opened,
            pytest.raises(WorkLost, match=r"gave up \(\w+: .*nothing was written"),
        ):
            chunk_folder(SAMPLES, CHUNKER, map=lambda f, xs: opened.gather(opened.map(f, xs)))
    finally:
        timer.join()
        process.wait(30)
        process.stdout.close()
