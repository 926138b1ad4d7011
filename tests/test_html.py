"""The explorer's strings: every position of the knobs draws the same text, whole and escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import Document, NaiveChunker, split_paragraphs
from course_lib.auditing import audit
from course_lib.measure import Split
from course_lib.samples import load_question
from course_lib.show import html
from course_lib.show.audit_view import AuditView, audit_html

HOSTILE = (
    '<img src=x onerror="alert(1)"> </div></span><script>alert(2)</script>\n'
    "&lt;b&gt; \x00\x1b[31m \u202eevil\u202c <!-- ' \" ` ]]> <style>*{display:none}</style> "
)
LONG = "Forty words of nothing in particular, then a line.\n" * 400
TEXTS = {
    "note": load_question("premium-change").document.text,
    "hostile": HOSTILE * 8,
    "long": LONG,
    "one letter": "x",
    "blank": " \n\t ",
    "empty": "",
}
SIZES, OVERLAPS = (1, 50, 173, 400, 800, 2000), (0, 1, 49, 170, 400)
GRID = sorted({(size, min(overlap, size // 2)) for size in SIZES for overlap in OVERLAPS})


class Reader(HTMLParser):
    """Collects tags, classes, and the text that is neither marker nor legend."""

    VOID = frozenset({"br", "rect"})

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.markers: list[str] = []
        self.feed(markup)
        self.close()
        assert self.open == [], "every tag is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append((tag, dict(attrs).get("class") or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag, f"</{tag}> closes another tag"

    def handle_data(self, data: str) -> None:
        in_marker = any("cl-edge" in style for _, style in self.open)
        (self.markers if in_marker else self.text).append(data)


def split_of(text: str, size: int, overlap: int, evidence: list[tuple[int, int]]) -> Split:
    return Split.of(Document.of_text(text), NaiveChunker(size, min(overlap, size // 2)), evidence)


def evidence_in(text: str) -> list[tuple[int, int]]:
    third = len(text) // 3
    return [(third, 2 * third)] if third else []


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_is_drawn_whole_at_every_position(name: str) -> None:
    text = TEXTS[name]
    evidence = evidence_in(text)
    low, high = html.view_around(len(text), evidence)
    drawn = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", lambda m: chr(0x2400 + ord(m[0])), text)
    for size, overlap in GRID:
        reader = Reader(html.text_html(text, split_of(text, size, overlap, evidence)))
        assert "".join(reader.text) == drawn[low:high], (size, overlap)
        assert reader.tags <= {"div", "span"}
        allowed = {"class", "dir", "title", "tabindex", "role", "aria-label"}
        assert reader.attributes <= allowed


@pytest.mark.parametrize("name", TEXTS)
def test_the_summary_is_well_formed_at_every_position(name: str) -> None:
    text = TEXTS[name]
    for size, overlap in GRID:
        split = split_of(text, size, overlap, evidence_in(text))
        markup = html.summary_html(split, f"NaiveChunker({size}, {overlap})")
        reader = Reader(markup)
        assert reader.tags <= {"div", "p", "span", "b", "svg", "title", "rect", "text", "code"}
        assert "nan" not in markup
        assert "inf%" not in markup
        assert f"{len(split.spans):,}" in "".join(reader.text), (size, overlap)
        assert f"{split.storage:.2f}" in "".join(reader.text), (size, overlap)
        for value in re.findall(r'(?:x|width)="(-?[\d.]+)%"', markup):
            assert 0 <= float(value) <= 100.001


def test_every_chunk_is_marked_where_it_starts_and_ends() -> None:
    text = TEXTS["note"]
    split = split_of(text, 300, 100, [(337, 508)])
    markers = Reader(html.text_html(text, split)).markers
    assert sorted(markers) == sorted(
        [f"#{i}▸" for i in range(len(split.spans))] + [f"◂#{i}" for i in range(len(split.spans))]
    )


def test_marks_stand_at_the_chunk_edges() -> None:
    split = Split(10, [(0, 6), (4, 10)], [(2, 5)])
    plain = re.sub(r"<[^>]+>", "", html.text_html("0123456789", split))
    assert plain == "#0▸0123#1▸45◂#06789◂#1"


def test_what_is_stored_twice_is_hatched_and_evidence_is_framed() -> None:
    markup = html.text_html("0123456789", Split(10, [(0, 6), (4, 10)], [(2, 5)]))
    assert '<span class="cl-evidence cl-first">23</span>' in markup
    assert '<span class="cl-shared cl-evidence cl-last">4</span>' in markup
    assert '<span class="cl-shared">5</span>' in markup
    assert '<span class="cl-odd">6789</span>' in markup


def test_text_that_no_chunk_holds_is_marked_as_such() -> None:
    text = "One.\n\nTwo."
    split = Split(len(text), split_paragraphs(text, 5))
    assert '<span class="cl-none">\n\n</span>' in html.text_html(text, split)


def test_a_long_text_is_drawn_from_a_little_before_the_evidence_and_says_so() -> None:
    text = LONG * 5
    place = 60_000
    markers = Reader(html.text_html(text, split_of(text, 800, 100, [(place, place + 9)]))).markers
    assert "… 59,500 characters before, counted but not drawn" in markers
    assert f"… {len(text) - 65_500:,} characters after, counted but not drawn" in markers


def test_the_strip_appears_only_above_the_map_of_a_long_text() -> None:
    assert "cl-track" not in html.map_html(split_of(TEXTS["note"], 800, 100, [(337, 508)]))
    assert "cl-track" in html.map_html(split_of(LONG, 800, 100, [(337, 508)]))


def test_the_numbers_of_chunks_are_drawn_over_the_frames() -> None:
    markup = html.map_html(split_of(TEXTS["note"], 300, 100, [(337, 508), (600, 700)]))
    assert markup.count("<text") >= 5
    assert markup.rindex("<rect") < markup.index("<text")


def test_too_many_bars_become_a_number() -> None:
    text = "x" * 6_000
    assert "too close to draw" in html.map_html(split_of(text, 20, 0, []))
    assert "too close to draw" not in html.map_html(split_of(text, 50, 0, []))


def test_the_map_says_in_words_what_it_shows() -> None:
    markup = html.map_html(Split(1006, [(0, 800), (700, 1006)], [(337, 508)]))
    assert 'role="img" aria-label="2 chunks over 1,006 characters; evidence at 337–508"' in markup


@pytest.mark.parametrize(
    ("spans", "mark", "words"),
    [
        ([(0, 10)], "✔", "Whole: the answer (2–5) lies in chunk #0."),
        ([(0, 4), (4, 10)], "✘", "Torn: the answer (2–5) is cut at 4"),
        ([(6, 10)], "✘", "Lost: no chunk holds any of the answer"),
    ],
)
def test_the_verdict_has_a_sign_and_words(
    spans: list[tuple[int, int]], mark: str, words: str
) -> None:
    text = "".join(Reader(html.verdict_html(Split(10, spans, [(2, 5)]))).text)
    assert text.startswith(mark)
    assert words in text


def test_an_error_is_an_alert_and_escaped() -> None:
    markup = html.error_html("<script>")
    assert 'role="alert"' in markup
    assert "<script>" not in markup


@given(st.text(max_size=60), st.integers(1, 20), st.integers(0, 10))
def test_any_text_survives_drawing(text: str, size: int, overlap: int) -> None:
    text = text.replace("\r", "")  # an HTML parser reads \r as \n
    reader = Reader(html.text_html(text, split_of(text, size, overlap, [])))
    plain = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", lambda m: chr(0x2400 + ord(m[0])), text)
    assert "".join(reader.text) == plain.replace("\x7f", "␡")


def test_colours_have_fallbacks_where_there_is_no_theme() -> None:
    for variable in re.findall(r"var\(--jp-[^)]*\)", html.STYLE):
        assert "," in variable, f"{variable} has no fallback"


def test_an_audit_shows_each_kind_once_and_escapes_what_it_quotes() -> None:
    text = "Roof <b>renewed</b>. Pipes old. Pipes old."
    report = audit(text, [(0, "Roof <b>renewed</b>."), (20, "Pipes old."), (30, " ")])
    markup = audit_html(report)
    plain = "".join(Reader(markup).text)
    assert "✘ Audit:" in plain
    assert all(f"{kind} ×" in plain for kind in report.counts)
    assert "<b>renewed" not in markup


def test_a_clean_audit_says_so() -> None:
    assert "✔" in audit_html(audit("one", [(0, "one")]))


def test_an_audit_is_drawn_in_a_notebook_and_printed_elsewhere() -> None:
    report = audit("one", [(0, "one")])
    view = AuditView(report, key="audit")
    bundle, _ = view._repr_mimebundle_()
    assert view.summary.value == audit_html(report)
    assert bundle["text/plain"] == str(view) == str(report)
