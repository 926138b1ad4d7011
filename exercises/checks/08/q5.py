"""Two rankings joined by reciprocal rank fusion."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

RANK = 60


def fused(first: list[str], second: list[str], depth: int) -> list[str]:
    """The names by the sum of 1 ÷ (60 + place); equal ones in the order in which they are met.

    >>> fused(["a", "b", "c"], ["c", "d"], 10), fused(["a", "b", "c"], ["c", "d"], 2)
    (['c', 'a', 'b', 'd'], ['a', 'c', 'b', 'd'])
    """
    return _best_first(scores_of(first, second, depth))


def _best_first(scores: dict[str, Fraction]) -> list[str]:
    return sorted(scores, key=scores.__getitem__, reverse=True)


def scores_of(
    first: list[str], second: list[str], depth: int, rank: int = RANK
) -> dict[str, Fraction]:
    scores: dict[str, Fraction] = {}
    for ranking in (first, second):
        for place, name in enumerate(ranking[:depth], 1):
            scores[name] = scores.get(name, Fraction(0)) + Fraction(1, rank + place)
    return scores


def check(answers: Answers, random: Random) -> str:
    cases = [
        (["a", "b", "c"], ["c", "d"], 10),
        (["a", "b", "c"], ["c", "d"], 2),
        (["a", "b"], ["b", "a"], 5),
        (["a"], ["b"], 5),
        (["b"], ["a"], 5),
        (["a", "b", "c", "d"], ["d", "x", "y"], 3),
        ([], ["b", "a"], 5),
        (["b", "a"], [], 5),
        ([], [], 5),
        (["a", "b", "c"], ["c", "b", "a"], 1),
        ([*"abcdefgh", "x"], [*"stuvwyzkx"], 9),
    ]
    names = [f"{letter}{number}" for letter in "abcd" for number in range(4)]
    for _ in range(60):
        rankings = [random.sample(names, random.randint(0, 10)) for _ in range(2)]
        cases.append((rankings[0], rankings[1], random.randint(1, 12)))
    for case in cases:
        mine = answers.call("fused", *case)
        if remark := _why_another_result(mine, *case):
            raise NotYet(f"fused({', '.join(map(shown, case))}): {remark}")
    return f"{len(cases)} pairs of rankings are joined"


def _why_another_result(mine: Any, first: list[str], second: list[str], depth: int) -> str:
    """What is wrong with the pairs; nothing if they are right."""
    if not _are_pairs(mine):
        return f"returned {shown(mine)}; return a list of pairs (name, score), the best first"
    names, scores = [name for name, _ in mine], scores_of(first, second, depth)
    said = f"the names are {shown(names)}"
    if len(set(names)) < len(names):
        return f"{said}: what both rankings have stands once in the result"
    if set(names) != set(scores):
        if set(names) == {*first, *second}:
            return f"{said}: only the first {depth} of each ranking count"
        return f"{said}: all among the first {depth} of a ranking are there"
    for name, score in mine:
        if abs(score - scores[name]) > 1e-9:
            return _why_another_score(name, score, first, second, depth)
    best_first = _best_first(scores)
    if names == best_first:
        return ""
    if [scores[name] for name in names] == [scores[name] for name in best_first]:
        return f"{said}: equal scores stand in the order in which they are met"
    return f"{said}: the best comes first"


def _are_pairs(mine: Any) -> bool:
    return isinstance(mine, list) and all(
        isinstance(pair, list)
        and len(pair) == 2
        and isinstance(pair[0], str)
        and type(pair[1]) in (int, float)
        for pair in mine
    )


def _why_another_score(
    name: str, score: float, first: list[str], second: list[str], depth: int
) -> str:
    right = scores_of(first, second, depth)[name]
    said = f"the score of {name!r} is {score:.4f}, expected {float(right):.4f}"
    if abs(score - scores_of(first, second, depth, 0)[name]) < 1e-9:
        return f"{said}: it is 1 ÷ (60 + place), not 1 ÷ place"
    if abs(score - scores_of(first, second, depth, RANK - 1)[name]) < 1e-9:
        return f"{said}: places count from 1"
    if abs(score - scores_of(first, second, len(first + second))[name]) < 1e-9:
        return f"{said}: only the first {depth} of each ranking count"
    return f"{said}: add up both places of a name"
