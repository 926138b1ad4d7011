"""The cheapest of the settings that are not surely worse than the best."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown

Recalls: TypeAlias = Mapping[str, list[int]]
Stored: TypeAlias = Mapping[str, float]
Draws: TypeAlias = list[list[int]]
Case: TypeAlias = tuple[dict[str, list[int]], dict[str, float], Draws]
CASES: list[Case] = [
    ({"A": [100, 80], "B": [80, 90]}, {"A": 1.3, "B": 1.0}, [[0, 1], [1, 1], [0, 0]]),
    ({"A": [100, 80], "B": [60, 70]}, {"A": 1.3, "B": 1.0}, [[0, 1], [1, 1], [0, 0]]),
    ({"A": [100, 80], "B": [90, 80]}, {"A": 1.3, "B": 1.0}, [[0, 1], [1, 1], [0, 0]]),
    ({"A": [50, 50]}, {"A": 1.0}, [[0, 1]]),
    ({"A": [100, 0], "B": [50, 40], "C": [0, 80]}, {"A": 1.1, "B": 1.0, "C": 0.9}, [[0, 0]]),
    (
        {"A": [100, 0], "B": [50, 40], "C": [0, 80]},
        {"A": 1.2, "B": 1.1, "C": 1.0},
        [[0, 0], [1, 0]],
    ),
    ({"A": [90, 90, 0], "B": [60, 60, 50]}, {"A": 1.5, "B": 1.0}, [[0, 1, 0], [0, 0, 1]]),
    ({"A": [90, 90, 0], "B": [60, 60, 50]}, {"A": 1.5, "B": 1.0}, [[0, 1, 0], [2, 2, 1]]),
    (
        {"A": [90, 10], "B": [80, 0], "C": [20, 70]},
        {"A": 2.0, "B": 1.0, "C": 1.5},
        [[0, 1], [1, 1]],
    ),
]


def check(answers: Answers, random: Random) -> str:
    cases = [*CASES, *(_random_case(random) for _ in range(60))]
    for recalls, stored, draws in cases:
        mine = answers.call("choose", recalls, stored, draws)
        if mine != choose(recalls, stored, draws):
            call = f"choose({shown(recalls)}, {shown(stored)}, {shown(draws)})"
            raise NotYet(f"{call}: {_why(mine, recalls, stored, draws)}")
    return f"paired, and the cheapest of those that cannot be told apart, {len(cases)} times"


def choose(recalls: Recalls, stored: Stored, draws: Draws) -> str:
    """Return the setting that stores least among those that are not worse in every draw."""
    return min(_as_good(recalls, draws), key=stored.__getitem__)


def _best(recalls: Recalls) -> str:
    return max(recalls, key=lambda name: sum(recalls[name]))


def _as_good(recalls: Recalls, draws: Draws) -> list[str]:
    best = recalls[_best(recalls)]
    return [
        name
        for name, mine in recalls.items()
        if any(sum(mine[n] for n in draw) >= sum(best[n] for n in draw) for draw in draws)
    ]


def _random_case(random: Random) -> Case:
    """Four settings whose sums and storages all differ, and eight draws of five questions."""
    while True:
        recalls = {name: [random.randint(0, 3) for _ in range(5)] for name in "ABCD"}
        if len({sum(each) for each in recalls.values()}) == 4:
            break
    stored = dict(zip("ABCD", random.sample([0.9, 1.0, 1.1, 1.2, 1.3, 1.5], 4), strict=True))
    draws = [[random.randrange(5) for _ in range(5)] for _ in range(random.randint(1, 8))]
    return recalls, stored, draws


def _why(mine: Any, recalls: Recalls, stored: Stored, draws: Draws) -> str:
    if not isinstance(mine, str) or mine not in recalls:
        return f"returned {shown(mine)}; return the name of one setting"
    right, best, good = choose(recalls, stored, draws), _best(recalls), _as_good(recalls, draws)
    if mine in good and mine == best:
        return f"{best!r} reads most, but {right!r} cannot be told from it and stores less"
    if mine in good:
        return f"{mine!r} stores {stored[mine]:g} times, and {right!r} as good stores less"
    if mine == min(stored, key=stored.__getitem__):
        return f"{mine!r} stores least, but reads less than the best, {best!r}, in every draw"
    return f"{mine!r} reads less than the best of all questions, {best!r}, in every draw"
