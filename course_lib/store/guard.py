"""Whether the file at a store's path is still the one that was opened, with its own log.

SQLite keeps what was written last in a log beside the file, `PATH-wal`, and believes whatever lies
there. So the file says of itself, in the one row of `store_state`, which file it is, what its last
change is called, and which one came before. Each transaction renews that row. Then

* a log belongs to a file when the last change of the file alone stands in the log;
* a file lacks its log when it says alone that there is more in the log, and the log is empty. Hence
  a transaction of its own says so, and is brought into the file, before the first one that stays
  in the log: see `Guard.announce`;
* an open store knows which file it opened, and the newest change that it has seen.

A look at the file's name, size and time (a few microseconds) tells whether to look further.
"""

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeAlias

from course_lib.store.errors import StoreReplaced
from course_lib.store.state import COUNTER, State, read_state, renew_state
from course_lib.store.transaction import WRITE, in_transaction, rows

_ROUNDS = 4  # of looking, since others may be writing meanwhile
_LATER = 1.0  # seconds
_NOT_OURS = "no such table"

Place: TypeAlias = tuple[int, int]
Look: TypeAlias = tuple[Place, int, int]


UNLIKE_ANY = State("", "", 0)  # of a file that is no store


def read_state_alone(path: str) -> State | None:
    """Return what the file says without its log; None where that cannot be told just now."""
    address = f"{Path(path).as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return read_state(connection)
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0)
        foreign = code == sqlite3.SQLITE_NOTADB or str(error).startswith(_NOT_OURS)
        return UNLIKE_ANY if foreign else None  # half of a log may just have been brought in


def log_of(path: str) -> str:
    """Return the name of the log that SQLite keeps beside a file, whatever links lead to it."""
    place = Path(path)
    return f"{place.resolve() if place.is_symlink() else place}-wal"


def size_of_log(path: str) -> int:
    """Return the bytes of the log, 0 where there is none."""
    try:
        return Path(log_of(path)).stat().st_size
    except OSError:
        return 0


def stands_in_log(path: str, change: str) -> bool:
    """Return whether the log holds that change, or the next one, which names it too.

    Its format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    """
    wanted = change.encode()
    with suppress(FileNotFoundError), Path(log_of(path)).open("rb") as log:
        header = log.read(32)
        page = int.from_bytes(header[8:12], "big")
        # Frames from before the log last began anew have other salts.
        while len(frame := log.read(24 + page)) > 24 and frame[8:16] == header[16:24]:
            if wanted in frame:
                return True
    return False


class Guard:
    """Looks at a store's file before each call and after each write."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._place: Place | None = None  # device and number of the file that was opened
        self._seen: Look | None = None
        self._newest = UNLIKE_ANY
        self._announced = False
        self._not_before = 0.0

    def check(self, connection: sqlite3.Connection) -> None:
        """Raise StoreReplaced unless the path still names the file that was opened."""
        look = self.require_place()
        if look == self._seen or connection.in_transaction:  # which may show an older state
            return
        newest = self._newest
        state, fault = self._read_with_own_log(connection)
        earlier = state.change[:COUNTER] <= newest.change[:COUNTER] and state != newest
        if self._place and (fault or state.file_id != newest.file_id or earlier):
            raise StoreReplaced(
                f"another file was written over {self.path} while it was open: close this store, "
                "put that file there again, since the log of this one may now be in it, and open "
                "it; next time call restore, which replaces an open store's content"
            )
        if fault:
            raise StoreReplaced(fault)
        self._place, self._newest, self._seen = look[0], max(self._newest, state), look

    def require_place(self) -> Look:
        """Raise StoreReplaced where the path names no file any more, or another one."""
        try:
            found = os.stat(self.path)  # noqa: PTH116  # at every call: a Path costs more than it
        except OSError as error:
            raise StoreReplaced(
                f"{self.path} was moved or removed while it was open ({error.strerror}): put it "
                "back, or close this store and open the one that you mean"
            ) from None
        place = found.st_dev, found.st_ino
        if self._place not in (None, place):
            raise StoreReplaced(
                f"another file was put in place of {self.path} while it was open, and what is "
                "written here would be lost: close this store and open it again; next time call "
                "restore, which replaces an open store's content"
            )
        return place, found.st_mtime_ns, found.st_size

    def announce(self, connection: sqlite3.Connection) -> None:
        """Let the file say alone that there is more in its log, before there is.

        What a reader is just reading keeps the log from being brought in; then later.
        """
        if self._announced or time.monotonic() < self._not_before:
            return
        in_transaction(connection, lambda c: renew_state(c, more_in_log=1), WRITE)
        [(busy, pages, brought_in)] = rows(connection, "PRAGMA wal_checkpoint(PASSIVE)")
        if busy or brought_in < pages:
            self._not_before = time.monotonic() + _LATER

    def _read_with_own_log(self, connection: sqlite3.Connection) -> tuple[State, str]:
        """Return the state, and in words that the log is lacking or another file's."""
        last = None
        for _ in range(_ROUNDS):
            opening = self._place is None and not size_of_log(self.path)  # so both say the same
            alone = None if opening else read_state_alone(self.path)
            state = read_state(connection)
            self._announced = bool(alone and alone.more_in_log)
            lacking = bool(state.more_in_log) and not size_of_log(self.path)
            own = alone is None or alone.change == state.change
            if not lacking and (own or (alone and stands_in_log(self.path, alone.change))):
                break
            if last == (alone, lacking):  # twice the same: nobody is just writing
                return state, _lacking(self.path) if lacking else _foreign(self.path)
            last = alone, lacking
        return state, ""


def _lacking(path: str) -> str:
    return (
        f"{path} was copied or moved without its log {log_of(path)}, and what was written last is "
        "missing: put the log beside it, or restore a backup; copy a store that is open with backup"
    )


def _foreign(path: str) -> str:
    return (
        f"the log {log_of(path)} belongs to another file than {path}, which was put there while a "
        "store was open or after a crash: nothing was changed; move the log away to use this file, "
        "or put the file of the log back; next time call restore"
    )
