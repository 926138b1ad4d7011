"""The cut lab: what Python sends for every state, what it does with what the page sends back."""

from __future__ import annotations

from itertools import product
from typing import Any

import ipywidgets
import pytest

from course_lib import NaiveChunker
from course_lib.measure import Split
from course_lib.samples import load_question, load_questions
from course_lib.show import pieces
from course_lib.show.cut_lab import CHUNKERS, OVERLAPS, SIZES, CutLab
from course_lib.show.html import VIEW

QUESTION = load_question("premium-change")
NOTE = QUESTION.document
QUESTIONS = [q for q in load_questions() if q.document.source_id == NOTE.source_id][:4]
ANSWER = "The key lies under the third stone."
HOSTILE = "<script>alert(1)</script>\n\n| a | b |\n|---|---|\n| <b> | \x00 |\n\nName: <i>x</i>\n"
LONG = "Nothing to be seen here. " * 40_000 + ANSWER + " And nothing there." * 40_000
EVERY = (*SIZES, 51, 137, 300, 400, 403, 1006)


@pytest.fixture
def lab() -> CutLab:
    return CutLab(NOTE, QUESTION, key="the test's")


def drawn(lab: CutLab, pane: int = 0) -> str:
    return "".join(words for _, words, _, _ in lab.board.state["panes"][pane]["pieces"])


def widgets_in(widget: Any) -> list[Any]:
    inner = [w for child in getattr(widget, "children", ()) for w in widgets_in(child)]
    return [widget, *inner]


def form_of(lab: CutLab) -> list[Any]:
    opened, form = lab.root.children[-1].children
    opened.value = True
    assert form.layout.display is None
    text, question, answer, buttons, said = form.children
    return [text, question, answer, *buttons.children, said]


def test_it_sends_what_a_split_says_at_every_setting(lab: CutLab) -> None:
    for size, overlap in product(EVERY, (0, 1, 49, 50, 170, 399, 400)):
        lab.size.value, lab.overlap.value = size, overlap
        must_be_told(lab, size, overlap)


def must_be_told(lab: CutLab, size: int, overlap: int) -> None:
    held = min(overlap, size - 1)
    split = Split.of(NOTE, NaiveChunker(size, held), QUESTION.spans)
    assert lab.verdict.mark == ("✔" if split.whole else "✘")
    assert lab.verdict.words.lower() == f"{split.verdict}.".lower()
    assert split.verdict in lab.sentence
    assert ("must be below the size" in lab.summary.value) == (held != overlap)
    (pane,) = lab.board.state["panes"]
    assert pane["cracked"] == ([] if split.whole else ["answer"])
    assert pane["figures"] == pieces.told(split)
    assert pane["torn"] == ([] if split.whole else split.cuts)
    assert drawn(lab) == NOTE.text
    if not pane["crowd"]:
        assert [(start, end) for _, start, end, _ in pane["chunks"]] == split.spans
    assert pane["call"] == f"NaiveChunker(chunk_size={size}, overlap={held}).split(document)"


@pytest.mark.parametrize("size", [50, 170, 2000])
@pytest.mark.parametrize("left", CHUNKERS)
def test_two_chunkers_stand_side_by_side(left: str, size: int) -> None:
    lab = CutLab(NOTE, QUESTIONS, chunkers=(left, "record"), size=size, overlap=0, key="two")
    state = lab.board.state
    assert [pane["name"] for pane in state["panes"]] == [left, "record"]
    assert drawn(lab, 0) == drawn(lab, 1) == NOTE.text
    assert [pane["drags"] for pane in state["panes"]] == [left == "naive", False]
    for pane, name in zip(state["panes"], (left, "record"), strict=True):
        chunker = NaiveChunker(size, 0) if name == "naive" else CHUNKERS[name](size)
        spans = [(start, end) for start, end, _ in chunker.spans(NOTE.text)]
        torn = [not Split(len(NOTE.text), spans, q.spans).whole for q in QUESTIONS]
        assert pane["cracked"] == [f"Q{i}" for i, is_torn in enumerate(torn, 1) if is_torn]
        column = 1 + (name != left) if left != "record" else 1
        cells = [row[column] for row in state["table"][1:5]]
        assert cells == ["✘ torn" if is_torn else "✔ whole" for is_torn in torn]
    labels = {label for piece in state["panes"][0]["pieces"] for label in piece[3]}
    assert labels == {"Q1", "Q2", "Q3", "Q4"}
    assert state["table"][1][0] == f"Q1 {QUESTIONS[0].text}"


