"""Cut Markdown on its own structure: sections, then blocks, then items, rows and lines.

The blocks are those of markdown-it-py, the field's parser of CommonMark in Python: its line map
says where each one lies. Inline text is parsed only where it must be cut, in markdown_inline.py,
and tables have no cells. The last section only makes it faster.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from course_lib.chunkers.boundaries import settled_end
from course_lib.chunkers.markdown_cuts import (
    Block,
    find_cuts,
    find_sections,
    front_matter_end,
    normalize_newlines,
)
from course_lib.chunkers.markdown_inline import NOWHERE, Definitions, find_inline_units
from course_lib.chunkers.packing import pack
from course_lib.chunkers.structure import Piece, StructureChunker

if TYPE_CHECKING:
    from markdown_it.parser_block import RuleFuncBlockType
    from markdown_it.ruler import Ruler
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token


@dataclass(frozen=True, slots=True, repr=False)
class MarkdownChunker(StructureChunker):
    """Fill each chunk with whole blocks of one section, up to `max_chars` code points.

    A section is what stands under one heading; a heading goes with its text, or with the next
    section when it has none. Its path of titles is the chunk's `context`; after it come the items
    around an item of a nested list, and the header row for rows that are parted from it. What is
    too long is cut between items, rows or inner blocks, then by ParagraphChunker's ladder, but not
    inside a fence, a link, a code span or other inline unit that fits. What `announces` another
    block goes with it if both fit, and no chunk is a rule or a marker alone. Blocks are
    CommonMark's and GFM's tables; front matter is one more. The options are those of
    StructureChunker. Raises what Profile raises.

    >>> from course_lib.samples import load_document
    >>> guide = load_document("guide/water-damage")
    >>> [(chunk.span, chunk.context[-1]) for chunk in MarkdownChunker(400).split(guide)][:2]
    [((0, 141), 'Escape of water: a guide for the desk'), ((143, 495), 'On the telephone')]
    """

    def pieces(self, text: str) -> Iterator[Piece]:
        """Yield the chunks' places in order, each with its path of titles."""
        even_text = normalize_newlines(text)
        definitions: Definitions = {}
        find_units = partial(find_inline_units, definitions=definitions)
        sections = find_sections(_blocks(even_text, definitions), len(text))
        for paths, blocks, stop in sections:
            start, path = blocks[0].start, paths[-1][1]
            size = self.size_from(text, start, stop, self.room(path))
            if stop - start > size:
                cuts = find_cuts(even_text, blocks, partial(self.fits, text))
                yield from pack(text, cuts, stop, self, paths, find_units)
            elif (end := settled_end(text, start, stop, start + size, start)) > start:
                yield Piece(start, end, path)


# --- from the parser's tokens to blocks ---


def _blocks(text: str, definitions: Definitions) -> Iterator[Block]:
    """Yield every block, each before those inside it; lines end with `\\n` alone.

    A byte order mark and front matter, of which the parser knows nothing, are blocks, too. The
    names of link definitions are noted before anything that the parser found is yielded.
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
    names = (token.meta["id"] for token in tokens if token.type == "definition")
    definitions.update(dict.fromkeys(names, NOWHERE))
    for token in tokens:
        if token.map is None:
            continue
        first, last = token.map
        kind = token.type.removesuffix("_open")
        level, title, rows = 0, "", 0
        if kind == "heading":
            level = int(token.tag[1])
            title = " ".join(line.strip() for line in token.content.split("\n"))
        elif kind == "table":
            title, rows = token.content, offset + starts[first + 2]
        start, end = offset + starts[first], offset + starts[last]
        yield Block(kind, start, end, token.level, level, title, rows)


_Parse: TypeAlias = "Callable[[str], tuple[list[Token], list[int]]]"


@cache
def _parser() -> _Parse:
    """Return what reads a text's blocks, as tokens, and where its lines start.

    A heading's token holds its title, a table's its header row. The import takes half as long as
    all the rest of this package, so it waits until it is needed.
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"inline_definitions": True})  # a definition is a block
    ruler = markdown.block.ruler
    ruler.before("table", "deep", _deep)
    ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    ruler.at("reference", _definition)
    ruler.enable("table")
    state_class = _accelerate(ruler)

    def parse(text: str) -> tuple[list[Token], list[int]]:
        state = state_class("", markdown, {}, [])
        _mark_lines(state, text)
        markdown.block.tokenize(state, 0, state.lineMax)
        return state.tokens, state.bMarks

    return parse


# --- rules of our own, in the terms of the parser: lines by number, and `silent` to only ask ---

_INDENT = re.compile(r"^[ \t]*", re.MULTILINE)
_DELIMITER = re.compile(r":?-+:?\Z")
_PIPE = re.compile(r"(?<!\\)\|")
# At level 20 the parser drops all that follows, to the end of the text. A list adds two levels.
_DEEPEST = 18
_LONGEST_DEFINITION = 100  # lines: the parser copies what it has read of one for each further line


