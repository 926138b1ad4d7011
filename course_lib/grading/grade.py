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
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import nbformat

from course_lib.grading import plugin, progress
from course_lib.grading.answers import one_line
from course_lib.grading.build import Source
from course_lib.grading.course import Course
from course_lib.grading.places import COURSE
from course_lib.grading.submission import (
    Submission,
    Unreadable,
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
        heard: dict[str, dict[str, bool]] = {folder.name: {} for folder in ready}

        def hear(outcome: Mapping[str, Any]) -> None:
            heard[outcome["folder"]][outcome["question"]] = outcome["passed"]
            say(f"grading: {sum(map(bool, heard.values()))} of {len(ready)}")

        with ThreadPoolExecutor(JOBS) as pool:
            shares = [ready[start::JOBS] for start in range(JOBS) if ready[start::JOBS]]
            list(pool.map(lambda share: _run_nbval(share, hear), shares))
        graded = []
        for folder, out in zip(folders, laid, strict=True):
            if folder in ready and not _finished(out, heard[folder.name], course):
                _run_nbval([folder], hear)  # another one may have broken the run that they shared
            graded.append(
                _collect(folder, out, heard[folder.name], course) if folder in ready else out
            )
        return graded


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
        notebook = read_notebook(path, plain=True)
        source = course.source_of(notebook)
        submission = read_submission(path, notebook, source)
    except Unreadable as error:
        return Grade(path, error=str(error))
    except Exception as error:  # whatever one file can do, the others are graded
        return Grade(path, error=f"it cannot be taken apart ({one_line(error, 80)})")
    folder.mkdir()
    (folder / "submission.json").write_text(
        json.dumps(_orders(folder, submission, source, course)), "utf-8"
    )
    nbformat.write(course.pristine(source), folder / "reference.ipynb")
    return Grade(path, source.exercise, notes=submission.notes)


def _orders(folder: Path, submission: Submission, source: Source, course: Course) -> dict[str, Any]:
    covered = (folder.parent, submission.path, submission.path.parent, *course.covered)
    return {
        "answers": submission.answers,
        "setup": list(source.setup),
        "elsewhere": submission.elsewhere,
        "isolation": course.isolation,
        "covered": [str(path.resolve()) for path in covered],
        "seed": course.seed,
        "seconds": course.seconds,
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
        "PYTEST_ADDOPTS": "",
        "TMPDIR": str(folders[0].parent),  # what a killed kernel leaves behind goes with the run
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
            with suppress(ValueError, LookupError):  # not ours: written by what broke out
                hear(json.loads(line))
    process.wait()
    patience.cancel()


def _questions(out: Grade, course: Course) -> list[str]:
    source = next(source for source in course.sources if source.exercise == out.exercise)
    return list(course.checks_of(source))


def _finished(out: Grade, heard: Mapping[str, bool], course: Course) -> bool:
    return all(question in heard for question in _questions(out, course))


def _collect(folder: Path, out: Grade, heard: Mapping[str, bool], course: Course) -> Grade:
    if not _finished(out, heard, course):
        return Grade(out.path, out.exercise, error="nbval did not finish its checks")
    lines = {line["question"]: line["line"] for line in _json_lines(folder / "lines.jsonl")}
    marks = []
    for question in _questions(out, course):
        possible = course.weights.get(question, 1.0)
        feedback = lines.get(question, f"{question} not yet: the check did not finish")
        marks.append(Mark(question, possible * heard[question], possible, feedback))
    return Grade(out.path, out.exercise, tuple(marks), out.notes)


def _json_lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    lines = []
    for line in path.read_bytes().splitlines():
        with suppress(ValueError):
            lines.append(json.loads(line))
    return [line for line in lines if isinstance(line, dict) and {"question", "line"} <= set(line)]
