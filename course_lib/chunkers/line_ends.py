"""Which line ends are boundaries: those that somebody meant, not those of a word wrapper.

One rule. **A line end stands**, unless its paragraph is wrapped; then it is white space, as in
Markdown, and a sentence outranks it. A paragraph is *wrapped* when its lines are filled and go on
in mid-sentence: at two of three line ends, the line and the next word would be three quarters as
long as the longest line or more, and a quarter of the lines begin with a letter that is no capital,
or are in capitals like a line before of more than 40 code points. Lines of verse, addresses and
tables begin with capitals or digits, or are far shorter than the longest. The `>` of quoted mail is
no part of its line. In a wrapped paragraph, an item's marker still begins a line, and so do a line
separator, a vertical tab and a form feed. Where all lines stand, as in records and code,
`lines_stand` says so.
"""

import re
from itertools import pairwise

_RARE_ENDS = "\r\v\f\x85\u2028\u2029"  # beside the line feed; all of them by Annex 14 (LB4, LB5)
LINE_ENDS = f"\n{_RARE_ENDS}"
_LINE_END = r"(?:[\n\v\f\x85\u2028\u2029]|\r(?!\n))"
BLANK_LINE = rf"(?:{_LINE_END}[^\S{LINE_ENDS}]*(?:\r\n|[{LINE_ENDS}])|\u2029)"

# A greedy `.*` runs to the end and steps back: the last match, found in C.
_LAST_PARAGRAPH = re.compile(r"(?s:.*)\n[^\S\n]*\n")
_LAST_PARAGRAPH_OF_ANY = re.compile(rf"(?s:.*){BLANK_LINE}")
_LAST_LINE_OF_ANY = re.compile(rf"(?s:.*){_LINE_END}")
_MARKER = rf"[^\S{LINE_ENDS}]*(?:[-*+•‣–|#]|[0-9]{{1,3}}[.)])\s"
_LAST_ITEM = re.compile(rf"(?s:.*)\n(?={_MARKER})")
_LAST_LINE_IN_WRAPPED = re.compile(rf"(?s:.*)(?:[\v\f\u2028\u2029]|{_LINE_END}(?={_MARKER}))")

_NEXT_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_NEXT_PARAGRAPH_OF_ANY = re.compile(BLANK_LINE)
_NEAR = 300  # code points: a paragraph is judged by its lines as near as that


def last_paragraph(text: str, start: int, reach: int) -> int:
    """The end of the last blank line; a line that holds only white space is blank."""
    rare = _has_rare_end(text, start, reach)
    found = (_LAST_PARAGRAPH_OF_ANY if rare else _LAST_PARAGRAPH).match(text, start, reach)
    return found.end() if found else start


def last_line_end(text: str, start: int, reach: int) -> int:
    r"""The position after the last line end of any kind; `\r\n` is one line end."""
    if _has_rare_end(text, start, reach):
        found = _LAST_LINE_OF_ANY.match(text, start, reach)
        return found.end() if found else start
    return text.rfind("\n", start, reach) + 1 or start


def last_line(text: str, start: int, reach: int) -> int:
    r"""The position after the last line end that stands.

    >>> verse, prose = "The roof is old,\nBut not so cold.", "The roof\nis old, but\nit is dry."
    >>> last_line(verse, 0, 30), last_line(prose, 0, 20), last_line_end(prose, 0, 20)
    (17, 0, 9)
    """
    end = last_line_end(text, start, reach)
    if end == start or not _is_wrapped(text, end):
        return end
    rare = _has_rare_end(text, start, reach)
    found = (_LAST_LINE_IN_WRAPPED if rare else _LAST_ITEM).match(text, start, reach)
    return found.end() if found else start


def _has_rare_end(text: str, start: int, reach: int) -> bool:
    part = text[start:reach]
    if "\r" in part or "\v" in part or "\f" in part:
        return True
    return not part.isascii() and ("\x85" in part or "\u2028" in part or "\u2029" in part)


def _is_wrapped(text: str, at: int) -> bool:
    """Say whether the paragraph around a line end is wrapped, by its lines nearby."""
    first, last = max(0, at - _NEAR), at + _NEAR
    start = last_paragraph(text, first, at)
    rare = _has_rare_end(text, at - 1, last)
    blank = (_NEXT_PARAGRAPH_OF_ANY if rare else _NEXT_PARAGRAPH).search(text, at - 1, last)
    lines = text[start : blank.start() if blank else last].splitlines()
    if start == first > 0:
        del lines[0]  # it may have begun before
    return _are_wrapped([line.lstrip("> \t").rstrip() for line in lines])


def _are_wrapped(lines: list[str]) -> bool:
    least = 0.75 * max(map(len, lines), default=0)
    filled = going_on = 0
    for line, following in pairwise(lines):
        first = following[:1]
        if first.isupper():
            going_on += len(line) > 40 and line.isupper() and following.isupper()
        else:
            going_on += first.isalpha()
        filled += len(line) >= least or len(line) + len(_first_word(following)) >= least
    ends = len(lines) - 1
    return 0 < 2 * ends <= 3 * filled and 4 * going_on >= ends


def _first_word(line: str) -> str:
    return line.split(None, 1)[0] if line else "-"
