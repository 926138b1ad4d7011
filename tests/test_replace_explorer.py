"""The replacement explorer: a real crash at each step, and what a reader finds after it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import make_document

from course_lib import NaiveChunker, ParagraphChunker
from course_lib.samples import load_document
from course_lib.show.replace_explorer import (
    ADDED,
    MARKS,
    STRATEGIES,
    ReplaceExplorer,
    crash,
    outcome_html,
    readings,
    rows_of,
)

MOST_STEPS = 30  # more than any of these has
NOTE = load_document("policy/55012")
LENGTH = len(NOTE.text)
CHUNKER = ParagraphChunker(300)


def open_explorer(**knobs: object) -> ReplaceExplorer:
    return ReplaceExplorer(NOTE, CHUNKER, key="replace", **knobs)  # type: ignore[arg-type]


def both_versions(at: int) -> tuple[list[tuple], list[tuple], str]:
    text = NOTE.text[:at] + ADDED + NOTE.text[at:]
    return rows_of(CHUNKER.split(NOTE)), rows_of(CHUNKER.split(NOTE.revised(text))), text


@given(st.integers(0, LENGTH), st.integers(0, MOST_STEPS))
@settings(max_examples=25, deadline=None)
def test_one_transaction_leaves_the_old_or_the_new_version_and_nothing_else(at, after):
    old, new, _ = both_versions(at)
    outcome = crash("one transaction", old, new, after)
    assert list(outcome.found) == (new if after >= outcome.total else old)


@given(st.integers(0, LENGTH), st.integers(0, MOST_STEPS))
@settings(max_examples=25, deadline=None)
def test_deleting_first_leaves_exactly_what_was_inserted_so_far(at, after):
    old, new, _ = both_versions(at)
    outcome = crash("delete, then insert", old, new, after)
    assert list(outcome.found) == (old if after == 0 else new[: after - 1])


@given(st.integers(0, LENGTH))
@settings(max_examples=25, deadline=None)
def test_a_finished_patch_leaves_stale_offsets_wherever_text_only_moved(at):
    old, new, text = both_versions(at)
    found = crash("patch by position", old, new, MOST_STEPS).found
    stale = [row for row in found if text[row[1] : row[2]] != row[3]]
    moved = [
        before
        for before, after in zip(old, new, strict=False)
        if before[3] == after[3] and before != after
    ]
    assert [row for row in stale if row[0] < len(new)] == moved
    assert len(found) == max(len(old), len(new))


def test_the_default_patch_shows_the_fault() -> None:
    explorer = open_explorer()
    assert explorer.sentence == (
        "patch by position, 1 of 1 statements done: a reader finds a version that never was"
    )
    assert explorer.verdict.words == "No crash: a reader finds a version that never was."
    assert explorer.verdict.state == "bad"


def test_a_patch_that_makes_fewer_chunks_leaves_a_tail() -> None:
    old = rows_of(NaiveChunker(100, 0).split(NOTE))
    new = rows_of(NaiveChunker(400, 0).split(NOTE))
    outcome = crash("patch by position", old, new, MOST_STEPS)
    assert len(outcome.found) == len(old) > len(new)
    assert outcome.verdict == "a version that never was"
    assert outcome.worth["old"] == len(old) - len(new)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("after", [0, 1, 2, 5, 8, MOST_STEPS])
@pytest.mark.parametrize("position", [0, 40, LENGTH // 2, LENGTH])
def test_the_view_draws_what_the_crash_left(strategy: str, after: int, position: int) -> None:
    explorer = open_explorer(strategy=strategy, crash_after=after, position=position)
    old, new, text = both_versions(position)
    outcome = crash(strategy, old, new, after)
    assert explorer.summary.value == outcome_html(outcome, text)
    assert explorer.verdict.state == ("good" if outcome.sound else "bad")
    assert outcome.verdict in explorer.sentence
    assert f"{outcome.done} of {outcome.total} statements" in explorer.sentence
    assert sum(outcome.worth.values()) == len(outcome.found)


def test_moving_a_knob_draws_again() -> None:
    explorer = open_explorer(strategy="one transaction", crash_after=3)
    assert "the whole old version" in explorer.verdict.words
    explorer.steps.value = explorer.steps.max
    assert "the whole new version" in explorer.verdict.words
    explorer.strategy.value = "delete, then insert"
    explorer.steps.value = 1
    assert "nothing at all" in explorer.verdict.words
    assert explorer._repr_mimebundle_()[0]["text/plain"] == explorer.sentence


@given(st.sampled_from(list(STRATEGIES)), st.integers(0, LENGTH))
@settings(max_examples=15, deadline=None)
def test_what_a_reader_finds_at_a_moment_is_what_a_crash_then_leaves(strategy, at):
    old, new, _ = both_versions(at)
    moments = readings(strategy, old, new)
    assert moments == [crash(strategy, old, new, after) for after in range(len(moments))]
    assert moments[-1].done == moments[-1].total == len(moments) - 1


def test_the_line_of_the_crash_reaches_from_the_first_moment_to_the_last() -> None:
    explorer = open_explorer(strategy="delete, then insert", crash_after=3)
    assert (explorer.steps.value, explorer.steps.max, explorer.steps.unit) == (
        *(3, len(explorer.moments) - 1),
        f"of {len(explorer.moments) - 1} statements",
    )
    explorer.strategy.value = "patch by position"
    assert (explorer.steps.value, explorer.steps.max) == (1, 1)
    explorer.strategy.value = "one transaction"
    assert explorer.steps.value == 3, "what was chosen is kept"
    explorer.steps.value = explorer.steps.max
    explorer.strategy.value = "delete, then insert"
    assert explorer.steps.value == explorer.steps.max, "no crash stays no crash"
    assert explorer.sentence.endswith("the whole new version")


def test_the_time_line_has_a_sign_for_each_moment_and_a_box_for_each_statement() -> None:
    explorer = open_explorer(strategy="delete, then insert", crash_after=2)
    drawn = explorer.line.value
    marks = re.findall(r'class="cl-moment[^>]*>(.)<', drawn)
    assert marks == [MARKS[moment.verdict] for moment in explorer.moments]
    assert marks[:3] == ["◇", "∅", "✘"]
    assert drawn.count("cl-now") == 1
    boxes = re.findall(r'class="cl-step( cl-never)?">([^<]*)<', drawn)
    assert [words for _, words in boxes][:2] == ["DELETE", "INSERT #0"]
    assert [bool(never) for never, _ in boxes] == [False, False] + [True] * (len(boxes) - 2)
    assert explorer._repr_mimebundle_()[1]["image/png"]["alt"] == f"{explorer.sentence}."


def test_hostile_text_is_escaped() -> None:
    hostile = make_document("<script>alert(1)</script>\x00\n\n" * 5)
    explorer = ReplaceExplorer(hostile, ParagraphChunker(60), key="replace")
    assert "<script>" not in explorer.summary.value
    assert "\x00" not in explorer.summary.value


def test_bounds_and_names_of_the_controls() -> None:
    with pytest.raises(ValueError, match="edit at -1 is outside of the slider"):
        open_explorer(position=-1)
    explorer = open_explorer()
    assert explorer.position.max == LENGTH
    names = [explorer.position.description, explorer.steps.description]
    assert names == ["edit at", "crash after"]
    explorer.close()
    assert explorer.position.comm is None


def test_rows_whose_numbers_cut_other_words_are_counted() -> None:
    new = [(0, 0, 3, "one"), (1, 3, 6, "two"), (2, 6, 9, "six")]
    drawn = outcome_html(crash("one transaction", [], new, 9), "onetwo...")
    assert "<span>rows whose numbers cut other words</span><b>1</b>" in drawn
