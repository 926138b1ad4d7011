"""A store of chunks in one SQLite file: replaced whole, searched with the guardrails on.

Whatever a reader gets has passed the guardrails in the statement that found it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.guardrails import Guarded, Scope, require_scope, require_source_id
from course_lib.store.asked import addresses, as_list, with_origin
from course_lib.store.connection import StoreFile
from course_lib.store.copies import backup, compact, of_one_moment, restore
from course_lib.store.faults import StoreReport, check, read_expected
from course_lib.store.lines import read_lines, write_lines
from course_lib.store.protocol import Store
from course_lib.store.rows import StoredSource
from course_lib.store.snapshot import Snapshot
from course_lib.store.view import View, list_sources
from course_lib.store.write import Change, Terms, delete_source, put_all, replace_source


class ChunkStore(Store):
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
        self._file = StoreFile(name, min(float(timeout), 1e6), bool(read_only))

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
        source = (document, as_list(chunks), made_by, origin)
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
        gone = addresses(delete)
        sources = with_origin(documents, origin)
        return put_all(self._file, sources, Terms(allow_older=allow_older), gone)

    def delete(self, scope: Scope, source_id: str) -> int:
        """Delete a source and return how many chunks it had; 0 where there is none.

        Nothing finds it any more. Its words may lie in the file's unused pages until SQLite fills
        them again: who must be rid of them at once calls `compact`.
        """
        require_scope(scope)
        require_source_id(source_id)
        return delete_source(self._file, scope, source_id)

    def as_(self, identity: Identity) -> View:
        """Return what this identity may read, for whoever must not write or read as another.

        Each of its calls sees the newest state.
        """
        return View(self._file, identity)

    @contextmanager
    def snapshot(self, identity: Identity) -> Iterator[View]:
        """Yield a view whose calls all see one state: a hit, its neighbours and its document.

        Others go on writing meanwhile, and the file grows until the block is left. It is for one
        thread, and ends with the store or with a fork; later calls raise StoreClosed.
        """
        state = Snapshot(self._file)
        try:
            yield View(state, identity)
        finally:
            state.close()

    def inventory(self, scope: Scope | None = None) -> list[StoredSource]:
        """List every source of a scope, or of all, whoever may see it: for the owner alone."""
        if scope is None:
            return list_sources(self._file, "true", [])
        require_scope(scope)
        where = "source.tenant = ? AND source.environment = ?"
        return list_sources(self._file, where, [scope.tenant, scope.environment])

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


def name_of_file(path: str | PathLike[str]) -> str:
    """Return the absolute name of a file; raises InvalidValue for what names none."""
    name = fspath(path) if isinstance(path, PathLike) else path
    is_name = isinstance(name, str) and name and "\0" not in name
    if not is_name or name.startswith((":memory:", "file:")):
        raise InvalidValue(f"path must name a file, got {path!r}: a store lives in one")
    return str(Path(name).absolute())
