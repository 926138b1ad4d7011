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
    """What one file answers: for each question the sources of its copies, in the file's order.

    `cells` maps each name that the file gives a value to the cell that does so.
    """

    path: Path
    answers: dict[str, list[str]]
    cells: dict[str, str]
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
    for question, reference in solution.answers.items():
        found, how = _find(cells, question, reference)
        answers[question] = [cells[index].source for index in found]
        name = question.partition(".")[2]
        if not found:
            notes.append(f"{name}: no answer cell")
        elif len(found) > 1:
            notes.append(f"{name}: {len(found)} copies")
        if any(SET_ASIDE in source for source in answers[question]):
            notes.append(f"{name}: lines with %, ! or ? are not graded")
        if found and how:
            notes.append(f"{name}: found by its {how}")
    return Submission(path, answers, _cells_by_name(cells, solution), tuple(notes))


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


def _cells_by_name(cells: list[Any], solution: Solution) -> dict[str, str]:
    """Which cell gives a name its value, the last one if several do; the given cells left out."""
    given = set().union(*map(bound_names, solution.setup))
    return {
        name: cell.source
        for cell in cells
        if question_of(cell) is None
        for name in bound_names(cell.source) - given
    }
