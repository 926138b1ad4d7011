"""The grade as a whole: every clumsy and hostile submission gets the points that it deserves."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from submissions import (
    ALL,
    BUT_Q2,
    COURSE,
    LINE,
    QUESTIONS,
    RIGHT,
    SOLUTION,
    SOURCE,
    blank,
    cell,
    copied,
    left_running,
    place,
    processes,
    solved,
)

from course_lib.cli import main
from course_lib.commands.grade import parse_points
from course_lib.grading import grade as grade_module
from course_lib.grading import report
from course_lib.grading.build import exercise_of, read_solution
from course_lib.grading.course import Course
from course_lib.grading.grade import Grade, Mark, find_notebooks, grade
from course_lib.grading.notebook import Unreadable, defined_names, plain_python, read_notebook
from course_lib.grading.places import CHECKS, SOLUTIONS
from course_lib.grading.sandbox import best_isolation
from course_lib.grading.submission import find_exercise, read_submission

SHUT = best_isolation() != "limits"
WRONG = "def window_spans(length, size, overlap):\n    return []"
Kind = tuple[Callable[[], Any], str, str]

# --- clumsy: (what is handed in, the questions that earn, words of the report) ---


def with_cells(change: Callable[[Any], None], start: Callable[[], Any] = solved) -> Any:
    notebook = start()
    change(notebook)
    return notebook


def saved(text: str) -> Any:
    """A blank whose check cells were saved with these outputs."""
    notebook = blank()
    for one in notebook.cells:
        if one.source.startswith("check("):
            question = one.source[7:12]
            one.outputs = [
                nbformat.v4.new_output("stream", name="stdout", text=f"{question} {text}\n")
            ]
    return notebook


def forget(notebook: Any, metadata: bool = True, ids: bool = True) -> Any:
    for number, one in enumerate(notebook.cells):
        if metadata:
            one.metadata = nbformat.from_dict({})
        if ids:
            one.id = f"new-{number}"
    return notebook


def checks_edited(notebook: Any) -> None:
    for one in notebook.cells:
        if one.source.startswith("check("):
            one.source = f"print({LINE!r}, end='')"


def checks_deleted(notebook: Any) -> None:
    notebook.cells = [one for one in notebook.cells if not one.source.startswith("check(")]


def checks_doubled(notebook: Any) -> None:
    for one in list(notebook.cells):
        if one.source.startswith("check("):
            notebook.cells.append(deepcopy(one))


def reversed_cells(notebook: Any) -> None:
    notebook.cells = notebook.cells[::-1]


def merged(notebook: Any) -> None:
    """All answers in the cell of question 2, the other cells gone."""
    cell(notebook, "q2").source = "\n\n".join(RIGHT.values())
    kept = [
        one for one in notebook.cells if not one.metadata or one.metadata.course.answer[-2:] == "q2"
    ]
    notebook.cells = kept


def missing(notebook: Any) -> None:
    notebook.cells.remove(cell(notebook, "q2"))


def elsewhere(text: str) -> Any:
    """A helper in a cell of its own before the answer that needs it."""
    answer = """
def window_spans(length, size, overlap):
    step = step_of(size, overlap)
    return [(start, min(start + size, length)) for start in range(0, length, step)]
"""
    notebook = solved(q2=answer)
    notebook.cells.insert(place(notebook, "q2"), nbformat.v4.new_code_cell(text, id="helper"))
    return notebook


def split_cell() -> Any:
    """One answer in two cells, which keep the metadata as JupyterLab's split does."""
    notebook = elsewhere("def step_of(size, overlap):\n    return size - overlap")
    notebook.cells[place(notebook, "q2") - 1].metadata = cell(notebook, "q2").metadata
    return notebook


def at_version(minor: int) -> str:
    notebook = solved()
    for one in notebook.cells:
        one.pop("id", None)
    return json.dumps({**notebook, "nbformat_minor": minor})


def version_3() -> str:
    notebook = nbformat.convert(solved(), 3)
    return nbformat.writes(notebook, version=3)


def unknown_kernel(notebook: Any) -> None:
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": {"name": "julia-9", "display_name": "?", "language": "julia"}}
    )


