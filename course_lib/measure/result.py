"""What a setting gave: how each question fared, the figures over all of them, and their intervals.

Shares of passages (intact, covered, one_chunk, neighbours) are taken over all pieces of evidence;
recall, precision, IoU and best_chunk are means over the questions; characters to evidence is a
median over the questions. Figures are exact; intervals draw the questions again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf, lcm

from course_lib.measure import bootstrap
from course_lib.measure.bootstrap import Interval

SHARES = ("intact", "covered", "one_chunk", "neighbours")
MEANS = ("recall", "precision", "iou", "best_chunk")
TO_EVIDENCE = "characters_to_evidence"
FIGURES = (*SHARES, *MEANS, TO_EVIDENCE)
GRID = 10**12  # where scores are drawn again they are whole numbers of trillionths


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one question fared: numbers of its passages first, then its own scores.

    Of its `passages` pieces of evidence, `intact` lie whole in some chunk of the split; `covered`
    were read whole; `one_chunk` were read whole in one chunk, the most that a perfect choice among
    the chunks read could give; `neighbours` are read whole when the chunks before and after each
    are fetched too, at no charge. `best_chunk` is the recall of the best single chunk of the split.
    `characters_to_evidence` is None when that is beyond REACH. `read` counts chunks.
    """

    question: str
    passages: int
    intact: int
    covered: int
    one_chunk: int
    neighbours: int
    recall: Fraction
    precision: Fraction
    iou: Fraction
    best_chunk: Fraction
    characters_to_evidence: int | None
    read: int


@dataclass(frozen=True)
class Result:
    """One setting, and the outcome of each question; `storage` is stored ÷ original characters.

    `size` and `overlap` are None for a chunker that has none.
    """

    chunker: str
    size: int | None
    overlap: int | None
    k: int | None
    budget: int | None
    storage: Fraction
    outcomes: tuple[Outcome, ...]

    @property
    def passages(self) -> int:
        """How many pieces of evidence the questions have together."""
        return sum(outcome.passages for outcome in self.outcomes)

    @property
    def nothing_found(self) -> int:
        """How many questions found no chunk at all; their recall and precision count as 0."""
        return sum(not outcome.read for outcome in self.outcomes)

    def figure(self, name: str) -> Fraction | None:
        """Return one of FIGURES, exactly.

        Characters to evidence is None when half of the questions never find all of theirs. Raises
        KeyError that lists the names there are.
        """
        if name == TO_EVIDENCE:
            ordered = sorted(self._numbers(name))
            middle = ordered[(len(ordered) - 1) // 2]
            return None if middle == inf else Fraction(middle)
        values = self._fractions(name)
        return Fraction(sum(values), self.passages) if name in SHARES else _mean(values)

    def draws(self, name: str) -> list[float]:
        """Return the figure in each draw of the questions: the same draws for every setting."""
        if name == TO_EVIDENCE:
            return bootstrap.medians(self._numbers(name))
        scale = 1 if name in SHARES else GRID
        parts = [round(value * scale) for value in self._fractions(name)]
        wholes = [scale * (o.passages if name in SHARES else 1) for o in self.outcomes]
        return bootstrap.ratios(parts, wholes)

    def interval(self, name: str) -> Interval:
        """Return where the figure lies in the middle 95 % of the draws."""
        return bootstrap.interval(self.draws(name))

    def _numbers(self, name: str) -> list[float]:
        values = self._values(name)
        return [inf if value is None else float(value) for value in values]

    def _fractions(self, name: str) -> list[Fraction]:
        return [Fraction(value) for value in self._values(name) if value is not None]

    def _values(self, name: str) -> list[Fraction | int | None]:
        if name not in FIGURES:
            raise KeyError(f"no figure {name!r}; there is {', '.join(FIGURES)}")
        return [getattr(outcome, name) for outcome in self.outcomes]


def difference(first: Result, second: Result, name: str) -> tuple[float, Interval]:
    """Return how much higher a figure is in the first result, and the interval of that: paired.

    It is sure when 0 lies outside of the interval. Raises ValueError when the results are not about
    the same questions, or when the figure has no value in one of them or in one of their draws.
    """
    asked = [[outcome.question for outcome in result.outcomes] for result in (first, second)]
    if asked[0] != asked[1]:
        raise ValueError("the results are about different questions: they cannot be paired")
    more, less = first.figure(name), second.figure(name)
    if more is None or less is None:
        raise ValueError(f"{name} has no value in one of the results")
    draws = first.draws(name), second.draws(name)
    unbounded = sum(isinf(a) or isinf(b) for a, b in zip(*draws, strict=True))
    if unbounded:
        raise ValueError(
            f"{name} has no value in {unbounded} of {len(draws[0])} draws: too many questions "
            "never find all of their evidence; compare recall"
        )
    return float(more - less), bootstrap.difference(*draws)


def _mean(values: Sequence[Fraction]) -> Fraction:
    common = lcm(*(value.denominator for value in values))
    total = sum(value.numerator * (common // value.denominator) for value in values)
    return Fraction(total, common * len(values))
