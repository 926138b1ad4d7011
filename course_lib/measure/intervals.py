"""Arithmetic on half-open intervals of whole numbers: characters that are read twice count once.

A span `(start, end)` holds the characters `start` to `end - 1`. Spans that touch at a point share
no character. At the end stands the law of overlap: how likely a chunker that looks at nothing keeps
a piece of evidence whole.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from fractions import Fraction

from course_lib.chunk import Span
from course_lib.errors import InvalidValue


def merge(spans: Iterable[Span]) -> list[Span]:
    """Return the same characters as spans in order that lie apart; those that touch become one.

    Empty spans vanish. Raises InvalidValue for a span that ends before it starts.

    >>> merge([(5, 8), (0, 3), (2, 4), (4, 4), (8, 9)])
    [(0, 4), (5, 9)]
    """
    merged: list[Span] = []
    for start, end in sorted(spans):
        if start > end:
            raise InvalidValue(f"span ({start}, {end}) ends before it starts")
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        elif start < end:
            merged.append((start, end))
    return merged


def total_length(spans: Iterable[Span]) -> int:
    """Return how many characters the spans hold together, those held twice counted twice.

    >>> total_length([(0, 800), (700, 1006)])
    1106
    """
    return sum(end - start for start, end in spans)


def union_length(spans: Iterable[Span]) -> int:
    """Return how many different characters the spans hold.

    >>> union_length([(0, 800), (700, 1006)])
    1006
    """
    return total_length(merge(spans))


def intersection(first: Iterable[Span], second: Iterable[Span]) -> list[Span]:
    """Return the characters that stand in both, as spans in order that lie apart.

    >>> intersection([(0, 5), (7, 9)], [(4, 8)])
    [(4, 5), (7, 8)]
    """
    left, right, both = merge(first), merge(second), []
    i = j = 0
    while i < len(left) and j < len(right):
        start, end = max(left[i][0], right[j][0]), min(left[i][1], right[j][1])
        if start < end:
            both.append((start, end))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return both


class Union:
    """The characters read so far: `add` says which ones of a span are new.

    >>> read = Union()
    >>> read.add((0, 10)), read.add((20, 30)), read.add((5, 35))
    ([(0, 10)], [(20, 30)], [(10, 20), (30, 35)])
    """

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, span: Span) -> list[Span]:
        """Add the characters of a span, and return those that were not there, in order."""
        start, end = at, _ = span
        first = bisect_left(self._ends, start)
        last = bisect_right(self._starts, end)
        new: list[Span] = []
        for index in range(first, last):
            if at < self._starts[index]:
                new.append((at, self._starts[index]))
            at = self._ends[index]
        if at < end:
            new.append((at, end))
        if first < last:
            start, end = min(start, self._starts[first]), max(end, self._ends[last - 1])
        if start < end:
            self._starts[first:last], self._ends[first:last] = [start], [end]
        return new


# The law of overlap. Chunks of `size` characters start every `size - overlap` characters; evidence
# of `length` characters lies anywhere, each place as likely as the other. A chunk holds it when it
# starts at the chunk's first character or up to `size - length` characters further on: at
# `size - length + 1` places out of each step. Where these are a whole step, no place is left out.


def intact_share(size: int, overlap: int, length: int) -> Fraction:
    """Return the share of all places, in an endless text, where one chunk holds the evidence.

    It is 1 exactly when `overlap >= length - 1` and `length <= size`. Raises InvalidValue for
    chunks that cannot advance and for evidence without a character.

    >>> intact_share(size=400, overlap=0, length=100), intact_share(400, 99, 100)
    (Fraction(301, 400), Fraction(1, 1))
    """
    _check_law(size, overlap, length)
    return min(Fraction(1), Fraction(max(0, size - length + 1), size - overlap))


def intact_share_of_text(text_length: int, size: int, overlap: int, length: int) -> Fraction:
    """Return the same share for a text of `text_length` characters: no place is left out.

    Raises InvalidValue like `intact_share`, and for evidence longer than the text.

    >>> intact_share_of_text(1006, size=400, overlap=0, length=100)
    Fraction(709, 907)
    """
    _check_law(size, overlap, length)
    if length > text_length:
        raise InvalidValue(f"evidence of {length} characters does not fit in {text_length}")
    places, step = text_length - length + 1, size - overlap
    whole_steps, rest = divmod(places, step)
    # Each whole step begins with `good` places that are held; the last may break off among them.
    good = max(0, min(step, size - length + 1))
    return Fraction(whole_steps * good + min(rest, good), places)


def storage_factor(size: int, overlap: int) -> Fraction:
    """Return how many times an endless text is stored: `size / (size - overlap)`.

    >>> storage_factor(800, 100)
    Fraction(8, 7)
    """
    _check_law(size, overlap, 1)
    return Fraction(size, size - overlap)


def _check_law(size: int, overlap: int, length: int) -> None:
    if size < 1:
        raise InvalidValue("size must be positive")
    if not 0 <= overlap < size:
        raise InvalidValue("overlap must be in [0, size)")
    if length < 1:
        raise InvalidValue("evidence has at least one character")
