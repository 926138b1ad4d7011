"""What submissions are held against: solutions, hidden checks, weights, isolation."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from course_lib.grading.answers import SECONDS, one_line
from course_lib.grading.build import Solution, read_solution
from course_lib.grading.notebook import (
    Unreadable,
    code_cells,
    question_of,
    read_notebook,
)
from course_lib.grading.sandbox import best_isolation
from course_lib.grading.submission import find_exercise, named_exercise
from course_lib.places import SOLUTIONS

BEGINNING = """\
from course_lib.grading.check import use_submission
use_submission("submission.json", "{}")"""


@dataclass(frozen=True, slots=True)
class Course:
    """What submissions are held against, the seconds an answer gets, and what it must not see.

    `unfit` names the exercises whose solution nothing can be held against, and says why. `hidden`
    are the code cells of the teacher's own notebook, each with the question that it checks, if any.
    """

    solutions: tuple[Solution, ...]
    unfit: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[tuple[str | None, Any], ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)
    isolation: str = "limits"
    seed: str = ""
    seconds: float = 2 * SECONDS  # a grade runs several answers at once
    covered: tuple[Path, ...] = ()

    @classmethod
    def load(
        cls,
        solutions: Path = SOLUTIONS,
        hidden: Path | None = None,
        weights: Mapping[str, float] | None = None,
        isolation: str | None = None,
        seed: str | None = None,
    ) -> Course:
        """Read the solutions; raises Unreadable when there is none that can be graded by."""
        found, unfit = _read_solutions(solutions)
        if not found and not unfit:
            raise Unreadable(
                f"no solutions in {solutions}: grade with the whole course, not a handout"
            )
        if all(solution.exercise in unfit for solution in found):
            raise Unreadable(next(iter(unfit.values())))
        known = {question for solution in found for question in solution.checks}
        cells = _read_hidden(hidden, known) if hidden else ()
        known.update(question for question, _ in cells if question)
        for question in weights or {}:
            if question not in known and question.partition(".")[0] not in unfit:
                raise Unreadable(
                    f"no question {question} to weigh; there is {', '.join(sorted(known))}"
                )
        isolation = isolation or best_isolation()
        if hidden and isolation == "limits":
            raise Unreadable(
                "hidden checks need bubblewrap or unshare: without them an answer could read them"
            )
        return cls(
            found,
            unfit,
            cells,
            weights or {},
            isolation,
            seed or secrets.token_hex(8),
            covered=(hidden,) if hidden else (),
        )

    def solution_of(self, notebook: Any) -> Solution:
        """The solution of the exercise that a notebook answers; raises Unreadable without one."""
        self._require_fit(named_exercise(notebook))
        solution = find_exercise(notebook, self.solutions)
        self._require_fit(solution.exercise)
        return solution

    def _require_fit(self, exercise: str) -> None:
        if exercise in self.unfit:
            raise Unreadable(f"exercise {exercise} cannot be graded: {self.unfit[exercise]}")

    def pristine(self, solution: Solution, sha256: str) -> Any:
        """The notebook that nbval runs: set-up and checks of the solution, nothing else.

        It asks for a submission of this hash: nbval has read it before any answer runs.

        The teacher's hidden cells come last, without the checks of other exercises. Each check cell
        is labelled with its question, and holds the line that it must print.
        """
        cells = [
            nbformat.v4.new_code_cell(source)
            for source in (BEGINNING.format(sha256), *solution.setup)
        ]
        mine = f"{solution.exercise}."
        hidden = [(q, cell) for q, cell in self.hidden if q is None or q.startswith(mine)]
        for question, cell in (*solution.checks.items(), *hidden):
            label = {"course": {"check": question}} if question else {}
            run = 1 if cell.outputs else None  # nbval compares only with a cell that was run
            fields = {"outputs": cell.outputs, "execution_count": run, "metadata": label}
            cells.append(nbformat.v4.new_code_cell(cell.source, **fields))
        return nbformat.v4.new_notebook(cells=cells)


def _read_solutions(folder: Path) -> tuple[tuple[Solution, ...], dict[str, str]]:
    """Read every solution; one that is not finished stops its own exercise and no other."""
    solutions, unfit = [], {}
    for path in sorted(folder.glob("*.ipynb")):
        try:
            solution = read_solution(path)
            solutions.append(solution)
            for question, cell in solution.checks.items():
                _require_stored_line(question, cell)
        except Exception as error:  # a file that is being written can be damaged in any way
            unfit[path.stem[:2]] = one_line(error)
    return tuple(solutions), unfit


def _read_hidden(path: Path, known: set[str]) -> tuple[tuple[str | None, Any], ...]:
    """Read a teacher's notebook; raises Unreadable when one of its checks would count for nothing.

    Its checks are named after the questions that they look at, as in `01.q1.hidden`.
    """
    cells = tuple((question_of(cell), cell) for cell in code_cells(read_notebook(path)))
    checks = {question: cell for question, cell in cells if question}
    stray = sorted(q for q in checks if q in known or q.rpartition(".")[0] not in known)
    if stray or not checks:
        what = f"a check of {stray[0]}" if stray else "no check"
        raise Unreadable(f"the hidden notebook holds {what}; name checks like 01.q1.hidden")
    for question, cell in checks.items():
        _require_stored_line(question, cell)
    return cells


def _require_stored_line(question: str, cell: Any) -> None:
    stored = "".join(output.get("text", "") for output in cell.outputs)
    if not stored.startswith(f"{question} ok: "):
        raise Unreadable(
            f"the reference's check of {question} has no stored line that says ok; "
            "run the solution again with make exercises"
        )
