"""Find a learner's answers in whatever came back: cells moved, copied, edited, stripped of labels.

Answer cells are found by their metadata, then by their id, then by the names that they define.
Nothing of a submission is run here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from course_lib.grading.answers import one_line
from course_lib.grading.build import Source, question_of

MOST_BYTES = 10_000_000


class Unreadable(ValueError):
    """A file that cannot be graded; the message says why, for the report."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one file answers: for each question the sources of its copies, in the file's order."""

    path: Path
    answers: dict[str, list[str]] = field(default_factory=dict)
    elsewhere: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_notebook(path: Path) -> Any:
    """Read a notebook of any format version; raises Unreadable."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise Unreadable(f"{size:,} bytes, more than {MOST_BYTES:,}: clear the outputs")
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from None
    if not data.strip():
        raise Unreadable("the file is empty")
    try:
        notebook = nbformat.reads(data.decode("utf-8-sig"), as_version=4)
        for cell in notebook.cells:
            if not isinstance(cell.source, str):
                raise TypeError("a cell's source is no text")
    except Exception as error:  # a damaged file can fail in any way that JSON and schemas know
        raise Unreadable(f"not a notebook ({one_line(error, 80)})") from None
    return notebook


def find_exercise(notebook: Any, sources: Iterable[Source]) -> Source:
    """Tell which exercise a notebook answers; raises Unreadable when it answers none."""
    scores = {source.exercise: _likeness(notebook, source) for source in sources}
    by_name = {source.exercise: source for source in sources}
    best = max(scores, key=lambda exercise: scores[exercise], default=None)
    if best is None or scores[best] == 0:
        raise Unreadable(f"answers none of the exercises {', '.join(sorted(by_name))}")
    return by_name[best]


def read_submission(path: Path, notebook: Any, source: Source) -> Submission:
    """Collect a notebook's answers to one exercise."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    answers: dict[str, list[str]] = {}
    notes: list[str] = []
    used: set[int] = set()
    for question, reference in source.answers.items():
        found, how = _find(cells, question, reference)
        answers[question] = [cells[index].source for index in found]
        used.update(found)
        name = question.partition(".")[2]
        if not found:
            notes.append(f"{name}: no answer cell")
        elif len(found) > 1:
            notes.append(f"{name}: {len(found)} copies")
        if found and how:
            notes.append(f"{name}: found by its {how}")
    return Submission(path, answers, _elsewhere(cells, used), tuple(notes))


def defined_names(source: str) -> set[str]:
    """Return the names that a cell defines at its top level; none when it does not parse.

    >>> sorted(defined_names("a, b = 1, 2\\ndef c(): d = 3"))
    ['a', 'b', 'c']
    """
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names: set[str] = set()
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names.add(statement.name)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            nodes = (node for target in targets for node in ast.walk(target))
            names |= {node.id for node in nodes if isinstance(node, ast.Name)}
    return names


def _find(cells: list[Any], question: str, reference: Any) -> tuple[list[int], str]:
    """The indices of a question's answer cells, and how they were found if not by metadata."""
    by_label = [i for i, cell in enumerate(cells) if _label(cell) == question]
    if by_label:
        return by_label, ""
    by_id = [i for i, cell in enumerate(cells) if cell.get("id") == reference.id]
    if by_id:
        return by_id, "id"
    wanted = defined_names(reference.source)
    by_name = [
        i
        for i, cell in enumerate(cells)
        if _label(cell) is None
        and question_of(cell) is None
        and wanted <= defined_names(cell.source)
    ]
    return by_name, "names"


def _label(cell: Any) -> str | None:
    course = cell.metadata.get("course")
    answer = course.get("answer") if isinstance(course, dict) else None
    return answer if isinstance(answer, str) else None


def _likeness(notebook: Any, source: Source) -> int:
    ids = {cell.id for cell in source.answers.values()}
    names = {name for cell in source.answers.values() for name in defined_names(cell.source)}
    score = 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        score += 100 * (_label(cell) in source.answers) + 10 * (cell.get("id") in ids)
        score += 10 * (question_of(cell) in source.checks)
        score += len(defined_names(cell.source) & names)
    return score


def _elsewhere(cells: list[Any], used: set[int]) -> dict[str, str]:
    """Names that cells define which are no answers: for the hint that one of them is missing."""
    return {
        name: f"code cell {index + 1}"
        for index, cell in enumerate(cells)
        if index not in used
        for name in defined_names(cell.source)
    }
