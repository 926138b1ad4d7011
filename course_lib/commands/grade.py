"""The command `grade`: grade notebooks, or folders of them, against the course's own checks."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from course_lib.commands.options import show_progress
from course_lib.errors import InvalidValue

HIDDEN = "a notebook of yours with further checks, which learners never see and are graded by"
ISOLATED = (
    "how answers are shut in while they run: bubblewrap and unshare take network and disk away, "
    "limits bounds time and memory alone; the best that works here if not named"
)


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "grade",
        help="grade notebooks, or folders of them",
        description="Grade what learners handed in against the course's own checks. Exit status: 0 "
        "all graded, 1 a file was not graded or (with --require-full) a point was missed, 2 usage.",
    )
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a notebook or a folder"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row for each submission")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    parser.add_argument("--points", default="", metavar="01.q1=2,…", help="weights; 1 if not named")
    parser.add_argument("--hidden", type=Path, metavar="FILE.ipynb", help=HIDDEN)
    parser.add_argument("--require-full", action="store_true", help="exit 1 if a point was missed")
    ways = ["bubblewrap", "unshare", "limits"]
    parser.add_argument("--isolation", choices=ways, help=ISOLATED)
    parser.add_argument("--seed", help="repeat a run's random inputs")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Grade and report; 1 when a file was not graded, or with --require-full a point was missed."""
    from course_lib.grading import report
    from course_lib.grading.course import Course
    from course_lib.grading.grade import find_notebooks, grade

    for path in options.paths:
        if not path.exists():
            raise InvalidValue(f"{path} does not exist: name a notebook, or a folder of them")
    paths = find_notebooks(options.paths)
    if not paths:
        raise InvalidValue(f"no notebook in {', '.join(map(str, options.paths))}")
    course = Course.load(
        hidden=options.hidden,
        weights=parse_points(options.points),
        isolation=options.isolation,
        seed=options.seed,
    )
    grades = grade(paths, course, _show_progress)
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


def parse_points(text: str) -> dict[str, float]:
    """Read weights such as `01.q1=2,01.q2=0.5`; raises InvalidValue.

    >>> parse_points("01.q1=2,01.q2=0.5")
    {'01.q1': 2.0, '01.q2': 0.5}
    """
    weights = {}
    for part in filter(None, text.split(",")):
        question, _, number = part.partition("=")
        try:
            weights[question.strip()] = float(number)
        except ValueError:
            raise InvalidValue(f"--points {part!r} is not of the form 01.q1=2") from None
        if not 0 <= weights[question.strip()] < 1_000_000:
            raise InvalidValue(f"--points {part!r}: points are a number from 0 up")
    return weights


def _show_progress(done: int, total: int) -> None:
    show_progress(f"grading: {done} of {total}", last=done == total, elsewhere=False)
