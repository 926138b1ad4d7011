"""The ladder: where a chunk that starts here and may reach there had best end."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import SEPARATORS, ladder, random_text


def check(answers: Answers, random: Random) -> str:
    cases = [
        ("One two\n\nThree\nFourteen", 0, 20),
        ("One.\n\nTwo.\nThree. Four", 0, 18),
        ("One. Two\nThree four", 0, 14),
        ("One. Two three", 0, 12),
        ("One two three", 0, 10),
        ("Onetwothree", 0, 5),
        ("\n\nOne two three", 2, 12),
        ("One two. ", 0, 50),
        ("One.\n\nTwo three", 0, 6),
        ("One.\n\nTwo three", 0, 5),
        ("One two.", 0, 8),
        ("One two.", 0, 7),
        (" Onetwothree", 0, 5),
        ("One two three four five", 8, 12),
    ]
    cases += [_random_stretch(random) for _ in range(60)]
    for text, start, limit in cases:
        mine, right = answers.call("last_cut", text, start, limit), ladder(text, start, limit)
        if mine != right or type(mine) is not int:
            call = f"last_cut({shown(text)}, {start}, {limit})"
            raise NotYet(f"{call}: {_why_other_cut(mine, right, text, start, limit)}")
    return f"{len(cases)} stretches end on the highest rung that they have"


def _why_other_cut(mine: Any, right: int, text: str, start: int, limit: int) -> str:
    if type(mine) is not int:
        return f"returned {shown(mine)}; return one position, a whole number"
    if right == len(text):
        return f"returned {mine}; all that is left fits, so the chunk ends at {right}"
    if start and mine == ladder(text, start, start + limit):
        return f"returned {mine}; `limit` is a place in the text, not a length"
    if start and mine + start == right:
        return f"returned {mine}, counted from the slice's own start; add {start}"
    if not start < mine <= limit:
        return f"returned {mine}, which does not lie behind {start} and up to {limit}"
    for separator in SEPARATORS:
        if right - len(separator) < mine < right and text.endswith(separator, 0, right):
            return f"returned {mine}, inside of {separator!r}; the cut is after it"
    before = next((s for s in SEPARATORS if text.startswith(s, mine)), None)
    if before and mine + len(before) == right:
        return f"returned {mine}, before the separator; the cut is after it"
    for separator in SEPARATORS:
        first, last = text.find(separator, start, limit), text.rfind(separator, start, limit)
        if first != last and mine == first + len(separator):
            return f"returned {mine}, the first {separator!r}; take the last one before the limit"
    if right == limit:
        return f"returned {mine}; no separator stands before the limit, so cut at {limit}"
    after = next((s for s in SEPARATORS if text.endswith(s, start, mine)), "no separator")
    return (
        f"returned {mine}, after {after!r}, but a higher rung of the ladder has a place at {right}"
    )


def _random_stretch(random: Random) -> tuple[str, int, int]:
    text = random_text(random)
    start = random.randrange(max(1, len(text) - 5))
    return text, start, start + random.randint(1, 60)