CLUMSY: dict[str, Kind] = {
    "blank": (blank, "", ""),
    "saved as not yet": (lambda: saved("not yet: no"), "", ""),
    "saved as ok": (
        lambda: saved("ok: five windows, the last one inside the one before it"),
        "",
        "",
    ),
    "all right": (solved, ALL, ""),
    "checks edited": (lambda: with_cells(checks_edited, blank), "", ""),
    "checks deleted": (lambda: with_cells(checks_deleted), ALL, ""),
    "checks doubled": (lambda: with_cells(checks_doubled), ALL, ""),
    "cells reversed": (lambda: with_cells(reversed_cells), ALL, ""),
    "metadata lost": (lambda: forget(solved(), ids=False), ALL, "q1: found by its id"),
    "ids lost": (lambda: forget(solved(), metadata=False), ALL, ""),
    "both lost": (lambda: forget(solved()), ALL, "q1: found by its names"),
    "prints and warns": (
        lambda: solved(q2=f"import warnings\nwarnings.warn('x')\nprint('debug')\n{RIGHT['q2']}"),
        ALL,
        "",
    ),
    "wrong types": (
        lambda: solved(q1="my_spans = 5", q2=f"{WRONG[:-2]}None", q3="without_contained = 1"),
        "q4 q5",
        "`window_spans(26, 10, 4)` is None",
    ),
    "a generator": (
        lambda: solved(q2="def window_spans(*_):\n    yield 0, 10"),
        BUT_Q2,
        "write list(...)",
    ),
    "one raises": (lambda: solved(q1="1 / 0"), "q2 q3 q4 q5", "raised ZeroDivisionError"),
    "no Python": (lambda: solved(q2="def window_spans(length"), BUT_Q2, "raised SyntaxError"),
    "a helper elsewhere": (
        lambda: elsewhere("def step_of(size, overlap):\n    return size - overlap"),
        BUT_Q2,
        "`step_of` is defined in another cell: move it into the answer cell",
    ),
    "an import elsewhere": (
        lambda: elsewhere("from operator import sub as step_of"),
        BUT_Q2,
        "`step_of` is defined in another cell: move it into the answer cell",
    ),
    "split": (split_cell, ALL, "q2: 2 copies"),
    "merged": (lambda: with_cells(merged), ALL, "q3: found by its names"),
    "a cell is missing": (lambda: with_cells(missing), BUT_Q2, "q2: no answer cell"),
    "answered below the stub": (
        lambda: copied(solved(q2="def window_spans(*_):\n    ..."), "q2", RIGHT["q2"]),
        ALL,
        "q2: 2 copies",
    ),
    "a wrong copy below": (
        lambda: copied(solved(), "q2", WRONG, course={"answer": "01.q2"}),
        ALL,
        "q2: 2 copies",
    ),
    "magics": (
        lambda: solved(q2=f"%%time\n!ls\n{RIGHT['q2']}\nwindow_spans?"),
        ALL,
        "q2: lines with %, ! or ? are not graded",
    ),
    "pairs in a set": (
        lambda: solved(
            q3=f"{RIGHT['q3']}\nold = without_contained\n"
            "def without_contained(spans):\n    return old(sorted(set(spans)))"
        ),
        ALL,
        "",
    ),
    "kernel unknown": (lambda: with_cells(unknown_kernel), ALL, ""),
    "format 4.0": (lambda: at_version(0), ALL, ""),
    "format 3": (version_3, ALL, ""),
    "with a BOM": (lambda: "\ufeff" + nbformat.writes(solved()), ALL, ""),
}
BROKEN = {
    "empty": (b"", "the file is empty"),
    "no notebook": (b"Dear teacher,\n", "not a notebook"),
    "a list": (b"[]", "not a notebook"),
    "no cells": (b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "not a notebook"),
    "nested": (b"[" * 100_000, "not a notebook"),
    "UTF-16": ("{}".encode("utf-16"), "not a notebook"),
    "50 MB": (b"{" + b" " * 50_000_000, "50,000,001 bytes, more than 10,000,000"),
    "another course": (nbformat.writes(nbformat.v4.new_notebook()).encode(), "answers none of"),
    "odd cells": (b'{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [7]}', "not a n"),
    "no metadata": (
        nbformat.writes(solved()).replace('"metadata": {}', '"metadata": null').encode(),
        "not a notebook",
    ),
    "cells are a text": (b'{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":"x"}', "not a n"),
}

