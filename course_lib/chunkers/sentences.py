r"""Where a sentence ends, by the rules of Unicode's Annex 29 and some more that know no language.

https://www.unicode.org/reports/tr29/#Sentence_Boundary_Rules; an SB… names the rule. Wider than the
standard: a line end is white space, and `…` may end a sentence. Narrower:

* `.!?…` end one only before white space, as URLs and code are full of them; other marks always may;
* what opens, such as `（`, belongs to what follows;
* none ends before a letter in lower case, whatever the mark: "Why?" he asked;
* none ends where the author bound the words by a no-break space;
* none ends after the number of an item (`1.` where a line or a sentence begins), nor after a single
  letter, as an initial is. "Interstate 55. Twenty-five" ends one: that number begins nothing.
"""

import re

from course_lib.chunkers import sentence_table as table
from course_lib.chunkers.character_classes import near
from course_lib.chunkers.line_ends import LINE_ENDS

_MARK = f"{table.FULL_STOP}{table.END_MARK}"
_CLOSE = table.CLOSE
_GOES_ON = rf"{table.GOES_ON}{_MARK}a-z"  # SB8, SB8a
_BOUND = "\u00a0\u2007\u202f\u2060\ufeff"  # spaces that break no line, and joiners

# Up to the last mark, with what closes, that may end a sentence by its neighbours. A greedy `.*`
# runs to the end and steps back: the last match, found in C.
_BEFORE_WHITE = rf"[.!?…](?=[{_CLOSE}]*\s+(?:[^\s{_GOES_ON}]|\Z))"
_ALL_CLOSED = rf"[{_CLOSE}]*(?![{_CLOSE}{_MARK}])"
_OTHER_MARK = rf"[{_MARK}](?<![.!?…])"
_LAST = re.compile(rf"(?s:.*)(?:{_BEFORE_WHITE}|{_OTHER_MARK}){_ALL_CLOSED}")
_LAST_BEFORE_WHITE = re.compile(rf"(?s:.*){_BEFORE_WHITE}{_ALL_CLOSED}")
_MAY_BE_OTHER_MARK = re.compile(rf"[{near(_MARK)}\U00010000-\U0001efff](?<![.!?…])")

# Words, a mark and a capital, as nearly everywhere: the rules below say that it ends a sentence.
_PLAIN_END = re.compile(r"[A-Za-z][a-hj-uwyz][.!?][ \n][A-Z]")
_UNENDED = re.compile(rf"(?s:.*)[^{_CLOSE}{_MARK}]")
_FULL_STOP = re.compile(f"[{table.FULL_STOP}]")
_CLOSES = re.compile(f"[{_CLOSE}]")
_VISIBLE = re.compile(r"\S")
_CONTINUES = re.compile(f"[{table.GOES_ON}{_MARK}{table.LOWER}]")
_IN_LOWER_CASE = re.compile(rf"[^{table.LETTER}{_MARK}\n\r]{{0,40}}[{table.LOWER}]")  # SB8

_LETTER = f"[{table.LETTER}]"
_NUMBER = r"(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[ivxIVX]{1,5})"
_BEGINNING = rf"(?:\A|[{LINE_ENDS}]|[{_MARK}:][{_CLOSE}]*\s)"
_INITIAL = re.compile(rf"(?:\A|[^\w'’]){_LETTER}[\u0300-\u036f]*\Z")
_ITEM = re.compile(rf"{_BEGINNING}\s*{_NUMBER}\Z")
MOST_REFUSED = 64  # places in one chunk: no text that means anything has so many in a row
_LOOK_BACK = 32  # code points: enough for a number, and what stands before it


def last_sentence(text: str, start: int, reach: int) -> int:
    """The end of the last sentence, with the quotes and brackets that close it.

    >>> text = 'It rose by 3.14 %. Dr. A. Kim asked "why?" and left. Then 1'
    >>> text[: last_sentence(text, 0, 55)], text[: last_sentence(text, 0, 40)]
    ('It rose by 3.14 %. Dr. A. Kim asked "why?" and left.', 'It rose by 3.14 %. Dr.')
    """
    stop = reach
    for _ in range(MOST_REFUSED):
        found = _last_candidate(text, start, stop)
        if found is None:
            break
        end = found.end()
        if end > start + 2 and _PLAIN_END.match(text, end - 3):
            return end
        unended = _UNENDED.match(text, start, end)
        mark = unended.end() if unended else start
        if _is_end(text, mark, end):
            return end
        stop = mark
    return start


def _last_candidate(text: str, start: int, stop: int) -> re.Match[str] | None:
    found = _LAST_BEFORE_WHITE.match(text, start, stop)
    behind = found.end() if found else start
    if text[behind:stop].isascii() or not _MAY_BE_OTHER_MARK.search(text, behind, stop):
        return found  # twice as soon
    return _LAST.match(text, start, stop)


def _is_end(text: str, mark: int, end: int) -> bool:
    """Say whether a sentence ends at `end`; its marks, and what closes, begin at `mark`."""
    following = _VISIBLE.search(text, end)
    if following is None:
        return True
    at = following.start()
    if _CONTINUES.match(text, at) or (at == end and _CLOSES.match(text, at)):
        return False
    if text[at] in _BOUND or (at > end and not text[end:at].strip(_BOUND)):
        return False
    if not _FULL_STOP.match(text, mark):
        return True
    if _IN_LOWER_CASE.match(text, at):
        return False
    before = text[max(0, mark - _LOOK_BACK) : mark]
    return not (_INITIAL.search(before) or _ITEM.search(before))
