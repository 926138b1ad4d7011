"""A question that cannot be asked here is skipped by name, and its points do not count."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import in_process
import nbformat
import pytest
from submissions import SOURCE
from verdicts import QUESTIONS, module_of

from course_lib.grading import check
from course_lib.grading.answers import NotebookAnswers, Skipped
from course_lib.grading.class_report import frequent_hints, passed_shares
from course_lib.grading.course import Course
from course_lib.grading.feedback import as_markdown
from course_lib.grading.grade import Grade, Mark, grade
from course_lib.grading.report import Run, as_csv, as_junit, as_table, rows_of

RUN = Run("limits", "autumn", "2026-12-01", "course_lib 0.1.0")
SKIPPED = Mark("10.q3", 0.0, 0.0, "10.q3 skipped: it needs PostgreSQL")
GRADE = Grade(
    Path("ann.ipynb"),
    "10",
    (
        Mark("10.q1", 1.0, 1.0, "10.q1 ok: all"),
        Mark("10.q2", 0.0, 1.0, "10.q2 not yet: no"),
        SKIPPED,
    ),
)


@pytest.fixture
def without_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_of("10.q3"), "find_spec", lambda name: None)


@pytest.mark.usefixtures("without_postgres")
def test_the_check_says_so_before_it_asks_for_the_answer() -> None:
    with pytest.raises(Skipped, match="the extra `postgres`, which is not installed here"):
        module_of("10.q3").check(NotebookAnswers({}), Random(1))


@pytest.mark.usefixtures("without_postgres")
def test_a_line_says_so_and_no_progress_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    check("10.q3")
    line = capsys.readouterr().out
    assert line.startswith("10.q3 skipped: it needs PostgreSQL")
    assert line.count("\n") == 1


@pytest.mark.usefixtures("without_postgres")
def test_a_grade_counts_neither_point_nor_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_process.use(monkeypatch)
    nbformat.write(QUESTIONS["10.q1"].notebook, tmp_path / "solved.ipynb")
    (solved,) = grade([tmp_path / "solved.ipynb"], Course.load(isolation="limits"))
    assert [(mark.points, mark.possible) for mark in solved.marks] == [(1, 1), (1, 1), (0, 0)]
    assert (solved.score, solved.possible) == (2, 2)
    assert solved.marks[2].is_skipped


def test_an_answer_cannot_skip_its_own_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_process.use(monkeypatch)
    notebook = nbformat.reads(nbformat.writes(SOURCE.notebook), 4)
    for cell in notebook.cells:
        if cell.metadata.get("course", {}).get("answer") == "01.q1" or cell.source.startswith(
            "def"
        ):
            cell.source = (
                "from course_lib.grading.answers import Skipped\n"
                'print("01.q1 skipped: it needs nothing")\n'
                'raise Skipped("it needs nothing")\n' + cell.source
            )
    nbformat.write(notebook, tmp_path / "sly.ipynb")
    (sly,) = grade([tmp_path / "sly.ipynb"], Course.load(isolation="limits"))
    assert sly.possible == len(sly.marks)
    assert not any(mark.is_skipped for mark in sly.marks)


@pytest.mark.parametrize(
    "feedback", ["10.q3 ok: skipped: it", "10.q3 not yet: 10.q3 skipped: it", "skipped: it", ""]
)
def test_only_the_lines_own_beginning_skips(feedback: str) -> None:
    assert not Mark("10.q3", 0.0, 1.0, feedback).is_skipped


def test_every_report_tells_it_apart_from_passed_and_failed() -> None:
    rows = rows_of([GRADE])
    assert "  0/0  10.q3 skipped: it needs PostgreSQL" in as_table([GRADE], RUN)
    assert "  1/2  in all" in as_table([GRADE], RUN)
    head, line = csv.reader(io.StringIO(as_csv(rows, RUN).lstrip("\ufeff")))
    told = dict(zip(head, line, strict=True))
    assert (told["possible"], told["percent"]) == ("2", "50.0")
    assert told["10.q3 hint"] == SKIPPED.feedback
    assert "0 of 0: skipped: it needs PostgreSQL" in as_markdown(GRADE, RUN)
    assert passed_shares(rows) == {"10.q1": (1, 1), "10.q2": (0, 1)}
    assert frequent_hints(rows) == {"10.q2": [("no", 1)]}
    suite = ElementTree.fromstring(as_junit([GRADE], RUN).encode())[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    case = suite.findall("testcase")[2]
    assert [child.tag for child in case] == ["skipped"]
