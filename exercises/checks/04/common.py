"""What the questions of 04 share: a printed citation, and texts after an edit."""

from __future__ import annotations

from hashlib import sha256
from random import Random

PASSAGES = ("Paid: 8,760", "old copper", "Paid: 8,760", "🌊 wet", "Café", "aa")


def random_edit(random: Random) -> tuple[str, int, str]:
    """A text after an edit, and a start and a quote from before it."""
    pieces = [random.choice(PASSAGES) for _ in range(6)]
    text = " ".join(pieces)
    start = random.randrange(len(text) - 4)
    quote = text[start : start + random.randint(1, 12)]
    at = random.randrange(len(text))
    edit = random.choice(["", "#", "Paid: 8,760", "aa"])
    return text[:at] + edit + text[at + random.randint(0, 3) :], start, quote


def line_of(number: int, source: str, start: int, end: int, words: str) -> str:
    """A printed citation.

    >>> line_of(1, "claim/1", 24, 34, "Limit 500.")
    '[1] claim/1 · characters 24–34 · sha256 4ae4919182e51f08…'
    """
    digits = sha256(words.encode()).hexdigest()[:16]
    return f"[{number}] {source} · characters {start}–{end} · sha256 {digits}…"
