"""How far a learner has come: one small file beside the notebooks.

A damaged file is set aside under another name, never a crash and never lost.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from course_lib.grading.questions import question_names
from course_lib.places import NOTEBOOKS, PROGRESS

FILE = PROGRESS
OFF = "COURSE_LIB_NO_PROGRESS"  # set while the course itself is tested


@dataclass(frozen=True, slots=True, repr=False)
class Progress:
    """What is passed and what comes next, as a list that JupyterLab draws and print() prints."""

    passed: set[str]
    note: str = ""

    def __repr__(self) -> str:
        lines = [f"{'✔' if done else '·'} {what}" for what, done in self._steps()]
        upcoming = next((what for what, done in self._steps() if not done), None)
        lines.append(f"Next: {upcoming}" if upcoming else "All passed.")
        return "\n".join([self.note, *lines] if self.note else lines)

    def _steps(self) -> list[tuple[str, bool]]:
        steps = []
        for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")):
            exercise = path.stem[:2]
            for name in question_names(exercise):
                place = "exercise" if name.removeprefix("q").isdecimal() else "notebook"
                question = f"{exercise}.{name}"
                steps.append((f"{place} {exercise}, {question}", question in self.passed))
        return steps


def read_progress() -> Progress:
    """Return which checks have passed so far and what comes next."""
    return Progress(*_read())


def is_off() -> bool:
    """Whether the course itself is being tested, and no learner works."""
    return bool(os.environ.get(OFF))


def record(question: str) -> None:
    """Remember that a check passed; a disk that cannot be written is no reason to stop."""
    if is_off():
        return
    passed, _ = _read()
    if question not in passed:
        _write({*passed, question})


def forget(number: str, notebook: bool = False) -> None:
    """Take back what was passed in an exercise, or in the notebook of that number."""
    if is_off():
        return
    passed, _ = _read()
    of_number = {question for question in passed if question.startswith(f"{number}.")}
    left = passed - {q for q in of_number if q.startswith(f"{number}.q") != notebook}
    if left != passed:
        _write(left)


def _write(passed: set[str]) -> None:
    text = json.dumps({"passed": sorted(passed)}, indent=1) + "\n"
    fresh = FILE.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        fresh.write_text(text, "utf-8")
        fresh.replace(FILE)


def _read() -> tuple[set[str], str]:
    try:
        data = json.loads(FILE.read_bytes())
        if not isinstance(data["passed"], list):
            raise TypeError("no list of what is passed")
        return {str(question) for question in data["passed"]}, ""
    except FileNotFoundError:
        return set(), ""
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return set(), _set_aside()


def _set_aside() -> str:
    names = (f"{FILE.name}.damaged{f'-{number}' if number else ''}" for number in count())
    aside = next(path for name in names if not (path := FILE.with_name(name)).exists())
    try:
        FILE.rename(aside)
    except OSError:
        return f"The file of your progress, {FILE.name}, cannot be read."
    return f"The file of your progress was damaged; it is kept as {aside.name}."
