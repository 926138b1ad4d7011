"""Cut Markdown on its own structure: sections, then blocks, then items, rows and lines.

The blocks are those of markdown-it-py, the field's parser of CommonMark in Python: its line map
says where each one lies. This is the one module that imports it. Inline text is never parsed, and
what is expensive is left out: tokens that nothing reads, the cells of tables, and calls of rules
that cannot match where a line begins as it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from course_lib.chunk import Chunker, ContextSpan, require_text
from course_lib.chunkers.boundaries import settled_end
from course_lib.chunkers.markdown_cuts import (
    Block,
    Path,
    find_cuts,
    find_sections,
    front_matter_end,
    normalize_newlines,
)
from course_lib.chunkers.packing import pack
from course_lib.chunkers.paragraph import require_size

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class MarkdownChunker(Chunker):
    """Fill each chunk with whole blocks of one section, up to `max_chars` code points.

    A section is what stands under one heading; a heading goes with its text, or with the next
    section when it has none. Its path of titles is the chunk's `context`; rows of a table that are
    parted from their header have the header row as the last element. What is too long is cut
    between items, rows or inner blocks, then by ParagraphChunker's ladder; a fence that fits is
    never cut, and the paragraph before a list goes with the first item if both fit. Blocks are
    CommonMark's and GFM's tables; front matter is one more. Raises what Profile raises.

    >>> from course_lib.samples import load_document
    >>> guide = load_document("guide/water-damage")
    >>> [(chunk.span, chunk.context[-1]) for chunk in MarkdownChunker(400).split(guide)][:2]
    [((0, 141), 'Escape of water: a guide for the desk'), ((143, 495), 'On the telephone')]
    """

    max_chars: int = 800

    def __post_init__(self) -> None:
        require_size(self.max_chars)

    def spans(self, text: str) -> list[ContextSpan]:
        """Return the chunks' places in order, as `(char_start, char_end, context)`."""
        require_text(text)
        even_text = normalize_newlines(text)
        spans: list[ContextSpan] = []
        for paths, blocks, stop in find_sections(_blocks(even_text), len(text)):
            start = blocks[0].start
            if stop - start > self.max_chars:
                spans.extend(self._pack(text, even_text, paths, blocks, stop))
            elif (end := settled_end(text, start, stop, start + self.max_chars, start)) > start:
                spans.append((start, end, paths[-1][1]))
        return spans

    def _pack(
        self, text: str, even_text: str, paths: list[Path], blocks: list[Block], stop: int
    ) -> Iterator[ContextSpan]:
        cuts = find_cuts(even_text, blocks, self.max_chars)
        changes = iter(paths)
        _, path = next(changes)
        following = next(changes, None)
        for start, end, context in pack(text, cuts, stop, self.max_chars):
            while following and following[0] < end:
                path, following = following[1], next(changes, None)
            yield start, end, path + context


# --- from the parser's tokens to blocks ---


def _blocks(text: str) -> Iterator[Block]:
    """Yield every block, each before those inside it; lines end with `\\n` alone.

    A byte order mark and front matter, of which the parser knows nothing, are blocks, too.
    """
    offset = 0
    if text.startswith("\ufeff"):
        offset = 1
        yield Block("mark", 0, offset)
    end = front_matter_end(text, offset)
    if end > offset:
        yield Block("front matter", offset, end)
        offset = end
    tokens, starts = _parser()(text[offset:] if offset else text)
    for token in tokens:
        if token.map is None:
            continue
        first, last = token.map
        kind = token.type.removesuffix("_open")
        block = Block(kind, offset + starts[first], offset + starts[last], token.level)
        if kind == "heading":
            title = " ".join(line.strip() for line in token.content.split("\n"))
            block = block._replace(level=int(token.tag[1]), title=title)
        elif kind == "table":
            block = block._replace(title=token.content, rows=offset + starts[first + 2])
        yield block


_Rule: TypeAlias = "Callable[[StateBlock, int, int, bool], bool]"
_Parse: TypeAlias = "Callable[[str], tuple[list[Token], list[int]]]"


@cache
def _parser() -> _Parse:
    """Return what reads a text's tokens and starts of lines.

    The import takes half as long as all the rest of this package, so it waits until it is needed.
    """
    from markdown_it import MarkdownIt, rules_block
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

    class State(StateBlock):
        """Keeps the tokens that say where a block lies, and no others."""

        unread = Token("", "", 0)

        def __init__(self, text: str) -> None:
            """Note of each line where it begins and ends, and how wide its indent is."""
            super().__init__("", markdown, {}, [])
            self.src = text
            self.bMarks, self.eMarks, self.tShift, self.sCount = [], [], [], []
            for line in _LINE.finditer(text):
                if line.start(2) == line.end():  # what is left is blank
                    break
                indent = line[1]
                self.bMarks.append(line.start())
                self.eMarks.append(line.end(2))
                self.tShift.append(len(indent))
                self.sCount.append(len(indent.expandtabs(4)) if "\t" in indent else len(indent))
            self.lineMax = len(self.bMarks)
            self.bsCount = [0] * (self.lineMax + 1)
            for marks, last in (
                (self.bMarks, len(text)),
                (self.eMarks, len(text)),
                (self.tShift, 0),
                (self.sCount, 0),
            ):
                marks.append(last)  # the parser looks one line ahead

        def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
            if nesting < 0:
                self.level -= 1
                if ttype == "heading_close":
                    self.tokens[-1].content = self.unread.content
            if nesting < 0 or ttype == "inline":
                return self.unread
            token = Token.__new__(Token)  # its thirteen defaults take longer than all the rest
            token.type, token.tag, token.level, token.map = ttype, tag, self.level, None
            self.tokens.append(token)
            self.level += nesting
            return token

    markdown = MarkdownIt("commonmark", {"inline_definitions": True})  # a definition is a block
    ruler = markdown.block.ruler
    ruler.enableOnly(["code"])
    ends_an_item: list[tuple[str, _Rule]] = [
        ("`~", rules_block.fence),
        (">", rules_block.blockquote),
        ("*-_", rules_block.hr),
    ]
    ends_text = [
        *ends_an_item,
        ("*-+0123456789", rules_block.list_block),
        ("<", rules_block.html_block),
        ("#", rules_block.heading),
    ]
    ruler.before("code", "deep", _deep)
    ruler.before("code", "rows", _table, {"alt": ["paragraph", "reference"]})
    ruler.push("begins", _by_first_character([*ends_text, ("[", rules_block.reference)]))
    ruler.push("text", _text)  # it always matches, so that the main chain ends here
    ruler.push(
        "ends text",
        _by_first_character(ends_text),
        {"alt": ["paragraph", "reference", "blockquote"]},
    )
    ruler.push("ends an item", _by_first_character(ends_an_item), {"alt": ["list"]})

    def parse(text: str) -> tuple[list[Token], list[int]]:
        state = State(text)
        markdown.block.tokenize(state, 0, state.lineMax)
        return state.tokens, state.bMarks

    return parse