def _mark_lines(state: StateBlock, text: str) -> None:
    """Note where each line begins and ends, and how wide its indent is.

    The parser looks at each blank of an indent, which takes most of its time on deep lists.
    """
    end, stop = len(text), len(text) + 1
    starts, shifts, widths = [], [], []
    for found in _INDENT.finditer(text):
        if found.end() == end:  # a last line of blanks is none
            stop = found.start()
            break
        starts.append(found.start())
        shifts.append(len(found[0]))
        widths.append(len(found[0].expandtabs(4)))
    state.src, state.lineMax = text, len(starts)
    state.bMarks = [*starts, end]  # the parser looks one line ahead
    state.eMarks = [*(start - 1 for start in [*starts, stop][1:]), end]
    state.tShift, state.sCount = [*shifts, 0], [*widths, 0]
    state.bsCount = [0] * len(state.bMarks)


def _deep(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take what is nested too deep as one block, up to where its indent ends."""
    if state.level < _DEEPEST:
        return False
    line = first + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
        line += 1
    _add_block(state, "deep", first, line)
    return True


def _definition(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take a link definition by the parser's own rule, if it is no longer than any real one."""
    from markdown_it.rules_block import reference

    line_max, state.lineMax = state.lineMax, min(state.lineMax, first + _LONGEST_DEFINITION)
    found = reference(state, first, end, silent)
    state.lineMax = line_max
    return found


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
    header = _row(state, first)
    if "|" not in header or _count_cells(header) != _count_delimiters(_row(state, delimiters)):
        return False
    if silent:
        return True
    outer, state.parentType = state.parentType, "table"
    line = delimiters + 1
    while line < end and state.sCount[line] >= state.blkIndent and not state.isEmpty(line):
        if state.is_code_block(line) or _is_ended(state, "blockquote", line, end):
            break
        line += 1
    state.parentType = outer
    _add_block(state, "table", first, line).content = header
    return True


def _row(state: StateBlock, line: int) -> str:
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


def _is_ended(state: StateBlock, kind: str, line: int, end: int) -> bool:
    """Say whether a block of this kind is ended by another that begins with the line."""
    for interrupts in state.md.block.ruler.getRules(kind):
        if interrupts(state, line, end, True):
            return True
    return False


def _add_block(state: StateBlock, kind: str, first: int, following: int) -> Token:
    state.line = following
    token = state.push(kind, "", 0)
    token.map = [first, following]
    return token


# --- acceleration: these rules find the same blocks as the parser's own, only sooner ---
#
# CPU seconds for README files of a million characters (benchmarks.structure.readme): 0.20 with all
# of it, 0.24 without `State`, 0.26 without `_text`, 0.28 without `try_rules`, 0.39 without the
# three; LangChain's two splitters take 0.145.

_BEGIN_WITH = {
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list_block": "*-+0123456789",
    "html_block": "<",
    "heading": "#",
}
_INTERRUPTING = {*"=|:", *"".join(_BEGIN_WITH.values())}
_UNDERLINE_OR_DELIMITERS = re.compile(r"[-=|:][-=|: \t]*\Z")


def _accelerate(ruler: Ruler[RuleFuncBlockType]) -> type[StateBlock]:
    """Set the quicker rules, and return a state that keeps only the tokens that are read."""
    from markdown_it import rules_block
    from markdown_it.token import Token

    by_character: dict[str, list[RuleFuncBlockType]] = {}
    for name, characters in _BEGIN_WITH.items():
        for character in characters:
            by_character.setdefault(character, []).append(getattr(rules_block, name))

    def try_rules(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        """Try those rules alone that can match a line with its first character."""
        at = state.bMarks[line] + state.tShift[line]
        for rule in by_character.get(state.src[at : at + 1], ()):
            if rule(state, line, end, silent):
                return True
        return False

    ruler.disable(["fence", "blockquote", "hr", "list", "html_block", "heading"])
    ruler.before("code", "begins", try_rules, {"alt": ["paragraph", "reference", "blockquote"]})
    ruler.before("lheading", "text", _text)
    ruler.push("ends a list", rules_block.hr, {"alt": ["list"]})  # it looks like an item: "* * *"

    class State(rules_block.StateBlock):
        unread = Token("", "", 0)

        def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
            """Keep the tokens that say where a block lies, and the title of a heading."""
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

    return State


def _text(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Take a paragraph, but leave to the parser what may hold an underline or a table."""
    state.parentType = "paragraph"  # as the parser's own rules leave it
    line = first + 1
    while line < state.lineMax:
        at, stop = state.bMarks[line] + state.tShift[line], state.eMarks[line]
        if at >= stop:
            break
        if state.src[at] in _INTERRUPTING:
            if _UNDERLINE_OR_DELIMITERS.match(state.src, at, stop):
                return False
            if state.sCount[line] >= 0 and _is_ended(state, "paragraph", line, state.lineMax):
                break
        line += 1
    _add_block(state, "paragraph", first, line)
    return True
