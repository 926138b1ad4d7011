"""What the grader knows of notebooks and their cells. Nothing of a notebook is run here."""

import re
import stat
import warnings
from pathlib import Path
from typing import Any

import nbformat

from course_lib.errors import InvalidValue
from course_lib.grading.answers import one_line
from course_lib.grading.source import syntax_of

MOST_BYTES = 10_000_000
SET_ASIDE = "# not graded:"  # before a line that is no Python
_CONFLICT = re.compile(rb"^<{7} .*^={7}\r?$.*^>{7} ", re.MULTILINE | re.DOTALL)
CHECK = re.compile(r"""^check\(["'](\d\d\.[\w.]+)["']\)\s*$""", re.MULTILINE)


class Unreadable(InvalidValue):
    """A file that cannot be graded; the message says why, for the report."""


def read_notebook(path: Path, plain: bool = False) -> Any:
    """Read a notebook of any format version, perhaps as plain Python; raises Unreadable.

    A link is refused: it could name the solution, which whoever grades can read.
    """
    try:
        facts = path.lstat()
        if not stat.S_ISREG(facts.st_mode):
            raise Unreadable("not a file of its own but a link, a folder or a device")
        size = facts.st_size
        if size > MOST_BYTES:
            raise Unreadable(f"{size:,} bytes, more than {MOST_BYTES:,}: clear the outputs")
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from None
    if not data.strip():
        raise Unreadable("the file is empty")
    if _CONFLICT.search(data):
        raise Unreadable("it holds the marks of a conflict in Git: settle it, and hand in again")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about ids, which nothing here relies on
            notebook = nbformat.reads(data.decode("utf-8-sig"), as_version=4)
        for cell in notebook.cells:
            if not (isinstance(cell.source, str) and isinstance(cell.metadata, dict)):
                raise TypeError("a cell has no text or no metadata")
            if plain and cell.cell_type == "code":
                cell.source = plain_python(cell.source)
    except Exception as error:  # a damaged file can fail in any way that JSON and schemas know
        raise Unreadable(f"not a notebook ({one_line(error, 80)})") from None
    return notebook


def code_cells(notebook: Any) -> list[Any]:
    """Return the cells that hold code, in order."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def question_of(cell: Any) -> str | None:
    """Return the question that a check cell asks, or None for any other cell.

    >>> question_of({"cell_type": "code", "source": 'check("01.q1")'})
    '01.q1'
    """
    found = CHECK.search(cell["source"]) if cell["cell_type"] == "code" else None
    return found[1] if found else None


def label_of(cell: Any) -> str | None:
    """Return the question that an answer cell is labelled with, or None for any other cell.

    >>> label_of({"metadata": {"course": {"answer": "01.q1"}}})
    '01.q1'
    """
    course = cell["metadata"].get("course")
    answer = course.get("answer") if isinstance(course, dict) else None
    return answer if isinstance(answer, str) else None


def plain_python(source: str) -> str:
    """Comment out the lines that only IPython understands, in a cell that is no Python with them.

    >>> print(plain_python("%%time\\nsize = 3\\n!ls"))
    # not graded: %%time
    size = 3
    # not graded: !ls
    """
    if syntax_of(source) is not None:
        return source
    lines = source.splitlines()
    for number, line in enumerate(lines):
        bare = line.strip()
        if bare.startswith(("%", "!", "?")) or bare.endswith("?"):
            indent = line[: len(line) - len(line.lstrip())]
            lines[number] = f"{indent}{SET_ASIDE} {bare}"
    return "\n".join(lines)
