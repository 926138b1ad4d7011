"""What all structure-aware chunkers share: their options, and a context that has a bound.

A chunker writes `pieces`; from there on all is arithmetic on spans, written once, here.
"""

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from itertools import takewhile
from operator import index
from typing import ClassVar, NamedTuple, TypeAlias

from course_lib.chunk import Chunker, ContextSpan, require_text
from course_lib.chunkers.graphemes import last_cluster_end
from course_lib.errors import InvalidType, InvalidValue, require_int

Context: TypeAlias = tuple[str, ...]
Length: TypeAlias = Callable[[str], int]
Fits: TypeAlias = Callable[[int, int], bool]  # whether what lies between two places does
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
    r"""A chunker that looks at the text, and the options of all of them.

    Sizes are code points, or whatever `length` counts in a text, such as tokens; places are code
    points always. A length must not shrink when a text grows, but may within a word.

    No chunk is longer than `max_chars`. One that is shorter than `min_chars` is joined with a
    neighbour under the same parent if both fit in one chunk; its path is what both share. A chunk
    begins with at most `overlap` code points of the chunk before, in whole sentences, lines or
    blocks; it goes without before it tears a block that fits. With `count_context` the context
    counts as part of the chunk, each of its elements with one line end. The context is never longer
    than half of `max_chars`, or 100 without `count_context` if that is more: its longest elements
    are shortened, and end in `…`. Raises InvalidValue or InvalidType for sizes that cannot be, and
    for a length that is no whole number.

    >>> from course_lib import MarkdownChunker
    >>> text = "# Roof\n\n## Slate\n\nold\n\n## Lead\n\nnew\n"
    >>> MarkdownChunker(40).spans(text)
    [(0, 21, ('Roof', 'Slate')), (23, 35, ('Roof', 'Lead'))]
    >>> MarkdownChunker(40, min_chars=20).spans(text)
    [(0, 35, ('Roof',))]
    >>> MarkdownChunker(7, length=lambda text: len(text.split())).spans(text)
    [(0, 21, ('Roof', 'Slate')), (23, 35, ('Roof', 'Lead'))]
    """

    # Whether `inner` says whose the whole chunk is: then no chunk goes on beyond what that owns.
    names_owner: ClassVar[bool] = False
    # Whether every line end is a boundary, or those alone that line_ends.py finds.
    lines_stand: ClassVar[bool] = False

    max_chars: int = 800
    min_chars: int = field(default=0, kw_only=True)
    overlap: int = field(default=0, kw_only=True)
    count_context: bool = field(default=False, kw_only=True)
    length: Length = field(default=len, kw_only=True)

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
        if not callable(self.length):
            raise InvalidType(f"length must be a function of a text, got {self.length!r:.80}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([f'max_chars={self.max_chars}', *self.options])})"

    @property
    def options(self) -> list[str]:
        """The options that are in use, as they are written.

        >>> from course_lib import ParagraphChunker
        >>> ParagraphChunker(800, overlap=100).options
        ['overlap=100']
        """
        values = ((option, getattr(self, option.name)) for option in fields(self)[1:])
        used = [(option.name, value) for option, value in values if value != option.default]
        return [f"{name}={getattr(value, '__qualname__', repr(value))}" for name, value in used]

    def spans(self, text: str) -> list[ContextSpan]:
        """Return the chunks' places in order, as `(char_start, char_end, context)`."""
        require_text(text)
        pieces = self.pieces(text)
        if self.min_chars:
            pieces = join_small(text, list(pieces), self)
        return [
            (start, end, self.bound(path + inner) if path or inner else ())
            for start, end, path, inner in pieces
        ]

    @abstractmethod
    def pieces(self, text: str) -> Iterable[Piece]:
        """Yield the chunks' places in order; none is blank or longer than `room` says."""

    def bound(self, context: Context) -> Context:
        """Shorten the longest elements of a context that is too long."""
        half = self.max_chars // 2
        most = half if self.count_context or half > LEAST_BOUND else LEAST_BOUND
        if context_length(context) > most:
            context = shortened(context, most)
        if self.length is not len and self.count_context and self._taken(context) > half:
            fitting = bisect_right(
                range(most), half, key=lambda most: self._taken(shortened(context, most))
            )
            context = shortened(context, fitting - 1)
        return context

    # --- lengths: all of them are counted here ---

    def room(self, context: Context) -> int:
        """Return how long a chunk's text may be beside its context."""
        return self.max_chars - (self._taken(self.bound(context)) if self.count_context else 0)

    def _taken(self, context: Context) -> int:
        if self.length is len:
            return context_length(context)
        return self.length_of("".join(f"{part}\n" for part in context))

    def length_of(self, text: str, start: int = 0, end: int | None = None) -> int:
        """Return the length of `text[start:end]`; raises InvalidType if it is no whole number."""
        if self.length is len:
            return (len(text) if end is None else end) - start
        length = self.length(text[start:end])
        try:
            return index(length)
        except TypeError:
            raise InvalidType(
                f"length must give a whole number, not {length!r:.80}: {text[start:end]!r:.40}"
            ) from None

    def fits(self, text: str, start: int, end: int) -> bool:
        """Say whether `text[start:end]` fits in a chunk."""
        return self.size_from(text, start, end, self.max_chars) >= end - start

    def size_from(self, text: str, start: int, stop: int, room: int) -> int:
        """Return how many code points from `start` on have a length of `room`; at least one.

        Where all up to `stop` have no more, that is as many as the text has.
        """
        if self.length is len:
            return room
        low, high = start, min(start + max(room, 1), stop)
        while self.length_of(text, start, high) <= room:
            if high == stop:
                return len(text)
            low, high = high, min(2 * high - start, stop)
        inside = range(low + 1, high)
        low += bisect_right(inside, room, key=lambda end: self.length_of(text, start, end))
        return max(low - start, 1)

    def repeat_from(self, text: str, start: int, end: int) -> int:
        """Return where in a chunk begins what the next one may repeat of it."""
        if self.length is len:
            return max(start + 1, end - self.overlap)
        inside = range(start + 1, end if self.overlap else start + 1)
        long = bisect_left(inside, -self.overlap, key=lambda at: -self.length_of(text, at, end))
        return start + 1 + long if self.overlap else end


def anything_fits(start: int, end: int) -> bool:
    """Say of any stretch of text that it fits: where there is no size."""
    return True


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


def join_small(text: str, pieces: list[Piece], chunker: StructureChunker) -> list[Piece]:
    """Join chunks below `min_chars` with a neighbour, first those that share the longest path."""
    for depth in sorted({len(piece.path) for piece in pieces} | {0}, reverse=True):
        joined: list[Piece] = []
        for piece in pieces:
            both = _joined(text, joined[-1], piece, depth, chunker) if joined else None
            if both:
                joined[-1] = both
            else:
                joined.append(piece)
        pieces = joined
    return pieces


def _joined(
    text: str, one: Piece, other: Piece, depth: int, chunker: StructureChunker
) -> Piece | None:
    """Return both as one, if one is small and they are neighbours under one parent at a depth."""
    length = chunker.length_of(text, one.start, other.end)
    if length > chunker.max_chars:
        return None
    if min(chunker.length_of(text, *piece[:2]) for piece in (one, other)) >= chunker.min_chars:
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
