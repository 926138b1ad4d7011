"""A store of chunks in one SQLite file: replaced whole, searched with the guardrails on.

Whatever a reader gets has passed the guardrails in the statement that found it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.citation import Citation
from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue, require_int
from course_lib.guardrails import Guarded, Guardrails, Scope, require_name, require_scope
from course_lib.store.connection import StoreFile
from course_lib.store.copies import backup, compact, of_one_moment, restore
from course_lib.store.damage import left_out, refused, require_visible
from course_lib.store.errors import NotVisible
from course_lib.store.faults import StoreReport, check, read_expected
from course_lib.store.lines import read_lines, write_lines
from course_lib.store.rows import (
    CHUNK,
    COLUMNS_OF_CHUNK,
    GUARDRAILS,
    StoredSource,
    read_chunk,
    read_document,
    read_guardrails,
    read_source,
    require_storable,
)
from course_lib.store.schema import CHUNK_BITS, CHUNK_MASK
from course_lib.store.terms import match_expression
from course_lib.store.transaction import rows
from course_lib.store.write import Change, Terms, delete_source, put_all, replace_source

_MOST_VALUES = 30_000  # that SQLite binds in one statement
_LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found, its score (higher is better) and its citation, numbered by rank."""

    score: float
    chunk: Chunk
    citation: Citation


