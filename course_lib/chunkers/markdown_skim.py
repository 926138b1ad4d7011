"""The outermost blocks of a Markdown text, the common ones in one step each.

Most blocks can be told by a pattern that sees all of one at once: a heading, lines that can be
nothing but text, a fence with its end, a list of plain items, a table. A pattern matches only
where the block certainly begins and ends; everything else is scanned line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from course_lib.chunkers.markdown_blocks import BlockScanner
from course_lib.chunkers.markdown_lines import (
    BLOCK_TAG,
    DELIMITERS,
    count_cells,
    count_delimiters,
    heading_title,
)
from course_lib.chunkers.markdown_stack import Block

# A line that can only be text, be it at the margin or in a list item.
_TEXT = r"""(?:
    [A-Za-z("'!@$%&/,;?\[\]{}^.\\\x80-\U0010ffff] | [0-9]++(?:[.)](?=[^ \t\n])|(?![.)0-9]))
  | `(?!``) | \*\*?+(?=[^\s*]) | _(?=[^\W_]) | [-+:]{1,2}(?=[A-Za-z]) | <(?=https?:)
)[^\n]*+"""
_BLANK = r"[ \t]*+\n"
_LAST_BLANK = r"[ \t]*+\Z"
_HEADING_SIGN = r"\#{1,6}[ \t]"
_FENCE_SIGN = r"`{3,}+[^`\n]*+(?:\n|\Z)"

# What certainly ends a paragraph, a quote and a table.
_END = rf"""
    (?= {_BLANK} | {_LAST_BLANK} | {_HEADING_SIGN} | {_FENCE_SIGN} | (?:[-*+]|1[.)])\ [^ \t\n] | > )
"""
_PARAGRAPH = rf"{_TEXT} (?: \n[ \t]*+{_TEXT} )*+ \n?+ {_END}"
_UNDERLINED = rf"""
    (?! \[ | [^\n|]*+\| )  # a link definition is no heading; a table's header row may be none
    (?P<line>{_TEXT}) \n (?P<underline>[=-])(?P=underline)*+[ \t]*+(?:\n|\Z)
"""
_FENCE = rf"""
    (?P<ticks>`{{3,}}+) [^`\n]*+
    (?: \n (?!\ {{0,3}}(?P=ticks)`*+(?:{_BLANK}|{_LAST_BLANK})) [^\n]*+ )*+
    \n\ {{0,3}}`++[ \t]*+ \n?+
"""
_CODE_LINE = r"(?:\ {4}|\ {0,3}\t)[ \t]*+[^ \t\n][^\n]*+(?:\n|\Z)"
_ROW = rf"(?:\|[^\n]*+|{_TEXT})"
_TABLE = rf"(?=[^\n|]*+\|) {_ROW} \n(?![ \t]){DELIMITERS}(?=\n|\Z) (?: \n{_ROW} )*+ \n?+ {_END}"
_HTML = rf"""
    <!--(?!-?>)(?s:.*?)-->[^\n]*+ \n?+
  | (?ai:{BLOCK_TAG})[^\n]*+ (?: \n (?!{_BLANK}|{_LAST_BLANK}) [^\n]*+ )*+ \n?+
"""


def _plain_list(first: str, sibling: str, sign: str, indent: int) -> str:
    """A list whose items begin at the margin; what is indented by `indent` is inside of them.

    What is indented far more may be code, so that no text at the margin can go on with it.
    """
    marker = r"(?:(?:[-*+]|[0-9]{1,9}[.)])\ )?+"
    lazy_lines = rf"(?:\n\ {{0,{indent - 1}}}+{_TEXT})*+"
    return rf"""
        {first}\ {_TEXT} {lazy_lines}
        (?: \n(?:{_BLANK})*+
          (?: (?:{sibling}\ |\ {{{indent},{indent + 2}}}+{marker}) {_TEXT} {lazy_lines}
            | \ {{{indent + 3},}}+{marker}{_TEXT} )
        )*+ \n?+
        (?= {_HEADING_SIGN} | > | {_FENCE_SIGN} | (?:{_BLANK})*+ {_LAST_BLANK}
          | (?:{_BLANK})++ (?!{sign}) [^ \t\n] )
    """


_BULLETS = _plain_list(r"(?P<bullet>[-*+])", "(?P=bullet)", r"(?P=bullet)(?:[ \t\n]|\Z)", 2)
_DIGITS = _plain_list(r"[0-9](?P<dot>[.)])", "[0-9](?P=dot)", "[0-9]", 3)
_NUMBERS = _plain_list(r"[0-9]{1,2}(?P<stop>[.)])", "[0-9]{1,2}(?P=stop)", "[0-9]", 4)
_BLOCK = rf"""
    (?:{_BLANK})*+
    (?: (?P<heading> (?P<signs>\#{{1,6}})(?![^ \t\n])(?P<title>[^\n]*+)\n?+ )
      | (?P<text> {_PARAGRAPH} (?: (?:{_BLANK})*+ {_PARAGRAPH} )*+ )
      | (?P<fence> {_FENCE} )
      | (?P<items> {_BULLETS} | {_DIGITS} | {_NUMBERS} )
      | (?P<underlined> {_UNDERLINED} )
      | (?P<table> {_TABLE} )
      | (?P<code> {_CODE_LINE} (?: (?:{_BLANK})*+ {_CODE_LINE} )*+ )
      | (?P<html> {_HTML} )
      | (?P<quote> >[^\n]*+ (?: \n>[^\n]*+ )*+ \n?+ {_END} )
      | (?P<break> (?:-{{3,}}+|\*{{3,}}+|_{{3,}}+)[ \t]*+(?:\n|\Z) )
      | (?P<other> ) )
"""
_MARGIN_ITEM = re.compile(r"\n(?=(?:[-*+]|[0-9]{1,2}[.)]) )")


@cache
def _block() -> re.Pattern[str]:
    """Compile the pattern, which takes as long as importing all the rest of the package."""
    return re.compile(_BLOCK, re.VERBOSE)


def skim_blocks(text: str, start: int = 0) -> Iterator[Block]:
    r"""Yield the outermost blocks of `text[start:]`; the text's lines end with `\n` alone.

    Paragraphs that follow each other are one block, `text`; a plain list is a block of `items`.

    >>> [(block.kind, block.end) for block in skim_blocks("# One\n\nA.\n\nB.\n\n- a\n- b\n")]
    [('heading', 6), ('text', 14), ('items', 23)]
    """
    stop = len(text)
    while start < stop:
        for found in _block().finditer(text, start):
            kind = found.lastgroup or ""
            begin, start = found.span(kind)
            if kind == "heading":
                level, title = len(found["signs"]), heading_title(found["title"])
                yield Block(kind, begin, start, 0, level, title)
            elif kind == "underlined":
                level = 1 if found["underline"] == "=" else 2
                yield Block("heading", begin, start, 0, level, found["line"].strip())
            elif kind == "table":
                if (table := _table(found[kind], begin, start)) is None:
                    break
                yield table
            elif kind != "other":
                yield Block(kind, begin, start)
            else:
                break
        else:
            return
        scanner = BlockScanner(text, stop)
        start = scanner.scan_from(begin)
        yield from _outermost(scanner.blocks)


def _outermost(blocks: list[Block]) -> Iterator[Block]:
    """Yield the blocks that are inside no other, each with what it holds."""
    outer = [index for index, block in enumerate(blocks) if block.depth == 0]
    for index, following in pairwise([*outer, len(blocks)]):
        blocks[index].inside = blocks[index:following]
        yield blocks[index]


def _table(lines: str, start: int, end: int) -> Block | None:
    """Return the table that the lines are; None if the first two differ in their cells."""
    header, delimiters, *_ = lines.split("\n", 2)
    if count_cells(header) != count_delimiters(delimiters):
        return None
    rows = min(start + len(header) + len(delimiters) + 2, end)
    return Block("table", start, end, 0, 0, header.strip(), rows)


def margin_items(text: str, items: Block) -> list[Block]:
    """Return the outer items of a plain list."""
    later = [found.end() for found in _MARGIN_ITEM.finditer(text, items.start, items.end)]
    edges = [items.start, *later, items.end]
    return [Block("item", start, end, 1) for start, end in pairwise(edges)]
