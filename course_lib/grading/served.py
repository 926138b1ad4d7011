"""A database that the grader serves: an answer works on it, and the grader sees each statement.

`Connection` and `Cursor` behave as those of sqlite3 in autocommit mode, for `with`, `execute`,
`executemany`, `executescript`, `cursor`, `commit`, `rollback` and row factories. They hold nothing
themselves: each call is a message, a dict of plain data, and whoever serves it answers with
another. So whatever an answer does to its connection, the database is as the statements left it.

The text of this file is sent to the answer's process: it imports the standard library alone.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import count, islice
from typing import Any, Protocol, Self

Message = dict[str, Any]
Serve = Callable[[Message], Message]


class Serves(Protocol):
    """Whatever answers messages."""

    def serve(self, message: Message) -> Message:
        """Answer one message."""


UNKNOWN = "this database has execute, executemany, executescript, commit and rollback, and no {}"
UNKNOWN_TO_CURSOR = "this cursor has execute, executemany and ways to fetch rows, and no {}"
_FORBIDDEN = {sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH}  # which would reach other files
_UNSAFE = {"fts3_tokenizer", "load_extension"}  # which reach the memory of who serves
_MOST_ROWS = 1_000_000  # characters of all rows of one reply
_MOST_PAGES = 4_096  # of 4 KiB, of a whole database
_MOST_CURSORS = 1_000  # open at the same time
_LIMITS = {  # a function of SQLite takes one step, however long its values are
    sqlite3.SQLITE_LIMIT_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
}
_LOOK, _LOOKS = 100, 300_000  # steps of SQLite's own; a statement that takes more has no end
_SECONDS = 5.0  # for one message

_NUMBERS = count(1)  # of cursors; several connections may be served by one database

_RAISED: dict[str, type[BaseException]] = {
    kind.__name__: kind
    for kind in (
        *(KeyboardInterrupt, SystemExit, RuntimeError, OverflowError, TypeError, ValueError),
        MemoryError,
        *(sqlite3.DataError, sqlite3.DatabaseError, sqlite3.IntegrityError, sqlite3.InternalError),
        *(sqlite3.InterfaceError, sqlite3.NotSupportedError, sqlite3.OperationalError),
        *(sqlite3.ProgrammingError, sqlite3.Warning, sqlite3.Error),
    )
}


class Connection:
    """What an answer holds in place of a sqlite3.Connection.

    >>> with Server(sqlite3.connect(":memory:", isolation_level=None)) as server:
    ...     database = Connection(server.serve)
    ...     _ = database.execute("CREATE TABLE chunk (text)")
    ...     with database:
    ...         _ = database.execute("BEGIN")
    ...         _ = database.executemany("INSERT INTO chunk VALUES (?)", [("Roof",), ("Pipes",)])
    ...     database.execute("SELECT text FROM chunk").fetchall()
    [('Roof',), ('Pipes',)]
    """

    row_factory: Any = None
    isolation_level = None
    server: Server | None = None  # where it is one's own, and not that of another process

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._dropped: list[int] = []

    def cursor(self) -> Cursor:
        """Return a new cursor."""
        return Cursor(self, next(_NUMBERS))

    def execute(self, statement: str, values: Any = ()) -> Cursor:
        """Run one statement."""
        return self.cursor().execute(statement, values)

    def executemany(self, statement: str, rows: Iterable[Any]) -> Cursor:
        """Run one statement for each row."""
        return self.cursor().executemany(statement, rows)

    def executescript(self, script: str) -> Cursor:
        """Commit, and run one statement after another."""
        self.commit()
        cursor, statement = self.cursor(), ""
        for part in script.split(";"):
            statement += f"{part};"
            if sqlite3.complete_statement(statement):
                if statement.strip(" \t\r\n;"):
                    cursor.execute(statement)
                statement = ""
        return cursor

    def commit(self) -> None:
        """Make final what the open transaction wrote, if there is one."""
        self.ask("commit")

    def rollback(self) -> None:
        """Undo what the open transaction wrote, if there is one."""
        self.ask("rollback")

    def close(self) -> None:
        """Close a database of one's own; one that is served belongs to whoever serves it."""
        if self.server:
            self.server.close()

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return bool(self.ask("state")["in_transaction"])

    @property
    def total_changes(self) -> int:
        """How many rows were written since the connection was opened."""
        return int(self.ask("state")["total_changes"])

    def __enter__(self) -> Connection:
        self.ask("enter")
        return self

    def __exit__(self, kind: Any, _error: Any, _trace: Any) -> None:
        if kind is not None:
            self.rollback()
            return
        try:
            self.commit()
        except BaseException:  # as sqlite3 does, so that nobody else is kept waiting
            self.rollback()
            raise

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(UNKNOWN.format(name))

    def ask(self, what: str, **parts: Any) -> Message:
        """Send a message; return the answer, or raise what it says."""
        dropped, self._dropped = self._dropped, []
        reply = self._serve({"what": what, "dropped": dropped, **parts})
        if "raise" in reply:
            kind, words = reply["raise"]
            raise _RAISED.get(kind, sqlite3.OperationalError)(words)
        return reply

    def drop(self, number: int) -> None:
        """Note that nobody holds a cursor any more: the next message tells."""
        self._dropped.append(number)

    def settle(self) -> None:
        """Tell at once which cursors nobody holds any more."""
        self.ask("state")


