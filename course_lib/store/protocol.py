"""The contract of a store, whatever engine holds the chunks: `ChunkStore` is one, and
`course_lib.postgres.PostgresStore` another. One suite of tests runs against both.

1. A source is known by scope and source_id, and has one version: document and chunks together.
2. A version is replaced whole, in one transaction; a reader sees the old one or the new one.
3. What was confirmed stays, also when the writer or the machine is killed right after it.
4. Chunks that were not cut from this very document are refused, and nothing is written.
5. Whoever reads names an identity, and sees exactly what `course_lib.access.visible` lets them see.
6. What is not there and what is not theirs sound the same, and no score tells of either.
7. What comes back is what was stored, character for character, with the same hashes.

How hits are ranked among each other is the engine's own, and so are its backups.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, Self, Unpack, runtime_checkable

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.guardrails import Guarded, Scope
from course_lib.store.faults import StoreReport
from course_lib.store.hits import Hit, Narrowed
from course_lib.store.rows import StoredSource
from course_lib.store.write import Change


@runtime_checkable
class Reader(Protocol):
    """What one identity may read, which can neither be changed nor write."""

    @abstractmethod
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

    @abstractmethod
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

    @abstractmethod
    def get(self, source_id: str, index: int) -> Chunk:
        """Return chunk number `index` of a source; raises NotVisible where there is none."""

    @abstractmethod
    def document(self, source_id: str) -> Document:
        """Return a source's document; raises NotVisible where there is none."""

    @abstractmethod
    def sources(self) -> list[StoredSource]:
        """List the sources that the identity may see, in the order of their names."""


@runtime_checkable
class Store(Protocol):
    """Chunks that are replaced whole and seen only by whom their guardrails admit."""

    @abstractmethod
    def close(self) -> None:
        """Close; closing twice is fine, and any other use after it raises StoreClosed."""

    @abstractmethod
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
        """Store a document and its chunks in place of what its source had, all at once."""

    @abstractmethod
    def replace_all(
        self,
        documents: Iterable[tuple[Document, Iterable[Chunk], str]],
        *,
        origin: str = "",
        delete: Iterable[tuple[Scope, str]] = (),
        allow_older: bool = False,
    ) -> list[Change]:
        """Replace several sources in one transaction: a reader sees all of it or nothing."""

    @abstractmethod
    def delete(self, scope: Scope, source_id: str) -> int:
        """Delete a source and return how many chunks it had; 0 where there is none."""

    @abstractmethod
    def as_(self, identity: Identity) -> Reader:
        """Return what this identity may read; each of its calls sees the newest state."""

    @abstractmethod
    def snapshot(self, identity: Identity) -> AbstractContextManager[Reader]:
        """Yield a reader whose calls all see one state: a hit, its neighbours and its document."""

    @abstractmethod
    def inventory(self, scope: Scope | None = None) -> list[StoredSource]:
        """List every source of a scope, or of all, whoever may see it: for the owner alone."""

    @abstractmethod
    def verify(self, sources: Iterable[Guarded | tuple[Scope, str]] | None = None) -> StoreReport:
        """Cut and hash every slice again, and report each fault; `sources` must all be there."""

    @abstractmethod
    def export(self) -> Iterator[str]:
        """Yield all that is stored as lines of JSON, of one moment: for the owner alone."""

    @abstractmethod
    def import_(self, lines: Iterable[str]) -> list[Change]:
        """Store every source of such lines, from whichever engine, all in one transaction."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def search(
        self,
        query: str,
        identity: Identity,
        k: int = 10,
        doc_types: Collection[str] | None = None,
        **options: Unpack[Narrowed],
    ) -> list[Hit]:
        """Return the k best chunks that the identity may see: `View.search`, which says all."""
        return self.as_(identity).search(query, k, doc_types, **options)

    def get(self, source_id: str, index: int, identity: Identity) -> Chunk:
        """Return chunk number `index` of a source in the identity's scope: `View.get`."""
        return self.as_(identity).get(source_id, index)

    def document(self, source_id: str, identity: Identity) -> Document:
        """Return a source's document as it was given, all guardrails with it: `View.document`."""
        return self.as_(identity).document(source_id)

    def sources(self, identity: Identity) -> list[StoredSource]:
        """List the sources that the identity may see, in the order of their names."""
        return self.as_(identity).sources()
