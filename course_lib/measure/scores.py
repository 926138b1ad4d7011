"""What is read of a ranking, and its score against the evidence of one question, exactly.

Read are the first k chunks, or as many characters as a budget allows. At the same k a larger chunk
reads more; sizes are compared fairly at the same number of characters.
`read` is one span for each chunk that was read, in the order of reading; `evidence` is one span for
each passage. All lie on one line of characters. Evidence that is given twice counts once where
characters are counted. Without evidence there is nothing to score: InvalidValue.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice

from course_lib.chunk import Span
from course_lib.errors import InvalidValue, require_int
from course_lib.measure.intervals import Union, intersection, merge, total_length, union_length
from course_lib.measure.split import overlap_length


def read_top(ranked: Iterable[Span], k: int) -> list[Span]:
    """Return the first k chunks of a ranking, or all when there are fewer.

    Raises InvalidValue for a k below one.

    >>> read_top([(0, 400), (300, 700), (900, 990)], k=2)
    [(0, 400), (300, 700)]
    """
    check_count("k", k)
    return list(islice(ranked, k))


def read_within(ranked: Iterable[Span], budget: int) -> list[Span]:
    """Return what a budget of characters reads of a ranking, chunk by chunk.

    Overlapping chunks are merged before they are charged: a character is paid for once. The last
    chunk is read as far as the budget goes, so that each size reads the same. Raises InvalidValue
    for a budget below one.

    >>> read_within([(0, 400), (300, 700), (900, 990)], budget=750)
    [(0, 400), (300, 700), (900, 950)]
    >>> read_within([(0, 400), (300, 700), (900, 990)], budget=500)
    [(0, 400), (300, 500)]
    """
    check_count("budget", budget)
    union, left = Union(), budget
    read: list[Span] = []
    for start, end in ranked:
        for first, last in union.add((start, end)):
            if last - first > left:
                return [*read, (start, first + left)]
            left -= last - first
        read.append((start, end))
        if not left:
            break
    return read


def with_neighbours(chosen: Iterable[int], documents: Sequence[int]) -> list[int]:
    """Return the numbers of some chunks and of the chunks before and after them, in order.

    `documents` says of each chunk which document it is of: a neighbour is of the same one.

    >>> with_neighbours([1, 4], documents=[0, 0, 0, 1, 1, 1])
    [0, 1, 2, 3, 4, 5]
    >>> with_neighbours([2], documents=[0, 0, 0, 1, 1, 1])
    [1, 2]
    """
    near: set[int] = set()
    for number in chosen:
        for other in (number - 1, number, number + 1):
            if 0 <= other < len(documents) and documents[other] == documents[number]:
                near.add(other)
    return sorted(near)


def check_count(name: str, value: int) -> None:
    """Raise InvalidType or InvalidValue unless the value is a whole number from one up."""
    require_int(name, value)
    if value < 1:
        raise InvalidValue(f"{name} must be at least 1, got {value}")


def recall(read: Sequence[Span], evidence: Sequence[Span]) -> Fraction:
    """Return the share of the evidence that was read.

    >>> recall([(0, 400)], [(337, 508)])
    Fraction(7, 19)
    """
    return Fraction(_found(read, evidence), union_length(evidence))


def precision(read: Sequence[Span], evidence: Sequence[Span]) -> Fraction:
    """Return the share of what was read that is evidence; 0 when nothing was read.

    What was read twice was paid for twice and found once: duplicates count below the line only.

    >>> precision([(0, 400)], [(337, 508)]), precision([(0, 400), (0, 400)], [(337, 508)])
    (Fraction(63, 400), Fraction(63, 800))
    """
    found = _found(read, evidence)
    return Fraction(found, total_length(read)) if read else Fraction(0)


def iou(read: Sequence[Span], evidence: Sequence[Span]) -> Fraction:
    """Return intersection ÷ union of what was read and the evidence, duplicates counted below.

    >>> iou([(0, 400)], [(337, 508)])
    Fraction(63, 508)
    """
    found = _found(read, evidence)
    return Fraction(found, total_length(read) + union_length(evidence) - found)


def count_whole(chunks: Sequence[Span], evidence: Sequence[Span]) -> int:
    """Return how many passages of the evidence lie whole in some one chunk.

    Over all chunks of a split this is the ceiling of whatever chooses or reorders single chunks.

    >>> count_whole([(0, 400), (400, 800)], [(337, 508), (20, 90)])
    1
    """
    _require(evidence)
    return sum(
        any(start <= first and last <= end for start, end in chunks) for first, last in evidence
    )


def count_covered(read: Iterable[Span], evidence: Sequence[Span]) -> int:
    """Return how many passages of the evidence were read whole, in one chunk or in several.

    >>> count_covered([(0, 400), (400, 800)], [(337, 508), (20, 90)])
    2
    """
    return count_whole(merge(read), evidence)


def best_recall(chunks: Sequence[Span], evidence: Sequence[Span]) -> Fraction:
    """Return the recall of the one chunk that serves best: all that a perfect choice could do.

    >>> best_recall([(0, 400), (400, 800)], [(337, 508)])
    Fraction(12, 19)
    """
    _require(evidence)
    pieces = merge(evidence)
    most = max((overlap_length(chunk, pieces) for chunk in chunks), default=0)
    return Fraction(most, total_length(pieces))


def characters_to_evidence(
    ranked: Iterable[Span], evidence: Sequence[Span], at_most: int | None = None
) -> int | None:
    """Return how many different characters are read, chunk by chunk, until the evidence is whole.

    A chunk is read to its end, and overlapping chunks are merged before they are counted. None when
    the ranking ends before that, or when more than `at_most` characters would have to be read.

    >>> characters_to_evidence([(400, 800), (0, 400), (800, 900)], [(337, 508)])
    800
    """
    _require(evidence)
    union, count, missing = Union(), 0, union_length(evidence)
    for chunk in ranked:
        new = union.add(chunk)
        count += total_length(new)
        if at_most is not None and count > at_most:
            return None
        missing -= total_length(intersection(new, evidence))
        if not missing:
            return count
    return None


def _found(read: Sequence[Span], evidence: Sequence[Span]) -> int:
    _require(evidence)
    return total_length(intersection(read, evidence))


def _require(evidence: Sequence[Span]) -> None:
    if not union_length(evidence):
        raise InvalidValue("there is no evidence: nothing can be scored; quote what answers")
