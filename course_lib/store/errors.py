"""What can go wrong with a store's file, each with its own name and what to do about it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from course_lib.errors import CourseError


class StoreError(CourseError, OSError):
    """Something about the store's file; the message says what to do."""


class StoreLocked(StoreError):
    """Another process or thread kept writing for longer than the time-out; nothing was written."""


class StoreReplaced(StoreError):
    """The file at the path is not the one that was opened, or lacks its log; the message says."""


class StoreStale(StoreError):
    """The stored version is not the one that was expected, or is newer; nothing was written."""


class StoreFull(StoreError):
    """No room for what was to be written; nothing was."""


class StoreReadOnly(StoreError):
    """The file may be read and not written."""


class StoreBusy(StoreError):
    """A call came in between in a thread that is in the middle of writing."""


class StoreClosed(StoreError):
    """The store was closed."""


class StoreUnreachable(StoreError):
    """The server does not answer, does not let this login in, or was lost; the message says."""


class StoreUnsafe(StoreError):
    """The login or the tables would let everybody see everything; nothing was read or written."""


class StoreDamaged(StoreError):
    """The file is a store, and what is in it cannot be read, or is not what was stored."""


class NotAStore(StoreError):
    """The file is something else, or a store of another version; it was left as it is."""


class NotVisible(CourseError, LookupError):
    """What was asked for is not there, or not theirs: nobody is told which."""


_LOST = ("no such ", "malformed ", "vtable constructor ", "error in tokenizer ")  # of the schema
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_CANTOPEN)
_WHAT_TO_DO: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_BUSY: (
        StoreLocked,
        "is locked: somebody else has been writing for {timeout:g} s, and nothing was written "
        "here; try again, end the other, or wait longer with ChunkStore(path, timeout=…)",
    ),
    sqlite3.SQLITE_PROTOCOL: (StoreLocked, "is locked by too many at once; try again"),
    sqlite3.SQLITE_FULL: (
        StoreFull,
        "has no room left: nothing was written and all that was there stays; make room, try again",
    ),
    sqlite3.SQLITE_READONLY: (
        StoreReadOnly,
        "may not be written: change the permissions of the file and its folder, or copy it",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        StoreError,
        "cannot be opened: see that its folder exists and may be written, and that it is a file",
    ),
    sqlite3.SQLITE_CORRUPT: (
        StoreDamaged,
        "is damaged: restore a copy, or delete the file and index the sources again",
    ),
    sqlite3.SQLITE_NOTADB: (NotAStore, "is no SQLite database: name another file"),
    sqlite3.SQLITE_IOERR: (StoreError, "cannot be read or written: look at the disk"),
    sqlite3.SQLITE_TOOBIG: (
        StoreError,
        "cannot hold a document of that size, and nothing was written: split the source",
    ),
    sqlite3.SQLITE_CONSTRAINT_CHECK: (
        StoreError,
        "has no numbers left for new chunks or labels, and nothing was written: index the sources "
        "into a new store",
    ),
}


@contextmanager
def translate_sqlite_errors(path: str, timeout: float) -> Iterator[None]:
    """Turn what SQLite reports about the file into a StoreError that says what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0)  # none where Python itself refuses
        if code == sqlite3.SQLITE_ERROR and str(error).startswith(_LOST):
            code = sqlite3.SQLITE_CORRUPT
        known = _WHAT_TO_DO.get(code) or _WHAT_TO_DO.get(code & 0xFF)
        if known is None:
            raise
        kind, words = known
        raise kind(f"{path} {words.format(timeout=timeout)} ({error})") from error
    except UnicodeDecodeError as error:  # of a message that quotes the damaged schema
        kind, words = _WHAT_TO_DO[sqlite3.SQLITE_CORRUPT]
        raise kind(f"{path} {words} ({error})") from error


def is_full(error: BaseException) -> bool:
    """Return whether SQLite had no room, or could not write, where it wanted to."""
    return getattr(error, "sqlite_errorcode", 0) in _NO_ROOM


def temporary_folder() -> str:
    """Return where SQLite puts its temporary files: https://www.sqlite.org/tempfiles.html."""
    named = (os.environ.get("SQLITE_TMPDIR"), os.environ.get("TMPDIR"))
    folders = (*named, "/var/tmp", "/usr/tmp", "/tmp")
    return next((f for f in folders if f and os.access(f, os.W_OK)), os.curdir)


@contextmanager
def translate_temporary_errors(path: str) -> Iterator[None]:
    """Say that a temporary folder is full, where that is what is full, and not the store."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_full(error):
            raise
        raise StoreFull(
            f"the temporary folder {temporary_folder()} has no room for a copy of {path}, which is "
            "as it was: make room there, or let SQLITE_TMPDIR name another folder"
        ) from error
