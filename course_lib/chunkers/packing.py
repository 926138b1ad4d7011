"""Fill chunks with whole units: of all places to cut that a window holds, take the best one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from course_lib.chunk import ContextSpan, Span
from course_lib.chunkers.boundaries import (
    NOT_WHITE,
    inside_cluster,
    last_fitting_end,
    last_paragraph,
    settled_end,
)

# Ranks that are worse than a cut inside a line: what follows is needed by what comes before it.
BETWEEN_LEADS = sys.maxsize - 1
AFTER_LEAD = sys.maxsize


class Cut(NamedTuple):
    """A place to cut, and what is known of the text from there to the next one.

    The lower the `rank`, the better the cut. A chunk that starts there needs `context` beside it,
    and one that starts later, inside the unit, `inner_context`. A `text` is paragraphs, and a cut
    between two of them is of the best rank; what is `whole` fits in a chunk and is never cut.
    """

    at: int
    rank: int
    context: tuple[str, ...] = ()
    inner_context: tuple[str, ...] = ()
    is_text: bool = False
    is_whole: bool = False


def pack(text: str, cuts: list[Cut], stop: int, max_chars: int) -> Iterator[ContextSpan]:
    """Yield spans of at most `max_chars` code points that hold the text from the first cut on.

    A span ends at the last of the best cuts that it can reach, else by the ladder of boundaries.
    Only white space lies between two spans, and between the last one and `stop`.

    >>> cuts = [Cut(0, 0), Cut(5, 1), Cut(10, 0), Cut(15, 1)]
    >>> list(pack("aaaa bbbb cccc dddd", cuts, 19, max_chars=14))
    [(0, 9, ()), (10, 19, ())]
    """
    return _Packer(text, cuts, stop, max_chars).spans()


class _Packer:
    def __init__(self, text: str, cuts: list[Cut], stop: int, max_chars: int) -> None:
        self._text = text
        self._cuts = cuts
        self._stop = stop
        self._max_chars = max_chars
        self._index = 0  # of the last cut at or before the chunk's first sign
        self._since = cuts[0].at  # the last position known to be inside no cluster

    def spans(self) -> Iterator[ContextSpan]:
        end = self._cuts[0].at
        while found := NOT_WHITE.search(self._text, end, self._stop):
            first = found.start()
            cut = self._step_to(first)
            context = cut.context if cut.at >= end else cut.inner_context
            start, end = self._chunk(end, first)
            yield start, end, context

    def _step_to(self, first: int) -> Cut:
        cuts, following = self._cuts, self._index + 1
        while following < len(cuts) and cuts[following].at <= first:
            following += 1
        self._index = following - 1
        return cuts[self._index]

    def _chunk(self, last_end: int, first: int) -> Span:
        """Choose the chunk whose first sign is at `first`; the one before it ends at `last_end`."""
        start = self._start_with_indent(last_end, first)
        end = self._best_end(start)
        if end <= first:  # the indent takes the place of what it indents
            start = self._without_indent(last_end, first)
            end = self._best_end(start)
        limit = start + self._max_chars
        if end <= first:  # nothing is whole that does not fit with the blank that it is a mark on
            end = last_fitting_end(self._text, start, limit, self._since)
        if end > first:
            self._since = end
            return start, end
        return start, min(limit, self._stop)  # one cluster alone is too long

    # --- where it starts ---

    def _start_with_indent(self, last_end: int, first: int) -> int:
        """Return the start of the line that the chunk begins with, if there is room for it."""
        text = self._text
        if first == last_end or text[first - 1] in "\n\r":
            return first
        before = max(last_end - 1, 0)
        line = max(text.rfind("\n", before, first), text.rfind("\r", before, first)) + 1
        if line >= last_end and first - line < self._max_chars:
            return line
        return self._without_indent(last_end, first)

    def _without_indent(self, last_end: int, first: int) -> int:
        """Return the first sign's position, or that of the white space that it is a mark on."""
        if self._max_chars > 1 and first > last_end and inside_cluster(self._text, first, last_end):
            return first - 1
        return first

    # --- where it ends ---

    def _best_end(self, start: int) -> int:
        """Return the best end of a chunk from `start`; if it can only end in a cluster, `start`."""
        text, limit = self._text, start + self._max_chars
        following = NOT_WHITE.search(text, limit, self._stop)
        if following is None:  # everything that is left fits
            return self._settle(start, self._stop)
        edge = following.start()
        best, last = self._cuts_up_to(edge)
        inside = max(last.at, start)
        if last.is_text and (paragraph := last_paragraph(text, inside, edge)) > inside:
            end = self._settle(start, paragraph)
            if end > inside:
                return end
        if best and best.rank < BETWEEN_LEADS:
            end = self._settle(start, best.at)
            if end > start:
                return end
        if not last.is_whole:
            visible = NOT_WHITE.search(text, inside)
            floor = visible.start() if visible else inside
            end = last_fitting_end(text, start, limit, self._since, floor)
            if end:
                return end
        return self._settle(start, best.at) if best else start

    def _settle(self, start: int, end: int) -> int:
        return settled_end(self._text, start, end, start + self._max_chars, self._since)

    def _cuts_up_to(self, edge: int) -> tuple[Cut | None, Cut]:
        """Return the last of the best cuts up to `edge`, if there is any, and the last of all."""
        cuts = self._cuts
        best = None
        last = cuts[self._index]
        for following in range(self._index + 1, len(cuts)):
            cut = cuts[following]
            if cut.at > edge:
                break
            last = cut
            if best is None or cut.rank <= best.rank:
                best = cut
        return best, last
