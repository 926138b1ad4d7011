"""A class that was made for it, thirty submissions of exercise 01, graded by one command."""

import csv
import json

import nbformat
import pytest
from submissions import (
    RIGHT,
    SOLUTION,
    WRONG,
    blank,
    checks_deleted,
    forget,
    solved,
    with_cells,
    zipped,
)

from course_lib.cli import main

pytestmark = pytest.mark.outside


def for_colab(notebook):
    """As Colab saves it: an older format, without ids, with labels of its own."""
    for cell in notebook.cells:
        cell.pop("id", None)
        cell.metadata = nbformat.from_dict({"id": "x1y2", "colab": {"base_uri": "https://x"}})
    notebook.nbformat_minor = 0
    notebook.metadata = nbformat.from_dict({"colab": {"provenance": []}})
    return notebook


def as_bytes(notebook):
    return json.dumps(notebook).encode()


CONFLICT = b"<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n"
Q1, Q2 = RIGHT["q1"], RIGHT["q2"]
HALF = solved(q2=WRONG, q3="smallest = ...")
NAMES = " = ".join(f"name_{number}" for number in range(5_000))
LOOP = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"

CLASS = {  # the file of each student, and the points; None is not graded, and empty in the CSV
    "s01/01.ipynb": (as_bytes(solved()), 5),
    "s02/01.ipynb": (SOLUTION.read_bytes(), 5),
    "s03/my answers (2).ipynb": (as_bytes(solved()), 5),
    "s04/01.IPYNB": (as_bytes(solved()), 5),
    "s05/Müller.ipynb": (as_bytes(forget(solved())), 5),
    "s06/colab.ipynb": (as_bytes(for_colab(solved())), 5),
    "s07/code.ipynb": (as_bytes(forget(solved(), metadata=False)), 5),
    "s08/work.zip": (zipped([("01.ipynb", as_bytes(solved()))]), 5),
    "s09/01.ipynb": (b"\xef\xbb\xbf" + as_bytes(solved()), 5),
    "s10/01.ipynb": (as_bytes(with_cells(checks_deleted)), 5),
    "s11/01.ipynb": (as_bytes(solved(q2=WRONG)), 4),
    "s12/01.ipynb": (as_bytes(solved(q2=f"import os\nos._exit(0)\n{Q2}")), 4),
    "s13/01.ipynb": (as_bytes(solved(q2=LOOP)), 4),
    "s14/01.ipynb": (as_bytes(solved(q2="window_spans = ")), 4),
    "s15/01.ipynb": (as_bytes(solved(q2="def check(_): print('01.q2 ok: mine')")), 4),
    "s16/01.ipynb": (as_bytes(solved(q2="window_spans = eval('NaiveChunker')")), 4),
    "s17/01.ipynb": (as_bytes(solved(q2=f"x = 1{' + 1' * 2_000}\n{Q2}")), None),
    "s18/01.ipynb": (as_bytes(solved(q1=f"{NAMES} = 1\n{Q1}")), 5),
    "s19/01.ipynb": (as_bytes(HALF), 3),
    "s20/01.ipynb": (as_bytes(HALF), 3),
    "s21/01.ipynb": (as_bytes(blank()), 0),
    "s22/01.ipynb": (b"", None),
    "s23/01.py": (Q2.encode(), None),
    "s24/01.ipynb": (CONFLICT, None),
    "s25/01.ipynb": (as_bytes(solved())[:5_000], None),
    "s26/work.zip": (b"PK\x03\x04 damaged", None),
    "s27/work.zip": (zipped([("../01.ipynb", b"{}"), ("bomb.ipynb", bytes(20_000_000))]), None),
    "s28/01.docx": (b"PK", None),
    "s29/01.ipynb": (b"[" * 100_000, None),
    "s30/01": (as_bytes(solved()), None),
}
ANY = {"s17"}  # graded or not, by the version of Python: named either way


@pytest.fixture(scope="module")
def back(tmp_path_factory):
    """What the command wrote, by name, and the rows of its CSV by student."""
    home = tmp_path_factory.mktemp("class")
    for name, (data, _) in CLASS.items():
        path = home / "handed in" / name
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
    students = "".join(f"s{n:02},Student {n},s{n:02}@x\n" for n in range(1, 32))
    (home / "class.csv").write_text(f"id,name,email\n{students}", "utf-8")
    options = ["--roster", "class.csv", "--csv", "g.csv", "--feedback", "back", "--seed", "s"]
    options += ["--report", "class.html", "--junit", "g.xml", "--date", "2026-03-14"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        assert main(["grade", "handed in", *options]) == 1
    with (home / "g.csv").open(encoding="utf-8-sig", newline="") as file:
        return home, {row["id"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize("name", CLASS)
def test_each_of_thirty_has_its_points_or_the_reason(name, back):
    student = name[:3]
    row, points = back[1][student], CLASS[name][1]
    if student not in ANY:
        assert row["score"] == ("" if points is None else str(points)), row
    assert bool(row["score"]) != bool(row["not graded"])
    assert student in row["files"]


def test_who_handed_in_nothing_has_a_row_and_nobody_else_is_there(back):
    assert back[1]["s31"]["files"] == "nothing handed in"
    assert len(back[1]) == 31


def test_each_gets_feedback_about_nobody_else(back):
    pages = list((back[0] / "back").glob("*.md"))
    assert len(pages) == 31  # s27 handed in two files
    for page in pages:
        text, mine = page.read_text("utf-8"), page.name[:3]
        assert not [s for s in back[1] if s != mine and f"{s}/" in text.replace("\\", "")]


def test_the_page_about_the_class_lists_equal_answers(back):
    page = (back[0] / "class.html").read_text("utf-8")
    assert "s19" in page
    assert "Nothing came from Student 31" in page
