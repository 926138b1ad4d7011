"""Find a learner's answers in whatever came back: cells moved, copied, edited, stripped of labels.

Answer cells are found by their metadata or else by their id, and by the names that they define.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_lib.grading.build import Solution
from course_lib.grading.notebook import (
    SET_ASIDE,
    Unreadable,
    code_cells,
    label_of,
    question_of,
)
from course_lib.grading.source import bound_names, defined_names


@dataclass(frozen=True, slots=True)
class Submission:
    """What one file answers: for each question the sources of its copies, in the file's order."""

    path: Path
    answers: dict[str, list[str]]
    elsewhere: dict[str, str]
    notes: tuple[str, ...]


def find_exercise(notebook: Any, solutions: Sequence[Solution]) -> Solution:
    """Tell which exercise a notebook answers; raises Unreadable when it answers none."""
    scores = [_likeness(notebook, solution) for solution in solutions]
    if not any(scores):
        known = ", ".join(sorted(solution.exercise for solution in solutions))
        raise Unreadable(f"answers none of the exercises {known}")
    return solutions[scores.index(max(scores))]


def named_exercise(notebook: Any) -> str:
    """Tell which exercise most labels and checks of a notebook name; empty when there is none."""
    named: Counter[str] = Counter()
    for cell in code_cells(notebook):
        named.update(q.partition(".")[0] for q in (label_of(cell), question_of(cell)) if q)
    return named.most_common(1)[0][0] if named else ""


def read_submission(path: Path, notebook: Any, solution: Solution) -> Submission:
    """Collect a notebook's answers to one exercise."""
    cells = code_cells(notebook)
    answers: dict[str, list[str]] = {}
    notes: list[str] = []
    used: set[int] = set()
    for question, reference in solution.answers.items():
        found, how = _find(cells, question, reference)
        answers[question] = [cells[index].source for index in found]
        used.update(found)
        name = question.partition(".")[2]
        if not found:
            notes.append(f"{name}: no answer cell")
        elif len(found) > 1:
            notes.append(f"{name}: {len(found)} copies")
        if any(SET_ASIDE in source for source in answers[question]):
            notes.append(f"{name}: lines with %, ! or ? are not graded")
        if found and how:
            notes.append(f"{name}: found by its {how}")
    return Submission(path, answers, _elsewhere(cells, used), tuple(notes))


def _find(cells: list[Any], question: str, reference: Any) -> tuple[list[int], str]:
    """The indices of a question's answer cells, and how they were found if not by metadata."""
    wanted = defined_names(reference.source)
    by_label = {i for i, cell in enumerate(cells) if label_of(cell) == question}
    by_id = {i for i, cell in enumerate(cells) if cell.get("id") == reference.id}
    by_name = {i for i, cell in enumerate(cells) if wanted and wanted <= defined_names(cell.source)}
    found = sorted((by_label or by_id) | by_name)
    return found, "" if by_label else "id" if by_id else "names"


def _likeness(notebook: Any, solution: Solution) -> int:
    ids = {cell.id for cell in solution.answers.values()}
    names = {name for cell in solution.answers.values() for name in defined_names(cell.source)}
    score = 0
    for cell in code_cells(notebook):
        score += 100 * (label_of(cell) in solution.answers) + 10 * (cell.get("id") in ids)
        score += 10 * (question_of(cell) in solution.checks)
        score += len(defined_names(cell.source) & names)
    return score


def _elsewhere(cells: list[Any], used: set[int]) -> dict[str, str]:
    """Names that other cells define or import: for the hint that one of them is missing."""
    found = {}
    for index, cell in enumerate(cells):
        if index not in used:
            found.update(dict.fromkeys(bound_names(cell.source), f"code cell {index + 1}"))
    return found
