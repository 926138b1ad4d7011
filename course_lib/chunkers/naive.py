"""The honest baseline: a window of fixed size that slides over the text and looks at nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from course_lib.chunk import Chunk, Span, cut
from course_lib.document import Document


@dataclass(frozen=True, slots=True)
class NaiveChunker:
    """Cut windows of `chunk_size` code points that step by `chunk_size - overlap`.

    A window starts while `start < len(text)`, so that a remainder no longer than the overlap
    yields a last chunk that lies inside the one before it. It is kept, since this is the baseline;
    `keep_contained_tail=False` leaves it out. Blank text has no chunks. Raises ValueError for
    sizes that cannot advance.

    >>> NaiveChunker(chunk_size=800, overlap=800)
    Traceback (most recent call last):
        ...
    ValueError: overlap must be in [0, chunk_size)
    >>> list(NaiveChunker(chunk_size=6, overlap=3).spans("abcdefghijk"))
    [(0, 6), (3, 9), (6, 11), (9, 11)]
    >>> list(NaiveChunker(6, 3, keep_contained_tail=False).spans("abcdefghijk"))
    [(0, 6), (3, 9), (6, 11)]
    """

    chunk_size: int = 800
    overlap: int = 100
    keep_contained_tail: bool = True

    def __post_init__(self) -> None:
        require_whole_number("chunk_size", self.chunk_size)
        require_whole_number("overlap", self.overlap)
        if self.chunk_size <= 0:
            raise ValueError("chunk_size must be positive")
        if not 0 <= self.overlap < self.chunk_size:
            raise ValueError("overlap must be in [0, chunk_size)")

    def spans(self, text: str) -> Iterator[Span]:
        """Yield the window's positions, in order, as `(char_start, char_end)`."""
        if not text or text.isspace():
            return
        length = len(text)
        for start in range(0, length, self.chunk_size - self.overlap):
            end = min(start + self.chunk_size, length)
            yield start, end
            if end == length and not self.keep_contained_tail:
                return

    def split(self, document: Document) -> list[Chunk]:
        """Return the document's chunks in order."""
        return cut(document, self.spans(document.text))


def require_whole_number(name: str, value: int) -> None:
    """Raise TypeError unless `value` is an int (and not a bool)."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number of characters, got {value!r}")
