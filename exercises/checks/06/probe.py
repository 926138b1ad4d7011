"""Tries answers of exercise 06 on real databases: stopped at every step, and seen from outside.

A step is a statement, a row of `executemany`, or a commit. Each try has the rows as they were at
first, and a second connection looks on. Rows come in reverse where a statement asks for no order.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from course_lib.grading.answers import Answers
from course_lib.grading.served import Server

from .common import Key, Stored

SCHEMA = """
CREATE TABLE documents (
    tenant, environment, source_id, fingerprint,
    PRIMARY KEY (tenant, environment, source_id)
);
CREATE TABLE chunks (
    tenant, environment, source_id, position, char_start, char_end, text,
    PRIMARY KEY (tenant, environment, source_id, position)
);
"""
CRASHES = (RuntimeError, KeyboardInterrupt, SystemExit)
CRASH = "the crash"
MOST_STEPS = 25
TABLES = ("documents", "chunks")


@dataclass(frozen=True, slots=True)
class Tried:
    """What an answer returned or raised, what others saw meanwhile, and what is left behind."""

    returned: Any
    raised: str | None
    how: str
    statement: str
    open: bool
    entered: bool
    changes: int
    locked_out: bool
    seen: list[Any]
    after: Any


class Probe(Server):
    """One try of an answer on a database as it was at first; ends with the `with` block."""

    def __init__(
        self, database: Database, events: Mapping[int, Any] = MappingProxyType({})
    ) -> None:
        """Before a step its event happens: an exception is raised, or a source is stored."""
        self.events, self.outside = events, database.outside
        self.step, self.statement, self.locked_out = -1, "", False
        self.stopped: BaseException | None = None
        self.seen: list[Any] = []
        database.reset()
        super().__init__(_opened(database.path))

    def before(self, statement: str) -> None:
        """Look from outside, and let the event happen when its step has come."""
        if statement.strip().upper().startswith("ROLLBACK"):
            return
        self.step += 1
        if not self.stopped:
            self.seen.append(contents(self.outside))
        event = self.events.get(self.step)
        if event is None:
            return
        self.statement = statement
        if isinstance(event, BaseException):
            self.stopped = event
            raise event
        try:
            store(self.outside, *event)
        except sqlite3.OperationalError:  # the answer holds the lock
            self.locked_out = True

    def run(self, answers: Answers, name: str, *arguments: Any) -> Tried:
        """Call the answer, and look at what it did."""
        reply = answers.try_on(self, name, *arguments)
        how = type(self.stopped).__name__
        raised = reply.get("message") if "problem" in reply else None
        if reply.get("problem") == "interrupted":
            raised = f"KeyboardInterrupt: {raised}"
        return Tried(
            returned=reply.get("value"),
            raised=CRASH if raised == f"{how}: {CRASH}" else raised,
            how=how,
            statement=self.statement,
            open=self.connection.in_transaction,
            entered=self.entered,
            changes=self.connection.total_changes,
            locked_out=self.locked_out,
            seen=[state for i, state in enumerate(self.seen) if state not in self.seen[:i]],
            after=contents(self.outside),
        )


class Database:
    """A database file with some sources in it, and a connection of another process to it."""

    def __init__(self, path: Path, stored: list[Stored]) -> None:
        self.path, self.outside, self._stored = path, _opened(path), stored
        self.outside.execute("PRAGMA journal_mode = WAL")
        self.outside.executescript(SCHEMA)

    def reset(self) -> None:
        """Put every row back as it was at first."""
        for table in TABLES:
            self.outside.execute(f"DELETE FROM {table}")
        for source in self._stored:
            store(self.outside, *source)


@contextmanager
def database_of(stored: list[Stored]) -> Iterator[Database]:
    """A database with these sources, for as long as the block lasts."""
    with TemporaryDirectory() as folder:
        database = Database(Path(folder, "chunks.db"), stored)
        with closing(database.outside):
            yield database


def store(connection: Any, key: Key, fingerprint: str, chunks: list[Any]) -> None:
    """Replace a source as one ought to; raises OperationalError where another holds the lock."""
    connection.execute("BEGIN IMMEDIATE")
    where = "tenant = ? AND environment = ? AND source_id = ?"
    connection.execute(f"DELETE FROM documents WHERE {where}", key)
    connection.execute(f"DELETE FROM chunks WHERE {where}", key)
    connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
    rows = [[*key, position, *chunk] for position, chunk in enumerate(chunks)]
    connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", reversed(rows))
    connection.execute("COMMIT")


def contents(connection: Any) -> list[list[Any]]:
    """All rows of both tables, as another process sees them."""
    rows = "SELECT * FROM {} ORDER BY 1, 2, 3, 4"
    return [list(map(list, connection.execute(rows.format(table)))) for table in TABLES]


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA reverse_unordered_selects = ON")
    return connection
