"""What a class gets: the course without solutions, in which check, reset and progress work."""

import os
import subprocess
import sys

import nbformat
import pytest

from course_lib.cli import main
from course_lib.grading.build import exercise_of, read_solution
from course_lib.places import COURSE, EXERCISES, SOLUTIONS

NAMES = sorted(path.name for path in SOLUTIONS.glob("*.ipynb"))


@pytest.fixture(scope="module")
def handed_out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class") / "course"
    assert main(["handout", str(folder)]) == 0
    return folder


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_no_solution_and_no_answer_is_in_it(handed_out):
    for name in files(handed_out):
        assert not name.startswith(
            (*(f"exercises/{kind}" for kind in ("solutions", "right_", "wrong_")), "tests", ".git")
        )
        assert "__pycache__" not in name
    for path in handed_out.glob("exercises/**/*.ipynb"):
        assert "BEGIN SOLUTION" not in path.read_text("utf-8")


def test_what_a_learner_needs_is_in_it(handed_out):
    names = files(handed_out)
    for needed in ("README.md", "Makefile", "pyproject.toml", "constraints.txt", "LICENSE"):
        assert needed in names
    for path in COURSE.glob("notebooks/[0-9]*.ipynb"):
        assert f"notebooks/{path.name}" in names
    assert {f"samples/{path.name}" for path in COURSE.glob("samples/*.md")} <= names


def test_every_exercise_is_as_nobody_has_touched_it(handed_out):
    for name in NAMES:
        fresh = nbformat.writes(exercise_of(read_solution(SOLUTIONS / name))) + "\n"
        assert (handed_out / "exercises" / name).read_text("utf-8") == fresh
        assert (handed_out / "exercises/blank" / name).read_text("utf-8") == fresh


@pytest.mark.parametrize("place", ["inside", "full", "file"])
def test_a_place_that_will_not_do_is_refused_and_left_alone(place, tmp_path, capsys):
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine").touch()
    target = {"inside": EXERCISES / "class", "full": full, "file": full / "mine"}[place]
    assert main(["handout", str(target)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (EXERCISES / "class").exists()
    assert [path.name for path in full.iterdir()] == ["mine"]


# --- a learner there, and a teacher here ---


def run_there(folder, code):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("COURSE_LIB_NO_PROGRESS", None)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.outside
def test_check_progress_and_reset_work_there(handed_out):
    code = """
import course_lib
from course_lib.cli import main
from course_lib.grading import check
from course_lib.grading.analyses import analysis_of
my_spans = [(0, 10), (6, 16), (12, 22), (18, 26), (24, 26)]
check("01.q1")
print(course_lib.progress())
print(analysis_of("01.q1").rule)
print(main(["reset", "1"]), main(["grade", "exercises"]))
"""
    out = run_there(handed_out, code)
    assert "01.q1 ok: five windows" in out
    assert "✔ exercise 01, 01.q1" in out
    assert "write down the half-open interval" in out
    assert out.endswith("0 2\n")  # no solutions to grade with


@pytest.mark.outside
def test_handed_out_solved_handed_in_graded_and_handed_back(handed_out, tmp_path, monkeypatch):
    for student, take in (("anna", True), ("ben", False)):
        notebook = nbformat.read(handed_out / "exercises" / NAMES[0], 4)
        answers = read_solution(SOLUTIONS / NAMES[0]).answers
        for cell in notebook.cells:
            question = cell.metadata.get("course", {}).get("answer")
            if question and (take or question == "01.q1"):
                cell.source = answers[question].source
        (tmp_path / "in" / student).mkdir(parents=True)
        nbformat.write(notebook, tmp_path / "in" / student / NAMES[0])
    (tmp_path / "class.csv").write_text("id,name,email\n1,Anna,a@x\n2,Ben,b@x\n3,Cy,c@x\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    options = ["--roster", "class.csv", "--seed", "s", "--date", "2026-03-14"]
    outputs = ["--csv", "1.csv", "--report", "class.html", "--feedback", "back"]
    assert main(["grade", "in", *options, *outputs]) == 0
    assert main(["grade", "in", *options, "--csv", "2.csv"]) == 0
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()
    lines = (tmp_path / "1.csv").read_text("utf-8-sig").splitlines()
    assert [line.split(",")[3] for line in lines[1:]] == ["5", "1", ""]
    assert sorted(path.name for path in (tmp_path / "back").iterdir()) == [
        *("anna-01.html", "anna-01.md", "ben-01.html", "ben-01.md")
    ]
    assert "2 of 3 students" in (tmp_path / "class.html").read_text("utf-8")
