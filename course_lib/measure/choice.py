"""Which setting to take: the cheapest of those that are not surely worse than the best."""

from collections.abc import Sequence
from fractions import Fraction

from course_lib.errors import InvalidValue
from course_lib.measure.experiment import Result, difference


def choose(results: Sequence[Result], name: str = "recall") -> Result:
    """Return the result that stores least among those that cannot be told from the best.

    The best has the highest figure; another is as good when 0 lies in the interval of their paired
    difference. Storage is compared to a tenth of the text; of equals the one with the higher figure
    is taken. Raises InvalidValue for no result, for results at
    several prices, and as `difference` does.

    >>> from course_lib import NaiveChunker, samples
    >>> from course_lib.measure import sweep
    >>> documents, asked = samples.load_documents()[:2], samples.load_questions()[:4]
    >>> chunkers = [NaiveChunker(200, 100), NaiveChunker(400, 0)]
    >>> choose(sweep(chunkers, documents, asked, budgets=[800])).setting
    'naive 400'
    """
    if not results:
        raise InvalidValue("there is nothing to choose from: measure at least one setting")
    prices = list(dict.fromkeys(result.price for result in results))
    if len(prices) > 1:
        raise InvalidValue(f"{prices[0]} and {prices[1]} are not one price: compare at one")

    def figure(result: Result) -> Fraction:
        return result.figure(name) or Fraction(0)

    best = max(results, key=figure)
    as_good = [result for result in results if difference(best, result, name)[1].low <= 0]
    return min(as_good, key=lambda result: (round(result.exact_storage, 1), -figure(result)))