def test_choosing_another_chunker_draws_again() -> None:
    lab = CutLab(NOTE, QUESTIONS, chunkers=("naive", "paragraph"), key="two")
    lab.chosen[0].value = "markdown"
    assert lab.board.state["panes"][0]["call"].startswith("MarkdownChunker(max_chars=800)")
    assert "markdown keeps 4 of 4" in lab.sentence


def test_a_drag_moves_the_sliders(lab: CutLab) -> None:
    lab.board.set_state({"point": [300, 100]})
    assert (lab.size.value, lab.overlap.value) == (300, 100)
    assert "cut at 400 and 500" in lab.verdict.words
    lab.size.value = 310
    assert lab.board.point == [310, 100]
    lab.board.set_state({"point": [9_999, -3]})
    assert lab.board.point == [2_000, 0]


def test_an_overlap_is_kept_when_the_size_falls_below_it(lab: CutLab) -> None:
    lab.size.value, lab.overlap.value = 200, 300
    assert lab.board.state["held"] == 199
    assert (lab.overlap.value, lab.overlap.min, lab.overlap.max) == (300, *OVERLAPS)
    lab.size.value = 400
    assert lab.board.state["held"] == 300


def test_a_sentence_becomes_the_answer_and_the_map_follows(lab: CutLab) -> None:
    start, end, words = lab.board.state["sentences"][3]
    before = lab.board.chart
    lab.board.pick = [lab.board.state["version"], start, end]
    assert lab.evidence == ((start, end),)
    assert lab.board.state["answer"] == (start, end)
    assert NOTE.text[start:end].startswith(words[:20])
    assert "The answer is what you chose." in lab.summary.value
    assert lab.board.chart != before
    assert lab.board.chart["promise"] == end - start - 1
    lab.board.pick = [lab.board.state["version"]]
    assert lab.evidence == QUESTION.spans
    assert QUESTION.text in lab.summary.value
    assert lab.board.chart == before


def test_what_is_picked_is_trimmed_and_held_inside_the_text(lab: CutLab) -> None:
    lab.board.pick = [1, 507, 511]
    assert NOTE.text[506:511] == "e. Th"
    assert lab.evidence == ((507, 511),)
    lab.board.pick = [1, 508, 10**9]
    assert lab.evidence == ((509, len(NOTE.text.rstrip())),)
    lab.board.pick = [1, 508, 509]
    assert lab.evidence == ()
    assert lab.verdict.state == ""


def test_a_sentence_of_a_text_that_has_changed_since_is_no_answer(lab: CutLab) -> None:
    version = lab.board.state["version"]
    lab.use_text("Another text. Quite another.", "Quite another.")
    lab.board.pick = [version, 0, 5]
    assert lab.evidence == ((14, 28),)
    lab.board.pick = []
    assert lab.evidence == ((14, 28),)


def test_an_own_text_has_its_own_question_and_the_sample_comes_back(lab: CutLab) -> None:
    text, question, answer, split, back, said = form_of(lab)
    text.value = "Alpha beta gamma. " * 40 + "The <b>answer</b>."
    question.value, answer.value = "Which one?", "<b>answer</b>"
    split.click()
    assert said.value == ""
    assert "Question: Which one?" in lab.summary.value
    assert QUESTION.text not in f"{lab.board.state}{lab.summary.value}"
    assert "Whole" in lab.verdict.words
    back.click()
    assert (lab.text, lab.evidence) == (NOTE.text, QUESTION.spans)
    assert QUESTION.text in lab.summary.value


def test_an_own_text_without_a_question_waits_for_a_click(lab: CutLab) -> None:
    lab.use_text("One sentence. Another one.")
    assert lab.board.chart == {}
    assert "click a sentence" in lab.summary.value
    lab.board.pick = [lab.board.state["version"], 14, 26]
    assert lab.board.chart["promise"] == 11
    assert lab.verdict.mark == "✔"


@pytest.mark.parametrize(
    ("text", "answer", "complaint"),
    [
        ("", "", "there is no text yet"),
        (" \n ", "", "there is no text yet"),
        ("one two", "three", "is not in the document"),
        ("one one", "one", "occurs more than once"),
        ("one \ud83d", "", "lone surrogate"),
    ],
)
def test_unusable_text_is_answered_and_the_view_stays(
    lab: CutLab, text: str, answer: str, complaint: str
) -> None:
    before = lab.board.state
    fields = form_of(lab)
    fields[0].value, fields[2].value = text, answer
    fields[3].click()
    assert complaint in fields[5].value
    assert 'role="alert"' in fields[5].value
    assert lab.board.state == before


