"""What the questions of 09 share: pages at random, and the way from a span to its pages."""

from __future__ import annotations

from bisect import bisect_right
from random import Random

WORDS = ("roof", "pipes", "140", "Café", "🌊", "of", "the")


def joined(pages: list[str]) -> tuple[str, list[int]]:
    """The joined text, and where each page begins, and the text ends.

    >>> joined(["the largest", "", "difference"])
    ('the largest\\ndifference\\n', [0, 12, 12, 23])
    """
    text, bounds = "", [0]
    for page in pages:
        text += page + ("\n" if page and not page.endswith("\n") else "")
        bounds.append(len(text))
    return text, bounds


def pages_of(bounds: list[int], start: int, end: int) -> list[int]:
    """The first and the last page of a span.

    >>> pages_of([0, 12, 12, 23], 3, 13), pages_of([0, 12, 12, 23], 3, 12)
    ([1, 3], [1, 1])
    """
    return [bisect_right(bounds, start), bisect_right(bounds, end - 1)]


def random_page(random: Random) -> str:
    """A page of a few words; now and then it is empty, or ends with a line feed."""
    words = random.choices(WORDS, k=random.choice([0, 1, 2, 3, 6]))
    return " ".join(words) + random.choice(["", "", "\n"]) * bool(words)


def random_bounds(random: Random) -> list[int]:
    """The bounds of a few pages that hold at least one character together."""
    while (bounds := joined([random_page(random) for _ in range(random.randint(1, 6))])[1])[-1] < 1:
        pass
    return bounds


def random_span(random: Random, length: int) -> tuple[int, int]:
    """A span of at least one character in a text of that length."""
    start = random.randrange(length)
    return start, random.randint(start + 1, length)
