"""A grade as a table for a learner, CSV for a class, JUnit XML for a machine."""

import csv
from collections.abc import Sequence
from io import StringIO
from xml.etree import ElementTree

from course_lib.grading.answers import printable
from course_lib.grading.grade import Grade

ISOLATION_WORDS = {
    "bubblewrap": "bubblewrap: no network, no sight of the solutions, nothing written outside",
    "unshare": "unshare: no network, no sight of the solutions, nothing written outside",
    "limits": "limits only: answers could read the solutions and use disk and network",
}


def as_table(grades: Sequence[Grade], isolation: str, seed: str) -> str:
    """Return every question of every file with its points and feedback, for reading."""
    lines = []
    for grade in grades:
        lines.append(printable(str(grade.path)))
        if grade.error:
            lines += [f"  not graded: {grade.error}", ""]
            continue
        lines += [f"  {mark.points:g}/{mark.possible:g}  {mark.feedback}" for mark in grade.marks]
        lines.append(f"  {grade.score:g}/{grade.possible:g}  in all")
        lines += [f"  note: {note}" for note in grade.notes]
        lines.append("")
    graded = sum(not grade.error for grade in grades)
    lines.append(f"{graded} of {len(grades)} graded · {ISOLATION_WORDS[isolation]} · seed {seed}")
    return "\n".join(lines)


def as_csv(grades: Sequence[Grade], isolation: str) -> str:
    """Return one row a file, with a column for each question."""
    questions = sorted({mark.question for grade in grades for mark in grade.marks})
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["submission", "score", "possible", *questions, "isolation", "notes"])
    for grade in grades:
        points = {mark.question: f"{mark.points:g}" for mark in grade.marks}
        notes = [f"not graded: {grade.error}"] if grade.error else list(grade.notes)
        notes += [mark.feedback for mark in grade.marks if mark.points < mark.possible]
        row = [str(grade.path), f"{grade.score:g}", f"{grade.possible:g}"]
        row += [points.get(question, "") for question in questions]
        table.writerow([harmless(printable(c)) for c in [*row, isolation, "; ".join(notes)]])
    return out.getvalue()


def as_junit(grades: Sequence[Grade], isolation: str) -> str:
    """Return one test suite a file and one test case a question, as JUnit XML."""
    root = ElementTree.Element("testsuites")
    for grade in grades:
        failures = sum(mark.points < mark.possible for mark in grade.marks)
        counts = {"tests": max(1, len(grade.marks)), "failures": failures}
        counts["errors"] = int(bool(grade.error))
        suite = _element(root, "testsuite", name=str(grade.path), **counts)
        _element(_element(suite, "properties"), "property", name="isolation", value=isolation)
        stem = grade.path.stem
        if grade.error:
            case = _element(suite, "testcase", classname=stem, name="readable")
            _element(case, "error", message=grade.error)
        for mark in grade.marks:
            case = _element(suite, "testcase", classname=stem, name=mark.question)
            if mark.points < mark.possible:
                _element(case, "failure", message=mark.feedback)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _element(parent: ElementTree.Element, tag: str, **values: object) -> ElementTree.Element:
    attributes = {name: printable(str(value)) for name, value in values.items()}
    return ElementTree.SubElement(parent, tag, attributes)


def harmless(cell: str) -> str:
    """Put an apostrophe before what a spreadsheet would run as a formula.

    >>> harmless("=1+1")
    "'=1+1"
    """
    return f"'{cell}" if cell.lstrip().startswith(("=", "+", "-", "@")) else cell
