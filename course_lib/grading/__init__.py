"""Checks for notebooks and exercises, and the grade that is built on nbval."""

from course_lib.grading.check import check

__all__ = ["check"]
