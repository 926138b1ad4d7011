"""Fill chunks with whole units: of all places to cut that a chunk can reach, take the best one."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from course_lib.chunk import Span
from course_lib.chunkers.boundaries import (
    NOT_WHITE,
    last_fitting_end,
    settled_end,
)
from course_lib.chunkers.graphemes import FIRST_MARK, inside_cluster
from course_lib.chunkers.line_ends import BLANK_LINE, LINE_ENDS, last_line
from course_lib.chunkers.sentences import last_sentence
from course_lib.chunkers.structure import Context, Piece, StructureChunker

Path: TypeAlias = tuple[int, Context]  # from where on which titles hold
FindUnits: TypeAlias = Callable[[str, int, int], list[Span]]

# Rules, and the markers of lists, quotes, headings, fences and tables, say nothing alone.
_MARKERS = re.compile(r"(?:[-*_=#>+~`|:\s]+|(?<![^\s>*+-])[0-9]{1,9}[.)](?=\s|\Z))*")
_BLANK_LINE = re.compile(rf"[^\S{LINE_ENDS}]*{BLANK_LINE}")
_LINE_END = re.compile(rf"[^\S{LINE_ENDS}]*[{LINE_ENDS}]")

LEAD_IN = "lead-in"
_NO_TITLES: Sequence[Path] = ((0, ()),)


class Cut(NamedTuple):
    """A place to cut, and what is known of the text from there to the next one.

    The lower the `depth`, the better the cut, but one that would leave alone what it `orphans` (a
    "heading", a table's "header", JSON's "opener") is the last resort, and one after a "lead-in"
    the last but one. A chunk that starts there needs `context` beside it, and one that starts
    later, inside the unit, `inner_context`. A unit that `is_whole` fits in a chunk and is never
    cut; one that `is_inline` is cut around its links, code spans and the like.
    """

    at: int
    depth: int
    orphans: str = ""
    context: Context = ()
    inner_context: Context = ()
    is_whole: bool = False
    is_inline: bool = False


def pack(
    text: str,
    cuts: list[Cut],
    stop: int,
    chunker: StructureChunker,
    paths: Sequence[Path] = _NO_TITLES,
    find_units: FindUnits | None = None,
) -> Iterator[Piece]:
    """Yield pieces that hold the text from the first cut on, each as long as the chunker allows.

    A piece ends at the last of the best cuts that it can reach, else by the ladder of boundaries.
    Only white space lies between two pieces, and between the last one and `stop`. A piece's path is
    the one that holds at its end. `find_units` says what in a stretch of inline text is not torn.

    >>> from course_lib import ParagraphChunker
    >>> cuts = [Cut(0, 0), Cut(5, 1), Cut(10, 0), Cut(15, 1)]
    >>> [piece[:2] for piece in pack("aaaa bbbb cccc dddd", cuts, 19, ParagraphChunker(14))]
    [(0, 9), (10, 19)]
    """
    places = [at for at, _ in paths]
    knows_nothing = cuts == [Cut(cuts[0].at, 0)] and paths is _NO_TITLES and find_units is None
    is_bare = knows_nothing and not chunker.overlap and stop == len(text)
    is_bare = is_bare and chunker.length is len
    end = between_clusters = cuts[0].at
    start = end - 1  # the first chunk has nothing to repeat
    current = 0  # the index of the last cut at or before the chunk's first visible character
    while found := NOT_WHITE.search(text, end, stop):
        visible = found.start()
        bare_end = is_bare and _bare_end(text, end, visible, between_clusters, chunker)
        if bare_end:
            start, end, between_clusters = visible, bare_end, bare_end
            yield Piece(start, end)
            continue
        while current + 1 < len(cuts) and cuts[current + 1].at <= visible:
            current += 1
        cut = cuts[current]
        inner = cut.context if cut.at >= end else cut.inner_context
        depth = len(inner) if chunker.names_owner else 0
        size = chunker.size_from(text, visible, stop, chunker.max_chars)
        until = _where_owner_ends(cuts, current, depth, visible + size, stop)
        search = _Search(
            text,
            cuts,
            current,
            end,
            visible,
            until,
            between_clusters,
            chunker.lines_stand,
            find_units,
        )
        repeat_from = chunker.repeat_from(text, start, end)
        while True:
            start, end, is_between = search.best_span(size, repeat_from)
            path = paths[bisect_left(places, end) - 1][1]
            size = chunker.size_from(text, start, end, chunker.room(path + inner))
            if end - start <= size:
                break
        if is_between:
            between_clusters = end
        yield Piece(start, end, path, inner)


def pack_all(text: str, cuts: list[Cut], chunker: StructureChunker) -> Iterator[Piece]:
    """Yield pieces of a whole text; what stands before the first cut goes with it.

    >>> from course_lib import ParagraphChunker
    >>> [piece[:2] for piece in pack_all("aaaa bbbb", [Cut(2, 0), Cut(5, 0)], ParagraphChunker(5))]
    [(0, 4), (5, 9)]
    """
    first, *others = cuts or [Cut(0, 0)]
    return pack(text, [first._replace(at=0), *others], len(text), chunker)


def _bare_end(
    text: str, last_end: int, visible: int, between_clusters: int, chunker: StructureChunker
) -> int:
    """Return the best end where nothing but the ladder decides, as in most of prose, else 0.

    That is a chunk without an indent that is not among the last two. `_Search` finds the same, but
    takes two to three times as long.
    """
    limit = visible + chunker.max_chars
    word = _first_word(text, visible, limit)
    if text[visible] >= FIRST_MARK or word == limit or limit + chunker.max_chars >= len(text):
        return 0
    begins_a_line = visible == last_end or text[visible - 1] in LINE_ENDS
    if not begins_a_line and not 0 < last_end == visible - 1:  # it may have an indent
        return 0
    end = last_fitting_end(text, visible, limit, between_clusters, word, chunker.lines_stand)
    return end if end > visible else 0


def _first_word(text: str, visible: int, stop: int) -> int:
    """Return where the first word begins; `stop` if there is none before."""
    if text[visible].isalpha():
        return visible
    found = _MARKERS.match(text, visible, stop)
    return found.end() if found else stop


def _where_owner_ends(cuts: list[Cut], current: int, depth: int, reach: int, stop: int) -> int:
    """Return where the unit ends that is `depth` names deep, if a chunk can reach that."""
    index = current + 1
    while depth and index < len(cuts) and cuts[index].at <= reach:
        if len(cuts[index].context) < depth:
            return cuts[index].at
        index += 1
    return stop


class _Search(NamedTuple):
    """What is known of the text from `last_end` on, where the chunk before ends.

    `current` is the number of the last cut at or before `visible`, the first visible character.
    `between_clusters` is the last position that is known to lie inside no grapheme cluster.
    """

    text: str
    cuts: list[Cut]
    current: int
    last_end: int
    visible: int
    stop: int
    between_clusters: int
    lines_stand: bool
    find_units: FindUnits | None

    def best_span(self, size: int, repeat_from: int) -> tuple[int, int, bool]:
        """Return the start and the end of a chunk, and whether it ends between clusters."""
        start, end = self._span(size)
        if start + size + size >= self.stop:  # perhaps nothing but markers is left
            start, end = self._with_a_word_left(start, end)
        if repeat_from < self.last_end:
            start, end = self._with_overlap(start, end, size, repeat_from)
        if end > self.visible:
            return start, end, True
        return start, min(start + size, self.stop), False  # one cluster alone is too long

    def _span(self, size: int) -> Span:
        """Return where the chunk starts and where it had best end."""
        starts = self._possible_starts(size)
        word = self._word(starts[0] + size)
        for least in (word, self.visible) if word > self.visible else (word,):
            ends = [self._best_end(start, size, least) for start in starts]
            keeps_indent = ends[0] > self.visible and not self._tears(ends[0], ends[-1])
            chosen = 0 if keeps_indent else -1
            if ends[chosen] > self.visible:
                return starts[chosen], ends[chosen]
        # no unit fits whole: cut by the ladder, from the first visible character on
        return starts[-1], self._ladder(self.cuts[self.current], starts[-1], size, 0)

    # --- where a chunk starts ---

    def _possible_starts(self, size: int) -> list[int]:
        """Return the start of the first line, if its indent leaves room, and the latest start."""
        text, last_end, visible = self.text, self.last_end, self.visible
        latest = visible
        if size > 1 and visible > last_end and inside_cluster(text, visible, last_end):
            latest = visible - 1  # a mark on white space takes that along
        if visible == last_end or text[visible - 1] in LINE_ENDS:
            return [visible, latest] if latest < visible else [visible]
        before = max(last_end - 1, 0)
        line = max(text.rfind(mark, before, visible) for mark in LINE_ENDS) + 1
        return [line, latest] if line >= last_end and visible - line < size else [latest]

    def _with_overlap(self, start: int, end: int, size: int, repeat_from: int) -> Span:
        """Return the span with whole units of the chunk before, if that tears nothing anew."""
        first = self._first_unit(repeat_from)
        if first >= self.last_end:
            return start, end
        longer = self._best_end(first, size, self._word(first + size))
        if longer <= self.visible or self._tears(longer, end):
            return start, end
        return first, longer

    def _first_unit(self, repeat_from: int) -> int:
        """Return where the first sentence, line or block begins from a position on."""
        earliest = self.last_end
        for last_boundary in (last_line, last_sentence):
            at = earliest
            while (before := last_boundary(self.text, repeat_from, at)) > repeat_from:
                earliest, at = min(before, earliest), before - 1
        found = NOT_WHITE.search(self.text, earliest)
        first = found.start() if found else earliest
        before = first - 1
        is_mark = self.text[before].isspace() and inside_cluster(self.text, first, before)
        return before if is_mark else first  # a mark on white space takes that along

    def _tears(self, end: int, other_end: int) -> bool:
        """Say whether one end tears what the other does not."""
        return end < other_end and self._tears_unit(other_end) < self._tears_unit(end)

    def _tears_unit(self, end: int) -> int:
        """Return what an end tears: 0 for nothing, 1 for a paragraph or a block, 2 for a line."""
        found = NOT_WHITE.search(self.text, end, self.stop)
        if found is None or _BLANK_LINE.match(self.text, end, found.start()):
            return 0
        following = bisect_right(self.cuts, found.start(), key=lambda cut: cut.at)
        if end <= self.cuts[following - 1].at:
            return 0
        return 1 if _LINE_END.match(self.text, end, found.start()) else 2

    # --- where it ends ---

    def _best_end(self, start: int, size: int, word: int) -> int:
        """Return the best end of the chunk; its start, or 0, when that would tear a cluster."""
        text, limit = self.text, start + size
        following = NOT_WHITE.search(text, limit, self.stop)
        if following is None:  # everything that is left fits
            return self._settle(start, self.stop, limit)
        best, last = self._best_and_last(following.start(), word)
        if best and best.orphans in ("", LEAD_IN):
            end = self._settle(start, best.at, limit)
            if end > start:
                return end
        if not last.is_whole:
            after = word
            if last.at > word and (visible := NOT_WHITE.search(text, last.at)):
                after = visible.start()
            if end := self._ladder(last, start, size, after):
                return end
        return self._settle(start, best.at, limit) if best else start

    def _best_and_last(self, edge: int, word: int) -> tuple[Cut | None, Cut]:
        """Return the last of the best cuts behind a word and up to `edge`, and the last of all."""
        best, last = None, self.cuts[self.current]
        for index in range(self.current + 1, len(self.cuts)):
            cut = self.cuts[index]
            if cut.at > edge:
                break
            last = cut
            if cut.at > word and (best is None or _badness(cut) <= _badness(best)):
                best = cut
        return best, last

    def _ladder(self, unit: Cut, start: int, size: int, after: int) -> int:
        """Return the best end inside a unit, outside of the inline units that fit; 0 for none."""
        text, limit = self.text, start + size
        lines_stand = self.lines_stand or (self.find_units is not None and not unit.is_inline)
        end = last_fitting_end(text, start, limit, self.between_clusters, after, lines_stand)
        if self.find_units is None or not unit.is_inline:
            return end
        inline = self.find_units(text, max(unit.at, start), limit + size)
        units = [(first, last) for first, last in inline if last - first <= size]
        reach = limit
        while around := next((u for u in units if u[0] < end < u[1]), None):
            if around[0] > max(after, start):
                reach = around[0]
            elif around[1] <= limit and around[1] > after:
                reach, after = limit, around[1] - 1
            else:
                break
            end = last_fitting_end(text, start, reach, self.between_clusters, after)
        return end

    def _settle(self, start: int, end: int, limit: int) -> int:
        return settled_end(self.text, start, end, limit, self.between_clusters)

    # --- markers, which say nothing alone ---

    def _word(self, limit: int) -> int:
        """Return where the first word begins; the first visible character if there is none."""
        first = _first_word(self.text, self.visible, min(limit, self.stop))
        return first if first < min(limit, self.stop) else self.visible

    def _with_a_word_left(self, start: int, end: int) -> Span:
        """Return the span, or a shorter one if nothing but markers follows this one."""
        first = _first_word(self.text, self.visible, end)
        while first < end and self.text[end : self.stop].strip():
            found = _MARKERS.match(self.text, end, self.stop)
            if found is None or found.end() < self.stop:
                break
            shorter = self._span(end - start - 1)
            if shorter[1] <= first or inside_cluster(self.text, shorter[0], start):
                break
            start, end = shorter
        return start, end


def _badness(cut: Cut) -> tuple[int, int]:
    if cut.orphans == LEAD_IN:
        return 1, 0  # what leads in to what leads in is not torn for it
    return (2 if cut.orphans else 0), cut.depth
