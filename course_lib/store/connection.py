"""The connections to a store's file, shared by the threads of a process and those it forks."""

import os
import shutil
import sqlite3
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path

from course_lib.store.errors import (
    StoreBusy,
    StoreClosed,
    StoreFull,
    StoreReadOnly,
    translate_sqlite_errors,
)
from course_lib.store.guard import Guard, size_of_log
from course_lib.store.opening import open_connection, refuse_foreign
from course_lib.store.reading import Readable, may_write
from course_lib.store.state import renew_state
from course_lib.store.transaction import WRITE, T, Work, in_transaction, rows

KEPT_FREE = 2**20  # bytes of the disk, for deleting
_A_MOMENT = 0.001  # seconds


class StoreFile:
    """A store's file, for all threads of a process, and for those that are forked from it.

    A call has a connection for itself, and leaves it to the next one: opening one for each call
    takes longer than most searches. There is no lock here that an interrupt could leave locked.
    """

    def __init__(self, path: str, timeout: float, read_only: bool = False) -> None:
        self.path = path
        self.timeout = timeout
        self.guard = Guard(path)
        self._closed = False
        self._idle: list[sqlite3.Connection] = []
        self._held: list[sqlite3.Connection] = []  # by snapshots
        self._busy: dict[int, sqlite3.Connection | None] = {}  # by the thread that uses it
        with translate_sqlite_errors(path, timeout):
            self._readable = Readable(path, timeout) if read_only or not may_write(path) else None
            if self._readable:
                self.guard = Guard(self._readable.where)
            else:
                refuse_foreign(path, timeout, Guard(path).check)
                self._idle.append(open_connection(path, timeout))
        with _FORKING:  # which reads the list
            _FILES.add(self)
        self.read(lambda connection: None)

    def read(self, work: Work[T]) -> T:
        """Run one statement that writes nothing."""
        return self._run(work, begin=None)

    def read_together(self, work: Work[T]) -> T:
        """Run statements that write nothing, all on one state."""
        return self._run(lambda c: in_transaction(c, work, "BEGIN"), begin=None)

    def hold(self) -> sqlite3.Connection:
        """Return a connection for a snapshot, which must be let go again."""
        self.read(lambda connection: None)  # refused where any other call is
        connection = self._open()
        self._held.append(connection)
        return connection

    def has_let_go(self, connection: sqlite3.Connection) -> bool:
        """Return whether a held connection is closed, or shows a file that was changed under it."""
        self._changed_meanwhile()
        return not any(held is connection for held in self._held)

    def let_go(self, connection: sqlite3.Connection) -> None:
        """Close a connection that was held."""
        connection.close()
        self._held = [held for held in self._held if held is not connection]

    def _let_all_go(self) -> None:
        while self._held:
            self._held.pop().close()

    def write(self, work: Work[T], *, frees: bool = False) -> T:
        """Run the work in one transaction: all of it is written, or nothing.

        A little room is kept for work that frees some, so that a full disk can be left by deleting.
        """
        if self._readable:
            raise StoreReadOnly(
                f"{self.path} may not be written: change the permissions of the file and its "
                "folder, or copy it; open it without read_only=True"
            )

        def renewed(connection: sqlite3.Connection) -> T:
            result = work(connection)
            renew_state(connection)
            return result

        if not has_room(self.path):
            self.read(empty_log)  # which frees its room
            if not frees and not has_room(self.path, self.read(free_in_file)):
                raise StoreFull(
                    f"{self.path} has no room left: nothing was written and all that was there "
                    "stays; make room, or delete sources, for which a little is kept"
                )
        return self._run(renewed, begin=WRITE)

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
        self._let_all_go()

    def _run(self, work: Work[T], begin: str | None) -> T:
        self._refuse_nesting()
        with translate_sqlite_errors(self.path, self.timeout):
            self._changed_meanwhile()
            while True:
                try:
                    result = self._guarded(self._take(), work, begin)
                finally:
                    self._give_back()
                if not self._changed_meanwhile():
                    return result

    def _changed_meanwhile(self) -> bool:
        """Return whether a file that is read as if nobody changed it was."""
        if self._readable is None or not self._readable.choose_again():
            return False
        self._close_idle()
        self._let_all_go()
        self.guard = Guard(self._readable.where)
        return True

    def _open(self) -> sqlite3.Connection:
        if self._readable:
            return open_connection(self._readable.where, self.timeout, self._readable.how)
        return open_connection(self.path, self.timeout, "mode=rw")  # not made anew when it is gone

    def _guarded(self, connection: sqlite3.Connection, work: Work[T], begin: str | None) -> T:
        """Work on the file that was opened, and on no other that has been put in its place."""
        self.guard.check(connection)
        if not begin:
            return in_transaction(connection, work, begin)
        self.guard.announce(connection)
        result = in_transaction(connection, work, begin)
        self.guard.require_place()
        return result

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
            connection = self._open()
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


def has_room(path: str, in_file: int = 0) -> bool:
    """Return whether more can be written than what the log may need to be brought into the file."""
    try:
        free = shutil.disk_usage(Path(path).parent).free - size_of_log(path)
    except OSError:  # the guard says what is wrong
        return True
    return free + in_file > KEPT_FREE and free > KEPT_FREE // 4


def free_in_file(connection: sqlite3.Connection) -> int:
    """Return the bytes of the pages that deleting has left in the file."""
    asked = "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"
    return int(rows(connection, asked)[0][0])


def empty_log(connection: sqlite3.Connection) -> None:
    """Bring all of the log into the file, unless somebody reads an older state."""
    rows(connection, "PRAGMA wal_checkpoint(TRUNCATE)")


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
