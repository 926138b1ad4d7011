"""Where a text may be cut: the last boundary of each kind that a chunk can reach.

The ladder, from the unit most worth keeping whole to the least:

    paragraph   a blank line
    line        a line end that stands: see line_ends.py
    sentence    by Unicode's Annex 29 and some rules that know no language: see sentences.py
    soft line   a line end that does not stand, if it lies in the second half of what is searched
    word        white space, a zero-width space, and between ideographs, where Annex 14 allows it
    break       wherever else Annex 14 lets a line end, such as after a hyphen: see line_breaks.py
    cluster     what a reader takes for one character: see graphemes.py

Each rung answers with the position after its last boundary in `text[start:reach]`, or `start` when
it has none. So a no-break space is cut only where all else would cut a word, and Thai, whose words
only a dictionary knows, between clusters.

These positions have the same names everywhere, here from left to right:

    between_clusters   a position inside no cluster; clusters are counted from there
    start              where the chunk starts
    after              the chunk ends behind this position, if one is given
    limit              where the chunk ends at the latest: start + max_chars
    reach              where the white space that follows `limit` ends: a boundary up to there will
                       do, since white space at a chunk's end is trimmed and costs nothing

Everything here runs in time linear in the text, and positions are carried, never searched for. A
rung that has refused 64 places in one chunk, as in `[[[[`, gives up.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

from course_lib.chunkers.character_classes import ascii_part, near
from course_lib.chunkers.graphemes import inside_cluster, last_cluster_end
from course_lib.chunkers.line_break_table import LINE_BREAK
from course_lib.chunkers.line_breaks import may_break
from course_lib.chunkers.line_ends import last_line, last_line_end, last_paragraph
from course_lib.chunkers.sentences import MOST_REFUSED, last_sentence

NOT_WHITE = re.compile(r"\S")


def _classes(names: str) -> str:
    return "".join(LINE_BREAK[name] for name in names.split())


# The patterns find what may be a boundary, in C, and leave the rules to `may_break`. A greedy `.*`
# runs to the end and steps back: the last match.
_BLANKS = rf"\t\n\r\x85\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000{_classes('BK SP ZW')}"
_HAN_AND_KANA = (
    r"\u2e80-\u2fff\u3005-\u3007\u3021-\u9fff\uf900-\ufaff\uff66-\uff9d\U00020000-\U0003ffff"
)
_LAST_ASCII_GAP = re.compile(r"(?s:.*)[\t-\r ](?<![(\[{] )(?![!?)\]}/]|[.,:;](?![0-9]))")
_LAST_GAP = re.compile(rf"(?s:.*)[{_BLANKS}{_HAN_AND_KANA}]")
_IDEOGRAPH = re.compile(f"[{_HAN_AND_KANA}]")
_PLAIN_GAP = re.compile(r"[\w.,;:!?][ \n](?=\w)")
_LAST_VISIBLE = re.compile(r"(?s:.*)\S")

_NEVER_FIRST = _classes("CL CP EX IS SY BA HY HH NS IN GL WJ ZW CM ZWJ QU")
_NEVER_LAST = _classes("IS OP QU Pi GL WJ BB")
_SYLLABLES = rf"\uac00-\ud7a3{_classes('JL JV JT AK AP AS VF VI')}"


def _last_break_beside(part: Callable[[str], str]) -> re.Pattern[str]:
    """Match up to the last mark or syllable that may be beside a break."""
    never_first, never_last, syllables = map(part, (_NEVER_FIRST, _NEVER_LAST, _SYLLABLES))
    may_end = rf"(?<![{never_last}])(?=[^\s{never_first}])"
    bound = part(_classes("OP PO PR"))  # after letters and digits
    may_begin = rf"(?<=\S[^\s{never_first}])(?<!\w[{bound}])"
    return re.compile(rf"(?s:.*)[\W{syllables}](?<!\s)(?:{may_end}|{may_begin})")


_LAST_BREAK, _LAST_ASCII_BREAK = _last_break_beside(near), _last_break_beside(ascii_part)


def last_word(text: str, start: int, reach: int) -> int:
    """The position after the last white space, zero-width space or ideograph that ends a word.

    >>> text = "He paid 5\u00a0000 (EUR ) today"
    >>> text[: last_word(text, 0, 14)], text[: last_word(text, 0, 10)]
    ('He paid 5\xa0000 ', 'He paid ')
    """
    if _IDEOGRAPH.match(text, reach) and may_break(text, reach) and reach > start:
        return reach
    pattern = _LAST_ASCII_GAP if text[start:reach].isascii() else _LAST_GAP
    stop = reach
    for _ in range(MOST_REFUSED):
        found = pattern.match(text, start, stop)
        if found is None:
            break
        end = found.end()
        if _PLAIN_GAP.match(text, end - 2) or may_break(text, end):
            return end
        stop = end - 1
        if _IDEOGRAPH.match(text, stop):
            if stop > start and may_break(text, stop):
                return stop
        else:
            visible = _LAST_VISIBLE.match(text, start, stop)
            stop = visible.end() if visible else start
    return start


def last_break(text: str, start: int, reach: int) -> int:
    """The last position inside words where a line may end, such as after a hyphen.

    >>> text = "https://marrow.example/claims/late-notice"
    >>> text[: last_break(text, 0, 30)], text[: last_break(text, 0, 38)]
    ('https://marrow.example/claims/', 'https://marrow.example/claims/late-')
    """
    stop = min(reach + 1, len(text))
    pattern = _LAST_ASCII_BREAK if text[start:stop].isascii() else _LAST_BREAK
    for _ in range(MOST_REFUSED):
        found = pattern.match(text, start, stop)
        if found is None:
            break
        end = found.end()
        if end <= reach and may_break(text, end):
            return end
        stop = end - 1
        if stop > start and may_break(text, stop):
            return stop
    return start


def last_soft_line(text: str, start: int, reach: int) -> int:
    """The position after the last line end of any kind, if it lies in the second half."""
    middle = (start + reach) // 2
    end = last_line_end(text, middle, reach)
    return end if end > middle else start


# The rungs but the last, the best first: in any text, and where every line end stands.
_Rungs: TypeAlias = tuple[Callable[[str, int, int], int], ...]
LADDER: _Rungs = (last_paragraph, last_line, last_sentence, last_soft_line, last_word, last_break)
LADDER_OF_LINES: _Rungs = (last_paragraph, last_line_end, last_sentence, last_word, last_break)


def last_fitting_end(
    text: str,
    start: int,
    limit: int,
    between_clusters: int,
    after: int = 0,
    lines_stand: bool = False,
) -> int:
    """Return where a chunk from `start` to at most `limit` had best end; 0 inside a cluster.

    With `lines_stand`, every line end is one that somebody meant, as in records and code.
    """
    if after < start:
        after = start
    reach = limit
    if limit >= len(text) or text[limit].isspace():
        visible = NOT_WHITE.search(text, limit)
        if visible is None:  # everything that is left fits
            return settled_end(text, start, len(text), limit, between_clusters)
        reach = visible.start()
    for last_boundary in LADDER_OF_LINES if lines_stand else LADDER:
        end = last_boundary(text, after, reach)
        if end > after:
            end = settled_end(text, start, end, limit, between_clusters)
            if end > after:
                return end
    return last_cluster_end(text, after, limit, between_clusters)


def settled_end(text: str, start: int, end: int, limit: int, between_clusters: int) -> int:
    """Trim the white space before `end`, and move it out of a cluster; 0 if it cannot be."""
    while text[end - 1].isspace() and end > start:
        end -= 1
    if end > limit:
        end = limit
    if not inside_cluster(text, end, between_clusters):
        return end
    while end < limit and inside_cluster(text, end, between_clusters):  # a mark on white space
        end += 1
    return last_cluster_end(text, start, end, between_clusters)
