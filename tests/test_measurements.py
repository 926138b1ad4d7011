"""The table of measurements is what the code measures: some of its rows, measured again."""

import sys
from pathlib import Path

import pytest

from course_lib.chunkers import MarkdownChunker, NaiveChunker, ParagraphChunker
from course_lib.measure.table import as_csv
from course_lib.samples import MEASUREMENTS, load_measurements, load_questions

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import measure_samples as grid

STORED = load_measurements()


@pytest.mark.parametrize(
    "chunker", [NaiveChunker(800, 100), NaiveChunker(200, 0), ParagraphChunker(400)], ids=repr
)
def test_a_setting_measured_again_gives_the_stored_rows(chunker):
    rows = grid.measure(chunker)
    setting = rows[0].chunker, rows[0].size, rows[0].overlap
    stored = [row for row in STORED if (row.chunker, row.size, row.overlap) == setting]
    assert len(rows) == len(grid.KS) + len(grid.BUDGETS)
    assert as_csv(stored) == as_csv(rows)


def test_the_table_holds_the_whole_grid_and_reads_back_to_the_last_character():
    assert len(STORED) == len(grid.settings()) * (len(grid.KS) + len(grid.BUDGETS))
    assert len(grid.settings()) >= 40
    assert as_csv(STORED) == MEASUREMENTS.read_bytes().decode()
    assert MarkdownChunker(400) in grid.settings()


def test_only_visible_questions_were_asked():
    asked = sum(not question.held_out for question in load_questions())
    assert {row.questions for row in STORED} == {asked}
