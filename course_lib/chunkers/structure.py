"""What all structure-aware chunkers share: their options, and a context that has a bound.

A chunker writes `pieces`; from there on all is arithmetic on spans, written once, here.
"""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from itertools import takewhile
from typing import ClassVar, NamedTuple, TypeAlias

from course_lib.chunk import Chunker, ContextSpan, require_text
from course_lib.chunkers.graphemes import last_cluster_end
from course_lib.errors import InvalidType, InvalidValue, require_int

Context: TypeAlias = tuple[str, ...]
LEAST_BOUND = 100  # code points of context that any size may have beside it


class Piece(NamedTuple):
    """A span with its context in two parts: the path of its parents, and where in there it starts.

    Neighbours under one parent differ in the last title of their `path` at most. `inner` is what
    the first character needs beside it: a field's name, a header row, the items around it.
    """

    start: int
    end: int
    path: Context = ()
    inner: Context = ()


@dataclass(frozen=True, slots=True, repr=False)
class StructureChunker(Chunker):
    r"""A chunker that looks at the text, and the options of all of them; sizes are code points.

    No chunk is longer than `max_chars`. One that is shorter than `min_chars` is joined with a
    neighbour under the same parent if both fit in one chunk; its path is what both share. A chunk
    begins with at most `overlap` code points of the chunk before, in whole sentences, lines or
    blocks; it goes without before it tears a block that fits. With `count_context` the context
    counts as part of the chunk, each of its elements with one line end. The context is never longer
    than half of `max_chars`, or 100 without `count_context` if that is more: its longest elements
    are shortened, and end in `…`. Raises InvalidValue or InvalidType for sizes that cannot be.

    >>> from course_lib import MarkdownChunker
    >>> text = "# Roof\n\n## Slate\n\nold\n\n## Lead\n\nnew\n"
    >>> MarkdownChunker(40).spans(text)
    [(0, 21, ('Roof', 'Slate')), (23, 35, ('Roof', 'Lead'))]
    >>> MarkdownChunker(40, min_chars=20).spans(text)
    [(0, 35, ('Roof',))]
    """

    # Whether `inner` says whose the whole chunk is: then no chunk goes on beyond what that owns.
    names_owner: ClassVar[bool] = False
    # Whether every line end is a boundary, or those alone that line_ends.py finds.
    lines_stand: ClassVar[bool] = False

    max_chars: int = 800
    min_chars: int = field(default=0, kw_only=True)
    overlap: int = field(default=0, kw_only=True)
    count_context: bool = field(default=False, kw_only=True)

    def __post_init__(self) -> None:
        require_size(self.max_chars)
        require_int("min_chars", self.min_chars)
        require_int("overlap", self.overlap)
        if not 0 <= self.min_chars <= self.max_chars:
            raise InvalidValue("min_chars must be in [0, max_chars]")
        if not 0 <= self.overlap < self.max_chars:
            raise InvalidValue("overlap must be in [0, max_chars)")
        if type(self.count_context) is not bool:
            raise InvalidType(f"count_context must be True or False, got {self.count_context!r}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([f'max_chars={self.max_chars}', *self.options])})"

    @property
    def options(self) -> list[str]:
        """The options that are in use, as they are written.

        >>> from course_lib import ParagraphChunker
        >>> ParagraphChunker(800, overlap=100).options
        ['overlap=100']
        """
        values = ((option.name, getattr(self, option.name)) for option in fields(self)[1:])
        return [f"{name}={value!r}" for name, value in values if value]

    def spans(self, text: str) -> list[ContextSpan]:
        """Return the chunks' places in order, as `(char_start, char_end, context)`."""
        require_text(text)
        pieces = self.pieces(text)
        if self.min_chars:
            pieces = join_small(list(pieces), self)
        return [
            (start, end, self.bound(path + inner) if path or inner else ())
            for start, end, path, inner in pieces
        ]

    @abstractmethod
    def pieces(self, text: str) -> Iterable[Piece]:
        """Yield the chunks' places in order; none is blank or longer than `room` says."""

    def bound(self, context: Context) -> Context:
        """Shorten the longest elements of a context that is too long."""
        most = self.max_chars // 2
        if not self.count_context and most < LEAST_BOUND:
            most = LEAST_BOUND
        return context if context_length(context) <= most else shortened(context, most)

    def room(self, context: Context) -> int:
        """Return how many code points of text a chunk may have beside its context."""
        taken = context_length(self.bound(context)) if self.count_context else 0
        return self.max_chars - taken


def require_size(max_chars: int) -> None:
    """Raise InvalidType or InvalidValue for a size that no chunk can have."""
    require_int("max_chars", max_chars)
    if max_chars <= 0:
        raise InvalidValue("max_chars must be positive")


# --- context ---


def context_length(context: Context) -> int:
    """Return how many code points a context takes: each element, and a line end after it.

    >>> context_length(("Roof", "Slate"))
    11
    """
    return sum(map(len, context)) + len(context)


def shortened(context: Context, most: int) -> Context:
    """Shorten the longest elements until the context takes at most `most` code points.

    An element that is left without a character is left out, the outermost first.

    >>> shortened(("Roof", "The slates of the north side"), 17)
    ('Roof', 'The slates…')
    >>> shortened(("a", "b", "c"), 4)
    ('b', 'c')
    """
    context = context[max(0, len(context) - most // 2) :]
    room = most - len(context)
    for left, length in zip(range(len(context), 0, -1), sorted(map(len, context)), strict=True):
        longest = room // left
        if length > longest:
            return tuple(_cut_short(part, longest) for part in context)
        room -= length
    return context


def _cut_short(part: str, longest: int) -> str:
    if len(part) <= longest:
        return part
    return f"{part[: last_cluster_end(part, 0, longest - 1)].rstrip()}…"


# --- small chunks ---


def join_small(pieces: list[Piece], chunker: StructureChunker) -> list[Piece]:
    """Join chunks below `min_chars` with a neighbour, first those that share the longest path."""
    for depth in sorted({len(piece.path) for piece in pieces} | {0}, reverse=True):
        joined: list[Piece] = []
        for piece in pieces:
            both = _joined(joined[-1], piece, depth, chunker) if joined else None
            if both:
                joined[-1] = both
            else:
                joined.append(piece)
        pieces = joined
    return pieces


def _joined(one: Piece, other: Piece, depth: int, chunker: StructureChunker) -> Piece | None:
    """Return both as one, if one is small and they are neighbours under one parent at a depth."""
    length = other.end - one.start
    if length > chunker.max_chars:
        return None
    if min(one.end - one.start, other.end - other.start) >= chunker.min_chars:
        return None
    pairs = zip(one.path, other.path, strict=False)
    shared = tuple(title for title, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if len(shared) < depth or max(len(one.path), len(other.path)) > len(shared) + 1:
        return None
    if one.inner and one.path != other.path:  # what it starts in lies in its own section alone
        return None
    if chunker.names_owner and one.inner != other.inner[: len(one.inner)]:
        return None
    if length > chunker.room(shared + one.inner):
        return None
    return Piece(one.start, other.end, shared, one.inner)
