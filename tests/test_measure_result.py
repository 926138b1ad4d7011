"""Figures over all questions, and how sure they are."""

from dataclasses import replace
from fractions import Fraction

import pytest

from course_lib.measure.bootstrap import draws
from course_lib.measure.experiment import FIGURES, MEANS, SHARES, Outcome, Result, difference

GOOD = Outcome(
    "1", 3, 2, 3, 1, 3, Fraction(1, 3), Fraction(1, 7), Fraction(1, 9), Fraction(1, 2), 9, 5
)
POOR = Outcome(
    "2", 1, 0, 0, 0, 0, Fraction(1, 5), Fraction(1, 8), Fraction(0), Fraction(1, 4), None, 5
)


def result(*outcomes):
    return Result("naive", 100, 0, 5, None, Fraction(1), outcomes)


def test_shares_are_over_passages_and_means_over_questions():
    both = result(GOOD, POOR)
    assert both.passages == 4
    assert both.figure("intact") == Fraction(2, 4)
    assert both.figure("covered") == Fraction(3, 4)
    assert both.figure("recall") == (Fraction(1, 3) + Fraction(1, 5)) / 2
    assert both.figure("precision") == (Fraction(1, 7) + Fraction(1, 8)) / 2


def test_characters_to_evidence_are_the_lower_median():
    assert result(GOOD, POOR).figure("characters_to_evidence") == 9
    assert (
        result(GOOD, replace(GOOD, characters_to_evidence=20)).figure("characters_to_evidence") == 9
    )
    assert result(GOOD, POOR, POOR).figure("characters_to_evidence") is None


def test_questions_that_found_nothing_are_counted():
    assert result(GOOD, replace(POOR, read=0)).nothing_found == 1


@pytest.mark.parametrize("name", [*SHARES, *MEANS])
def test_draws_are_the_figure_of_the_questions_drawn(name):
    outcomes = (GOOD, POOR, replace(POOR, question="3", passages=2, intact=2))
    whole = result(*outcomes)
    for draw, value in list(zip(draws(3), whole.draws(name), strict=True))[:30]:
        drawn = result(*(outcomes[number] for number in draw))
        assert value == pytest.approx(float(drawn.figure(name)), abs=1e-11)


def test_an_interval_holds_its_figure():
    outcomes = [replace(GOOD if n % 3 else POOR, question=str(n)) for n in range(60)]
    for name in FIGURES:
        low, high = result(*outcomes).interval(name)
        assert low <= result(*outcomes).figure(name) <= high


def test_one_question_is_measured_with_no_doubt_that_drawing_could_show():
    alone = result(GOOD)
    assert alone.interval("recall") == pytest.approx((1 / 3, 1 / 3))
    assert alone.interval("characters_to_evidence") == (9, 9)


def test_a_difference_is_paired_question_by_question():
    outcomes = [replace(GOOD, question=str(n), recall=Fraction(n % 10, 20)) for n in range(50)]
    better = [replace(o, recall=o.recall + Fraction(1, 10)) for o in outcomes]
    gain, (low, high) = difference(result(*better), result(*outcomes), "recall")
    assert (gain, low, high) == pytest.approx((0.1, 0.1, 0.1))
    spread = result(*outcomes).interval("recall")
    assert spread.high - spread.low > 0.05


def test_results_about_other_questions_cannot_be_paired():
    with pytest.raises(ValueError, match=r"^the results are about different questions: "):
        difference(result(GOOD), result(POOR), "recall")


def test_a_figure_without_a_value_has_no_difference():
    with pytest.raises(ValueError, match=r"^characters_to_evidence has no value in one of the"):
        difference(result(POOR), result(POOR), "characters_to_evidence")


def test_a_figure_without_a_value_in_some_draws_has_no_difference():
    some = result(GOOD, GOOD, GOOD, GOOD, POOR, POOR, POOR)
    every = result(*(replace(outcome, characters_to_evidence=9) for outcome in some.outcomes))
    assert difference(every, every, "characters_to_evidence") == (0, (0, 0))
    assert some.figure("characters_to_evidence") == 9
    for first, second in ((some, some), (some, every), (every, some)):
        with pytest.raises(
            ValueError, match=r"^characters_to_evidence has no value in \d+ of 1000 draws: "
        ):
            difference(first, second, "characters_to_evidence")


def test_an_unknown_figure_is_answered_with_those_there_are():
    for ask in (result(GOOD).figure, result(GOOD).draws):
        with pytest.raises(
            KeyError, match="no figure 'accuracy'; there is intact, covered, one_ch"
        ):
            ask("accuracy")
