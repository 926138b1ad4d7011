"""Lines of a text with their places, whatever ends them: `\\n`, `\\r\\n` or a lone `\\r`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE = re.compile(r"[^\n\r]*(?:\r\n?|\n)|[^\n\r]+")


class Line(NamedTuple):
    """A line with its end: `text` is the document's `[start:end]`."""

    start: int
    end: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text or self.text.isspace()

    @property
    def indent(self) -> int:
        """How many columns of white space it begins with; a tab goes on to the next eighth."""
        stripped = self.text.lstrip(" \t")
        before = self.text[: len(self.text) - len(stripped)]
        return len(before.expandtabs(8)) if "\t" in before else len(before)


def read_lines(text: str, start: int = 0) -> Iterator[Line]:
    r"""Yield the lines from a position on.

    >>> [line.text for line in read_lines("a\r\nb\rc")]
    ['a\r\n', 'b\r', 'c']
    """
    for found in _LINE.finditer(text, start):
        yield Line(found.start(), found.end(), found[0])
