"""The commands `grade` and `reset` of `python -m course_lib`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from course_lib.grading.places import COURSE, EXERCISES, SOLUTIONS

HIDDEN = "a notebook of yours with further checks, which learners never see and are graded by"
ISOLATED = (
    "how answers are shut in while they run: bubblewrap and unshare take network and disk away, "
    "limits bounds time and memory alone; the best that works here if not named"
)


def add_commands(commands: Any) -> None:
    """Add both commands to the parser of the command line."""
    grade = commands.add_parser(
        "grade",
        help="grade notebooks, or folders of them",
        description="Grade what learners handed in against the course's own checks. Exit status: 0 "
        "all graded, 1 a file was not graded or (with --require-full) a point was missed, 2 usage.",
    )
    grade.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a notebook or a folder")
    grade.add_argument("--csv", type=Path, metavar="FILE", help="write a row for each submission")
    grade.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    grade.add_argument("--points", default="", metavar="01.q1=2,…", help="weights; 1 if not named")
    grade.add_argument("--hidden", type=Path, metavar="FILE.ipynb", help=HIDDEN)
    grade.add_argument("--require-full", action="store_true", help="exit 1 if a point was missed")
    ways = ["bubblewrap", "unshare", "limits"]
    grade.add_argument("--isolation", choices=ways, help=ISOLATED)
    grade.add_argument("--seed", help="repeat a run's random inputs")
    grade.set_defaults(run=run_grade)
    reset = commands.add_parser(
        "reset",
        help="put an exercise back as it was handed out",
        description="Put an exercise back as it was handed out; your copy is kept beside it, and "
        "the questions of the exercise no longer count as passed.",
    )
    reset.add_argument("exercise", metavar="NN", help="the exercise's number, for example 01 or 1")
    reset.set_defaults(run=run_reset)


def run_grade(options: argparse.Namespace) -> int:
    """Grade and report; 1 when a file was not graded, or with --require-full a point was missed."""
    from course_lib.grading import report
    from course_lib.grading.course import Course
    from course_lib.grading.grade import find_notebooks, grade

    course = Course.load(
        hidden=options.hidden,
        weights=parse_points(options.points),
        isolation=options.isolation,
        seed=options.seed,
    )
    for path in options.paths:
        if not path.exists():
            raise ValueError(f"{path} does not exist: name a notebook, or a folder of them")
    paths = find_notebooks(options.paths)
    if not paths:
        raise ValueError(f"no notebook in {', '.join(map(str, options.paths))}")
    grades = grade(paths, course, _progress_line())
    print(report.as_table(grades, course.isolation, course.seed))
    for exercise, why in course.unfit.items():
        print(f"exercise {exercise} cannot be graded: {why}")
    if options.csv:
        options.csv.write_text(report.as_csv(grades, course.isolation), "utf-8")
    if options.junit:
        options.junit.write_text(report.as_junit(grades, course.isolation), "utf-8")
    missed = any(grade.score < grade.possible for grade in grades)
    ungraded = any(grade.error for grade in grades)
    return 1 if ungraded or (options.require_full and missed) else 0


def run_reset(options: argparse.Namespace) -> int:
    """Write the exercise anew and forget its progress; a copy that was there is kept, by time."""
    from course_lib.grading import progress
    from course_lib.grading.build import write_exercise

    exercise = options.exercise.zfill(2)
    solutions = sorted(SOLUTIONS.glob(f"{exercise}_*.ipynb")) if exercise.isdigit() else []
    if len(solutions) != 1:
        known = sorted(path.stem[:2] for path in SOLUTIONS.glob("*.ipynb"))
        raise ValueError(f"no exercise {options.exercise}; there is {', '.join(known)}")
    target = EXERCISES / solutions[0].name
    if target.exists():
        kept = _free_name(target)
        target.rename(kept)
        print(f"your copy is kept as {kept.relative_to(COURSE)}")
    write_exercise(solutions[0], target)
    progress.forget(exercise)
    print(f"{target.relative_to(COURSE)} is as it was handed out")
    return 0


def parse_points(text: str) -> dict[str, float]:
    """Read weights such as `01.q1=2,01.q2=0.5`; raises ValueError.

    >>> parse_points("01.q1=2,01.q2=0.5")
    {'01.q1': 2.0, '01.q2': 0.5}
    """
    weights = {}
    for part in filter(None, text.split(",")):
        question, _, number = part.partition("=")
        try:
            weights[question.strip()] = float(number)
        except ValueError:
            raise ValueError(f"--points {part!r} is not of the form 01.q1=2") from None
        if not 0 <= weights[question.strip()] < 1_000_000:
            raise ValueError(f"--points {part!r}: points are a number from 0 up")
    return weights


def _free_name(target: Path) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    for number in count():
        path = target.with_name(f"{target.stem}.{stamp}{f'-{number}' if number else ''}.ipynb")
        if not path.exists():
            return path
    raise AssertionError("unreachable")


def _progress_line() -> Callable[[str], None]:
    """Write over one line on a terminal; say nothing elsewhere, where it would fill a log."""
    if not sys.stderr.isatty():
        return lambda _: None
    return lambda text: print(f"\r{text}", end="\n" if _is_last(text) else "", file=sys.stderr)


def _is_last(text: str) -> bool:
    numbers = [word for word in text.split() if word.isdigit()]
    return len(numbers) == 2 and numbers[0] == numbers[1]
