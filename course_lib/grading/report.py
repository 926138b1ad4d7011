"""A grade as a table for a learner, CSV for a class, JUnit XML for a machine.

The same submissions, seed and date give the same CSV, byte for byte.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any
from xml.etree import ElementTree

from course_lib.grading.answers import printable
from course_lib.grading.grade import Grade, Mark
from course_lib.grading.roster import Student, find_student

ISOLATION_WORDS = {
    "bubblewrap": "bubblewrap: no network, no sight of the solutions, nothing written outside",
    "unshare": "unshare: no network, no sight of the solutions, nothing written outside",
    "limits": "limits only: MARKS ARE UNPROTECTED, answers could read and change anything",
}
UNPROTECTED = "unprotected: install bubblewrap or unshare, then grade again"


@dataclass(frozen=True, slots=True)
class Run:
    """What a grade can be repeated by."""

    isolation: str
    seed: str
    date: str
    version: str

    def __str__(self) -> str:
        return (
            f"{ISOLATION_WORDS[self.isolation]} · seed {self.seed} · {self.date} · {self.version}"
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One student of a class: what counts of each exercise, and every file with what became of it.

    Of several files for one exercise the best counts.
    """

    student: Student
    grades: tuple[Grade, ...]
    known: bool = True

    @property
    def counted(self) -> dict[str, Grade]:
        """The grade that counts, by exercise."""
        best: dict[str, Grade] = {}
        for grade in self.grades:
            if not grade.error:
                other = best.setdefault(grade.exercise, grade)
                if grade.score > other.score:
                    best[grade.exercise] = grade
        return dict(sorted(best.items()))

    @property
    def marks(self) -> list[Mark]:
        """The marks that count, in the order of the questions."""
        return [mark for grade in self.counted.values() for mark in grade.marks]

    @property
    def score(self) -> float | None:
        """The points earned; None where nothing was graded, which is no zero."""
        return sum(mark.points for mark in self.marks) if self.counted else None

    @property
    def possible(self) -> float | None:
        """The points that could be earned in what was graded."""
        return sum(mark.possible for mark in self.marks) if self.counted else None


def rows_of(grades: Sequence[Grade], roster: Sequence[Student] = ()) -> list[Row]:
    """Return a row for each student of the list, then one for each submitter that is not in it.

    Without a list the submitters are the class. Who handed in nothing has a row without grades.
    """
    by_student: dict[Student, list[Grade]] = {student: [] for student in roster}
    for grade in grades:
        name = grade.student or grade.path.stem
        found = find_student(name, list(roster)) or Student(name)
        by_student.setdefault(found, []).append(grade)
    listed = set(roster)
    return [
        Row(student, tuple(found), known=not roster or student in listed)
        for student, found in by_student.items()
    ]


def as_table(grades: Sequence[Grade], run: Run) -> str:
    """Return every question of every file with its points and feedback, for reading."""
    lines = []
    for grade in grades:
        lines.append(printable(str(grade.path)))
        if grade.error:
            lines += [f"  not graded: {printable(grade.error)}", ""]
            continue
        lines += [f"  {mark.points:g}/{mark.possible:g}  {mark.feedback}" for mark in grade.marks]
        lines.append(f"  {grade.score:g}/{grade.possible:g}  in all")
        lines += [f"  note: {printable(note)}" for note in grade.notes]
        if run.isolation == "limits":
            lines.append(f"  {UNPROTECTED}")
        lines.append("")
    graded = sum(not grade.error for grade in grades)
    lines.append(f"{graded} of {len(grades)} graded · {run}")
    return "\n".join(lines)


def as_csv(rows: Sequence[Row], run: Run) -> str:
    """Return one row a student, with the points and the hint of each question in its own column.

    What was not handed in, or not graded, is empty and never 0. The text begins with a byte order
    mark, by which spreadsheets know UTF-8.
    """
    questions = sorted({mark.question for row in rows for mark in row.marks})
    head = ["id", "name", "email", "score", "possible", "percent", *questions]
    head += [f"{question} hint" for question in questions]
    head += ["files", "not graded", "notes", "isolation", "seed", "date", "course"]
    isolation = run.isolation if run.isolation != "limits" else f"limits, {UNPROTECTED}"
    lines = [head]
    for row in rows:
        marks = {mark.question: mark for mark in row.marks}
        line = [row.student.id, row.student.name, row.student.email]
        line += [_number(row.score), _number(row.possible), _percent(row)]
        line += [_number(marks[q].points) if q in marks else "" for q in questions]
        line += [_hint(marks[q]) if q in marks else "" for q in questions]
        line.append("; ".join(str(grade.path) for grade in row.grades) or "nothing handed in")
        line.append("; ".join(f"{g.path}: {g.error}" for g in row.grades if g.error))
        line.append("; ".join(_notes(row)))
        lines.append([*line, isolation, run.seed, run.date, run.version])
    return "\ufeff" + _as_csv(lines)


