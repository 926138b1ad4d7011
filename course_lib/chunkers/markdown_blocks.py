"""The blocks of a Markdown text, by CommonMark 0.31 and GFM's tables, line by line.

What is open is a stack of containers (quotes and list items) and at most one leaf (paragraph,
code, table, HTML). Each line first goes on with the containers that it belongs to, then opens what
begins in it, and what is left of it goes to the leaf. Positions are carried along, in code points;
the time is linear in the text, whatever the nesting.
"""

from __future__ import annotations

from course_lib.chunkers import markdown_lines as lines
from course_lib.chunkers.markdown_stack import NOT_BLANK, Block, Leaf, OpenBlocks, TextLine


def scan_blocks(text: str, start: int = 0, stop: int | None = None) -> list[Block]:
    r"""Return every block of `text[start:stop]`, at any depth, each before those inside it.

    Both bounds lie between blocks, at starts of lines; the text's lines end with `\n` alone.

    >>> blocks = scan_blocks("- one\n- two\n\nEnd.")
    >>> [(block.kind, block.start, block.end) for block in blocks if block.kind != "paragraph"]
    [('list', 0, 12), ('item', 0, 6), ('item', 6, 12)]
    """
    scanner = BlockScanner(text, len(text) if stop is None else stop)
    while start < scanner.stop:
        start = scanner.scan_from(start)
    return scanner.blocks


