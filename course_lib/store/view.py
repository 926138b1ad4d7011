"""What one identity may read of a store: search, count, chunks, documents, sources."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Protocol

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.citation import Citation
from course_lib.document import Document
from course_lib.errors import require_int
from course_lib.guardrails import require_source_id
from course_lib.store.asked import LARGEST, phrases_of, require_numbers, roles_of
from course_lib.store.damage import index_read, left_out, refused, require_visible
from course_lib.store.errors import NotVisible
from course_lib.store.filters import Filters, marks
from course_lib.store.hits import Hit
from course_lib.store.protocol import Reader
from course_lib.store.rows import (
    CHUNK,
    COLUMNS_OF_CHUNK,
    GUARDRAILS,
    StoredSource,
    read_chunk,
    read_document,
    read_source,
    share_guardrails,
)
from course_lib.store.schema import CHUNK_MASK
from course_lib.store.scores import Collected, Scores, score_all
from course_lib.store.transaction import T, Work, rows

_ONE = (
    f"SELECT {CHUNK}, {GUARDRAILS} FROM chunk JOIN source USING (source_key)"
    " JOIN label USING (label_id)"
)


class OneState(Protocol):
    """What runs a piece of work so that all its statements see one state of the store."""

    path: str

    def read_together(self, work: Work[T]) -> T:
        """Run statements that write nothing."""


class View(Reader):
    """The reading half of a store, for one identity, which cannot be changed and cannot write.

    Made by `ChunkStore.as_(identity)`, where each call sees the newest state, or by
    `ChunkStore.snapshot(identity)`, where all calls see the same one.
    """

    def __init__(self, store: OneState, identity: Identity) -> None:
        self._store, self._identity = store, identity
        self._allowed, self._values = _allowed(identity)

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
        """Return the k best chunks that hold a word of the query and that the identity may see.

        A query is words, never a language of its own, and without a word in it nothing is found.
        The first 100 different words of its first 100,000 characters count. `doc_types`, `sources`
        (their source_id), `since` (updated then or later), `before` and `metadata` (these values,
        and any others) narrow the search; None lets everything pass. `neighbours` is how many
        chunks on each side of a hit come with it.

        Scores are BM25, and rarity and length are counted over what the identity may see in its
        scope: no hit, score or order depends on any other text. Time tells nothing of other scopes.
        Within a scope it grows with the number of all chunks there that hold a word of the query
        (a few microseconds each): whoever may search can estimate that number, and no more.
        Equal scores stand in the order of source_id and index. Raises InvalidType or InvalidValue
        for a k that is no whole number from 1 up, and for a filter that is none.
        """
        phrases = phrases_of(query)
        require_numbers(k, neighbours)
        filters = Filters.of(doc_types, sources, since, before, metadata)

        def work(connection: sqlite3.Connection) -> list[Hit]:
            scores = self._scores(connection, phrases, filters)
            return self._best(connection, scores, min(k, LARGEST), min(neighbours, LARGEST))

        return self._store.read_together(work)

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
        """Return how many visible chunks hold a word of the query; None counts every chunk.

        The filters are those of `search`.
        """
        filters = Filters.of(doc_types, sources, since, before, metadata)
        phrases = None if query is None else phrases_of(query)

        def work(connection: sqlite3.Connection) -> int:
            if phrases is None:
                _, labels, _ = self._labels(connection)
                return len(filters.chunks(connection, labels))
            return len(self._scores(connection, phrases, filters).bounds)

        return self._store.read_together(work)

    def get(self, source_id: str, index: int) -> Chunk:
        """Return chunk number `index` of a source in the identity's scope.

        Raises NotVisible (a LookupError) in the same words when it is not there and when it is not
        theirs, and StoreDamaged when it is not what was stored.
        """
        where, values = self._one_source(source_id)
        require_int("index", index)
        found = _rows(
            self._store,
            f"{_ONE} WHERE {where} AND chunk.number = ?",
            (*values, max(-1, min(index, LARGEST))),
        )
        if not found:
            raise NotVisible(f"{self._identity.user_id} sees no chunk {index} of {source_id!r}")
        with refused(self._store.path, f"{source_id} in {self._identity.scope}"):
            [row] = found
            chunk = read_chunk(row[:COLUMNS_OF_CHUNK], share_guardrails(row[COLUMNS_OF_CHUNK:]))
            require_visible(chunk, self._identity)
            return chunk

    def document(self, source_id: str) -> Document:
        """Return a source's document as it was given, all guardrails with it.

        Raises NotVisible (a LookupError) in the same words when it is not there and when it is not
        theirs, and StoreDamaged when it is not what was stored.
        """
        where, values = self._one_source(source_id)
        found = _rows(
            self._store,
            f"SELECT source.text, {GUARDRAILS} FROM source JOIN label USING (label_id)"
            f" WHERE {where}",
            values,
        )
        scope = self._identity.scope
        if not found:
            raise NotVisible(f"{self._identity.user_id} sees no source {source_id!r} in {scope}")
        with refused(self._store.path, f"{source_id} in {scope}"):
            [(text, *row)] = found
            document = read_document(text, row)
            require_visible(document, self._identity)
            return document

    def sources(self) -> list[StoredSource]:
        """List the sources that the identity may see, in the order of their names."""
        where = f"source.label_id IN ({self._allowed})"
        return list_sources(self._store, where, self._values, self._identity)

    def _scores(
        self, connection: sqlite3.Connection, phrases: list[str], filters: Filters
    ) -> Scores:
        """Return the scores of all that passes."""
        scope_id, labels, visible = self._labels(connection)
        if not phrases or not visible.words:
            return Scores(scope_id)
        with index_read(self._store.path, self._identity):
            scores = score_all(connection, scope_id, phrases, labels, visible)
        if filters:
            passed = filters.chunks(connection, labels)
            for key in [key for key in scores.bounds if key & CHUNK_MASK not in passed]:
                del scores.bounds[key]
        return scores

    def _labels(self, connection: sqlite3.Connection) -> tuple[int, set[int], Collected]:
        """Return the scope's number, the visible labels, and what there is under them."""
        found = rows(
            connection,
            "SELECT scope_id, label_id, chunks, words FROM label"
            f" JOIN scope USING (tenant, environment) WHERE label_id IN ({self._allowed})",
            self._values,
        )
        collected = Collected(sum(row[2] for row in found), sum(row[3] for row in found))
        return found[0][0] if found else 0, {row[1] for row in found}, collected

    def _best(
        self, connection: sqlite3.Connection, scores: Scores, k: int, neighbours: int
    ) -> list[Hit]:
        """Return the k best, in order; what is damaged is left out, and the next one moves up."""
        hits: list[Hit] = []
        while len(hits) < k and (best := self._ranked(connection, scores, k - len(hits))):
            for key, score in best:
                del scores.bounds[key]
                for row in rows(connection, f"{_ONE} WHERE chunk_key = ?", (key & CHUNK_MASK,)):
                    labels = row[COLUMNS_OF_CHUNK:]
                    with left_out(self._store.path, labels):
                        chunk = read_chunk(row[:COLUMNS_OF_CHUNK], share_guardrails(labels))
                        require_visible(chunk, self._identity)
                        beside = _neighbours(connection, key, chunk, neighbours)
                        citation = Citation.of(chunk, len(hits) + 1)
                        hits.append(Hit(score, chunk, citation, beside))
        return hits

    def _ranked(
        self, connection: sqlite3.Connection, scores: Scores, k: int
    ) -> list[tuple[int, float]]:
        """Return the k best with their scores, equal ones in the order of source_id and number."""
        with index_read(self._store.path, self._identity):
            best = scores.best(connection, k) if scores.bounds else {}
        among = {key & CHUNK_MASK: key for key in best}
        addressed = rows(
            connection,
            "SELECT chunk_key, source_id, number FROM json_each(?) AS among"
            " CROSS JOIN chunk ON chunk_key = among.value CROSS JOIN source USING (source_key)",
            (json.dumps(list(among)),),
        )
        # A damaged row, which is left out later, may hold no name or no number.
        addressed.sort(key=lambda row: (-best[among[row[0]]], row[1] or "", row[2] or 0))
        return [(among[key], best[among[key]]) for key, *_ in addressed[:k]]

    def _one_source(self, source_id: str) -> tuple[str, list[Any]]:
        """One source, if the identity may see it, as SQL and its values."""
        require_source_id(source_id)
        where = (
            "source.tenant = ? AND source.environment = ? AND source.source_id = ?"
            f" AND source.label_id IN ({self._allowed})"
        )
        return where, [*self._values[:2], source_id, *self._values]


