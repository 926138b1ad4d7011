"""Where a model stops reading."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import random_spans


def read_end(tokens: list[tuple[int, int]], window: int, special: int, length: int) -> int:
    """How many characters of a text are read.

    >>> read_end([(0, 3), (4, 8), (9, 12)], 4, 2, 13), read_end([(0, 3)], 4, 2, 5)
    (8, 5)
    """
    room = window - special
    return length if len(tokens) <= room else tokens[room - 1][1] if room else 0


def check(answers: Answers, random: Random) -> str:
    tokens = [(0, 3), (4, 8), (8, 10), (11, 15)]
    cases = [
        (tokens, 4, 2, 15),
        (tokens, 5, 2, 15),
        (tokens, 6, 2, 16),
        (tokens, 7, 2, 18),
        (tokens, 3, 0, 15),
        (tokens, 2, 2, 15),
        ([], 4, 2, 3),
        ([], 2, 2, 0),
    ]
    for _ in range(60):
        some = random_spans(random, random.randint(0, 9))
        special = random.randint(0, 3)
        length = (some[-1][1] if some else 0) + random.randint(0, 3)
        cases.append((some, special + random.randint(0, 10), special, length))
    for case in cases:
        mine, right = answers.call("read_end", *case), read_end(*case)
        if mine != right:
            call = f"read_end({', '.join(map(shown, case))})"
            raise NotYet(f"{call}: {_why_another_end(mine, right, *case)}")
    return f"{len(cases)} texts are read as far as the window reaches"


def _why_another_end(
    mine: Any, right: int, tokens: list[tuple[int, int]], window: int, special: int, length: int
) -> str:
    room = window - special
    if type(mine) is not int:
        return f"returned {shown(mine)}; return a whole number"
    if len(tokens) <= room and tokens and mine == tokens[-1][1]:
        return f"returned {mine}: all tokens fit, so the text is read to its end, at {length}"
    if len(tokens) <= room:
        return f"returned {mine}: all tokens fit, so all {length} characters are read"
    if not room:
        return f"returned {mine}: the model's own tokens fill the window, so nothing is read"
    if mine in (min(window, length), room):
        return f"returned {mine}: a window counts tokens, and a token has a place in the text"
    if mine == (tokens[window - 1][1] if len(tokens) >= window else length):
        return f"returned {mine}: the model's own tokens take places in the window, too"
    if mine == tokens[room][0]:
        return f"returned {mine}, where the first token begins that is not read; expected {right}"
    if mine == tokens[room][1]:
        return f"returned {mine}: that token is one too many"
    return f"returned {mine}, expected {right}, the end of the last token that is read"
