"""What PostgreSQL reports, as the errors that a store has, each with what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from course_lib.errors import InvalidValue
from course_lib.store.errors import (
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
)

_LOCKED = "was locked by somebody else for too long, and nothing was written here: try again"
_WHAT_TO_DO: tuple[tuple[type[psycopg.Error], type[StoreError], str], ...] = (
    (errors.LockNotAvailable, StoreLocked, _LOCKED),
    (errors.DeadlockDetected, StoreLocked, _LOCKED),
    (errors.DiskFull, StoreFull, "has no room left, and nothing was written: make room"),
    (
        errors.ReadOnlySqlTransaction,
        StoreReadOnly,
        "may only be read, as on a standby, and nothing was written: name the primary server",
    ),
    (
        errors.InsufficientPrivilege,
        StoreReadOnly,
        "does not let this login do that, and nothing was written: GRANT chunks_reader to whoever "
        "reads, and chunks_writer to whoever writes",
    ),
    (
        errors.ProgramLimitExceeded,
        StoreError,
        "cannot hold a name, text or chunk of that size, and nothing was written: cut it smaller",
    ),
    (
        errors.QueryCanceled,
        StoreError,
        "ended the statement, for a time limit or by an administrator; nothing was written",
    ),
)


def name_of(conninfo: str) -> str:
    """Return which database a connection string names, without its password.

    >>> name_of("postgresql://hazel:secret@db.example/course")
    'PostgreSQL database course at db.example as hazel'
    """
    if not isinstance(conninfo, str):
        raise InvalidValue(f"conninfo must be a connection string, got {type(conninfo).__name__}")
    try:
        parts = conninfo_to_dict(conninfo)
    except psycopg.ProgrammingError as error:
        raise InvalidValue(
            f"this is no connection string: write postgresql://USER@HOST/DATABASE ({error})"
        ) from None
    named = [f"PostgreSQL database {parts.get('dbname', '')}".strip()]
    for word, key in (("at", "host"), ("as", "user")):
        named += [f"{word} {parts[key]}"] if parts.get(key) else []
    return " ".join(named)


@contextmanager
def translated(conninfo: str) -> Iterator[None]:
    """Turn what the server or the line to it reports into a StoreError that says what to do."""
    name = name_of(conninfo)
    try:
        yield
    except psycopg.Error as error:
        for reported, kind, words in _WHAT_TO_DO:
            if isinstance(error, reported):
                raise kind(f"{name} {words} ({_first_line(error)})") from error
        if isinstance(error, psycopg.OperationalError):
            raise StoreUnreachable(
                f"{name} does not answer, or does not let you in, and nothing was written: see "
                f"that the server runs and that the connection string is right "
                f"({_first_line(error)})"
            ) from error
        raise StoreError(
            f"{name} refuses a statement, and nothing was written: see that nobody changed the "
            f"schema chunks ({_first_line(error)})"
        ) from error


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().split("\n")[0]
