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
