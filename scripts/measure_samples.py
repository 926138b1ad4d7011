"""Measure the samples over a grid of settings: make measurements.

The table stands in samples/measurements.csv, where notebook 07 and its live view read it. Only the
visible questions are asked; nobody looks at those that are held out while choosing.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

from course_lib.chunk import Chunker
from course_lib.chunkers import MarkdownChunker, NaiveChunker, ParagraphChunker
from course_lib.measure.experiment import sweep
from course_lib.measure.table import Row, as_csv, row_of
from course_lib.samples import MEASUREMENTS, load_documents, load_questions

SIZES = (100, 200, 300, 400, 600, 800, 1200, 1600)
OVERLAPS = (Fraction(0), Fraction(1, 8), Fraction(1, 4), Fraction(1, 2))
KS = (1, 2, 5, 10)
BUDGETS = (1600, 3200, 6400)


def settings() -> list[Chunker]:
    """Every chunker of the grid."""
    naive = [NaiveChunker(size, int(size * share)) for share in OVERLAPS for size in SIZES]
    return [*naive, *map(ParagraphChunker, SIZES), *map(MarkdownChunker, SIZES)]


def measure(chunker: Chunker) -> list[Row]:
    """Return the rows of one setting: each k, then each budget."""
    asked = [question for question in load_questions() if not question.held_out]
    results = sweep([chunker], load_documents(), asked, ks=KS, budgets=BUDGETS)
    return [row_of(result) for result in results]


def measure_samples() -> str:
    """Return the whole table as CSV; each core measures a setting at a time."""
    chunkers = settings()
    rows: list[Row] = []
    with ProcessPoolExecutor() as pool:
        for number, some in enumerate(pool.map(measure, chunkers), 1):
            rows += some
            print(f"\r{number} of {len(chunkers)} settings", end="", file=sys.stderr, flush=True)
    return as_csv(rows)


if __name__ == "__main__":
    MEASUREMENTS.write_text(measure_samples(), "utf-8", newline="")
    print(f"\n{MEASUREMENTS}", file=sys.stderr)
