"""The honest baseline, the plain window: pieces of a fixed size, whatever the text is."""

from dataclasses import dataclass

from course_lib.chunk import Chunker, ContextSpan, require_text
from course_lib.errors import InvalidValue, require_int


@dataclass(frozen=True, slots=True, init=False)
class NaiveChunker(Chunker):
    """Cut a piece of `chunk_size` code points every `chunk_size - overlap`.

    Without an overlap it is 100, or an eighth of a size up to 100. A piece starts while
    `start < len(text)`, so that a remainder no longer than the overlap yields a last chunk that
    lies inside the one before it. It is kept, since this is the baseline;
    `keep_contained_tail=False` leaves it out. Blank text has no chunks. Raises InvalidValue for
    sizes that cannot advance.

    >>> NaiveChunker(chunk_size=800, overlap=800)
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: overlap must be in [0, chunk_size)
    >>> NaiveChunker(chunk_size=6, overlap=3).spans("abcdefghijk")
    [(0, 6, ()), (3, 9, ()), (6, 11, ()), (9, 11, ())]
    >>> NaiveChunker(6, 3, keep_contained_tail=False).spans("abcdefghijk")
    [(0, 6, ()), (3, 9, ()), (6, 11, ())]
    """

    chunk_size: int
    overlap: int
    keep_contained_tail: bool

    def __init__(
        self, chunk_size: int = 800, overlap: int | None = None, keep_contained_tail: bool = True
    ) -> None:
        require_int("chunk_size", chunk_size)
        if chunk_size <= 0:
            raise InvalidValue("chunk_size must be positive")
        if overlap is None:
            overlap = 100 if chunk_size > 100 else chunk_size // 8
        require_int("overlap", overlap)
        if not 0 <= overlap < chunk_size:
            raise InvalidValue("overlap must be in [0, chunk_size)")
        object.__setattr__(self, "chunk_size", chunk_size)
        object.__setattr__(self, "overlap", overlap)
        object.__setattr__(self, "keep_contained_tail", keep_contained_tail)

    def spans(self, text: str) -> list[ContextSpan]:
        """Return the pieces' places in order, as `(char_start, char_end, ())`."""
        require_text(text)
        if not text or text.isspace():
            return []
        length, size, step = len(text), self.chunk_size, self.chunk_size - self.overlap
        # A piece that starts in the last `overlap` characters lies inside the one before it.
        stop = length if self.keep_contained_tail else max(length - self.overlap, 1)
        return [(start, min(start + size, length), ()) for start in range(0, stop, step)]