# --- hostile: all but question 2 is right, and question 2 does this ---

LOOKING_AROUND = """
import os
def window_spans(length, size, overlap):
    seen = []
    for place in PLACES:
        try:
            seen.append(os.listdir(place) if os.path.isdir(place) else open(place).read(1))
        except OSError:
            pass
    if any(seen):
        raise RuntimeError(f"sees {seen}")
    return [(s, min(s + size, length)) for s in range(0, length, size - overlap)]
"""
HOSTILE: dict[str, tuple[str, str, str]] = {
    "check redefined": (
        f"def check(_):\n    print({LINE!r}, end='')\n{WRONG}",
        BUT_Q2,
        "there is no window at all",
    ),
    "input transformer": (
        f"get_ipython().input_transformers_cleanup.append(lambda _: ['pass'])\n{WRONG}",
        BUT_Q2,
        "raised NameError",
    ),
    "an error that looks like a pass": (
        f"def window_spans(*_):\n    raise ValueError('\\n' + {LINE!r})",
        BUT_Q2,
        "raised ValueError",
    ),
    "ends its process": ("import os\nos._exit(0)", BUT_Q2, "ended the Python process"),
    "kills its parent": (
        f"import os\nif os.getppid() > 1:\n    os.kill(os.getppid(), 9)\n{WRONG}",
        BUT_Q2,
        "not yet",
    ),
    "runs for ever": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        BUT_Q2,
        "took longer than",
    ),
    "skips nbval": (f"# NBVAL_SKIP\n{WRONG}", BUT_Q2, "there is no window at all"),
    "leaves a fork": (
        "import os\nif os.fork() == 0:\n    os.execv('/bin/sleep', ['sleep', '76543.21'])\n"
        + RIGHT["q2"],
        ALL,
        "",
    ),
}


def write(folder: Path, name: str, made: Any) -> Path:
    path = folder / f"{name}.ipynb"
    if isinstance(made, bytes):
        path.write_bytes(made)
    else:
        path.write_text(made if isinstance(made, str) else json.dumps(made), "utf-8")
    return path


