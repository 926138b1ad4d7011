"""The first overlap above the smallest one that tears the fact again."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import first_overlap, is_whole, random_facts


def check(answers: Answers, random: Random) -> str:
    cases = [(1006, 200, 337, 508), (1006, 240, 337, 508), (1006, 400, 337, 508)]
    cases += [(1006, 170, 337, 508), (1006, 300, 337, 508)]
    cases += [(100, 30, 72, 100), (100, 30, 71, 100)]  # here one character either way matters
    cases += random_facts(random, 23)
    for case in cases:
        mine = answers.call("tearing_overlap", *case)
        right = _tearing_overlap(*case)
        if mine != right or type(mine) is not type(right):
            raise NotYet(f"tearing_overlap{case}: {_why_other_tear(mine, right, *case)}")
    return f"more overlap tears again where it does, and nowhere else, for {len(cases)} facts"


def _why_other_tear(
    mine: Any, right: int | None, length: int, size: int, start: int, end: int
) -> str:
    if mine is None:
        return f"returned None, but overlap {right} tears what a smaller one kept whole"
    if type(mine) is not int:
        return f"returned {shown(mine)}; return a whole number or None"
    smallest = first_overlap(length, size, start, end, torn=False)
    if smallest is None:
        return "no overlap keeps this fact whole, so none can tear it again: return None"
    if mine < smallest:
        return f"returned {mine}, which lies below the smallest helpful overlap, {smallest}"
    if not 0 <= mine < size:
        return f"returned {mine}; an overlap lies between 0 and {size - 1}"
    if is_whole(length, size, mine, start, end):
        return f"returned {mine}, at which the fact is whole"
    return f"returned {mine}; it tears the fact, but {right} does so earlier"


def _tearing_overlap(length: int, size: int, start: int, end: int) -> int | None:
    smallest = first_overlap(length, size, start, end, torn=False)
    if smallest is None:
        return None
    return first_overlap(length, size, start, end, torn=True, above=smallest)
