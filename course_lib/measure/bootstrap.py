"""How sure a figure is: the questions are drawn again, with replacement, a thousand times.

Each setting is estimated from the same draws, so that the difference of two settings is paired:
what a hard question does to both cancels out. Draws come from `Random.random` and sums are of whole
numbers: the same on every machine and version of Python.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from operator import itemgetter, sub, truediv
from random import Random
from statistics import median_low
from typing import Any, NamedTuple

from course_lib.errors import InvalidValue

DRAWS = 1_000
SEED = 7
LEVEL = 0.95


class Interval(NamedTuple):
    """Between which bounds a figure lies in most of the draws."""

    low: float
    high: float


def draws(count: int, times: int = DRAWS, seed: int = SEED) -> list[tuple[int, ...]]:
    """Return `times` draws of `count` question numbers, with replacement; the seed decides all.

    Raises InvalidValue when there is no question.

    >>> draws(4, times=2)
    [(1, 0, 2, 0), (2, 1, 0, 2)]
    """
    if count < 1:
        raise InvalidValue("there is no question to draw from")
    random = Random(seed)
    drawn = []
    for _ in range(times):
        drawn.append(tuple(int(random.random() * count) for _ in range(count)))
    return drawn


def ratios(parts: Sequence[int], wholes: Sequence[int]) -> list[float]:
    """Return sum of parts ÷ sum of wholes in each draw; both have one number for each question.

    >>> sorted(set(ratios([1, 0], [1, 1])))
    [0.0, 0.5, 1.0]
    """
    return list(map(truediv, _sums(tuple(parts)), _sums(tuple(wholes))))


def medians(values: Sequence[float]) -> list[float]:
    """Return the lower median of the values in each draw."""
    return [median_low(drawn) for drawn in _in_each_draw(values)]


def interval(estimates: Sequence[float], level: float = LEVEL) -> Interval:
    """Return the bounds of the middle `level` of the estimates.

    >>> interval([x / 100 for x in range(1, 101)], level=0.9)
    Interval(low=0.06, high=0.95)
    """
    ordered = sorted(estimates)  # as many are left out at the lower end as at the upper one
    tail = round((1 - level) / 2 * len(ordered))
    return Interval(ordered[tail], ordered[-1 - tail])


def paired_interval(first: Sequence[float], second: Sequence[float]) -> Interval:
    """Return the interval of first − second, draw by draw; it is sure when 0 lies outside of it.

    Raises InvalidValue unless there are as many draws of both.
    """
    if len(first) != len(second):
        raise InvalidValue(f"{len(first)} draws against {len(second)}: they are not paired")
    return interval(list(map(sub, first, second)))


@lru_cache(maxsize=32)  # one setting is asked at many prices, and only some figures differ
def _sums(values: tuple[int, ...]) -> list[int]:
    return [sum(drawn) for drawn in _in_each_draw(values)]


def _in_each_draw(values: Sequence[Any]) -> Iterator[Sequence[Any]]:
    if len(values) == 1:  # of one number an itemgetter gives no tuple, and every draw is the same
        return repeat(values, DRAWS)
    return (choose(values) for choose in _choosers(len(values)))


# An itemgetter takes all the values of a draw at once, without a step of Python for each of them.
@lru_cache(maxsize=4)
def _choosers(count: int) -> list[Callable[[Sequence[Any]], Sequence[Any]]]:
    return [itemgetter(*draw) for draw in draws(count)]
