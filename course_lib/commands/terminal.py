"""What a command writes: a terminal shows all of it and obeys none, and a reader may leave early.

A text, a label or the name of a file may hold the sequences by which a terminal clears itself,
renames its window or turns a line round (ECMA-48, and the controls of Unicode's UAX 9).
"""

import os
import re
import sys
from contextlib import suppress
from typing import Any, TextIO

OUTPUT_GONE = 141  # as a shell names a program that wrote where nobody reads: 128 + SIGPIPE

# Controls but tab and line feed, what reorders a line, what ends one unseen, lone surrogates.
_OBEYED = re.compile(
    "(?!\r\n)[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def show_controls(text: str) -> str:
    r"""Write each character that a terminal would obey as JSON does, so that JSON stays the same.

    >>> print(show_controls("Roof\x1b[2J renewed"))
    Roof\u001b[2J renewed
    """
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class Shown:
    """A stream on which everything is shown and nothing obeyed."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write what shows the text."""
        return self._stream.write(show_controls(text))


def drop_output() -> None:
    """Let what nobody reads any more go nowhere, or Python complains about it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            with suppress(OSError):  # a stream without a file behind it
                os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
