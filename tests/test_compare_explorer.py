"""Two chunkers side by side: the table says what the splits say, at every size, for any text."""

from __future__ import annotations

import ipywidgets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.measure import Split
from course_lib.samples import load_questions
from course_lib.show import html
from course_lib.show.compare_explorer import (
    CHUNKERS,
    CompareExplorer,
    compare_html,
    cuts_of,
    topics,
    topics_per_chunk,
)

QUESTIONS = [q for q in load_questions() if q.document.scope.environment == "prod"][:4]
NOTE = QUESTIONS[0].document
HOSTILE = "<script>alert(1)</script>\n\n| a | b |\n|---|---|\n| <b> | \x00 |\n\nName: <i>x</i>\n"


@pytest.mark.parametrize("size", [50, 170, 300, 400, 800, 2000])
@pytest.mark.parametrize("left", CHUNKERS)
@pytest.mark.parametrize("right", CHUNKERS)
def test_it_shows_what_the_splits_say(left: str, right: str, size: int) -> None:
    explorer = CompareExplorer(NOTE, QUESTIONS, chunkers=(left, right), size=size, key="compare")
    cuts = {name: cuts_of(name, NOTE.text, size) for name in (left, right)}
    asked = [(question.text, question.spans) for question in QUESTIONS]
    assert explorer.summary.value == compare_html(NOTE.text, cuts, asked)
    evidence = [span for _, spans in asked for span in spans]
    for body, name in zip(explorer.bodies, (left, right), strict=True):
        split = Split(len(NOTE.text), cuts[name], evidence)
        assert body.value == html.text_html(NOTE.text, split)
    whole = sum(Split(len(NOTE.text), cuts[left], spans).whole for _, spans in asked)
    assert f"{left} keeps {whole} of 4 answers whole" in explorer.sentence


def test_choosing_another_chunker_draws_again() -> None:
    explorer = CompareExplorer(NOTE, QUESTIONS, key="compare")
    before = explorer.summary.value
    explorer.left.value = "record"
    assert "record" in explorer.summary.value
    assert explorer.summary.value != before


def test_own_text_is_compared_and_the_sample_comes_back() -> None:
    explorer = CompareExplorer(NOTE, QUESTIONS, key="compare")
    explorer.use_text("One two. " * 40 + "The end.", "The end.")
    assert "your answer" in explorer.summary.value
    with pytest.raises(ValueError, match="not in the document"):
        explorer.use_text("one", "two")
    explorer.use_sample()
    assert explorer.text == NOTE.text


def test_hostile_text_is_escaped_by_every_chunker() -> None:
    for name in CHUNKERS:
        markup = compare_html(HOSTILE, {name: cuts_of(name, HOSTILE, 50)}, [("<b>?</b>", [(0, 5)])])
        assert "<script>" not in markup
        assert "<b>?" not in markup


def test_an_unknown_chunker_is_named() -> None:
    with pytest.raises(KeyError, match="no chunker 'semantic'; choose from naive"):
        CompareExplorer(NOTE, chunkers=("naive", "semantic"))


def test_twenty_rebuilds_leave_no_model_behind() -> None:
    CompareExplorer(NOTE, QUESTIONS, key="compare")
    before = len(ipywidgets.widgets.widget._instances)
    for _ in range(20):
        CompareExplorer(NOTE, QUESTIONS, key="compare")
    assert len(ipywidgets.widgets.widget._instances) == before


def test_the_still_twin_is_a_picture_and_a_sentence() -> None:
    explorer = CompareExplorer(NOTE, QUESTIONS, key="compare")
    bundle, _ = explorer._repr_mimebundle_()
    assert bundle["image/png"]
    assert bundle["text/plain"] == explorer.sentence


@given(st.text("ab \n\r\t", max_size=60), st.integers(1, 20))
def test_topics_touched_is_a_plain_count(text: str, size: int) -> None:
    paragraphs = topics(text)
    assert all(text[start:end].strip() for start, end in paragraphs)
    assert "".join(text.split()) == "".join("".join(text[s:e].split()) for s, e in paragraphs)
    spans = cuts_of("naive", text, size)
    touched = sum(s < end and start < e for start, end in spans for s, e in paragraphs)
    expected = touched / len(spans) if spans else 0.0
    assert topics_per_chunk(text, spans) == expected


def test_a_size_beyond_the_slider_is_refused() -> None:
    with pytest.raises(ValueError, match="size 10 is outside of the slider: 50 to 2000"):
        CompareExplorer(NOTE, size=10)


def test_an_exception_while_drawing_is_drawn() -> None:
    explorer = CompareExplorer(NOTE, QUESTIONS, key="compare")
    explorer.use_text('{"broken": ')
    explorer.left.value = "record"
    assert 'role="alert"' in explorer.summary.value
    assert "MalformedJson" in explorer.summary.value
