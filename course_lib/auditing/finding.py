"""A finding: one fault of one chunk, shown in place."""

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its kind, which chunk (counted from 0), what is wrong and what to do.

    `excerpt` marks the place ⟦so⟧, and a cut in it with │; what cannot be printed is escaped.
    """

    kind: str
    index: int | None
    message: str
    excerpt: str


def in_place(text: str, *edges: int) -> str:
    r"""Show the text between the first and the last edge, marked, with a little around it.

    >>> in_place("Roof\r\nrenewed.", 4, 5, 6)
    'Roof⟦\\r│\\n⟧renewed.'
    """
    edges = tuple(min(edge, len(text)) for edge in edges)
    inside = "│".join(_printable(text, start, end) for start, end in pairwise(edges))
    before = _printable(text, max(0, edges[0] - 20), edges[0])
    return f"{before}⟦{inside}⟧{_printable(text, edges[-1], edges[-1] + 20)}"


def _printable(text: str, start: int, end: int) -> str:
    long = end - start > 60
    piece = f"{text[start : start + 30]}…{text[end - 30 : end]}" if long else text[start:end]
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in piece)
