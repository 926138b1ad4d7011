"""Results as rows, as a table, as CSV and back."""

import csv
from fractions import Fraction
from io import StringIO

import pytest

from course_lib.measure.experiment import Outcome, Result
from course_lib.measure.table import COLUMNS, as_csv, as_table, row_of, rows_from_csv

THIRD = Fraction(1, 3)
FOUND = Outcome("1", 2, 1, 2, 1, 2, THIRD, Fraction(1, 7), Fraction(1, 9), Fraction(1, 2), 1_234, 5)
LOST = Outcome("2", 1, 0, 0, 0, 0, *[Fraction(0)] * 4, None, 0)
NAIVE = Result("naive", 1_600, 100, 5, None, Fraction(8, 7), (FOUND, FOUND, FOUND))
OTHER = Result("paragraph", 400, None, None, 3_200, Fraction(1), (LOST, LOST))
PLAIN = Result("whole", None, None, 1, None, Fraction(1), (FOUND, LOST))
ROWS = [row_of(NAIVE), row_of(OTHER), row_of(PLAIN)]


def test_the_columns_are_those_that_are_promised():
    assert COLUMNS[:14] == (
        *("chunker", "size", "overlap", "k", "budget", "questions", "evidence"),
        *("intact", "covered", "recall", "precision", "iou", "characters_to_evidence", "storage"),
    )
    for name in ("intact", "covered", "recall", "precision", "iou", "characters_to_evidence"):
        assert {f"{name}_low", f"{name}_high"} <= set(COLUMNS)
    assert len(set(COLUMNS)) == len(COLUMNS)


def test_a_row_holds_the_exact_figures_to_six_places():
    row = ROWS[0]
    assert (row.questions, row.evidence, row.setting, row.price) == (
        3,
        6,
        "naive 1600/100",
        "5 chunks",
    )
    assert row.figures["recall"] == 0.333333
    assert row.figures["storage"] == 1.142857
    assert row.figures["characters_to_evidence"] == 1_234
    assert row.bounds["recall"] == (0.333333, 0.333333)


def test_csv_writes_nothing_for_what_has_no_value():
    first, second, third = csv.DictReader(StringIO(as_csv(ROWS)))
    assert (first["chunker"], first["size"], first["overlap"]) == ("naive", "1600", "100")
    assert (first["k"], first["budget"], first["characters_to_evidence"]) == ("5", "", "1234")
    assert (first["intact"], first["covered"], first["recall_low"]) == ("0.5", "1", "0.333333")
    assert (second["overlap"], second["k"], second["budget"]) == ("", "", "3200")
    assert (second["recall"], second["characters_to_evidence_high"]) == ("0", "")
    assert (second["nothing_found"], third["nothing_found"]) == ("2", "1")
    assert third["size"] == ""


def test_rows_come_back_from_csv_as_they_were():
    assert rows_from_csv(as_csv(ROWS)) == ROWS


def test_another_table_is_refused():
    with pytest.raises(
        ValueError, match=r"^the table has no column size, overlap, .*: measure agai"
    ):
        rows_from_csv("chunker\nnaive\n")


def test_the_table_lines_up_and_shows_no_value_as_a_dash():
    lines = as_table(ROWS).split("\n")
    assert len({len(line) for line in lines}) == 1
    assert lines[0].split()[:4] == ["chunker", "size", "overlap", "read"]
    assert lines[1].startswith("naive ")  # the first column begins at the left
    assert "1,600" in lines[1]
    assert "5 chunks" in lines[1]
    assert "0.333–0.333" in lines[1]
    assert lines[1].endswith("1,234    1.14")
    assert "3,200 characters" in lines[2]
    assert lines[2].split()[-2] == "–"
