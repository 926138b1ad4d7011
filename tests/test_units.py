"""A passage in four units: each counts as the thing it is named after does."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from course_lib.units import span_in

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
