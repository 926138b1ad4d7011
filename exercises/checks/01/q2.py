"""The same as a function."""

from __future__ import annotations

from random import Random

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, pairs_of, shown

from .common import windows


def check(answers: Answers, random: Random) -> str:
    cases = [(26, 10, 4), (20, 10, 0), (10, 10, 3), (3, 10, 4), (1, 1, 0), (0, 5, 2)]
    for _ in range(40):
        size = random.randint(1, 60)
        cases.append((random.randint(0, 400), size, random.randrange(size)))
    for length, size, overlap in cases:
        call = f"window_spans({length}, {size}, {overlap})"
        mine = pairs_of(answers.call("window_spans", length, size, overlap), f"`{call}`")
        right = windows(length, size, overlap)
        if mine != right:
            raise NotYet(f"{call}: {_why_other_windows(mine, length, size, overlap)}")
    return f"{len(cases)} settings give the windows that the rule gives"


def _why_other_windows(mine: list[Span], length: int, size: int, overlap: int) -> str:
    right = windows(length, size, overlap)
    starts = [start for start, _ in mine]
    if any(end > length for _, end in mine):
        return f"a window ends at {max(end for _, end in mine)}, behind the text's end"
    if starts == list(range(0, length, size)):
        return "the windows do not overlap: the step is size - overlap"
    if overlap and starts == list(range(0, length, overlap)):
        return "the step is the overlap; it should be size - overlap"
    if mine and mine == right[: len(mine)]:
        return f"windows are missing after {mine[-1]}: continue while the start is before the end"
    if not mine:
        return "there is no window at all"
    if len(mine) > len(right) and mine[: len(right)] == right:
        return f"there is a window too many, {shown(mine[len(right)])}: it holds nothing"
    if [(start, end + 1) for start, end in mine if end < length] == [
        span for span in right if span[1] < length
    ] and len(mine) == len(right):
        return "each window is one character short: the end is not part of a window"
    return f"expected {shown(right)}, got {shown(mine)}"
