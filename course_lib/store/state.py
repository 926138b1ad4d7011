"""The one row in which a file says of itself which one it is, and what was last done to it."""

import sqlite3
from typing import NamedTuple

COUNTER = 12  # digits, at the beginning of a change's name


class State(NamedTuple):
    """Which file it is, the name of its last change, and whether its log holds more than it."""

    file_id: str
    change: str
    more_in_log: int


def read_state(connection: sqlite3.Connection) -> State:
    """Return what the file and its log say together."""
    found = connection.execute("SELECT file_id, change, more_in_log FROM store_state").fetchall()
    return State(*found[0]) if found else State("", "", 0)


def renew_state(connection: sqlite3.Connection, more_in_log: int = 0) -> None:
    """Give the transaction a name of its own, in the order of time."""
    connection.execute(
        "UPDATE store_state SET previous = change, more_in_log = ?, change ="
        f" printf('%0{COUNTER}d-', substr(change, 1, {COUNTER}) + 1) || hex(randomblob(8))",
        (more_in_log,),
    )
