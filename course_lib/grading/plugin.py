"""A pytest plugin that writes down which check cells nbval passed, and the lines they printed.

Only a real pass counts: not "no failure", and neither xfail nor xpass, which is what nbval makes
of the cells after a time-out.
"""

import json
import os
from collections.abc import Generator, Sequence
from typing import Any

import pytest

OUTCOMES = "COURSE_LIB_OUTCOMES"  # the descriptor of a socket, which no kernel inherits


def checked_question(cell: Any) -> str | None:
    """Return the question that a cell of a pristine notebook checks, if it does."""
    question: str | None = cell.metadata.get("course", {}).get("check")
    return question


def line_of(question: str, outputs: Sequence[Any]) -> str:
    r"""Return the line that the check of a question printed; empty when it did not finish.

    >>> line_of("01.q1", [{"text": "another line\n01.q1 ok: in two windows\n"}])
    '01.q1 ok: in two windows'
    """
    printed = "".join(output.get("text", "") for output in outputs)
    return next((line for line in printed.splitlines() if line.startswith(f"{question} ")), "")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Write one line for each check cell that was called."""
    report = yield
    cell = getattr(item, "cell", None)
    question = checked_question(cell) if cell is not None else None
    if question and report.when == "call":
        passed = report.outcome == "passed" and not hasattr(report, "wasxfail")
        outcome = {"folder": item.path.parent.name, "question": question, "passed": passed}
        outcome["line"] = line_of(question, getattr(item, "test_outputs", None) or [])
        os.write(int(os.environ[OUTCOMES]), json.dumps(outcome).encode() + b"\n")
    return report
