"""The two ways in which a store changes: a source replaced whole, and a source deleted."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, Protocol, TypeAlias

from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.errors import InvalidType
from course_lib.guardrails import Scope
from course_lib.store.errors import StoreStale
from course_lib.store.rows import (
    ChunkRow,
    chunk_row,
    digest_of,
    label_row,
    moment_of,
    require_sound,
    source_row,
)
from course_lib.store.transaction import Transactions
from course_lib.store.words import add_words, forget_scope, remove_words, scope_number

Source: TypeAlias = tuple[Document, list[Chunk], str, str]  # with made_by and origin


@dataclass(frozen=True, slots=True)
class Change:
    """What a replacement did to the source, and how many chunks went and came."""

    status: Literal["inserted", "replaced", "unchanged"]
    removed: int
    inserted: int

    def __str__(self) -> str:
        if self.status == "unchanged":
            return "unchanged"
        return f"{self.status}: {self.removed} chunks removed, {self.inserted} inserted"


class _Stored(NamedTuple):
    source_key: int
    label_id: int
    digest: str
    updated_at: str
    scope_id: int


class Version(Protocol):
    """What must be known of a stored version before another takes its place."""

    @property
    def digest(self) -> str:
        """The digest of all that was stored."""

    @property
    def updated_at(self) -> str:
        """Its time, in ISO 8601."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms a version may be replaced: by any, or only by what knows it and is newer."""

    expected: str | None = None  # the digest that must be stored; "" if none may be
    allow_older: bool = False

    def __post_init__(self) -> None:
        if self.expected is not None and not isinstance(self.expected, str):
            raise InvalidType(
                f"expected must be a StoredSource's digest, or '' for none, got {self.expected!r}"
            )

    def check(self, stored: Version | None, document: Document, digest: str) -> None:
        """Raise StoreStale where what is stored must stay."""
        name = f"{document.source_id} in {document.scope}"
        found = stored.digest if stored else ""
        if self.expected is not None and found != self.expected:
            now = "was changed by somebody else" if stored else "is not there any more"
            raise StoreStale(
                f"{name} {now if self.expected else 'is there already'}: nothing was written; "
                "read it again, then decide"
            )
        if stored is None or found == digest or self.allow_older:
            return
        if datetime.fromisoformat(stored.updated_at) > document.updated_at:
            raise StoreStale(
                f"{name} is stored as of {stored.updated_at}, and this is of "
                f"{document.updated_at.isoformat()}: nothing was written; if the older one is "
                "right, as from a restored file, say allow_older=True"
            )


def replace_source(file: Transactions, source: Source, terms: Terms) -> Change:
    """Put a document and its chunks in place of what its source had, in one transaction."""
    require_sound(*source)
    document, chunks, _, _ = source
    digest = digest_of(*source)
    stored = file.read(lambda connection: _find(connection, document.scope, document.source_id))
    if stored and stored.digest == digest:  # no need to wait for a writer only to write nothing
        terms.check(stored, document, digest)
        return Change("unchanged", 0, 0)
    made = [chunk_row(chunk, digest) for chunk in chunks]  # before the lock is taken
    return file.write(lambda connection: _put(connection, source, made, digest, terms))


def put_all(
    file: Transactions,
    sources: Iterable[Source],
    terms: Terms,
    delete: Iterable[tuple[Scope, str]] = (),
) -> list[Change]:
    """Delete some sources, and put documents in place of what others had, in one transaction."""

    def put_one(connection: sqlite3.Connection, source: Source) -> Change:
        require_sound(*source)
        digest = digest_of(*source)
        made = [chunk_row(chunk, digest) for chunk in source[1]]
        return _put(connection, source, made, digest, terms)

    def work(connection: sqlite3.Connection) -> list[Change]:
        for scope, source_id in delete:
            _remove(connection, scope, source_id)
        return [put_one(connection, source) for source in sources]

    return file.write(work)


def delete_source(file: Transactions, scope: Scope, source_id: str) -> int:
    """Delete a source with all its chunks; return how many there were, 0 without such a source."""
    return file.write(lambda connection: _remove(connection, scope, source_id), frees=True)