@pytest.mark.parametrize("text", ["x", " ", "", "\n", HOSTILE, "🌊" * 300, "שלום עולם. " * 90])
@pytest.mark.parametrize("chunkers", [("naive",), ("paragraph",), ("naive", "markdown")])
def test_any_text_is_drawn(text: str, chunkers: tuple[str, ...]) -> None:
    lab = CutLab(text, chunkers=chunkers, size=50, overlap=49, key="any")
    assert "alert" not in lab.summary.value
    assert drawn(lab) == text.replace("\x00", "␀")
    assert lab.sentence
    lab.board.pick = [1, 0, len(text)]
    assert "alert" not in lab.summary.value


def test_a_long_text_is_shown_in_part_and_counted_whole() -> None:
    lab = CutLab(LONG, ANSWER, size=400, overlap=0, key="long")
    low, high = lab.board.state["view"]
    assert high - low == len(drawn(lab)) == VIEW
    assert ANSWER in drawn(lab)
    assert lab.board.state["panes"][0]["figures"].startswith(f"{-(-len(LONG) // 400):,} chunks")
    lab.board.place = 0
    assert drawn(lab) == LONG[:VIEW]
    lab.board.place = len(LONG)
    assert lab.board.state["view"] == (len(LONG) - VIEW, len(LONG))
    assert drawn(lab) == LONG[-VIEW:]
    start, end, _ = lab.board.state["sentences"][4]
    lab.board.pick = [lab.board.state["version"], start, end]
    assert lab.board.state["view"] == (len(LONG) - VIEW, len(LONG)), "the part shown stays"
    lab.use_sample()
    assert ANSWER in drawn(lab)


def test_millions_of_chunks_are_counted_and_not_drawn() -> None:
    lab = CutLab(LONG, ANSWER, size=400, overlap=399, key="long")
    (pane,) = lab.board.state["panes"]
    assert pane["chunks"] == []
    assert pane["crowd"] == "6,399 chunks, too close to draw"
    assert pane["figures"].startswith(f"{len(LONG):,} chunks, 400 characters")
    assert lab.verdict.mark == "✔"


def test_many_chunks_over_one_character_have_no_bars(lab: CutLab) -> None:
    lab.size.value, lab.overlap.value = 300, 250
    (pane,) = lab.board.state["panes"]
    assert pane["lanes"] == 0
    assert pane["crowd"] == "up to 6 chunks hold a character"


def test_an_exception_while_drawing_is_drawn_and_goes_again() -> None:
    lab = CutLab(NOTE, QUESTIONS, chunkers=("naive", "paragraph"), key="two")
    lab.use_text('{"broken": ')
    lab.chosen[0].value = "record"
    assert 'role="alert"' in lab.summary.value
    assert "MalformedJson" in lab.summary.value
    lab.chosen[0].value = "naive"
    assert "alert" not in lab.summary.value


def test_twenty_rebuilds_and_a_closed_lab_leave_no_model_behind() -> None:
    before = len(ipywidgets.widgets.widget._instances)
    CutLab(NOTE, QUESTION).close()
    assert len(ipywidgets.widgets.widget._instances) == before
    CutLab(NOTE, QUESTION, key="rebuilt")
    opened = len(ipywidgets.widgets.widget._instances)
    for _ in range(20):
        CutLab(NOTE, QUESTION, key="rebuilt")
    assert len(ipywidgets.widgets.widget._instances) == opened


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"size": 49}, "size 49 is outside of the slider: 50 to 2000"),
        ({"overlap": 401}, "overlap 401 is outside of the slider: 0 to 400"),
        ({"questions": "no such words"}, "is not in the document"),
        ({"chunkers": ("naive", "semantic")}, "no chunker 'semantic'; choose from naive"),
        ({"chunkers": ()}, "one chunker or two, not 0"),
        ({"chunkers": ("naive",) * 3}, "one chunker or two, not 3"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises((ValueError, KeyError), match=complaint):
        CutLab(NOTE, **arguments)


@pytest.mark.parametrize("chunkers", [("naive",), ("naive", "paragraph")])
def test_the_still_twin_is_a_picture_and_a_sentence(chunkers: tuple[str, ...]) -> None:
    lab = CutLab(NOTE, QUESTIONS, chunkers=chunkers, key="still")
    data, metadata = lab._repr_mimebundle_()
    assert data["text/plain"] == lab.sentence
    assert data["image/png"]
    assert metadata["image/png"]["alt"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_no_output_widget_and_no_tool_tip_that_says_null(lab: CutLab) -> None:
    inside = widgets_in(lab.root)
    assert not any(isinstance(widget, ipywidgets.Output) for widget in inside)
    assert {widget.tooltip for widget in inside} == {""}