class Cursor:
    """What an answer holds in place of a sqlite3.Cursor; it reads row after row, as that does."""

    arraysize = 1

    def __init__(self, connection: Connection, number: int) -> None:
        self.connection = connection
        self.row_factory = connection.row_factory
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._number = number

    def __del__(self) -> None:
        self.connection.drop(self._number)

    def execute(self, statement: str, values: Any = ()) -> Cursor:
        """Run one statement."""
        return self._run("execute", statement, _bound(values))

    def executemany(self, statement: str, rows: Iterable[Any]) -> Cursor:
        """Run one statement for each row."""
        return self._run("executemany", statement, [_bound(row) for row in rows])

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        found = self.fetchmany(1)
        return found[0] if found else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next rows, at most so many."""
        return self._fetch(self.arraysize if size is None else size)

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return self._fetch(-1)

    def close(self) -> None:
        """Let go of what is left to read."""
        self.connection.ask("close", cursor=self._number)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        found = self.fetchmany(1)
        if not found:
            raise StopIteration
        return found[0]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(UNKNOWN_TO_CURSOR.format(name))

    def _run(self, what: str, statement: str, values: Any) -> Cursor:
        if not isinstance(statement, str):
            raise TypeError(f"a statement is a str, got {type(statement).__name__}")
        parts = {"cursor": self._number, "statement": str.__str__(statement), "values": values}
        reply = self.connection.ask(what, **parts)
        names = reply["names"]
        self.description = names and tuple((name, *[None] * 6) for name in names)
        self.rowcount, self.lastrowid = reply["rowcount"], reply["lastrowid"]
        return self

    def _fetch(self, size: int) -> list[Any]:
        rows = self.connection.ask("fetch", cursor=self._number, size=size)["rows"]
        made = [tuple(map(_unpacked, row)) for row in rows]
        if self.row_factory is None:
            return made
        return [_shaped(self.row_factory, self.description, row) for row in made]


def _bound(values: Any) -> Any:
    """Return a statement's values as plain data."""
    if isinstance(values, dict):
        return {str(name): _packed(value) for name, value in values.items()}
    return [_packed(value) for value in values]


def _packed(value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value and str.__str__(value)
    if isinstance(value, int):
        return int.__int__(value)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"bytes": bytes(value).hex()}
    raise sqlite3.ProgrammingError(f"a value of type {type(value).__name__} is not supported")


def _unpacked(value: Any) -> Any:
    return bytes.fromhex(value["bytes"]) if isinstance(value, dict) else value


def _shaped(factory: Any, description: Any, row: tuple[Any, ...]) -> Any:
    """Give a row to a row factory, with a cursor of sqlite3's own: sqlite3.Row asks for that."""
    names = ['"' + str(column[0]).replace('"', '""') + '"' for column in description]
    columns = ", ".join(f"? AS {name}" for name in names)
    with closing(sqlite3.connect(":memory:")) as local:
        local.row_factory = factory
        return local.execute(f"SELECT {columns}", row).fetchone()


