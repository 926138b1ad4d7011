"""Windows without those that lie inside an earlier one."""

from __future__ import annotations

from random import Random

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, pairs_of

from .common import windows


def check(answers: Answers, random: Random) -> str:
    cases = [(26, 10, 4), (20, 10, 0), (11, 10, 8), (3, 1, 0), (4, 10, 2), (1000, 30, 29)]
    for _ in range(40):
        size = random.randint(1, 60)
        cases.append((random.randint(1, 400), size, random.randrange(size)))
    for length, size, overlap in cases:
        spans = windows(length, size, overlap)
        mine = pairs_of(answers.call("without_contained", spans), "`without_contained(…)`")
        right = [span for i, span in enumerate(spans) if not _lies_in_any(span, spans[:i])]
        if mine != right:
            setting = f"for the windows of length {length}, size {size}, overlap {overlap}"
            raise NotYet(f"{setting}: {_why_other_tail(mine, right, spans)}")
    return f"nothing lies inside another window, and nothing else was dropped, {len(cases)} times"


def _why_other_tail(mine: list[Span], right: list[Span], spans: list[Span]) -> str:
    if any(span not in spans for span in mine):
        return "a window changed; only leave windows out"
    left = [span for i, span in enumerate(mine) if _lies_in_any(span, mine[:i])]
    if left and len(right) < len(spans) - 1:
        return f"{left[0]} still lies inside an earlier window: there can be more than one"
    if left:
        return f"{left[0]} still lies inside an earlier window"
    lost = [span for span in right if span not in mine]
    return f"{lost[0]} was dropped, though no earlier window holds it" if lost else "wrong order"


def _lies_in_any(span: Span, others: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)
