"""Where a text may be cut: the last boundary of each kind that a chunk can reach.

The ladder, from the unit most worth keeping whole to the least: paragraph, line, sentence, word,
grapheme cluster (what a reader takes for one character). Each rung answers with the position after
its last boundary in `text[start:reach]`, or `start` when it has none.

These positions have the same names everywhere, here from left to right:

    between_clusters   a position inside no cluster; clusters are counted from there
    start              where the chunk starts
    after              the chunk ends behind this position, if one is given
    limit              where the chunk ends at the latest: start + max_chars
    reach              where the white space that follows `limit` ends: a boundary up to there will
                       do, since white space at a chunk's end is trimmed and costs nothing

Everything here runs in time linear in the text, and positions are carried, never searched for.
"""

import re
from collections.abc import Callable, Iterator

from course_lib.chunk import ContextSpan
from course_lib.chunkers.graphemes import FIRST_MARK, inside_cluster, last_cluster_end

NOT_WHITE = re.compile(r"\S")

# A greedy `.*` runs to the end and steps back: the last match, found in C.
_LAST_PARAGRAPH = re.compile(r"(?s:.*)\n[^\S\n]*\n")
_LAST_WORD = re.compile(r"(?s:.*)\s")

# Closing quotes and brackets belong to the sentence that they close. One set of marks needs white
# space after it, the other none; both are tried as one set first, which is twice as fast.
_CLOSERS = "\"'”’»›)\\]}」』）】》〉"
_MARKS, _WIDE_MARKS = ".!?…؟۔।॥", "。！？｡．"
_LAST_SENTENCE = re.compile(
    rf"(?s:.*)[{_MARKS}{_WIDE_MARKS}](?:(?<=[{_WIDE_MARKS}])|(?=[{_CLOSERS}]*\s))"
    rf"[{_CLOSERS}]*(?![{_CLOSERS}])"
)


def last_paragraph(text: str, start: int, reach: int) -> int:
    """The end of the last blank line; a line that holds only white space is blank."""
    found = _LAST_PARAGRAPH.match(text, start, reach)
    return found.end() if found else start


def last_line(text: str, start: int, reach: int) -> int:
    r"""The position after the last line feed, so `\r\n` is one line end."""
    return text.rfind("\n", start, reach) + 1 or start


def last_sentence(text: str, start: int, reach: int) -> int:
    """The end of the last sentence.

    A sentence ends at `.!?…` (or their Arabic, Urdu and Hindi kin) before white space, and at
    `。！？` wherever they stand; closing quotes and brackets go with it. So 3.14 is never cut, but
    the full stop of an abbreviation counts as an end: the rule knows no language.

    >>> text = 'It rose by 3.14 %. Why?" he asked.'
    >>> text[: last_sentence(text, 0, 30)]
    'It rose by 3.14 %. Why?"'
    """
    found = _LAST_SENTENCE.match(text, start, reach)
    if found and found.end() == reach < len(text) and text[reach] in _CLOSERS:
        mark = reach - 1  # the closers continue beyond it, so this sentence ends too late
        while text[mark] in _CLOSERS:
            mark -= 1
        found = _LAST_SENTENCE.match(text, start, mark)
    return found.end() if found else start


def last_word(text: str, start: int, reach: int) -> int:
    """The position after the last white space."""
    found = _LAST_WORD.match(text, start, reach)
    return found.end() if found else start


LADDER: tuple[Callable[[str, int, int], int], ...] = (
    last_paragraph,
    last_line,
    last_sentence,
    last_word,
)


def ladder_spans(text: str, max_chars: int) -> Iterator[ContextSpan]:
    """Yield spans of at most `max_chars` code points, each the largest whole units that fit.

    White space between chunks belongs to no chunk: trimming moves the span, never the text.
    """
    end = between_clusters = 0
    while found := NOT_WHITE.search(text, end):
        start = found.start()
        if start > end and text[start] >= FIRST_MARK and inside_cluster(text, start, end):
            start -= max_chars > 1  # a mark on white space takes that along, if there is room
        limit = start + max_chars
        end = last_fitting_end(text, start, limit, between_clusters)
        if end > start:
            between_clusters = end
        else:  # one cluster alone is longer than a chunk may be
            end = min(limit, len(text))
        yield start, end, ()


def last_fitting_end(
    text: str, start: int, limit: int, between_clusters: int, after: int = 0
) -> int:
    """Return where a chunk from `start` to at most `limit` had best end; 0 inside a cluster."""
    if after < start:
        after = start
    reach = limit
    if limit >= len(text) or text[limit].isspace():
        visible = NOT_WHITE.search(text, limit)
        if visible is None:  # everything that is left fits
            return settled_end(text, start, len(text), limit, between_clusters)
        reach = visible.start()
    for last_boundary in LADDER:
        end = last_boundary(text, after, reach)
        if end > after:
            end = settled_end(text, start, end, limit, between_clusters)
            if end > after:
                return end
    return last_cluster_end(text, after, limit, between_clusters)


def settled_end(text: str, start: int, end: int, limit: int, between_clusters: int) -> int:
    """Trim the white space before `end`, and move it out of a cluster; 0 if it cannot be."""
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > limit:
        end = limit
    if not inside_cluster(text, end, between_clusters):
        return end
    while end < limit and inside_cluster(text, end, between_clusters):  # a mark on white space
        end += 1
    return last_cluster_end(text, start, end, between_clusters)
