"""The checks of notebook and exercise 07: measures of what was read, and a choice made by them."""

from __future__ import annotations

from math import isclose
from random import Random
from typing import Any

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, pairs_of, shown
from course_lib.grading.checks_07_budget import q4
from course_lib.grading.checks_07_choice import q5
from course_lib.grading.checks_07_law import q3
from course_lib.grading.notebook_checks import ceiling
from course_lib.measure.intervals import intersection, merge, total_length, union_length
from course_lib.measure.scores import precision, recall


def q1(answers: Answers, random: Random) -> str:
    """Spans that overlap or touch, merged."""
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


def q2(answers: Answers, random: Random) -> str:
    """Recall and precision of what was read."""
    cases: list[tuple[list[Span], list[Span]]] = [
        ([(0, 400)], [(337, 508)]),
        ([(0, 10), (20, 30)], [(5, 25)]),
        ([(40, 80), (0, 40)], [(10, 20), (50, 60), (90, 110)]),
        ([(0, 10), (5, 15)], [(0, 4)]),
        ([(0, 10), (0, 10), (10, 14)], [(0, 4)]),
        ([(0, 10)], [(0, 6), (4, 20), (0, 6)]),
        ([(0, 10)], [(10, 20)]),
        ([], [(3, 5)]),
        *((random_spans(random, n % 6), random_spans(random, 1 + n % 3)) for n in range(40)),
    ]
    for read, evidence in cases:
        call = f"recall_and_precision({shown(read)}, {shown(evidence)})"
        mine = answers.call("recall_and_precision", read, evidence)
        right = (float(recall(read, evidence)), float(precision(read, evidence)))
        if not _two_numbers(mine):
            raise NotYet(f"{call}: returned {shown(mine)}; return two numbers such as (0.5, 0.25)")
        if not _same(mine, right):
            raise NotYet(f"{call}: {_why_other_scores(mine, right, read, evidence)}")
    return f"recall and precision of {len(cases)} readings"


def _why_other_scores(mine: Any, right: Any, read: list[Span], evidence: list[Span]) -> str:
    found = total_length(intersection(read, evidence))
    found_twice = sum(total_length(intersection([span], evidence)) for span in read)
    found_by_quote = sum(total_length(intersection(read, [span])) for span in evidence)
    paid, wanted = total_length(read), union_length(evidence)
    seen = f"recall {mine[0]:.3g}, precision {mine[1]:.3g}"
    if _same(mine, (100 * right[0], 100 * right[1])):
        return f"{seen}: these are per cent; return shares, from 0 to 1"
    if _same(mine, right[::-1]):
        return f"{seen}: the other way round; recall comes first"
    if not _near(mine[0], right[0]):
        if _near(mine[0], found_twice / wanted):
            return f"{seen}: what was read twice is found once, and recall never passes 1"
        if any(_near(mine[0], n / total_length(evidence)) for n in (found, found_by_quote)):
            return f"{seen}: evidence that is given twice counts once"
        touched = sum(bool(intersection(read, [span])) for span in evidence)
        if _near(mine[0], touched / len(evidence)):
            return f"{seen}: that counts passages; count characters of evidence"
        return f"{seen}: of {wanted} characters of evidence {found} were read"
    if paid and _near(mine[1], found / union_length(read)):
        return f"{seen}: what was read twice is paid for twice"
    if paid and _near(mine[1], found_twice / paid):
        return f"{seen}: what was read twice is found once, for precision too"
    return f"{seen}: of {paid} characters paid for {found} are evidence"


def _two_numbers(value: Any) -> bool:
    return isinstance(value, list) and [type(n) in (int, float) for n in value] == [True, True]


def _near(one: float, other: float) -> bool:
    return isclose(one, other, abs_tol=1e-9)


def _same(one: Any, other: Any) -> bool:
    return _near(one[0], other[0]) and _near(one[1], other[1])


def random_spans(random: Random, number: int) -> list[Span]:
    """Spans of one to twelve characters, in the order of a ranking: in none."""
    starts = [random.randrange(40) for _ in range(number)]
    return [(start, start + random.randint(1, 12)) for start in starts]


CHECKS = {"ceiling": ceiling, "q1": q1, "q2": q2, "q3": q3, "q4": q4, "q5": q5}
