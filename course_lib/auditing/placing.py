"""Where each chunk stands: settled once, before anything is checked.

A chunk whose own position holds its text stands there. Any other is looked for, from the chunk
before on, and `diagnose.py` says why its position is wrong.
"""

from dataclasses import dataclass
from typing import TypeAlias

from course_lib.auditing.diagnose import Finder
from course_lib.auditing.readers import Item
from course_lib.chunk import Span


@dataclass(frozen=True, slots=True)
class Placed:
    """A chunk as it was read, and the place of its text, if that is known.

    `kind` and `fault` say what is wrong with its own position: nothing, when both are empty. `twin`
    is where equal text stands further on, when the chunks before ask for one there.
    """

    item: Item
    place: Span | None
    kind: str = ""
    fault: str = ""
    twin: int | None = None


Gap: TypeAlias = tuple[int, int, list[Placed]]  # text in no chunk, and the chunks beside it


def place_all(text: str, items: list[Item]) -> list[Placed]:
    """Find the place of each chunk, in the order in which they are given.

    >>> from course_lib.auditing.readers import read_items
    >>> [placed.place for placed in place_all("One. Two.", read_items([(0, "One."), (4, "Two.")]))]
    [(0, 4), (5, 9)]
    """
    finder = Finder(text)
    all_placed = []
    for item in items:
        placed = _place(text, item, finder)
        if placed.place:
            finder.settle(placed.place)
        all_placed.append(placed)
    return all_placed


def gaps_between(text: str, all_placed: list[Placed]) -> list[Gap]:
    """Return where text, white space apart, stands in no chunk."""
    known = [(placed.place, placed.item.index) for placed in all_placed if placed.place]
    known.sort()
    gaps, covered = [], 0
    for at, (start, end) in enumerate([*(place for place, _ in known), (len(text), len(text))]):
        missing = text[covered:start]
        if missing.strip():
            first = start - len(missing.lstrip())
            last = covered + len(missing.rstrip())
            beside = known[max(0, at - 2) : at + 1]
            gaps.append((first, last, [all_placed[index] for _, index in beside]))
        covered = max(covered, end)
    return gaps


def _place(text: str, item: Item, finder: Finder) -> Placed:
    if fault := _position_fault(item):
        place = finder.find_anywhere(item.text)
        return Placed(item, place, "position", fault + _really(text, item, place, finder))
    if item.end - item.start == len(item.text) and text.startswith(item.text, item.start):
        twin = None
        if item.start < finder.after and item.text.strip():
            twin = finder.find(item.text, finder.after)
        return Placed(item, (item.start, item.end), twin=twin[0] if twin else None)
    fault, place = finder.explain(item.text, item.start, item.end)
    return Placed(item, place, "slice", fault + _really(text, item, place, finder))


def _position_fault(item: Item) -> str:
    if item.start is None:
        return "has no position: store it when you cut"
    if type(item.start) is not int or type(item.end) is not int:
        return "has a position that is no whole number: count code points"
    if item.start < 0:
        return "has a negative position, as from a search in vain: carry positions, never search"
    return "ends before it starts: exchange its positions" if item.end < item.start else ""


def _really(text: str, item: Item, place: Span | None, finder: Finder) -> str:
    if place is None:
        tired = "; its text was not searched for, since too many are wrong"
        return tired if finder.budget <= 0 else "; its text stands nowhere"
    start, end = place
    return f"; its text stands at {start}–{end}" if text[start:end] == item.text else ""
