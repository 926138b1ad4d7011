"""Rankings fused by the places of what they rank."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, consists_of, shown

CONSTANT = 60
# One first place against two deep ones, which win with 60 by a hair, or lose: neither 59 nor 61.
MANY = [f"n{number}" for number in range(62)]
WINS = [["a"], [*MANY[:60], "b"], [*MANY[:61], "b"]]
LOSES = [["a"], [*MANY[:61], "b"], [*MANY[:62], "b"]]
CASES: list[list[list[str]]] = [
    [["a", "b", "c"], ["b", "c", "a"]],
    [["a", "b"], ["c", "d"]],
    [["a", "b", "c"], ["c", "b", "a"]],
    [["a"], []],
    [[], ["b", "a"]],
    [["a", "b", "c", "d", "e"], ["e", "x", "y", "z"], ["d", "x"]],
    [["a", "b", "c"], ["x", "c"], ["y", "c"]],
    [["a"], ["b"], ["b"]],
    [["a", *"klmnopq", "b"], ["x", "b"], ["y", "b"]],
    [[], []],
    WINS,
    LOSES,
]


def check(answers: Answers, random: Random) -> str:
    cases = [*CASES, *(_random_case(random) for _ in range(40))]
    for rankings in cases:
        mine = answers.call("fuse", rankings)
        right = fuse(rankings)
        if mine != right:
            raise NotYet(f"fuse({shown(rankings)}): {_why(mine, right, rankings)}")
    return f"places alone, added up, for {len(cases)} sets of rankings"


def fuse(rankings: list[list[str]]) -> list[str]:
    """Return all that is ranked, the highest sum of 1 ÷ (60 + place) first; equals as found."""
    scores = _scores(rankings, CONSTANT)
    return sorted(scores, key=lambda name: -scores[name])


def _scores(rankings: list[list[str]], constant: int, first: int = 1) -> dict[str, Fraction]:
    scores: dict[str, Fraction] = {}
    for ranking in rankings:
        for place, name in enumerate(ranking, first):
            scores[name] = scores.get(name, Fraction(0)) + Fraction(1, constant + place)
    return scores


def _random_case(random: Random) -> list[list[str]]:
    """Three rankings, in which no sums are so near that rounding could decide."""
    while True:
        rankings = [random.sample("abcdefgh", random.randint(1, 8)) for _ in range(3)]
        sums = sorted(_scores(rankings, CONSTANT).values())
        if all(b - a > Fraction(1, 10**9) for a, b in pairwise(sums)):
            return rankings


def _why(mine: Any, right: list[str], rankings: list[list[str]]) -> str:
    if not consists_of(mine, right):
        return f"returned {shown(mine)}; return a list of the names that are ranked"
    if len(mine) != len(set(mine)):
        return "each name stands once in the result"
    if len(mine) < len(right):
        lost = next(name for name in right if name not in mine)
        return f"{lost!r} is lost: one ranking alone may find it"
    firsts = _scores(rankings, CONSTANT, 0)
    if mine == sorted(firsts, key=lambda name: -firsts[name]):
        return "places count from 1"
    scores = _scores(rankings, 0)
    if mine == sorted(scores, key=lambda name: -scores[name]):
        return "without the 60 a first place beats several good ones"
    exact = _scores(rankings, CONSTANT)
    if [exact[name] for name in mine] == [exact[name] for name in right]:
        return "equal sums stand in the order in which they are found"
    if [exact[name] for name in mine] == [exact[name] for name in right[::-1]]:
        return "the highest sum comes first"
    return f"{shown(mine)}, right is {shown(right)}: add 1 ÷ (60 + place) over the rankings"
