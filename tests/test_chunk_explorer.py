"""The explorer: its knobs over their whole range, its errors, and what it leaves behind."""

from __future__ import annotations

from itertools import product

import ipywidgets
import pytest

from course_lib import NaiveChunker
from course_lib.measure import Split
from course_lib.samples import load_question
from course_lib.show import html
from course_lib.show.chunk_explorer import OVERLAPS, SIZES, ChunkExplorer
from course_lib.show.controls import LiveView

QUESTION = load_question("premium-change")
NOTE = QUESTION.document
SWEEP = sorted(
    {*product(SIZES, OVERLAPS), *product(range(50, 2001, 150), range(0, 401, 40)), (300, 100)}
)


def open_models() -> int:
    return len(ipywidgets.widgets.widget._instances)


def widgets_in(widget: ipywidgets.Widget) -> list[ipywidgets.Widget]:
    inner = [w for child in getattr(widget, "children", ()) for w in widgets_in(child)]
    return [widget, *inner]


def form_of(explorer: ChunkExplorer) -> tuple[ipywidgets.Widget, ...]:
    opened, form = explorer.root.children[-1].children
    opened.value = True
    assert form.layout.display is None
    text, answer, buttons, said = form.children
    return text, answer, *buttons.children, said


@pytest.fixture
def explorer() -> ChunkExplorer:
    return ChunkExplorer(NOTE, QUESTION, key="the test's")


@pytest.mark.parametrize(("size", "overlap"), SWEEP)
def test_it_shows_what_the_pure_functions_say(
    explorer: ChunkExplorer, size: int, overlap: int
) -> None:
    explorer.size.value, explorer.overlap.value = size, overlap
    held = min(overlap, size // 2)
    split = Split.of(NOTE, NaiveChunker(size, held), QUESTION.spans)
    call = f"NaiveChunker(chunk_size={size}, overlap={held})"
    assert explorer.summary.value.startswith(html.summary_html(split, f"{call}.split(document)"))
    assert explorer.body.value == html.text_html(NOTE.text, split)
    assert split.verdict in explorer.sentence
    assert ("is held at" in explorer.summary.value) == (held != overlap)


def test_the_python_call_makes_this_very_split(explorer: ChunkExplorer) -> None:
    explorer.size.value, explorer.overlap.value = 137, 90
    chunks = eval(explorer.call).split(NOTE)
    assert [chunk.span for chunk in chunks] == explorer.split.spans


def test_a_typed_number_stays_as_typed_between_two_steps(explorer: ChunkExplorer) -> None:
    explorer.size.value = 403
    assert explorer.size.value == 403
    assert "chunk_size=403" in explorer.call


def test_bounds_never_move(explorer: ChunkExplorer) -> None:
    explorer.overlap.value = 400
    explorer.size.value = 50
    assert explorer.overlap.value == 400, "the learner's number is kept"
    assert (explorer.overlap.min, explorer.overlap.max) == OVERLAPS


def test_every_control_has_a_name(explorer: ChunkExplorer) -> None:
    assert (explorer.size.description, explorer.size.unit) == ("size", "characters")
    assert (explorer.overlap.description, explorer.overlap.unit) == ("overlap", "characters")
    text, answer, split, back, _ = form_of(explorer)
    assert all(widget.description for widget in (text, answer, split, back))


def test_own_text_is_split_and_its_answer_found(explorer: ChunkExplorer) -> None:
    text, answer, split, back, said = form_of(explorer)
    text.value, answer.value = "Alpha beta gamma. " * 40 + "The <b>answer</b>.", "<b>answer</b>"
    split.click()
    assert said.value == ""
    assert "&lt;b&gt;answer&lt;/b&gt;" in explorer.body.value
    assert "Whole" in explorer.summary.value
    back.click()
    assert explorer.text == NOTE.text
    assert explorer.evidence == QUESTION.spans


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
    explorer: ChunkExplorer, text: str, answer: str, complaint: str
) -> None:
    before = explorer.summary.value
    fields = form_of(explorer)
    fields[0].value, fields[1].value = text, answer
    fields[2].click()
    assert complaint in fields[4].value
    assert 'role="alert"' in fields[4].value
    assert explorer.summary.value == before


def test_an_exception_while_drawing_is_drawn(
    explorer: ChunkExplorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("<broken>")

    monkeypatch.setattr(html, "text_html", fail)
    explorer.size.value = 999
    assert "RuntimeError: &lt;broken&gt;" in explorer.summary.value
    assert 'role="alert"' in explorer.summary.value


def test_twenty_rebuilds_leave_no_model_behind() -> None:
    ChunkExplorer(NOTE, QUESTION, key="rebuilt")
    before = open_models()
    for _ in range(20):
        ChunkExplorer(NOTE, QUESTION, key="rebuilt")
    assert open_models() == before


def test_closing_leaves_nothing_behind() -> None:
    before = open_models()
    ChunkExplorer(NOTE, QUESTION).close()
    assert open_models() == before


def test_two_views_live_side_by_side() -> None:
    first, second = ChunkExplorer(NOTE, key="one"), ChunkExplorer(NOTE, key="two")
    first.size.value = 100
    assert second.size.value == 800
    assert first.root.comm is not None


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"size": 49}, "size 49 is outside of the slider: 50 to 2000"),
        ({"overlap": 401}, "overlap 401 is outside of the slider: 0 to 400"),
        ({"question": "no such words"}, "is not in the document"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ChunkExplorer(NOTE, **arguments)  # type: ignore[arg-type]


def test_the_still_twin_is_a_picture_and_a_sentence(explorer: ChunkExplorer) -> None:
    bundle, _ = explorer._repr_mimebundle_()
    assert bundle["text/plain"] == explorer.sentence
    assert bundle["image/png"]
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_there_is_no_output_widget(explorer: ChunkExplorer) -> None:
    assert not any(isinstance(widget, ipywidgets.Output) for widget in widgets_in(explorer.root))


def test_no_tool_tip_is_none_which_a_browser_would_spell_out(explorer: ChunkExplorer) -> None:
    assert len(widgets_in(explorer.root)) > 15
    assert {widget.tooltip for widget in widgets_in(explorer.root)} == {""}


def test_a_tool_tip_that_says_something_stays() -> None:
    class Tipped(LiveView):
        def __init__(self) -> None:
            self.body = ipywidgets.HTML(tooltip="what it is")
            self._open_with([self.body], [], "tipped")

        def _show(self) -> None:
            self.body.value = "drawn"

    view = Tipped()
    assert view.body.tooltip == "what it is"
    view.close()
