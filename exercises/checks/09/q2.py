"""The first and the last page of a span."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import pages_of, random_bounds, random_span


def check(answers: Answers, random: Random) -> str:
    cases = [
        ([0, 12, 23], 3, 5),
        ([0, 12, 23], 3, 15),
        ([0, 12, 23], 3, 12),
        ([0, 12, 23], 12, 23),
        ([0, 12, 12, 23], 3, 13),
        ([0, 12, 12, 23], 12, 13),
        ([0, 0, 5], 0, 5),
    ]
    for _ in range(60):
        bounds = random_bounds(random)
        cases.append((bounds, *random_span(random, bounds[-1])))
    for bounds, start, end in cases:
        mine, right = answers.call("pages_of", bounds, start, end), pages_of(bounds, start, end)
        if mine != right:
            call = f"pages_of({bounds}, {start}, {end})"
            raise NotYet(f"{call}: {_why_other_pages(mine, right, bounds, start, end)}")
    return f"first and last page are right for {len(cases)} spans"


def _why_other_pages(mine: Any, right: list[int], bounds: list[int], start: int, end: int) -> str:
    if not isinstance(mine, list) or len(mine) != 2:
        return f"returned {shown(mine)}; return the first and the last page"
    if mine == [page - 1 for page in right]:
        return f"returned {mine}: pages are counted from 1"
    if mine == [right[0], right[0]] and right[0] != right[1]:
        return f"returned {mine}: the page where the span starts, twice"
    if mine == [right[0], bisect_right(bounds, end)]:
        return f"returned {mine}: the end is not in the span; ask for the character before it"
    if mine == [bisect_left(bounds, start), right[1]] and mine[0] < right[0]:
        return f"returned {mine}: where a page begins, that page has the character"
    if mine[0] < right[0]:
        return f"returned {mine}, expected {right}: an empty page has no character of the span"
    return f"returned {mine}, expected {right}"
