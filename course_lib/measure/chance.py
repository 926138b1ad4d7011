"""How often chance alone would show such a difference, and what several comparisons do to that.

Of twenty comparisons between settings that are equally good, one is expected to look sure at 95 %.
"""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from course_lib.errors import InvalidValue
from course_lib.measure.bootstrap import SEED, Groups, grouped
from course_lib.measure.experiment import GRID

FLIPS = 10_000


def p_value(
    first: Sequence[Fraction], second: Sequence[Fraction], groups: Groups = None
) -> Fraction:
    """Return how often a difference of means at least as large comes about by chance, paired.

    If two settings are equally good, each question might as well have favoured the other one. So
    each difference is turned round or not, at random, `FLIPS` times; with `groups`, those of one
    group together. What was observed counts as one draw, so the result is never 0. Raises
    InvalidValue unless both have a value for each question.

    >>> p_value([Fraction(1)] * 3, [Fraction(1)] * 3)
    Fraction(1, 1)
    >>> float(p_value([Fraction(1)] * 3, [Fraction(0)] * 3))  # of 8 ways, 2 turn all alike
    0.24...
    """
    if not first or len(first) != len(second):
        raise InvalidValue(f"{len(first)} values against {len(second)}: give one for each question")
    gains = [one - other for one, other in zip(first, second, strict=True)]
    if groups is not None:
        gains = [sum(group, Fraction(0)) for group in grouped(gains, groups)]
    sizes = [round(gain * GRID) for gain in gains if gain]
    observed, random = abs(sum(sizes)), Random(SEED).random
    drawn = (sum(size if random() < 0.5 else -size for size in sizes) for _ in range(FLIPS))
    return Fraction(1 + sum(abs(total) >= observed for total in drawn), 1 + FLIPS)


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Return the p-values as they count when all of these comparisons were made, in their order.

    The smallest of n counts n times, the next n − 1 times, and none less than a smaller one (Holm,
    "A Simple Sequentially Rejective Multiple Test Procedure", 1979). What is still below 5 % is
    sure, with a chance of 5 % that any one of them is so by chance.

    >>> [float(p) for p in holm([Fraction(3, 100), Fraction(1, 100), Fraction(1, 2)])]
    [0.06, 0.03, 0.5]
    """
    adjusted = [Fraction(1)] * len(p_values)
    least = Fraction(0)
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for before, number in enumerate(order):
        least = max(least, min(Fraction(1), (len(p_values) - before) * p_values[number]))
        adjusted[number] = least
    return adjusted
