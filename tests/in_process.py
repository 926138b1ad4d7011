"""A grade without nbval, kernels and sandboxes: the same code, run cell by cell in this process."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
import warnings
from contextlib import chdir, redirect_stderr, redirect_stdout
from threading import Lock

import nbformat

from course_lib.grading import bounded, grade, questions, worker
from course_lib.grading.answers import WorkerAnswers
from course_lib.grading.plugin import checked_question, line_of

CHECK = sys.modules["course_lib.grading.check"]  # the package's `check` is the function
ALONE = Lock()  # a grade has two threads, and a process has one folder and one standard output


def close_databases(names):
    """Close what cells have left open: theirs end with their process, and this one goes on."""
    for value in names.values():
        if isinstance(value, sqlite3.Connection):
            value.close()


def as_sent(message):
    """A message as it arrives in another process."""
    return json.loads(json.dumps(message))


class InProcess(WorkerAnswers):
    """The worker's own functions, called here; all that goes in and out becomes JSON as there."""

    def __init__(self, answer, _sandbox=None):
        self._answer = answer
        self._started = False
        self._names = {"__name__": "__main__"}
        self._database = None

    def __exit__(self, *_):
        close_databases(self._names)

    def _ask(self, request, serve=None):
        self._database = serve and (lambda message: as_sent(serve(as_sent(message))))
        return super()._ask(request, serve)

    def _exchange(self, line):
        request = as_sent(line)
        with warnings.catch_warnings(), redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")  # in a worker they go nowhere, as what is printed does
            with redirect_stdout(io.StringIO()):
                if "setup" in request:
                    return as_sent(worker.run(request, self._names))
                return as_sent(worker.serve(request, self._names, self._database))


def run_nbval(folders, note):
    """What nbval does with pristine notebooks: run each cell, compare what it prints."""
    for folder in folders:
        with ALONE, chdir(folder):
            _run(nbformat.read("reference.ipynb", 4), folder.name, note)


def _run(notebook, folder, note):
    names = {"__name__": "__main__"}
    try:
        for cell in notebook.cells:
            printed = io.StringIO()
            with redirect_stdout(printed):
                exec(cell.source, names)
            if question := checked_question(cell):
                stored = "".join(output.text for output in cell.outputs)
                passed = printed.getvalue() == stored
                line = line_of(question, [{"text": printed.getvalue()}])
                note({"folder": folder, "question": question, "passed": passed, "line": line})
    finally:
        close_databases(names)
        CHECK._submission.clear()
        questions._hidden.clear()


class Apart(bounded.Apart):
    """Takes files apart here."""

    def __call__(self, path):
        return bounded.take_apart(path, self._course)


def use(monkeypatch):
    """Grade in this process from now on."""
    monkeypatch.setattr(grade, "Apart", Apart)
    monkeypatch.setattr(grade, "_run_nbval", run_nbval)
    monkeypatch.setattr(CHECK, "WorkerAnswers", InProcess)
