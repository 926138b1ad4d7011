r"""What one line of Markdown can be: the patterns of CommonMark's and GFM's block structure.

A pattern is matched from a line's first character that is no blank to the line's end, so that
`\Z` is the end of the line. Lines end with `\n` alone: `even_line_ends` makes them so without
moving a position. Blanks are spaces and tabs; every pattern takes time linear in its line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

HEADING = re.compile(r"#{1,6}(?![^ \t])")
UNDERLINE = re.compile(r"(?:=++|-++)[ \t]*+\Z")
SAME_SIGNS = re.compile(r"([-*_])(?:[ \t]*+\1)*+[ \t]*+")
FENCE = re.compile(r"`{3,}+(?=[^`]*+\Z)|~{3,}+")
ITEM_MARKER = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?![^ \t])")

_CELL = r"[ \t]*+:?-++:?[ \t]*+"
DELIMITERS = rf"(?!-(?:[ \t\n]|\Z))\|?{_CELL}(?:\|{_CELL})*+\|?[ \t]*+"
DELIMITER_ROW = re.compile(rf"{DELIMITERS}\Z")
_DASHES = re.compile("-+")
_PIPE = re.compile(r"(?<!\\)\|")

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?=#|[^\s:#-][^:\n]*:(?:\s|\Z))")
_FRONT_MATTER_END = re.compile(r"\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)")


def even_line_ends(text: str) -> str:
    r"""Return the text, of the same length, with `\n` at the end of every line.

    >>> even_line_ends("a\r\nb\rc")
    'a \nb\nc'
    """
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def front_matter_end(text: str, start: int) -> int:
    """Return where the YAML between two lines of `---` ends; `start` when there is none."""
    opened = _FRONT_MATTER.match(text, start)
    closed = opened and _FRONT_MATTER_END.search(text, opened.end() - 1)
    return closed.end() if closed else start


def heading_title(rest: str) -> str:
    """Return an ATX heading's text: what follows its opening signs, without the closing ones.

    >>> heading_title(" Why # at all? ##")
    'Why # at all?'
    """
    title = rest.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if bare[-1:] in ("", " ", "\t") else title


def count_cells(row: str) -> int:
    r"""Count the cells of a table's header row; 0 when it has no pipe that parts cells.

    >>> count_cells("| place | sum |"), count_cells(r"a \| b | c"), count_cells("text")
    (2, 2, 0)
    """
    row = row.strip()
    if "|" not in row:
        return 0
    ends_with_pipe = row.endswith("|") and not row.endswith("\\|")
    return len(_PIPE.findall(row)) + 1 - row.startswith("|") - ends_with_pipe


def count_delimiters(row: str) -> int:
    """Count the cells of a table's delimiter row."""
    return len(_DASHES.findall(row))


# --- HTML blocks: https://spec.commonmark.org/0.31.2/#html-blocks ---

_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|"
    "dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|"
    "hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|"
    "search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
BLOCK_TAG = rf"</?(?:{_BLOCK_TAGS})(?![^\s/>]|/(?!>))"
_VALUE = r"""(?:[^\s"'=<>`]++|'[^'\n]*+'|"[^"\n]*+")"""
_ATTRIBUTE = rf"[ \t]++[a-zA-Z_:][a-zA-Z0-9_.:-]*+(?:[ \t]*+=[ \t]*+{_VALUE})?"
_TAG = rf"(?:[a-zA-Z][a-zA-Z0-9-]*+(?:{_ATTRIBUTE})*[ \t]*+/?|/[a-zA-Z][a-zA-Z0-9-]*+[ \t]*+)>"


_ANY_CASE = re.IGNORECASE | re.ASCII


class HtmlKind(NamedTuple):
    """How one of the seven kinds of HTML block begins, and how it ends."""

    begin: re.Pattern[str]
    end: re.Pattern[str] | None  # None: a blank line ends it
    interrupts_text: bool = True


_HTML_KINDS = (
    HtmlKind(
        re.compile(r"<(?:script|pre|style|textarea)(?![^\s>])", _ANY_CASE),
        re.compile(r"</(?:script|pre|style|textarea)>", _ANY_CASE),
    ),
    HtmlKind(re.compile("<!--"), re.compile("-->")),
    HtmlKind(re.compile(r"<\?"), re.compile(r"\?>")),
    HtmlKind(re.compile("<![A-Za-z]"), re.compile(">")),
    HtmlKind(re.compile(r"<!\[CDATA\["), re.compile("]]>")),
    HtmlKind(re.compile(BLOCK_TAG, _ANY_CASE), None),
    HtmlKind(re.compile(rf"<{_TAG}[ \t]*+\Z"), None, interrupts_text=False),
)


def html_kind(text: str, at: int, line_end: int) -> HtmlKind | None:
    """Return the first of the seven kinds that begins at `at`, if one does."""
    for kind in _HTML_KINDS:
        if kind.begin.match(text, at, line_end):
            return kind
    return None


# --- link reference definitions: they look like a paragraph, but carry no heading ---

_LINE_END = r"(?:\n|\Z)"
_LABEL = r"\[(?=[^\]]*[^\]\s])(?:[^\[\]\\]|\\.){1,999}+\]"
_TARGET = r"(?:<(?:[^<>\\\n]|\\.)*+>|[^\s<]\S*+)"
_TITLE = r"""(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))"""
_BREAK = r"(?:[ \t]*+\n?[ \t]*+)"
_DEFINITION = re.compile(
    rf"[ \t]*+{_LABEL}:{_BREAK}{_TARGET}"
    rf"(?:(?:[ \t]++\n?|[ \t]*+\n)[ \t]*+{_TITLE}[ \t]*+{_LINE_END}|[ \t]*+{_LINE_END})",
    re.DOTALL,
)


def count_definition_lines(paragraph: str) -> int:
    r"""Count the lines at a paragraph's start that are link reference definitions.

    >>> count_definition_lines("[a]: /one\n[b]: /two\n  'title'\ntext")
    3
    """
    at = 0
    while found := _DEFINITION.match(paragraph, at):
        at = found.end()
        if at == len(paragraph):
            break
    return paragraph.count("\n", 0, at) + (0 < at == len(paragraph) and paragraph[-1] != "\n")