def facts(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Everything about the files of a folder that a grade could change."""
    return {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode)
        for path in sorted(folder.iterdir())
    }


def hidden_notebook(path: Path, check: str = "01.q2.hidden", remark: str = "ten at a time") -> Path:
    code = f'''from course_lib.grading import check
from course_lib.grading.answers import NotYet
from course_lib.grading.questions import hidden_check


@hidden_check("{check}")
def secret(answers, random):
    if len(answers.call("window_spans", 1_000, 10, 0)) != 100:
        raise NotYet("not one hundred windows")
    return "ten at a time"
'''
    output = nbformat.v4.new_output("stream", name="stdout", text=f"{check} ok: {remark}\n")
    cells = [
        nbformat.v4.new_markdown_cell("For teachers only."),
        nbformat.v4.new_code_cell(code),
        nbformat.v4.new_code_cell(f'check("{check}")', outputs=[output] if remark else []),
    ]
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=cells)), "utf-8")
    return path


def run(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command line, as a teacher runs it."""
    return subprocess.run(
        [sys.executable, "-m", "course_lib", "grade", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(COURSE), "PYTHONUTF8": "1", "PYTEST_ADDOPTS": "-k no"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


# --- a class of clumsy learners, graded by one command from another folder ---


class Batch:
    """What one command made of a folder of submissions."""

    def __init__(self, root: Path) -> None:
        self.folder, self.home = root / "handed in", root / "teacher"
        self.folder.mkdir()
        self.home.mkdir()
        for name, (make, *_) in CLUMSY.items():
            write(self.folder, name, make())
        for name, (data, _) in BROKEN.items():
            write(self.folder, name, data)
        hidden_notebook(self.home / "hidden.ipynb")
        for path in self.folder.iterdir():
            path.chmod(0o444)
        self.folder.chmod(0o555)
        self.before = facts(self.folder)
        options = ["--csv", "grades.csv", "--junit", "grades.xml", "--require-full"]
        options += ["--points", "01.q1=2,01.q5=0.5", "--hidden", "hidden.ipynb", "--seed", "class"]
        self.done = run("../handed in", *options, folder=self.home)
        self.after = facts(self.folder)
        self.folder.chmod(0o755)
        with (self.home / "grades.csv").open(encoding="utf-8", newline="") as file:
            self.rows = {Path(row["submission"]).stem: row for row in csv.DictReader(file)}
        self.suites = {
            Path(suite.get("name", "")).stem: suite
            for suite in ElementTree.parse(self.home / "grades.xml").getroot()
        }


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Batch:
    return Batch(tmp_path_factory.mktemp("class"))


def weight(question: str) -> float:
    return {"01.q1": 2.0, "01.q5": 0.5}.get(question, 1.0)


@pytest.mark.parametrize("name", CLUMSY)
def test_a_clumsy_submission_gets_the_points_it_deserves(name, batch):
    _, earned, words = CLUMSY[name]
    row = batch.rows[name]
    right = {f"01.{q}" for q in earned.split()}
    right |= {"01.q2.hidden"} if "01.q2" in right else set()
    asked = [*QUESTIONS, "01.q2.hidden"]
    assert {q: float(row[q]) for q in asked} == {q: weight(q) * (q in right) for q in asked}
    assert float(row["score"]) == sum(map(weight, right))
    assert row["possible"] == "6.5"
    assert words in row["notes"]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_a_line_and_stops_nobody(name, batch):
    row = batch.rows[name]
    assert row["notes"].startswith(f"not graded: {BROKEN[name][1]}")
    assert row["score"] == row["possible"] == "0"
    assert {row[question] for question in QUESTIONS} == {""}


def test_the_broken_ones_leave_the_others_graded(batch):
    assert len(batch.rows) == len(CLUMSY) + len(BROKEN) >= 30
    assert len(BROKEN) >= 5
    assert f"\n{len(CLUMSY)} of {len(batch.rows)} graded · " in batch.done.stdout
    assert batch.done.returncode == 1
    assert batch.done.stderr == ""


def test_submissions_are_never_changed_and_nothing_is_put_beside_them(batch):
    assert batch.before == batch.after
    written = sorted(path.name for path in batch.home.iterdir())
    assert written == ["grades.csv", "grades.xml", "hidden.ipynb"]


def test_the_csv_has_the_columns_that_teachers_were_promised(batch):
    columns = list(batch.rows["blank"])
    asked = sorted([*QUESTIONS, "01.q2.hidden"])
    assert columns == ["submission", "score", "possible", *asked, "isolation", "notes"]
    assert {row["isolation"] for row in batch.rows.values()} == {best_isolation()}


def test_the_table_shows_points_feedback_isolation_and_seed(batch):
    out = batch.done.stdout
    assert "  2/2  01.q1 ok: five windows, the last one inside the one before it\n" in out
    assert "  0/1  01.q2 not yet: `window_spans(26, 10, 4)` is None" in out
    assert "  1/1  01.q2.hidden ok: ten at a time\n" in out
    assert "  6.5/6.5  in all\n" in out
    assert out.endswith(f"{report.ISOLATION_WORDS[best_isolation()]} · seed class\n")


def test_junit_counts_what_failed(batch):
    for name, row in batch.rows.items():
        suite = batch.suites[name]
        cases = suite.findall("testcase")
        failed = [case for case in cases if case.find("failure") is not None]
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == len(failed)
        assert int(suite.get("errors")) == (name in BROKEN) == len(suite.findall("*/error"))
        if name in CLUMSY:
            assert [case.get("name") for case in cases] == [*QUESTIONS, "01.q2.hidden"]
            missed = {question for question in QUESTIONS if float(row[question]) == 0}
            assert missed == {case.get("name") for case in failed} - {"01.q2.hidden"}
    assert batch.suites["blank"].find("properties/property").get("value") == best_isolation()


# --- hostile submissions ---


class Hostile:
    """What the grade made of hostile submissions, some of them no notebooks at all."""

    def __init__(self, root: Path) -> None:
        self.folder, self.outside = root / "handed in", root / "outside"
        self.folder.mkdir()
        self.outside.mkdir()
        self.hidden = hidden_notebook(self.outside / "hidden.ipynb")
        for name, (text, *_) in HOSTILE.items():
            write(self.folder, name, solved(q2=text))
        looking = f"PLACES = {[str(p) for p in self.places]!r}\n{LOOKING_AROUND}"
        write(self.folder, "looks around", solved(q2=looking))
        target = str(self.outside / "written")
        writing = f"try: open({target!r}, 'w').close()\nexcept OSError: pass\n{RIGHT['q2']}"
        write(self.folder, "writes outside", solved(q2=writing))
        loops = solved(q2="while True: pass")
        for number in range(3):
            more = {"course": {"answer": "01.q2"}}
            loops.cells.append(
                nbformat.v4.new_code_cell("while True: pass", id=f"l{number}", metadata=more)
            )
        write(self.folder, "many loops", loops)
        (self.folder / "link.ipynb").symlink_to(SOLUTION)
        os.mkfifo(self.folder / "pipe.ipynb")
        (self.folder / "folder.ipynb").mkdir()
        (self.folder / "linked").symlink_to(SOLUTION.parent)
        vanishing = write(self.folder, "vanishes", solved())
        paths = [*find_notebooks([self.folder]), self.folder / "never there.ipynb"]
        self.shown: list[tuple[int, int]] = []

        def show(done: int, total: int) -> None:
            vanishing.unlink(missing_ok=True)
            self.shown.append((done, total))

        course = replace(Course.load(hidden=self.hidden), seconds=2.0)
        self.grades = {g.path.stem: g for g in grade(paths, course, show)}

    @property
    def places(self) -> list[Path]:
        places = [SOLUTION, SOLUTION.parents[1], CHECKS / "01" / "q2.py"]
        return [*places, COURSE / ".git", self.hidden, self.folder, self.folder / "vanishes.ipynb"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    return Hostile(tmp_path_factory.mktemp("hostile"))


def earned(one: Grade) -> set[str]:
    return {mark.question[3:] for mark in one.marks if mark.points} - {"q2.hidden"}


def said_of(one: Grade, question: str) -> str:
    return next(mark.feedback for mark in one.marks if mark.question == question)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_submission_gets_the_points_it_deserves(name, hostile):
    if name == "kills its parent" and not SHUT:
        pytest.skip("plain limits let an answer kill the grader's kernel, at its own cost")
    _, questions, words = HOSTILE[name]
    assert earned(hostile.grades[name]) == set(questions.split())
    assert words in said_of(hostile.grades[name], "01.q2")


def test_no_answer_sees_solutions_checks_classmates_or_hidden_checks(hostile):
    if not SHUT:
        pytest.skip("neither bubblewrap nor unshare works here: the disk is open to answers")
    one = hostile.grades["looks around"]
    assert earned(one) == set(ALL.split()), said_of(one, "01.q2")


def test_nothing_is_written_outside(hostile):
    if not SHUT:
        pytest.skip("neither bubblewrap nor unshare works here: the disk is open to answers")
    assert earned(hostile.grades["writes outside"]) == set(ALL.split())
    assert [path.name for path in hostile.outside.iterdir()] == ["hidden.ipynb"]


def test_no_process_is_left(hostile):
    assert earned(hostile.grades["leaves a fork"])
    assert left_running("76543.21") == []
    assert processes(sys.executable)  # it can see processes at all


def test_many_endless_copies_cost_only_their_own_question(hostile):
    one = hostile.grades["many loops"]
    assert earned(one) == set(BUT_Q2.split())
    assert said_of(one, "01.q2") == "01.q2 not yet: the answer took longer than 2 seconds"
    assert "q2: 4 copies" in one.notes


@pytest.mark.parametrize("name", ["link", "pipe", "folder"])
def test_what_is_no_file_of_its_own_is_refused(name, hostile):
    assert hostile.grades[name].error == "not a file of its own but a link, a folder or a device"


def test_a_linked_folder_is_not_followed(hostile):
    assert SOLUTION.stem not in hostile.grades


def test_a_file_that_vanishes_is_graded_by_what_was_read_or_reported(hostile):
    assert earned(hostile.grades["vanishes"]) == set(ALL.split())
    assert hostile.grades["never there"].error == "No such file or directory"


def test_the_progress_is_counted_in_files(hostile):
    graded = sum(not one.error for one in hostile.grades.values())
    assert hostile.shown[0] == (1, graded)
    assert hostile.shown[-1] == (graded, graded)


# --- a run that breaks ---


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
                note({"folder": folder.name, "question": question, "passed": True})

    monkeypatch.setattr(grade_module, "_run_nbval", run_nbval)
    assert [one.score for one in grade(paths, course)] == [5, 5, 5, 5]
    assert sorted(tried) == [1, 1, 2, 2]


def test_only_a_real_pass_earns(tmp_path, course, monkeypatch):
    def run_nbval(folders, note):
        for folder in folders:
            (folder / "lines.jsonl").write_bytes(b'{\n7\n{"question": 1}\n\xff\n')
            for question in QUESTIONS:
                note({"folder": folder.name, "question": question, "passed": question == "01.q3"})

    monkeypatch.setattr(grade_module, "_run_nbval", run_nbval)
    (one,) = grade([write(tmp_path, "a", solved())], course)
    assert earned(one) == {"q3"}
    assert said_of(one, "01.q1") == "01.q1 not yet: the check did not finish"


def test_a_fault_of_ours_over_one_file_is_a_line_for_that_file(tmp_path, course, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(grade_module, "read_submission", fail)
    (one,) = grade([write(tmp_path, "a", solved())], course)
    assert one.error == "it cannot be taken apart (oops)"


PYTEST_PLUGIN = """
import pytest

class Cell:
    metadata = {"course": {"check": "01.q1"}}

@pytest.fixture(autouse=True)
def as_a_check(request):
    request.node.cell = Cell()

def test_passes(): pass
@pytest.mark.xfail
def test_xpasses(): pass
@pytest.mark.xfail
def test_xfails(): raise ValueError
def test_fails(): raise ValueError
@pytest.mark.skip
def test_skips(): pass
def test_skips_late(): pytest.skip("late")
"""


def test_neither_xfail_nor_xpass_nor_skip_is_a_pass(tmp_path):
    (tmp_path / "test_it.py").write_text(PYTEST_PLUGIN, "utf-8")
    ours, theirs = os.pipe()
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "course_lib.grading.plugin", "-c", os.devnull],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(COURSE),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_ADDOPTS": "",
            "COURSE_LIB_OUTCOMES": str(theirs),
        },
        stdout=subprocess.DEVNULL,
        pass_fds=[theirs],
        check=False,
    )
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as outcomes:
        passed = [json.loads(line)["passed"] for line in outcomes]
    assert passed == [True, False, False, False, False]  # and one was never called


# --- what a grade is held against ---


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


def test_others_are_graded_beside_an_unfinished_exercise(tmp_path, command, monkeypatch):
    solutions, handed_in = tmp_path / "solutions", tmp_path / "handed-in"
    solutions.mkdir()
    handed_in.mkdir()
    write(solutions, "01_made_up", UNFINISHED["01.q1 has no stored line"])
    write(solutions, "02_where_to_cut", OTHER.notebook)
    write(handed_in, "a", solved())
    write(handed_in, "b", OTHER.notebook)
    load = Course.load
    monkeypatch.setattr(Course, "load", lambda **more: load(solutions, **more))
    status, said, _ = command("grade", handed_in, "--isolation", "limits")
    assert status == 1
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
        Course.load(hidden=path, isolation="limits")


def test_a_hidden_notebook_without_checks_is_refused(tmp_path):
    path = write(tmp_path, "hidden", nbformat.v4.new_notebook())
    with pytest.raises(Unreadable, match="holds no check"):
        Course.load(hidden=path, isolation="limits")


def test_the_pristine_notebook_holds_no_answer(course):
    text = nbformat.writes(course.pristine(SOURCE))
    for one in SOURCE.answers.values():
        assert one.source not in text
    assert "smallest_overlap" not in text


def test_a_grade_without_a_seed_is_not_repeated():
    assert Course.load(isolation="limits").seed != Course.load(isolation="limits").seed
    assert Course.load(isolation="limits", seed="x").seed == "x"


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


def graded(path="a.ipynb", points=1.0, possible=1.0, **more):
    mark = Mark("01.q1", points, possible, "01.q1 ok: fine")
    return Grade(Path(path), "01", (mark,), **more)


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
    path = write(tmp_path, "a", blank())
    marks(graded(), one)
    assert command("grade", path, "--isolation", "limits", *options)[0] == status


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


def test_notebooks_are_found_in_order_and_checkpoints_left_out(tmp_path):
    for name in ("b/x.ipynb", "a.ipynb", "b/.ipynb_checkpoints/x-checkpoint.ipynb", "notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    lost = tmp_path / "lost.ipynb"
    assert find_notebooks([tmp_path, lost]) == [tmp_path / "a.ipynb", tmp_path / "b/x.ipynb", lost]


ODD_NAMES = [
    "=cmd()",
    "+1",
    "-1",
    "@x",
    " =1",
    "\t=1",
    "a\x1b[2J",
    "a\n  5/5  in all",
    "\udcff",
    'a,b";',
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_file_name_can_neither_run_nor_forge_nor_break_anything(name):
    one = graded(f"{name}.ipynb", notes=("=1+1",))
    table = report.as_table([one], "limits", "s")
    assert table.splitlines()[1].startswith("  1/1  01.q1 ok")
    text = report.as_csv([one], "limits")
    (row,) = csv.DictReader(text.splitlines(keepends=True))
    assert not row["submission"].lstrip().startswith(("=", "+", "-", "@"))
    assert row["notes"] == "'=1+1"
    assert all(value.isprintable() for value in row.values())
    suite = ElementTree.fromstring(report.as_junit([one], "limits"))[0]
    assert suite.get("name").endswith(".ipynb")
    for made in (table, text, report.as_junit([one], "limits")):
        made.encode()


def test_feedback_with_markup_stays_text_in_junit():
    mark = Mark("01.q1", 0.0, 1.0, "<b>&\x00\ud800]]>\"'")
    text = report.as_junit([Grade(Path("a.ipynb"), "01", (mark,))], "limits")
    (failure,) = ElementTree.fromstring(text).iter("failure")
    assert failure.get("message") == "<b>&��]]>\"'"


# --- finding answers ---


def test_names_that_a_cell_defines():
    assert defined_names(
        "a = b = 1\nc, (d, e) = x\nf: int = 2\nclass G: pass\nasync def h(): i = 1"
    ) == set("abcdefGh")
    assert defined_names("def broken(") == defined_names("\0") == defined_names("(" * 500) == set()


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("x = 5 % 3", "x = 5 % 3"),
        ('s = """\n%d\n!\n"""', 's = """\n%d\n!\n"""'),
        ("if x:\n    !ls\n    y = 1", "if x:\n    # not graded: !ls\n    y = 1"),
        ("%matplotlib inline\nx = 1", "# not graded: %matplotlib inline\nx = 1"),
        ("?print\nx = 1", "# not graded: ?print\nx = 1"),
    ],
)
def test_only_lines_that_are_no_python_are_left_out(source, plain):
    assert plain_python(source) == plain


def test_the_exercise_is_told_by_its_cells(tmp_path):
    assert find_exercise(read_notebook(write(tmp_path, "a", forget(solved()))), [SOURCE]) is SOURCE
    with pytest.raises(Unreadable, match="answers none of the exercises 01"):
        find_exercise(nbformat.v4.new_notebook(), [SOURCE])


def test_a_submission_keeps_its_copies_in_order(tmp_path):
    notebook = copied(solved(), "q2", WRONG, course={"answer": "01.q2"})
    found = read_submission(tmp_path, notebook, SOURCE)
    assert found.answers["01.q2"] == [RIGHT["q2"], WRONG]
    assert found.notes == ("q2: 2 copies",)


ODD_METADATA = [None, [], "course", {"course": None}, {"course": []}, {"course": {"answer": [1]}}]


@pytest.mark.parametrize("metadata", ODD_METADATA)
def test_odd_metadata_is_no_crash(metadata, tmp_path):
    notebook = json.loads(nbformat.writes(solved()))
    for one in notebook["cells"]:
        one["metadata"] = metadata
    path = write(tmp_path, "a", json.dumps(notebook))
    try:
        read = read_notebook(path)
    except Unreadable as error:
        assert str(error).startswith("not a notebook")  # noqa: PT017
    else:
        assert set(read_submission(path, read, SOURCE).answers) == set(QUESTIONS)
