"""Reading a store: whatever comes back has passed the guardrails in the statement that found it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.citation import Citation
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.guardrails import Guardrails, Scope
from course_lib.store.connection import StoreFile, rows
from course_lib.store.errors import NotVisible
from course_lib.store.rows import (
    CHUNK,
    GUARDRAILS,
    StoredSource,
    read_chunk,
    read_guardrails,
    require_storable,
)
from course_lib.store.schema import CHUNK_BITS, CHUNK_MASK
from course_lib.store.terms import match_expression

_MOST_VALUES = 30_000  # that SQLite binds in one statement
_LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found, its score (higher is better) and its citation, numbered by rank."""

    score: float
    chunk: Chunk
    citation: Citation


def search_chunks(
    file: StoreFile,
    query: str,
    identity: Identity,
    k: int,
    doc_types: Collection[str] | None,
) -> list[Hit]:
    """Rank what the identity may see, best first; equal scores in the order of their address."""
    words = match_expression(query)
    allowed, values = _allowed(identity, doc_types)
    if not words:
        return []
    most = min(k, _LARGEST)
    found = _found(
        file,
        f"""
        WITH passed AS MATERIALIZED (
            SELECT rowid AS word_key, bm25(chunk_words) AS worse
            FROM chunk_words
            WHERE chunk_words MATCH ? AND (rowid >> {CHUNK_BITS}) IN ({allowed})
        ),
        best AS (SELECT worse FROM passed ORDER BY worse LIMIT ?)
        SELECT -worse, {CHUNK}, {GUARDRAILS}
        FROM passed
        CROSS JOIN chunk ON chunk.chunk_key = (word_key & {CHUNK_MASK})
        CROSS JOIN source USING (source_key)
        CROSS JOIN label USING (label_id)
        WHERE worse <= (SELECT max(worse) FROM best)
        ORDER BY worse, source.source_id, chunk.number
        LIMIT ?
        """,
        (words, *values, most, most),
    )
    hits = []
    shared: dict[tuple[Any, ...], Guardrails] = {}
    for rank, (score, *row) in enumerate(found, 1):
        labels = tuple(row[7:])
        if labels not in shared:
            shared[labels] = read_guardrails(labels)
        chunk = read_chunk(row[:7], shared[labels])
        hits.append(Hit(score, chunk, Citation.of(chunk, rank)))
    return hits


def get_chunk(file: StoreFile, source_id: str, index: int, identity: Identity) -> Chunk:
    """Return one chunk; raises NotVisible alike for what is not there and what is not theirs."""
    allowed, values = _allowed(identity)
    number = max(-1, min(index, _LARGEST))
    found = _found(
        file,
        f"SELECT {CHUNK}, {GUARDRAILS} FROM source JOIN label USING (label_id)"
        " JOIN chunk USING (source_key) WHERE source.tenant = ? AND source.environment = ?"
        f" AND source.source_id = ? AND chunk.number = ? AND source.label_id IN ({allowed})",
        (*_address(identity.scope, source_id), number, *values),
    )
    if not found:
        raise NotVisible(f"{identity.user_id} sees no chunk {index} of {source_id!r}")
    return read_chunk(found[0][:7], read_guardrails(found[0][7:]))


def get_document(file: StoreFile, source_id: str, identity: Identity) -> Document:
    """Return a document; raises NotVisible alike for what is not there and what is not theirs."""
    allowed, values = _allowed(identity)
    found = _found(
        file,
        f"SELECT source.text, {GUARDRAILS} FROM source JOIN label USING (label_id)"
        " WHERE source.tenant = ? AND source.environment = ? AND source.source_id = ?"
        f" AND source.label_id IN ({allowed})",
        (*_address(identity.scope, source_id), *values),
    )
    if not found:
        raise NotVisible(f"{identity.user_id} sees no source {source_id!r} in {identity.scope}")
    return Document(found[0][0], read_guardrails(found[0][1:]))


def visible_sources(file: StoreFile, identity: Identity) -> list[StoredSource]:
    """List the sources that the identity may see, by name."""
    allowed, values = _allowed(identity)
    return _sources(file, f"source.label_id IN ({allowed})", values)


def all_sources(file: StoreFile, scope: Scope | None) -> list[StoredSource]:
    """List every source of a scope, or of all scopes, whoever may see it."""
    if scope is None:
        return _sources(file, "true", [])
    where = "source.tenant = ? AND source.environment = ?"
    return _sources(file, where, [scope.tenant, scope.environment])


def _sources(file: StoreFile, where: str, values: list[str]) -> list[StoredSource]:
    found = _found(
        file,
        "SELECT source.doc_id, source.characters,"
        " (SELECT count(*) FROM chunk WHERE chunk.source_key = source.source_key),"
        f" source.made_by, source.digest, {GUARDRAILS}"
        f" FROM source JOIN label USING (label_id) WHERE {where}"
        " ORDER BY source.tenant, source.environment, source.source_id",
        values,
    )
    return [StoredSource(read_guardrails(row[5:]), *row[:5]) for row in found]


def _found(file: StoreFile, sql: str, values: Sequence[Any]) -> list[Any]:
    """Run a query; a name with a lone surrogate cannot be asked for, and was never stored."""
    try:
        return file.read(lambda connection: rows(connection, sql, values))
    except UnicodeEncodeError:
        return []


def _allowed(identity: Identity, doc_types: Collection[str] | None = None) -> tuple[str, list[str]]:
    """The labels that the identity may see, as SQL and its values: the rule of `visible`."""
    roles = sorted(identity.roles)
    values = [identity.scope.tenant, identity.scope.environment, *roles]
    sql = (
        "SELECT label.label_id FROM label JOIN label_role USING (label_id)"
        f" WHERE label.tenant = ? AND label.environment = ? AND role IN ({_marks(roles)})"
    )
    if doc_types is not None:
        values += doc_types
        sql += f" AND label.doc_type IN ({_marks(doc_types)})"
    if len(values) > _MOST_VALUES:
        raise InvalidValue(f"{len(values):,} roles and doc_types are more than {_MOST_VALUES:,}")
    require_storable("the identity or doc_types:", *values)
    return sql, values


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


def _address(scope: Scope, source_id: str) -> tuple[str, str, str]:
    return scope.tenant, scope.environment, source_id
