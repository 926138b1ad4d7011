"""What the questions of 07 share: random spans."""

from __future__ import annotations

from random import Random

from course_lib.chunk import Span


def random_spans(random: Random, number: int) -> list[Span]:
    """Spans of one to twelve characters, in the order of a ranking: in none."""
    starts = [random.randrange(40) for _ in range(number)]
    return [(start, start + random.randint(1, 12)) for start in starts]
