"""Plain windows without a list of them: any size and overlap costs the same on any text.

The chunks are those of `NaiveChunker(size, overlap)`; here they are computed, not cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from course_lib.chunk import Span
from course_lib.chunkers import NaiveChunker
from course_lib.measure.split import Split


@dataclass(frozen=True, slots=True)
class PlainWindows(Sequence[Span]):
    """The spans of all plain windows over `length` code points, in order.

    Raises InvalidValue like NaiveChunker for windows that cannot advance.

    >>> windows = PlainWindows(11, size=6, overlap=3)
    >>> list(windows), windows.stored
    ([(0, 6), (3, 9), (6, 11), (9, 11)], 19)
    >>> len(PlainWindows(2_000_000, size=2_000, overlap=1_999))
    2000000
    """

    length: int
    size: int
    overlap: int

    def __post_init__(self) -> None:
        NaiveChunker(self.size, self.overlap)

    @property
    def step(self) -> int:
        """How far a window starts behind the one before it."""
        return self.size - self.overlap

    def __len__(self) -> int:
        return -(-self.length // self.step)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> list[Span]: ...
    def __getitem__(self, index: int | slice) -> Span | list[Span]:
        starts = range(0, self.length, self.step)
        if isinstance(index, slice):
            return [self._from(start) for start in starts[index]]
        return self._from(starts[index])

    def __iter__(self) -> Iterator[Span]:
        return map(self._from, range(0, self.length, self.step))

    def _from(self, start: int) -> Span:
        return start, min(start + self.size, self.length)

    @property
    def stored(self) -> int:
        """How many characters they hold together."""
        count = len(self)
        full = (self.length - self.size) // self.step + 1 if self.size <= self.length else 0
        rest = count - full  # they end with the text, and number k holds length - k * step
        return full * self.size + rest * self.length - self.step * rest * (full + count - 1) // 2

    def touching(self, start: int, end: int) -> range:
        """Return the numbers of the windows that hold some of the characters from start to end.

        >>> PlainWindows(11, size=6, overlap=3).touching(6, 7)
        range(1, 3)
        """
        first = max(0, (start - self.size) // self.step + 1)
        return range(first, min(len(self), -(-end // self.step)))


class PlainSplit(Split):
    """A Split into plain windows that looks only at those near the evidence.

    >>> PlainSplit.at(1006, 400, 0, [(337, 508)]).verdict
    'torn: the answer (337–508) is cut at 400, spread over chunks #0 and #1'
    """

    spans: PlainWindows

    @classmethod
    def at(cls, length: int, size: int, overlap: int, evidence: Sequence[Span] = ()) -> PlainSplit:
        """Split a text of `length` code points; raises InvalidValue like NaiveChunker and Split."""
        return cls(length, PlainWindows(length, size, overlap), evidence)

    @cached_property
    def stored(self) -> int:
        """How many characters the chunks hold together, those held twice counted twice."""
        return self.spans.stored

    @cached_property
    def touched(self) -> list[int]:
        """The chunks that hold some of the evidence."""
        near = {i for start, end in self.evidence for i in self.spans.touching(start, end)}
        return sorted(near)


def is_whole(length: int, size: int, overlap: int, evidence: Span) -> bool:
    """Say in constant time whether one plain window holds all from the evidence's start to its end.

    Of the windows that start at or before it, the last one reaches furthest.

    >>> is_whole(1006, 400, 0, (337, 508)), is_whole(1006, 400, 170, (337, 508))
    (False, True)
    """
    start, end = evidence
    step = size - overlap
    return min(start // step * step + size, length) >= end
