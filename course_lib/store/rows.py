"""What a document and its chunks are in the tables, and how they come back the same."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeAlias

from course_lib.chunk import Chunk, check_span
from course_lib.document import Document, InvalidText, encode
from course_lib.errors import InvalidType, InvalidValue
from course_lib.guardrails import Guarded, Guardrails, Scope
from course_lib.store.terms import as_indexed

GUARDRAILS = (
    "source.source_id, source.tenant, source.environment, label.doc_type, label.acl_roles,"
    " source.updated_at, source.metadata, source.doc_id, source.characters, source.made_by,"
    " source.origin, source.digest, source.seal"
)
CHUNK = (
    "chunk.text, chunk.char_start, chunk.char_end, chunk.chunk_sha256, chunk.number,"
    " source.doc_id, chunk.context, source.digest, chunk.seal"
)
_ENCODER = json.JSONEncoder(separators=(",", ":"))  # dumps would make one at each call
COLUMNS_OF_CHUNK = 9
UNREADABLE = (ValueError, TypeError, RecursionError)  # what reading a damaged row raises
_FIRST_MOMENT = datetime(1970, 1, 1, tzinfo=UTC)


class DamagedRow(ValueError):
    """What was read is not what was stored."""


ChunkRow: TypeAlias = tuple[int, int, int, str, str, str | None, str | None, str, str]


@dataclass(frozen=True, slots=True)
class StoredSource(Guarded):
    """One stored source, without its text: its labels, its hash and how many chunks it has.

    `made_by` and `origin` are what `replace` was told of the chunker and of the place that the text
    came from; `digest` stands for all that was stored.
    """

    guardrails: Guardrails
    doc_id: str
    characters: int
    chunks: int
    made_by: str
    origin: str
    digest: str


def seal_of(values: Sequence[Any]) -> str:
    """Hash what stands in a row, so that no damaged one is taken for what was stored."""
    return sha256(ascii([*values]).encode()).hexdigest()[:32]  # half as long as JSON takes


def read_guardrails(row: Sequence[Any]) -> Guardrails:
    """Make guardrails of the columns of GUARDRAILS; raises one of UNREADABLE if it is damaged."""
    *sealed, seal = row
    if seal_of(sealed) != seal:
        raise DamagedRow("labels, date or description are not those that were stored")
    return make_guardrails(*sealed[:7])


def make_guardrails(
    source_id: str,
    tenant: str,
    environment: str,
    doc_type: str,
    acl_roles: str,
    updated_at: str,
    metadata: str,
) -> Guardrails:
    """Make guardrails of what stands in columns; raises one of UNREADABLE for what cannot be."""
    return Guardrails(
        source_id=source_id,
        scope=Scope(tenant, environment),
        doc_type=doc_type,
        acl_roles=json.loads(acl_roles),
        updated_at=datetime.fromisoformat(updated_at),
        metadata=json.loads(metadata),
    )


@lru_cache(1_000)
def share_guardrails(row: tuple[Any, ...]) -> Guardrails:
    """Do the same, and make one for all chunks of a source: guardrails never change."""
    return read_guardrails(row)


def read_source(row: Sequence[Any], chunks: int) -> StoredSource:
    """Make a description of the columns of GUARDRAILS and the number of its chunks."""
    doc_id, characters, made_by, origin, digest, _ = row[7:]
    return StoredSource(read_guardrails(row), doc_id, characters, chunks, made_by, origin, digest)


def read_document(text: str, row: Sequence[Any]) -> Document:
    """Make a document of its text and the columns of GUARDRAILS."""
    document = Document(text, read_guardrails(row))
    if document.doc_id != row[7]:
        raise DamagedRow("the text is not the one that was hashed")
    return document


def read_chunk(row: Sequence[Any], guardrails: Guardrails) -> Chunk:
    """Make a chunk of the columns of CHUNK; raises one of UNREADABLE if it is damaged."""
    text, *sealed, seal = row
    start, end, chunk_sha256, number, doc_id, context, _ = sealed
    if seal_of(sealed) != seal or sha256(text.encode()).hexdigest() != chunk_sha256:
        raise DamagedRow(f"chunk {number} is not the one that was stored")
    return Chunk(
        text, start, end, chunk_sha256, number, doc_id, guardrails, tuple(json.loads(context))
    )


def as_json(value: Any) -> str:
    """Write JSON in ASCII, so that every string comes back: NUL and lone surrogates too."""
    return _ENCODER.encode(value)


def label_row(document: Document) -> tuple[str, str, str, str]:
    """Return whose the document is and who may see it."""
    roles = as_json(sorted(document.acl_roles))
    return document.scope.tenant, document.scope.environment, document.doc_type, roles


def moment_of(moment: datetime) -> int:
    """Return a moment in microseconds since 1970: two that are equal have the same."""
    return (moment - _FIRST_MOMENT) // timedelta(microseconds=1)


def chunk_row(chunk: Chunk, digest: str) -> ChunkRow:
    """Return number, place, hash and context, what the index reads, the row's seal, the text."""
    context = as_json(chunk.context) if chunk.context else "[]"
    number, (start, end), hashed = chunk.index, chunk.span, chunk.chunk_sha256
    seal = seal_of([start, end, hashed, number, chunk.doc_id, context, digest])
    return number, start, end, hashed, context, *words_row(chunk), seal, chunk.text


