"""Grade notebooks with nbval: the reference's own check cells, compared with its stored outputs.

For every submission a pristine notebook is laid out that holds the set-up and check cells of the
reference and not a line of the learner's. nbval runs it and compares strictly; the checks ask a
worker process that runs the submission's answers. Points are real passes and nothing else.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import nbformat

from course_lib.grading import plugin, progress
from course_lib.grading.build import Source
from course_lib.grading.course import Course
from course_lib.grading.places import COURSE
from course_lib.grading.submission import (
    Submission,
    Unreadable,
    find_exercise,
    read_notebook,
    read_submission,
)

CELL_SECONDS = 60
JOBS = 2


@dataclass(frozen=True, slots=True)
class Mark:
    """The outcome of one question."""

    question: str
    points: float
    possible: float
    feedback: str


@dataclass(frozen=True, slots=True)
class Grade:
    """The outcome of one file: its marks, or why it could not be graded."""

    path: Path
    exercise: str = ""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""

    @property
    def score(self) -> float:
        """The points earned."""
        return sum(mark.points for mark in self.marks)

    @property
    def possible(self) -> float:
        """The points that could be earned."""
        return sum(mark.possible for mark in self.marks)


def grade(
    paths: Sequence[Path], course: Course, say: Callable[[str], None] = lambda _: None
) -> list[Grade]:
    """Grade files in the order given; one that cannot be read is reported, the others graded."""
    with TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True) as name:
        run = Path(name)
        folders = [run / f"{number:05}" for number in range(len(paths))]
        laid = [_lay_out(*pair, course) for pair in zip(folders, paths, strict=True)]
        ready = [folder for folder in folders if folder.exists()]
        passed: dict[str, set[str]] = {folder.name: set() for folder in ready}
        seen: set[str] = set()

        def hear(outcome: Mapping[str, Any]) -> None:
            seen.add(outcome["folder"])
            say(f"grading: {len(seen)} of {len(ready)}")
            if outcome["passed"]:
                passed[outcome["folder"]].add(outcome["question"])

        with ThreadPoolExecutor(JOBS) as pool:
            shares = [ready[start::JOBS] for start in range(JOBS) if ready[start::JOBS]]
            list(pool.map(lambda share: _run_nbval(share, hear), shares))
        return [
            _collect(folder, out, passed[folder.name], course) if folder in ready else out
            for folder, out in zip(folders, laid, strict=True)
        ]


def find_notebooks(paths: Sequence[Path]) -> list[Path]:
    """Return the notebooks that files and folders name, in order; a missing path stays in it."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = (
                p for p in sorted(path.rglob("*.ipynb")) if ".ipynb_checkpoints" not in p.parts
            )
            found += inside
        else:
            found.append(path)
    return found


def _lay_out(folder: Path, path: Path, course: Course) -> Grade:
    """Put what one submission needs into a folder; an ungraded Grade that names the exercise."""
    try:
        notebook = read_notebook(path)
        source = find_exercise(notebook, course.sources)
        submission = read_submission(path, notebook, source)
    except Unreadable as error:
        return Grade(path, error=str(error))
    folder.mkdir()
    (folder / "submission.json").write_text(
        json.dumps(_orders(folder, submission, source, course)), "utf-8"
    )
    nbformat.write(course.pristine(source), folder / "reference.ipynb")
    return Grade(path, source.exercise, notes=submission.notes)


def _orders(folder: Path, submission: Submission, source: Source, course: Course) -> dict[str, Any]:
    return {
        "answers": submission.answers,
        "setup": list(source.setup),
        "elsewhere": submission.elsewhere,
        "isolation": course.isolation,
        "covered": [str(folder.parent), str(submission.path.resolve())],
        "seed": course.seed,
        "report": str(folder / "lines.jsonl"),
    }


def _run_nbval(folders: Sequence[Path], hear: Callable[[Mapping[str, Any]], None]) -> None:
    """Run nbval once over some pristine notebooks, with no plug-in but it and ours."""
    command = [sys.executable, "-m", "pytest", "-p", "nbval.plugin", "-p", plugin.__name__]
    command += ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_SECONDS}", "-q"]
    command += ["-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folders[0].parent)]
    ours, theirs = os.pipe()
    environment = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(COURSE),
        plugin.OUTCOMES: str(theirs),
        progress.OFF: "1",
    }
    process = subprocess.Popen(
        [*command, *(str(folder / "reference.ipynb") for folder in folders)],
        env=environment,
        cwd=folders[0].parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[theirs],
    )
    os.close(theirs)
    patience = Timer(60 + 10 * CELL_SECONDS * len(folders), process.kill)
    patience.start()
    with os.fdopen(ours, encoding="utf-8") as outcomes:
        for line in outcomes:
            hear(json.loads(line))
    process.wait()
    patience.cancel()


def _collect(folder: Path, out: Grade, passed: set[str], course: Course) -> Grade:
    source = next(source for source in course.sources if source.exercise == out.exercise)
    lines = {line["question"]: line["line"] for line in _json_lines(folder / "lines.jsonl")}
    marks = []
    for question in course.checks_of(source):
        possible = course.weights.get(question, 1.0)
        feedback = lines.get(question, f"{question} not yet: the check did not finish")
        marks.append(Mark(question, possible * (question in passed), possible, feedback))
    return Grade(out.path, out.exercise, tuple(marks), out.notes)


def _json_lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
