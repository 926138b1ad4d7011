"""What markdown-it-py says of a text's blocks, in the terms of our scanner; and texts to ask it of.

It departs from CommonMark and GFM in a few corners; `test_markdown_blocks` lists them, each with
what the specification says, and the random texts here keep clear of them.
"""

import re
from bisect import bisect_left
from functools import cache
from importlib.metadata import distributions

from hypothesis import strategies as st
from markdown_it import MarkdownIt

from course_lib.chunkers.markdown_blocks import scan_blocks
from course_lib.chunkers.markdown_lines import even_line_ends

PARSER = MarkdownIt("commonmark", {"maxNesting": 1_000_000}).enable("table")
KINDS = {
    "heading_open": "heading",
    "fence": "fence",
    "code_block": "code",
    "html_block": "html",
    "table_open": "table",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "item",
    "blockquote_open": "quote",
    "hr": "break",
}


def lines_of(text):
    return re.split(r"\r\n|\r|\n", text)


def line_starts(text):
    return [0, *(found.end() for found in re.finditer(r"\r\n|\r|\n", text))]


def trimmed(lines, first, end):
    """Lines `first` to `end` without the blank ones at the end; a bare quote sign is blank, too."""
    while end > first and not lines[end - 1].strip(" \t>"):
        end -= 1
    return first, end


def oracle_blocks(text):
    """Each block but paragraphs: its kind, its first line, the line after it, a heading's level."""
    lines = lines_of(text)
    return [
        (KINDS[token.type], *trimmed(lines, *token.map), int(token.tag[1:] or 0))
        if token.type == "heading_open"
        else (KINDS[token.type], *trimmed(lines, *token.map), 0)
        for token in PARSER.parse(text)
        if token.type in KINDS
    ]


def our_blocks(text):
    lines, starts = lines_of(text), line_starts(text)
    return [
        (
            block.kind,
            *trimmed(lines, bisect_left(starts, block.start), bisect_left(starts, block.end)),
            block.level,
        )
        for block in scan_blocks(even_line_ends(text))
        if block.kind != "paragraph"
    ]


def oracle_titles(text):
    """The outermost headings: level and title, white space made even."""
    tokens = PARSER.parse(text)
    return [
        (int(token.tag[1]), " ".join(tokens[at + 1].content.split()))
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0
    ]


@cache
def descriptions():
    """The long descriptions of all installed packages, by name."""
    found = {}
    for package in distributions():
        text = package.metadata.get_payload() or package.metadata.get("Description", "")
        if text.strip():
            found[package.metadata["Name"]] = text
    return dict(sorted(found.items()))


# --- random texts ---

_HEADINGS = ["# Roof", "## Pipes ##", "#", "#none", "####### seven", "### a # b #", "\\# none"]
_TEXT = ["Slate", "one\ttwo", "[a](b)", "see <b>", "1984", "`code` and *more*", "**bold** text"]
_RULES = ["---", "===", "-", "=", "***", "* * *", "_ _ _", "--- x"]
_CODE = ["```", "````", "~~~", "~~~ sh", "``` a`b", "```py"]
_HTML = ["<div>", "</div>", "<!-- note", "-->", "<!-- note -->", "<?php", "?>", "<![CDATA[", "]]>"]
_TAGS = ["<pre>", "</pre>", '<a href="x">', "<b>bold", "<script>", "<!DOCTYPE", "<i a=1 b='2'/>"]
_TABLES = ["a | b", "| a | b |", "|a|", "|---|---|", "--- | :-:", "-|-", ":-:", "a\\|b | c"]
_SAFE_TABLES = ["| a | b |", "| c | d", "|---|---|"]
_BLANKS = ["", "", "", "\t", "   "]
_LEAVES = [*_HEADINGS, *_TEXT, *_RULES, *_CODE, *_HTML, *_TAGS, *_BLANKS]
_ENDS = ["\n", "\n", "\n", "\n\n", "\r\n", "\r"]


def _documents(indents, leaves):
    line = st.tuples(st.sampled_from(indents), st.sampled_from(leaves), st.sampled_from(_ENDS))
    return st.lists(line.map("".join), max_size=12).map("".join)


_MARGINS = ["", "", "", " ", "  ", "   "]
_DEEP = ["    ", "     ", "\t", " \t", "        "]
_BULLETS = ["- ", "* ", "+ ", "1. ", "2. ", "- - ", "-\t", "12) "]
_QUOTES = ["> ", ">", ">  ", "  > ", "> > ", "- > ", "> - "]

_EMPTY_ITEM_ABOVE_TWO_BLANK_LINES = re.compile(r"(?:[-*+]|[0-9][.)])[ \t>]*\n(?:[ \t>]*\n){2}")


def markdown():
    """Random Markdown, every kind of block next to every other."""
    texts = (
        _documents([*_MARGINS, *_DEEP], [*_LEAVES, *_TABLES])
        | _documents([*_MARGINS, *_BULLETS, "        "], [*_LEAVES, *_SAFE_TABLES])
        | _documents([*_MARGINS, *_QUOTES, "- ", "1. "], [*_LEAVES, *_SAFE_TABLES])
    )
    return texts.filter(
        lambda text: not _EMPTY_ITEM_ABOVE_TWO_BLANK_LINES.search(even_line_ends(text))
    )