# --- rules of our own, in the terms of the parser: lines by number, and `silent` to only ask ---

_LINE = re.compile(r"([ \t]*)([^\n]*)\n?")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*\Z")
_DELIMITER = re.compile(r":?-+:?\Z")
_PIPE = re.compile(r"(?<!\\)\|")
_DEEPEST = 18  # where the parser stops at its default, two levels on, it skips all that follows


def _by_first_character(rules: list[tuple[str, _Rule]]) -> _Rule:
    """Return a rule that tries those alone that can match a line with its first character."""
    by_character: dict[str, list[_Rule]] = {}
    for characters, rule in rules:
        for character in characters:
            by_character.setdefault(character, []).append(rule)

    def try_rules(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        at = state.bMarks[line] + state.tShift[line]
        for rule in by_character.get(state.src[at : at + 1], ()):
            if rule(state, line, end, silent):
                return True
        return False

    return try_rules


def _deep(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take what is nested too deep as one block, up to where its indent ends."""
    if state.level < _DEEPEST:
        return False
    line = first + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
        line += 1
    _add_block(state, "deep", first, line)
    return True


def _text(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take a paragraph, or an underlined heading; only what is a heading is copied."""
    outer, state.parentType = state.parentType, "paragraph"
    line, underline = first + 1, ""
    while line < state.lineMax and not state.isEmpty(line):
        indent = state.sCount[line]
        if indent - state.blkIndent < 4:
            if line < end and indent >= state.blkIndent:
                underline = _underline(state, line)
            if underline or (indent >= 0 and _ends_paragraph(state, line)):
                break
        line += 1
    state.parentType = outer
    if underline:
        token = _add_block(state, "heading", first, line + 1)
        token.tag = "h1" if underline == "=" else "h2"
        token.content = state.getLines(first, line, state.blkIndent, False).strip()
    else:
        _add_block(state, "paragraph", first, line)
    return True


def _underline(state: StateBlock, line: int) -> str:
    at = state.bMarks[line] + state.tShift[line]
    is_underline = state.src[at] in "=-" and _UNDERLINE.match(state.src, at, state.eMarks[line])
    return state.src[at] if is_underline else ""


def _ends_paragraph(state: StateBlock, line: int) -> bool:
    for rule in state.md.block.ruler.getRules("paragraph"):
        if rule(state, line, state.lineMax, True):
            return True
    return False


def _table(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take a table of GFM without a token for each cell, which would take a hundred times as long.

    Its header row is its content.
    """
    delimiters = first + 1
    if delimiters >= end or state.sCount[delimiters] < state.blkIndent:
        return False
    at = state.bMarks[delimiters] + state.tShift[delimiters]
    if state.src[at : at + 1] not in ("|", "-", ":"):
        return False
    if state.is_code_block(delimiters) or state.is_code_block(first):
        return False
    header, row = _line(state, first), _line(state, delimiters)
    if "|" not in header or _count_cells(header) != _count_delimiters(row):
        return False
    if silent:
        return True
    line = delimiters + 1
    ends = state.md.block.ruler.getRules("blockquote")
    while line < end and state.sCount[line] >= state.blkIndent and not state.isEmpty(line):
        if state.is_code_block(line) or any(rule(state, line, end, True) for rule in ends):
            break
        line += 1
    _add_block(state, "table", first, line).content = header
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip()


def _count_cells(row: str) -> int:
    cells = _PIPE.split(row)
    return len(cells) - (cells[0] == "") - (cells[-1] == "")


def _count_delimiters(row: str) -> int:
    """Count the cells of a delimiter row; -1 if it is none, or is a list's or a heading's line."""
    if row == "-" or row[:2] in ("- ", "-\t"):
        return -1
    cells = [cell.strip(" \t") for cell in row.removeprefix("|").removesuffix("|").split("|")]
    return len(cells) if all(map(_DELIMITER.match, cells)) else -1


def _add_block(state: StateBlock, kind: str, first: int, following: int) -> Token:
    state.line = following
    token = state.push(kind, "", 0)
    token.map = [first, following]
    return token