def as_moodle(rows: Sequence[Row], run: Run) -> str:
    """Return the grades as Moodle imports them: a column that names a student, then percentages.

    https://docs.moodle.org/en/Grade_import
    """
    exercises = sorted({exercise for row in rows for exercise in row.counted})
    lines = [["ID number", "Email address", *(f"Exercise {e} (percent)" for e in exercises)]]
    for row in rows:
        marks = [_percent(row.counted[e]) if e in row.counted else "" for e in exercises]
        lines.append([row.student.id, row.student.email, *marks])
    return _as_csv(lines)


def as_canvas(rows: Sequence[Row], run: Run) -> str:
    """Return the grades as Canvas imports them: its five columns, then one for each exercise.

    Canvas's guide for instructors, "How do I import grades in the Gradebook?"
    """
    exercises = sorted({exercise for row in rows for exercise in row.counted})
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    possible = ["    Points Possible", "", "", "", "", *("100" for _ in exercises)]
    lines = [[*head, *(f"Exercise {exercise}" for exercise in exercises)], possible]
    for row in rows:
        marks = [_percent(row.counted[e]) if e in row.counted else "" for e in exercises]
        student = row.student
        lines.append([student.name or student.id, "", student.id, student.email, "", *marks])
    return _as_csv(lines)


def as_junit(grades: Sequence[Grade], run: Run) -> str:
    """Return one test suite a file and one test case a question, as JUnit XML."""
    root = ElementTree.Element("testsuites")
    for grade in grades:
        failures = sum(mark.points < mark.possible for mark in grade.marks)
        counts = {"tests": max(1, len(grade.marks)), "failures": failures}
        counts["errors"] = int(bool(grade.error))
        counts["skipped"] = sum(mark.is_skipped for mark in grade.marks)
        suite = _element(root, "testsuite", name=str(grade.path), **counts)
        properties = _element(suite, "properties")
        for name in ("isolation", "seed", "date", "version"):
            _element(properties, "property", name=name, value=getattr(run, name))
        whose = ".".join(filter(None, (grade.student, grade.path.stem)))
        if grade.error:
            case = _element(suite, "testcase", classname=whose, name="readable")
            _element(case, "error", message=grade.error)
        for mark in grade.marks:
            case = _element(suite, "testcase", classname=whose, name=mark.question)
            if mark.is_skipped:
                _element(case, "skipped", message=mark.feedback)
            elif mark.points < mark.possible:
                _element(case, "failure", message=mark.feedback)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


WRITERS: dict[str, Callable[[Sequence[Row], Run], str]] = {
    "csv": as_csv,
    "moodle": as_moodle,
    "canvas": as_canvas,
}


def harmless(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would run as a formula.

    >>> harmless("=1+1")
    "'=1+1"
    """
    return f"'{cell}" if cell.lstrip().startswith(("=", "+", "-", "@")) else cell


def _notes(row: Row) -> list[str]:
    counted = row.counted
    notes = [] if row.known else ["not in the list of the class"]
    for grade in row.grades:
        if not grade.error and counted[grade.exercise] is not grade:
            notes.append(f"{grade.path} does not count: another file earned as much or more")
        notes += (
            grade.notes if len(row.grades) == 1 else [f"{grade.path}: {n}" for n in grade.notes]
        )
    return notes


def _hint(mark: Mark) -> str:
    passed = mark.points >= mark.possible and not mark.is_skipped
    return "" if passed else mark.feedback


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _percent(one: Row | Grade) -> str:
    return f"{100 * (one.score or 0) / one.possible:.1f}" if one.possible else ""


def _as_csv(lines: Sequence[Sequence[str]]) -> str:
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerows([[harmless(printable(cell)) for cell in line] for line in lines])
    return out.getvalue()


def _element(parent: ElementTree.Element, tag: str, **values: Any) -> ElementTree.Element:
    attributes = {name: printable(str(value)) for name, value in values.items()}
    return ElementTree.SubElement(parent, tag, attributes)
