"""What the questions of 08 share: words and their pieces, spans at random."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import shown

SYLLABLES = ("un", "roof", "ed", "a", "f", "able", "tion", "s", "水", "é")


def random_word(random: Random) -> str:
    """A word of one to five syllables."""
    return "".join(random.choices(SYLLABLES, k=random.randint(1, 5)))


def random_spans(random: Random, count: int, most: int = 12) -> list[tuple[int, int]]:
    """Spans in order, none empty; some touch, and some stand apart."""
    spans, at = [], 0
    for _ in range(count):
        start = at + random.choice([0, 0, 1, 3])
        at = start + random.randint(1, most)
        spans.append((start, at))
    return spans


def not_pairs(mine: object) -> str:
    """What is said of an answer that is no list of pairs of whole numbers; nothing if it is one."""
    fine = isinstance(mine, list) and all(
        isinstance(pair, list) and [type(number) for number in pair] == [int, int] for pair in mine
    )
    return "" if fine else f"returned {shown(mine)}; return a list of pairs of whole numbers"
