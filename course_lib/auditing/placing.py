"""Where each chunk stands: settled once, before anything is checked.

A chunk whose own position holds its text stands there. Any other is looked for, from the chunk
before on, and `diagnose.py` says why its position is wrong.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from course_lib.auditing.diagnose import Finder
from course_lib.auditing.fields import CODE_POINTS, TOKENS
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
    """Find the place of each chunk, in the order of their numbers, else in which they are given.

    >>> from course_lib.auditing.readers import read_items
    >>> [placed.place for placed in place_all("One. Two.", read_items([(0, "One."), (4, "Two.")]))]
    [(0, 4), (5, 9)]
    """
    finder = Finder(text, items)
    placed: dict[int, Placed] = {}
    for item in _in_order(items):
        placed[item.index] = _place(text, item, finder)
        if place := placed[item.index].place:
            finder.settle(place)
    in_turn = [placed[item.index] for item in items]
    return in_turn if finder.is_in_order else [replace(each, twin=None) for each in in_turn]


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


def _in_order(items: list[Item]) -> list[Item]:
    """In the order of their numbers, if each has one of its own: a database has no order."""
    numbers = {item.number for item in items if type(item.number) is int}
    if len(numbers) < len(items):
        return items
    return sorted(items, key=lambda item: item.number)


def _place(text: str, item: Item, finder: Finder) -> Placed:
    if fault := _position_fault(item):
        place = finder.find_anywhere(item.text)
        return Placed(item, place, "position", fault + _really(text, item, place, finder))
    if item.unit != CODE_POINTS:
        return _place_in_unit(text, item, finder)
    if _stands(text, item):
        return Placed(item, (item.start, item.end), twin=finder.twin_of(item))
    fault, place = finder.explain(item)
    return Placed(item, place, "slice", fault + _really(text, item, place, finder))


def _place_in_unit(text: str, item: Item, finder: Finder) -> Placed:
    """Place a chunk whose position has a name that tells another unit."""
    if item.unit == TOKENS:  # whose tokens, nobody can tell
        place = finder.find_anywhere(item.text)
        fault = "" if place else "is not in the text"
    else:
        unit = finder.units.named(item.unit)
        place = unit.place(item.text, item.start, item.end) if unit else None
        fault = ""
        if place is None and text.startswith(item.text, item.start):
            place = item.start, item.start + len(item.text)
            fault = f"says {item.unit}, but counts code points: name them so"
        elif place is None:
            place = finder.find_anywhere(item.text)
            fault = f"is not at these {item.unit}: count them in the text as it is"
    told = fault and fault + _really(text, item, place, finder)
    return Placed(item, place, "slice" if fault else "", told)


def _stands(text: str, item: Item) -> bool:
    is_as_long: bool = item.end - item.start == len(item.text)
    return is_as_long and text.startswith(item.text, item.start)


def _position_fault(item: Item) -> str:
    if item.start is None:
        return "has no position: store it when you cut"
    for value in (item.start, item.end):
        if isinstance(value, str) and value.strip().isdecimal():
            return f"has a position that is a text: write {int(value)}, not {value!r}"
        if type(value) is not int and not (value is None and item.unit != CODE_POINTS):
            return f"has a position that is no whole number ({value!r}): count code points"
    if item.start < 0:
        return "has a negative position, as from a search in vain: carry positions, never search"
    ends_before = item.end is not None and item.end < item.start
    return "ends before it starts: exchange its positions" if ends_before else ""


def _really(text: str, item: Item, place: Span | None, finder: Finder) -> str:
    if place is None:
        tired = "; its text was not searched for, since too many are wrong"
        return tired if finder.budget <= 0 else "; its text stands nowhere"
    start, end = place
    if text[start:end] == item.text:
        return f"; its text stands at {start}–{end}"
    is_loose = place != (item.start, item.end) and text[start:end].split() == item.text.split()
    return f"; but for white space its text stands at {start}–{end}" if is_loose else ""
