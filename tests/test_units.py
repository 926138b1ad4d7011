"""A passage in four units: each counts as the thing it is named after does."""

from __future__ import annotations

from pathlib import Path

import ipywidgets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.show.units import UnitExplorer
from course_lib.units import UNITS, span_in

TEXT = "Café Möwe 🌊\r\nPremium: 2,392 crowns.\r\n"


@given(st.text(max_size=30), st.data())
def test_bytes_and_utf16_cut_the_same_passage_in_their_own_encoding(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = span_in("bytes", text, (start, end))
    assert text.encode()[first:last].decode() == text[start:end]
    first, last = span_in("UTF-16 units", text, (start, end))
    encoded = text.encode("utf-16-le")
    assert encoded[2 * first : 2 * last].decode("utf-16-le") == text[start:end]


def test_after_open_is_what_open_gives(tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes(TEXT.encode())
    start = TEXT.index("2,392")
    first, last = span_in("after open()", TEXT, (start, start + 5))
    with file.open(encoding="utf-8") as opened:
        assert opened.read()[first:last] == "2,392"


@pytest.mark.parametrize("unit", UNITS)
def test_the_view_says_whether_the_numbers_cut_the_passage(unit: str) -> None:
    explorer = UnitExplorer(TEXT, "2,392 crowns", unit=unit, key="units")
    right = unit == "code points"
    assert ("✔" if right else "✘") in explorer.summary.value
    assert explorer.sentence.endswith("is the passage") == right
    assert "cl-evidence" in explorer.body.value
    assert explorer._repr_mimebundle_()["text/plain"] == explorer.sentence


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
