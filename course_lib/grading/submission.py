"""Find a learner's answers in whatever came back: cells moved, copied, edited, stripped of labels.

Answer cells are found by their metadata or else by their id, and by the names that they define.
Nothing of a submission is run here.
"""

from __future__ import annotations

import ast
import stat
import symtable
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from course_lib.grading.answers import one_line
from course_lib.grading.build import Source, question_of

MOST_BYTES = 10_000_000
SET_ASIDE = "# not graded:"  # before a line that is no Python


class Unreadable(ValueError):
    """A file that cannot be graded; the message says why, for the report."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one file answers: for each question the sources of its copies, in the file's order."""

    path: Path
    answers: dict[str, list[str]] = field(default_factory=dict)
    elsewhere: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_notebook(path: Path, plain: bool = False) -> Any:
    """Read a notebook of any format version, perhaps as plain Python; raises Unreadable.

    A link is refused: it could name the solution, which whoever grades can read.
    """
    try:
        facts = path.lstat()
        if not stat.S_ISREG(facts.st_mode):
            raise Unreadable("not a file of its own but a link, a folder or a device")
        size = facts.st_size
        if size > MOST_BYTES:
            raise Unreadable(f"{size:,} bytes, more than {MOST_BYTES:,}: clear the outputs")
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from None
    if not data.strip():
        raise Unreadable("the file is empty")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about ids, which nothing here relies on
            notebook = nbformat.reads(data.decode("utf-8-sig"), as_version=4)
        for cell in notebook.cells:
            if not (isinstance(cell.source, str) and isinstance(cell.metadata, dict)):
                raise TypeError("a cell has no text or no metadata")
            if plain and cell.cell_type == "code":
                cell.source = plain_python(cell.source)
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


def named_exercise(notebook: Any) -> str:
    """Tell which exercise most labels and checks of a notebook name; empty when there is none."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    questions = [name for cell in cells for name in (_label(cell), question_of(cell)) if name]
    named = Counter(question.partition(".")[0] for question in questions)
    return named.most_common(1)[0][0] if named else ""


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
        if any(SET_ASIDE in source for source in answers[question]):
            notes.append(f"{name}: lines with %, ! or ? are not graded")
        if found and how:
            notes.append(f"{name}: found by its {how}")
    return Submission(path, answers, _elsewhere(cells, used), tuple(notes))


def plain_python(source: str) -> str:
    """Comment out the lines that only IPython understands, in a cell that is no Python with them.

    >>> print(plain_python("%%time\\nsize = 3\\n!ls"))
    # not graded: %%time
    size = 3
    # not graded: !ls
    """
    if _tree(source) is not None:
        return source
    lines = source.splitlines()
    for number, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith(("%", "!", "?")) or bare.endswith("?"):
            indent = line[: len(line) - len(line.lstrip())]
            lines[number] = f"{indent}{SET_ASIDE} {bare}"
    return "\n".join(lines)


def defined_names(source: str) -> set[str]:
    """Return the names that a cell defines at its top level; none when it does not parse.

    >>> sorted(defined_names("a, b = 1, 2\\ndef c(): d = 3"))
    ['a', 'b', 'c']
    """
    tree = _tree(source)
    names: set[str] = set()
    for statement in tree.body if tree else []:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names.add(statement.name)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            nodes = (node for target in targets for node in ast.walk(target))
            names |= {node.id for node in nodes if isinstance(node, ast.Name)}
    return names


def _find(cells: list[Any], question: str, reference: Any) -> tuple[list[int], str]:
    """The indices of a question's answer cells, and how they were found if not by metadata."""
    wanted = defined_names(reference.source)
    by_label = {i for i, cell in enumerate(cells) if _label(cell) == question}
    by_id = {i for i, cell in enumerate(cells) if cell.get("id") == reference.id}
    by_name = {i for i, cell in enumerate(cells) if wanted and wanted <= defined_names(cell.source)}
    found = sorted((by_label or by_id) | by_name)
    return found, "" if by_label else "id" if by_id else "names"


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
    """Names that other cells define or import: for the hint that one of them is missing."""
    return {
        name: f"code cell {index + 1}"
        for index, cell in enumerate(cells)
        if index not in used
        for name in _bound_names(cell.source)
    }


def _bound_names(source: str) -> set[str]:
    if _tree(source) is None:
        return set()
    symbols = symtable.symtable(source, "<cell>", "exec").get_symbols()
    return {s.get_name() for s in symbols if s.is_assigned() or s.is_imported() or s.is_namespace()}


def _tree(source: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the learner's escape sequences are not our business
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
