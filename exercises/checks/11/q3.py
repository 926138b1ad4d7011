"""What an overlap really stores: more than the text that is covered."""

from __future__ import annotations

from itertools import pairwise
from numbers import Real
from random import Random
from typing import Any, TypeAlias

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure.intervals import total_length, union_length

Spans: TypeAlias = list[Span]
CASES: list[Spans] = [
    [(0, 100), (75, 175)],
    [(0, 100), (100, 200)],
    [(0, 100)],
    [(10, 20), (12, 22), (14, 24)],
    [(0, 100), (120, 200)],
    [(0, 100), (90, 190), (180, 200)],
    [(0, 100), (20, 60), (100, 160)],
    [(0, 100), (20, 60), (50, 160)],
]


def check(answers: Answers, random: Random) -> str:
    cases = [*CASES, *(_random_case(random) for _ in range(40))]
    for spans in cases:
        mine = answers.call("overlap_got", spans)
        if not _is_number(mine) or abs(mine - overlap_got(spans)) > 1e-9:
            raise NotYet(f"overlap_got({shown(spans)}): {_why(mine, spans)}")
    return f"what is stored beyond what is covered, in {len(cases)} splits"


def overlap_got(spans: Spans) -> float:
    """Return how much more the chunks hold than the characters that they cover, as a share."""
    return total_length(spans) / union_length(spans) - 1


def _random_case(random: Random) -> Spans:
    starts = sorted(random.sample(range(60), random.randint(2, 6)))
    return [(start, start + random.randint(1, 25)) for start in starts]


def _is_number(mine: Any) -> bool:
    return isinstance(mine, Real) and not isinstance(mine, bool)


def _why(mine: Any, spans: Spans) -> str:
    if not _is_number(mine):
        return f"returned {shown(mine)}; return a number such as 0.25"
    right = overlap_got(spans)

    def same(value: float) -> bool:
        return bool(abs(mine - value) < 1e-9)

    if same(right + 1):
        return f"{mine:g} is how many times it is stored; how much is that beyond once?"
    if same(100 * right):
        return f"{mine:g} is in per cent; return a share such as 0.25"
    if same(total_length(spans) / (spans[-1][1] - spans[0][0]) - 1):
        return "count what is covered: there may be a gap, and the last chunk may end early"
    if same(total_length(spans) / max(end for _, end in spans) - 1):
        return "the text before the first chunk, or in a gap, is not covered"
    pairs = pairwise(spans)
    neighbours = sum(max(0, before[1] - after[0]) for before, after in pairs)
    if same(neighbours / union_length(spans)):
        return "a chunk may overlap others than the next one, or lie inside of one"
    if same((total_length(spans) - union_length(spans)) / total_length(spans)):
        return "as a share of what is covered, not of what is stored"
    return f"{mine:g}, right is {right:g}: stored ÷ covered, less 1"
