"""Arithmetic on half-open intervals of whole numbers: characters that are read twice count once.

A span `(start, end)` holds the characters `start` to `end - 1`. Spans that touch at a point share
no character.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from course_lib.chunk import Span


def merge(spans: Iterable[Span]) -> list[Span]:
    """Return the same characters as spans in order that lie apart; those that touch become one.

    Empty spans vanish. Raises ValueError for a span that ends before it starts.

    >>> merge([(5, 8), (0, 3), (2, 4), (4, 4), (8, 9)])
    [(0, 4), (5, 9)]
    """
    merged: list[Span] = []
    for start, end in sorted(spans):
        if start > end:
            raise ValueError(f"span ({start}, {end}) ends before it starts")
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


def outside(span: Span, hole: Span) -> list[Span]:
    """Return what is left of a span when a hole is cut out of it: no, one or two spans.

    >>> outside((0, 10), (4, 6)), outside((0, 10), (4, 12)), outside((4, 6), (0, 10))
    ([(0, 4), (6, 10)], [(0, 4)], [])
    """
    sides = (span[0], min(span[1], hole[0])), (max(span[0], hole[1]), span[1])
    return [(start, end) for start, end in sides if start < end]


class Union:
    """The characters read so far: `add` says which ones of a span are new.

    >>> read = Union()
    >>> read.add((0, 10)), read.add((20, 30)), read.add((5, 35))
    ([(0, 10)], [(20, 30)], [(10, 20), (30, 35)])
    >>> read.spans
    [(0, 35)]
    """

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    @property
    def spans(self) -> list[Span]:
        """What was added, in order, as spans that lie apart."""
        return list(zip(self._starts, self._ends, strict=True))

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
