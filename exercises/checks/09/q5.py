"""The pages of the evidence that a chunk holds."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import pages_of, random_bounds, random_span

Spans = list[tuple[int, int]]


def cited(bounds: list[int], chunk: tuple[int, int], evidence: Spans) -> str:
    """The pages of the evidence in the chunk, in words; those of the chunk if it holds none.

    >>> cited([0, 10, 20], (5, 15), [(12, 14)]), cited([0, 10, 20], (5, 15), [])
    ('p. 2', 'pp. 1–2')
    """
    parts = [(max(start, chunk[0]), min(end, chunk[1])) for start, end in evidence]
    held = [(start, end) for start, end in parts if start < end] or [chunk]
    return words(pages_of(bounds, min(s for s, _ in held), max(e for _, e in held)))


def words(pages: list[int]) -> str:
    """Pages as a reader writes them."""
    first, last = pages
    return f"p. {first}" if first == last else f"pp. {first}–{last}"


def check(answers: Answers, random: Random) -> str:
    bounds = [0, 100, 200, 300]
    cases: list[tuple[list[int], tuple[int, int], Spans]] = [
        (bounds, (50, 150), [(60, 70)]),
        (bounds, (50, 150), [(120, 140)]),
        (bounds, (50, 150), [(90, 110)]),
        (bounds, (50, 150), [(90, 101)]),
        (bounds, (50, 150), [(120, 121)]),
        (bounds, (50, 150), [(60, 70), (120, 130)]),
        (bounds, (50, 150), [(60, 70), (250, 260)]),
        (bounds, (50, 150), [(140, 260)]),
        (bounds, (50, 150), [(250, 260)]),
        (bounds, (50, 150), [(20, 50)]),
        (bounds, (50, 150), []),
        (bounds, (50, 250), [(80, 100)]),
        (bounds, (50, 250), [(210, 220), (60, 70)]),
        ([0, 100, 100, 200], (50, 150), [(100, 120)]),
    ]
    for _ in range(60):
        some = random_bounds(random)
        spans = [random_span(random, some[-1]) for _ in range(random.randint(1, 4))]
        cases.append((some, spans[0], spans[1:]))
    for case in cases:
        mine, right = answers.call("cited_pages", *case), cited(*case)
        if mine != right:
            some, chunk, evidence = case
            call = f"cited_pages({some}, {chunk}, {evidence})"
            raise NotYet(f"{call}: {_why_other_words(mine, right, *case)}")
    return f"the pages of the answer are cited in {len(cases)} cases"


def _why_other_words(
    mine: Any, right: str, bounds: list[int], chunk: tuple[int, int], evidence: Spans
) -> str:
    if not isinstance(mine, str):
        return f"returned {shown(mine)}; return a text such as 'p. 3' or 'pp. 2–3'"
    if mine.replace("-", "–") == right:
        return f"returned {mine!r}: write a long dash, –, between two pages"
    if mine.replace("pp.", "p.") == right.replace("pp.", "p."):
        return f"returned {mine!r}: one page is p., more are pp."
    first = pages_of(bounds, *chunk)[0]
    if mine == words(pages_of(bounds, *chunk)):
        return f"returned {mine!r}, the pages of the whole chunk; cite those of the evidence"
    if mine == f"p. {first}":
        return f"returned {mine!r}, the page where the chunk starts; cite those of the evidence"
    if evidence:
        far = min(start for start, _ in evidence), max(end for _, end in evidence)
        if mine == words(pages_of(bounds, *far)):
            return f"returned {mine!r}: count only the evidence that lies in the chunk"
    return f"returned {mine!r}, expected {right!r}: the end of a span is not in it"