def list_sources(
    store: OneState, where: str, values: Collection[Any], identity: Identity | None = None
) -> list[StoredSource]:
    """List sources in the order of their names; a damaged one is left out with a warning."""
    sql = (
        f"SELECT {GUARDRAILS},"
        " (SELECT count(*) FROM chunk WHERE chunk.source_key = source.source_key)"
        f" FROM source JOIN label USING (label_id) WHERE {where}"
        " ORDER BY source.tenant, source.environment, source.source_id"
    )
    listed: list[StoredSource] = []
    for *row, chunks in _rows(store, sql, values):
        with left_out(store.path, row):
            source = read_source(row, chunks)
            if identity:
                require_visible(source, identity)
            listed.append(source)
    return listed


def _rows(store: OneState, sql: str, values: Collection[Any]) -> list[Any]:
    """Run a query; a name with a lone surrogate cannot be asked for, and was never stored."""
    try:
        return store.read_together(lambda connection: rows(connection, sql, [*values]))
    except UnicodeEncodeError:
        return []


def _allowed(identity: Identity) -> tuple[str, list[str]]:
    """The labels that the identity may see, as SQL and its values: the rule of `visible`."""
    roles = roles_of(identity)
    values = [identity.scope.tenant, identity.scope.environment, *roles]
    sql = (
        "SELECT label.label_id FROM label JOIN label_role USING (label_id)"
        f" WHERE label.tenant = ? AND label.environment = ? AND role IN ({marks(roles)})"
    )
    return sql, values


def _neighbours(
    connection: sqlite3.Connection, key: int, chunk: Chunk, number: int
) -> tuple[Chunk, ...]:
    """Return the chunks at most so far before and after one, of the same version."""
    if not number:
        return ()
    found = rows(
        connection,
        f"{_ONE} WHERE source_key = (SELECT source_key FROM chunk WHERE chunk_key = ?)"
        " AND number BETWEEN ? AND ? AND number <> ? ORDER BY number",
        (key & CHUNK_MASK, chunk.index - number, chunk.index + number, chunk.index),
    )
    return tuple(read_chunk(row[:COLUMNS_OF_CHUNK], chunk.guardrails) for row in found)
