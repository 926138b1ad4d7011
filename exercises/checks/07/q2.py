"""Recall and precision of what was read."""

from __future__ import annotations

from math import isclose
from random import Random
from typing import Any

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure.intervals import intersection, total_length, union_length
from course_lib.measure.scores import precision, recall

from .common import random_spans


def check(answers: Answers, random: Random) -> str:
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
