"""The citation explorer: at every edit it says what `Citation.verify` says."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import make_document

from course_lib import ParagraphChunker
from course_lib.citation import Citation, Verdict
from course_lib.samples import load_document
from course_lib.show.citation_explorer import MARKS, CitationExplorer, counted, verdicts_html
from course_lib.show.html import VIEW

CLAIM = load_document("claim/88431")
CITED = [
    Citation.of(chunk, number) for number, chunk in enumerate(ParagraphChunker(200).split(CLAIM), 1)
]
EDITS = {
    "a line above": "SEEN ON 9 MARCH\n" + CLAIM.text,
    "another amount": CLAIM.text.replace("8,760", "9,760"),
    "nothing left": "",
}


def open_explorer() -> CitationExplorer:
    return CitationExplorer(CLAIM, CITED, EDITS, key="citations")


def test_it_opens_with_every_citation_verified() -> None:
    count = len(CITED)
    assert open_explorer().sentence == (
        f"as it was cited: {count} citations: {count} verified, 0 moved, 0 changed"
    )


@pytest.mark.parametrize(
    ("edit", "status"), [("a line above", "moved"), ("another amount", "changed")]
)
def test_a_chosen_edit_turns_the_citations(edit: str, status: str) -> None:
    explorer = open_explorer()
    explorer.edit.value = edit
    assert explorer.source.value == EDITS[edit]
    assert status in {verdict.status for verdict in explorer.verdicts}
    assert explorer.sentence.startswith(f"{edit}: ")
    explorer.edit.value = "as it was cited"
    assert {verdict.status for verdict in explorer.verdicts} == {"verified"}


@pytest.mark.parametrize("edit", ["as it was cited", *EDITS])
def test_a_button_pressed_again_brings_its_text_back(edit: str) -> None:
    explorer = open_explorer()
    explorer.edit.value = edit
    explorer.source.value += "typed"
    assert explorer.edit.value is None, "so that the front end reports the button when pressed"
    assert explorer.sentence.startswith("your own edit: ")
    explorer.edit.value = edit
    assert explorer.source.value == explorer.edits[edit]
    assert explorer.sentence.startswith(f"{edit}: ")


def test_typing_the_text_of_an_edit_presses_its_button() -> None:
    explorer = open_explorer()
    explorer.source.value = EDITS["a line above"]
    assert explorer.edit.value == "a line above"
    assert explorer.sentence.startswith("a line above: ")


def test_a_button_stays_pressed_where_another_edit_has_the_same_text() -> None:
    edits = {"one": "same", "two": "same"}
    explorer = CitationExplorer(CLAIM, CITED, edits, key="citations")
    for name in edits:
        explorer.edit.value = name
        assert explorer.edit.value == name
        assert explorer.sentence.startswith(f"{name}: ")
        explorer.edit.value = "as it was cited"


@given(st.integers(0, len(CLAIM.text)), st.text(max_size=20))
@settings(max_examples=30)
def test_typing_anywhere_draws_what_verify_says(at: int, typed: str) -> None:
    explorer = open_explorer()
    try:
        typed.encode()
    except UnicodeEncodeError:
        typed = ""
    explorer.source.value = CLAIM.text[:at] + typed + CLAIM.text[at:]
    today = CLAIM.revised(explorer.source.value)
    verdicts = [citation.verify(today) for citation in CITED]
    assert explorer.verdicts == verdicts
    assert explorer.table.value == verdicts_html(CITED, verdicts)
    assert explorer.verdict.words == f"{counted(verdicts)}."
    assert explorer.sentence.endswith(counted(verdicts))


def test_a_text_that_no_file_can_hold_is_refused_where_the_learner_looks() -> None:
    explorer = open_explorer()
    explorer.source.value = "\ud83d"
    assert "lone surrogate" in explorer.summary.value
    assert 'role="alert"' in explorer.summary.value
    assert explorer.sentence.startswith("your own edit: ")
    assert "lone surrogate" in explorer.sentence
    assert "verified" not in explorer.sentence
    explorer.source.value = CLAIM.text
    assert f"{len(CITED)} verified" in explorer.sentence


def test_a_citation_of_another_source_is_refused() -> None:
    with pytest.raises(ValueError, match="this document is policy/1"):
        CitationExplorer(make_document(), CITED, key="citations")


def test_every_verdict_has_a_sign_and_hostile_words_are_escaped() -> None:
    assert set(MARKS) == {"verified", "moved", "changed", "unknown"}
    hostile = make_document("<script>alert(1)</script>\x00 " * 3)
    cited = [Citation.of(chunk) for chunk in ParagraphChunker(40).split(hostile)]
    explorer = CitationExplorer(hostile, cited, key="citations")
    explorer.source.value = hostile.text.replace("alert(1)", "alert(2)", 1)
    drawn = explorer.table.value + explorer.marked.value + explorer.summary.value
    assert "<script>" not in drawn
    assert "\x00" not in drawn


def test_a_citation_without_its_words_is_drawn_too() -> None:
    read = [Citation.parse(str(citation)) for citation in CITED]
    explorer = CitationExplorer(CLAIM, read, EDITS, key="citations")
    explorer.edit.value = "another amount"
    assert "stand nowhere" in explorer.table.value


def test_every_control_has_a_name_and_the_view_closes() -> None:
    explorer = open_explorer()
    assert (explorer.edit.description, explorer.source.description) == ("edit", "source text")
    bundle, _ = explorer._repr_mimebundle_()
    assert bundle["text/plain"] == explorer.sentence
    explorer.close()
    assert explorer.source.comm is None


def test_an_unknown_verdict_is_counted_and_drawn_where_there_is_one() -> None:
    verdicts = [Verdict("unknown", (), "too long")]
    assert counted(verdicts) == "1 citations: 0 verified, 0 moved, 0 changed, 1 unknown"
    assert "?\N{NO-BREAK SPACE}unknown" in verdicts_html(CITED[:1], verdicts)


def plain(markup: str) -> str:
    """The text that is drawn, without badges and without what is struck out."""
    bare = re.sub(
        r"<del>.*?</del>|<span class=\"cl-(badge|edge)[^>]*>.*?</span>", "", markup, flags=re.S
    )
    return unescape(re.sub(r"<[^>]*>", "", bare))


@given(st.integers(0, len(CLAIM.text)), st.integers(0, 90), st.text("ab <\n🌊", max_size=9))
@settings(max_examples=30, deadline=None)
def test_the_marked_text_is_the_text_of_today(at: int, cut: int, typed: str) -> None:
    explorer = open_explorer()
    explorer.source.value = CLAIM.text[:at] + typed + CLAIM.text[at + cut :]
    assert plain(explorer.marked.value) == explorer.source.value


def test_an_edit_is_marked_with_what_it_took_away_and_the_citation_that_it_broke() -> None:
    explorer = open_explorer()
    explorer.edit.value = "another amount"
    drawn = explorer.marked.value
    assert "<del>8</del><ins>" in drawn
    (broken,) = [v.places == () for v in explorer.verdicts if v.status == "changed"]
    assert broken
    assert re.search(r'cl-badge cl-hue-0 cl-lost">\[4\] ✘', drawn)
    assert re.search(r"cl-lane-bar cl-hue-0 cl-lost[^>]*>\[4\] ✘", explorer.summary.value)
    assert (explorer.verdict.state, explorer.verdict.mark) == ("bad", "✘")


def test_citations_slide_from_where_they_were_cited() -> None:
    explorer = open_explorer()
    assert "cl-slides" not in explorer.summary.value
    explorer.edit.value = "a line above"
    assert explorer.summary.value.count("cl-slides") == len(CITED)
    assert explorer.verdict.state == "good", "nothing is lost"


def test_a_long_text_is_drawn_from_a_little_before_the_edit() -> None:
    long = make_document("One line of nothing in particular.\n" * 2_000)
    cited = [Citation.of(chunk) for chunk in ParagraphChunker(400).split(long)]
    explorer = CitationExplorer(long, cited, key="citations")
    at = 50_000
    explorer.source.value = long.text[:at] + "HERE" + long.text[at:]
    drawn = explorer.marked.value
    assert drawn.index("HERE") < 1_500
    assert "49,800 characters before" in drawn
    assert len(plain(drawn)) == VIEW


def test_the_still_draws_both_lanes_and_says_the_sentence() -> None:
    explorer = open_explorer()
    explorer.edit.value = "another amount"
    data, metadata = explorer._repr_mimebundle_()
    assert metadata["image/png"]["alt"] == f"{explorer.sentence}."
    assert data["image/png"]
