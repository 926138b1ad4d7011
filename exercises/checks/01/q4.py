"""The smallest overlap that keeps one fact whole."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import first_overlap, is_whole, random_facts


def check(answers: Answers, random: Random) -> str:
    cases = [(1006, 400, 337, 508), (1006, 300, 337, 508), (1006, 200, 337, 508)]
    cases += [(1006, 171, 337, 508), (1006, 170, 337, 508), (100, 50, 0, 10)]
    cases += random_facts(random, 25)
    for case in cases:
        mine = answers.call("smallest_overlap", *case)
        right = first_overlap(*case, torn=False)
        if mine != right or type(mine) is not type(right):
            raise NotYet(f"smallest_overlap{case}: {_why_other_overlap(mine, right, *case)}")
    return f"the smallest overlap is right for {len(cases)} facts"


def _why_other_overlap(
    mine: Any, right: int | None, length: int, size: int, start: int, end: int
) -> str:
    if mine is None:
        return f"returned None, but overlap {right} keeps the fact whole"
    if type(mine) is not int:
        return f"returned {shown(mine)}; return a whole number or None"
    if right is None:
        return f"returned {mine}, but a fact of {end - start} never fits into {size}: return None"
    if not 0 <= mine < size:
        return f"returned {mine}; an overlap lies between 0 and {size - 1}"
    if not is_whole(length, size, mine, start, end):
        return f"returned {mine}, which tears the fact"
    if mine == end - start - 1:
        return f"returned {mine}, the promise L - 1; at this place a smaller overlap does it"
    return f"returned {mine}; it keeps the fact whole, but a smaller one does too"
