"""The two halves of the questions: drawn by the rule, alike, and nothing shown is hidden."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from course_lib.samples import FOLDER, load_questions

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import split_questions as rule

ROOT = Path(__file__).parents[1]
QUESTIONS = load_questions()
HELD_OUT = {question.id for question in QUESTIONS if question.held_out}
SHOWING = [
    *ROOT.glob("README.md"),
    *ROOT.glob("docs/*.md"),
    *ROOT.glob("notebooks/*.ipynb"),
    *ROOT.glob("exercises/**/*.ipynb"),
    *ROOT.glob("course_lib/**/*.py"),
]


def test_the_manifest_marks_what_the_rule_draws():
    assert rule.held_out(QUESTIONS) == HELD_OUT
    manifest = (FOLDER / "manifest.toml").read_text("utf-8")
    assert rule.marked(manifest, HELD_OUT) == manifest
    assert rule.marked(manifest, set()).count("held_out") == 0
    assert rule.marked(rule.marked(manifest, set()), HELD_OUT) == manifest


@pytest.mark.parametrize("seed", [rule.SEED, *range(20)])
def test_either_half_asks_as_much_of_each_document_and_of_each_kind(seed):
    chosen = rule.held_out(QUESTIONS, seed)
    strata, missing = Counter(), Counter()
    for question in QUESTIONS:
        stratum = len(question.spans), question.document.scope, question.document.source_id
        side = 1 if question.id in chosen else -1
        strata[stratum] += side
        missing[len(question.spans)] += side
        assert not (rule.is_shown(question) and question.id in chosen)
    unequal = {stratum[2] for stratum, count in strata.items() if abs(count) > 1}
    assert unequal <= set(rule.SHOWN_DOCUMENTS)
    shown = sum(
        q.document.source_id in rule.SHOWN_DOCUMENTS and rule.is_shown(q) for q in QUESTIONS
    )
    assert abs(missing[1] + shown) <= 1
    assert abs(missing[2]) <= 1
    assert set(missing) == {1, 2}


def test_another_seed_draws_another_half_and_each_question_comes_up():
    draws = [rule.held_out(QUESTIONS, seed) for seed in range(40)]
    assert len(set(map(frozenset, draws))) == len(draws)
    shown = {question.id for question in QUESTIONS if rule.is_shown(question)}
    assert set().union(*draws) == {question.id for question in QUESTIONS} - shown
    assert len(shown) == 12


def test_the_page_of_the_samples_counts_the_halves_as_they_are():
    page = " ".join((FOLDER / "README.md").read_text("utf-8").split())
    visible = len(QUESTIONS) - len(HELD_OUT)
    assert f"{visible} of the {len(QUESTIONS)} questions are visible" in page
    assert f"The other {len(HELD_OUT)} are held out" in page
    several = Counter(question.held_out for question in QUESTIONS if len(question.spans) > 1)
    shares = several[False] / visible, several[True] / len(HELD_OUT)
    assert (
        f"{several[False]} of the visible questions have several passages ({shares[0]:.0%}), "
        f"and {several[True]} of those held out ({shares[1]:.0%})"
    ).replace("%", " %") in page


@pytest.mark.parametrize("path", SHOWING, ids=lambda path: path.name)
def test_no_page_names_a_question_that_is_held_out(path):
    text = path.read_text("utf-8")
    named = set(re.findall(r"[\"'`]([a-z]+(?:-[a-z]+)+)\\?[\"'`]", text)) & HELD_OUT
    named |= {question.id for question in QUESTIONS if question.held_out and question.text in text}
    assert not named
