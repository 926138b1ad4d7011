"""Audit anybody's chunks against the text that they were cut from.

`fields.py` is the table of what others call the fields of a chunk, `rows.py` finds the chunks in
whatever holds them, `readers.py` reads each, and `guessing.py` says what it has when its names are
not known. `placing.py` finds the place of each; `diagnose.py` says why a slice stands elsewhere,
with `counting.py` for other units and `treatment.py` for what was done to a text. `checks.py` holds
one function for each kind of fault, `finding.py` shows a fault in place, `report.py` runs them all,
and `junit.py` writes what they found for machines. Positions are code points, half open.
"""

from course_lib.auditing.finding import Finding
from course_lib.auditing.guessing import fields_of, of_source
from course_lib.auditing.junit import as_junit
from course_lib.auditing.report import KINDS, Report, audit
from course_lib.auditing.rows import read_chunk_file, read_chunks

__all__ = [
    "KINDS",
    "Finding",
    "Report",
    "as_junit",
    "audit",
    "fields_of",
    "of_source",
    "read_chunk_file",
    "read_chunks",
]
