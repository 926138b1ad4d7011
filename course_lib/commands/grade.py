"""The command `grade`: grade notebooks, or folders of them, against the course's own checks."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from course_lib.commands.options import show_progress
from course_lib.errors import InvalidValue

if TYPE_CHECKING:
    from course_lib.grading.course import Course
    from course_lib.grading.grade import Grade
    from course_lib.grading.handed_in import HandedIn

HIDDEN = "a notebook of yours with further checks, which learners never see and are graded by"
ISOLATED = (
    "how answers are shut in while they run: bubblewrap and unshare take network and disk away, "
    "limits bounds time and memory alone and leaves marks unprotected; the best that works here if "
    "not named"
)
FILES = {  # what is written where
    "csv": "a row for each student",
    "moodle": "the grades as Moodle imports them",
    "canvas": "the grades as Canvas imports them",
    "junit": "JUnit XML",
    "report": "a page about the class, with pictures",
}


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "grade",
        help="grade notebooks, or folders of them",
        description="Grade what learners handed in against the course's own checks. Exit status: 0 "
        "all graded, 1 a file was not graded or (with --require-full) a point was missed, 2 usage.",
    )
    what = "a notebook, a folder or a zip"
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help=what)
    for name, content in FILES.items():
        parser.add_argument(f"--{name}", type=Path, metavar="FILE", help=f"write {content}")
    feedback = "write a file to hand back for each submission, as Markdown and as HTML"
    parser.add_argument("--feedback", type=Path, metavar="FOLDER", help=feedback)
    roster = "the list of the class: a CSV with the columns id, name and email"
    parser.add_argument("--roster", type=Path, metavar="FILE", help=roster)
    parser.add_argument("--points", default="", metavar="01.q1=2,…", help="weights; 1 if not named")
    parser.add_argument("--hidden", type=Path, metavar="FILE.ipynb", help=HIDDEN)
    parser.add_argument("--require-full", action="store_true", help="exit 1 if a point was missed")
    ways = ["bubblewrap", "unshare", "limits"]
    parser.add_argument("--isolation", choices=ways, help=ISOLATED)
    parser.add_argument("--seed", help="repeat a run's random inputs")
    parser.add_argument("--date", help="the date that reports bear (default: today)")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Grade and report; 1 when a file was not graded, or with --require-full a point was missed."""
    from course_lib.grading.course import Course
    from course_lib.grading.report import Run, as_table
    from course_lib.grading.roster import read_roster
    from course_lib.grading.version import course_version

    for path in options.paths:
        if not path.exists():
            raise InvalidValue(f"{path} does not exist: name a notebook, or a folder of them")
    _require_writable(options)
    if options.seed and not options.seed.isprintable():
        raise InvalidValue(f"--seed {options.seed!r} cannot be printed: take letters and digits")
    roster = read_roster(options.roster) if options.roster else []
    day = _day(options.date) if options.date else date.today()
    with TemporaryDirectory(prefix="handed-in-") as unpacked:
        found = _collect(options.paths, Path(unpacked))
        course = Course.load(
            hidden=options.hidden,
            weights=parse_points(options.points),
            isolation=options.isolation,
            seed=options.seed,
        )
        grades = _grade(found, course)
    run = Run(course.isolation, course.seed, day.isoformat(), course_version())
    print(as_table(grades, run))
    for exercise, why in course.unfit.items():
        print(f"exercise {exercise} cannot be graded: {why}")
    _write(options, grades, roster, run)
    missed = any(grade.score < grade.possible for grade in grades)
    ungraded = any(grade.error for grade in grades)
    return 1 if ungraded or (options.require_full and missed) else 0


def _collect(paths: Sequence[Path], unpacked: Path) -> list["HandedIn"]:
    """List every file that was handed in; raises InvalidValue when none can be graded."""
    from course_lib.grading.handed_in import collect

    found = collect(paths, unpacked)
    if all(one.refused for one in found):
        why = f" ({found[0].name}: {found[0].refused})" if found else ""
        raise InvalidValue(f"no notebook in {', '.join(map(str, paths))}{why}")
    return found


def _grade(found: Sequence["HandedIn"], course: "Course") -> list["Grade"]:
    """Grade every notebook; what is none is in the list with the reason."""
    from course_lib.grading.grade import Grade, grade

    graded = iter(grade([one.path for one in found if not one.refused], course, _show_progress))
    return [
        replace(
            Grade(one.path, error=one.refused) if one.refused else next(graded),
            path=Path(one.name),
            student=one.student,
        )
        for one in found
    ]


def _write(options: Namespace, grades: Sequence["Grade"], roster: Any, run: Any) -> None:
    """Write each file that was asked for."""
    from course_lib.grading.class_report import as_page
    from course_lib.grading.feedback import write_feedback
    from course_lib.grading.report import WRITERS, as_junit, rows_of

    rows = rows_of(grades, roster)
    texts = {name: writer(rows, run) for name, writer in WRITERS.items() if getattr(options, name)}
    if options.junit:
        texts["junit"] = as_junit(grades, run)
    if options.report:
        texts["report"] = as_page(rows, run)
    for name, text in texts.items():
        getattr(options, name).write_text(text, "utf-8", newline="")
    if options.feedback:
        write_feedback(options.feedback, grades, run)


def _require_writable(options: Namespace) -> None:
    """Raise InvalidValue for a place that nothing can be written to, before anything is graded."""
    taken = {path.absolute() for path in options.paths}
    for name in (*FILES, "feedback"):
        path = getattr(options, name)
        if not path:
            continue
        if not path.absolute().parent.is_dir():
            raise InvalidValue(f"--{name} {path}: there is no folder {path.parent}; make it first")
        if path.absolute() in taken:
            raise InvalidValue(f"--{name} {path} is named twice: name a place of its own")
        if name != "feedback" and path.is_dir():
            raise InvalidValue(f"--{name} {path} is a folder: name a file in it")
        if name == "feedback" and path.exists() and not path.is_dir():
            raise InvalidValue(f"--{name} {path} is a file: name a folder")
        taken.add(path.absolute())


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidValue(f"--date {text!r} is no date: write it as 2026-03-14") from None


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
