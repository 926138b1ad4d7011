"""The stored tables of notebook 08: some rows measured again, and what they hold."""

import sys
from pathlib import Path

import pytest

from course_lib import NaiveChunker, ParagraphChunker
from course_lib.measure.recalls import recalls_as_csv
from course_lib.samples import (
    BENCHMARK,
    EMBEDDINGS,
    load_documents,
    load_measurements,
    load_questions,
    load_recalls,
)

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import measure_embeddings as grid

STORED = load_recalls()
OF_SAMPLES = [row for row in STORED if row.questions != "benchmark"]


def test_the_tables_hold_the_whole_grid_and_read_back_to_the_last_character() -> None:
    rows_each = 3 * len(grid.BUDGETS)
    of_benchmark = STORED[len(OF_SAMPLES) :]
    assert len(of_benchmark) == len(grid.OF_BENCHMARK) * rows_each
    extra = 2 * len(grid.LONG) * len(grid.WINDOWS) * len(grid.BUDGETS)
    assert len(OF_SAMPLES) == 2 * len(grid.OF_SAMPLES) * rows_each + extra
    assert recalls_as_csv(OF_SAMPLES) == EMBEDDINGS.read_bytes().decode()
    assert recalls_as_csv(of_benchmark) == BENCHMARK.read_bytes().decode()


def test_each_half_of_the_questions_was_asked_and_all_of_the_benchmarks() -> None:
    held_out = sum(question.held_out for question in load_questions())
    counts = {(row.questions, len(row.recalls)) for row in STORED}
    visible = len(load_questions()) - held_out
    assert counts == {("visible", visible), ("held out", held_out), ("benchmark", 472)}


def test_the_rows_by_words_are_those_of_the_table_of_notebook_07() -> None:
    known = {
        (row.setting, row.budget): row.figures["recall"]
        for row in load_measurements()
        if row.budget
    }
    by_words = [row for row in STORED if (row.questions, row.search) == ("visible", "words")]
    compared = [row for row in by_words if (row.setting, row.budget) in known]
    assert len(compared) == len(by_words) > 20
    for row in compared:
        assert round(row.mean, 6) == known[row.setting, row.budget], row.setting


@pytest.mark.outside
@pytest.mark.parametrize("chunker", [NaiveChunker(1600, 0), ParagraphChunker(400)], ids=repr)
def test_a_setting_measured_again_gives_the_stored_rows(chunker: NaiveChunker) -> None:
    """Another processor may round a vector otherwise, and turn two chunks of one score round."""
    asked = {"visible": [question for question in load_questions() if not question.held_out]}
    again = grid.measure([chunker], grid.searches(), load_documents(), asked)
    assert len(again) == 6
    stored = {(row.questions, row.search, row.setting, row.budget): row for row in STORED}
    for row in again:
        kept = stored[row.questions, row.search, row.setting, row.budget]
        assert row.mean == pytest.approx(kept.mean, abs=0.005)
        assert row.search != "words" or row == kept
