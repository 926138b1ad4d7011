"""What is open while Markdown is read: a stack of quotes and list items, and at most one leaf."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import NamedTuple

_CODE_INDENT = 4  # columns
NOT_BLANK = re.compile(r"[^ \t]")


@dataclass(slots=True)
class Block:
    """A block's place: whole lines, `text[start:end]`, without the blank lines around it.

    `depth` counts the blocks around it (a list counts, and each of its items). `level` and `title`
    are a heading's; a table's `title` is its header row, and `rows` is where its rows begin.
    `inside` is the block and all that it holds, if that is known already.
    """

    kind: str
    start: int
    end: int
    depth: int = 0
    level: int = 0
    title: str = ""
    rows: int = 0
    inside: list[Block] | None = field(default=None, repr=False, compare=False)


@dataclass(slots=True)
class Container:
    """An open quote or list item; an item's content is indented by `width` columns."""

    block: Block
    width: int = 0
    list_block: Block | None = None  # None: a quote
    list_sign: str = ""
    is_empty: bool = False


class TextLine(NamedTuple):
    """A line of a paragraph; its content starts after quote signs and blanks."""

    start: int
    content: int
    end: int
    may_be_header: bool


@dataclass(slots=True)
class Leaf:
    """The open leaf: a block some of whose lines are still to come."""

    block: Block
    fence: str = ""
    html_end: re.Pattern[str] | None = None
    text_lines: list[TextLine] = field(default_factory=list)


class OpenBlocks:
    """The blocks found so far, those of them that are open, and how far a line is read.

    `at` is what is read next, `column` its column with tabs counted as CommonMark does, and `base`
    the column where the content of the innermost container that the line is inside of begins.
    """

    def __init__(self, text: str, stop: int) -> None:
        self.text = text
        self.stop = stop
        self.blocks: list[Block] = []
        self.containers: list[Container] = []
        self.leaf: Leaf | None = None
        self.last_end = 0  # of the last line that is not blank
        self._quotes: list[int] = []  # the quotes' places among the containers
        self._depth = 0

    # --- reading a line ---

    def start_line(self, start: int) -> None:
        found = self.text.find("\n", start, self.stop)
        self.line_start = self.at = start
        self.line_end, self.next_line = (found, found + 1) if found >= 0 else (self.stop,) * 2
        self.column = self.base = 0  # of what is read next, and of the container's content
        self._skip_blanks()

    def _skip_blanks(self) -> None:
        start = self.at
        found = NOT_BLANK.search(self.text, start, self.line_end)
        self.at = found.start() if found else self.line_end
        if self.at > start:
            for blank in self.text[start : self.at]:
                self.column += 4 - self.column % 4 if blank == "\t" else 1

    @property
    def is_blank(self) -> bool:
        return self.at == self.line_end

    @property
    def is_indented(self) -> bool:
        return self.column - self.base >= _CODE_INDENT

    # --- containers ---

    def go_on_with_containers(self) -> int:
        """Step over the signs of the open containers that the line belongs to; count these."""
        for index, container in enumerate(self.containers):
            if self.is_blank:
                return self._containers_of_blank_line(index)
            if container.list_block is None:
                if self.is_indented or self.text[self.at] != ">":
                    return index
                self._enter_quote()
            elif self.column - self.base >= container.width:
                self.base += container.width
                container.is_empty = False
            else:
                return index
        return len(self.containers)

    def _containers_of_blank_line(self, index: int) -> int:
        """A blank line ends a quote, and lets nothing more into an item that has begun blank."""
        quote = bisect_left(self._quotes, index)
        if quote < len(self._quotes):
            return self._quotes[quote]
        if self.containers[-1].is_empty:
            self.containers[-1].width = sys.maxsize
        return len(self.containers)

    def _enter_quote(self) -> None:
        self.at += 1
        self.column += 1
        self.base = self.column
        self._skip_blanks()
        self.base += self.column > self.base  # one blank belongs to the sign

    def open_quote(self) -> None:
        self._quotes.append(len(self.containers))
        self.containers.append(Container(self.add_block("quote")))
        self._depth += 1
        self._enter_quote()

    def open_item(self, marker: str, depth: int) -> None:
        """Open an item inside of `depth` containers, in the list before it if that goes on."""
        list_sign = marker[-1]
        list_block = self.close(depth, list_sign) or self.add_block("list")
        self._depth += 1
        item = Container(self.add_block("item"), 0, list_block, list_sign)
        self._depth += 1
        outer_base = self.base
        self._enter_item(len(marker))
        item.width = self.base - outer_base
        item.is_empty = self.is_blank
        self.containers.append(item)

    def _enter_item(self, marker_length: int) -> None:
        self.at += marker_length
        self.column += marker_length
        self.base = self.column + 1
        self._skip_blanks()
        if not self.is_blank and not self.is_indented:
            self.base = self.column

    # --- opening and closing ---

    def add_block(self, kind: str, end: int = 0) -> Block:
        block = Block(kind, self.line_start, end, self._depth)
        self.blocks.append(block)
        return block

    def close_leaf(self, end: int) -> None:
        if self.leaf:
            self.leaf.block.end = end
            self.leaf = None

    def close(self, depth: int, list_sign: str = "") -> Block | None:
        """Close the leaf and all containers but `depth`; return a list that goes on, if any.

        The list of the outermost closed item goes on when the next item has the same sign.
        """
        self.close_leaf(self.last_end)
        while len(self.containers) > depth:
            container = self.containers.pop()
            container.block.end = self.last_end
            if container.list_block is None:
                self._quotes.pop()
                self._depth -= 1
                continue
            self._depth -= 2
            if len(self.containers) == depth and container.list_sign == list_sign:
                return container.list_block
            container.list_block.end = self.last_end
        return None
