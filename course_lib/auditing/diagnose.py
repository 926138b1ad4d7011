"""Where a text really stands, and why it was said to stand elsewhere.

The classic causes are tried one by one: other units, text changed before the cut or after it, off
by one. The work is linear: searches share one budget, and a changed whole is made once.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cached_property, partial
from itertools import accumulate

from course_lib.chunk import Span

_CARRY = "carry positions through the split, never search"
_WHITE = re.compile(r"\s{1,1000}")


def _normalize_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _one_blank(text: str) -> str:
    return " ".join(text.split())


CHANGES: dict[str, Callable[[str], str]] = {
    "white space around it was stripped": str.strip,
    "its line ends were translated": _normalize_newlines,
    "its byte order mark was removed": lambda text: text.removeprefix("\ufeff"),
    "it was normalised to NFC": partial(unicodedata.normalize, "NFC"),
    "it was normalised to NFD": partial(unicodedata.normalize, "NFD"),
    "its white space was rewritten": _one_blank,
}


class Units:
    """Turns positions in another unit (bytes of UTF-8, units of UTF-16) into code points.

    >>> Units("Café au lait", "utf-8", 1).code_point(6)
    5
    """

    BLOCK = 1024

    def __init__(self, text: str, codec: str, width: int) -> None:
        self.text, self.codec, self.width = text, codec, width
        blocks = (text[at : at + self.BLOCK] for at in range(0, len(text), self.BLOCK))
        self.starts = [0, *accumulate(len(block.encode(codec)) // width for block in blocks)]

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


class Finder:
    """Explains why slices of one text do not match; searches until its budget is spent.

    >>> Finder("Roof renewed. Pipes old.").explain("Pipes old.", 13, 23)
    ('is off by one', (14, 24))
    """

    BUDGET = 50_000_000  # characters that may be searched, and ten times the text

    def __init__(self, text: str) -> None:
        self.text = text
        self.after = 0  # starts increase: the next chunk starts here or later
        self.end = 0  # of the chunk before
        self.budget = self.BUDGET + 10 * len(text)

    def find(self, wanted: str, low: int = 0) -> Span | None:
        """The first place of a text at or after `low`; None too when the budget is spent."""
        if self.budget <= 0:
            return None
        at = self.text.find(wanted, low)
        self.budget -= (len(self.text) if at < 0 else at) - low + len(wanted)
        return None if at < 0 else (at, at + len(wanted))

    def find_anywhere(self, wanted: str) -> Span | None:
        """The place right after the chunk before, else the next one, else the first one."""
        return self._following(wanted) or self.find(wanted, self.after) or self.find(wanted)

    def _following(self, wanted: str) -> Span | None:
        gap = _WHITE.match(self.text, self.end)
        return self._between(wanted, self.end, (gap.end() if gap else self.end) + len(wanted))

    def _between(self, wanted: str, low: int, high: int) -> Span | None:
        at = self.text.find(wanted, low, high)
        return None if at < 0 else (at, at + len(wanted))

    def settle(self, place: Span) -> None:
        """Remember where a chunk stands, to look for the next one from there on."""
        self.after = max(self.after, place[0] + 1)
        self.end = place[1]

    def explain(self, wanted: str, start: int, end: int) -> tuple[str, Span | None]:
        """Say why `text[start:end]` is not what was wanted, and where that stands, if anywhere."""
        end = min(end, start + 4 * len(wanted) + 1000)  # further on nothing can explain it
        return (
            self._other_unit(wanted, start, end)
            or self._wrong_edge(wanted, start, end)
            or self._changed_before(wanted, start, end)
            or self._drifted(wanted, start)
            or self._changed_after(wanted, start, end)
            or self._unknown(wanted, start, end)
        )

    def _other_unit(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        for unit, units in self._units.items():
            first = units.code_point(start)
            if first is not None and self.text.startswith(wanted, first):
                place = first, first + len(wanted)
                follows = end == start + len(wanted) and first != start  # no end was given
                if follows or units.code_point(end) == place[1]:
                    return f"counts {unit}: count code points, as Python's str does", place
        return None

    def _wrong_edge(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        inside = self._between(wanted, start, end)
        if inside and self.text[start:end].strip() == wanted:
            return "was stripped after the cut: move its positions along", inside
        if self.text.startswith(wanted, start):
            place = start, start + len(wanted)
            return "has a wrong end: make it start + length, half open", place
        return None

    def _changed_before(self, wanted: str, start: int, end: int) -> tuple[str, Span | None] | None:
        for change, changed in self._changed.items():
            if changed[start:end] == wanted:
                cause = f"was cut from the text after {change}: cut the text as it is"
                return cause, self.find_anywhere(wanted)
        return None

    def _drifted(self, wanted: str, start: int) -> tuple[str, Span] | None:
        for first in (start - 1, start + 1):
            if first >= 0 and self.text.startswith(wanted, first):
                return "is off by one", (first, first + len(wanted))
        place = self._following(wanted) or self._between(
            wanted, max(0, start - 100), start + 100 + len(wanted)
        )
        return (f"is off by {abs(place[0] - start)}: {_CARRY}", place) if place else None

    def _changed_after(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        claimed = self.text[start:end]
        for change, apply in CHANGES.items():
            target = apply(wanted) if apply is _one_blank else wanted
            if apply(claimed) == target:
                return f"is no slice: after the cut {change}; keep it verbatim", (start, end)
        return None

    def _unknown(self, wanted: str, start: int, end: int) -> tuple[str, Span | None]:
        claimed = self.text[start:end]
        lengths = range(min(len(claimed), len(wanted)))
        same = bisect_left(lengths, True, key=lambda at: claimed[: at + 1] != wanted[: at + 1])
        cause = f"differs from the text from {start + same} on: {_CARRY}"
        return cause, self.find_anywhere(wanted)

    @cached_property
    def _units(self) -> dict[str, Units]:
        if self.text.isascii():
            return {}
        return {
            "bytes of UTF-8": Units(self.text, "utf-8", 1),
            "units of UTF-16": Units(self.text, "utf-16-le", 2),
        }

    @cached_property
    def _changed(self) -> dict[str, str]:
        """The whole text, as it may have been when it was cut."""
        changed = {change: apply(self.text) for change, apply in CHANGES.items()}
        return {change: text for change, text in changed.items() if text != self.text}
