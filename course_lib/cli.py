"""The command line: `python -m course_lib COMMAND`.

Errors are one line on stderr that says what is wrong and what to do, and exit status 2; an
interrupt is exit status 130, and output that nobody reads any more 141, without a word.
"""

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import NoReturn, TextIO, cast

from course_lib.commands import (
    audit,
    chunk,
    grade,
    handout,
    index,
    measure,
    report,
    reset,
    search,
    store,
)
from course_lib.commands.options import warn
from course_lib.commands.terminal import OUTPUT_GONE, Shown, drop_output
from course_lib.errors import CourseError
from course_lib.store import DamagedSource

COMMANDS = (chunk, audit, measure, report, index, search, store, grade, handout, reset)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        warn(f"{self.prog}: {message}")
        self.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; 2 is unusable input."""
    shown = cast("TextIO", Shown(sys.stdout)) if sys.stdout else None
    try:
        with redirect_stdout(shown):
            try:
                return _run(arguments)
            finally:
                if shown:
                    shown.flush()  # here, where what goes wrong with it can still be told
    except BrokenPipeError:
        drop_output()
        return OUTPUT_GONE
    except OSError as error:  # of the flush
        drop_output()
        warn(f"python -m course_lib: {_describe(error)}")
        return 2


def _run(arguments: Sequence[str] | None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        with _warnings_as_lines(parser.prog):
            status: int = options.run(options)
    except KeyboardInterrupt:
        warn(f"{parser.prog}: interrupted")
        return 130
    except BrokenPipeError:
        raise
    except (CourseError, OSError, UnicodeEncodeError) as error:
        warn(f"{parser.prog}: {_describe(error)}")
        return 2
    return status


@contextmanager
def _warnings_as_lines(prog: str) -> Iterator[None]:
    """Print each warning as one line that names no line of ours; of damage, every one."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", DamagedSource)
        warnings.showwarning = lambda message, *_, **__: warn(f"{prog}: {message}")
        yield


def _describe(error: Exception) -> str:
    if isinstance(error, UnicodeEncodeError):
        character = error.object[error.start]
        return f"stdout cannot hold {character!a}: set PYTHONIOENCODING=utf-8"
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m course_lib", description="Tools of the course on chunking.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return parser
