"""What the questions of 02 share: texts of random words and joints."""

from __future__ import annotations

from random import Random

WORDS = ("roof", "pipe", "the", "a", "claim", "2,392", "of", "slate", "wet", "é", "🌊")


def random_text(random: Random) -> str:
    joints = (" ", " ", " ", ". ", "\n", "\n\n", "")
    return "".join(random.choice(WORDS) + random.choice(joints) for _ in range(30))
