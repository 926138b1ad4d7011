"""The choice among settings that cannot be told apart, and their paired differences in words."""

import pytest
from pipelines import few

from course_lib import NaiveChunker, ParagraphChunker
from course_lib.errors import InvalidValue
from course_lib.measure import as_differences, choose, difference, sweep


def test_the_cheapest_of_those_that_are_as_good_is_chosen():
    chunkers = [NaiveChunker(400, 200), NaiveChunker(400, 0), ParagraphChunker(400)]
    results = sweep(chunkers, *few(), budgets=[900])
    chosen = choose(results)
    best = max(results, key=lambda result: result.recall)
    assert difference(best, chosen, "recall")[1].low <= 0
    for other in results:
        if difference(best, other, "recall")[1].low <= 0:
            assert round(chosen.exact_storage, 1) <= round(other.exact_storage, 1)
    assert choose(results[:1]) is results[0]


def test_what_cannot_be_chosen_from_is_refused():
    with pytest.raises(InvalidValue, match="nothing to choose from: measure at least one"):
        choose([])
    results = sweep([NaiveChunker(400, 0)], *few(), budgets=[900, 1_200])
    with pytest.raises(InvalidValue, match="900 characters and 1,200 characters are not one price"):
        choose(results)


def test_a_difference_says_which_way_and_whether_we_can_tell():
    first, second = sweep([NaiveChunker(400, 0), NaiveChunker(100, 0)], *few(), budgets=[400])
    head, line = as_differences([first, second]).split("\n")
    more, (low, high) = difference(second, first, "recall")
    assert head == "recall against naive 400, paired, 95 %:"
    assert line.startswith(f"naive 100: {more:+.3f} ({low:+.3f} to {high:+.3f}), ")
    assert as_differences([first, first]).endswith("+0.000 (+0.000 to +0.000), we cannot tell")
