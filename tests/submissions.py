"""Submissions of exercise 01 as learners hand them in, made out of the exercise itself."""

from __future__ import annotations

import shutil
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from course_lib.grading.build import exercise_of, read_solution
from course_lib.grading.places import COURSE, SOLUTIONS
from course_lib.grading.sandbox import works

SOLUTION = SOLUTIONS / "01_why_chunk_at_all.ipynb"
SOURCE = read_solution(SOLUTION)
QUESTIONS = tuple(SOURCE.checks)
RIGHT = {question[3:]: cell.source for question, cell in SOURCE.answers.items()}
ALL = "q1 q2 q3 q4 q5"
BUT_Q2 = "q1 q3 q4 q5"
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


__all__ = [
    "ALL",
    "BUT_Q2",
    "COURSE",
    "LINE",
    "QUESTIONS",
    "RIGHT",
    "SOLUTION",
    "SOURCE",
    "blank",
    "cell",
    "copied",
    "left_running",
    "place",
    "processes",
    "solved",
    "usable",
]
