"""A cell that is run before those above it is answered by what to do, in place of a traceback."""

import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from course_lib.places import COURSE, IN_BROWSER

ADVICE = (
    "A cell above gives {name} its value: choose Run → Run All Above Selected Cell, then run this "
    "cell again. If the name is one of your own, look how it is spelled."
)


def tell_the_order() -> None:
    """Answer a missing name so in the notebooks of the course, and in no notebook elsewhere."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell and (IN_BROWSER or Path.cwd().is_relative_to(COURSE)):
        answer_in(shell)


def answer_in(shell: Any) -> None:
    """Let an IPython shell answer a name that was never given a value."""
    shell.set_custom_exc((NameError,), _answer)


def _answer(
    shell: Any,
    kind: type[NameError],
    error: NameError,
    traceback: TracebackType,
    tb_offset: int | None = None,
) -> None:
    if kind is not NameError:  # a local name that has no value yet is a fault of the cell itself
        shell.showtraceback((kind, error, traceback), tb_offset=tb_offset)
        return
    shell.showtraceback((kind, error, traceback), exception_only=True)
    print(ADVICE.format(name=repr(error.name)))
