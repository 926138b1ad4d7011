"""`check("01.q1")`: one line for one question, in the learner's notebook and in the grade.

A check is a plain function `check(answers, random) -> remark` in a file of `exercises/checks`; it
raises NotYet with a hint, or Skipped where the question cannot be asked. In a notebook it looks at
the notebook's own names; in a grade, at a worker process that holds the submission. The line for a
right answer is the same in both.
"""

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from course_lib.errors import InvalidValue
from course_lib.grading import progress
from course_lib.grading.analyses import analysis_of
from course_lib.grading.answers import (
    WRITE_IT,
    NotebookAnswers,
    NotYet,
    Skipped,
    WorkerAnswers,
    one_line,
)
from course_lib.grading.questions import Check, NoChecks, find_check
from course_lib.grading.source import given_of_the_course, helpers_of, used_of_the_course

MOST_COPIES = 3  # of one answer that are tried: an endless loop in each takes its full time

_submission: dict[str, Any] = {}


def check(question: str) -> None:
    """Print how the answer to one question stands, on one line; never raises.

    >>> my_size = 300
    >>> check("00.size")
    00.size ok: one chunk of 300 characters holds the whole answer
    >>> check("00.nothing")
    00.nothing not yet: there is no such question; exercise 00 has size
    """
    namespace = sys._getframe(1).f_globals
    asked = one_line(question)
    passed = False
    try:
        line = f"{asked} ok: {_remark(asked, namespace)}"
        passed = True
    except (NotYet, NoChecks) as hint:
        line = f"{asked} not yet: {one_line(hint, 400)}"
    except Skipped as reason:
        line = f"{asked} skipped: {one_line(reason, 400)}"
    except Exception as error:  # a fault of ours must not stop a learner's Run All
        fault = one_line(f"{type(error).__name__}: {error}")
        line = f"{asked} not yet: the check itself failed ({fault})"
    print(line)
    if passed and not _submission:
        progress.record(asked)
        if "get_ipython" in namespace and not progress.is_off():
            _show_analysis(asked)


def _show_analysis(question: str) -> None:
    """Show beneath the line why the answer is right, and the rule to keep."""
    if analysis := analysis_of(question):
        from IPython.display import display

        display(analysis)


def use_submission(path: str, sha256: str) -> None:
    """Take answers from this file from now on: how a grade begins, in a kernel of its own.

    Raises InvalidValue for a file that is no longer the one that was written for this kernel.
    """
    from course_lib.grading.sandbox import adopt_orphans

    data = Path(path).read_bytes()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise InvalidValue(f"{path} was changed after it had been written")
    found = json.loads(data)
    found["cells"] = {name: found["texts"][number] for name, number in found["cells"].items()}
    _submission.update(found)
    adopt_orphans()


def _remark(question: str, namespace: Mapping[str, Any]) -> str:
    judge = find_check(question)
    if _submission:
        return _judge_submission(question, judge)
    return judge(NotebookAnswers(namespace), Random(question))


def _judge_submission(question: str, judge: Check) -> str:
    """Try the copies of an answer, the last one first, then all as one: a cell may be split."""
    from course_lib.grading.sandbox import Sandbox

    asked = ".".join(question.split(".")[:2])
    copies = _submission["answers"].get(asked, [])
    wanted = _submission["wanted"].get(asked, [])
    given = given_of_the_course(_submission["setup"])
    if not copies:
        raise NotYet("the answer cell is missing: copy it back from the exercise as handed out")
    sandbox = Sandbox(_submission["isolation"], [Path(p) for p in _submission["covered"]])
    hints = []
    tries = copies[: -MOST_COPIES - 1 : -1]
    for source in tries if len(copies) == 1 else [*tries, "\n".join(copies)]:
        helpers = helpers_of(source, wanted, _submission["cells"])
        used = next(filter(None, (used_of_the_course(s, given) for s in (source, *helpers))), "")
        if used:
            hints.append(NotYet(WRITE_IT.format(used)))
            continue
        answer = {**_submission, "source": source, "helpers": helpers}
        with WorkerAnswers(answer, sandbox) as answers:
            try:
                return judge(answers, Random(f"{_submission['seed']}/{question}"))
            except NotYet as hint:
                hints.append(hint)
    raise hints[0]
