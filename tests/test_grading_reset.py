"""`reset` puts an exercise or a notebook back, keeps the copy, and takes its passes back."""

from __future__ import annotations

import json
import subprocess

import pytest

import course_lib
from course_lib.cli import main
from course_lib.commands import reset
from course_lib.grading import progress
from course_lib.places import EXERCISES, NOTEBOOKS

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


@pytest.fixture
def clone(home, monkeypatch):
    """The same, as a clone whose notebook was worked in since."""
    notebook = home / "notebooks" / NAME
    notebook.parent.mkdir()
    notebook.write_bytes((NOTEBOOKS / NAME).read_bytes())
    for command in (
        ["init", "-q"],
        ["add", "notebooks"],
        ["-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-qm", "handed out"],
    ):
        subprocess.run(["git", "-C", str(home), *command], check=True)
    notebook.write_text("mine, too", "utf-8")
    monkeypatch.setattr(reset, "NOTEBOOKS", notebook.parent)
    monkeypatch.setattr(reset, "BLANK_NOTEBOOKS", notebook.parent / "blank")
    return home


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


@pytest.mark.outside
def test_a_notebook_is_as_the_last_commit_has_it_and_the_copy_is_kept(clone, capsys):
    assert main(["reset", "--notebook", "4"]) == 0
    folder = clone / "notebooks"
    assert (folder / NAME).read_bytes() == (NOTEBOOKS / NAME).read_bytes()
    (kept,) = folder.glob("kept/04_who_said_it.*.ipynb")
    assert kept.read_text("utf-8") == "mine, too"
    assert [path.name for path in folder.glob("*.ipynb")] == [NAME]  # no second one to run
    assert (clone / NAME).read_text("utf-8") == "mine"  # the exercise is another file
    assert passed() == ["03.q1", "04.q1", "04.q2", "05.q1"]
    assert f"notebooks/{NAME} is as it was handed out" in capsys.readouterr().out


@pytest.mark.outside
def test_a_course_in_a_folder_of_another_repository_is_put_back_there(clone, monkeypatch):
    course = clone / "course"
    course.mkdir()
    for command in (
        ["checkout", "-q", "HEAD", "--", "."],
        ["mv", "notebooks", "course/notebooks"],
        ["-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-qm", "moved"],
    ):
        subprocess.run(["git", "-C", str(clone), *command], check=True)
    notebook = course / "notebooks" / NAME
    notebook.write_text("mine, too", "utf-8")
    monkeypatch.setattr(reset, "COURSE", course)
    monkeypatch.setattr(reset, "NOTEBOOKS", notebook.parent)
    assert main(["reset", "--notebook", "4"]) == 0
    assert notebook.read_bytes() == (NOTEBOOKS / NAME).read_bytes()


def test_a_class_puts_a_notebook_back_without_git(home, monkeypatch):
    blank = home / "notebooks" / "blank"
    blank.mkdir(parents=True)
    (blank / NAME).write_text("as handed out", "utf-8")
    monkeypatch.setattr(reset, "NOTEBOOKS", blank.parent)
    monkeypatch.setattr(reset, "BLANK_NOTEBOOKS", blank)
    assert main(["reset", "04", "--notebook"]) == 0
    assert (blank.parent / NAME).read_text("utf-8") == "as handed out"


@pytest.mark.outside
def test_without_a_history_the_notebook_stays_and_the_learner_is_told(home, monkeypatch, capsys):
    notebook = home / "notebooks" / NAME
    notebook.parent.mkdir()
    notebook.write_text("mine", "utf-8")
    monkeypatch.setattr(reset, "NOTEBOOKS", notebook.parent)
    monkeypatch.setattr(reset, "BLANK_NOTEBOOKS", notebook.parent / "blank")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(home.parent))
    assert main(["reset", "--notebook", "04"]) == 2
    assert "download the course again beside it" in capsys.readouterr().err
    assert notebook.read_text("utf-8") == "mine"


@pytest.mark.outside
@pytest.mark.parametrize("number", ["77", "x", "", "*", "²", "004", "-"])
def test_what_is_no_notebook_is_refused_and_nothing_is_touched(number, clone, capsys):
    assert main(["reset", "--notebook", number]) == 2
    assert f"no notebook {number}; there is 04" in capsys.readouterr().err
    assert (clone / "notebooks" / NAME).read_text("utf-8") == "mine, too"


def test_the_help_of_grade_explains_what_is_shut_in_and_what_is_hidden(capsys):
    with pytest.raises(SystemExit):
        main(["grade", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "--isolation {bubblewrap,unshare,limits} how answers are shut in" in text
    assert "a notebook of yours with further checks, which learners never see" in text
