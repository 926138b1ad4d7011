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
    draws,
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
