"""The table of what people know beside ours, and the folder for those who have none."""

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
from verdicts import verdict

from course_lib import MarkdownChunker, NaiveChunker, samples
from course_lib.adapters import Foreign
from course_lib.measure import evaluate, locate
from course_lib.measure.questions import read_folder
from course_lib.places import SOLUTIONS

ROOT = Path(__file__).parents[1]
HELD_OUT = SOLUTIONS / "11_held_out.jsonl"


def row_of(splitter, by, overlap=0):
    (row,) = [
        row
        for row in samples.load_levels()
        if row["splitter"] == splitter
        and row["by"].startswith(by)
        and int(row["overlap_asked"]) == overlap
    ]
    return row


def assert_as_measured(row, chunker):
    asked = [question for question in samples.load_questions() if not question.held_out]
    result = evaluate(chunker, samples.load_documents(), asked, budget=1_600)
    fresh = [result.recall, *result.interval("recall"), result.storage]
    stored = [row[name] for name in ("recall", "recall_low", "recall_high", "stored")]
    assert [f"{figure:.3f}" for figure in fresh] == stored


def test_every_level_has_its_rows_with_the_version_that_was_measured():
    rows = samples.load_levels()
    assert [row["level"] for row in rows] == ["1"] * 2 + ["2"] * 4 + ["3"] * 3 + ["4"]
    others = [row["by"] for row in rows if row["by"] != "course_lib"]
    assert all(by.rpartition(" ")[2][0].isdigit() for by in others)
    assert not any(row["refused"] for row in rows)
    for row in rows:
        against = (float(row[name]) for name in ("against_low", "against", "against_high"))
        assert list(against) == sorted(
            float(row[n]) for n in ("against_low", "against", "against_high")
        )


def test_an_overlap_asked_for_is_not_an_overlap_stored():
    stored = {by: float(row_of("recursive", "lang", by)["stored"]) for by in (0, 100)}
    assert stored[100] - stored[0] < 0.10, "25 % was asked for"
    assert float(row_of("characters", "course_lib", 100)["stored"]) > 1.25


@pytest.mark.parametrize(
    ("splitter", "overlap", "chunker"),
    [("characters", 100, NaiveChunker(400, 100)), ("Markdown", 0, MarkdownChunker(400))],
)
def test_our_rows_are_as_measured_today(splitter, overlap, chunker):
    assert_as_measured(row_of(splitter, "course_lib", overlap), chunker)


@pytest.mark.outside
@pytest.mark.filterwarnings("default")  # what their packages warn of is theirs
def test_their_rows_are_as_measured_today(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "scripts")
    levels = import_module("measure_levels")
    monkeypatch.delitem(sys.modules, "measure_levels")
    for level, name, library, overlap, make in levels.SETTINGS:
        if level == 2:
            assert_as_measured(row_of(name, library, overlap), Foreign(make()))


# --- the folder that is supplied, and the questions that only the grade has ---


def test_every_question_of_the_harbour_finds_its_evidence_once_and_word_for_word():
    texts = samples.HARBOUR / "texts"
    for questions in (samples.HARBOUR / "questions.jsonl", HELD_OUT):
        found = read_folder(texts, questions)
        assert (len(found.questions), found.remarks, found.found_loosely) == (24, [], [])
        assert {question.document.source_id for question in found.questions} == {
            path.name for path in texts.iterdir()
        }


def test_no_evidence_is_asked_for_twice():
    lines = [
        json.loads(line)
        for path in (samples.HARBOUR / "questions.jsonl", HELD_OUT)
        for line in path.read_text("utf-8").splitlines()
    ]
    spans = [
        (
            line["source"],
            *locate(
                (samples.HARBOUR / "texts" / line["source"]).read_text("utf-8"), line["evidence"]
            ),
        )
        for line in lines
    ]
    assert len(set(spans)) == 48
    for source, start, end in spans:
        others = [s for s in spans if s[0] == source and s != (source, start, end)]
        assert not any(s < end and start < e for _, s, e in others), "held out is held out"


def test_a_handout_asks_the_visible_questions_and_the_grade_the_others_too(monkeypatch, tmp_path):
    lucky = 'my_choice = ("paragraph", 800)'
    passed, hint = verdict("11.q5", lucky, "")
    assert not passed
    assert "on the questions that were kept back: surely worse" in hint
    check = import_module("course_lib.grading.checks.11.q5")
    monkeypatch.setattr(check, "HELD_OUT", tmp_path / "none.jsonl")
    passed, remark = verdict("11.q5", lucky, "")
    assert passed
    assert "not surely worse" in remark