class Server:
    """Does on a real database what an answer's connection asks for; ends with the `with` block.

    `before(statement)` is called before each statement, each row of many, and each commit: a
    subclass looks there, or raises. `watch` is called with each row that leaves the database, and
    with the words of each error, in which SQLite may quote a value.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.entered = False  # by a `with connection:`
        self.watch: Callable[[tuple[Any, ...]], object] = lambda _row: None
        self._cursors: dict[int, sqlite3.Cursor] = {}
        for schema in ("main", "temp"):
            connection.execute(f"PRAGMA {schema}.max_page_count = {_MOST_PAGES}")
        connection.set_authorizer(_authorized)
        for limit, most in _LIMITS.items():
            connection.setlimit(limit, most)
        connection.set_progress_handler(self._stop, _LOOK)
        self._left, self._deadline = _LOOKS, float("inf")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Undo what is not final, and close."""
        self._cursors.clear()
        self.connection.rollback()
        self.connection.close()

    def before(self, statement: str) -> None:
        """Called before each step."""

    def serve(self, message: Message) -> Message:
        """Answer one message; what is wrong with it is raised where it came from."""
        try:
            self._left, self._deadline = _LOOKS, time.monotonic() + _SECONDS
            for number in message.get("dropped", ()):
                self._cursors.pop(number, None)
            return self._do(message)
        except tuple(_RAISED.values()) as error:
            self.watch((str(error),))
            return {"raise": [type(error).__name__, str(error)]}
        except (LookupError, AttributeError) as error:  # a forged message
            return {"raise": ["ProgrammingError", f"no such message: {error}"]}

    def _stop(self) -> int:
        """Called by SQLite now and then: stop a statement that has no end."""
        self._left -= 1
        return self._left < 0 or time.monotonic() > self._deadline

    def _run(self, what: str, message: Message) -> Message:
        statement, number = message["statement"], message["cursor"]
        if not isinstance(number, int) or len(self._cursors) >= _MOST_CURSORS:
            raise sqlite3.OperationalError(f"more than {_MOST_CURSORS:,} cursors are open")
        cursor = self._cursors[number] = self.connection.cursor()
        if what == "execute":
            self.before(statement)
            cursor.execute(statement, _values(message["values"]))
        else:
            cursor.executemany(statement, self._each(statement, message["values"]))
        names = cursor.description and [column[0] for column in cursor.description]
        return {"names": names, "rowcount": cursor.rowcount, "lastrowid": cursor.lastrowid}

    def _each(self, statement: str, rows: list[Any]) -> Iterator[Any]:
        for row in rows:
            self.before(statement)
            yield _values(row)

    def _fetch(self, cursor: int, size: int) -> list[Any]:
        found = self._cursors.get(cursor)
        if found is None:
            return []
        rows, room = [], _MOST_ROWS
        for row in islice(found, size if size >= 0 else None):
            self.watch(row)
            room -= sum(len(value) if isinstance(value, (str, bytes)) else 8 for value in row)
            if room < 0:
                raise sqlite3.DataError(f"rows of more than {_MOST_ROWS:,} characters at once")
            rows.append([_packed(value) for value in row])
        return rows

    def _do(self, message: Message) -> Message:
        what = message["what"]
        if what in ("execute", "executemany"):
            return self._run(what, message)
        if what == "fetch":
            return {"rows": self._fetch(message["cursor"], message["size"])}
        if what == "close":
            self._cursors.pop(message["cursor"], None)
        elif what == "enter":
            self.entered = True
        elif what == "commit":
            if self.connection.in_transaction:
                self.before("COMMIT")
                self.connection.commit()
        elif what == "rollback":
            self.connection.rollback()
        return {
            "in_transaction": self.connection.in_transaction,
            "total_changes": self.connection.total_changes,
        }


def _values(packed: Any) -> Any:
    """Return a statement's values as the database takes them."""
    if isinstance(packed, dict):
        return {name: _unpacked(value) for name, value in packed.items()}
    return [_unpacked(value) for value in packed]


def _authorized(action: int, name: str | None, function: str | None, *_: object) -> int:
    """Keep statements within their database; settings are left as they are."""
    if action == sqlite3.SQLITE_PRAGMA and name != "data_version":  # which FTS5 asks for
        return sqlite3.SQLITE_IGNORE
    unsafe = action == sqlite3.SQLITE_FUNCTION and (function or "").lower() in _UNSAFE
    return sqlite3.SQLITE_DENY if unsafe or action in _FORBIDDEN else sqlite3.SQLITE_OK


def open_database() -> Connection:
    """Return a new database in memory, to try things out: of the same kind that a check hands over.

    >>> open_database().execute("SELECT 1 + 1").fetchone()
    (2,)
    """
    server = Server(sqlite3.connect(":memory:", isolation_level=None))
    database = Connection(server.serve)
    database.server = server
    return database
