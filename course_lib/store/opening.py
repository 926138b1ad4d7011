"""How a store's file is opened, made, and brought up to date."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from course_lib.store import schema
from course_lib.store.errors import NotAStore
from course_lib.store.guard import size_of_log
from course_lib.store.migrate import migrate
from course_lib.store.state import read_state, renew_state
from course_lib.store.transaction import WRITE, in_transaction

SETTINGS = (
    "foreign_keys = ON",  # off on every new connection, and ignored inside a transaction
    "synchronous = NORMAL",  # a power cut may undo the last replacements, and halves none
    "cache_size = -32768",  # KiB
    "wal_autocheckpoint = 4000",  # pages: the index writes the same ones over and over
)
_SMALLEST = 512  # bytes: one page of the smallest size


class Connection(sqlite3.Connection):
    """A connection that is closed even when nobody has it any more, after an interrupt."""

    may_write = True

    def close(self) -> None:
        """Close, and take back that there is more in the log, after a write that was given up."""
        with suppress(sqlite3.Error, UnicodeError):  # closed, only readable, locked, damaged
            if self.in_transaction:
                self.execute("ROLLBACK")
            if self.may_write and read_state(self).more_in_log:
                in_transaction(self, renew_state, WRITE)
        super().close()

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it was never opened
            self.close()


def refuse_foreign(path: str, timeout: float, check: Callable[[sqlite3.Connection], None]) -> None:
    """Raise NotAStore for a file that is something else, without a byte of it changed.

    A store's file with a log is checked before it is opened for writing, since SQLite would bring a
    log that is not its own into it.

    Only SQLite may open the file: closing any other handle on it would drop, without a word, the
    locks that this process holds there.
    """
    if not Path(path).is_file() or not (size := Path(path).stat().st_size):
        return
    if size < _SMALLEST:  # SQLite itself takes some short files for empty ones
        raise NotAStore(f"{path} is no SQLite database, and was left as it is: name another file")
    with closing(connect(path, "mode=ro", timeout)) as connection:
        if schema.version_of(connection, path) == schema.VERSION and size_of_log(path):
            check(connection)


def connect(path: str, how: str, timeout: float) -> Connection:
    """Open the file with these parameters of SQLite's addresses, such as `mode=ro`."""
    connection = sqlite3.connect(
        f"{Path(path).absolute().as_uri()}?{how}",
        uri=True,
        timeout=timeout,
        isolation_level=None,  # transactions begin where we say so
        check_same_thread=False,
        factory=Connection,
    )
    connection.may_write = how.startswith("mode=rw")
    return connection


def open_connection(path: str, timeout: float, how: str = "mode=rwc") -> sqlite3.Connection:
    """Open the file, and make it a store if it is still empty and may be written."""
    connection = connect(path, how, timeout)
    try:
        schema.require_sqlite(connection)
        if how.startswith("mode=rw"):
            # The file alone holds all tables: whoever copies it without its log has no empty store.
            version = schema.version_of(connection, path)
            if version != schema.VERSION:
                bring_up = migrate if version else schema.create
                in_transaction(connection, lambda c: bring_up(c, path), WRITE)
            switch_to_wal(connection, timeout)
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
