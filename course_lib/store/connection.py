"""One connection for each thread, and one place where a transaction begins and ends."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from course_lib.store import schema
from course_lib.store.errors import NotAStore, StoreBusy, StoreClosed, clear_errors

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

SETTINGS = (
    "foreign_keys = ON",  # off on every new connection, and deaf inside a transaction
    "synchronous = NORMAL",  # a power cut may undo the last replacements, and halves none
    "cache_size = -32768",  # KiB
    "wal_autocheckpoint = 4000",  # pages: the index writes the same ones over and over
)
_SMALLEST = 512  # bytes: one page of the smallest size


class Database:
    """A store's file, for all threads of a process, and for those that are forked from it."""

    def __init__(self, path: str, timeout: float) -> None:
        self.path = path
        self.timeout = timeout
        self._closed = False
        self._local = threading.local()
        self._guard = threading.Lock()
        self._open: weakref.WeakSet[_Own] = weakref.WeakSet()
        with clear_errors(path, timeout):
            refuse_foreign(path, timeout)
        self.read(lambda connection: None)
        _DATABASES.add(self)

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

    def pause(self) -> list[_Own]:
        """Close all connections, each after what it is doing, and keep them from opening anew.

        One that is still at work after the time-out is left alone, and never touched again by
        anybody but its own thread.
        """
        self._guard.acquire()
        connections = []
        for own in list(self._open):
            if own.lock.acquire(timeout=self.timeout):
                own.close()
                connections.append(own)
            else:
                self._open.discard(own)
                _LEFT_ALONE.append(own)
        return connections

    def go_on(self, connections: list[_Own]) -> None:
        """Let the connections that were paused be opened again, when they are needed."""
        for own in connections:
            own.lock.release()
        self._guard.release()

    def _run(self, work: Work[T], begin: str | None) -> T:
        with clear_errors(self.path, self.timeout):
            while True:
                own = self._own()
                with own.lock:
                    self._require_open()  # another thread may have closed it just now
                    if not own.closed:
                        return in_transaction(own.connection, work, begin)

    def _own(self) -> _Own:
        self._require_open()
        own: _Own | None = getattr(self._local, "own", None)
        if own is None or own.closed:
            with self._guard:
                self._require_open()
                own = _Own(open_connection(self.path, self.timeout))
                self._open.add(own)
            self._local.own = own
        return own

    def _require_open(self) -> None:
        if self._closed:
            raise StoreClosed(f"{self.path} was closed; open it again: ChunkStore(path)")


class _Own:
    """A thread's own connection, closed with the store or when the thread has ended."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.closed = False
        self.lock = threading.RLock()

    def close(self) -> None:
        with self.lock:
            self.closed = True
            self.connection.close()

    def __del__(self) -> None:
        self.close()


# SQLite keeps its locks on a file in the process, and a forked process would inherit the belief
# that it holds them. So no connection is open while a process forks; both open theirs when needed.
_DATABASES: weakref.WeakSet[Database] = weakref.WeakSet()
_PAUSED: list[tuple[Database, list[_Own]]] = []
_LEFT_ALONE: list[_Own] = []


def _pause_all() -> None:
    _PAUSED.extend((database, database.pause()) for database in list(_DATABASES))


def _go_on_all() -> None:
    while _PAUSED:
        database, connections = _PAUSED.pop()
        database.go_on(connections)


if hasattr(os, "register_at_fork"):  # there is no fork on Windows
    os.register_at_fork(before=_pause_all, after_in_parent=_go_on_all, after_in_child=_go_on_all)


def in_transaction(connection: sqlite3.Connection, work: Work[T], begin: str | None) -> T:
    """Begin, work, commit; roll back on anything, an interrupt included.

    It takes a function, since a `with` block has a gap: an interrupt between the last line of its
    body and the first of `__exit__` would leave the transaction open, and everybody else waiting.
    """
    try:
        if connection.in_transaction:  # left by an interrupt that was interrupted, or going on
            refuse_nesting(connection)
            connection.execute("ROLLBACK")
        if begin:
            connection.execute(begin)
        result = work(connection)
        if begin:
            connection.execute("COMMIT")
        return result
    except _Nested:
        raise
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


class _Nested(StoreBusy):
    """The transaction on this connection belongs to a call further down the stack."""


def refuse_nesting(connection: sqlite3.Connection) -> None:
    """Raise StoreBusy when the open transaction is that of a call which is still running.

    Only a signal handler, or a finalizer, can come in between in the same thread.
    """
    frame = sys._getframe(1).f_back
    while frame:
        code, names = frame.f_code, frame.f_locals
        if code is in_transaction.__code__ and names["connection"] is connection:
            raise _Nested(
                "this thread is in the middle of writing to the store: a signal handler that "
                "interrupts it must not use the store; set a flag there and act on it later"
            )
        frame = frame.f_back


def refuse_foreign(path: str, timeout: float) -> None:
    """Raise NotAStore for a file that is something else, without a byte of it changed.

    Only SQLite may open the file: closing any other handle on it would drop, without a word, the
    locks that this process holds there.
    """
    if not Path(path).is_file() or not (size := Path(path).stat().st_size):
        return
    if size < _SMALLEST:  # SQLite itself takes some short files for empty ones
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
