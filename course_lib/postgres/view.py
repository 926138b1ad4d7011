"""What one identity may read of a store in PostgreSQL: the policies choose, here nothing does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.citation import Citation
from course_lib.document import Document
from course_lib.errors import require_int
from course_lib.guardrails import require_source_id
from course_lib.postgres.connection import Connection, T, Who, Work, reader
from course_lib.postgres.rows import (
    CHUNK,
    COLUMNS_OF_CHUNK,
    GUARDRAILS,
    JOINED,
    SOURCE,
    is_storable,
    pair,
    read_chunk,
    read_document,
    read_guardrails,
    read_source,
)
from course_lib.postgres.words import any_of
from course_lib.store.asked import LARGEST, phrases_of, require_numbers
from course_lib.store.damage import left_out, refused, require_visible
from course_lib.store.errors import NotVisible
from course_lib.store.filters import Filters
from course_lib.store.hits import Hit
from course_lib.store.protocol import Reader
from course_lib.store.rows import StoredSource, moment_of

_ONE = f"SELECT {CHUNK}, {GUARDRAILS} FROM {JOINED}"
_LAST = 2**31 - 1  # of a chunk's number
_BY_LENGTH = 1  # of ts_rank: divided by 1 + the logarithm of the chunk's length
_BEST = f"""
WITH best AS MATERIALIZED (
    SELECT tenant, environment, source_id, number,
        ts_rank(words, %s::tsquery, {_BY_LENGTH}) AS score
    FROM {{among}} WHERE words @@ %s::tsquery AND {{passes}}
    ORDER BY score DESC, source_id, number LIMIT %s)
SELECT score, {CHUNK}, {GUARDRAILS} FROM best
JOIN chunks.chunk USING (tenant, environment, source_id, number)
JOIN chunks.source USING (tenant, environment, source_id)
ORDER BY score DESC, source_id, number"""


class OneState(Protocol):
    """What runs a piece of work so that all its statements see one state of the store."""

    path: str

    def read(self, who: Who, work: Work[T]) -> T:
        """Run statements that write nothing."""


class PostgresView(Reader):
    """The reading half of a store in PostgreSQL, for one identity; see `Reader` and `View`.

    Scores are `ts_rank`: how often and in how long a text the words stand, and nothing about how
    rare they are. So no score depends on any other text at all. A search reads all chunks of the
    tenant, and takes longer the more there are; of other tenants its time tells nothing.
    """

    def __init__(self, store: OneState, identity: Identity) -> None:
        self._store, self._identity, self._who = store, identity, reader(identity)

    def __repr__(self) -> str:
        return f"<view of {self._store.path} for {self._identity.user_id}>"

    def search(
        self,
        query: str,
        k: int = 10,
        doc_types: Collection[str] | None = None,
        *,
        sources: Collection[str] | None = None,
        since: datetime | None = None,
        before: datetime | None = None,
        metadata: Mapping[str, str] | None = None,
        neighbours: int = 0,
    ) -> list[Hit]:
        """Return the k best chunks that hold a word of the query and that the identity may see."""
        words = any_of(phrases_of(query))
        require_numbers(k, neighbours)
        filters = Filters.of(doc_types, sources, since, before, metadata)

        def work(connection: Connection) -> list[Hit]:
            left = 0  # out, as damaged: as many more are asked for
            while True:
                statement = search_statement(words, filters, min(k + left, LARGEST))
                rows = connection.execute(*statement).fetchall()
                hits = self._hits(connection, rows, min(neighbours, _LAST))
                if len(rows) - len(hits) <= left:
                    return hits
                left = len(rows) - len(hits)

        return self._store.read(self._who, work) if words else []

    def count(
        self,
        query: str | None = None,
        doc_types: Collection[str] | None = None,
        *,
        sources: Collection[str] | None = None,
        since: datetime | None = None,
        before: datetime | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> int:
        """Return how many visible chunks hold a word of the query; None counts every chunk."""
        passes, values = _passes(Filters.of(doc_types, sources, since, before, metadata))
        if query is not None:
            words = any_of(phrases_of(query))
            passes, values = f"{passes} AND words @@ %s::tsquery", [*values, words]
            if not words:
                return 0
        sql = f"SELECT count(*) FROM {JOINED} WHERE {passes}"
        [[number]] = self._rows(sql, values)
        return int(number)

    def get(self, source_id: str, index: int) -> Chunk:
        """Return chunk number `index` of a source; raises NotVisible where there is none."""
        require_source_id(source_id)
        require_int("index", index)
        found = self._named(
            f"{_ONE} WHERE source_id = %s AND number = %s", source_id, max(-1, min(index, _LAST))
        )
        if not found:
            raise NotVisible(f"{self._identity.user_id} sees no chunk {index} of {source_id!r}")
        with refused(self._store.path, f"{source_id} in {self._identity.scope}"):
            return self._chunk(found[0])

    def document(self, source_id: str) -> Document:
        """Return a source's document; raises NotVisible where there is none."""
        require_source_id(source_id)
        scope = self._identity.scope
        found = self._named(
            f"SELECT text, doc_id, {GUARDRAILS} FROM chunks.source WHERE source_id = %s", source_id
        )
        if not found:
            raise NotVisible(f"{self._identity.user_id} sees no source {source_id!r} in {scope}")
        with refused(self._store.path, f"{source_id} in {scope}"):
            [(text, doc_id, *labels)] = found
            document = read_document(text, doc_id, labels)
            require_visible(document, self._identity)
            return document

    def sources(self) -> list[StoredSource]:
        """List the sources that the identity may see, in the order of their names."""

        def work(connection: Connection) -> list[StoredSource]:
            return list_sources(connection, self._store.path, self._require)

        return self._store.read(self._who, work)

    def _require(self, source: StoredSource) -> None:
        require_visible(source, self._identity)

    def _hits(self, connection: Connection, rows: Sequence[Any], neighbours: int) -> list[Hit]:
        """Return hits in the order of the rows; what is damaged is left out, with a warning."""
        hits: list[Hit] = []
        for score, *row in rows:
            with left_out(self._store.path, row[COLUMNS_OF_CHUNK:]):
                chunk = self._chunk(row)
                beside = _neighbours(connection, chunk, neighbours)
                hits.append(Hit(score, chunk, Citation.of(chunk, len(hits) + 1), beside))
        return hits

    def _chunk(self, row: Sequence[Any]) -> Chunk:
        chunk = read_chunk(row[:COLUMNS_OF_CHUNK], read_guardrails(row[COLUMNS_OF_CHUNK:]))
        require_visible(chunk, self._identity)
        return chunk

    def _named(self, sql: str, source_id: str, *values: object) -> list[Any]:
        """Run a query about one source; a name that PostgreSQL cannot hold was never stored."""
        return self._rows(sql, [source_id, *values]) if is_storable(source_id) else []

    def _rows(self, sql: str, values: Sequence[object]) -> list[Any]:
        return self._store.read(self._who, lambda c: c.execute(sql, values).fetchall())


