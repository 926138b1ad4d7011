"""Where a text really stands, and why it was said to stand elsewhere.

The classic causes are tried one by one: other units, text changed before the cut or after it, off
by one. The work is linear: searches share one budget, and a changed whole is made once.
"""

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from course_lib.auditing.counting import Units
from course_lib.auditing.readers import Item
from course_lib.auditing.treatment import (
    CHANGES,
    added_around,
    changed_after,
    common_length,
    length_of_rest,
    replaced_inside,
)
from course_lib.chunk import Span

_CARRY = "carry positions through the split, never search"
_WHITE = re.compile(r"\s{1,1000}")
_COUNT = "count code points, as Python's str does"
_KEEP = "keep it verbatim"
_BESIDE = "keep context beside the text"
_SURE = 20  # characters of a slice that are in no other text by chance
_PROBE = 12
_NEAR = 100  # characters that a position may have drifted


class Finder:
    """Explains why slices of one text do not match; searches until its budget is spent.

    >>> from course_lib.auditing.readers import read_items
    >>> items = read_items([{"text": "Pipes old.", "start": 13}])
    >>> Finder("Roof renewed. Pipes old.", items).explain(items[0])
    ('is off by one', (14, 24))
    """

    BUDGET = 50_000_000  # characters that may be searched, and ten times the text

    def __init__(self, text: str, items: Sequence[Item]) -> None:
        self.text, self.items, self.units = text, items, Units(text, items)
        self.after = 0  # starts increase: the next chunk starts here or later
        self.end = 0  # of the chunk before
        self.is_in_order = True  # until a chunk stands before the one before, and nowhere else
        self.budget = self.BUDGET + 10 * len(text)

    def find(self, wanted: str, low: int = 0) -> Span | None:
        """The first place of a text at or after `low`; None too when the budget is spent."""
        if self.budget <= 0:
            return None
        at = self.text.find(wanted, low)
        self.budget -= (len(self.text) if at < 0 else at) - low + len(wanted)
        return None if at < 0 else (at, at + len(wanted))

    def find_anywhere(self, wanted: str) -> Span | None:
        """The place right after the chunk before, else the next one, else the first one.

        A text that stands nowhere is looked for once more, with all white space left out.
        """
        return (
            self._following(wanted)
            or self.find(wanted, self.after)
            or self.find(wanted)
            or self._find_loosely(wanted)
        )

    def settle(self, place: Span) -> None:
        """Remember where a chunk stands, to look for the next one from there on."""
        self.after = max(self.after, place[0] + 1)
        self.end = place[1]

    def twin_of(self, item: Item) -> int | None:
        """Where text equal to a slice stands further on, if the chunks before ask for one there.

        They do when each of them stands further on than the one before, or has such a twin. A
        place that another chunk says to have with the same text asks for nothing.
        """
        if item.start >= self.after or not item.text.strip() or not self.is_in_order:
            return None
        twin = self.find(item.text, self.after)
        if twin is None and self.budget > 0 and item.start < self.after - 1:
            self.is_in_order = False
        while twin and (twin[0], item.text) in self._said:
            twin = self.find(item.text, twin[0] + 1)
        return twin[0] if twin else None

    def explain(self, item: Item) -> tuple[str, Span | None]:
        """Say why `text[start:end]` is not the item's text, and where that stands, if anywhere."""
        wanted, start = item.text, item.start
        end = min(item.end, start + 4 * len(wanted) + 1000)  # further on nothing can explain it
        slice_end = end if item.has_end else self._end_of_slice(wanted, start)
        return (
            self._other_unit(item)
            or self._wrong_edge(wanted, start, end)
            or self._changed_before(wanted, start, end, slice_end)
            or self._drifted(wanted, start)
            or self._changed_after(wanted, start, slice_end)
            or self._added_around(wanted, start, slice_end)
            or self._elsewhere(wanted, start, end)
            or self._replaced_inside(wanted, start, slice_end)
            or (self._differs(wanted, start, end), None)
        )

    def _following(self, wanted: str) -> Span | None:
        gap = _WHITE.match(self.text, self.end)
        return self._between(wanted, self.end, (gap.end() if gap else self.end) + len(wanted))

    def _find_loosely(self, wanted: str) -> Span | None:
        bare = "".join(wanted.split())
        if not bare or self.budget <= 0:
            return None
        squeezed, places = self._squeezed
        at = squeezed.find(bare, bisect_left(places, self.end))
        at = squeezed.find(bare) if at < 0 else at
        self.budget -= len(squeezed) if at < 0 else at
        return None if at < 0 else (places[at], places[at + len(bare) - 1] + 1)

    def _between(self, wanted: str, low: int, high: int) -> Span | None:
        at = self.text.find(wanted, low, high)
        return None if at < 0 else (at, at + len(wanted))

    def _other_unit(self, item: Item) -> tuple[str, Span] | None:
        for unit in filter(None, (self.units.recognised, *self.units.encoded)):
            place = unit.place(item.text, item.start, item.end if item.has_end else None)
            if place:
                return f"counts {unit.name}: {_COUNT}", place
        size = self.units.token_size
        found = self.find_anywhere(item.text) if size else None
        if found is None:
            return None
        return f"seems to count tokens, of {size:.1f} characters on average: {_COUNT}", found

    def _wrong_edge(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        inside = self._between(wanted, start, end)
        if inside and self.text[start:end].strip() == wanted:
            return "was stripped after the cut: move its positions along", inside
        if self.text.startswith(wanted, start):
            place = start, start + len(wanted)
            return "has a wrong end: make it start + length, half open", place
        first = end - len(wanted)
        if first >= 0 and end - start != len(wanted) and self.text.startswith(wanted, first):
            return "has a wrong start: make it end - length", (first, end)
        return None

    def _changed_before(
        self, wanted: str, start: int, end: int, slice_end: int
    ) -> tuple[str, Span | None] | None:
        for change, changed in self._changed.items():
            is_after = CHANGES[change](self.text[start:slice_end]) == wanted
            if changed[start:end] == wanted and not is_after and change in self._likely_changes:
                cause = f"was cut from the text after {change}: cut the text as it is"
                return cause, self.find_anywhere(wanted)
        return None

    def _drifted(self, wanted: str, start: int) -> tuple[str, Span] | None:
        for first in (start - 1, start + 1):
            if first >= 0 and self.text.startswith(wanted, first):
                return "is off by one", (first, first + len(wanted))
        place = self._following(wanted) or self._between(
            wanted, max(0, start - _NEAR), start + _NEAR + len(wanted)
        )
        return (f"is off by {abs(place[0] - start)}: {_CARRY}", place) if place else None

    def _changed_after(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        change = changed_after(self.text[start:end], wanted)
        return (f"is no slice: after the cut {change}; {_KEEP}", (start, end)) if change else None

    def _added_around(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        claimed = self.text[start:end].strip()
        if 2 * len(claimed) < len(wanted) and len(claimed) < _SURE and self.find(wanted):
            return None  # so short a slice is in many texts by chance
        added = added_around(claimed, wanted) if claimed else ""
        return (f"is no slice: {added}; {_BESIDE}", (start, end)) if added else None

    def _elsewhere(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        place = self.find_anywhere(wanted)
        return (self._differs(wanted, start, end), place) if place else None

    def _replaced_inside(self, wanted: str, start: int, end: int) -> tuple[str, Span] | None:
        first, what = replaced_inside(self.text[start:end], wanted)
        if not what or self.budget <= 0:  # it may stand elsewhere
            return None
        return f"is no slice: from {start + first} on {what}; {_KEEP}", (start, end)

    def _differs(self, wanted: str, start: int, end: int) -> str:
        same = common_length(self.text[start:end], wanted)
        return f"differs from the text from {start + same} on: {_CARRY}"

    def _end_of_slice(self, wanted: str, start: int) -> int:
        """Where a slice ends that tells its start alone, when its text was changed."""
        most = self.text[start : start + 2 * len(wanted) + 100]
        begins = wanted.find(most[:_PROBE]) if most[:_PROBE].strip() else -1
        if begins > 0:  # something stands before it
            return start + common_length(most, wanted[begins:])
        for probe in (wanted[-_PROBE:], wanted[-_PROBE // 2 :]):
            ends = most.find(probe)
            if ends >= 0:
                return start + ends + len(probe)
        same = common_length(most, wanted)
        return start + (same if 2 * same >= len(wanted) else length_of_rest(most, wanted))

    @cached_property
    def _likely_changes(self) -> set[str]:
        """The changes of the whole text that explain as much as one and the same shift would."""
        asked = self.units.wrong
        shifts = Counter(self._shift(item.text, item.start) for item in asked)
        return {
            change
            for change, changed in self._changed.items()
            if sum(changed[item.start : item.end] == item.text for item in asked)
            >= max(shifts.values(), default=0)
        }

    def _shift(self, wanted: str, start: int) -> int:
        """How far from its start a text stands, at the nearest place; very far if nowhere near."""
        low, high = max(0, start - _NEAR), start + _NEAR + len(wanted)
        places = [
            self.text.find(wanted, start, high),
            self.text.rfind(wanted, low, start + len(wanted)),
        ]
        return min((at - start for at in places if at >= 0), key=abs, default=_NEAR * start)

    @cached_property
    def _said(self) -> set[tuple[object, str]]:
        return {(item.start, item.text) for item in self.items if type(item.start) is int}

    @cached_property
    def _squeezed(self) -> tuple[str, "array[int]"]:
        """The text without white space, and where each of its characters stands."""
        places = array("I", (at for at, char in enumerate(self.text) if not char.isspace()))
        return "".join(self.text.split()), places

    @cached_property
    def _changed(self) -> dict[str, str]:
        """The whole text, as it may have been when it was cut."""
        changed = {change: apply(self.text) for change, apply in CHANGES.items()}
        return {change: text for change, text in changed.items() if text != self.text}
