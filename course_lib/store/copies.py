"""A store's file as a whole: copied for a check, backed up, restored, made small."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from course_lib.store.connection import StoreFile, empty_log
from course_lib.store.errors import (
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    is_full,
    temporary_folder,
    translate_sqlite_errors,
    translate_temporary_errors,
)
from course_lib.store.faults import check
from course_lib.store.state import COUNTER, State, read_state, renew_state
from course_lib.store.transaction import WRITE, in_transaction, rows

_STEPS = 1024  # pages that are copied before anybody may say stop
_ROOM = 1_000_000  # names of changes, for whoever writes while a restored file is being prepared
_PART = "-part"
_INDEXES = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"


@contextmanager
def of_one_moment(file: StoreFile) -> Iterator[sqlite3.Connection]:
    """Yield a copy of all that is stored at one moment, in a temporary file that SQLite deletes."""
    with (
        closing(sqlite3.connect("", isolation_level=None)) as copy,
        translate_temporary_errors(file.path),
    ):
        file.read(lambda connection: _copy(connection, copy, file.path))
        yield copy


def _copy(connection: sqlite3.Connection, copy: sqlite3.Connection, path: str) -> None:
    with translate_temporary_errors(path):
        connection.backup(copy)


def backup(file: StoreFile, path: str) -> None:
    """Write all that is stored at this moment into a new file, whole or not at all."""
    if os.path.lexists(path):
        raise StoreError(f"{path} is there already, and was left as it is: name a new file")
    part = Path(path + _PART)
    with suppress(OSError):  # left by a killed process; what else it may be shows on writing
        part.unlink()
    try:

        def write(connection: sqlite3.Connection) -> None:
            with translate_sqlite_errors(path, file.timeout):
                connection.execute("VACUUM INTO ?", (str(part),))
                with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                    in_transaction(copy, become_another_file, WRITE)

        file.read(write)
        part.rename(path)
    finally:
        with suppress(OSError):
            part.unlink()


def restore(file: StoreFile, path: str) -> None:
    """Put all that a backup holds in place of all that is stored, in one transaction.

    The file stays the same one, so that whoever has it open sees what is restored.
    """
    source = StoreFile(path, file.timeout, read_only=True)
    try:
        with of_one_moment(source) as copy:
            report = check(copy)
            if not report.clean:
                raise StoreDamaged(f"{path} is damaged, and nothing was restored: {report}")
            file.write(lambda connection: _continue_as(copy, read_state(connection)))
            file.read(lambda connection: _bring_in(file, copy, connection))
    finally:
        source.close()


def compact(file: StoreFile) -> None:
    """Write the file and its index anew: no word of what was deleted is left in file or log."""

    def rebuild(connection: sqlite3.Connection) -> None:
        for (table,) in rows(connection, _INDEXES):
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")

    file.write(rebuild)
    file.read(lambda connection: _vacuum(connection, file.path))
    file.write(lambda connection: None)
    file.read(empty_log)


def _vacuum(connection: sqlite3.Connection, path: str) -> None:
    """Write the file anew, which takes room in the temporary folder, and then in the log."""
    try:
        connection.execute("VACUUM")
    except sqlite3.DatabaseError as error:
        if not is_full(error):
            raise
        raise StoreFull(
            f"there is no room for a second copy of {path}, in the temporary folder "
            f"{temporary_folder()} or beside the file: nothing was changed; make room"
        ) from error


def become_another_file(connection: sqlite3.Connection) -> None:
    """Give a copy an identity of its own: a log of its original is not its log."""
    connection.execute("UPDATE store_state SET file_id = hex(randomblob(16))")
    renew_state(connection)


def _continue_as(copy: sqlite3.Connection, state: State) -> None:
    """Let the copy be the next state of that file."""
    later = int(state.change[:COUNTER]) + _ROOM
    copy.execute(
        "UPDATE store_state SET file_id = ?, previous = ?, more_in_log = 0,"
        f" change = printf('%0{COUNTER}d-', ?) || hex(randomblob(8))",
        (state.file_id, state.change, later),
    )


def _bring_in(file: StoreFile, copy: sqlite3.Connection, connection: sqlite3.Connection) -> None:
    deadline = time.monotonic() + file.timeout

    def stop(status: int, left: int, pages: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise StoreLocked(
                f"{file.path} is locked: somebody else has been writing for {file.timeout:g} s, "
                "and nothing was restored; try again"
            )

    copy.backup(connection, pages=_STEPS, progress=stop, sleep=0.01)
    rows(connection, "PRAGMA wal_checkpoint(PASSIVE)")
