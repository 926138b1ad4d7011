"""The view of a passage in four units: it says whether two numbers cut the passage."""

from __future__ import annotations

import ipywidgets
import pytest

from course_lib.show import UnitExplorer
from course_lib.units import UNITS

TEXT = "Café Möwe 🌊\r\nPremium: 2,392 crowns.\r\n"


@pytest.mark.parametrize("unit", UNITS)
def test_the_view_says_whether_the_numbers_cut_the_passage(unit: str) -> None:
    explorer = UnitExplorer(TEXT, "2,392 crowns", unit=unit, key="units")
    right = unit == "code points"
    assert ("✔" if right else "✘") in explorer.summary.value
    assert explorer.sentence.endswith("is the passage") == right
    assert f">{unit} " in explorer.summary.value  # spelled as on its button
    assert "cl-evidence" in explorer.body.value
    assert explorer._repr_mimebundle_()[0]["text/plain"] == explorer.sentence


def test_choosing_a_unit_draws_again_and_escapes() -> None:
    explorer = UnitExplorer("é<b>x</b>y", "<b>x</b>", key="units")
    explorer.unit.value = "bytes"
    assert "<b>x" not in explorer.summary.value + explorer.body.value


def test_numbers_beyond_the_text_cut_nothing() -> None:
    explorer = UnitExplorer("ééééé!", "!", unit="bytes", key="units")
    assert "is ''" in explorer.sentence
    assert "✘" in explorer.summary.value


def test_a_passage_that_is_not_there_once_is_refused() -> None:
    with pytest.raises(ValueError, match="occurs more than once"):
        UnitExplorer("one one", "one")


def test_rebuilds_leave_no_model_behind() -> None:
    UnitExplorer(TEXT, "2,392", key="units")
    before = len(ipywidgets.widgets.widget._instances)
    for _ in range(20):
        UnitExplorer(TEXT, "2,392", key="units")
    assert len(ipywidgets.widgets.widget._instances) == before
