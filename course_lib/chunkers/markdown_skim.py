"""The outermost blocks of a Markdown text, the common ones in one step each.

Most blocks can be told by a pattern that sees all of one at once: a heading, lines that can be
nothing but text, a fence with its end, a list of plain items. A pattern matches only where the
block certainly begins and ends; everything else is scanned line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from course_lib.chunkers.markdown_blocks import BlockScanner
from course_lib.chunkers.markdown_lines import heading_title
from course_lib.chunkers.markdown_stack import Block

# A line that can only be text, be it at the margin or in a list item.
_TEXT = r"""(?:
    [A-Za-z("'!@$%&/,;?\[\]{}^.\\\x80-\U0010ffff] | [0-9]++(?![.)0-9])
  | `(?!``) | \*\*?+(?=[^\s*]) | _(?=[^\W_])
)[^\n]*+"""
_BLANK = r"[ \t]*+\n"
_LAST_BLANK = r"[ \t]*+\Z"
_HEADING_SIGN = r"\#{1,6}[ \t]"
_FENCE_SIGN = r"`{3,}+[^`\n]*+(?:\n|\Z)"

_PARAGRAPH = rf"""
    {_TEXT} (?:\n{_TEXT})*+ \n?+
    (?= {_BLANK} | {_LAST_BLANK} | {_HEADING_SIGN} | {_FENCE_SIGN} | [-*+]\ [^ \t\n] )
"""
_FENCE = rf"""
    (?P<ticks>`{{3,}}+) [^`\n]*+
    (?: \n (?!\ {{0,3}}(?P=ticks)`*+(?:{_BLANK}|{_LAST_BLANK})) [^\n]*+ )*+
    \n\ {{0,3}}`++[ \t]*+ \n?+
"""


def _plain_list(first: str, sibling: str, sign: str, indent: int) -> str:
    """A list whose items begin at the margin; what is indented by `indent` is inside of them."""
    inner = rf"\ {{{indent},}}+(?:(?:[-*+]|[0-9]{{1,9}}[.)])\ )?+"
    return rf"""
        {first}\ {_TEXT}
        (?: \n (?: \ *+{_TEXT} | (?:{_BLANK})*+ (?: {sibling}\ | {inner} ) {_TEXT} ) )*+ \n?+
        (?= {_HEADING_SIGN} | > | {_FENCE_SIGN} | (?:{_BLANK})*+ {_LAST_BLANK}
          | (?:{_BLANK})++ (?!{sign}) [^ \t\n] )
    """


_BULLETS = _plain_list(r"(?P<bullet>[-*+])", "(?P=bullet)", "(?P=bullet)", 2)
_NUMBERS = _plain_list(r"[0-9]{1,2}(?P<dot>[.)])", "[0-9]{1,2}(?P=dot)", "[0-9]", 4)
_BLOCK = re.compile(
    rf"""
    (?:{_BLANK})*+
    (?: (?P<heading> \#{{1,6}}(?![^ \t\n])[^\n]*+\n?+ )
      | (?P<text> {_PARAGRAPH} (?: (?:{_BLANK})*+ {_PARAGRAPH} )*+ )
      | (?P<fence> {_FENCE} )
      | (?P<items> {_BULLETS} | {_NUMBERS} )
      | (?P<other> ) )
    """,
    re.VERBOSE,
)
_MARGIN_ITEM = re.compile(r"\n(?=(?:[-*+]|[0-9]{1,2}[.)]) )")


def skim_blocks(text: str, start: int = 0) -> Iterator[Block]:
    r"""Yield the outermost blocks of `text[start:]`; the text's lines end with `\n` alone.

    Paragraphs that follow each other are one block, `text`; a plain list is a block of `items`.

    >>> [(block.kind, block.end) for block in skim_blocks("# One\n\nA.\n\nB.\n\n- a\n- b\n")]
    [('heading', 6), ('text', 14), ('items', 23)]
    """
    stop = len(text)
    while start < stop:
        for found in _BLOCK.finditer(text, start):
            kind = found.lastgroup or ""
            begin, start = found.span(kind)
            if kind == "heading":
                line = found[1]
                level = len(line) - len(line.lstrip("#"))
                yield Block(kind, begin, start, 0, level, heading_title(line))
            elif kind != "other":
                yield Block(kind, begin, start)
            else:
                scanner = BlockScanner(text, stop)
                start = scanner.scan_from(begin)
                yield from (block for block in scanner.blocks if block.depth == 0)
                break


def margin_items(text: str, items: Block) -> list[Block]:
    """Return the outer items of a plain list."""
    later = [found.end() for found in _MARGIN_ITEM.finditer(text, items.start, items.end)]
    edges = [items.start, *later, items.end]
    return [Block("item", start, end, 1) for start, end in pairwise(edges)]
