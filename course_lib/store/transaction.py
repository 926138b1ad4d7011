"""The one place where a transaction begins and ends."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

WRITE = "BEGIN IMMEDIATE"


class Transactions(Protocol):
    """What runs a piece of work on a store's file, as `StoreFile` does."""

    def read(self, work: Work[T]) -> T:
        """Run one statement that writes nothing."""

    def write(self, work: Work[T], *, frees: bool = False) -> T:
        """Run the work in one transaction: all of it is written, or nothing."""


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


def rows(connection: sqlite3.Connection, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """Run one query and read all of it: a half-read one would hold an old state of the file.

    Text that is no UTF-8 any more comes back with surrogates in it, which no stored text holds.
    """
    try:
        return connection.execute(sql, values).fetchall()
    except sqlite3.OperationalError as error:
        if "Could not decode" not in str(error):
            raise
    connection.text_factory = lambda data: data.decode(errors="surrogateescape")
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.text_factory = str
