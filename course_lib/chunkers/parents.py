"""Small chunks to find, their parents to read: where the span lies that a chunk is read with."""

from collections.abc import Iterable
from itertools import groupby, pairwise

from course_lib.chunk import Chunk, Span
from course_lib.errors import InvalidType, InvalidValue, require_int

CONTEXT = "context"


def parents(
    chunks: Iterable[Chunk], *, by: int | str = CONTEXT, levels: int | None = None
) -> list[Span]:
    """Return each chunk's parent, `(char_start, char_end)` in code points of its document.

    A parent is a run of neighbours of one document, from where the first begins to where the last
    ends. By "context" they have the same context, or the same first `levels` of it: one section, or
    one chapter. By a number they have together at most so many code points, and as many as fit from
    the first chunk on; a longer chunk is its own parent. Nothing is cut and nothing is searched
    for. Raises InvalidType for what is no chunk, and InvalidValue for another `by`, for a number or
    levels below one, for levels of a size, and for chunks out of order.

    >>> from course_lib import Document, MarkdownChunker
    >>> text = "# Roof\\n\\nThe slates are old.\\n\\nThe lead is new.\\n\\n# Pipes\\n\\nAll dry.\\n"
    >>> chunks = MarkdownChunker(30).split(Document.of_text(text))
    >>> [chunk.span for chunk in chunks]
    [(0, 27), (29, 45), (47, 64)]
    >>> parents(chunks)
    [(0, 45), (0, 45), (47, 64)]
    >>> parents(chunks, by=50)
    [(0, 45), (0, 45), (47, 64)]
    """
    if not isinstance(chunks, Iterable):
        raise InvalidType(f"parents are of chunks, got {chunks!r:.80}: write chunker.split(...)")
    chunks = list(chunks)
    _check(chunks, by, levels)
    found: list[Span] = []
    for _, group in groupby(chunks, lambda chunk: chunk.doc_id):
        document = list(group)
        found += _by_context(document, levels) if by == CONTEXT else _by_size(document, int(by))
    return found


def _by_context(chunks: list[Chunk], levels: int | None) -> list[Span]:
    found: list[Span] = []
    for _, run in groupby(chunks, lambda chunk: chunk.context[:levels]):
        found += _whole([chunk.span for chunk in run])
    return found


def _by_size(chunks: list[Chunk], size: int) -> list[Span]:
    found: list[Span] = []
    run: list[Span] = []
    for chunk in chunks:
        if run and chunk.char_end - run[0][0] > size:
            found += _whole(run)
            run = []
        run.append(chunk.span)
    return found + _whole(run)


def _whole(run: list[Span]) -> list[Span]:
    """Return for each span of a run where all of it lies."""
    return [(run[0][0], max(end for _, end in run))] * len(run)


def _check(chunks: list[Chunk], by: int | str, levels: int | None) -> None:
    for chunk in chunks:
        if not isinstance(chunk, Chunk):
            raise InvalidType(f"parents are of chunks, got {chunk!r:.80}: write chunker.split(...)")
    for one, other in pairwise(chunks):
        if one.doc_id == other.doc_id and one.char_start > other.char_start:
            raise InvalidValue(
                f"chunk {other.index} stands behind chunk {one.index}, which starts later: "
                "give the chunks of a document in order, as split returns them"
            )
    if isinstance(by, str) and by != CONTEXT:
        raise InvalidValue(f"by must be a number of characters or {CONTEXT!r}, got {by!r}")
    if not isinstance(by, str):
        _require_count("by", by)
    if levels is not None:
        _require_count("levels", levels)
    if levels is not None and by != CONTEXT:
        raise InvalidValue("levels are of a context: leave them out, or by")


def _require_count(name: str, value: int) -> None:
    require_int(name, value)
    if value < 1:
        raise InvalidValue(f"{name} must be at least 1, got {value}")