class BlockScanner(OpenBlocks):
    """Collects in `blocks` what it scans, up to `stop`."""

    _other_sign_at = 0  # no thematic break begins before it: there is another sign there

    def scan_from(self, start: int) -> int:
        """Scan from a line's start until no block is open; return where the next line starts."""
        while start < self.stop:
            self.start_line(start)
            last_end = self.last_end if self.is_blank else self.next_line
            self._read_line()
            self.last_end = last_end
            start = self.next_line
            if self.leaf is None and not self.containers:
                return start
        self.close(0)
        return start

    # --- one line ---

    def _read_line(self) -> None:
        depth = self.go_on_with_containers()
        goes_on = depth == len(self.containers)
        if goes_on and self.leaf and self._goes_on_verbatim(self.leaf):
            return
        if self.is_blank:
            self.close(depth)
        else:
            self._open_blocks(depth, goes_on)

    # --- what goes on ---

    def _goes_on_verbatim(self, leaf: Leaf) -> bool:
        """Say whether code or HTML takes the whole line; end it when the line says so."""
        if leaf.block.kind == "code":
            return self.is_blank or self.is_indented
        if leaf.block.kind == "fence":
            if not self.is_indented and self._closes_fence(leaf.fence):
                self.close_leaf(self.next_line)
            return True
        if leaf.block.kind == "html":
            if leaf.html_end is None:
                return not self.is_blank
            if leaf.html_end.search(self.text, self.at, self.line_end):
                self.close_leaf(self.next_line)
            return True
        return False

    def _closes_fence(self, fence: str) -> bool:
        signs = self.text[self.at : self.line_end].rstrip(" \t")
        return len(signs) >= len(fence) and not signs.strip(fence[0])

    # --- what begins ---

    def _open_blocks(self, depth: int, goes_on: bool) -> None:
        """Open what begins in the line, then give the rest of it to a leaf.

        `depth` is how many containers the line goes on with, `goes_on` whether these are all of
        them, so that an open paragraph is the line's neighbour.
        """
        while not self.is_blank:
            sign = self.text[self.at]
            if self.is_indented:
                return self._add_indented_line(depth)
            if sign == ">":
                self.close(depth)
                self.open_quote()
            elif self._add_leaf(sign, depth, goes_on):
                return None
            elif marker := self._item_marker(sign, goes_on):
                self.open_item(marker, depth)
            else:
                return self._add_text_line(depth, goes_on)
            depth, goes_on = len(self.containers), True
        return None

    def _item_marker(self, sign: str, goes_on: bool) -> str:
        """Return the marker of the item that begins here; an empty string for none."""
        if sign not in "-+*0123456789":
            return ""
        marker = lines.ITEM_MARKER.match(self.text, self.at, self.line_end)
        if marker is None:
            return ""
        if goes_on and self._paragraph:  # only an item with content, and no number but 1, ends it
            content = NOT_BLANK.search(self.text, marker.end(), self.line_end)
            if content is None or int(marker[1] or 1) != 1:
                return ""
        return marker.group()

    def _add_leaf(self, sign: str, depth: int, goes_on: bool) -> bool:
        """Add the block that the line's first sign announces; False if the line is text."""
        text, at, end = self.text, self.at, self.line_end
        paragraph = self._paragraph
        if paragraph and goes_on and self._transform(paragraph, sign):
            return True
        if sign == "#" and (found := lines.HEADING.match(text, at, end)):
            self.close(depth)
            block = self.add_block("heading", self.next_line)
            block.level = found.end() - at
            block.title = lines.heading_title(text[found.end() : end])
        elif sign in "*-_" and self._is_thematic_break(sign):
            self.close(depth)
            self.add_block("break", self.next_line)
        elif sign in "`~" and (found := lines.FENCE.match(text, at, end)):
            self.close(depth)
            self.leaf = Leaf(self.add_block("fence"), fence=found.group())
        elif sign == "<" and (html := lines.html_kind(text, at, end)):
            if not html.interrupts_text and (paragraph or (goes_on and self._in_table)):
                return False
            self.close(depth)
            self.leaf = Leaf(self.add_block("html"), html_end=html.end)
            if html.end and html.end.search(text, at, end):
                self.close_leaf(self.next_line)
        else:
            return False
        return True

    def _is_thematic_break(self, sign: str) -> bool:
        if self.at < self._other_sign_at:  # an outer item's attempt has ended there
            return False
        signs = lines.SAME_SIGNS.match(self.text, self.at, self.line_end)
        self._other_sign_at = signs.end() if signs else self.at
        return (
            self._other_sign_at == self.line_end
            and self.text.count(sign, self.at, self.line_end) > 2
        )

    # --- text, and what may come of it ---

    @property
    def _paragraph(self) -> Leaf | None:
        return self.leaf if self.leaf and self.leaf.block.kind == "paragraph" else None

    @property
    def _in_table(self) -> bool:
        return self.leaf is not None and self.leaf.block.kind == "table"

    def _add_indented_line(self, depth: int) -> None:
        if paragraph := self._paragraph:
            line = TextLine(self.line_start, self.at, self.line_end, False)
            paragraph.text_lines.append(line)
        else:
            self.close(depth)
            self.leaf = Leaf(self.add_block("code"))

    def _add_text_line(self, depth: int, goes_on: bool) -> None:
        """Give the line to the open paragraph, whatever signs it leaves out, or to the table."""
        if goes_on and self._in_table:
            return
        paragraph = self._paragraph
        if paragraph is None:
            self.close(depth)
            paragraph = self.leaf = Leaf(self.add_block("paragraph"))
        may_be_header = goes_on or not paragraph.text_lines
        line = TextLine(self.line_start, self.at, self.line_end, may_be_header)
        paragraph.text_lines.append(line)

    def _transform(self, paragraph: Leaf, sign: str) -> bool:
        """Make the paragraph above a table or a heading if this line says so."""
        return sign in "|-:=" and (self._open_table(paragraph) or self._underline(paragraph, sign))

    def _open_table(self, paragraph: Leaf) -> bool:
        """Make a table of the paragraph's last line if this line is its delimiter row."""
        found = lines.DELIMITER_ROW.match(self.text, self.at, self.line_end)
        header = paragraph.text_lines[-1]
        if not found or not header.may_be_header:
            return False
        title = self.text[header.content : header.end].strip()
        if lines.count_cells(title) != lines.count_delimiters(found.group()):
            return False
        block = self._split_paragraph(paragraph, len(paragraph.text_lines) - 1, "table")
        block.title, block.rows = title, self.next_line
        self.leaf = Leaf(block)
        return True

    def _underline(self, paragraph: Leaf, sign: str) -> bool:
        """Make a heading of the paragraph, but for the link definitions that it begins with."""
        if not lines.UNDERLINE.match(self.text, self.at, self.line_end):
            return False
        contents = [self.text[line.content : line.end].strip() for line in paragraph.text_lines]
        definitions = lines.count_definition_lines("\n".join(contents))
        if definitions == len(contents):
            self.close_leaf(self.line_start)
            return False
        block = self._split_paragraph(paragraph, definitions, "heading")
        block.level, block.title = (1 if sign == "=" else 2), " ".join(contents[definitions:])
        self.leaf = Leaf(block)
        self.close_leaf(self.next_line)
        return True

    def _split_paragraph(self, paragraph: Leaf, index: int, kind: str) -> Block:
        """Turn the paragraph's lines from the one at `index` into a block of another kind."""
        if index == 0:
            paragraph.block.kind = kind
            return paragraph.block
        start = paragraph.text_lines[index].start
        paragraph.block.end = start
        block = self.add_block(kind)
        block.start = start
        return block
