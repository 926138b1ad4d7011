"""The characters of a document that no vector knows."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown


def never_read(chunks: list[tuple[int, int]], ends: list[int]) -> int:
    """How many characters lie in a chunk, and in no part of one that is read.

    >>> never_read([(0, 10), (8, 20)], [6, 20]), never_read([(0, 10), (10, 20)], [6, 20])
    (2, 4)
    """
    held = {at for start, end in chunks for at in range(start, end)}
    read = {at for (start, _), end in zip(chunks, ends, strict=True) for at in range(start, end)}
    return len(held - read)


def check(answers: Answers, random: Random) -> str:
    cases: list[tuple[list[tuple[int, int]], list[int]]] = [
        ([(0, 10)], [10]),
        ([(0, 10)], [4]),
        ([(0, 10), (10, 20)], [6, 18]),
        ([(0, 10), (5, 15), (7, 20)], [3, 6, 9]),
        ([(0, 10), (6, 20)], [7, 20]),
        ([(0, 10), (8, 20)], [6, 20]),
        ([(0, 10), (15, 20)], [10, 17]),
        ([(0, 10), (0, 10)], [4, 7]),
        ([(5, 10)], [5]),
        ([], []),
    ]
    for _ in range(60):
        chunks, start = [], 0
        for _ in range(random.randint(1, 6)):
            start += random.randint(1, 9)
            chunks.append((start, start + random.randint(1, 14)))
        cases.append((chunks, [random.randint(*chunk) for chunk in chunks]))
    for chunks, ends in cases:
        mine, right = answers.call("never_read", chunks, ends), never_read(chunks, ends)
        if mine != right:
            call = f"never_read({shown(chunks)}, {shown(ends)})"
            raise NotYet(f"{call}: {_why_another_count(mine, right, chunks, ends)}")
    return f"what is never read is counted in {len(cases)} documents"


def _why_another_count(
    mine: Any, right: int, chunks: list[tuple[int, int]], ends: list[int]
) -> str:
    if type(mine) is not int:
        return f"returned {shown(mine)}; return a whole number"
    beyond = {at for (_, stop), end in zip(chunks, ends, strict=True) for at in range(end, stop)}
    if mine == sum(stop - end for (_, stop), end in zip(chunks, ends, strict=True)):
        return (
            f"returned {mine}: what two chunks lose counts twice, and one may read it for another"
        )
    if mine == len(beyond):
        return f"returned {mine}: what one chunk does not read, another one may"
    last = max([stop for _, stop in chunks], default=0)
    read = {at for (start, _), end in zip(chunks, ends, strict=True) for at in range(start, end)}
    if mine in (last - len(read), last - min([s for s, _ in chunks], default=0) - len(read)):
        return f"returned {mine}: what lies in no chunk is not counted"
    if mine == len(read):
        return f"returned {mine}: that is what is read"
    return f"returned {mine}, expected {right}"
