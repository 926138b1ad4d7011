"""Make the exercise that learners get out of the solution that the course keeps.

A solution notebook is the one source. Its answer cells hold a region between the two markers, and
the check cell after an answer names its question. What learners get: the region replaced by a
stub, the checks without outputs, and without the cells that begin with `**Analysis**`.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from course_lib.errors import InvalidValue
from course_lib.grading.notebook import question_of
from course_lib.places import ANALYSES

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
STUB = "...  # your answer"
ANALYSIS = "**Analysis**"
_HEADING = re.compile(r"## \d+ · (.+)")


class BadSolution(InvalidValue):
    """A solution notebook that no exercise can be made of; the message names the cell."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution notebook, taken apart: what the exercise, the grade and the tests need of it."""

    exercise: str
    notebook: Any
    setup: tuple[str, ...]
    answers: dict[str, Any]
    checks: dict[str, Any]


def read_solution(path: Path) -> Solution:
    """Read a solution notebook; raises BadSolution with the cell and what is wrong with it."""
    _require_unique_ids(path)
    notebook = nbformat.read(path, as_version=4)
    answers: dict[str, Any] = {}
    checks: dict[str, Any] = {}
    setup, waiting = [], None
    for cell in notebook.cells:
        if cell.cell_type != "code":
            _refuse(BEGIN in cell.source or END in cell.source, cell, "a region in a text cell")
            continue
        question = question_of(cell)
        if BEGIN in cell.source or END in cell.source:
            _check_region(cell)
            _refuse(waiting is not None, cell, "an answer before the last one was checked")
            _refuse(question is not None, cell, "an answer and a check in one cell")
            waiting = cell
        elif question is None:
            setup.append(cell.source)
        else:
            _refuse(waiting is None, cell, f"a check of {question} with no answer before it")
            _refuse(question in checks, cell, f"a second check of {question}")
            answers[question], checks[question] = waiting, cell
            waiting = None
    _refuse(waiting is not None, waiting, "an answer that no check follows")
    if not checks:
        raise BadSolution(f"{path.name} holds no check")
    return Solution(path.stem[:2], notebook, tuple(setup), answers, checks)


def exercise_of(solution: Solution) -> Any:
    """Return the notebook that learners get."""
    notebook = nbformat.from_dict(solution.notebook)
    questions = {cell.id: question for question, cell in solution.answers.items()}
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith(ANALYSIS):
            continue
        if cell.cell_type == "markdown":  # an exercise lies one folder higher
            cell.source = cell.source.replace("](../../", "](../")
        else:
            cell.outputs, cell.execution_count = [], None
        if cell.id in questions:
            cell.source = stubbed(cell.source)
            cell.metadata = nbformat.from_dict({"course": {"answer": questions[cell.id]}})
        cells.append(cell)
    notebook.cells = cells
    return notebook


def analyses_of(solution: Solution) -> dict[str, dict[str, str]]:
    """Return for each question its title, its analysis and the rule to keep, as text."""
    found: dict[str, dict[str, str]] = {}
    title, waiting = "", None
    for cell in solution.notebook.cells:
        if cell.cell_type == "code":
            waiting = question_of(cell) or waiting
        elif cell.source.startswith(ANALYSIS) and waiting:
            text = cell.source.removeprefix(ANALYSIS).strip()
            analysis, _, rule = text.partition("*Rule to keep: ")
            parts = {"title": title, "analysis": analysis.strip(), "rule": rule.rstrip("*")}
            found[waiting], waiting = parts, None
        elif heading := _HEADING.match(cell.source):
            title = heading[1]
    return found


def stubbed(source: str) -> str:
    """Replace each region by a stub at the same depth.

    >>> print(stubbed("def f():\\n    ### BEGIN SOLUTION\\n    return 1\\n    ### END SOLUTION"))
    def f():
        ...  # your answer
    >>> print(stubbed("### BEGIN SOLUTION\\nmy_size = 3\\n### END SOLUTION"))
    my_size = ...  # your answer
    """
    pattern = rf"^([ \t]*){re.escape(BEGIN)}\n(.*?){re.escape(END)}[ \t]*$"
    return re.sub(pattern, _stub, source, flags=re.MULTILINE | re.DOTALL)


def _stub(region: re.Match[str]) -> str:
    """A variable keeps its name, since the check asks for it; inside a function nothing is told."""
    variable = re.match(r"\w+ = ", region[2])
    return f"{region[1]}{variable[0] if variable and not region[1] else ''}{STUB}"


def build(solutions: Path, exercises: Path) -> list[Path]:
    """Write an exercise for every solution, and the analyses of all; return what was written."""
    written: list[Path] = []
    analyses: dict[str, dict[str, str]] = {}
    for path in sorted(solutions.glob("[0-9][0-9]_*.ipynb")):
        target = exercises / path.name
        target.write_bytes(blank_exercise(path))
        written.append(target)
        analyses |= analyses_of(read_solution(path))
    lines = json.dumps(analyses, indent=1, ensure_ascii=False, sort_keys=True)
    (exercises / ANALYSES).write_text(lines + "\n", "utf-8")
    return [*written, exercises / ANALYSES]


def blank_exercise(solution: Path) -> bytes:
    """Return the exercise of one solution, as its file holds it."""
    text: str = nbformat.writes(exercise_of(read_solution(solution)))
    return f"{text}\n".encode()


def _require_unique_ids(path: Path) -> None:
    """Look at the file itself: nbformat quietly gives such cells a new id, another each time."""
    seen: set[str] = set()
    for raw in json.loads(path.read_bytes())["cells"]:
        cell = NotebookNode(id=raw.get("id"), source="".join(raw["source"]))
        _refuse(cell.id is None, cell, "no id")
        _refuse(cell.id in seen, cell, "an id that another cell has")
        seen.add(cell.id)


def _check_region(cell: Any) -> None:
    inside = False
    for line in cell.source.splitlines():
        if line.strip() == BEGIN:
            _refuse(inside, cell, "a region inside a region")
            inside = True
        elif line.strip() == END:
            _refuse(not inside, cell, "an end without a beginning")
            inside = False
        else:
            _refuse(BEGIN in line or END in line, cell, "a marker that is not alone on its line")
    _refuse(inside, cell, "a region that is never closed")


def _refuse(wrong: bool, cell: Any, what: str) -> None:
    if wrong:
        raise BadSolution(f"cell {cell.id!r} holds {what}: {cell.source[:40]!r}…")
