"""Rows that a patch by position left behind."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

WORDS = ("Limit 500.", "Fire.", "Flood.", "Café", "🌊🌊", "the roof", "Limit 500.", "a pipe")


def check(answers: Answers, random: Random) -> str:
    text = "Fire. Limit 500. Flood."
    cases: list[tuple[str, list[tuple[int, int, int, str]]]] = [
        (text, [(0, 0, 5, "Fire."), (1, 6, 16, "Limit 500."), (2, 17, 23, "Flood.")]),
        (text, [(0, 0, 5, "Fire."), (1, 4, 14, "Limit 500."), (2, 15, 21, "Flood.")]),
        (text, [(0, 0, 5, "Fire."), (1, 6, 16, "Limit 650.")]),
        (text, [(0, 17, 24, "Flood.")]),
        (text, [(0, 17, 22, "Flood.")]),
        (text, [(0, -6, 23, "Flood.")]),
        (text, [(0, -1, 23, ".")]),
        (text, [(3, 40, 46, "Storm.")]),
        (text, [(7, 40, 46, "Flood."), (2, 0, 5, "Fire."), (1, 9, 11, "aa")]),
        ("", [(0, 0, 5, "Fire.")]),
        ("", []),
    ]
    cases += [_random_patch(random) for _ in range(40)]
    for case in cases:
        mine, right = answers.call("left_behind", *case), left_behind(*case)
        if mine != right or any(type(row[0]) is not int for row in mine):
            call = f"left_behind({shown(case[0])}, {shown(case[1])})"
            raise NotYet(f"{call}: {_why_other_rows(mine, right, *case)}")
    return f"in {len(cases)} patched sources every row is found that no longer is what it says"


def left_behind(text: str, rows: list[tuple[int, int, int, str]]) -> list[list[Any]]:
    """The rows that are no slice of the text, and whether their words stand elsewhere."""
    found = []
    for position, start, end, words in rows:
        if start >= 0 and end <= len(text) and text[start:end] == words:
            continue
        found.append([position, "moved" if words in text else "gone"])
    return found


def _random_patch(random: Random) -> tuple[str, list[tuple[int, int, int, str]]]:
    old = [random.choice(WORDS) for _ in range(random.randint(1, 6))]
    rows, start = [], 0
    for position, words in enumerate(old):
        rows.append((position, start, start + len(words), words))
        start += len(words) + 1
    new = list(old)
    new[random.randrange(len(new))] = random.choice(["Fire and flood.", "", "Limit 650."])
    return " ".join(new[: random.randint(1, len(new))]), rows


def _why_other_rows(mine: Any, right: list[list[Any]], text: str, rows: list[Any]) -> str:
    if not isinstance(mine, list) or not all(
        isinstance(row, list)
        and len(row) == 2
        and type(row[0]) is int
        and row[1] in ("moved", "gone")
        for row in mine
    ):
        return f"returned {shown(mine)}; return a list such as [(1, 'moved'), (4, 'gone')]"
    positions = [row[0] for row in mine]
    for row in rows:
        wanted = next((kind for position, kind in right if position == row[0]), "")
        if wanted and row[0] not in positions:
            return (
                f"row {row} is not in the list, but text[{row[1]}:{row[2]}] is {_slice(text, row)}"
            )
        if not wanted and row[0] in positions:
            return f"row {row} is in the list, but it still is what it says"
        if wanted and [row[0], wanted] not in mine:
            return f"row {row} is {wanted!r}: do its words still stand anywhere in the text?"
    return f"returned {shown(mine)}, should be {shown(right)}"


def _slice(text: str, row: Any) -> str:
    if not 0 <= row[1] <= row[2] <= len(text):
        return f"not within the text's {len(text)} characters"
    return shown(text[row[1] : row[2]])