class ChunkStore:
    r"""Chunks in one SQLite file, replaced whole and seen only by whom their guardrails admit.

    Opens the file or makes it; close it, or use `with`. Several processes and threads may use one
    file at once; forked processes may keep using it. A writer waits `timeout` seconds for another.
    Raises NotAStore for a file that is something else, and StoreError for what else is wrong.

    >>> from tempfile import TemporaryDirectory
    >>> from course_lib.chunkers import ParagraphChunker
    >>> from datetime import UTC, datetime
    >>> memo = Document(
    ...     "Roof renewed.\n\nPipes old.",
    ...     source_id="memo/55012",
    ...     scope=Scope("marrow-quill", "prod"),
    ...     doc_type="memo",
    ...     acl_roles=["underwriter"],
    ...     updated_at=datetime(2026, 3, 14, tzinfo=UTC),
    ... )
    >>> chunker = ParagraphChunker(max_chars=16)
    >>> hazel = Identity("hazel", memo.scope, ["underwriter"])
    >>> with TemporaryDirectory() as folder, ChunkStore(f"{folder}/chunks.db") as store:
    ...     print(store.replace(memo, chunker.split(memo), made_by=repr(chunker)))
    ...     print(store.search("old pipes", hazel)[0].citation)
    inserted: 0 chunks removed, 2 inserted
    [1] memo/55012 · scope marrow-quill/prod · characters 15–25 · sha256 ...
    """

    def __init__(
        self, path: str | PathLike[str], timeout: float = 5.0, *, read_only: bool = False
    ) -> None:
        name = name_of_file(path)
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout >= 0:
            raise InvalidValue(f"timeout must be a number of seconds from 0 up, got {timeout!r}")
        self._file = StoreFile(
            str(Path(name).absolute()), min(float(timeout), 1e6), bool(read_only)
        )

    def __enter__(self) -> ChunkStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"ChunkStore({self._file.path!r})"

    def close(self) -> None:
        """Close the file; closing twice is fine, and any other use after it raises StoreClosed."""
        self._file.close()

    def replace(
        self,
        document: Document,
        chunks: Iterable[Chunk],
        *,
        made_by: str = "",
        origin: str = "",
        expected: str | None = None,
        allow_older: bool = False,
    ) -> Change:
        """Store a document and its chunks in place of what its source had, all at once.

        A reader sees the old or the new, never a mixture. Nothing is written when text,
        guardrails, chunks, `made_by` (the chunker's settings, `repr(chunker)`) and `origin` (where
        the text comes from) are as stored.
        Raises InvalidValue or InvalidType, with nothing written, for chunks that were not cut from
        this very document; no chunks at all will do for a blank text only. Raises StoreStale, with
        nothing written, when what is stored is newer by its updated_at, unless `allow_older`; and,
        where `expected` is given, when it is another version than the one of that digest (see
        StoredSource), or when there is one and `expected` is "".
        """
        source = (document, _as_list(chunks), made_by, origin)
        return replace_source(self._file, source, Terms(expected, allow_older))

    def replace_all(
        self,
        documents: Iterable[tuple[Document, Iterable[Chunk], str]],
        *,
        origin: str = "",
        delete: Iterable[tuple[Scope, str]] = (),
        allow_older: bool = False,
    ) -> list[Change]:
        """Replace several sources in one transaction: a reader sees all of it or nothing.

        Each document comes with its chunks and what made them, and is taken only when its turn has
        come; until the last one, nobody else can write. Sources to `delete` are given by scope and
        source_id. Raises what `replace` raises, with nothing written; the documents themselves may
        raise, too.
        """
        gone = list(delete)
        for scope, source_id in gone:
            require_scope(scope)
            _require_source_id(source_id)
        sources = (
            (document, _as_list(chunks), made_by, origin) for document, chunks, made_by in documents
        )
        return put_all(self._file, sources, Terms(allow_older=allow_older), gone)

    def delete(self, scope: Scope, source_id: str) -> int:
        """Delete a source and return how many chunks it had; 0 where there is none.

        Nothing finds it any more. Its words may lie in the file's unused pages until SQLite fills
        them again: who must be rid of them at once makes a new store.
        """
        require_scope(scope)
        _require_source_id(source_id)
        return delete_source(self._file, scope, source_id)

    def search(
        self,
        query: str,
        identity: Identity,
        k: int = 10,
        doc_types: Collection[str] | None = None,
    ) -> list[Hit]:
        """Return the k best chunks that hold a word of the query and that the identity may see.

        A query is words, never a language of its own, and without a word in it nothing is found.
        The first 100 different words of its first 100,000 characters count. `doc_types` narrows the
        search; None means every type. Scores are BM25, and how rare a word is, is counted over the
        whole file: what the identity may not see is never returned, and can still change the order
        of what is. Equal scores stand in the order of source_id and index. Raises InvalidType or
        InvalidValue for a k that is no whole number from 1 up.
        """
        if not isinstance(query, str):
            raise InvalidType(f"query must be a str of words, got {query!r}")
        allowed, values = _allowed(identity, doc_types)
        require_int("k", k)
        if k < 1:
            raise InvalidValue(f"k must be positive, got {k}: ask for one chunk or more")
        words = match_expression(query)
        if not words:
            return []
        most = min(k, _LARGEST)
        found = self._rows(
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
        hits: list[Hit] = []
        shared: dict[tuple[Any, ...], Guardrails] = {}
        for score, *row in found:
            labels = tuple(row[COLUMNS_OF_CHUNK:])
            with left_out(self._file.path, labels):
                if labels not in shared:
                    shared[labels] = read_guardrails(labels)
                chunk = read_chunk(row[:COLUMNS_OF_CHUNK], shared[labels])
                require_visible(chunk, identity)
                hits.append(Hit(score, chunk, Citation.of(chunk, len(hits) + 1)))
        return hits

    def get(self, source_id: str, index: int, identity: Identity) -> Chunk:
        """Return chunk number `index` of a source in the identity's scope.

        Raises NotVisible (a LookupError) in the same words when it is not there and when it is not
        theirs.
        """
        where, values = _visible_source(source_id, identity)
        require_int("index", index)
        found = self._rows(
            f"SELECT {CHUNK}, {GUARDRAILS} FROM source JOIN label USING (label_id)"
            f" JOIN chunk USING (source_key) WHERE {where} AND chunk.number = ?",
            (*values, max(-1, min(index, _LARGEST))),
        )
        if not found:
            raise NotVisible(f"{identity.user_id} sees no chunk {index} of {source_id!r}")
        with refused(self._file.path, f"{source_id} in {identity.scope}"):
            [row] = found
            chunk = read_chunk(row[:COLUMNS_OF_CHUNK], read_guardrails(row[COLUMNS_OF_CHUNK:]))
            require_visible(chunk, identity)
            return chunk

    def document(self, source_id: str, identity: Identity) -> Document:
        """Return a source's document as it was given, all guardrails with it.

        Raises NotVisible (a LookupError) in the same words when it is not there and when it is not
        theirs.
        """
        where, values = _visible_source(source_id, identity)
        found = self._rows(
            f"SELECT source.text, {GUARDRAILS} FROM source JOIN label USING (label_id)"
            f" WHERE {where}",
            values,
        )
        if not found:
            raise NotVisible(f"{identity.user_id} sees no source {source_id!r} in {identity.scope}")
        with refused(self._file.path, f"{source_id} in {identity.scope}"):
            [(text, *row)] = found
            document = read_document(text, row)
            require_visible(document, identity)
            return document

    def sources(self, identity: Identity) -> list[StoredSource]:
        """List the sources that the identity may see, in the order of their names."""
        allowed, values = _allowed(identity)
        return self._sources(f"source.label_id IN ({allowed})", values)

    def inventory(self, scope: Scope | None = None) -> list[StoredSource]:
        """List every source of a scope, or of all, whoever may see it: for the owner alone."""
        if scope is None:
            return self._sources("true", [])
        require_scope(scope)
        where = "source.tenant = ? AND source.environment = ?"
        return self._sources(where, [scope.tenant, scope.environment])

    def verify(self, sources: Iterable[Guarded | tuple[Scope, str]] | None = None) -> StoreReport:
        """Cut and hash every slice again, check the file and its index, and report each fault.

        What is stored cannot prove that nothing is missing: `sources` is the list of all that
        should be there, such as an earlier `inventory()`, documents, or pairs of scope and
        source_id; what is missing, another version, or not listed is a fault then. It works on a
        copy in a temporary file, so that nobody has to wait for it. Raises StoreFull where the
        temporary folder has no room for that.
        """
        expected = None if sources is None else read_expected(sources)
        with of_one_moment(self._file) as copy:
            return check(copy, expected)

    def backup(self, path: str | PathLike[str]) -> None:
        """Write all that is stored at this moment into a new file, while others go on.

        Raises StoreError where there is a file of that name; what fails half-way leaves none.
        """
        backup(self._file, name_of_file(path))

    def restore(self, path: str | PathLike[str]) -> None:
        """Put what a backup holds in place of all that is stored, at once, while others go on.

        The backup is verified first: raises StoreDamaged for one with a fault, and nothing changed.
        """
        restore(self._file, name_of_file(path))

    def compact(self) -> None:
        """Make the file small again, and let no word of what was deleted be left in it.

        It needs room for a second copy of the store. While somebody reads an old state, the words
        stay in the log until the store is closed.
        """
        compact(self._file)

    def export(self) -> Iterator[str]:
        """Yield all that is stored as lines of JSON, whoever may see it: for the owner alone.

        The first line says how many follow, and each of these is a source with its text, labels
        and spans. They are of one moment.
        """
        with of_one_moment(self._file) as copy:
            yield from write_lines(copy)

    def import_(self, lines: Iterable[str]) -> list[Change]:
        """Store every source of such lines, all in one transaction.

        A source that is stored already is replaced, the others stay. Raises InvalidValue, with
        nothing written, for lines that are not as `export` wrote them, or not all of them.
        """
        return put_all(self._file, read_lines(lines), Terms(allow_older=True))

    def _sources(self, where: str, values: list[str]) -> list[StoredSource]:
        found = self._rows(
            f"SELECT {GUARDRAILS},"
            " (SELECT count(*) FROM chunk WHERE chunk.source_key = source.source_key)"
            f" FROM source JOIN label USING (label_id) WHERE {where}"
            " ORDER BY source.tenant, source.environment, source.source_id",
            values,
        )
        listed: list[StoredSource] = []
        for *row, chunks in found:
            with left_out(self._file.path, row):
                listed.append(read_source(row, chunks))
        return listed

    def _rows(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """Run a query; a name with a lone surrogate cannot be asked for, and was never stored."""
        try:
            return self._file.read(lambda connection: rows(connection, sql, values))
        except UnicodeEncodeError:
            return []


def _allowed(identity: Identity, doc_types: Collection[str] | None = None) -> tuple[str, list[str]]:
    """The labels that the identity may see, as SQL and its values: the rule of `visible`."""
    if not isinstance(identity, Identity):
        raise InvalidType(f"identity must be an Identity, got {identity!r}: say who asks")
    roles = sorted(identity.roles)
    values = [identity.scope.tenant, identity.scope.environment, *roles]
    sql = (
        "SELECT label.label_id FROM label JOIN label_role USING (label_id)"
        f" WHERE label.tenant = ? AND label.environment = ? AND role IN ({_marks(len(roles))})"
    )
    if isinstance(doc_types, str):
        raise InvalidType(f"doc_types is the bare string {doc_types!r}; write {[doc_types]!r}")
    if doc_types is not None:
        kinds = list(doc_types)
        if not all(isinstance(kind, str) for kind in kinds):
            raise InvalidType(f"doc_types must hold names of kinds, got {kinds!r}")
        values += kinds
        sql += f" AND label.doc_type IN ({_marks(len(kinds))})"
    if len(values) > _MOST_VALUES:
        raise InvalidValue(f"{len(values):,} roles and doc_types are more than {_MOST_VALUES:,}")
    require_storable("the identity or doc_types:", *values)
    return sql, values


def name_of_file(path: str | PathLike[str]) -> str:
    """Return the absolute name of a file; raises InvalidValue for what names none."""
    name = fspath(path) if isinstance(path, PathLike) else path
    is_name = isinstance(name, str) and name and "\0" not in name
    if not is_name or name.startswith((":memory:", "file:")):
        raise InvalidValue(f"path must name a file, got {path!r}: a store lives in one")
    return str(Path(name).absolute())


def _as_list(chunks: Iterable[Chunk]) -> list[Chunk]:
    if not isinstance(chunks, Iterable):
        raise InvalidType(f"chunks must be Chunks, got {chunks!r}: write chunker.split(document)")
    return list(chunks)


def _marks(count: int) -> str:
    return ", ".join("?" * count)


def _visible_source(source_id: str, identity: Identity) -> tuple[str, list[Any]]:
    """One source, if the identity may see it, as SQL and its values."""
    allowed, values = _allowed(identity)
    _require_source_id(source_id)
    where = (
        "source.tenant = ? AND source.environment = ? AND source.source_id = ?"
        f" AND source.label_id IN ({allowed})"
    )
    return where, [identity.scope.tenant, identity.scope.environment, source_id, *values]


def _require_source_id(source_id: str) -> None:
    require_name("source_id", source_id, "name the source, for example 'policy/55012'")
