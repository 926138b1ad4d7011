"""Sentences packed into chunks by their tokens."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import not_pairs, random_spans


def packed(sentences: list[tuple[int, int]], tokens: list[int], most: int) -> list[list[int]]:
    """The chunks, each as many whole sentences as fit; one that is too long stands alone.

    >>> packed([(0, 10), (11, 20), (21, 30)], [4, 5, 3], 9)
    [[0, 20], [21, 30]]
    """
    chunks: list[list[int]] = []
    room = 0
    for (start, end), count in zip(sentences, tokens, strict=True):
        if chunks and count <= room:
            chunks[-1][1] = end
        else:
            chunks.append([start, end])
            room = most
        room -= count
    return chunks


def check(answers: Answers, random: Random) -> str:
    three = [(0, 10), (11, 20), (21, 30)]
    cases = [
        (three, [4, 5, 3], 9),
        (three, [4, 5, 3], 8),
        (three, [4, 5, 3], 12),
        (three, [4, 12, 3], 9),
        (three, [12, 4, 3], 9),
        (three, [9, 9, 9], 9),
        (three, [1, 20, 1], 30),
        ([(0, 5), (5, 9)], [2, 2], 4),
        ([(2, 5)], [3], 4),
        ([], [], 4),
    ]
    for _ in range(60):
        some = random_spans(random, random.randint(1, 8))
        counts = [random.randint(1, 9) for _ in some]
        cases.append((some, counts, random.randint(3, 15)))
    for case in cases:
        mine, right = answers.call("packed", *case), packed(*case)
        if mine != right:
            call = f"packed({', '.join(map(shown, case))})"
            raise NotYet(f"{call}: {_why_other_chunks(mine, right, *case)}")
    return f"{len(cases)} lists of sentences are packed, and no window is overrun"


def _why_other_chunks(
    mine: Any,
    right: list[list[int]],
    sentences: list[tuple[int, int]],
    tokens: list[int],
    most: int,
) -> str:
    if said := not_pairs(mine):
        return said
    if [pair[0] for pair in mine] == [pair[0] for pair in right]:
        return f"returned {mine}: a chunk ends where its last sentence ends, {right}"
    for start, end in mine:
        inside = [n for n, (first, last) in enumerate(sentences) if start <= first and last <= end]
        if len(inside) > 1 and sum(tokens[n] for n in inside) > most:
            return f"returned {mine}: ({start}, {end}) has more than {most} tokens"
    held = {n for n, span in enumerate(sentences) for s, e in mine if s <= span[0] and span[1] <= e}
    if len(held) < len(sentences):
        lost = next(n for n in range(len(sentences)) if n not in held)
        return f"returned {mine}: the sentence {sentences[lost]} lies in no chunk"
    first = next((m, r) for m, r in zip(mine, right, strict=False) if m != r)
    if first[0] < first[1]:
        return f"returned {mine}: a sentence that still fits goes into the chunk before it"
    return f"returned {mine}, expected {right}"
