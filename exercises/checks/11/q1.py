"""Pieces that do not stand where they say: the slice is another, or a piece goes back."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown

Pieces: TypeAlias = list[tuple[int, str]]
ROOFS = "go. go. go."
CASES: list[tuple[str, Pieces]] = [
    ("Roof. Pipes.", [(0, "Roof."), (6, "Pipes.")]),
    (ROOFS, [(0, "go."), (0, "go."), (0, "go.")]),
    (ROOFS, [(0, "go."), (4, "go."), (8, "go.")]),
    ("Roof. Pipes.", [(0, "Roof."), (5, "Pipes.")]),
    ("Roof. Pipes.", [(-1, "."), (6, "Pipes.")]),
    ("Roof. Pipes.", [(0, "Roof. Pi"), (3, "f. Pipes.")]),
    ("Roof. Pipes.", [(0, "roof."), (6, "Pipes")]),
    ("Roof. Pipes.", [(6, "Roof."), (0, "Roof."), (6, "Pipes.")]),
    (ROOFS, [(4, "go."), (0, "go."), (4, "go."), (8, "go.")]),
    ("Roof. Pipes.", [(6, "Pipes."), (0, "Roof."), (3, "f.")]),
    ("Roof.", [(0, "Roof."), (99, "Pipes.")]),
    ("Roof.", []),
]


def check(answers: Answers, random: Random) -> str:
    cases = [*CASES, *(_random_case(random) for _ in range(40))]
    for text, pieces in cases:
        mine = answers.call("misplaced", text, pieces)
        if mine != misplaced(text, pieces) or not _are_numbers(mine):
            call = f"misplaced({text!r}, {shown(pieces)})"
            raise NotYet(f"{call}: {_why(mine, text, pieces)}")
    return f"each piece that does not stand where it says, in {len(cases)} splits"


def misplaced(text: str, pieces: Pieces) -> list[int]:
    """Return the numbers of the pieces that do not stand where they say."""
    wrong, last = [], -1
    for number, (start, piece) in enumerate(pieces):
        if start <= last or not text.startswith(piece, start):
            wrong.append(number)
        else:
            last = start
    return wrong


def _random_case(random: Random) -> tuple[str, Pieces]:
    text = "".join(random.choice("ab ") for _ in range(12))
    starts = sorted(random.sample(range(12), 4))
    pieces = [(start, text[start : start + random.randint(1, 4)]) for start in starts]
    number = random.randrange(4)
    start, piece = pieces[number]
    pieces[number] = start + random.choice((-2, -1, 0, 1, 2)), piece
    return text, pieces


def _are_numbers(mine: Any) -> bool:
    return isinstance(mine, list) and all(type(number) is int for number in mine)


def _why(mine: Any, text: str, pieces: Pieces) -> str:
    if not _are_numbers(mine):
        return f"returned {shown(mine)}; return a list of numbers such as [2]"
    right = misplaced(text, pieces)
    slices = [n for n, (s, p) in enumerate(pieces) if s < 0 or not text.startswith(p, s)]
    if set(mine) == set(right):
        return f"{shown(mine)}: each number once, in order"
    if mine == slices:
        return "a slice that matches may be an equal one further on: pieces must start later"
    more = sorted(set(mine) - set(right))
    if more:
        return f"piece {more[0]} stands where it says, after the right ones before it"
    missed = next(number for number in right if number not in mine)
    if pieces[missed][0] < 0:
        return f"piece {missed} starts at {pieces[missed][0]}: no position is below 0"
    return f"piece {missed} does not stand where it says"
