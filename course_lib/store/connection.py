"""One connection for each thread, and one place where a transaction begins and ends."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from course_lib.store import schema
from course_lib.store.errors import NotAStore, StoreClosed, clear_errors

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

SETTINGS = (
    "foreign_keys = ON",  # off on every new connection, and deaf inside a transaction
    "synchronous = NORMAL",  # a power cut may undo the last replacements, and halves none
    "cache_size = -32768",  # KiB
    "wal_autocheckpoint = 4000",  # pages: the index writes the same ones over and over
)
_START = b"SQLite format 3\0"
_INHERITED: list[sqlite3.Connection] = []


class Database:
    """A store's file, for all threads of the process that opened it."""

    def __init__(self, path: str, timeout: float) -> None:
        self.path = path
        self.timeout = timeout
        self._process = os.getpid()
        self._closed = False
        self._local = threading.local()
        self._guard = threading.Lock()
        self._open: weakref.WeakSet[_Own] = weakref.WeakSet()
        with clear_errors(path, timeout):
            refuse_foreign(path, timeout)
        self.read(lambda connection: None)

    def read(self, work: Work[T]) -> T:
        """Run one statement that writes nothing."""
        return self._run(work, begin=None)

    def write(self, work: Work[T]) -> T:
        """Run the work in one transaction: all of it is written, or nothing."""
        return self._run(work, begin="BEGIN IMMEDIATE")

    def close(self) -> None:
        """Close every thread's connection, after what it is doing; closing twice is fine."""
        with self._guard:
            self._closed = True
            connections = list(self._open)
        for own in connections:
            own.close()

    def _run(self, work: Work[T], begin: str | None) -> T:
        with clear_errors(self.path, self.timeout):
            own = self._own()
            with own.lock:
                self._require_open()  # another thread may have closed it just now
                return in_transaction(own.connection, work, begin)

    def _own(self) -> _Own:
        self._require_open()
        own: _Own | None = getattr(self._local, "own", None)
        if own is None:
            own = _Own(open_connection(self.path, self.timeout))
            with self._guard:
                self._require_open()
                self._open.add(own)
            self._local.own = own
        return own

    def _require_open(self) -> None:
        if self._closed:
            raise StoreClosed(f"{self.path} was closed; open it again: ChunkStore(path)")
        if self._process != os.getpid():
            raise StoreClosed(
                f"{self.path} was opened before this process was forked, and a connection does "
                "not survive that; open it again here: ChunkStore(path)"
            )


class _Own:
    """A thread's own connection, closed with the store or when the thread has ended."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.process = os.getpid()
        self.lock = threading.RLock()

    def close(self) -> None:
        if self.process != os.getpid():  # closing it here would undo the parent's locks
            _INHERITED.append(self.connection)
            return
        with self.lock:
            self.connection.close()

    def __del__(self) -> None:
        self.close()


def in_transaction(connection: sqlite3.Connection, work: Work[T], begin: str | None) -> T:
    """Begin, work, commit; roll back on anything, an interrupt included.

    It takes a function, since a `with` block has a gap: an interrupt between the last line of its
    body and the first of `__exit__` would leave the transaction open, and everybody else waiting.
    """
    try:
        if connection.in_transaction:  # left by an interrupt that was interrupted
            connection.execute("ROLLBACK")
        if begin:
            connection.execute(begin)
        result = work(connection)
        if begin:
            connection.execute("COMMIT")
        return result
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def refuse_foreign(path: str, timeout: float) -> None:
    """Raise NotAStore for a file that is something else, without a byte of it changed."""
    if not Path(path).is_file():
        return
    with Path(path).open("rb") as file:
        start = file.read(len(_START))
    if not start:
        return
    if start != _START:  # SQLite itself takes some short files for empty ones
        raise NotAStore(f"{path} is no SQLite database, and was left as it is: name another file")
    address = Path(path).absolute().as_uri() + "?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=timeout)
    try:
        schema.is_new(connection, path)
    finally:
        connection.close()


def open_connection(path: str, timeout: float) -> sqlite3.Connection:
    """Open the file, and make it a store if it is still empty."""
    connection = sqlite3.connect(
        path, timeout=timeout, isolation_level=None, check_same_thread=False
    )
    try:
        schema.require_sqlite(connection)
        if schema.is_new(connection, path):
            _patiently(lambda: connection.execute("PRAGMA journal_mode = WAL"), timeout)
            in_transaction(connection, lambda c: schema.create(c, path), "BEGIN IMMEDIATE")
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def _patiently(call: Callable[[], object], timeout: float) -> None:
    """Repeat, until the time-out, a call that SQLite does not wait for by itself."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            call()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def rows(connection: sqlite3.Connection, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """Run one query and read all of it: a half-read one would hold an old state of the file."""
    return connection.execute(sql, values).fetchall()
