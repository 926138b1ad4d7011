"""Fill chunks with whole units: of all places to cut that a chunk can reach, take the best one."""

from collections.abc import Iterator
from typing import NamedTuple

from course_lib.chunk import ContextSpan
from course_lib.chunkers.boundaries import (
    NOT_WHITE,
    last_fitting_end,
    settled_end,
)
from course_lib.chunkers.graphemes import inside_cluster


class Cut(NamedTuple):
    """A place to cut, and what is known of the text from there to the next one.

    The lower the `depth`, the better the cut, but one that would leave alone what it `orphans` (a
    "heading", a table's "header", JSON's "opener") is the last resort. A chunk that starts there
    needs `context` beside it, and one that starts later, inside the unit, `inner_context`. A unit
    that `is_whole` fits in a chunk and is never cut.
    """

    at: int
    depth: int
    orphans: str = ""
    context: tuple[str, ...] = ()
    inner_context: tuple[str, ...] = ()
    is_whole: bool = False


def pack(text: str, cuts: list[Cut], stop: int, max_chars: int) -> Iterator[ContextSpan]:
    """Yield spans of at most `max_chars` code points that hold the text from the first cut on.

    A span ends at the last of the best cuts that it can reach, else by the ladder of boundaries.
    Only white space lies between two spans, and between the last one and `stop`.

    >>> cuts = [Cut(0, 0), Cut(5, 1), Cut(10, 0), Cut(15, 1)]
    >>> list(pack("aaaa bbbb cccc dddd", cuts, 19, max_chars=14))
    [(0, 9, ()), (10, 19, ())]
    """
    end = between_clusters = cuts[0].at
    current = 0  # the index of the last cut at or before the chunk's first visible character
    while found := NOT_WHITE.search(text, end, stop):
        visible = found.start()
        while current + 1 < len(cuts) and cuts[current + 1].at <= visible:
            current += 1
        cut = cuts[current]
        context = cut.context if cut.at >= end else cut.inner_context

        for start in _possible_starts(text, end, visible, max_chars):
            room = _Room(text, start, start + max_chars, stop, between_clusters)
            chosen = _best_end(room, cuts, current)
            if chosen > visible:
                break
        else:  # no unit fits whole: cut by the ladder, from the first visible character on
            chosen = last_fitting_end(text, start, room.limit, between_clusters)
        if chosen > visible:
            end = between_clusters = chosen
        else:  # one cluster alone is too long
            end = min(room.limit, stop)
        yield start, end, context


# --- where a chunk starts ---


def _possible_starts(text: str, last_end: int, visible: int, max_chars: int) -> Iterator[int]:
    """Yield the start of the first line, if its indent leaves room, then the latest start."""
    latest = visible
    if max_chars > 1 and visible > last_end and inside_cluster(text, visible, last_end):
        latest = visible - 1  # a mark on white space takes that along
    if visible == last_end or text[visible - 1] in "\n\r":
        yield visible
        if latest == visible:
            return
    else:
        before = max(last_end - 1, 0)
        line = max(text.rfind("\n", before, visible), text.rfind("\r", before, visible)) + 1
        if line >= last_end and visible - line < max_chars:
            yield line
    yield latest


# --- where it ends ---


class _Room(NamedTuple):
    """A chunk that starts at `start` and ends at `limit` at the latest; the text ends at `stop`.

    `between_clusters` is the last position that is known to lie inside no grapheme cluster.
    """

    text: str
    start: int
    limit: int
    stop: int
    between_clusters: int

    def settle(self, end: int) -> int:
        return settled_end(self.text, self.start, end, self.limit, self.between_clusters)


def _best_end(room: _Room, cuts: list[Cut], current: int) -> int:
    """Return the best end of the chunk; its start, or 0, when that would lie inside a cluster."""
    text, start = room.text, room.start
    following = NOT_WHITE.search(text, room.limit, room.stop)
    if following is None:  # everything that is left fits
        return room.settle(room.stop)
    edge = following.start()
    best, last = _best_and_last(cuts, current, edge)
    unit_start = max(last.at, start)
    if best and not best.orphans:
        end = room.settle(best.at)
        if end > start:
            return end
    if not last.is_whole:
        visible = NOT_WHITE.search(text, unit_start)
        after = visible.start() if visible else unit_start
        end = last_fitting_end(text, start, room.limit, room.between_clusters, after)
        if end:
            return end
    return room.settle(best.at) if best else start


def _best_and_last(cuts: list[Cut], current: int, edge: int) -> tuple[Cut | None, Cut]:
    """Return the last of the best cuts after the current one up to `edge`, and the last of all."""
    best, last = None, cuts[current]
    for following in range(current + 1, len(cuts)):
        cut = cuts[following]
        if cut.at > edge:
            break
        last = cut
        if best is None or _badness(cut) <= _badness(best):
            best = cut
    return best, last


def _badness(cut: Cut) -> tuple[bool, int]:
    return cut.orphans != "", cut.depth
