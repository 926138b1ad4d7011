"""Every right answer passes, in whatever style it was written and whatever seed is drawn."""

from __future__ import annotations

from collections import Counter
from random import Random
from zlib import crc32

import pytest
from in_process import InProcess
from submissions import usable
from verdicts import QUESTIONS, SERVED, setup_of

from course_lib.grading.answers import WorkerAnswers
from course_lib.grading.questions import find_check
from course_lib.grading.sandbox import Sandbox
from course_lib.grading.source import given_of_the_course, used_of_the_course
from course_lib.places import EXERCISES

RIGHT = sorted((EXERCISES / "right_answers").glob("[0-9][0-9]/*.py"))
SHARE = 3  # of which the quick tests try one


def question_of(path):
    return f"{path.parent.name}.{path.name.partition('_')[0]}"


def name_of(path):
    return f"{path.parent.name}-{path.stem}"


def answer_of(path):
    source = path.read_text("utf-8")
    return {"setup": setup_of(question_of(path), source), "source": source, "seconds": 30.0}


def judged(path, answers, seed):
    with answers:
        return find_check(question_of(path))(answers, Random(seed + question_of(path)))


def with_its_lane(path):
    """A third of them, by name, is tried in the quick lane."""
    later = crc32(name_of(path).encode()) % SHARE > 0 or question_of(path) in SERVED
    return pytest.param(path, id=name_of(path), marks=[pytest.mark.outside] if later else [])


def test_there_are_right_answers_of_every_question():
    counts = Counter(map(question_of, RIGHT))
    assert set(counts) == set(QUESTIONS)
    assert min(counts.values()) >= 4
    assert counts.total() >= 200


@pytest.mark.parametrize("path", [with_its_lane(path) for path in RIGHT])
def test_a_right_answer_in_another_style_passes(path):
    answer = answer_of(path)
    given = given_of_the_course(answer["setup"])
    assert not used_of_the_course(answer["source"], given)
    for seed in ("", "a/", "b/"):
        assert judged(path, InProcess(answer), seed)


@pytest.mark.outside
@pytest.mark.parametrize("path", RIGHT, ids=name_of)
def test_a_right_answer_passes_in_a_worker(path):
    sandbox = Sandbox(usable("bubblewrap"))
    assert judged(path, WorkerAnswers(answer_of(path), sandbox), "c/")
