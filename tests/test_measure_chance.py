"""Chance: sign flips against all signs there are, and Holm's correction by its definition."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.measure.chance import FLIPS, holm, p_value

SHARES = st.lists(st.fractions(0, 1, max_denominator=4), min_size=1, max_size=8)


def by_all_signs(gains):
    totals = [sum(s * g for s, g in zip(signs, gains, strict=True)) for signs in signs_of(gains)]
    return Fraction(sum(abs(total) >= abs(sum(gains)) for total in totals), len(totals))


def signs_of(gains):
    return list(product((-1, 1), repeat=len(gains)))


@given(SHARES, st.data())
def test_flips_find_what_all_signs_say(first, data):
    second = data.draw(st.lists(st.sampled_from(first), min_size=len(first), max_size=len(first)))
    gains = [one - other for one, other in zip(first, second, strict=True)]
    expected = float(by_all_signs(gains))
    assert float(p_value(first, second)) == pytest.approx(expected, abs=0.025)


@given(SHARES)
def test_the_two_settings_may_change_places(values):
    nothing = [Fraction(0)] * len(values)
    assert p_value(values, nothing) == p_value(nothing, values)
    assert p_value(values, values) == 1


def test_questions_of_one_group_turn_together():
    better, worse = [Fraction(1)] * 8, [Fraction(0)] * 8
    assert float(p_value(better, worse)) == pytest.approx(2 / 256, abs=0.003)
    assert float(p_value(better, worse, "aaaabbbb")) == pytest.approx(2 / 4, abs=0.02)


def test_chance_is_never_excluded():
    assert p_value([Fraction(1)] * 200, [Fraction(0)] * 200) == Fraction(1, 1 + FLIPS)


@pytest.mark.parametrize(("first", "second"), [([], []), ([Fraction(1)], [])])
def test_values_that_are_not_paired_are_refused(first, second):
    with pytest.raises(ValueError, match=r"^\d values against 0: give one for each question$"):
        p_value(first, second)


P_VALUES = st.lists(st.fractions(0, 1), max_size=8)


@given(P_VALUES)
def test_holm_rejects_step_by_step(values):
    level = Fraction(1, 20)
    rejected = set()  # as Holm wrote it: from the smallest on, until one is too large
    for number in sorted(range(len(values)), key=values.__getitem__):
        if values[number] > level / (len(values) - len(rejected)):
            break
        rejected.add(number)
    assert {n for n, value in enumerate(holm(values)) if value <= level} == rejected


@given(P_VALUES)
def test_no_p_value_gets_smaller_and_the_order_stays(values):
    adjusted = holm(values)
    assert all(old <= new <= 1 for old, new in zip(values, adjusted, strict=True))
    pairs = sorted(zip(values, adjusted, strict=True))
    assert [new for _, new in pairs] == sorted(adjusted)


def test_one_comparison_is_left_as_it_is():
    assert holm([Fraction(3, 100)]) == [Fraction(3, 100)]
    assert holm([]) == []