def source_row(document: Document, made_by: str, origin: str, digest: str) -> tuple[Any, ...]:
    """Return the columns of GUARDRAILS, the seal included."""
    described = (
        document.source_id,
        *label_row(document),
        document.updated_at.isoformat(),
        as_json(dict(document.metadata)),
        document.doc_id,
        len(document.text),
        made_by,
        origin,
        digest,
    )
    return *described, seal_of(described)


def words_row(chunk: Chunk) -> tuple[str | None, str | None]:
    """Return what the index reads of the context, if any, and of the text, if it is not that."""
    context = "\n".join(chunk.context)
    words = as_indexed(chunk.text)
    return as_indexed(context) if context else None, None if words == chunk.text else words


def digest_of(document: Document, chunks: Sequence[Chunk], made_by: str, origin: str) -> str:
    """Hash all that a replacement would write: text, labels, chunks and where they came from."""
    described = [
        document.doc_id,
        document.source_id,
        *label_row(document),
        document.updated_at.isoformat(),
        list(document.metadata.items()),
        made_by,
        origin,
        [[*chunk.span, chunk.context] for chunk in chunks],
    ]
    return sha256(as_json(described).encode()).hexdigest()


def require_sound(document: Document, chunks: Sequence[Chunk], made_by: str, origin: str) -> None:
    """Raise InvalidValue or InvalidType unless these are chunks of this very document."""
    if not isinstance(document, Document):
        raise InvalidType(f"document must be a Document, got {type(document).__name__}")
    if not isinstance(made_by, str):
        raise InvalidType(f"made_by must be a str, got {made_by!r}; write repr(chunker)")
    if not isinstance(origin, str):
        raise InvalidType(f"origin must be a str, got {origin!r}; name where the text comes from")
    if not chunks and document.text.strip():
        raise InvalidValue(
            f"no chunks for {document.source_id}, whose text is not blank: it could never be "
            "found; cut it first, or delete it"
        )
    for number, chunk in enumerate(chunks):
        try:
            _require_sound_chunk(document, chunk, number)
        except (TypeError, ValueError) as error:
            kind = InvalidType if isinstance(error, TypeError) else InvalidValue
            raise kind(f"chunk {number} of {document.source_id}: {error}") from None
    scope = document.scope
    require_storable("source_id", document.source_id)
    require_storable("scope", scope.tenant, scope.environment)
    require_storable("doc_type", document.doc_type)
    require_storable("acl_roles", *document.acl_roles)
    require_storable("made_by", made_by)
    require_storable("origin", origin)


def _require_sound_chunk(document: Document, chunk: Chunk, number: int) -> None:
    if not isinstance(chunk, Chunk):
        raise InvalidType(f"got {type(chunk).__name__}; make chunks with a chunker or with cut")
    if chunk.doc_id != document.doc_id:
        raise InvalidValue("its doc_id is that of another text; cut the document that is stored")
    if chunk.index != number or type(chunk.index) is not int:
        raise InvalidValue(f"its index is {chunk.index!r}; chunks are numbered from 0, in order")
    if chunk.guardrails is not document.guardrails and chunk.guardrails != document.guardrails:
        raise InvalidValue("its guardrails are not the document's; cut the document that is stored")
    check_span(*chunk.span, len(document.text))
    if not chunk.verify(document.text):
        raise InvalidValue(
            f"its text or its hash is not that of characters {chunk.char_start}–{chunk.char_end}; "
            "cut the document that is stored"
        )
    if type(chunk.context) is not tuple or not all(isinstance(c, str) for c in chunk.context):
        raise InvalidType(f"context must be a tuple of strings, got {chunk.context!r}")
    require_storable("context", *chunk.context)


def require_storable(field: str, *values: str) -> None:
    """Raise InvalidText for a string that no file can hold."""
    for value in values:
        try:
            encode(value)
        except InvalidText as error:
            raise InvalidText(
                f"{field} {value!r} holds a lone surrogate, which no file can hold; replace it",
                error.position,
            ) from None
