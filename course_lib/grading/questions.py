"""The questions of the course: which there are, and the check of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TypeAlias

from course_lib.grading.answers import Answers, NotYet

Check: TypeAlias = Callable[[Answers, Random], str]

_hidden: dict[str, Check] = {}


def hidden_check(question: str) -> Callable[[Check], Check]:
    """Register a check of a teacher's own, written in a notebook that learners never see.

    The question is named after the exercise and the answer that it looks at, as in `01.q2.hidden`.
    """

    def register(function: Check) -> Check:
        _hidden[question] = function
        return function

    return register


def questions_of(exercise: str) -> list[str]:
    """Return the questions of an exercise by their short names, in order.

    >>> questions_of("00")
    ['size']
    """
    module = f"course_lib.grading.checks_{exercise}"
    if not exercise.isdigit() or find_spec(module) is None:
        return []
    checks: Mapping[str, Check] = import_module(module).CHECKS
    return list(checks)


def find_check(question: str) -> Check:
    """Return the check of a question; raises NotYet when there is none."""
    if question in _hidden:
        return _hidden[question]
    exercise, _, name = question.partition(".")
    known = questions_of(exercise)
    if name not in known:
        there = f"exercise {exercise} has {', '.join(known)}" if known else "no such exercise"
        raise NotYet(f"there is no such question; {there}")
    found: Check = import_module(f"course_lib.grading.checks_{exercise}").CHECKS[name]
    return found
