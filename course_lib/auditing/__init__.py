"""Audit anybody's chunks against the text that they were cut from.

`readers.py` reads the chunks, `placing.py` finds the place of each and `diagnose.py` the reason why
a slice stands elsewhere, `checks.py` holds one function for each kind of fault, `finding.py` shows
a fault in place, and `report.py` runs them all. Positions are code points, half open.
"""

from course_lib.auditing.finding import Finding
from course_lib.auditing.readers import read_chunks
from course_lib.auditing.report import KINDS, Report, audit

__all__ = ["KINDS", "Finding", "Report", "audit", "read_chunks"]
