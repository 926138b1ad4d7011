"""Submissions of exercise 01 as learners hand them in, made out of the exercise itself."""

from __future__ import annotations

import io
import json
import shutil
import time
import zipfile
from collections.abc import Callable, Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest

from course_lib.grading.build import exercise_of, read_solution
from course_lib.grading.grade import Grade, Mark
from course_lib.grading.sandbox import works
from course_lib.places import SOLUTIONS

SOLUTION = SOLUTIONS / "01_why_chunk_at_all.ipynb"
SOURCE = read_solution(SOLUTION)
QUESTIONS = tuple(SOURCE.checks)
RIGHT = {question[3:]: cell.source for question, cell in SOURCE.answers.items()}
ALL = "q1 q2 q3 q4 q5"
BUT_Q2 = "q1 q3 q4 q5"
WRONG = "def window_spans(length, size, overlap):\n    return []"
LINE = "".join(SOURCE.checks["01.q2"].outputs[0].text)


def blank() -> Any:
    """The exercise as it was handed out."""
    return exercise_of(SOURCE)


def solved(**other: str) -> Any:
    """The exercise with every answer right but those that are given."""
    notebook = blank()
    for name, text in {**RIGHT, **other}.items():
        cell(notebook, name).source = text
    return notebook


def cell(notebook: Any, name: str) -> Any:
    """The answer cell of a question."""
    found = [c for c in notebook.cells if c.metadata.get("course") == {"answer": f"01.{name}"}]
    return found[0]


def place(notebook: Any, name: str) -> int:
    """Where the answer cell of a question stands."""
    return notebook.cells.index(cell(notebook, name))


def copied(notebook: Any, name: str, text: str, **metadata: Any) -> Any:
    """One more code cell right below the answer cell of a question."""
    more = deepcopy(cell(notebook, name))
    more.id, more.source, more.metadata = f"{name}-more", text, type(more.metadata)(metadata)
    notebook.cells.insert(place(notebook, name) + 1, more)
    return notebook


def processes(mark: str) -> list[int]:
    """The processes on this machine whose command line holds a mark."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in place.read_bytes():
                found.append(int(place.parent.name))
        except OSError:
            continue
    return found


def left_running(mark: str) -> list[int]:
    """The same, once those that are being killed have had the time to go."""
    for _ in range(100):
        if not processes(mark):
            return []
        time.sleep(0.05)
    return processes(mark)


def usable(isolation: str) -> str:
    """The isolation, or a skip with the reason where it does not work."""
    if isolation != "limits" and not works(isolation):
        program = {"bubblewrap": "bwrap"}.get(isolation, isolation)
        why = "forbidden to this user" if shutil.which(program) else f"{program} is not installed"
        pytest.skip(f"{isolation} does not work on this machine: {why}")
    return isolation


def write(folder: Path, name: str, made: Any) -> Path:
    """Hand in a notebook, or a text or bytes that should be one."""
    path = folder / f"{name}.ipynb"
    if isinstance(made, bytes):
        path.write_bytes(made)
    else:
        path.write_text(made if isinstance(made, str) else json.dumps(made), "utf-8")
    return path


def zipped(members: Iterable[tuple[Any, Any]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip that holds these names, or ZipInfos, with their data."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for member, data in members:
            archive.writestr(member, data)
    return out.getvalue()


def hidden_notebook(path: Path, check: str = "01.q2.hidden", remark: str = "ten at a time") -> Path:
    """Write a teacher's notebook with one hidden check."""
    code = f'''from course_lib.grading import check
from course_lib.grading.answers import NotYet
from course_lib.grading.questions import hidden_check


@hidden_check("{check}")
def secret(answers, random):
    if len(answers.call("window_spans", 1_000, 10, 0)) != 100:
        raise NotYet("not one hundred windows")
    return "ten at a time"
'''
    output = nbformat.v4.new_output("stream", name="stdout", text=f"{check} ok: {remark}\n")
    cells = [
        nbformat.v4.new_markdown_cell("For teachers only."),
        nbformat.v4.new_code_cell(code),
        nbformat.v4.new_code_cell(f'check("{check}")', outputs=[output] if remark else []),
    ]
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=cells)), "utf-8")
    return path


def earned(one: Grade) -> set[str]:
    """The questions that earned points."""
    return {mark.question[3:] for mark in one.marks if mark.points} - {"q2.hidden"}


def feedback_of(one: Grade, question: str) -> str:
    """The line that a learner reads about a question."""
    return next(mark.feedback for mark in one.marks if mark.question == question)


def graded(path: str = "a.ipynb", points: float = 1.0, possible: float = 1.0, **more: Any) -> Grade:
    """A grade of one question, as if nbval had found it."""
    mark = Mark("01.q1", points, possible, "01.q1 ok: fine")
    return Grade(Path(path), "01", (mark,), **more)


def with_cells(change: Callable[[Any], None], start: Callable[[], Any] = solved) -> Any:
    """A notebook with this change made to it."""
    notebook = start()
    change(notebook)
    return notebook


def forget(notebook: Any, metadata: bool = True, ids: bool = True) -> Any:
    """The same notebook without what an answer cell is found by."""
    for number, one in enumerate(notebook.cells):
        if metadata:
            one.metadata = nbformat.from_dict({})
        if ids:
            one.id = f"new-{number}"
    return notebook


def checks_deleted(notebook: Any) -> None:
    """Leave the check cells out."""
    notebook.cells = [one for one in notebook.cells if not one.source.startswith("check(")]
