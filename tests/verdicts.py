"""How an answer to a question of an exercise stands, checked as in a notebook."""

from __future__ import annotations

import atexit
import signal
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from random import Random

import pytest
from in_process import close_databases

from course_lib.grading import checks
from course_lib.grading.answers import NotebookAnswers, NotYet, WorkerAnswers
from course_lib.grading.build import read_solution
from course_lib.grading.questions import find_check
from course_lib.grading.sandbox import Sandbox, best_isolation
from course_lib.grading.source import defined_names, helpers_of
from course_lib.places import SOLUTIONS

SOLUTIONS_READ = [read_solution(path) for path in sorted(SOLUTIONS.glob("[0-9][0-9]_*.ipynb"))]
QUESTIONS = {question: source for source in SOLUTIONS_READ for question in source.checks}
RIGHT = {question: source.answers[question].source for question, source in QUESTIONS.items()}


@cache
def solved_beside(question):
    """What the answers to the other questions of an exercise define, and the cell that does."""
    return {
        name: cell.source
        for other, cell in QUESTIONS[question].answers.items()
        for name in defined_names(cell.source)
        if other != question
    }


def setup_of(question, source):
    """The cells that run before an answer: the first one, and solved answers that it calls."""
    beside = solved_beside(question)
    called = any(name in source for name in beside)
    return [*QUESTIONS[question].setup, *(helpers_of(source, [], beside) if called else ())]


def module_of(name):
    """A file of exercises/checks, by its place: 06.q4, or 06.probe."""
    return import_module(f"{checks.__name__}.{name}")


# A question whose check starts a server is asked in the long lane, of one server for all tests.
SERVED = {"10.q3"}


@cache
def one_server():
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(import_module("course_lib.postgres").local_server())


@contextmanager
def started_once():
    yield one_server()


module_of("10.q3").start_server = started_once


def in_its_lane(question, *values, id=None):
    """The parameters of a test about a question: the question itself, unless others are given."""
    marks = [pytest.mark.outside] if question in SERVED else []
    return pytest.param(*(values or (question,)), id=id or question, marks=marks)


PATIENCE = 30  # seconds of processor time that no answer needs, however slow the machine is


class TooLong(BaseException):
    """The answer runs for ever."""


@contextmanager
def seconds(limit):
    """Interrupt an endless loop after so many seconds of processor time."""

    def stop(*_):
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit, 0.1)
    try:
        yield
    except TooLong:
        raise NotYet("TooLong") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def verdict(
    question: str, source: str, seed: str = "", limit: float = PATIENCE, wait: float = 10 * PATIENCE
) -> tuple[bool, str]:
    """Whether this answer passes its check, and the remark or the hint.

    `limit` is of processor time, where no answer is meant to end; `wait` is what the notebook says.
    """
    names: dict[str, object] = {}
    setup = setup_of(question, source)
    try:
        with seconds(limit):
            for text in setup:
                exec(text, names)
            try:
                exec(source, names)
            except Exception as error:  # as it would in a worker
                return False, f"the answer cell raised {error!r}"
            return True, find_check(question)(NotebookAnswers(names, wait), Random(seed + question))
    except NotYet as hint:
        return False, str(hint)
    finally:
        close_databases(names)


def in_a_worker(question: str, source: str, seconds: float = 60.0) -> tuple[bool, str]:
    """The same in a process of its own, as in a grade."""
    answer = {"setup": setup_of(question, source), "source": source, "seconds": seconds}
    with WorkerAnswers(answer, Sandbox(best_isolation())) as answers:
        try:
            return True, find_check(question)(answers, Random(question))
        except NotYet as hint:
            return False, str(hint)
