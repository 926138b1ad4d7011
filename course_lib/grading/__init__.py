"""Checks for notebooks and exercises, and the grade that is built on nbval."""

from course_lib.grading.check import check
from course_lib.grading.served import open_database

__all__ = ["check", "open_database"]
