"""What is read of a ranking: the first k chunks, or as many characters as a budget allows.

At the same k a larger chunk reads more. Sizes are compared fairly at the same number of characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from course_lib.chunk import Span
from course_lib.measure.intervals import Union, total_length


def read_top(ranked: Iterable[Span], k: int) -> list[Span]:
    """Return the first k chunks of a ranking, or all when there are fewer.

    Raises ValueError for a k below one.

    >>> read_top([(0, 400), (300, 700), (900, 990)], k=2)
    [(0, 400), (300, 700)]
    """
    check_count("k", k)
    return list(islice(ranked, k))


def read_within(ranked: Iterable[Span], budget: int) -> list[Span]:
    """Return what a budget of characters reads of a ranking, chunk by chunk.

    Overlapping chunks are merged before they are charged: a character is paid for once. The last
    chunk is read as far as the budget goes, so that each size reads the same. Raises ValueError for
    a budget below one.

    >>> read_within([(0, 400), (300, 700), (900, 990)], budget=750)
    [(0, 400), (300, 700), (900, 950)]
    >>> read_within([(0, 400), (300, 700), (900, 990)], budget=500)
    [(0, 400), (300, 500)]
    """
    check_count("budget", budget)
    union, left = Union(), budget
    read: list[Span] = []
    for start, end in ranked:
        new = union.add((start, end))
        cost = total_length(new)
        if cost >= left:
            return [*read, (start, end if cost == left else _stop(new, left))]
        left -= cost
        read.append((start, end))
    return read


def with_neighbours(chosen: Iterable[int], documents: Sequence[int]) -> list[int]:
    """Return the numbers of some chunks and of the chunks before and after them, in order.

    `documents` says of each chunk which document it is of: a neighbour is of the same one.

    >>> with_neighbours([1, 4], documents=[0, 0, 0, 1, 1, 1])
    [0, 1, 2, 3, 4, 5]
    >>> with_neighbours([2], documents=[0, 0, 0, 1, 1, 1])
    [1, 2]
    """
    return sorted(
        {
            near
            for number in chosen
            for near in (number - 1, number, number + 1)
            if 0 <= near < len(documents) and documents[near] == documents[number]
        }
    )


def check_count(name: str, value: int) -> None:
    """Raise TypeError or ValueError unless the value is a whole number from one up."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if value < 1:
        raise ValueError(f"{name} must be at least 1, got {value}")


def _stop(new: Sequence[Span], left: int) -> int:
    """The place of the first new character that is not paid for."""
    for start, end in new:
        if end - start > left:
            return start + left
        left -= end - start
    raise AssertionError("unreachable: the new characters cost more than is left")
