"""The checks stand beside the exercises: one file a question, and its place is its name."""

import ast
import doctest
import pickle
import traceback

import pytest
from verdicts import SOLUTIONS_READ, module_of

from course_lib.grading import check, questions
from course_lib.grading.answers import NotebookAnswers, NotYet
from course_lib.grading.questions import SHARED, NoChecks, find_check, question_names
from course_lib.places import CHECKS, NOTEBOOKS

FILES = sorted(CHECKS.glob("*/*.py"))
PLACES = [f"{path.parent.name}.{path.stem}" for path in FILES]
EXERCISES = sorted({path.parent.name for path in FILES})
QUESTIONS = [f"{exercise}.{name}" for exercise in EXERCISES for name in question_names(exercise)]


def test_every_file_is_a_question_or_shared_by_questions():
    shared = [place for place in PLACES if place.partition(".")[2] in SHARED]
    assert sorted([*QUESTIONS, *shared]) == sorted(PLACES)
    assert set(EXERCISES) == {path.name[:2] for path in NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")}


@pytest.mark.parametrize("solution", SOLUTIONS_READ, ids=lambda solution: solution.exercise)
def test_the_questions_come_in_the_order_of_the_exercise(solution):
    names = [f"{solution.exercise}.{name}" for name in question_names(solution.exercise)]
    assert names[-len(solution.checks) :] == list(solution.checks)
    assert len(names) == len(solution.checks) + 1  # the notebook's own comes first


def test_ten_questions_are_counted_not_spelt(tmp_path, monkeypatch):
    (tmp_path / "01").mkdir()
    for name in ("q10", "q2", "q1", "common", "probe", "size"):
        (tmp_path / "01" / f"{name}.py").touch()
    monkeypatch.setattr(questions, "CHECKS", tmp_path)
    assert question_names("01") == ["size", "q1", "q2", "q10"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_check_of_a_question_is_found_at_its_place(question):
    found = find_check(question)
    assert found.__name__ == "check"
    assert found.__code__.co_filename == str(CHECKS / f"{question.replace('.', '/')}.py")
    assert found is find_check(question)
    assert pickle.loads(pickle.dumps(found)) is found


@pytest.mark.parametrize("path", FILES, ids=PLACES)
def test_a_check_says_first_what_is_asked(path):
    said = ast.get_docstring(ast.parse(path.read_bytes())).splitlines()[0]
    assert said[-1] in ".?"


@pytest.mark.parametrize("place", PLACES)
def test_what_a_docstring_shows_is_what_happens(place):
    assert doctest.testmod(module_of(place)).failed == 0


def test_a_probe_that_is_sent_imports_the_standard_library_alone():
    text = (CHECKS / "04" / "probe.py").read_text("utf-8")
    exec(compile(text, "04.probe", "exec"), {})
    assert "course_lib" not in text


@pytest.mark.parametrize("name", SHARED)
def test_what_is_shared_is_no_question(name):
    with pytest.raises(NotYet, match="exercise 06 has stale, q1, q2"):
        find_check(f"06.{name}")


def test_a_traceback_names_the_file_of_the_check():
    with pytest.raises(NotYet) as raised:
        find_check("06.q1")(NotebookAnswers({}), None)
    files = [frame.filename for frame in traceback.extract_tb(raised.value.__traceback__)]
    assert str(CHECKS / "06" / "q1.py") in files


def test_a_package_without_its_course_says_where_the_checks_should_be(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(questions, "CHECKS", tmp_path / "nowhere")
    with pytest.raises(NoChecks, match=r"nowhere is missing: .* install course_lib from there"):
        find_check("06.q4")
    check("06.q4")
    said = capsys.readouterr().out
    assert said.startswith(f"06.q4 not yet: {tmp_path / 'nowhere'} is missing: ")
    assert said.endswith("with pip install --editable\n")
