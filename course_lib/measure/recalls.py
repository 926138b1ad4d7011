"""The recall of every question, kept: what took long to measure can still be compared in pairs.

A table of means would say which is higher, and not how sure that is.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO

from course_lib.errors import InvalidValue
from course_lib.measure import bootstrap
from course_lib.measure.bootstrap import Difference, Interval
from course_lib.measure.experiment import GRID, Result

COLUMNS = ("questions", "search", "setting", "budget", "recalls")


@dataclass(frozen=True, slots=True)
class Recalls:
    """One measurement: which questions, by which search, how it was cut, and each one's recall.

    `budget` is how many code points were read for a question; the recalls are in its order.

    >>> mine = Recalls("mine", "words", "naive 400", 1_600, (Fraction(1), Fraction(1, 4)))
    >>> mine.mean, mine.interval
    (0.625, Interval(low=0.25, high=1.0))
    """

    questions: str
    search: str
    setting: str
    budget: int
    recalls: tuple[Fraction, ...]

    @property
    def mean(self) -> float:
        """The mean recall."""
        return float(sum(self.recalls) / len(self.recalls))

    @property
    def draws(self) -> list[float]:
        """The mean in each draw of the questions: the same draws for every setting."""
        whole_numbers = [round(recall * GRID) for recall in self.recalls]
        return bootstrap.ratios(whole_numbers, [GRID] * len(whole_numbers))

    @property
    def interval(self) -> Interval:
        """Where the mean lies in the middle 95 % of the draws."""
        return bootstrap.interval(self.draws)

    def minus(self, other: "Recalls") -> Difference:
        """Return how much higher the mean is than another's, and the interval of that: paired.

        Raises InvalidValue for other questions.
        """
        if (self.questions, len(self.recalls)) != (other.questions, len(other.recalls)):
            raise InvalidValue(
                f"{len(self.recalls)} questions ({self.questions}) and {len(other.recalls)} "
                f"({other.questions}) cannot be paired: compare settings on the same questions"
            )
        bounds = bootstrap.paired_interval(self.draws, other.draws)
        return Difference(self.mean - other.mean, bounds)


def recalls_of(result: Result, questions: str, search: str, setting: str) -> Recalls:
    """Return what is kept of a result, which was read within a budget."""
    recalls = tuple(outcome.recall for outcome in result.outcomes)
    return Recalls(questions, search, setting, result.budget or 0, recalls)


def recalls_as_csv(table: Iterable[Recalls]) -> str:
    """Return the table as CSV; the last column holds fractions, with a space between them."""
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in table:
        values = " ".join(map(str, row.recalls))
        writer.writerow((row.questions, row.search, row.setting, row.budget, values))
    return out.getvalue()


def recalls_from_csv(text: str) -> list[Recalls]:
    """Read the table back; raises InvalidValue when a column is missing."""
    reader = csv.DictReader(StringIO(text, newline=""))
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise InvalidValue(f"the table has no column {', '.join(missing)}: measure again")
    return [
        Recalls(
            row["questions"],
            row["search"],
            row["setting"],
            int(row["budget"]),
            tuple(map(Fraction, row["recalls"].split())),
        )
        for row in reader
    ]
