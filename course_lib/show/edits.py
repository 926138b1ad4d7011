"""Where two versions of a text differ, and where a place of the old one lies in the new one."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import TypeAlias

from course_lib.chunk import Span

Edit: TypeAlias = tuple[Span, Span]  # what was in the old text, and what is there in the new one

MOST_COMPARED = (
    1_000_000  # pairs of words; beyond it all between the first and the last is one edit
)
_TOKENS = re.compile(r"\w+|\W")


def edits(old: str, new: str) -> list[Edit]:
    """Return the stretches that differ, word by word, in order; an empty span is a pure insertion.

    >>> edits("Paid: 8,760 crowns", "Paid: 12,760 crowns now")
    [((6, 7), (6, 8)), ((18, 18), (19, 23))]
    """
    if old == new:
        return []
    before, after = _TOKENS.findall(old), _TOKENS.findall(new)
    head = _agreed(before, after)
    room = min(len(before), len(after)) - head
    tail = _agreed(before[::-1][:room], after[::-1][:room])
    middles = before[head : len(before) - tail], after[head : len(after) - tail]
    if len(middles[0]) * len(middles[1]) > MOST_COMPARED:
        places = [(0, len(middles[0]), 0, len(middles[1]))]
    else:
        codes = SequenceMatcher(None, *middles, autojunk=False).get_opcodes()
        places = [(a, b, c, d) for code, a, b, c, d in codes if code != "equal"]
    starts = [[0, *accumulate(map(len, tokens))] for tokens in (before, after)]
    return [
        (
            (starts[0][head + first], starts[0][head + last]),
            (starts[1][head + start], starts[1][head + end]),
        )
        for first, last, start, end in places
    ]


def moved_to(span: Span, changes: Sequence[Edit]) -> Span:
    """Return the part of the new text that a part of the old one has become; it may be empty.

    >>> moved_to((6, 11), edits("Paid: 8,760 crowns", "Paid: 12,760 crowns"))
    (6, 12)
    """
    return _moved(span[0], changes, False), _moved(span[1], changes, True)


def _moved(place: int, changes: Sequence[Edit], closing: bool) -> int:
    shift = 0
    for (first, last), (start, end) in changes:
        if place < first or (place == first and closing):
            break
        if place < last or (place == last and closing):
            return end if closing else start
        shift = end - last
    return place + shift


def _agreed(one: Sequence[str], other: Sequence[str]) -> int:
    """How many tokens are the same from the beginning on."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
