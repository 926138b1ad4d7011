"""The connections to a store's file, and the one place where a transaction begins and ends."""

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from course_lib.store import schema
from course_lib.store.errors import (
    NotAStore,
    StoreBusy,
    StoreClosed,
    translate_sqlite_errors,
)

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

SETTINGS = (
    "foreign_keys = ON",  # off on every new connection, and ignored inside a transaction
    "synchronous = NORMAL",  # a power cut may undo the last replacements, and halves none
    "cache_size = -32768",  # KiB
    "wal_autocheckpoint = 4000",  # pages: the index writes the same ones over and over
)
_SMALLEST = 512  # bytes: one page of the smallest size
_A_MOMENT = 0.001  # seconds


class Connection(sqlite3.Connection):
    """A connection that is closed even when nobody has it any more, after an interrupt."""

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it was never opened
            self.close()


class StoreFile:
    """A store's file, for all threads of a process, and for those that are forked from it.

    A call has a connection for itself, and leaves it to the next one: opening one for each call
    takes longer than most searches. There is no lock here that an interrupt could leave locked.
    """

    def __init__(self, path: str, timeout: float) -> None:
        self.path = path
        self.timeout = timeout
        self._closed = False
        self._idle: list[sqlite3.Connection] = []
        self._busy: dict[int, sqlite3.Connection | None] = {}  # by the thread that uses it
        with translate_sqlite_errors(path, timeout):
            refuse_foreign(path, timeout)
        with _FORKING:  # which reads the list
            _FILES.add(self)
        self.read(lambda connection: None)

    def read(self, work: Work[T]) -> T:
        """Run one statement that writes nothing."""
        return self._run(work, begin=None)

    def write(self, work: Work[T]) -> T:
        """Run the work in one transaction: all of it is written, or nothing."""
        return self._run(work, begin="BEGIN IMMEDIATE")

    def close(self) -> None:
        """Refuse new calls, let those of other threads end, and close; twice is fine."""
        self._refuse_nesting()
        self._closed = True
        self.close_connections()

    def close_connections(self) -> None:
        """Close all connections, each after what another thread is doing with it.

        What is still at work after the time-out is left to its thread.
        """
        own = self._busy.pop(threading.get_ident(), None)
        if own is not None:  # a fork in a signal handler: two must not continue one transaction
            own.close()
        deadline = time.monotonic() + self.timeout
        while self._busy and time.monotonic() < deadline:
            time.sleep(_A_MOMENT)
        self._close_idle()

    def _run(self, work: Work[T], begin: str | None) -> T:
        self._refuse_nesting()
        with translate_sqlite_errors(self.path, self.timeout):
            try:
                return in_transaction(self._take(), work, begin)
            finally:
                self._give_back()

    def _take(self) -> sqlite3.Connection:
        """Return a connection that nobody else uses, and note that this thread does."""
        me = threading.get_ident()
        while True:
            # First note, then look. Closing and forking do it the other way round: so either this
            # thread sees that they have begun, or they see this thread, and wait.
            self._busy[me] = None
            if self._closed:
                raise StoreClosed(f"{self.path} was closed; open it again: ChunkStore(path)")
            if not _FORKING.locked():
                break
            self._busy.pop(me, None)
            time.sleep(_A_MOMENT)
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = open_connection(self.path, self.timeout)
        self._busy[me] = connection
        return connection

    def _give_back(self) -> None:
        me = threading.get_ident()
        connection, self._busy[me] = self._busy.get(me), None
        if connection is not None:
            self._idle.append(connection)
        if self._closed:
            self._close_idle()
        self._busy.pop(me, None)

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def _refuse_nesting(self) -> None:
        """Raise StoreBusy in a signal handler that came in between a write of this thread."""
        connection = self._busy.get(threading.get_ident())
        if connection is not None and connection.in_transaction:
            raise StoreBusy(
                "this thread is in the middle of writing to the store: a signal handler that "
                "interrupts it must not use the store; set a flag there and act on it later"
            )


# SQLite keeps its locks on a file in the process, and a forked process would inherit the belief
# that it holds them. So no connection is open while a process forks; both open theirs when needed.
_FILES: weakref.WeakSet[StoreFile] = weakref.WeakSet()
_FORKING = threading.Lock()


def _before_fork() -> None:
    _FORKING.acquire()
    for file in list(_FILES):
        file.close_connections()


if hasattr(os, "register_at_fork"):  # there is no fork on Windows
    os.register_at_fork(
        before=_before_fork, after_in_parent=_FORKING.release, after_in_child=_FORKING.release
    )


def in_transaction(connection: sqlite3.Connection, work: Work[T], begin: str | None) -> T:
    """Begin, work, commit; roll back on anything, an interrupt included.

    It takes a function, since a `with` block has a gap: an interrupt between the last line of its
    body and the first of `__exit__` would leave the transaction open, and everybody else waiting.
    """
    try:
        if connection.in_transaction:  # left by an interrupt that was itself interrupted
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
    """Raise NotAStore for a file that is something else, without a byte of it changed.

    Only SQLite may open the file: closing any other handle on it would drop, without a word, the
    locks that this process holds there.
    """
    if not Path(path).is_file() or not (size := Path(path).stat().st_size):
        return
    if size < _SMALLEST:  # SQLite itself takes some short files for empty ones
        raise NotAStore(f"{path} is no SQLite database, and was left as it is: name another file")
    address = Path(path).absolute().as_uri() + "?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=timeout)) as connection:
        schema.is_new(connection, path)


def open_connection(path: str, timeout: float) -> sqlite3.Connection:
    """Open the file, and make it a store if it is still empty."""
    connection = sqlite3.connect(
        path,
        timeout=timeout,
        isolation_level=None,  # transactions begin where we say so
        check_same_thread=False,
        factory=Connection,
    )
    try:
        schema.require_sqlite(connection)
        if schema.is_new(connection, path):
            switch_to_wal(connection, timeout)
            in_transaction(connection, lambda c: schema.create(c, path), "BEGIN IMMEDIATE")
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def switch_to_wal(connection: sqlite3.Connection, timeout: float) -> None:
    """Let readers go on beside a writer; for this alone SQLite does not wait by itself."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def rows(connection: sqlite3.Connection, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """Run one query and read all of it: a half-read one would hold an old state of the file."""
    return connection.execute(sql, values).fetchall()
