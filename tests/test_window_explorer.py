"""The window explorer: at every position it says and draws what the window leaves out."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import texts

from course_lib import Document, InvalidValue, UnknownName
from course_lib.chunk import cut
from course_lib.samples import load_document
from course_lib.show.window_explorer import (
    MOST_ROWS,
    UNITS,
    WINDOWS,
    WindowExplorer,
    bars_html,
    read_html,
)
from course_lib.tokens import WindowReport, WordPiece, window_report

TEXTS = {
    "English": load_document("audit/2026"),
    "Japanese": load_document("sheet/earthquake-typhoon"),
}
SVG = "{http://www.w3.org/2000/svg}"


def open_explorer(**options: object) -> WindowExplorer:
    return WindowExplorer(TEXTS, key="windows", **options)  # type: ignore[arg-type]


def bars(report: WindowReport) -> list[ElementTree.Element]:
    drawing = re.findall(r"<svg.*</svg>", bars_html(report))[0]
    return list(ElementTree.fromstring(drawing).iter("rect"))


def test_every_position_says_what_the_report_says() -> None:
    explorer = open_explorer()
    for language, document in TEXTS.items():
        explorer.language.value = language
        for size in (explorer.size.min, 254, 800, explorer.size.max):
            explorer.size.value = size
            for unit in UNITS:
                explorer.unit.value = unit
                for window in WINDOWS:
                    explorer.window.value = window
                    chunks = explorer.chunker.split(document)
                    report = window_report(chunks, WordPiece(), window)
                    said = str(report).splitlines()[0]
                    assert explorer.sentence == f"{language}, {explorer.call}: {said}"
                    assert explorer.verdict.words == f"{explorer.sentence}."
                    assert explorer.verdict.mark == ("✘" if report.longer else "✔")


def test_a_size_in_tokens_below_the_window_leaves_nothing_out() -> None:
    explorer = open_explorer(size=254, unit="tokens", language="Japanese")
    assert "characters (0 %) are never read" in explorer.sentence
    assert 'class="cl-shared"' not in explorer.body.value
    explorer.size.value = 400
    assert 'class="cl-shared"' in explorer.body.value


def test_each_bar_is_as_long_as_its_tokens_and_hatched_behind_the_window() -> None:
    explorer = open_explorer(language="Japanese")
    report = explorer.report
    drawn = [bar for bar in bars(report) if bar.get("class") in ("cl-bar", "cl-unread")]
    lengths = [float(bar.get("width") or 0) for bar in drawn]
    per_token = max(a + b for a, b in zip(lengths[::2], lengths[1::2], strict=True)) / max(
        reading.tokens for reading in report.readings
    )
    for read, unread, reading in zip(lengths[::2], lengths[1::2], report.readings, strict=True):
        assert read == pytest.approx(min(reading.tokens, 256) * per_token, abs=0.2)
        assert unread == pytest.approx(max(0, reading.tokens - 256) * per_token, abs=0.2)


def test_many_chunks_are_counted_where_they_are_not_drawn() -> None:
    explorer = open_explorer(size=100)
    more = len(explorer.report.readings) - MOST_ROWS
    assert f"… and {more:,} more chunks, counted but not drawn" in explorer.summary.value


@given(texts(), st.integers(3, 20))
def test_any_text_is_drawn_as_sound_markup_and_whole(text: str, window: int) -> None:
    text = re.sub("[\ufffe\uffff]", "?", text)  # a page may have them, and XML may not
    spans = [(at, min(at + 9, len(text))) for at in range(0, len(text), 9)]
    chunks = cut(Document.of_text(text), spans)
    readings = window_report(chunks, WordPiece(), window).readings
    drawing = ElementTree.fromstring(read_html(text, readings))
    marks = {part.text for part in drawing.iter() if "cl-edge" in (part.get("class") or "")}
    drawn = "".join(part for part in drawing.itertext() if part not in marks)
    assert len(re.sub(r"#\d+▸|window ends▏", "", drawn)) >= len("".join(text.split()))


def test_the_still_has_the_same_sentence() -> None:
    explorer = open_explorer()
    picture = explorer._picture()
    assert picture.alt == explorer.sentence
    assert picture.png.startswith(b"\x89PNG")


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(InvalidValue, match="give at least one text"):
        WindowExplorer({})
    with pytest.raises(InvalidValue, match="outside of the slider"):
        open_explorer(size=5)
    for wrong in ({"language": "Latin"}, {"unit": "bytes"}, {"window": 1024}):
        with pytest.raises(UnknownName, match="choose from"):
            open_explorer(**wrong)
