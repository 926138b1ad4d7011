"""The grade as a whole: a run that breaks, and the command line."""

import json
from dataclasses import replace
from pathlib import Path

import in_process
import pytest
from submissions import (
    QUESTIONS,
    SOURCE,
    blank,
    earned,
    feedback_of,
    graded,
    solved,
    write,
)

from course_lib.cli import main
from course_lib.commands.grade import parse_points
from course_lib.grading import bounded
from course_lib.grading import grade as grade_module
from course_lib.grading.course import Course
from course_lib.grading.grade import Grade, grade

# --- a run that breaks ---


@pytest.fixture(autouse=True)
def taken_apart_here(monkeypatch):
    monkeypatch.setattr(grade_module, "Apart", in_process.Apart)


@pytest.fixture
def course() -> Course:
    return Course(solutions=(SOURCE,), isolation="limits", seed="s")


def test_checks_that_nbval_never_ran_are_no_grade(tmp_path, course, monkeypatch):
    tried = []
    monkeypatch.setattr(
        grade_module, "_run_nbval", lambda folders, _note: tried.append(len(folders))
    )
    (one,) = grade([write(tmp_path, "a", solved())], course)
    assert one.error == "nbval did not finish its checks"
    assert one.score == one.possible == 0
    assert tried == [1, 1]


def test_who_was_pulled_down_by_another_is_graded_alone(tmp_path, course, monkeypatch):
    paths = [write(tmp_path, name, solved()) for name in "abcd"]
    tried = []

    def run_nbval(folders, note):
        tried.append(len(folders))
        for folder in folders if len(folders) == 1 else folders[:1]:
            for question in QUESTIONS:
                outcome = {"folder": folder.name, "question": question}
                note({**outcome, "passed": True, "line": ""})

    monkeypatch.setattr(grade_module, "_run_nbval", run_nbval)
    shut = replace(course, isolation="unshare")
    assert [one.score for one in grade(paths, shut)] == [5, 5, 5, 5]
    assert sorted(tried) == [1, 1, 2, 2]
    tried.clear()
    assert [one.score for one in grade(paths, course)] == [5, 5, 5, 5]
    assert sorted(tried) == [1, 1, 1, 4]  # one run, where answers could reach those of another


def test_only_a_real_pass_earns(tmp_path, course, monkeypatch):
    def run_nbval(folders, note):
        for folder in folders:
            for question in QUESTIONS:
                outcome = {"folder": folder.name, "question": question}
                note({**outcome, "passed": question == "01.q3", "line": ""})

    monkeypatch.setattr(grade_module, "_run_nbval", run_nbval)
    (one,) = grade([write(tmp_path, "a", solved())], course)
    assert earned(one) == {"q3"}
    assert feedback_of(one, "01.q1") == "01.q1 not yet: the check did not finish"


def test_a_fault_of_ours_over_one_file_is_a_line_for_that_file(tmp_path, course, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(bounded, "read_submission", fail)
    (one,) = grade([write(tmp_path, "a", solved())], course)
    assert one.error == "it cannot be taken apart (oops)"


def test_the_checks_are_told_what_no_answer_may_see(tmp_path, course, monkeypatch):
    told = {}

    def run_nbval(folders, _note):
        told.update(json.loads((folders[0] / "submission.json").read_text("utf-8")))
        told["run"] = folders[0].parent

    monkeypatch.setattr(grade_module, "_run_nbval", run_nbval)
    (tmp_path / "class").mkdir()
    path, hidden = write(tmp_path / "class", "a", solved()), tmp_path / "hidden.ipynb"
    grade([path], replace(course, covered=(hidden,)))
    assert {Path(place) for place in told["covered"]} == {path, path.parent, hidden, told["run"]}


# --- the command line ---


@pytest.fixture
def command(capsys):
    def call(*arguments):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as left:
            status = left.code
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def marks(monkeypatch):
    """Put grades in place of what nbval would find."""

    def put(*grades):
        monkeypatch.setattr(grade_module, "grade", lambda *_: list(grades))

    return put


@pytest.mark.parametrize(
    ("one", "options", "status"),
    [
        (graded(), [], 0),
        (graded(), ["--require-full"], 0),
        (graded(points=0.0), [], 0),
        (graded(points=0.0), ["--require-full"], 1),
        (Grade(Path("a.ipynb"), error="the file is empty"), [], 1),
    ],
)
def test_the_exit_status(one, options, status, tmp_path, command, marks):
    paths = [write(tmp_path, name, blank()) for name in "ab"]
    marks(graded(), one)
    assert command("grade", *paths, "--isolation", "limits", *options)[0] == status


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["{folder}"], "no notebook in"),
        (["{file}", "--points", "01.q9=2"], "no question 01.q9 to weigh; there is 01.q1, 01.q2"),
        (["{file}", "--points", "01.q1"], "not of the form 01.q1=2"),
        (["{file}", "--points", "01.q1=-1"], "points are a number from 0 up"),
        (["{file}", "--points", "01.q1=nan"], "points are a number from 0 up"),
        (["{file}", "--points", "01.q1=inf"], "points are a number from 0 up"),
        (["{file}", "--hidden", "{folder}/no.ipynb"], "No such file"),
        (["{file}", "--isolation", "magic"], "invalid choice"),
        (["{file}", "--colour"], "unrecognized arguments"),
        ([], "required: PATH"),
    ],
)
def test_usage_is_one_line_and_exit_status_2(options, words, tmp_path, command):
    (tmp_path / "empty").mkdir()
    file = write(tmp_path, "a", blank())
    words_given = [o.format(folder=tmp_path / "empty", file=file) for o in options]
    status, out, err = command("grade", *words_given)
    assert (status, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_points():
    assert parse_points("") == {}
    assert parse_points("01.q1=2, 01.q2=0.5,") == {"01.q1": 2, "01.q2": 0.5}
