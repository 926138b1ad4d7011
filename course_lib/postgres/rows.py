"""What a document and its chunks are in PostgreSQL's tables, and how they come back the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from course_lib.chunk import Chunk, hash_text
from course_lib.document import Document, InvalidText
from course_lib.guardrails import Guardrails, Scope
from course_lib.postgres.words import vectors
from course_lib.store.rows import DamagedRow, StoredSource, as_json, moment_of
from course_lib.store.write import Source

GUARDRAILS = (
    "source.source_id, source.tenant, source.environment, source.doc_type, source.acl_roles,"
    " source.updated_at, source.metadata"
)
SOURCE = (
    f"{GUARDRAILS}, source.doc_id, source.characters, source.chunks, source.made_by, source.origin,"
    " source.digest"
)
CHUNK = (
    "chunk.text, chunk.char_start, chunk.char_end, chunk.chunk_sha256, chunk.number,"
    " source.doc_id, chunk.context"
)
JOINED = "chunks.chunk JOIN chunks.source USING (tenant, environment, source_id)"
COLUMNS_OF_CHUNK = COLUMNS_OF_GUARDRAILS = 7
INSERT_SOURCE = """
INSERT INTO chunks.source (tenant, environment, source_id, doc_type, acl_roles, updated_at, moment,
    metadata, doc_id, characters, chunks, made_by, origin, digest, text)
VALUES (%s, %s, %s, %s, %s::text[], %s, %s, %s::text[], %s, %s, %s, %s, %s, %s, %s)"""
INSERT_CHUNKS = """
INSERT INTO chunks.chunk (tenant, environment, source_id, acl_roles, number, char_start, char_end,
    chunk_sha256, context, words, text)
SELECT %s, %s, %s, %s::text[], * FROM unnest(%s::int[], %s::int[], %s::int[], %s::text[],
    %s::text[], %s::text[]::tsvector[], %s::bytea[])"""


def pair(name: str, value: str) -> str:
    """Return one entry of the metadata as it is stored, in ASCII: PostgreSQL's text has no NUL."""
    return as_json([name, value])


def is_storable(*names: str) -> bool:
    """Return whether PostgreSQL can hold these names; what it cannot hold was never stored."""
    return not any("\0" in name or any("\ud800" <= c <= "\udfff" for c in name) for name in names)


def require_without_nul(source: Source) -> None:
    """Raise InvalidText for a name that PostgreSQL cannot hold; the text itself may hold any."""
    document, _, made_by, origin = source
    for field, values in (
        ("source_id", [document.source_id]),
        ("scope", [document.scope.tenant, document.scope.environment]),
        ("doc_type", [document.doc_type]),
        ("acl_roles", sorted(document.acl_roles)),
        ("made_by", [made_by]),
        ("origin", [origin]),
    ):
        for value in values:
            if "\0" in value:
                raise InvalidText(
                    f"{field} {value!r} holds the character NUL, which no name in PostgreSQL can "
                    "hold; choose another name",
                    value.index("\0"),
                )


def source_row(source: Source, digest: str) -> tuple[Any, ...]:
    """Return the values of INSERT_SOURCE."""
    document, chunks, made_by, origin = source
    return (
        *_address(document),
        document.doc_type,
        sorted(document.acl_roles),
        document.updated_at.isoformat(),
        moment_of(document.updated_at),
        [pair(*item) for item in document.metadata.items()],
        document.doc_id,
        len(document.text),
        len(chunks),
        made_by,
        origin,
        digest,
        document.text.encode(),
    )


def chunk_columns(document: Document, chunks: Sequence[Chunk]) -> tuple[Any, ...]:
    """Return the values of INSERT_CHUNKS: whose they are, then a list for each column."""
    return (
        *_address(document),
        sorted(document.acl_roles),
        [chunk.index for chunk in chunks],
        [chunk.char_start for chunk in chunks],
        [chunk.char_end for chunk in chunks],
        [chunk.chunk_sha256 for chunk in chunks],
        [as_json(chunk.context) for chunk in chunks],
        vectors(chunks),
        [chunk.text.encode() for chunk in chunks],
    )


def read_guardrails(row: Sequence[Any]) -> Guardrails:
    """Make guardrails of the columns of GUARDRAILS; raises ValueError or TypeError if damaged."""
    source_id, tenant, environment, doc_type, acl_roles, updated_at, metadata = row
    return Guardrails(
        source_id=source_id,
        scope=Scope(tenant, environment),
        doc_type=doc_type,
        acl_roles=acl_roles,
        updated_at=datetime.fromisoformat(updated_at),
        metadata=dict(json.loads(item) for item in metadata),
    )


def read_source(row: Sequence[Any]) -> StoredSource:
    """Make a description of the columns of SOURCE."""
    return StoredSource(read_guardrails(row[:COLUMNS_OF_GUARDRAILS]), *row[COLUMNS_OF_GUARDRAILS:])


def read_document(text: bytes, doc_id: str, guardrails: Sequence[Any]) -> Document:
    """Make a document; raises DamagedRow, or what a damaged text raises."""
    document = Document(text.decode(), read_guardrails(guardrails))
    if document.doc_id != doc_id:
        raise DamagedRow("the text is not the one that was hashed")
    return document


def read_chunk(row: Sequence[Any], guardrails: Guardrails) -> Chunk:
    """Make a chunk of the columns of CHUNK; raises DamagedRow, or what a damaged text raises."""
    read, start, end, chunk_sha256, number, doc_id, context = row
    text = read.decode()
    if hash_text(text) != chunk_sha256 or end - start != len(text):
        raise DamagedRow(f"chunk {number} is not the one that was stored")
    return Chunk(
        text, start, end, chunk_sha256, number, doc_id, guardrails, tuple(json.loads(context))
    )


def _address(document: Document) -> tuple[str, str, str]:
    return document.scope.tenant, document.scope.environment, document.source_id