def list_sources(
    connection: Connection, path: str, require: Callable[[StoredSource], None] | None = None
) -> list[StoredSource]:
    """List what one may see, in the order of names; a damaged one is left out with a warning."""
    listed: list[StoredSource] = []
    for row in connection.execute(f"SELECT {SOURCE} FROM chunks.source ORDER BY source_id"):
        with left_out(path, row):
            source = read_source(row)
            if require:
                require(source)
            listed.append(source)
    return listed


def search_statement(words: str, filters: Filters, k: int) -> tuple[str, list[Any]]:
    """Return the statement that ranks, and its values: which rows it sees, the policies say."""
    passes, values = _passes(filters)
    among = JOINED if filters else "chunks.chunk"
    return _BEST.format(among=among, passes=passes), [words, words, *values, k]


def _passes(filters: Filters) -> tuple[str, list[Any]]:
    """Return what a search is narrowed to, as SQL and its values."""
    conditions: list[str] = ["true"]
    values: list[Any] = []
    for condition, value in (
        ("source.doc_type = ANY (%s::text[])", _names(filters.doc_types)),
        ("source_id = ANY (%s::text[])", _names(filters.sources)),
        ("source.moment >= %s", filters.since and moment_of(filters.since)),
        ("source.moment < %s", filters.before and moment_of(filters.before)),
        ("source.metadata @> %s::text[]", [pair(*i) for i in filters.metadata.items()] or None),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    return " AND ".join(conditions), values


def _names(names: tuple[str, ...] | None) -> list[str] | None:
    return None if names is None else [name for name in names if is_storable(name)]


def _neighbours(connection: Connection, chunk: Chunk, number: int) -> tuple[Chunk, ...]:
    """Return the chunks at most so far before and after one, of the same version."""
    if not number:
        return ()
    found = connection.execute(
        f"SELECT {CHUNK} FROM {JOINED} WHERE source_id = %s"
        " AND number BETWEEN %s AND %s AND number <> %s ORDER BY number",
        (chunk.source_id, chunk.index - number, min(chunk.index + number, _LAST), chunk.index),
    )
    return tuple(read_chunk(row, chunk.guardrails) for row in found)
