"""Spans that overlap or touch, merged."""

from __future__ import annotations

from random import Random

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, pairs_of, shown
from course_lib.measure.intervals import intersection, merge, total_length, union_length

from .common import random_spans


def check(answers: Answers, random: Random) -> str:
    cases: list[list[Span]] = [
        [(0, 10), (6, 16)],
        [(0, 5), (5, 8)],
        [(0, 9), (2, 4)],
        [(0, 4), (3, 7), (6, 9), (12, 13)],
        [(10, 12), (0, 3)],
        [(6, 9), (0, 4), (3, 7)],
        [(2, 4), (2, 4)],
        [],
        *(random_spans(random, random.randint(1, 7)) for _ in range(40)),
    ]
    for spans in cases:
        call = f"merged({shown(spans)})"
        mine = pairs_of(answers.call("merged", spans), f"`{call}`")
        if mine != merge(spans):
            raise NotYet(f"{call}: {_why_other_merged(mine, spans)}")
    return f"the same characters, each in one span, {len(cases)} times"


def _why_other_merged(mine: list[Span], spans: list[Span]) -> str:
    right = merge(spans)
    empty = [span for span in mine if span[0] >= span[1]]
    if empty:
        return f"{empty[0]} holds no character"
    for start, end in mine:
        ends = [other_end for other_start, other_end in right if other_start == start]
        if ends and end < ends[0] and (start, end) not in spans and spans == sorted(spans):
            return f"({start}, {end}) ends too early: a later span may end before an earlier one"
    lost, more = _outside(right, mine), _outside(mine, right)
    if lost and spans != sorted(spans):
        return f"character {lost[0][0]} is lost: the spans come in the order of a ranking, sort"
    if lost:
        return f"character {lost[0][0]} was read, but no span of yours holds it"
    if more:
        return f"character {more[0][0]} lies between the spans, and was never read"
    if sorted(mine) == right:
        return "the right spans, but not in the order of the text"
    if total_length(mine) == union_length(mine):
        return f"{shown(mine)} has spans that touch: they become one"
    return f"{shown(mine)} still holds some characters twice"


def _outside(spans: list[Span], others: list[Span]) -> list[Span]:
    """What stands in some spans and not in others."""
    last = max((end for _, end in [*spans, *others]), default=0)
    edges = [0, *(max(0, edge) for span in merge(others) for edge in span), last]
    return intersection(spans, list(zip(edges[::2], edges[1::2], strict=True)))
