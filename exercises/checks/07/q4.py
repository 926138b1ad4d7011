"""A ranking of spans, read within a budget; a character is paid for once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from random import Random

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, pairs_of, shown
from course_lib.measure.intervals import intersection, merge, total_length, union_length
from course_lib.measure.scores import read_within


def check(answers: Answers, random: Random) -> str:
    cases: list[tuple[list[Span], int]] = [
        ([(0, 400), (500, 900), (950, 990)], 800),
        ([(0, 40), (30, 70), (90, 99)], 99),
        ([(0, 40), (50, 90), (100, 105)], 60),
        ([(0, 40), (30, 70), (90, 99)], 75),
        ([(50, 90), (0, 40)], 60),
        ([(10, 20), (0, 30)], 15),
        ([(10, 20), (22, 26), (0, 30)], 21),
        ([(0, 40), (30, 70), (67, 100)], 75),
        ([(0, 40)], 1),
        *(_random_ranking(random) for _ in range(40)),
    ]
    for ranked, budget in cases:
        call = f"read_within({shown(ranked)}, {budget})"
        mine = pairs_of(answers.call("read_within", ranked, budget, sets=True), f"`{call}`")
        backwards = [span for span in mine if span[0] > span[1]]
        if backwards:
            raise NotYet(f"{call}: {backwards[0]} ends before it starts")
        if merge(mine) != merge(read_within(ranked, budget)):
            raise NotYet(f"{call}: {_why_other_reading(merge(mine), ranked, budget)}")
    return f"{len(cases)} rankings are read as far as the budget goes, and nothing is paid twice"


def _random_ranking(random: Random) -> tuple[list[Span], int]:
    starts = [random.randrange(40) for _ in range(random.randint(1, 6))]
    return [(start, start + random.randint(1, 15)) for start in starts], random.randint(1, 50)


def _why_other_reading(mine: list[Span], ranked: list[Span], budget: int) -> str:
    cost, there = total_length(mine), union_length(ranked)
    held = total_length(intersection(mine, ranked))
    if held < cost:
        return f"{cost - held} of the characters in your list are in no chunk"
    if cost > budget:
        return f"{cost} characters were read for a budget of {budget}: cut the last chunk short"
    for mistake, hint in MISTAKES.items():
        if mine == merge(mistake(ranked, budget)):
            return hint
    if cost < min(budget, there):
        return f"{cost} characters were read, and {min(budget, there)} can be"
    return f"you read {shown(mine)}, should be {shown(merge(read_within(ranked, budget)))}"


def _whole_only(ranked: list[Span], budget: int) -> list[Span]:
    costs = [union_length(ranked[: n + 1]) for n in range(len(ranked))]
    return [span for span, cost in zip(ranked, costs, strict=True) if cost <= budget]


def _what_fits(ranked: list[Span], budget: int) -> list[Span]:
    read: list[Span] = []
    for span in ranked:
        if union_length([*read, span]) <= budget:
            read.append(span)
    return read


def _paid_twice(ranked: list[Span], budget: int) -> list[Span]:
    before = accumulate((end - start for start, end in ranked), initial=0)
    return [
        (start, max(start, min(end, start + budget - paid)))
        for (start, end), paid in zip(ranked, before, strict=False)
    ]


def _cut_too_early(ranked: list[Span], budget: int) -> list[Span]:
    read: list[Span] = []
    for start, end in ranked:
        left = budget - union_length(read)
        if union_length([*read, (start, end)]) > budget:
            return [*read, (start, min(end, start + left))]
        read.append((start, end))
    return read


def _in_order_of_text(ranked: list[Span], budget: int) -> list[Span]:
    return read_within(sorted(ranked), budget)


MISTAKES: dict[Callable[[list[Span], int], list[Span]], str] = {
    _whole_only: "part of the budget is left: read the next chunk as far as it goes",
    _what_fits: "you passed over a chunk that does not fit, and read one of a lower rank",
    _paid_twice: "a character that was read before is free",
    _cut_too_early: "the last chunk begins with characters that are free, so it can be read on",
    _in_order_of_text: "read in the order of the ranking, not of the text",
}
