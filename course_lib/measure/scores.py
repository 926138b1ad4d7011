"""What is read of a ranking, and its score against the evidence of one question, exactly.

Read are the first k chunks, or as many characters as a budget allows. At the same k a larger chunk
reads more; sizes are compared fairly at the same number of characters. The context of a chunk is
read with it and has its price: `beside` is one length for each chunk of the ranking.
`read` is one span for each chunk that was read, in the order of reading; `evidence` is one span for
each passage. All lie on one line of characters. Evidence that is given twice counts once where
characters are counted. Without evidence there is nothing to score: InvalidValue.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice, repeat

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


class Reading:
    """Chunks that are read one after the other: `length` is what they cost, in characters.

    A character is paid for once. A chunk that brings something new is read with its context, and
    pays for that, too.

    >>> reading = Reading()
    >>> reading.add((0, 400), context=20), reading.add((300, 390), context=20), reading.length
    ([(0, 400)], [], 420)
    """

    def __init__(self) -> None:
        self._union, self.length = Union(), 0

    def add(self, chunk: Span, context: int = 0) -> list[Span]:
        """Read a chunk to its end, and return what of it was not read before."""
        new = self._union.add(chunk)
        self.length += total_length(new) + (context if new else 0)
        return new


NOTHING = repeat(0)  # beside any chunk


def cost(read: Iterable[Span], beside: Iterable[int] = NOTHING) -> int:
    """Return how many characters it costs to read these chunks in this order.

    >>> cost([(0, 400), (300, 700)], beside=[20, 30])
    750
    """
    reading = Reading()
    for chunk, context in zip(read, beside, strict=False):
        reading.add(chunk, context)
    return reading.length


def read_within(ranked: Iterable[Span], budget: int, beside: Iterable[int] = NOTHING) -> list[Span]:
    """Return what a budget of characters reads of a ranking, chunk by chunk, as `Reading` charges.

    The last chunk is read as far as the budget goes, so that each size reads the same; one for
    whose context alone too little is left is not read. Raises InvalidValue for a budget below one.

    >>> read_within([(0, 400), (300, 700), (900, 990)], budget=750)
    [(0, 400), (300, 700), (900, 950)]
    >>> read_within([(0, 400), (500, 900)], budget=500, beside=[20, 30])
    [(0, 400), (500, 550)]
    """
    check_count("budget", budget)
    reading = Reading()
    read: list[Span] = []
    for (start, end), context in zip(ranked, beside, strict=False):
        left = budget - reading.length - context
        new = reading.add((start, end), context)
        if reading.length <= budget:
            read.append((start, end))
        elif left > 0:
            read.append((start, _end_of(new, left)))
        if reading.length >= budget:
            break
    return read


def _end_of(new: Iterable[Span], left: int) -> int:
    """Where a chunk ends of whose new pieces only so many characters are left to read."""
    for first, last in new:
        if last - first > left:
            return first + left
        left -= last - first
    raise AssertionError("all of it could have been read")


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


def precision(read: Sequence[Span], evidence: Sequence[Span], context: int = 0) -> Fraction:
    """Return the share of what was read that is evidence; 0 when nothing was read.

    What was read twice was paid for twice and found once: duplicates count below the line only, and
    so do the characters of `context` that were read with the chunks.

    >>> precision([(0, 400)], [(337, 508)]), precision([(0, 400), (0, 400)], [(337, 508)])
    (Fraction(63, 400), Fraction(63, 800))
    """
    found = _found(read, evidence)
    return Fraction(found, total_length(read) + context) if read else Fraction(0)


def iou(read: Sequence[Span], evidence: Sequence[Span], context: int = 0) -> Fraction:
    """Return intersection ÷ union of what was read and the evidence, duplicates counted below.

    >>> iou([(0, 400)], [(337, 508)])
    Fraction(63, 508)
    """
    found = _found(read, evidence)
    return Fraction(found, total_length(read) + context + union_length(evidence) - found)


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


def _found(read: Sequence[Span], evidence: Sequence[Span]) -> int:
    _require(evidence)
    return total_length(intersection(read, evidence))


def _require(evidence: Sequence[Span]) -> None:
    if not union_length(evidence):
        raise InvalidValue("there is no evidence: nothing can be scored; quote what answers")
