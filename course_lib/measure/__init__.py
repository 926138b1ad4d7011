"""Measure a split: is the evidence whole, is it found, what is read for it, what is stored?

Everything is integer intervals, half open, in code points, and exact fractions. Read the modules in
this order: quotes, split, plain, intervals, scores, questions, corpus, bootstrap, search,
experiment, chance, ranks, parents, table.
"""

from course_lib.measure.choice import choose
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import Result, difference, evaluate, sweep
from course_lib.measure.intervals import (
    intact_share,
    intact_share_of_text,
    intersection,
    merge,
    storage_factor,
    total_length,
    union_length,
)
from course_lib.measure.parents import evaluate_parents
from course_lib.measure.plain import PlainSplit
from course_lib.measure.questions import OwnQuestion, mean_shared_words, shared_words
from course_lib.measure.quotes import is_loose, locate
from course_lib.measure.search import Ranking, Search, fused, store_search
from course_lib.measure.split import Split, holds, overlap_length
from course_lib.measure.table import Row, as_csv, as_differences, as_table, row_of, rows_from_csv

__all__ = [
    "Corpus",
    "OwnQuestion",
    "PlainSplit",
    "Ranking",
    "Result",
    "Row",
    "Search",
    "Split",
    "as_csv",
    "as_differences",
    "as_table",
    "choose",
    "difference",
    "evaluate",
    "evaluate_parents",
    "fused",
    "holds",
    "intact_share",
    "intact_share_of_text",
    "intersection",
    "is_loose",
    "locate",
    "mean_shared_words",
    "merge",
    "overlap_length",
    "row_of",
    "rows_from_csv",
    "shared_words",
    "storage_factor",
    "store_search",
    "sweep",
    "total_length",
    "union_length",
]
