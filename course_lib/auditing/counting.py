"""Positions in another unit than code points: recognised by trying each, and turned into a span.

Bytes, units of UTF-16, lines and words fit a text exactly or not at all. Of tokens nobody can say
which program counted them, so that they are recognised by their size alone.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, islice
from statistics import median
from typing import Protocol

from course_lib.auditing.fields import BYTES, CODE_POINTS, LINES, UTF_16, WORDS
from course_lib.auditing.readers import Item
from course_lib.chunk import Span

_PIECES = {
    LINES: re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+"),
    WORDS: re.compile(r"\S+"),
    "words and marks": re.compile(r"\w+|[^\w\s]"),
}
_ASKED = 64  # chunks that are asked which unit fits them
_MOST_AGREE = 0.8  # of those that are asked: the others may have another fault
_MANY = 3  # sizes of steps that may agree by chance
_TOKEN = 1.2, 15.0  # characters, on average over a text
_LINE = 200  # characters, at most, on average
_CODECS = {BYTES: ("utf-8", 1), UTF_16: ("utf-16-le", 2)}


class Unit(Protocol):
    """Something that positions may count."""

    @property
    def name(self) -> str:
        """What is counted, and from which number on."""

    def place(self, wanted: str, start: int, end: int | None) -> Span | None:
        """Where the text stands, if it stands at these positions."""


class Encoded:
    """Counts what an encoding makes of a text: bytes of UTF-8, or units of UTF-16.

    >>> Encoded("Café au lait", "bytes of UTF-8", "utf-8", 1).code_point(6)
    5
    """

    BLOCK = 1024

    def __init__(self, text: str, name: str, codec: str, width: int) -> None:
        self.text, self.name, self.codec, self.width = text, name, codec, width
        blocks = (text[at : at + self.BLOCK] for at in range(0, len(text), self.BLOCK))
        self.starts = [0, *accumulate(len(block.encode(codec)) // width for block in blocks)]

    def place(self, wanted: str, start: int, end: int | None) -> Span | None:
        """Where the text stands, if it stands at these positions."""
        first = self.code_point(start)
        if first is None or not self.text.startswith(wanted, first):
            return None
        last = first + len(wanted)
        return (first, last) if end is None or self.code_point(end) == last else None

    def code_point(self, position: int) -> int | None:
        """The code point at a position; None outside of the text or inside a character."""
        block = bisect_right(self.starts, position) - 1
        first = min(block * self.BLOCK, len(self.text))
        encoded = self.text[first : first + self.BLOCK].encode(self.codec)
        rest = (position - self.starts[block]) * self.width
        try:
            return first + len(encoded[:rest].decode(self.codec)) if rest <= len(encoded) else None
        except UnicodeDecodeError:
            return None


class Pieces:
    """Counts pieces of a text, such as its lines, from 0 or from 1; the last may be counted in.

    >>> lines = Pieces("One.\\nTwo.\\nThree.\\n", "lines")
    >>> lines.place("Two.\\nThree.", 1, 3), lines.place("Two.\\nThree.", 1, 2)
    ((5, 16), (5, 16))
    >>> lines.place("Two.", 2, 2), lines.counted_from(1).place("Two.", 2, 2)
    (None, (5, 9))
    """

    def __init__(self, text: str, of: str) -> None:
        self.text, self.of, self.base = text, of, 0
        self.starts, self.ends = array("q"), array("q")
        for piece in _PIECES[of].finditer(text):
            self.starts.append(piece.start())
            self.ends.append(piece.end())

    def counted_from(self, base: int) -> "Pieces":
        """The same pieces, counted from another number."""
        other = object.__new__(Pieces)
        other.__dict__ |= self.__dict__ | {"base": base}
        return other

    @property
    def name(self) -> str:
        """What is counted, and from which number on."""
        return f"{self.of} from {self.base}"

    def place(self, wanted: str, start: int, end: int | None) -> Span | None:
        """Where the text stands, if its first and last piece have these numbers."""
        first = start - self.base
        bare = wanted.strip()
        if not bare or not 0 <= first < len(self.starts):
            return None
        low, high = self.starts[first], self.ends[first] + len(bare)
        at = self.text.find(bare, low, high)
        if not low <= at < self.ends[first]:
            return None
        if end is not None:
            piece = bisect_right(self.starts, at + len(bare) - 1) - 1
            if piece not in (end - self.base, end - self.base - 1):
                return None
        before = len(wanted) - len(wanted.lstrip())
        at = at - before if self.text.startswith(wanted, at - before) else at
        return at, at + len(wanted if self.text.startswith(wanted, at) else bare)


class Units:
    """What the positions of the chunks of one text count."""

    def __init__(self, text: str, items: Sequence[Item]) -> None:
        self.text, self.items = text, items

    @cached_property
    def encoded(self) -> list[Unit]:
        """Bytes and units of UTF-16, where they are not the same as code points."""
        return [] if self.text.isascii() else [self._encoded(BYTES), self._encoded(UTF_16)]

    def named(self, unit: str) -> Unit | None:
        """The unit that a field's name tells; lines and words from the number that fits best."""
        if unit not in self._fitting:
            items = [item for item in self.items if item.unit == unit]
            each = self._pieces(unit) if unit in _PIECES else [self._encoded(unit)]
            self._fitting[unit] = _most_fitting(each, items)[1]
        return self._fitting[unit]

    @cached_property
    def recognised(self) -> Unit | None:
        """The unit in which nearly all the chunks stand that do not stand where they say."""
        wrong = self.wrong
        enough = len(wrong) > 1 or any(item.has_end for item in wrong)
        sizes = self._sizes
        of = _PIECES if not sizes or median(sizes) >= _TOKEN[0] else ()
        for units in (self.encoded, *map(self._pieces, of if enough else ())):
            votes, unit = _most_fitting(units, wrong)
            if unit and votes >= _MOST_AGREE * len(wrong):
                return unit
        return None

    @cached_property
    def token_size(self) -> float:
        """The characters of a token, if positions grow with the text as those of tokens do."""
        sizes = self._sizes
        ends = {
            item.end - item.start != len(item.text) if item.has_end else None for item in self.wrong
        }
        if len(sizes) < _MANY or len(ends) > 1 or False in ends:
            return 0
        size = median(sizes)
        agree = sum(0.75 * size <= each <= 1.25 * size for each in sizes)
        return size if _TOKEN[0] <= size <= _TOKEN[1] and agree >= _MOST_AGREE * len(sizes) else 0

    @cached_property
    def _sizes(self) -> list[float]:
        """How many characters one step of the positions is, chunk by chunk."""
        sizes = []
        for item in self.wrong:
            at = self.text.find(item.text, 0, _LINE * item.start + len(item.text))
            if at > 0 and item.start > 0:
                sizes.append(at / item.start)
        return sizes

    @cached_property
    def wrong(self) -> list[Item]:
        """The first chunks that do not stand where they say."""
        wrong = (
            item
            for item in self.items
            if item.unit == CODE_POINTS
            and type(item.start) is type(item.end) is int
            and 0 <= item.start <= item.end
            and self.text[item.start : item.end] != item.text
        )
        return list(islice(wrong, _ASKED))

    @cached_property
    def _fitting(self) -> dict[str, Unit | None]:
        return {}

    def _encoded(self, name: str) -> Unit:
        return Encoded(self.text, name, *_CODECS[name])

    def _pieces(self, of: str) -> list[Unit]:
        pieces = Pieces(self.text, of)
        return [pieces, pieces.counted_from(1)]


def _most_fitting(units: Sequence[Unit], items: Sequence[Item]) -> tuple[int, Unit | None]:
    """The unit that most of the items fit, and how many those are; the first one of equals."""
    best: tuple[int, Unit | None] = 0, None
    for unit in units:
        ends = ((item, item.end if item.has_end else None) for item in items[:_ASKED])
        votes = sum(unit.place(item.text, item.start, end) is not None for item, end in ends)
        best = max(best, (votes, unit), key=lambda pair: pair[0])
    return best
