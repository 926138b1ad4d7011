"""Every place tried in a text, and the share of places in an endless one."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure.intervals import intact_share, intact_share_of_text

PAIR = "return two whole numbers such as (7, 10)"
# Nobody tries so many places. LARGE comes first: what takes a moment there would never end.
LARGE, HUGE = 10**7, 10**18
_GAVE_UP = re.compile("longer than|still running|(Memory|Overflow|Recursion)Error")
TRIES, A_MOMENT = 5, 0.05  # seconds; a formula takes millionths of one


def check(answers: Answers, random: Random) -> str:
    settings = [(10, 0, 3), (10, 4, 3), (10, 9, 10), (10, 8, 5), (10, 0, 1), (1, 0, 1), (7, 3, 9)]
    settings += [(10, 0, 10), *(_random_setting(random) for _ in range(40))]
    for size, overlap, length in settings:
        for text_length in (length, 26, 27, 10 * (size - overlap) + length - 1):
            if text_length >= length:
                _check_count(answers, text_length, size, overlap, length)
    for setting in settings:
        _check_law(answers, *setting)
    _require_formula(answers, random)
    return f"law and count agree, in {len(settings)} settings of plain windows and passages"


def _require_formula(answers: Answers, random: Random) -> None:
    """Ask for windows so large that no place can be tried."""
    hint = "law tries places, or calls counted, which does; write a formula"
    try:
        if all(_seconds(answers, random, LARGE) > A_MOMENT for _ in range(TRIES)):
            raise NotYet(hint)
        _check_law(answers, *_wide_setting(random, HUGE))
    except NotYet as found:
        raise NotYet(hint) if _GAVE_UP.search(str(found)) else found from None


def _seconds(answers: Answers, random: Random, unit: int) -> float:
    before = perf_counter()
    _check_law(answers, *_wide_setting(random, unit))
    return perf_counter() - before


def _wide_setting(random: Random, unit: int) -> tuple[int, int, int]:
    """Settings like no other, in case the law remembers what it said; shares between 0 and 1."""
    return 60 * unit + random.randrange(unit), 20 * unit, 45 * unit + random.randrange(unit)


def _random_setting(random: Random) -> tuple[int, int, int]:
    size = random.randint(1, 12)
    return size, random.randrange(size), random.randint(1, 14)


def _check_count(answers: Answers, *case: int) -> None:
    mine = answers.call("counted", *case)
    places = case[0] - case[-1] + 1
    right = [int(intact_share_of_text(*case) * places), places]
    if mine != right or not _is_pair(mine):
        raise NotYet(f"counted{case}: {_why_other_count(mine, right, *case)}")


def _why_other_count(mine: Any, right: Any, text: int, size: int, overlap: int, length: int) -> str:
    if not _is_pair(mine):
        return f"returned {shown(mine)}; {PAIR}"
    if mine[1] == right[1] - 1:
        return f"{mine[1]} places: the last one, {text - length}, is missing"
    if mine[1] != right[1]:
        return f"{mine[1]} places: the passage fits in where it begins at 0 to {text - length}"
    windows = [(start, start + size) for start in range(0, text, size - overlap)]
    passages = [(start, start + length) for start in range(right[1])]
    held = [[s <= a and b <= e for s, e in windows] for a, b in passages]
    touched = sum(any(s < b and a < e for s, e in windows) for a, b in passages)
    inside = sum(any(s <= a and b < e for s, e in windows) for a, b in passages)
    apart = [(start, start + size) for start in range(0, text, size)]
    full = [(start, end) for start, end in windows if end <= text]
    if mine[0] == sum(map(sum, held)):
        return f"{mine[0]} of {mine[1]}: a place counts once, in however many windows it is whole"
    if mine[0] == touched:
        return f"{mine[0]} of {mine[1]}: whole means that one window holds all of the passage"
    if mine[0] == inside:
        return f"{mine[0]} of {mine[1]}: a passage may end where its window ends"
    if mine[0] == sum(any(s <= a and b <= e for s, e in apart) for a, b in passages):
        return f"{mine[0]} of {mine[1]}: plain windows step by size - overlap"
    if mine[0] == sum(any(s <= a and b <= e for s, e in full) for a, b in passages):
        return f"{mine[0]} of {mine[1]}: the last windows count too, though the text ends in them"
    return f"{mine[0]} of {mine[1]} places whole; there are {right[0]}"


def _check_law(answers: Answers, size: int, overlap: int, length: int) -> None:
    mine = answers.call("law", size, overlap, length)
    right = intact_share(size, overlap, length)
    call = f"law({size}, {overlap}, {length})"
    if not _is_pair(mine) or mine[1] < 1:
        raise NotYet(f"{call}: returned {shown(mine)}; {PAIR}, the second one from 1 up")
    if Fraction(*mine) != right:
        why = _why_other_law(Fraction(*mine), size, overlap, length)
        raise NotYet(f"{call}: {mine[0]}/{mine[1]}: {why}")


def _why_other_law(mine: Fraction, size: int, overlap: int, length: int) -> str:
    step, right = size - overlap, intact_share(size, overlap, length)
    if mine == Fraction(size - length, step) != 0:
        return "one place too few: count by hand for a passage that fills the window"
    if mine == Fraction(size - length + 1, size):
        return "windows begin anew every size - overlap characters"
    if mine > 1:
        return "no share is above 1: there are no more places than a step has"
    if mine < 0:
        return "no share is below 0: what is longer than a window is never whole"
    return f"counting gives {right.numerator}/{right.denominator}"


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and [type(n) for n in value] == [int, int]
