"""Where a section of Markdown may be cut, and how good each place is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from course_lib.chunkers.markdown_blocks import scan_blocks
from course_lib.chunkers.markdown_skim import margin_items
from course_lib.chunkers.markdown_stack import Block
from course_lib.chunkers.packing import Cut


def find_cuts(text: str, blocks: list[Block], max_chars: int) -> list[Cut]:
    """Return where a section may be cut, between its blocks and inside those that are too long.

    The depth counts the blocks around the cut; one below a heading is the last resort.
    """
    cuts: list[Cut] = []
    heading: Block | None = None  # the one right above, if there is one
    lead = 0  # where that one begins, or the first of several
    for outer in blocks:
        if heading is None or heading.depth > 0:
            lead = outer.start
        is_too_long = outer.end - lead > max_chars
        for block in _parts(text, outer, max_chars) if is_too_long else (outer,):
            is_whole = block.kind in ("fence", "heading") and _fits(text, block, max_chars)
            if cuts and cuts[-1].at == block.start:
                cuts[-1] = cuts[-1]._replace(is_whole=is_whole)
            else:
                depth, orphans = _depth(block, heading)
                is_text = block.kind == "text"
                cuts.append(Cut(block.start, depth, orphans, (), (), is_text, is_whole))
            if is_too_long and block.kind == "table":
                cuts.extend(_row_cuts(text, block))
            heading = block if block.kind in ("heading", "mark") else None
    return cuts


def _parts(text: str, block: Block, max_chars: int) -> Iterable[Block]:
    """Return the blocks inside a block that is too long, or itself when there are none."""
    if block.inside:
        return block.inside
    if block.kind == "items":
        items = margin_items(text, block)
        if all(item.end - item.start <= max_chars for item in items):
            return items
    if block.kind in ("items", "list", "quote"):
        return scan_blocks(text, block.start, block.end)
    return (block,)


def _fits(text: str, block: Block, max_chars: int) -> bool:
    return (
        block.end - block.start <= max_chars
        or len(text[block.start : block.end].strip()) <= max_chars
    )


def _depth(block: Block, heading: Block | None) -> tuple[int, str]:
    """Return how deep a cut before the block lies, and what it would leave alone."""
    if heading and heading.depth <= block.depth:
        return int(block.kind != "heading"), "heading"
    # A list inside an item is no better a place than its own items are: it often ends a sentence.
    return block.depth + (block.kind == "list" and block.depth > 0), ""


def _row_cuts(text: str, table: Block) -> Iterator[Cut]:
    """Yield a cut before each row; before the first only if nothing else fits."""
    header = (table.title,)
    at, depth = table.rows, table.depth + 2
    while 0 < at < table.end:
        yield Cut(at, depth, "", header, header)
        at = text.find("\n", at, table.end) + 1
        depth = table.depth + 1
