"""Where a text may be cut: the last boundary of each kind inside a window.

The ladder, from the unit most worth keeping whole to the least: paragraph, line, sentence, word,
grapheme cluster (what a reader takes for one character: a letter with its accents, a flag, a
family emoji). A window is `text[start:edge]`; each rung answers with the position after its last
boundary, or `start` when it has none.

Everything here runs in time linear in the text, and positions are carried, never searched for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from course_lib.chunk import Span
from course_lib.chunkers import grapheme_table as table

NOT_WHITE = re.compile(r"\S")

# A greedy `.*` runs to the end of the window and steps back: the last match, found in C.
_LAST_PARAGRAPH = re.compile(r"(?s:.*)\n[^\S\n]*\n")
_LAST_WORD = re.compile(r"(?s:.*)\s")

# Closing quotes and brackets belong to the sentence that they close.
_CLOSERS = "\"'”’»›)\\]}」』）】》〉"
_LAST_SENTENCE = re.compile(
    rf"(?s:.*)(?:[.!?…؟۔।॥][{_CLOSERS}]*(?=\s)|[。！？｡．][{_CLOSERS}]*(?![{_CLOSERS}]))"
)


def last_paragraph(text: str, start: int, edge: int) -> int:
    """The end of the last blank line; a line that holds only white space is blank."""
    return _after(_LAST_PARAGRAPH.match(text, start, edge), start)


def last_line(text: str, start: int, edge: int) -> int:
    r"""The position after the last line feed, so `\r\n` is one line end."""
    return text.rfind("\n", start, edge) + 1 or start


def last_sentence(text: str, start: int, edge: int) -> int:
    """The end of the last sentence.

    A sentence ends at `.!?…` (or their Arabic, Urdu and Hindi kin) before white space, and at
    `。！？` wherever they stand; closing quotes and brackets go with it. So 3.14 is never cut, but
    the full stop of an abbreviation counts as an end: the rule knows no language.

    >>> text = 'It rose by 3.14 %. Why?" he asked.'
    >>> text[: last_sentence(text, 0, 30)]
    'It rose by 3.14 %. Why?"'
    """
    found = _LAST_SENTENCE.match(text, start, edge)
    if found and found.end() == edge < len(text) and text[edge] in _CLOSERS:
        mark = edge - 1  # the window ends among the closers: this sentence does not end in it
        while text[mark] in _CLOSERS:
            mark -= 1
        found = _LAST_SENTENCE.match(text, start, mark)
    return _after(found, start)


def last_word(text: str, start: int, edge: int) -> int:
    """The position after the last white space."""
    return _after(_LAST_WORD.match(text, start, edge), start)


def last_cluster(text: str, start: int, limit: int, since: int = 0) -> int:
    """The last position in (start, limit] that lies inside no grapheme cluster; 0 for none."""
    for at in range(limit, start, -1):
        if not inside_cluster(text, at, since):
            return at
    return 0


LADDER: tuple[Callable[[str, int, int], int], ...] = (
    last_paragraph,
    last_line,
    last_sentence,
    last_word,
)


def _after(found: re.Match[str] | None, start: int) -> int:
    return found.end() if found else start


# --- grapheme clusters: https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules ---

_SYLLABLES = "".join(map(chr, range(0xAC00, 0xD7A4, 28)))  # Korean, without a final consonant
_JOINED_PAIR = re.compile(
    rf"""
    \r\n                                                                            # GB3
  | [^{table.CONTROL}] [{table.EXTEND}{table.SPACING_MARK}\u200d]                   # GB9, GB9a
  | [{table.PREPEND}] [^{table.CONTROL}]                                            # GB9b
  | [{table.HANGUL_LEAD}] [{table.HANGUL_LEAD}{table.HANGUL_VOWEL}\uac00-\ud7a3]    # GB6
  | [{table.HANGUL_VOWEL}{_SYLLABLES}] [{table.HANGUL_VOWEL}{table.HANGUL_TAIL}]    # GB7
  | [{table.HANGUL_TAIL}\uac00-\ud7a3] [{table.HANGUL_TAIL}]                        # GB7, GB8
    """,
    re.VERBOSE,
)
_EXTEND = re.compile(f"[{table.EXTEND}]")
_PICTOGRAPH = re.compile(f"[{table.PICTOGRAPH}]")
_CONSONANT = re.compile(f"[{table.CONSONANT}]")
_LINKER = re.compile(f"[{table.LINKER}]")
_CONJUNCT = re.compile(f"[{table.LINKER}{table.CONJUNCT_EXTEND}]")
_FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")


def inside_cluster(text: str, at: int, since: int = 0) -> bool:
    r"""Say whether position `at` lies inside a grapheme cluster of `text[since:]`.

    >>> inside_cluster("Cafe\u0301", 4), inside_cluster("a\r\nb", 2), inside_cluster("ab", 1)
    (True, True, False)
    """
    if not since < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before < "\u0300" and after < "\u0300":  # nothing below U+0300 joins but \r\n
        return before == "\r" and after == "\n"
    return (
        _JOINED_PAIR.match(text, at - 1) is not None
        or (before == "\u200d" and _emoji_sequence(text, at, since))
        or (_FLAG_LETTER.match(after) is not None and _half_a_flag(text, at, since))
        or (_CONSONANT.match(after) is not None and _conjunct(text, at, since))
    )


def _emoji_sequence(text: str, at: int, since: int) -> bool:  # GB11
    base = at - 2
    while base > since and _EXTEND.match(text, base):
        base -= 1
    return (
        base >= since
        and _PICTOGRAPH.match(text, base) is not None
        and _PICTOGRAPH.match(text, at) is not None
    )


def _half_a_flag(text: str, at: int, since: int) -> bool:  # GB12, GB13
    first = at
    while first > since and _FLAG_LETTER.match(text, first - 1):
        first -= 1
    return (at - first) % 2 == 1


def _conjunct(text: str, at: int, since: int) -> bool:  # GB9c, whatever the linker stands on
    base = at - 1
    while base > since and _CONJUNCT.match(text, base) and not _LINKER.match(text, base):
        base -= 1
    return _LINKER.match(text, base) is not None


# --- from boundaries to spans ---


def ladder_spans(text: str, max_chars: int) -> Iterator[Span]:
    """Yield spans of at most `max_chars` code points, each the largest whole units that fit.

    White space between chunks belongs to no chunk: trimming moves the span, never the text.
    """
    cursor = 0
    since = 0  # the last cut that was no hard cut: clusters are counted from there
    while (start := _next_start(text, cursor, max_chars)) is not None:
        limit = start + max_chars
        cursor = last_fitting_end(text, start, limit, since)
        if cursor > start:
            since = cursor
        else:  # one cluster alone is longer than a chunk may be
            cursor = min(limit, len(text))
        yield start, cursor


def _next_start(text: str, cursor: int, max_chars: int) -> int | None:
    """The next character that is not white; a mark on white space takes its base along."""
    found = NOT_WHITE.search(text, cursor)
    if found is None:
        return None
    start = found.start()
    if max_chars > 1 and start > cursor and inside_cluster(text, start, cursor):
        start -= 1
    return start


def last_fitting_end(text: str, start: int, limit: int, since: int, floor: int = 0) -> int:
    """Return where a chunk that starts at `start` and may reach to `limit` had best end.

    It ends after `floor`, if given; 0 when it can only end inside a cluster. `since` is the last
    position that is known to lie inside no cluster.
    """
    floor = max(floor, start)
    following = NOT_WHITE.search(text, limit)
    if following is None:  # everything that is left fits
        return settled_end(text, start, len(text), limit, since)
    edge = following.start()  # the white space after the window costs nothing: it is trimmed
    for last_boundary in LADDER:
        end = last_boundary(text, floor, edge)
        if end > floor and (end := settled_end(text, start, end, limit, since)) > floor:
            return end
    return last_cluster(text, floor, limit, since)


def settled_end(text: str, start: int, end: int, limit: int, since: int) -> int:
    """Trim the white space before `end`, and move it out of a cluster; 0 if it cannot be."""
    while end > start and text[end - 1].isspace():
        end -= 1
    end = min(end, limit)
    if not inside_cluster(text, end, since):
        return end
    while end < limit and inside_cluster(text, end, since):  # white space that carries a mark
        end += 1
    return last_cluster(text, start, end, since)
