"""Verified, moved or changed, with the place."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import random_edit


def check(answers: Answers, random: Random) -> str:
    cases = [
        ("Fire. Limit 500. Flood. Limit 500.", 24, "Limit 500."),
        ("One. Two. Limit 500. Flood. Limit 500.", 6, "Limit 500."),
        ("Limit 500.", 40, "Limit 500."),
        ("aaaa", 3, "aa"),
        ("abc", 0, "c"),
        ("abcd", 0, "b"),
        ("Limit 650. Fire.", 0, "Limit 500."),
        ("Limit", 0, "Limit 500."),
        ("abc", 7, "Limit 500."),
        ("", 0, "x"),
        ("xab", 1, "abX"),
        ("the Limit", 4, "limit"),
        ("Paid 5000 crowns", 4, "Paid 500."),
        ("claim 88431 (escape", 0, "(escape"),
    ]
    cases += [random_edit(random) for _ in range(40)]
    for text, start, quote in cases:
        call = f"verdict({shown(text)}, {start}, {shown(quote)})"
        mine, right = answers.call("verdict", text, start, quote), verdict(text, start, quote)
        if mine != [*right] or any(type(n) is not int for n in mine[1]):
            raise NotYet(f"{call}: {_why_other_verdict(mine, right, text, start, quote)}")
    return f"{len(cases)} quotes are verified, found again or refuted at the right place"


def verdict(text: str, start: int, quote: str) -> tuple[str, list[int]]:
    """The rule in its plainest form."""
    if text[start : start + len(quote)] == quote:
        return "verified", [start]
    found = [at for at in range(len(text)) if text[at : at + len(quote)] == quote]
    if found:
        return "moved", found
    differs = (i for i, c in enumerate(quote) if text[start + i : start + i + 1] != c)
    return "changed", [start + next(differs)]


def _why_other_verdict(
    mine: Any, right: tuple[str, list[int]], text: str, start: int, quote: str
) -> str:
    status, places = right
    if not (
        isinstance(mine, list)
        and len(mine) == 2
        and mine[0] in ("verified", "moved", "changed")
        and isinstance(mine[1], list)
        and all(type(n) is int for n in mine[1])
    ):
        return f"returned {shown(mine)}; return a pair such as ('moved', [24])"
    if mine[0] != status and status == "verified":
        return f"said {mine[0]!r}: the words do stand at {start}; look there first"
    if mine[0] == "verified":
        return f"said 'verified', but at {start} stands {shown(text[start : start + len(quote)])}"
    if mine[0] == "moved" and status == "changed":
        return f"said 'moved', but {shown(quote)} stands nowhere; is it taken for a pattern?"
    if mine[0] != status:
        now = f"stand at {places} now" if status == "moved" else "stand nowhere now"
        return f"said {mine[0]!r}, should be {status!r}: the words {now}"
    if status == "verified":
        return f"verified, but at {mine[1]}; the list holds the place, {start}"
    if status == "moved" and set(mine[1]) < set(places):
        return f"they stand at {places}, not only at {mine[1]}: name every place"
    if status == "changed":
        return _why_other_place(mine[1], places[0], text, start, quote)
    return f"returned {shown(mine)}, should be {shown([*right])}"


def _why_other_place(mine: list[int], right: int, text: str, start: int, quote: str) -> str:
    if mine == [right - start]:
        return f"{mine[0]} counts from the quote's start; give the position in the text"
    if start > len(text):
        return f"said {mine}; the text ends before {start}, so the place is {start} itself"
    there = f"has {text[right]!r}" if right < len(text) else "has ended"
    wanted = f"the quote has {quote[right - start]!r} and the text {there}"
    return f"said {mine}; the first difference is at {right}, where {wanted}"
