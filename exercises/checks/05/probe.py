"""The store of exercise 05 and its leaks as they stand in the exercise: a test holds them equal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from course_lib.grading.served import open_database

ROLES = ["underwriter", "chief_underwriter", "claims_handler", "personnel", "contact_centre"]
ROWS = [
    (1, "marrow-quill", "prod", ["underwriter", "claims_handler"], "Lantern Row: premium goes up."),
    (2, "marrow-quill", "prod", ["chief_underwriter"], "Lantern Row: lowest premium 2,150."),
    (3, "marrow-quill", "dev", ["underwriter"], "Lantern Row: premium of a test, 1 crown."),
    (4, "marrow-quill", "prod", ["personnel"], "Rota of the claims desk, and each salary."),
    (5, "marrow-quill", "prod", ["contact_centre"], "A premium is paid by month or by year."),
    (6, "puddlewick", "prod", ["underwriter"], "Pumphouse: premium rises."),
    (7, "puddlewick", "prod", ["personnel"], "Salary of the desk head: 61,000 florins."),
    (8, "puddlewick", "prod", ["underwriter"], "Premium table."),
    (9, "puddlewick", "prod", ["underwriter", "contact_centre"], "Premium of Duck Lane."),
]
SCHEMA = """
CREATE TABLE chunks (id INTEGER PRIMARY KEY, tenant, environment, roles, text);
CREATE TABLE readers (chunk_id, role);
CREATE VIRTUAL TABLE words USING fts5(owner, body);
"""


def make_store(rows: Iterable[Any]) -> Any:
    """A database in memory; each row is (id, tenant, environment, roles, text)."""
    store = open_database()
    store.executescript(SCHEMA)
    for number, tenant, environment, roles, text in rows:
        chunk = (number, tenant, environment, ", ".join(roles), text)
        store.execute("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", chunk)
        store.executemany("INSERT INTO readers VALUES (?, ?)", [(number, role) for role in roles])
        word = "INSERT INTO words (rowid, owner, body) VALUES (?, ?, ?)"
        store.execute(word, (number, tenant, text))
    return store


def as_words(query: str) -> str:
    """Each word of the query in double quotes: words that must stand in the body, nothing else."""
    quoted = ['"' + word.replace('"', '""') + '"' for word in query.split()]
    return "body : (" + " ".join(quoted) + ")"


def best(store: Any, match: str, condition: str, values: list[Any], k: int) -> list[int]:
    """The ids of the k best chunks that match and meet the condition, the best first."""
    statement = (
        "SELECT chunks.id FROM words JOIN chunks ON chunks.id = words.rowid "
        f"WHERE words MATCH ? AND {condition} ORDER BY bm25(words), chunks.id LIMIT ?"
    )
    return [row[0] for row in store.execute(statement, [match, *values, k])]


def search_a(
    store: Any, query: str, tenant: str, environment: str, roles: list[str], k: int = 3
) -> list[int]:
    """Each role is looked for in the chunk's list of roles."""
    found = " OR ".join(["chunks.roles LIKE ?"] * len(roles)) or "FALSE"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND ({found})"
    values = [tenant, environment, *[f"%{role}%" for role in roles]]
    return best(store, as_words(query), condition, values, k)


def search_b(
    store: Any, query: str, tenant: str, environment: str, roles: list[str], k: int = 3
) -> list[int]:
    """Tenants are kept apart, and a reader needs one of the chunk's roles."""
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
    return best(store, as_words(query), f"chunks.tenant = ? AND {reader}", [tenant, *roles], k)


def search_c(
    store: Any, query: str, tenant: str, environment: str, roles: list[str], k: int = 3
) -> list[int]:
    """Where there are roles, the chunks are filtered by them."""
    condition, values = "chunks.tenant = ? AND chunks.environment = ?", [tenant, environment]
    if roles:
        marks = ", ".join("?" * len(roles))
        condition += f" AND chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
        values += roles
    return best(store, as_words(query), condition, values, k)


def search_d(
    store: Any, query: str, tenant: str, environment: str, roles: list[str], k: int = 3
) -> list[int]:
    """The index knows the owner, so it is asked for the tenant and the words together."""
    match = f'owner : "{tenant}" AND ({query})'
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
    return best(store, match, f"chunks.environment = ? AND {reader}", [environment, *roles], k)


def search_e(
    store: Any, query: str, tenant: str, environment: str, roles: list[str], k: int = 3
) -> list[int]:
    """The best k are found first; then those that this reader may not see are left out."""
    kept = []
    for number in best(store, as_words(query), "TRUE", [], k):
        chunk = store.execute("SELECT tenant, environment FROM chunks WHERE id = ?", [number])
        readers = store.execute("SELECT role FROM readers WHERE chunk_id = ?", [number])
        if chunk.fetchone() == (tenant, environment) and {row[0] for row in readers} & set(roles):
            kept.append(number)
    return kept
