"""Taking files apart in a process of its own: one that never ends stops only itself."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from course_lib.grading.notebook import Unreadable, read_notebook
from course_lib.grading.submission import Submission, read_submission

if TYPE_CHECKING:
    from course_lib.grading.course import Course

SECONDS = 20.0  # for one file


def take_apart(path: Path, course: Course) -> tuple[str, Submission]:
    """Read a file: which exercise it answers, and its answers; raises Unreadable."""
    notebook = read_notebook(path, plain=True)
    solution = course.solution_of(notebook)
    return solution.exercise, read_submission(path, notebook, solution)


class Apart:
    """Takes files apart, each within some seconds; ends with the `with` block."""

    def __init__(self, course: Course, seconds: float = SECONDS) -> None:
        self._course, self._seconds = course, seconds
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Apart:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def __call__(self, path: Path) -> tuple[str, Submission]:
        """Do what `take_apart` does; raises Unreadable, too, when it takes too long."""
        if self._process is None:
            self._start()
        try:
            self._ours.send(path.absolute())
            if not self._ours.poll(self._seconds):
                raise Unreadable(f"it takes longer than {self._seconds:g} seconds to take apart")
            result, error = self._ours.recv()
        except (EOFError, OSError):
            self._end()
            raise Unreadable("it ends the process that takes it apart") from None
        except Unreadable:
            self._end()
            raise
        if error is not None:
            raise error
        found: tuple[str, Submission] = result
        return found

    def _start(self) -> None:
        self._ours, theirs = multiprocessing.Pipe()
        code = f"from {__name__} import serve; serve({theirs.fileno()})"
        self._process = subprocess.Popen([sys.executable, "-c", code], pass_fds=[theirs.fileno()])
        theirs.close()
        self._ours.send(self._course)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._ours.close()
            self._process = None


def serve(descriptor: int) -> None:
    """Take apart whatever comes, until nothing more does."""
    with suppress(EOFError), Connection(descriptor) as theirs:
        course = theirs.recv()
        while True:
            path = theirs.recv()
            reply: tuple[Any, BaseException | None]
            try:
                reply = take_apart(path, course), None
            except Exception as error:
                reply = None, error
            theirs.send(reply)
