"""A store of chunks in one SQLite file: replaced whole, searched with the guardrails on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from os import PathLike, fspath
from pathlib import Path

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue, require_int
from course_lib.guardrails import Scope, require_name, require_scope
from course_lib.store import read, write
from course_lib.store.connection import StoreFile
from course_lib.store.faults import StoreReport, check_store
from course_lib.store.read import Hit
from course_lib.store.rows import StoredSource
from course_lib.store.write import Change


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
    [1] memo/55012 · characters 15–25 · sha256 ...
    """

    def __init__(self, path: str | PathLike[str], timeout: float = 5.0) -> None:
        name = fspath(path) if isinstance(path, PathLike) else path
        is_name = isinstance(name, str) and name and "\0" not in name
        if not is_name or name.startswith((":memory:", "file:")):
            raise InvalidValue(f"path must name a file, got {path!r}: a store lives in one")
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout >= 0:
            raise InvalidValue(f"timeout must be a number of seconds from 0 up, got {timeout!r}")
        self._file = StoreFile(str(Path(name).absolute()), min(float(timeout), 1e6))

    def __enter__(self) -> ChunkStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"ChunkStore({self._file.path!r})"

    def close(self) -> None:
        """Close the file; closing twice is fine, and any other use after it raises StoreClosed."""
        self._file.close()

    def replace(self, document: Document, chunks: Iterable[Chunk], *, made_by: str = "") -> Change:
        """Store a document and its chunks in place of what its source had, all at once.

        A reader sees the old or the new, never a mixture. Nothing is written when text,
        guardrails, chunks and `made_by` (the chunker's settings, `repr(chunker)`) are as stored.
        Raises InvalidValue or InvalidType, with nothing written, for chunks that were not cut from
        this very document; no chunks at all will do for a blank text only.
        """
        return write.replace_source(self._file, document, list(chunks), made_by)

    def delete(self, scope: Scope, source_id: str) -> int:
        """Delete a source and return how many chunks it had; 0 where there is none.

        Nothing finds it any more. Its words may lie in the file's unused pages until SQLite fills
        them again: who must be rid of them at once makes a new store.
        """
        require_scope(scope)
        _require_source_id(source_id)
        return write.delete_source(self._file, scope, source_id)

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
        _require_identity(identity)
        require_int("k", k)
        if k < 1:
            raise InvalidValue(f"k must be positive, got {k}: ask for one chunk or more")
        if isinstance(doc_types, str):
            raise InvalidType(f"doc_types is the bare string {doc_types!r}; write {[doc_types]!r}")
        kinds = None if doc_types is None else list(doc_types)
        if kinds and not all(isinstance(kind, str) for kind in kinds):
            raise InvalidType(f"doc_types must hold names of kinds, got {kinds!r}")
        return read.search_chunks(self._file, query, identity, k, kinds)

    def get(self, source_id: str, index: int, identity: Identity) -> Chunk:
        """Return chunk number `index` of a source in the identity's scope.

        Raises NotVisible (a LookupError) in the same words when it is not there and when it is not
        theirs.
        """
        _require_identity(identity)
        _require_source_id(source_id)
        require_int("index", index)
        return read.get_chunk(self._file, source_id, index, identity)

    def document(self, source_id: str, identity: Identity) -> Document:
        """Return a source's document as it was given, all guardrails with it.

        Raises NotVisible (a LookupError) in the same words when it is not there and when it is not
        theirs.
        """
        _require_identity(identity)
        _require_source_id(source_id)
        return read.get_document(self._file, source_id, identity)

    def sources(self, identity: Identity) -> list[StoredSource]:
        """List the sources that the identity may see, in the order of their names."""
        _require_identity(identity)
        return read.visible_sources(self._file, identity)

    def inventory(self, scope: Scope | None = None) -> list[StoredSource]:
        """List every source of a scope, or of all, whoever may see it: for the owner alone."""
        if scope is not None:
            require_scope(scope)
        return read.all_sources(self._file, scope)

    def verify(self) -> StoreReport:
        """Cut and hash every slice again, check the file and its index, and report each fault.

        It works on a copy in a temporary file, so that nobody has to wait for it.
        """
        return check_store(self._file)


def _require_identity(identity: Identity) -> None:
    if not isinstance(identity, Identity):
        raise InvalidType(f"identity must be an Identity, got {identity!r}: say who asks")


def _require_source_id(source_id: str) -> None:
    require_name("source_id", source_id, "name the source, for example 'policy/55012'")
