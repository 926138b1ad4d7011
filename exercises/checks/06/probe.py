"""Tries answers of exercise 06 on real databases: crashed at every step, and seen from outside.

A step is a statement, a row of `executemany`, or a commit. Each try gets a fresh file, and a second
connection looks from outside. The text of this file is sent to the answer, so it imports the
standard library alone. Rows come in reverse where a statement asks for no order.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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


class Steps(sqlite3.Connection):
    """A connection that reports each step before it is done."""

    entered = False  # by a `with connection:`

    def before(self, statement: str) -> None:
        """Replaced while an answer runs."""

    def __enter__(self) -> Any:
        """Remember that it was entered."""
        self.entered = True
        return super().__enter__()

    def cursor(self, _factory: Any = None) -> Any:
        """A cursor that reports too."""
        return super().cursor(StepCursor)

    def execute(self, statement: str, values: Any = ()) -> Any:
        """Report, and execute."""
        return self.cursor().execute(statement, values)

    def executemany(self, statement: str, rows: Iterable[Any]) -> Any:
        """Report each row, and execute."""
        return self.cursor().executemany(statement, rows)

    def commit(self) -> None:
        """Report, and commit."""
        self.before("COMMIT")
        super().commit()


class StepCursor(sqlite3.Cursor):
    """A cursor that reports each statement, and each row of many, before it is done."""

    connection: Steps

    def execute(self, statement: str, values: Any = ()) -> StepCursor:
        """Report, and execute."""
        self.connection.before(statement)
        super().execute(statement, values)
        return self

    def executemany(self, statement: str, rows: Iterable[Any]) -> StepCursor:
        """Report each row, and execute."""

        def reported() -> Iterator[Any]:
            for row in rows:
                self.connection.before(statement)
                yield row

        super().executemany(statement, reported())
        return self


class Probe:
    """One try of an answer on a database as it was at first; ends with the `with` block."""

    def __init__(self, database: Database, at: int = -1, event: Any = None) -> None:
        """Before step `at` the event happens: an exception to raise, or a source to store."""
        self.at, self.event = at, event
        self.step, self.statement, self.left, self.locked_out = -1, "", 0, False
        self.seen: list[Any] = []
        self.outside = database.outside
        database.reset()
        self.connection = _opened(database.path, Steps)
        self.connection.set_trace_callback(self._executed)
        self.connection.before = self._before

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.set_trace_callback(None)
        self.connection.before = lambda _: None
        self.connection.rollback()  # a cursor that somebody holds would keep what is open alive
        self.connection.close()

    def _executed(self, statement: str) -> None:
        self.left += not _is_bracket(statement)

    def _before(self, statement: str) -> None:
        if statement.strip().upper().startswith("ROLLBACK"):
            return
        self.step += 1
        self.left -= not _is_bracket(statement)
        if not isinstance(self.event, BaseException):
            self.seen.append(contents(self.outside))
        if self.step != self.at:
            return
        self.statement = statement
        if isinstance(self.event, BaseException):
            raise self.event
        try:
            store(self.outside, *self.event)
        except sqlite3.OperationalError:  # the answer holds the lock
            self.locked_out = True

    def run(self, answer: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        """Call the answer; what it returned or raised, what others saw, and what is left behind."""
        returned, raised = None, None
        try:
            returned = answer(self.connection, *arguments)
        except NameError:
            raise  # a helper that stands in another cell
        except (Exception, *CRASHES) as error:
            if error is not self.event and not isinstance(error, Exception):
                raise  # somebody really stopped it
            raised = CRASH if error is self.event else f"{type(error).__name__}: {error}"
        self.connection.before = lambda _: None
        return {
            "returned": returned,
            "raised": raised,
            "statement": self.statement,
            "open": self.connection.in_transaction,
            "with": self.connection.entered,
            "changes": self.connection.total_changes,
            "past the steps": self.left > 0,
            "locked out": self.locked_out,
            "seen": [state for i, state in enumerate(self.seen) if state not in self.seen[:i]],
            "after": contents(self.outside),
        }


class Database:
    """A database file with some sources in it, and a connection of another process to it."""

    def __init__(self, path: Path, stored: list[Any]) -> None:
        self.path, self.outside, self._stored = path, _opened(path), stored
        self.outside.execute("PRAGMA journal_mode = WAL")
        self.outside.executescript(SCHEMA)

    def reset(self) -> None:
        """Put every row back as it was at first."""
        for table in TABLES:
            self.outside.execute(f"DELETE FROM {table}")
        for source in self._stored:
            store(self.outside, *source)


def rehearse(
    replace: Callable[..., Any], stored: list[Any], source: Any, rival: Any, kinds: list[str]
) -> dict[str, Any]:
    """Run a `replace` undisturbed, crashed before each step in these ways, and beside a rival."""
    ways = [way for way in CRASHES if way.__name__ in kinds]
    crashed, beside = [], []
    with _database(stored) as database:
        with Probe(database) as probe:
            plain = probe.run(replace, *source)
            steps = min(probe.step + 1, MOST_STEPS)
        for at in range(steps):
            for way in ways:
                with Probe(database, at, way(CRASH)) as probe:
                    crashed.append({**probe.run(replace, *source), "how": way.__name__})
            with Probe(database, at, rival) as probe:
                beside.append(probe.run(replace, *source))
    return {"plain": plain, "crashed": crashed, "beside": beside}


def read_beside(
    read: Callable[..., Any], stored: list[Any], key: tuple[str, ...], rival: Any, last: Any
) -> dict[str, Any]:
    """Run a `read` undisturbed, crashed, and while a rival replaces the source, then once more."""
    crashed, beside = [], []
    with _database(stored) as database:
        with Probe(database) as probe:
            plain = probe.run(read, key)
            steps = min(probe.step + 1, MOST_STEPS)
        for at in range(steps):
            with Probe(database, at, KeyboardInterrupt(CRASH)) as probe:
                result = probe.run(read, key)
                if not probe.statement.strip().upper().startswith(("COMMIT", "END")):
                    crashed.append(result)
            with Probe(database, at, rival) as probe:
                result = probe.run(read, key)
                store(probe.outside, *last)
                again = None if result["open"] else read(probe.connection, key)
                beside.append({**result, "again": again})
    return {"plain": plain, "crashed": crashed, "beside": beside}


def store(connection: Any, key: tuple[str, ...], fingerprint: str, chunks: list[Any]) -> None:
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
    return [connection.execute(rows.format(table)).fetchall() for table in TABLES]


def _opened(path: Path, factory: Any = sqlite3.Connection) -> Any:
    connection = sqlite3.connect(path, isolation_level=None, timeout=0, factory=factory)
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA reverse_unordered_selects = ON")
    return connection


@contextmanager
def _database(stored: list[Any]) -> Iterator[Database]:
    with TemporaryDirectory() as folder:
        database = Database(Path(folder, "chunks.db"), stored)
        with closing(database.outside):
            yield database


def _is_bracket(statement: str) -> bool:
    """Does it only begin or end a transaction?"""
    first = statement.upper().split()[:1]
    return first in (["BEGIN"], ["COMMIT"], ["END"], ["ROLLBACK"], ["SAVEPOINT"], ["RELEASE"])
