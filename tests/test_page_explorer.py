"""The page explorer: at every position it lights the pages that the page map names."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import Document, InvalidValue
from course_lib.conversion import document_of_pages
from course_lib.guardrails import OWN
from course_lib.pages import PageMap, join_pages
from course_lib.samples import load_pages
from course_lib.show.page_explorer import PageExplorer, pages_html, passage_html, span_within

REPORT = document_of_pages(*load_pages(), OWN)
OTHER = document_of_pages(*load_pages("pdfminer"), OWN)


def open_explorer() -> PageExplorer:
    return PageExplorer({"pypdf": REPORT, "pdfminer": OTHER}, start=100, size=50, key="pages")


def lit(drawing: str) -> list[int]:
    return [int(page) for page in re.findall(r">✔ p\. (\d+)<", drawing)]


def test_every_position_of_the_knobs_lights_the_pages_of_its_span() -> None:
    explorer = open_explorer()
    for name, document in explorer.documents.items():
        explorer.extractor.value = name
        pages = PageMap.of(document)
        edges = [edge for bound in pages.bounds for edge in (bound - 1, bound)]
        for start in [*range(0, explorer.start.max, 311), *edges, explorer.start.max]:
            for size in (1, 2, 500, explorer.size.max):
                explorer.start.value, explorer.size.value = start, size
                first, last = pages.pages_of(explorer.span)
                assert lit(explorer.summary.value) == list(range(first, last + 1))
                assert explorer.sentence.endswith(pages.words(explorer.span))


def test_the_same_numbers_cut_something_else_of_another_extraction() -> None:
    explorer = open_explorer()
    explorer.start.value, explorer.size.value = 2637, 20
    before = explorer.summary.value
    explorer.extractor.value = "pdfminer"
    assert explorer.summary.value != before
    assert explorer.sentence == "pdfminer: characters 2637–2657 lie on p. 2"


pages = st.lists(st.text("ab<&\x00\n🌊", max_size=12), min_size=1, max_size=20)


@given(pages.filter(any), st.data())
def test_any_pages_are_drawn_as_sound_markup(texts: list[str], data: st.DataObject) -> None:
    text, found = join_pages(texts)
    start = data.draw(st.integers(0, len(text) - 1))
    span = (start, data.draw(st.integers(start + 1, len(text))))
    drawing = ElementTree.fromstring(pages_html(found, span))
    first, last = found.pages_of(span)
    assert len(drawing.findall("div[@class='cl-sheet cl-lit']")) == last - first + 1
    assert len(drawing.findall("div")) == len(texts)
    words = "".join(ElementTree.fromstring(passage_html(text, span)).itertext())
    assert text[slice(*span)].replace("\x00", "␀") in words


@given(st.integers(1, 50), st.integers(0, 80), st.integers(1, 80))
def test_a_span_is_never_empty_and_never_outside(length: int, start: int, size: int) -> None:
    first, last = span_within(length, start, size)
    assert 0 <= first < last <= length
    assert last - first <= size


def test_of_a_long_span_a_part_is_drawn_and_the_rest_counted() -> None:
    drawing = passage_html("x" * 1_000_000, (10, 999_000))
    assert len(drawing) < 7_000
    assert "992,990 characters more, counted but not drawn" in drawing


def test_what_has_no_pages_is_refused() -> None:
    with pytest.raises(InvalidValue, match="no page to show: give at least one document with text"):
        PageExplorer({})
    with pytest.raises(InvalidValue, match="no page to show"):
        PageExplorer({"empty": Document.of_text("")})
    with pytest.raises(InvalidValue, match="has no page map"):
        PageExplorer({"plain": Document.of_text("words")})
    with pytest.raises(InvalidValue, match="start 9999 is outside of the slider"):
        PageExplorer({"pypdf": REPORT}, start=9999)
