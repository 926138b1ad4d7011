"""What the questions of 01 share: the baseline's windows, and facts that these keep or tear."""

from __future__ import annotations

from random import Random

from course_lib.chunk import Span
from course_lib.chunkers import NaiveChunker
from course_lib.measure import Split


def windows(length: int, size: int, overlap: int) -> list[Span]:
    """The baseline's windows over a text of this length.

    >>> windows(26, 10, 4)
    [(0, 10), (6, 16), (12, 22), (18, 26), (24, 26)]
    """
    return [(start, end) for start, end, _ in NaiveChunker(size, overlap).spans("x" * length)]


def is_whole(length: int, size: int, overlap: int, start: int, end: int) -> bool:
    """Does one window hold the whole fact?"""
    return Split(length, windows(length, size, overlap), [(start, end)]).whole


def first_overlap(
    length: int, size: int, start: int, end: int, torn: bool, above: int = -1
) -> int | None:
    tried = range(above + 1, size)
    return next((o for o in tried if is_whole(length, size, o, start, end) is not torn), None)


def random_facts(random: Random, count: int) -> list[tuple[int, int, int, int]]:
    """Facts of up to half a window; every fifth ends where its text ends."""
    facts = []
    for number in range(count):
        length, size = random.randint(50, 300), random.randint(10, 60)
        width = random.randint(2, size // 2)
        start = length - width if number % 5 == 0 else random.randrange(length - width)
        facts.append((length, size, start, start + width))
    return facts
