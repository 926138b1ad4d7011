"""The questions of the course: which there are, and the check of each.

The check of 06.q4 is the function `check(answers, random)` in `exercises/checks/06/q4.py`. What
several checks of an exercise share stands beside them, in SHARED.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import TypeAlias

from course_lib.errors import CourseError
from course_lib.grading import checks
from course_lib.grading.answers import Answers, NotYet
from course_lib.places import CHECKS

Check: TypeAlias = Callable[[Answers, Random], str]

SHARED = ("common", "probe")  # the files of a folder of checks that are no question

_hidden: dict[str, Check] = {}


class NoChecks(CourseError, OSError):
    """The folder of the checks is not where it belongs, beside the package."""


def hidden_check(question: str) -> Callable[[Check], Check]:
    """Register a check of a teacher's own, written in a notebook that learners never see.

    The question is named after the exercise and the answer that it looks at, as in `01.q2.hidden`.
    """

    def register(function: Check) -> Check:
        _hidden[question] = function
        return function

    return register


def question_names(exercise: str) -> list[str]:
    """Return an exercise's questions by their short names: its notebook's own, then q1, q2, ….

    Raises NoChecks when the package stands alone, without the exercises beside it.

    >>> question_names("06")
    ['stale', 'q1', 'q2', 'q3', 'q4', 'q5']
    """
    if not CHECKS.is_dir():
        raise NoChecks(
            f"{CHECKS} is missing: the checks stand in the course's own folder, so install "
            "course_lib from there, with pip install --editable"
        )
    if not exercise.isdigit():
        return []
    names = [path.stem for path in (CHECKS / exercise).glob("*.py")]
    return sorted((name for name in names if name not in SHARED), key=_place_in_exercise)


def _place_in_exercise(name: str) -> tuple[int, str]:
    """The notebook's own check first, the numbered ones by their number."""
    number = name.removeprefix("q")
    return (int(number), "") if number.isdecimal() else (0, name)


def find_check(question: str) -> Check:
    """Return the check of a question; raises NotYet when there is none."""
    if question in _hidden:
        return _hidden[question]
    exercise, _, name = question.partition(".")
    known = question_names(exercise)
    if name not in known:
        there = f"exercise {exercise} has {', '.join(known)}" if known else "no such exercise"
        raise NotYet(f"there is no such question; {there}")
    found: Check = import_module(f"{checks.__name__}.{question}").check
    return found
