"""The index of words of each scope: made with the first source, dropped with the last."""

import sqlite3

from course_lib.guardrails import Scope
from course_lib.store.schema import words_statements
from course_lib.store.scores import words_in


def scope_number(connection: sqlite3.Connection, scope: Scope) -> int:
    """Return the number of a scope; the first time, make its index."""
    values = (scope.tenant, scope.environment)
    found = connection.execute(
        "SELECT scope_id FROM scope WHERE tenant = ? AND environment = ?", values
    ).fetchall()
    if found:
        return int(found[0][0])
    made = connection.execute(
        "INSERT INTO scope (tenant, environment) VALUES (?, ?)", values
    ).lastrowid
    assert made is not None
    for statement in words_statements(made):
        connection.execute(statement)
    return made


def forget_scope(connection: sqlite3.Connection, scope_id: int) -> None:
    """Drop the index of a scope that has no label any more."""
    gone = connection.execute(
        "DELETE FROM scope WHERE scope_id = ? AND NOT EXISTS (SELECT 1 FROM label"
        " WHERE label.tenant = scope.tenant AND label.environment = scope.environment)",
        (scope_id,),
    )
    if gone.rowcount:
        connection.execute(f"DROP TABLE words_{scope_id}")
        connection.execute(f"DROP VIEW read_{scope_id}")


def add_words(connection: sqlite3.Connection, scope_id: int, source_key: int) -> None:
    """Put a stored source's chunks into the index, all at once: it writes at each statement."""
    connection.execute(
        f"INSERT INTO words_{scope_id} (rowid, context, text)"
        f" SELECT word_key, context, text FROM read_{scope_id} WHERE source_key = ?"
        " ORDER BY word_key",
        (source_key,),
    )
    _count(connection, scope_id, source_key, 1)


def remove_words(connection: sqlite3.Connection, scope_id: int, source_key: int) -> None:
    """Take a source's chunks out of the index, given exactly the words that it was given before."""
    _count(connection, scope_id, source_key, -1)
    connection.execute(
        f"INSERT INTO words_{scope_id} (words_{scope_id}, rowid, context, text)"
        f" SELECT 'delete', word_key, context, text FROM read_{scope_id} WHERE source_key = ?",
        (source_key,),
    )


def _count(connection: sqlite3.Connection, scope_id: int, source_key: int, factor: int) -> None:
    """Count a source's chunks and words in with its label, or out."""
    sizes = connection.execute(
        f"SELECT sz FROM read_{scope_id} JOIN words_{scope_id}_docsize ON id = word_key"
        " WHERE source_key = ?",
        (source_key,),
    ).fetchall()
    connection.execute(
        "UPDATE label SET chunks = chunks + ?, words = words + ?"
        " WHERE label_id = (SELECT label_id FROM source WHERE source_key = ?)",
        (factor * len(sizes), factor * sum(words_in(size) for (size,) in sizes), source_key),
    )