def _put(
    connection: sqlite3.Connection,
    source: Source,
    made: Sequence[ChunkRow],
    digest: str,
    terms: Terms,
) -> Change:
    document, _, made_by, origin = source
    stored = _find(connection, document.scope, document.source_id)
    terms.check(stored, document, digest)
    if stored and stored.digest == digest:
        return Change("unchanged", 0, 0)
    removed = _delete(connection, stored) if stored else 0
    insert_source(connection, document, made, digest, made_by, origin)
    if stored:
        _forget_label(connection, stored)
    return Change("replaced" if stored else "inserted", removed, len(made))


def _remove(connection: sqlite3.Connection, scope: Scope, source_id: str) -> int:
    try:
        stored = _find(connection, scope, source_id)
    except UnicodeEncodeError:  # a name with a lone surrogate was never stored
        return 0
    if stored is None:
        return 0
    removed = _delete(connection, stored)
    _forget_label(connection, stored)
    return removed


def _find(connection: sqlite3.Connection, scope: Scope, source_id: str) -> _Stored | None:
    found = connection.execute(
        "SELECT source_key, label_id, digest, updated_at, scope_id"
        " FROM source JOIN scope USING (tenant, environment)"
        " WHERE tenant = ? AND environment = ? AND source_id = ?",
        (scope.tenant, scope.environment, source_id),
    ).fetchall()
    return _Stored(*found[0]) if found else None


def _delete(connection: sqlite3.Connection, stored: _Stored) -> int:
    remove_words(connection, stored.scope_id, stored.source_key)
    gone = connection.execute("DELETE FROM chunk WHERE source_key = ?", (stored.source_key,))
    connection.execute("DELETE FROM source WHERE source_key = ?", (stored.source_key,))
    return gone.rowcount


def _label(connection: sqlite3.Connection, document: Document) -> int:
    """Return the number of the document's label; equal labels have the same one."""
    values = label_row(document)
    found = connection.execute(
        "SELECT label_id FROM label"
        " WHERE tenant = ? AND environment = ? AND doc_type = ? AND acl_roles = ?",
        values,
    ).fetchall()
    if found:
        return int(found[0][0])
    [(free,)] = connection.execute("SELECT min(label_id) FROM free_label").fetchall()
    connection.execute("DELETE FROM free_label WHERE label_id = ?", (free,))
    made = connection.execute(
        "INSERT INTO label (label_id, tenant, environment, doc_type, acl_roles)"
        " VALUES (?, ?, ?, ?, ?)",  # without a free number, the one after the highest
        (free, *values),
    ).lastrowid
    assert made is not None
    connection.executemany(
        "INSERT INTO label_role (role, label_id) VALUES (?, ?)",
        [(role, made) for role in sorted(document.acl_roles)],
    )
    return made


def _forget_label(connection: sqlite3.Connection, stored: _Stored) -> None:
    """Delete a label that no source has any more: it still names a tenant and its roles."""
    connection.execute(
        "DELETE FROM label WHERE label_id = ? AND NOT EXISTS"
        " (SELECT 1 FROM source WHERE source.label_id = label.label_id)",
        (stored.label_id,),
    )
    forget_scope(connection, stored.scope_id)


def insert_source(
    connection: sqlite3.Connection,
    document: Document,
    made: Sequence[ChunkRow],
    digest: str,
    made_by: str,
    origin: str,
) -> None:
    """Write a source that is not there, with its chunks; to be called inside a transaction."""
    name, tenant, environment, _, _, *described = source_row(document, made_by, origin, digest)
    scope_id = scope_number(connection, document.scope)
    source_key = connection.execute(
        "INSERT INTO source (source_id, tenant, environment, label_id, moment, text, updated_at,"
        " metadata, doc_id, characters, made_by, origin, digest, seal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            name,
            tenant,
            environment,
            _label(connection, document),
            moment_of(document.updated_at),
            document.text,
            *described,
        ),
    ).lastrowid
    connection.executemany(
        "INSERT INTO chunk (source_key, number, char_start, char_end, chunk_sha256, context,"
        " context_words, text_words, seal, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(source_key, *row) for row in made],
    )
    assert source_key is not None
    add_words(connection, scope_id, source_key)
