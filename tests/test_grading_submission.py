"""Clumsy submissions get the points that they deserve, and the answers of each are found."""

import csv
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import in_process
import nbformat
import pytest
from submissions import (
    ALL,
    BUT_Q2,
    LINE,
    QUESTIONS,
    RIGHT,
    SOURCE,
    WRONG,
    blank,
    cell,
    checks_deleted,
    copied,
    forget,
    hidden_notebook,
    place,
    solved,
    with_cells,
    write,
)

from course_lib.cli import main
from course_lib.grading import report
from course_lib.grading.notebook import Unreadable, plain_python, read_notebook
from course_lib.grading.source import defined_names
from course_lib.grading.submission import find_exercise, read_submission
from course_lib.grading.version import course_version

Kind = tuple[Callable[[], Any], str, str]

# --- clumsy: (what is handed in, the questions that earn, words of the report) ---


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


def checks_edited(notebook: Any) -> None:
    for one in notebook.cells:
        if one.source.startswith("check("):
            one.source = f"print({LINE!r}, end='')"


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


BODY_OF_Q3 = RIGHT["q3"].partition("\n")[2]

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
        ALL,
        "",
    ),
    "an import elsewhere": (lambda: elsewhere("from operator import sub as step_of"), ALL, ""),
    "a helper that needs another": (
        lambda: elsewhere(
            "from operator import sub as minus\ndef step_of(a, b):\n    return minus(a, b)"
        ),
        ALL,
        "",
    ),
    "a helper below an assert that fails": (
        lambda: elsewhere("from operator import sub as step_of\nassert 1 == 2"),
        ALL,
        "",
    ),
    "an assert that fails, below the answer": (
        lambda: solved(q2=f"{RIGHT['q2']}\nassert window_spans(1, 1, 0) == 'x'"),
        ALL,
        "",
    ),
    "ends with an exit": (lambda: solved(q2=f"{RIGHT['q2']}\nraise SystemExit"), ALL, ""),
    "an earlier answer used again": (
        lambda: solved(
            q3=f"def without_contained(spans):\n    window_spans(9, 4, 1)\n{BODY_OF_Q3}"
        ),
        ALL,
        "",
    ),
    "the course's own chunker": (
        lambda: solved(
            q2="def window_spans(length, size, overlap):\n"
            "    spans = NaiveChunker(size, overlap).spans('x' * length)\n"
            "    return [(start, end) for start, end, _ in spans]"
        ),
        BUT_Q2,
        "NaiveChunker is the course's own",
    ),
    "the course's own chunker, in a helper": (
        lambda: elsewhere("from course_lib.units import to_utf16 as step_of"),
        BUT_Q2,
        "course_lib.units is the course's own",
    ),
    "a helper of its own, deleted": (
        lambda: solved(q2="def step_of(): pass\ndef window_spans(*_):\n    step_of()\ndel step_of"),
        BUT_Q2,
        "raised NameError: name 'step_of' is not defined",
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


def facts(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    """Everything about the files of a folder that a grade could change."""
    return {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode)
        for path in sorted(folder.iterdir())
    }


# --- a class of clumsy learners, graded by one command from another folder, in this process ---


def run(*arguments: str, folder: Path) -> tuple[int, str, str]:
    """The command line, as a teacher runs it: the exit status and what it prints."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        in_process.use(patch)
        patch.chdir(folder)
        status = main(["grade", *arguments])
    return status, out.getvalue(), err.getvalue()


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
        options += ["--isolation", "bubblewrap", "--date", "2026-03-14"]
        self.status, self.out, self.err = run("../handed in", *options, folder=self.home)
        self.after = facts(self.folder)
        self.folder.chmod(0o755)
        with (self.home / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
            self.rows = {row["id"]: row for row in csv.DictReader(file)}
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
    assert words in "; ".join([row["notes"], *(row[f"{question} hint"] for question in asked)])


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_a_line_and_stops_nobody(name, batch):
    row = batch.rows[name]
    assert row["not graded"].startswith(f"{name}.ipynb: {BROKEN[name][1]}")
    assert row["score"] == row["possible"] == row["percent"] == ""  # which is no mark of zero
    assert {row[question] for question in QUESTIONS} == {""}


def test_the_broken_ones_leave_the_others_graded(batch):
    assert len(batch.rows) == len(CLUMSY) + len(BROKEN) >= 30
    assert len(BROKEN) >= 5
    assert f"\n{len(CLUMSY)} of {len(batch.rows)} graded · " in batch.out
    assert batch.status == 1
    assert batch.err == ""


def test_submissions_are_never_changed_and_nothing_is_put_beside_them(batch):
    assert batch.before == batch.after
    written = sorted(path.name for path in batch.home.iterdir())
    assert written == ["grades.csv", "grades.xml", "hidden.ipynb"]


def test_the_csv_has_the_columns_that_teachers_were_promised(batch):
    columns = list(batch.rows["blank"])
    asked = sorted([*QUESTIONS, "01.q2.hidden"])
    assert columns == [
        *("id", "name", "email", "score", "possible", "percent", *asked),
        *(f"{question} hint" for question in asked),
        *("files", "not graded", "notes", "isolation", "seed", "date", "course"),
    ]
    run = {
        (row["isolation"], row["seed"], row["date"], row["course"]) for row in batch.rows.values()
    }
    assert run == {("bubblewrap", "class", "2026-03-14", course_version())}


def test_the_table_shows_points_feedback_isolation_and_seed(batch):
    out = batch.out
    assert "  2/2  01.q1 ok: five windows, the last one inside the one before it\n" in out
    assert "  0/1  01.q2 not yet: `window_spans(26, 10, 4)` is None" in out
    assert "  1/1  01.q2.hidden ok: ten at a time\n" in out
    assert "  6.5/6.5  in all\n" in out
    run = report.Run("bubblewrap", "class", "2026-03-14", course_version())
    assert out.endswith(f"graded · {run}\n")


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
    assert batch.suites["blank"].find("properties/property").get("value") == "bubblewrap"


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
