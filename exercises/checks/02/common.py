"""What the questions of 02 share: texts of random words and joints, and where to cut them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Cut = Callable[[str, int, int], int]

WORDS = ("roof", "pipe", "the", "a", "claim", "2,392", "of", "slate", "wet", "é", "🌊")
SEPARATORS = ("\n\n", "\n", ". ", " ")


def random_text(random: Random) -> str:
    joints = (" ", " ", " ", ". ", "\n", "\n\n", "")
    return "".join(random.choice(WORDS) + random.choice(joints) for _ in range(30))


def ladder(text: str, start: int, limit: int) -> int:
    """The rule of the first question."""
    if limit >= len(text):
        return len(text)
    for separator in SEPARATORS:
        found = text.rfind(separator, start, limit)
        if found >= 0:
            return found + len(separator)
    return limit


def word_cut(text: str, start: int, limit: int) -> int:
    """The function that the exercise's first cell gives."""
    if limit >= len(text):
        return len(text)
    return text.rfind(" ", start, limit) + 1 or limit


def trimmed_cuts(text: str, most: int, cut: Cut) -> list[tuple[int, int]]:
    """The spans of the second question."""
    spans, cursor = [], 0
    while cursor < len(text):
        end = cut(text, cursor, cursor + most)
        piece = text[cursor:end]
        if piece.strip():
            start = cursor + len(piece) - len(piece.lstrip())
            spans.append((start, start + len(piece.strip())))
        cursor = end
    return spans
