"""What the questions of 03 share: texts of random pieces, and the spans between separators."""

from __future__ import annotations

from random import Random

PIECES = ("Limit 500.", "Fire.", "Café", "🌊🌊", "e\u0301", "Limit 500.", "日本", "  padded ", "x")


def why_other_spans(mine: list[tuple[int, int]], right: list[tuple[int, int]], text: str) -> str:
    if len(set(mine)) < len(mine):
        return "two pieces claim the same place: twins; carry the position instead of searching"
    if mine != right and [b - a for a, b in mine] == [b - a for a, b in right]:
        number = next(i for i, pair in enumerate(mine) if pair != right[i])
        return f"piece {number} is at {mine[number]}, but it stands at {right[number]}"
    for start, end in mine:
        piece = text[start:end]
        if piece != piece.strip() and piece == piece.strip(" \r\n"):
            return f"{piece!r} still has white space at an end: more than spaces is trimmed"
    if any(not text[start:end].strip() for start, end in mine):
        return "a blank piece is in the list: leave it out"
    if any(text[start:end] != text[start:end].strip() for start, end in mine):
        return "a piece still has white space at an end: move the span's ends"
    if len(mine) != len(right):
        return f"{len(mine)} pieces, expected {len(right)}"
    number = next(i for i, pair in enumerate(mine) if pair != right[i])
    return f"piece {number} is at {mine[number]}, but it stands at {right[number]}"


def trimmed_spans(text: str, separator: str) -> list[tuple[int, int]]:
    """Where the pieces between separators stand, without white space at their ends.

    >>> trimmed_spans("one\\n two \\n\\nthree", "\\n")
    [(0, 3), (5, 8), (11, 16)]
    """
    spans, start = [], 0
    for piece in text.split(separator):
        first = start + len(piece) - len(piece.lstrip())
        if piece.strip():
            spans.append((first, first + len(piece.strip())))
        start += len(piece) + len(separator)
    return spans


def random_pieces(random: Random) -> list[str]:
    return [random.choice(PIECES) for _ in range(random.randint(1, 8))]


def random_text(random: Random) -> str:
    return " ".join(random_pieces(random))
