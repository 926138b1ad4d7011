"""Intervals by drawing the questions again: the same everywhere, and as wide as they should be."""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

import course_lib
from course_lib.measure.bootstrap import (
    DRAWS,
    Difference,
    Interval,
    draws,
    grouped,
    interval,
    medians,
    paired_interval,
    ratios,
)


def test_draws_are_of_all_questions_with_replacement():
    drawn = draws(5)
    assert len(drawn) == DRAWS
    assert {len(draw) for draw in drawn} == {5}
    assert {number for draw in drawn for number in draw} == {0, 1, 2, 3, 4}
    assert any(len(set(draw)) < 5 for draw in drawn)
    assert drawn == draws(5) != draws(5, seed=8)


def test_the_first_draws_are_these_on_every_version_of_python():
    assert draws(10, times=2) == [
        (3, 1, 6, 0, 5, 3, 0, 5, 0, 4),
        (0, 0, 4, 8, 1, 2, 6, 9, 5, 3),
    ]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=6))
def test_ratios_are_sums_over_the_same_draws(pairs):
    parts, wholes = zip(*pairs, strict=True)
    for draw, found in list(zip(draws(len(pairs)), ratios(parts, wholes), strict=True))[:20]:
        exact = Fraction(sum(parts[i] for i in draw), sum(wholes[i] for i in draw))
        assert found == float(exact)


@given(st.lists(st.integers(0, 99), min_size=1, max_size=7))
def test_medians_are_the_lower_middle_of_each_draw(values):
    for draw, found in list(zip(draws(len(values)), medians(values), strict=True))[:20]:
        assert sum(values[i] < found for i in draw) <= (len(draw) - 1) // 2
        assert sum(values[i] <= found for i in draw) > (len(draw) - 1) // 2


def test_an_interval_leaves_as_much_out_on_either_side():
    estimates = [number / 1000 for number in range(1000)]
    low, high = interval(estimates)
    assert (low, high) == (0.025, 0.974)
    assert sum(value < low for value in estimates) == sum(value > high for value in estimates) == 25


@pytest.mark.parametrize("count", [35, 472])
def test_an_interval_is_as_wide_as_the_normal_law_says(count):
    parts = [number % 2 for number in range(count)]
    low, high = interval(ratios(parts, [1] * count))
    expected = 2 * NormalDist().inv_cdf(0.975) * (0.25 / count) ** 0.5
    assert high - low == pytest.approx(expected, rel=0.15)


def test_a_difference_is_paired():
    base = ratios([number % 2 for number in range(100)], [1] * 100)
    better = [value + 0.01 for value in base]
    low, high = paired_interval(better, base)
    assert low == pytest.approx(0.01)
    assert high == pytest.approx(0.01)
    assert interval(base).high - interval(base).low > 0.1


def test_draws_that_are_not_paired_are_refused():
    with pytest.raises(ValueError, match=r"^2 draws against 3: they are not paired$"):
        paired_interval([0.0, 1.0], [0.0, 1.0, 2.0])


def test_no_question_is_refused():
    with pytest.raises(ValueError, match=r"^there is no question to draw from$"):
        draws(0)


# --- groups: whole documents are drawn, each with all of its questions ---

NAMES = st.sampled_from(["note", "letter", "log"])
GROUPED = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9), NAMES), min_size=1, max_size=8)


@given(GROUPED)
def test_a_group_is_drawn_with_all_of_its_questions(questions):
    parts, wholes, groups = zip(*questions, strict=True)
    names = list(dict.fromkeys(groups))
    drawn = zip(draws(len(names)), ratios(parts, wholes, groups), strict=True)
    for draw, found in list(drawn)[:20]:
        chosen = [each for number in draw for each in questions if each[2] == names[number]]
        assert found == float(Fraction(sum(e[0] for e in chosen), sum(e[1] for e in chosen)))


@given(GROUPED)
def test_medians_are_of_all_questions_of_the_drawn_groups(questions):
    values, _, groups = zip(*questions, strict=True)
    names = list(dict.fromkeys(groups))
    drawn = zip(draws(len(names)), medians(values, groups), strict=True)
    for draw, found in list(drawn)[:20]:
        chosen = [value for n in draw for value, _, name in questions if name == names[n]]
        assert found == sorted(chosen)[(len(chosen) - 1) // 2]


@given(GROUPED)
def test_groups_of_one_question_each_are_no_groups(questions):
    parts, wholes, _ = zip(*questions, strict=True)
    alone = range(len(parts))
    assert ratios(parts, wholes, alone) == ratios(parts, wholes)
    assert medians(parts, alone) == medians(parts)


@given(GROUPED)
def test_the_order_of_the_questions_inside_their_groups_changes_nothing(questions):
    by_name = sorted(questions, key=lambda question: question[2])
    by_name_and_value = sorted(questions, key=lambda question: (question[2], question))
    first, second = (ratios(*zip(*some, strict=True)) for some in (by_name, by_name_and_value))
    assert first == second


def test_questions_that_share_their_documents_luck_say_less():
    parts = [number // 10 % 2 for number in range(100)]  # ten documents, each all right or wrong
    documents = [number // 10 for number in range(100)]
    by_question = interval(ratios(parts, [1] * 100))
    by_document = interval(ratios(parts, [1] * 100, documents))
    assert by_document.high - by_document.low > 2 * (by_question.high - by_question.low)


def test_each_question_needs_a_group():
    message = r"^1 groups for 2 questions: name one for each$"
    with pytest.raises(ValueError, match=message):
        grouped([1, 2], ["note"])
    with pytest.raises(ValueError, match=message):
        ratios([1, 2], [1, 1], ["note"])


# --- a difference in words ---


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1), st.integers(1, 4))
def test_what_rounds_to_zero_has_no_minus(more, one, other, places):
    told = Difference(more, Interval(min(one, other), max(one, other))).told(places)
    assert f"-{0:.{places}f}" not in told
    assert told.count("+") + told.count("-") == 3


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.01, 0.2, "higher"),
        (-0.2, -0.01, "lower"),
        (-0.1, 0.2, "we cannot tell"),
        (0.0, 0.2, "we cannot tell"),
        (-0.2, 0.0, "we cannot tell"),
        (0.0, 0.0, "we cannot tell"),
    ],
)
def test_a_difference_is_sure_where_0_lies_outside(low, high, verdict):
    found = Difference((low + high) / 2, Interval(low, high))
    assert found.verdict == verdict
    assert str(found).endswith(f"), {verdict}")


@pytest.mark.outside
def test_the_seed_of_hashing_changes_nothing():
    code = (
        f"import sys; sys.path.insert(0, {str(Path(course_lib.__file__).parents[1])!r})\n"
        "from course_lib.measure.bootstrap import interval, ratios\n"
        "print(interval(ratios(list(range(9)), [1] * 9)))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {f"{interval(ratios(list(range(9)), [1] * 9))}\n"}
