"""A grade as table, CSV and JUnit XML, whatever the files are called."""

import csv
from pathlib import Path
from xml.etree import ElementTree

import pytest
from submissions import (
    graded,
)

from course_lib.grading import report
from course_lib.grading.grade import Grade, Mark
from course_lib.grading.roster import Student

RUN = report.Run("bubblewrap", "s", "2026-03-14", "course 0.1.0")
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
    table = report.as_table([one], RUN)
    assert table.splitlines()[1].startswith("  1/1  01.q1 ok")
    text = report.as_csv(report.rows_of([one]), RUN)
    (row,) = csv.DictReader(text.removeprefix("\ufeff").splitlines(keepends=True))
    for column in ("id", "files"):
        assert not row[column].lstrip().startswith(("=", "+", "-", "@"))
    assert row["notes"] == "'=1+1"
    assert all(value.isprintable() for value in row.values())
    suite = ElementTree.fromstring(report.as_junit([one], RUN))[0]
    assert suite.get("name").endswith(".ipynb")
    for made in (table, text, report.as_junit([one], RUN)):
        made.encode()


def test_feedback_with_markup_stays_text_in_junit():
    mark = Mark("01.q1", 0.0, 1.0, "<b>&\x00\ud800]]>\"'")
    text = report.as_junit([Grade(Path("a.ipynb"), "01", (mark,))], RUN)
    (failure,) = ElementTree.fromstring(text).iter("failure")
    assert failure.get("message") == "<b>&��]]>\"'"


# --- a class ---

ROSTER = [Student("1", "Anna Berg", "a@x"), Student("2", "Jan Müller", "j@x"), Student("3")]


def mark(question, points, hint="count both ends"):
    said = f"{question} ok: fine" if points else f"{question} not yet: {hint}"
    return Mark(question, float(points), 1.0, said)


def file_of(student, *marks, name="01.ipynb", **more):
    exercise = marks[0].question[:2] if marks else ""
    path = Path(student, name)
    return Grade(path, exercise, tuple(marks), student=student, **more)


CLASS = [
    file_of("Berg_1", mark("01.q1", 1), mark("01.q2", 0)),
    file_of("Berg_1", mark("03.q1", 1), name="03.ipynb"),
    file_of("Berg_1", name="exported.py", error="a .py file: hand in the notebook itself"),
    file_of("müller jan", mark("01.q1", 0), mark("01.q2", 0)),
    file_of("müller jan", mark("01.q1", 1), mark("01.q2", 0), name="again.ipynb"),
    file_of("stranger", mark("01.q1", 1), mark("01.q2", 1)),
]


def table_of(text):
    return list(csv.DictReader(text.removeprefix("\ufeff").splitlines(keepends=True)))


def test_each_student_of_the_list_has_one_row_over_all_exercises():
    rows = table_of(report.as_csv(report.rows_of(CLASS, ROSTER), RUN))
    assert [row["id"] for row in rows] == ["1", "2", "3", "stranger"]
    anna, jan, nobody, stranger = rows
    assert (anna["score"], anna["possible"], anna["percent"]) == ("2", "3", "66.7")
    assert (anna["01.q1"], anna["01.q2"], anna["03.q1"]) == ("1", "0", "1")
    assert (anna["01.q1 hint"], anna["01.q2 hint"]) == ("", "01.q2 not yet: count both ends")
    assert anna["not graded"] == "Berg_1/exported.py: a .py file: hand in the notebook itself"
    assert (jan["score"], jan["03.q1"]) == ("1", "")
    assert "müller jan/01.ipynb does not count: another file" in jan["notes"]
    assert nobody["files"] == "nothing handed in"
    assert {nobody[column] for column in ("score", "possible", "percent", "01.q1")} == {""}
    assert "not in the list" in stranger["notes"]


def test_a_spreadsheet_knows_umlauts_by_the_first_bytes():
    assert report.as_csv(report.rows_of(CLASS, ROSTER), RUN).encode().startswith(b"\xef\xbb\xbf")


def test_what_was_never_graded_is_no_zero_anywhere():
    rows = report.rows_of([file_of("Berg_1", error="the file is empty")], ROSTER)
    for writer in report.WRITERS.values():
        for row in table_of(writer(rows, RUN)):
            assert "0" not in row.values()


def test_learning_platforms_get_their_columns():
    rows = report.rows_of(CLASS, ROSTER)
    moodle, canvas = table_of(report.as_moodle(rows, RUN)), table_of(report.as_canvas(rows, RUN))
    assert moodle[0] == {
        "ID number": "1",
        "Email address": "a@x",
        "Exercise 01 (percent)": "50.0",
        "Exercise 03 (percent)": "100.0",
    }
    assert list(canvas[0])[:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert canvas[0]["Exercise 01"] == "100"  # points possible
    assert [row["Exercise 03"] for row in canvas[1:]] == ["100.0", "", "", ""]


def test_marks_that_nothing_protects_are_said_to_be_so_in_each_row():
    run = report.Run("limits", "s", "2026-03-14", "course 0.1.0")
    for row in table_of(report.as_csv(report.rows_of(CLASS), run)):
        assert "unprotected" in row["isolation"]
    assert report.as_table(CLASS, run).count("unprotected") == sum(not g.error for g in CLASS)


def test_a_case_of_junit_names_whose_it_is_and_a_suite_how_to_repeat_it():
    suites = ElementTree.fromstring(report.as_junit(CLASS, RUN))
    assert {case.get("classname") for case in suites[0].iter("testcase")} == {"Berg_1.01"}
    properties = {one.get("name"): one.get("value") for one in suites[0].iter("property")}
    assert properties == {
        "isolation": "bubblewrap",
        "seed": "s",
        "date": "2026-03-14",
        "version": "course 0.1.0",
    }
