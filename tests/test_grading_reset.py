"""`reset NN` puts an exercise back, keeps the learner's copy, and takes its passes back."""

from __future__ import annotations

import json

import pytest

import course_lib
from course_lib.cli import main
from course_lib.commands import reset
from course_lib.grading import progress
from course_lib.places import EXERCISES

NAME = "04_who_said_it.ipynb"
PASSED = ["03.q1", "04.q1", "04.q2", "04.verdicts", "05.q1"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A course folder of its own, with a solved exercise and some progress."""
    monkeypatch.delenv(progress.OFF, raising=False)
    monkeypatch.setattr(progress, "FILE", tmp_path / ".progress.json")
    monkeypatch.setattr(reset, "COURSE", tmp_path)
    monkeypatch.setattr(reset, "EXERCISES", tmp_path)
    (tmp_path / NAME).write_text("mine", "utf-8")
    progress.FILE.write_text(json.dumps({"passed": PASSED}), "utf-8")
    return tmp_path


def passed():
    return json.loads(progress.FILE.read_text("utf-8"))["passed"]


@pytest.mark.parametrize("number", ["04", "4"])
def test_an_exercise_is_as_it_was_handed_out_and_the_copy_is_kept(number, home, capsys):
    assert main(["reset", number]) == 0
    assert (home / NAME).read_bytes() == (EXERCISES / NAME).read_bytes()
    (kept,) = home.glob("04_who_said_it.*.ipynb")
    assert kept.read_text("utf-8") == "mine"
    assert capsys.readouterr().out == (
        f"your copy is kept as {kept.name}\n{NAME} is as it was handed out\n"
    )


def test_its_questions_are_open_again_and_nothing_else_is(home):
    assert "✔ exercise 04, 04.q1" in repr(course_lib.progress())
    main(["reset", "4"])
    assert passed() == ["03.q1", "04.verdicts", "05.q1"]
    assert "· exercise 04, 04.q1" in repr(course_lib.progress())


def test_a_reset_without_progress_makes_no_file_of_it(home):
    progress.FILE.unlink()
    assert main(["reset", "04"]) == 0
    assert not progress.FILE.exists()


@pytest.mark.parametrize("number", ["77", "x", "", "*", "²", "004", "-"])
def test_what_is_no_exercise_is_refused_and_nothing_is_touched(number, home, capsys):
    assert main(["reset", number]) == 2
    assert f"no exercise {number}; there is 01, 02, 03" in capsys.readouterr().err
    assert (home / NAME).read_text("utf-8") == "mine"
    assert passed() == PASSED


def test_the_help_of_grade_explains_what_is_shut_in_and_what_is_hidden(capsys):
    with pytest.raises(SystemExit):
        main(["grade", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "--isolation {bubblewrap,unshare,limits} how answers are shut in" in text
    assert "a notebook of yours with further checks, which learners never see" in text
