"""Grade notebooks with nbval: the solution's own check cells, compared with its stored outputs.

For every submission a pristine notebook is written that holds the set-up and check cells of the
solution and not a line of the learner's. nbval runs it and compares strictly; the checks ask a
worker process that runs the submission's answers. Points are real passes and nothing else.
"""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import nbformat

from course_lib.grading import plugin, progress, sandbox
from course_lib.grading.answers import one_line
from course_lib.grading.bounded import Apart
from course_lib.grading.build import Solution
from course_lib.grading.course import Course
from course_lib.grading.notebook import Unreadable
from course_lib.grading.source import defined_names
from course_lib.grading.submission import Submission
from course_lib.places import COURSE

CELL_SECONDS = 60
JOBS = 2


@dataclass(frozen=True, slots=True)
class Mark:
    """What one question earned, and the line that its check printed."""

    question: str
    points: float
    possible: float
    feedback: str

    @property
    def is_skipped(self) -> bool:
        """Whether it could not be asked here: then it has no points to earn."""
        return self.feedback.startswith(f"{self.question} skipped: ")


@dataclass(frozen=True, slots=True)
class Grade:
    """What one file earned: its marks, or why it could not be graded.

    `answers` are the sources that were graded, by question.
    """

    path: Path
    exercise: str = ""
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    student: str = ""
    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """The points earned."""
        return sum(mark.points for mark in self.marks)

    @property
    def possible(self) -> float:
        """The points that could be earned."""
        return sum(mark.possible for mark in self.marks)


@dataclass(frozen=True, slots=True)
class _Job:
    """A submission in a folder of its own, ready for nbval, and what its checks gave so far."""

    folder: Path
    files: Mapping[str, str]
    submission: Submission
    exercise: str
    questions: tuple[str, ...]
    outcomes: dict[str, tuple[bool, str]] = field(default_factory=dict)

    def write(self) -> None:
        """Write its files, anew if they are there: another job's answer may have been at them."""
        self.folder.mkdir(exist_ok=True)
        for name, text in self.files.items():
            (self.folder / name).write_text(text, "utf-8")

    @property
    def finished(self) -> bool:
        return all(question in self.outcomes for question in self.questions)

    def grade(self, weights: Mapping[str, float]) -> Grade:
        path, notes = self.submission.path, self.submission.notes
        if not self.finished:
            return Grade(path, self.exercise, error="nbval did not finish its checks")
        marks = []
        for question in self.questions:
            passed, line = self.outcomes[question]
            feedback = line or f"{question} not yet: the check did not finish"
            mark = Mark(question, 0.0, 0.0, feedback)
            if not mark.is_skipped:
                possible = weights.get(question, 1.0)
                mark = Mark(question, possible * passed, possible, feedback)
            marks.append(mark)
        answers = self.submission.answers
        return Grade(path, self.exercise, tuple(marks), notes, answers=answers)


def grade(
    paths: Sequence[Path],
    course: Course,
    show_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> list[Grade]:
    """Grade files in the order given; one that cannot be read is reported, the others graded.

    `show_progress` is called with the number of files begun and the number of all.
    """
    with TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True) as name:
        with Apart(course) as apart:
            prepared = [
                _prepare(Path(name, f"{number:05}"), path, course, apart)
                for number, path in enumerate(paths)
            ]
        jobs = {one.folder.name: one for one in prepared if isinstance(one, _Job)}

        def note(outcome: Mapping[str, Any]) -> None:
            job = jobs[outcome["folder"]]
            job.outcomes[outcome["question"]] = outcome["passed"], outcome["line"]
            show_progress(sum(bool(job.outcomes) for job in jobs.values()), len(jobs))

        for job in jobs.values():
            job.write()
        folders = [job.folder for job in jobs.values()]
        # Where answers can reach each other's files, nbval reads all of them before any runs.
        runs = 1 if course.isolation == "limits" else min(JOBS, len(folders))
        shares = [folders[start::runs] for start in range(runs)] if folders else []
        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(lambda share: _run_nbval(share, note), shares))
        for job in jobs.values():
            if not job.finished:  # another one may have broken the run that they shared
                job.write()
                _run_nbval([job.folder], note)
        return [one.grade(course.weights) if isinstance(one, _Job) else one for one in prepared]


def _prepare(folder: Path, path: Path, course: Course, apart: Apart) -> _Job | Grade:
    """Make what one submission needs; a Grade with an error where that fails."""
    try:
        exercise, submission = apart(path)
    except Unreadable as error:
        return Grade(path, error=str(error))
    except Exception as error:  # whatever one file can do, the others are graded
        return Grade(path, error=f"it cannot be taken apart ({one_line(error, 80)})")
    [solution] = [one for one in course.solutions if one.exercise == exercise]
    covered = (folder.parent, path, path.parent, *course.covered)
    text = json.dumps(for_check(submission, solution, course, covered))
    pristine = course.pristine(solution, sha256(text.encode()).hexdigest())
    questions = dict.fromkeys(filter(None, map(plugin.checked_question, pristine.cells)))
    files = {"submission.json": text, "reference.ipynb": nbformat.writes(pristine)}
    return _Job(folder, files, submission, exercise, tuple(questions))


def for_check(
    submission: Submission, solution: Solution, course: Course, covered: Sequence[Path]
) -> dict[str, Any]:
    """Return what the checks of one submission need, each of its cells once."""
    texts = list(dict.fromkeys(submission.cells.values()))
    numbers = {text: number for number, text in enumerate(texts)}
    return {
        "answers": submission.answers,
        "setup": list(solution.setup),
        "texts": texts,
        "cells": {name: numbers[text] for name, text in submission.cells.items()},
        "wanted": {q: sorted(defined_names(c.source)) for q, c in solution.answers.items()},
        "isolation": course.isolation,
        "covered": [str(place.resolve()) for place in covered],
        "seed": course.seed,
        "seconds": course.seconds,
    }


def _run_nbval(folders: Sequence[Path], note: Callable[[Mapping[str, Any]], None]) -> None:
    """Run nbval once over some pristine notebooks, with no plug-in but it and ours."""
    command = [sys.executable, "-m", "pytest", "-p", "nbval.plugin", "-p", plugin.__name__]
    command += ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_SECONDS}", "-q"]
    command += ["-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folders[0].parent)]
    # No pipe: a process of the same user can write to one through /proc, and to no socket.
    ours, theirs = socket.socketpair()
    environment = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTEST_ADDOPTS": "",
        "TMPDIR": str(folders[0].parent),  # what a killed kernel leaves behind goes with the run
        "PYTHONPATH": str(COURSE),
        plugin.OUTCOMES: str(theirs.fileno()),
        progress.OFF: "1",
        sandbox.ALONE: "1",
    }
    process = subprocess.Popen(
        [*command, *(str(folder / "reference.ipynb") for folder in folders)],
        env=environment,
        cwd=folders[0].parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
    )
    theirs.close()
    patience = Timer(60 + 10 * CELL_SECONDS * len(folders), process.kill)
    patience.start()
    with ours, ours.makefile(encoding="utf-8") as outcomes:
        for line in outcomes:
            with suppress(ValueError, LookupError):  # not ours: written by what broke out
                note(json.loads(line))
    process.wait()
    patience.cancel()
