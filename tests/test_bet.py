"""A bet withholds the result until something of the right kind is typed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from course_lib.show import settle

NOTHING = ["", "  ", None, ...]
NUMBERS = [0, 13, 0.5, -1, Fraction(1, 3), np.int64(4)]
NO_NUMBERS = ["13", True, [13], (1, 2), np.array([1, 2]), {}, 1j]
PAIRS = [(2, 3), [2, 3], (0.5, 1)]
NO_PAIRS = [2, (2,), (2, 3, 4), ("2", "3"), (True, 1), "23", np.array([1, 2])]
WORDS = ("pool", "executor", "Dask")
NO_WORDS = ["Pool", "a pool", "ool", 3, ["pool"], ("pool", "executor"), np.array(["pool"])]


def never() -> object:
    raise AssertionError("the result was measured before a bet was typed")


@pytest.mark.parametrize("bet", NOTHING, ids=repr)
@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (int, "a number"),
        ((int, int), "2 numbers, for example (0, 1)"),
        (WORDS, '"pool" or "executor" or "Dask"'),
    ],
)
def test_without_a_bet_nothing_is_measured(kind, wanted, bet, capsys) -> None:
    settle(bet, kind, never)
    assert capsys.readouterr().out == f"type your bet first: {wanted}\n"


@pytest.mark.parametrize(
    ("kind", "bet"),
    [(int, bet) for bet in NO_NUMBERS]
    + [((int, int), bet) for bet in NO_PAIRS]
    + [(WORDS, bet) for bet in NO_WORDS],
    ids=repr,
)
def test_a_bet_of_another_kind_gets_a_word(kind, bet, capsys) -> None:
    settle(bet, kind, never)
    assert capsys.readouterr().out.startswith(f"{bet!r:.80} is no bet here; type ")


@pytest.mark.parametrize(
    ("kind", "bet"),
    [(int, bet) for bet in NUMBERS]
    + [((int, int), bet) for bet in PAIRS]
    + [(WORDS, bet) for bet in WORDS],
    ids=repr,
)
def test_the_result_stands_beside_a_bet(kind, bet, capsys) -> None:
    settle(bet, kind, lambda: "0 findings")
    assert capsys.readouterr().out == f"0 findings\nyour bet: {bet}\n"


def test_what_a_bet_reveals_stands_below_its_result(capsys) -> None:
    settle("", int, never, "01")
    assert "net" not in capsys.readouterr().out
    settle(1, int, lambda: "0 chunks", "01")
    told = capsys.readouterr().out
    assert told.startswith("0 chunks\nThe net tore it.")
    assert told.endswith("\nyour bet: 1\n")


def test_a_result_that_fails_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        settle(1, int, lambda: 1 / 0)
