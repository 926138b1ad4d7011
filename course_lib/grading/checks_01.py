"""The checks of notebook and exercise 01: windows, their tail, and the overlap that helps."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.chunk import Span
from course_lib.chunkers import NaiveChunker
from course_lib.grading.answers import Answers, NotYet, pairs_of, shown
from course_lib.measure import Split
from course_lib.samples import load_question


def overlap(answers: Answers, _random: Random) -> str:
    """Notebook: the smallest overlap that keeps the answer whole at size 400."""
    chosen = answers.value("my_overlap")
    if type(chosen) is not int or not 0 <= chosen < 400:
        raise NotYet(f"`my_overlap` is {shown(chosen)}; write a whole number from 0 to 399")
    question = load_question("premium-change")

    def whole(overlap: int) -> bool:
        return Split.of(question.document, NaiveChunker(400, overlap), question.spans).whole

    if not whole(chosen):
        raise NotYet("torn: look in the explorer where the windows begin")
    if chosen and whole(chosen - 1):
        raise NotYet("whole, but a smaller overlap would do")
    return "the smallest that helps at this place; L - 1 helps at every place"


def q1(answers: Answers, _random: Random) -> str:
    """The windows over 26 letters, written by hand."""
    mine, right = pairs_of(answers.value("my_spans"), "`my_spans`"), windows(26, 10, 4)
    if mine == right:
        return "five windows, the last one inside the one before it"
    if mine == right[:-1]:
        raise NotYet("one window is missing: 24 is smaller than 26, so a window starts there too")
    if [end - start for start, end in mine[:3]] == [9, 9, 9]:
        raise NotYet("the end is not part of the window: ten characters from 0 are (0, 10)")
    if any(end > 26 for _, end in mine):
        raise NotYet("a window ends where the text ends, at 26 at the latest")
    starts = [start for start, _ in mine]
    if starts != [start for start, _ in right]:
        raise NotYet(f"the starts are {shown(starts)}; each window moves on by size - overlap")
    raise NotYet("the starts are right; look at the ends again")


def q2(answers: Answers, random: Random) -> str:
    """The same as a function."""
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
        return f"windows are missing after {mine[-1]}: go on while the start is before the end"
    if not mine:
        return "there is no window at all"
    if len(mine) > len(right) and mine[: len(right)] == right:
        return f"there is a window too many, {shown(mine[len(right)])}: it holds nothing"
    if [(start, end + 1) for start, end in mine if end < length] == [
        span for span in right if span[1] < length
    ] and len(mine) == len(right):
        return "each window is one character short: the end is not part of a window"
    return f"expected {shown(right)}, got {shown(mine)}"


def q3(answers: Answers, random: Random) -> str:
    """Windows without those that lie inside an earlier one."""
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


def q4(answers: Answers, random: Random) -> str:
    """The smallest overlap that keeps one fact whole."""
    cases = [(1006, 400, 337, 508), (1006, 300, 337, 508), (1006, 200, 337, 508)]
    cases += [(1006, 171, 337, 508), (1006, 170, 337, 508), (100, 50, 0, 10)]
    cases += _random_facts(random, 25)
    for case in cases:
        mine = answers.call("smallest_overlap", *case)
        right = _first_overlap(*case, torn=False)
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


def q5(answers: Answers, random: Random) -> str:
    """The first overlap above the smallest one that tears the fact again."""
    cases = [(1006, 200, 337, 508), (1006, 240, 337, 508), (1006, 400, 337, 508)]
    cases += [(1006, 170, 337, 508), (1006, 300, 337, 508)]
    cases += [(100, 30, 72, 100), (100, 30, 71, 100)]  # here one character either way matters
    cases += _random_facts(random, 23)
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
    smallest = _first_overlap(length, size, start, end, torn=False)
    if smallest is None:
        return "no overlap keeps this fact whole, so none can tear it again: return None"
    if mine < smallest:
        return f"returned {mine}, which lies below the smallest helpful overlap, {smallest}"
    if not 0 <= mine < size:
        return f"returned {mine}; an overlap lies between 0 and {size - 1}"
    if is_whole(length, size, mine, start, end):
        return f"returned {mine}, at which the fact is whole"
    return f"returned {mine}; it tears the fact, but {right} does so earlier"


CHECKS = {"overlap": overlap, "q1": q1, "q2": q2, "q3": q3, "q4": q4, "q5": q5}


def windows(length: int, size: int, overlap: int) -> list[Span]:
    """The baseline's windows over a text of this length."""
    return list(NaiveChunker(size, overlap).spans("x" * length))


def is_whole(length: int, size: int, overlap: int, start: int, end: int) -> bool:
    """Does one window hold the whole fact?"""
    return Split(length, windows(length, size, overlap), [(start, end)]).whole


def _first_overlap(
    length: int, size: int, start: int, end: int, torn: bool, above: int = -1
) -> int | None:
    tried = range(above + 1, size)
    return next((o for o in tried if is_whole(length, size, o, start, end) is not torn), None)


def _tearing_overlap(length: int, size: int, start: int, end: int) -> int | None:
    smallest = _first_overlap(length, size, start, end, torn=False)
    if smallest is None:
        return None
    return _first_overlap(length, size, start, end, torn=True, above=smallest)


def _random_facts(random: Random, count: int) -> list[tuple[int, int, int, int]]:
    """Facts of up to half a window; every fifth ends where its text ends."""
    facts = []
    for number in range(count):
        length, size = random.randint(50, 300), random.randint(10, 60)
        width = random.randint(2, size // 2)
        start = length - width if number % 5 == 0 else random.randrange(length - width)
        facts.append((length, size, start, start + width))
    return facts


def _lies_in_any(span: Span, others: list[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in others)
