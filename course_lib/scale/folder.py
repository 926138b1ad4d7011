"""A folder cut, and its chunks embedded, by many workers: any map runs the work.

The seam is a function that is given a function and a list, as Python's own `map`, the map of a
pool, or a cluster's. Workers read and cut, and give back only spans: a few hundredths of the text,
where chunks are more than all of it. `cut` makes the chunks where the text is wanted. Whatever ran
the work, in whatever order, the result is the same, and so is its digest. Nothing here needs an
installed package.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from course_lib.chunk import Chunk, ContextSpan, cut, require_chunker
from course_lib.document import Document
from course_lib.errors import CourseError, InvalidType, InvalidValue
from course_lib.files import Entry, Listing, describe_fault, list_folder, list_manifest
from course_lib.guardrails import Guardrails

if TYPE_CHECKING:
    from course_lib.embeddings import Embedder

Map: TypeAlias = Callable[[Callable[[Any], Any], list[Any]], Iterable[Any]]
Progress: TypeAlias = Callable[[int, int], object]
Numbered: TypeAlias = tuple[int, Any]  # an entry's place in the list, and the entry or its result

CUT_AT_ONCE = 2_000_000  # bytes of files in one call of a worker: a tenth of a second's work
EMBED_AT_ONCE = 20_000  # some seconds' work
LEAST_SHARES = 32  # that a folder is divided into, so that a small one has work for several
GATHER = "for a cluster write lambda f, xs: client.gather(client.map(f, xs))"


class WorkLost(CourseError, RuntimeError):
    """The map gave up, or lost a part of the work: there is no result, and nothing was written."""


@dataclass(frozen=True, slots=True)
class CutFile:
    """A file as a worker cut it: its labels, the hash of its text, and its spans.

    `vectors` has one row for each span where the chunks were embedded, and is None elsewhere.
    """

    entry: Entry
    doc_id: str
    spans: tuple[ContextSpan, ...]
    vectors: Any = field(default=None, compare=False, repr=False)

    def read(self) -> tuple[Document, list[Chunk]]:
        """Read the file again and make its chunks; raises what reading raises.

        Raises InvalidValue for a file that is no longer the one that was cut.
        """
        document = self.entry.read()
        if document.doc_id != self.doc_id:
            raise InvalidValue(
                f"{self.entry.path} has changed since it was cut: cut the folder again"
            )
        return document, cut(document, self.spans)

    @property
    def digest(self) -> str:
        """The sha256 of its address, its text's hash, its spans and its vectors, if there are any.

        Paths, dates and roles are not in it: a copy of the folder has the same.
        """
        scope, source_id = self.entry.address
        said = [scope.tenant, scope.environment, source_id, self.doc_id, self.spans]
        numbers = b"" if self.vectors is None else self.vectors.tobytes()
        return sha256(json.dumps(said).encode() + numbers).hexdigest()


@dataclass(frozen=True, slots=True)
class CutFolder:
    """The files of a folder that were cut, in the order of their names, and what was not.

    `faults` names each file that failed, with the reason, and `passed_over` what is no text.
    Iterating gives document, chunks and the chunker's name, as `ChunkStore.replace_all` takes them.
    """

    files: tuple[CutFile, ...]
    made_by: str
    faults: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = field(default=(), repr=False)

    def __iter__(self) -> Iterator[tuple[Document, list[Chunk], str]]:
        for file in self.files:
            yield (*file.read(), self.made_by)

    @property
    def chunk_count(self) -> int:
        """How many chunks the files have together."""
        return sum(len(file.spans) for file in self.files)

    @property
    def digest(self) -> str:
        """One sha256 of all files, in which their order has no part."""
        return sha256("".join(sorted(file.digest for file in self.files)).encode()).hexdigest()


def show_bar(done: int, total: int) -> None:
    """Draw on a terminal how many files are done, and elsewhere nothing."""
    if sys.stderr.isatty():
        bar = ("#" * (20 * done // total)).ljust(20, "·")
        end = "\n" if done == total else ""
        print(f"\r{bar} {done:,} of {total:,} files", end=end, file=sys.stderr, flush=True)


def chunk_folder(
    folder: Path | str,
    chunker: Any,
    labels: Guardrails | None = None,
    map: Map = map,
    *,
    progress: Progress = show_bar,
) -> CutFolder:
    """Read and cut every text of a folder, by whatever `map` runs a function over a list.

    The labels are the same for all texts, as in `list_folder`; without any, the folder's manifest
    gives them. `map(function, batches)` may answer in any order. Function and batches travel to
    other processes, so the chunker must be one that they can import. On several machines the folder
    must have the same path on each. A file that fails is named in `faults`, whatever it raised, and
    the others finish. `progress` is called with the files done and the files in all. Raises
    InvalidValue for what is no folder, and WorkLost, with no result, where the map raises or does
    not answer for each batch once.

    >>> from course_lib import MarkdownChunker
    >>> made = chunk_folder("samples", MarkdownChunker(800))
    >>> len(made.files), made.chunk_count, made.faults
    (33, 319, ())
    >>> document, chunks = made.files[0].read()
    >>> document.source_id, chunks[0].span
    ('faq/household', (0, 284))
    """
    require_chunker(chunker)
    return _run(_Work(chunker), folder, labels, map, progress, CUT_AT_ONCE)


def embed_folder(
    folder: Path | str,
    chunker: Any,
    labels: Guardrails | None,
    embedder: Embedder,
    map: Map = map,
    *,
    progress: Progress = show_bar,
) -> CutFolder:
    """Do the same, and let the workers embed each chunk: its context, if it has any, and its text.

    The embedder travels to the workers, too: it is best one that loads its model where it runs, as
    MiniLM does. The digest covers the vectors, so it is the same where the same model made them on
    the same kind of processor. Raises what `chunk_folder` raises; what the embedder raises is told
    of each file.

    >>> from course_lib import ParagraphChunker
    >>> class Length:
    ...     name = "length"
    ...     def embed(self, texts):
    ...         return [[1.0, 0.0] if len(text) > 400 else [0.0, 1.0] for text in texts]
    >>> made = embed_folder("samples", ParagraphChunker(800), None, Length())
    >>> made.files[0].vectors.shape == (len(made.files[0].spans), 2)
    True
    """
    require_chunker(chunker)
    if not callable(getattr(embedder, "embed", None)):
        raise InvalidType(f"an embedder is needed, such as MiniLM(), got {embedder!r}")
    return _run(_Work(chunker, embedder), folder, labels, map, progress, EMBED_AT_ONCE)


@dataclass(frozen=True, slots=True)
class _Work:
    """What a worker does with a batch; one value, so that it can be sent to it."""

    chunker: Any
    embedder: Embedder | None = None

    def __call__(self, batch: Sequence[Numbered]) -> list[Numbered]:
        return [(number, self._attempt(entry)) for number, entry in batch]

    def _attempt(self, entry: Entry) -> tuple[Any, ...] | str:
        """Return hash, spans and vectors of a file, or what is wrong with it in words."""
        try:
            document = entry.read()
            chunks = self.chunker.split(document)
            spans = tuple((*chunk.span, chunk.context) for chunk in chunks)
            vectors = _embedded(self.embedder, chunks) if self.embedder else None
        except (OSError, CourseError) as error:
            return describe_fault(entry.path, error)
        except Exception as error:  # whatever one file does to a chunker, the others finish
            return f"{entry.path}: {type(error).__name__}: {error}"
        return document.doc_id, spans, vectors


def _embedded(embedder: Embedder, chunks: Sequence[Chunk]) -> Any:
    from course_lib.embeddings import embedded  # where it is needed: to cut takes much less
    from course_lib.tokens import text_to_embed

    return embedded(embedder, [text_to_embed(chunk) for chunk in chunks])


def _run(
    work: _Work,
    folder: Path | str,
    labels: Guardrails | None,
    map: Map,
    progress: Progress,
    at_once: int,
) -> CutFolder:
    listing = _listing(Path(folder), labels)
    entries = listing.entries
    results: dict[int, Any] = {}
    try:
        for number, result in _answers(map, work, list(_batches(entries, at_once))):
            if not 0 <= number < len(entries) or number in results:
                raise WorkLost("the map gave back a batch that it was not given, or one twice")
            results[number] = result
            progress(len(results), len(entries))
        missing = [entry.path for number, entry in enumerate(entries) if number not in results]
        if missing:
            raise WorkLost(f"the map lost {len(missing):,} files, {missing[0]} first, in silence")
    except WorkLost as lost:
        lost.add_note(f"{len(results):,} of {len(entries):,} files had come back")
        raise
    found = sorted(
        zip(entries, (results[number] for number in range(len(entries))), strict=True),
        key=lambda pair: (str(pair[0].address[0]), pair[0].address[1]),
    )
    return CutFolder(
        tuple(CutFile(entry, *result) for entry, result in found if not isinstance(result, str)),
        repr(work.chunker),
        (*listing.faults, *(result for _, result in found if isinstance(result, str))),
        tuple(listing.passed_over),
    )


def _listing(folder: Path, labels: Guardrails | None) -> Listing:
    if labels is None:
        return list_manifest(folder)
    if not isinstance(labels, Guardrails):
        raise InvalidType(f"labels must be Guardrails, or None for a manifest's, got {labels!r}")
    return list_folder(folder, labels)


def _batches(entries: Sequence[Entry], at_once: int) -> Iterator[list[Numbered]]:
    """Put the files into batches of about so many bytes at most, the largest file first.

    The longest work begins first, so that no worker starts on it when the others are done.
    """
    sizes = [_bytes_of(entry.path) for entry in entries]
    at_once = min(at_once, sum(sizes) // LEAST_SHARES)
    batch: list[Numbered] = []
    room = at_once
    for number in sorted(range(len(entries)), key=lambda number: -sizes[number]):
        batch.append((number, entries[number]))
        room -= sizes[number]
        if room <= 0:
            yield batch
            batch, room = [], at_once
    if batch:
        yield batch


def _bytes_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # the worker says what is wrong with it


def _answers(map: Map, work: _Work, batches: list[list[Numbered]]) -> Iterator[Numbered]:
    """Give each file's result as the map gives it; what a map can do wrong raises here."""
    try:
        answers = iter(map(work, batches))
    except Exception as error:
        raise _lost(error) from error
    while True:
        try:
            answer = next(answers)
        except StopIteration:
            return
        except Exception as error:
            raise _lost(error) from error
        if not isinstance(answer, list):
            kind = type(answer).__name__
            raise InvalidType(f"the map gave back a {kind} where a result is expected: {GATHER}")
        yield from answer


def _lost(error: Exception) -> WorkLost:
    said = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return WorkLost(f"the map gave up ({said}); nothing was written, so run it again")
