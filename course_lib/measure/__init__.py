"""Measure a split: is the evidence whole, is it found, what is read for it, what is stored?

Everything is integer intervals, half open, in code points, and exact fractions. In the order of
reading: `split` (one split of one text), `intervals` (the arithmetic), `law` (what overlap can
promise), `scores` (what was read against the evidence), `retrieval` (what is read of a ranking),
`questions` (what is asked, by the samples or from anybody's files), `line` (all documents end to
end), `ranking` (the store is asked), `bootstrap` (how sure a figure is), `result` (the figures),
`experiment` (all of it: `evaluate` and `sweep`), `table` (rows and CSV), and `words` (which words
a question shares with its evidence).

The names below need no store; import the others from their modules.
"""

from course_lib.measure.intervals import intersection, merge, total_length, union_length
from course_lib.measure.law import intact_share, intact_share_of_text, storage_factor
from course_lib.measure.split import Split, holds, locate, overlap_length

__all__ = [
    "Split",
    "holds",
    "intact_share",
    "intact_share_of_text",
    "intersection",
    "locate",
    "merge",
    "overlap_length",
    "storage_factor",
    "total_length",
    "union_length",
]
