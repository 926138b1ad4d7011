"""A bet withholds the result until something of the right kind is typed."""

from __future__ import annotations

import pytest

from course_lib.show import settle

NUMBERS = [0, 13, 0.5, -1]
NO_NUMBERS = ["", "13", None, ..., True, [13]]


def never() -> object:
    raise AssertionError("the result was measured before a bet was typed")


@pytest.mark.parametrize("bet", NO_NUMBERS)
def test_what_is_no_number_shows_nothing(bet: object, capsys: pytest.CaptureFixture[str]) -> None:
    settle(bet, int, never)
    assert capsys.readouterr().out == "type your bet first: a number\n"


@pytest.mark.parametrize("bet", NUMBERS)
def test_a_number_gets_the_result(bet: float, capsys: pytest.CaptureFixture[str]) -> None:
    settle(bet, int, lambda: "0 findings")
    assert capsys.readouterr().out == f"0 findings\nyour bet: {bet}\n"


def test_of_words_only_those_count_that_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    for bet in ("", "Pool", "a pool", None):
        settle(bet, ("pool", "executor", "Dask"), never)
    assert capsys.readouterr().out == "type your bet first: pool or executor or Dask\n" * 4
    settle("Dask", ("pool", "executor", "Dask"), lambda: "Dask finished")
    assert capsys.readouterr().out == "Dask finished\nyour bet: Dask\n"
