"""What a caller asks of a store, checked in the same words whatever holds the chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue, require_int
from course_lib.guardrails import Scope, require_scope, require_source_id
from course_lib.store.rows import require_storable
from course_lib.store.terms import match_phrases

MOST_VALUES = 30_000  # that SQLite binds in one statement
LARGEST = 2**62


def phrases_of(query: str) -> list[str]:
    """Return a query's words; raises InvalidType for what is no string."""
    if not isinstance(query, str):
        raise InvalidType(f"query must be a str of words, got {query!r}")
    return match_phrases(query)


def require_numbers(k: int, neighbours: int) -> None:
    """Raise InvalidType or InvalidValue unless both can be counts of chunks."""
    for name, number, least in (("k", k, 1), ("neighbours", neighbours, 0)):
        require_int(name, number)
        if number < least:
            words = "ask for one chunk or more" if least else "0 is none"
            kind = "positive" if least else "0 or more"
            raise InvalidValue(f"{name} must be {kind}, got {number}: {words}")


def roles_of(identity: Identity) -> list[str]:
    """Return the roles of whoever asks, sorted; raises InvalidType or InvalidValue for nobody."""
    if not isinstance(identity, Identity):
        raise InvalidType(f"identity must be an Identity, got {identity!r}: say who asks")
    roles = sorted(identity.roles)
    if len(roles) > MOST_VALUES:
        raise InvalidValue(f"{len(roles):,} roles are more than {MOST_VALUES:,}")
    require_storable("the identity:", identity.scope.tenant, identity.scope.environment, *roles)
    return roles


def as_list(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Return chunks as a list; raises InvalidType for what holds none, such as a chunker."""
    if not isinstance(chunks, Iterable):
        raise InvalidType(
            f"chunks must be Chunks, got one {type(chunks).__name__}: write chunker.split(document)"
        )
    return list(chunks)


def with_origin(
    documents: Iterable[tuple[Document, Iterable[Chunk], str]], origin: str
) -> Iterator[tuple[Document, list[Chunk], str, str]]:
    """Yield each document with chunks, what made them, and their origin, when its turn comes."""
    for document, chunks, made_by in _tuples(
        documents, "documents", "document", "chunks", "made_by"
    ):
        yield document, as_list(chunks), made_by, origin


def addresses(sources: Iterable[tuple[Scope, str]]) -> list[tuple[Scope, str]]:
    """Return the scopes and source_ids of what is to be deleted, once all are seen to be such."""
    found = list(_tuples(sources, "delete", "scope", "source_id"))
    for scope, source_id in found:
        require_scope(scope)
        require_source_id(source_id)
    return found


def _tuples(given: Iterable[Any], what: str, *parts: str) -> Iterator[Any]:
    """Yield what is given, as soon as it is seen to be tuples of these parts."""
    shape = f"tuples ({', '.join(parts)})"
    if not isinstance(given, Iterable):
        raise InvalidType(f"{what} must be {shape}, got {type(given).__name__}")
    for each in given:
        if not isinstance(each, tuple) or len(each) != len(parts):
            raise InvalidType(f"{what} must be {shape}, got {repr(each)[:60]}")
        yield each
