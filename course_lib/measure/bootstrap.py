"""How sure a figure is: the questions are drawn again, with replacement, `DRAWS` times.

Each setting is estimated from the same draws, so that the difference of two settings is paired:
what a hard question does to both cancels out. Questions about one document may share its luck:
`groups` names the group of each question, and then whole groups are drawn. Draws come from
`Random.random` and sums are of whole numbers: the same on every machine and version of Python.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, repeat
from operator import itemgetter, sub, truediv
from random import Random
from statistics import median_low
from typing import Any, NamedTuple, TypeAlias, TypeVar

from course_lib.errors import InvalidValue

DRAWS = 1_000
SEED = 7
LEVEL = 0.95
Groups: TypeAlias = Sequence[Hashable] | None
_Value = TypeVar("_Value")


class Interval(NamedTuple):
    """Between which bounds a figure lies in most of the draws."""

    low: float
    high: float


class Difference(NamedTuple):
    """How much higher one figure is than another, and between which bounds in most of the draws.

    >>> print(Difference(0.0512, Interval(-0.0004, 0.118)))
    +0.05 (+0.00 to +0.12), we cannot tell
    >>> more, (low, high) = Difference(0.0512, Interval(-0.0004, 0.118))
    """

    more: float
    interval: Interval

    @property
    def sure(self) -> bool:
        """Whether 0 lies outside of the interval."""
        return not self.interval.low <= 0 <= self.interval.high

    @property
    def verdict(self) -> str:
        """In words: higher, lower, or that we cannot tell."""
        return "we cannot tell" if not self.sure else "higher" if self.more > 0 else "lower"

    def told(self, places: int = 2) -> str:
        """Return it as text, rounded; what rounds to zero has no minus.

        >>> Difference(-0.0004, Interval(-0.0213, 0.02)).told(places=3)
        '+0.000 (-0.021 to +0.020)'
        """
        more, low, high = (f"{value:+z.{places}f}" for value in (self.more, *self.interval))
        return f"{more} ({low} to {high})"

    def __str__(self) -> str:
        return f"{self.told()}, {self.verdict}"


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


def ratios(parts: Sequence[int], wholes: Sequence[int], groups: Groups = None) -> list[float]:
    """Return sum of parts ÷ sum of wholes in each draw; both have one number for each question.

    With `groups`, whole groups are drawn, as many as there are. Raises InvalidValue unless each
    question has one.

    >>> sorted(set(ratios([1, 0], [1, 1])))
    [0.0, 0.5, 1.0]
    >>> sorted(set(ratios([1, 0], [1, 1], groups=["one note", "one note"])))
    [0.5]
    """
    if groups is not None:
        parts, wholes = (list(map(sum, grouped(its, groups))) for its in (parts, wholes))
    return list(map(truediv, _sums(tuple(parts)), _sums(tuple(wholes))))


def medians(values: Sequence[float], groups: Groups = None) -> list[float]:
    """Return the lower median of the values in each draw, of questions or of whole groups."""
    if groups is None:
        return [median_low(drawn) for drawn in _in_each_draw(values)]
    drawn_groups = _in_each_draw(grouped(values, groups))
    return [median_low(chain.from_iterable(drawn)) for drawn in drawn_groups]


def grouped(values: Sequence[_Value], groups: Sequence[Hashable]) -> list[list[_Value]]:
    """Return the values of each group, in the order in which the groups first come.

    Raises InvalidValue unless there are as many groups named as values.

    >>> grouped([1, 2, 3], ["note", "letter", "note"])
    [[1, 3], [2]]
    """
    if len(groups) != len(values):
        raise InvalidValue(f"{len(groups)} groups for {len(values)} questions: name one for each")
    of_group: dict[Hashable, list[_Value]] = defaultdict(list)
    for value, group in zip(values, groups, strict=True):
        of_group[group].append(value)
    return list(of_group.values())


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
@lru_cache(maxsize=8)  # two halves and all, by question and by document
def _choosers(count: int) -> list[Callable[[Sequence[Any]], Sequence[Any]]]:
    return [itemgetter(*draw) for draw in draws(count)]
