"""What a grade is held against: an unfinished solution stops its own exercise alone."""

from copy import deepcopy
from typing import Any

import in_process
import nbformat
import pytest
from submissions import (
    SOURCE,
    checks_deleted,
    forget,
    hidden_notebook,
    solved,
    with_cells,
    write,
)

from course_lib.cli import main
from course_lib.grading.build import exercise_of, read_solution
from course_lib.grading.course import Course
from course_lib.grading.notebook import Unreadable
from course_lib.places import SOLUTIONS


def test_a_reference_without_stored_lines_is_refused(tmp_path):
    notebook = deepcopy(SOURCE.notebook)
    for one in notebook.cells:
        if one.source == 'check("01.q3")':
            one.outputs = []
    write(tmp_path, "01_made_up", notebook)
    with pytest.raises(Unreadable, match=r"check of 01\.q3 has no stored line that says ok"):
        Course.load(solutions=tmp_path, isolation="limits")


@pytest.mark.parametrize("text", ["01.q3 not yet: no\n", "01.q1 ok: another\n", "\n01.q3 ok: x\n"])
def test_a_reference_that_stores_another_line_is_refused(text, tmp_path):
    notebook = deepcopy(SOURCE.notebook)
    for one in notebook.cells:
        if one.source == 'check("01.q3")':
            one.outputs[0].text = text
    write(tmp_path, "01_made_up", notebook)
    with pytest.raises(Unreadable, match=r"01\.q3"):
        Course.load(solutions=tmp_path, isolation="limits")


def without_outputs(notebook: Any) -> None:
    for one in notebook.cells:
        if one.cell_type == "code":
            one.outputs = []


def without_last_check(notebook: Any) -> None:
    last = [one for one in notebook.cells if one.source.startswith("check(")][-1]
    notebook.cells.remove(last)


UNFINISHED = {
    "01.q1 has no stored line": with_cells(without_outputs, lambda: deepcopy(SOURCE.notebook)),
    "an answer that no check follows": with_cells(
        without_last_check, lambda: deepcopy(SOURCE.notebook)
    ),
    "holds no check": nbformat.v4.new_notebook(),
    "Expecting value": "half a",
    "No such file": None,
}
OTHER = read_solution(SOLUTIONS / "02_where_to_cut.ipynb")


@pytest.fixture(params=UNFINISHED)
def beside_an_unfinished_one(request, tmp_path):
    """References of which one is not finished, and what is wrong with it."""
    write(tmp_path, "02_where_to_cut", OTHER.notebook)
    if UNFINISHED[request.param] is None:
        (tmp_path / "01_made_up.ipynb").symlink_to(tmp_path / "gone")
    else:
        write(tmp_path, "01_made_up", UNFINISHED[request.param])
    return Course.load(solutions=tmp_path, isolation="limits", seed="s"), request.param


def test_an_unfinished_reference_stops_its_own_exercise_alone(beside_an_unfinished_one):
    course, what = beside_an_unfinished_one
    assert list(course.unfit) == ["01"]
    assert what in course.unfit["01"]
    with pytest.raises(Unreadable, match=r"^exercise 01 cannot be graded: ") as refused:
        course.solution_of(solved())
    assert what in str(refused.value)
    assert course.solution_of(exercise_of(OTHER)).exercise == "02"


def test_a_reference_without_lines_is_not_passed_over_for_one_that_is_like_it(tmp_path):
    write(tmp_path, "01_made_up", UNFINISHED["01.q1 has no stored line"])
    write(tmp_path, "02_where_to_cut", OTHER.notebook)
    notebook = forget(with_cells(checks_deleted))
    with pytest.raises(Unreadable, match="exercise 01 cannot be graded"):
        Course.load(solutions=tmp_path, isolation="limits").solution_of(notebook)


def test_weights_of_an_unfinished_exercise_stop_nobody(tmp_path):
    write(tmp_path, "01_made_up", UNFINISHED["Expecting value"])
    write(tmp_path, "02_where_to_cut", OTHER.notebook)
    course = Course.load(solutions=tmp_path, isolation="limits", weights={"01.q1": 2, "02.q1": 3})
    assert course.weights["02.q1"] == 3
    with pytest.raises(Unreadable, match=r"no question 03\.q1 to weigh"):
        Course.load(solutions=tmp_path, isolation="limits", weights={"03.q1": 2})


def test_others_are_graded_beside_an_unfinished_exercise(tmp_path, capsys, monkeypatch):
    solutions, handed_in = tmp_path / "solutions", tmp_path / "handed-in"
    solutions.mkdir()
    handed_in.mkdir()
    write(solutions, "01_made_up", UNFINISHED["01.q1 has no stored line"])
    write(solutions, "02_where_to_cut", OTHER.notebook)
    write(handed_in, "a", solved())
    write(handed_in, "b", OTHER.notebook)
    load = Course.load
    monkeypatch.setattr(Course, "load", lambda **more: load(solutions, **more))
    in_process.use(monkeypatch)
    assert main(["grade", str(handed_in), "--isolation", "limits"]) == 1
    said = capsys.readouterr().out
    assert "  not graded: exercise 01 cannot be graded: the reference's check of 01.q1" in said
    assert "  3/3  in all" in said
    assert "1 of 2 graded" in said
    assert said.splitlines()[-1].startswith("exercise 01 cannot be graded: ")


def test_no_solutions_are_refused(tmp_path):
    with pytest.raises(Unreadable, match="no solutions in"):
        Course.load(solutions=tmp_path)


@pytest.mark.parametrize(
    ("check", "remark", "why"),
    [
        ("01.q2.hidden", "", "no stored line that says ok"),
        ("01.zz.hidden", "x", r"holds a check of 01\.zz\.hidden"),
        ("77.q1.hidden", "x", r"holds a check of 77\.q1\.hidden"),
        ("01.q1", "x", r"holds a check of 01\.q1"),
    ],
)
def test_a_hidden_check_that_would_count_for_nothing_is_refused(check, remark, why, tmp_path):
    path = hidden_notebook(tmp_path / "hidden.ipynb", check, remark)
    with pytest.raises(Unreadable, match=why):
        Course.load(hidden=path, isolation="bubblewrap")


def test_a_hidden_notebook_without_checks_is_refused(tmp_path):
    path = write(tmp_path, "hidden", nbformat.v4.new_notebook())
    with pytest.raises(Unreadable, match="holds no check"):
        Course.load(hidden=path, isolation="bubblewrap")


def test_the_pristine_notebook_holds_no_answer():
    text = nbformat.writes(Course(solutions=(SOURCE,)).pristine(SOURCE, "0" * 64))
    for one in SOURCE.answers.values():
        assert one.source not in text
    assert "smallest_overlap" not in text


def test_a_grade_without_a_seed_is_not_repeated():
    assert Course.load(isolation="limits").seed != Course.load(isolation="limits").seed
    assert Course.load(isolation="limits", seed="x").seed == "x"
