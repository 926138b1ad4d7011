"""The view of a passage in four units: it says whether two numbers cut the passage."""

from __future__ import annotations

import re

import ipywidgets
import pytest

from course_lib.show.unit_explorer import MOST_CELLS, UnitExplorer
from course_lib.units import UNITS

TEXT = "Café Möwe 🌊\r\nPremium: 2,392 crowns.\r\n"


@pytest.mark.parametrize("unit", UNITS)
def test_the_view_says_whether_the_numbers_cut_the_passage(unit: str) -> None:
    explorer = UnitExplorer(TEXT, "2,392 crowns", unit=unit, key="units")
    right = unit == "code points"
    assert explorer.verdict.state == ("good" if right else "bad")
    assert explorer.sentence.endswith("is the passage") == right
    assert f"its number in {unit}" in explorer.summary.value  # spelled as on its button
    cells = re.findall(r'"cl-cell([^"]*)"><i>(\d+)[^<]*</i><b>(.*?)</b>', explorer.summary.value)
    assert len(cells) == len(TEXT), "a short text is drawn whole"
    framed = [number for number, (looks, _, _) in enumerate(cells) if "cl-framed" in looks]
    got = [number for number, (looks, _, _) in enumerate(cells) if "cl-got" in looks]
    assert (framed[0], framed[-1] + 1) == explorer.span
    start, end = explorer.numbers
    assert (got[0], got[-1] + 1) == (start, min(end, len(TEXT)))
    numbers = [int(number) for _, number, _ in cells]
    assert numbers == [UNITS[unit](TEXT, at) for at in range(len(TEXT))]
    assert explorer._repr_mimebundle_()[0]["text/plain"] == explorer.sentence


def test_choosing_a_unit_draws_again_and_escapes() -> None:
    explorer = UnitExplorer("é<b>x</b>y", "<b>x</b>", key="units")
    explorer.unit.value = "bytes"
    assert "<b>&lt;</b>" in explorer.summary.value
    assert "<b>x</b>y" not in explorer.summary.value


def test_numbers_beyond_the_text_cut_nothing() -> None:
    explorer = UnitExplorer("ééééé!", "!", unit="bytes", key="units")
    assert "is ''" in explorer.sentence
    assert explorer.verdict.mark == "✘"


@pytest.mark.parametrize("unit", UNITS)
def test_of_a_long_text_some_cells_are_drawn_with_their_true_numbers(unit: str) -> None:
    text = "é\r\n" * 50_000 + "here" + "\r\n" * 50_000
    explorer = UnitExplorer(text, "here", unit=unit, key="units")
    cells = re.findall(r'"cl-cell[^"]*"><i>(\d+)[^<]*</i><b>(.*?)</b>', explorer.summary.value)
    assert len(cells) <= MOST_CELLS
    (at,) = [number for number, (_, name) in enumerate(cells) if name == "h"][:1]
    assert int(cells[at][0]) == explorer.numbers[0]
    assert "counted but not drawn" in explorer.summary.value


def test_a_passage_that_is_not_there_once_is_refused() -> None:
    with pytest.raises(ValueError, match="occurs more than once"):
        UnitExplorer("one one", "one")


def test_rebuilds_leave_no_model_behind() -> None:
    UnitExplorer(TEXT, "2,392", key="units")
    before = len(ipywidgets.widgets.widget._instances)
    for _ in range(20):
        UnitExplorer(TEXT, "2,392", key="units")
    assert len(ipywidgets.widgets.widget._instances) == before
