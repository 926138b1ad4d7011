"""Sections of Markdown, where each may be cut, and how good each place is."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from course_lib.chunkers.packing import Cut, Path


class Block(NamedTuple):
    """A block's place: whole lines, `text[start:end]`.

    `depth` counts the blocks around it (a list counts, and each of its items). `level` and `title`
    are a heading's; a table's `title` is its header row, and `rows` is where its rows begin.
    """

    kind: str
    start: int
    end: int
    depth: int = 0
    level: int = 0
    title: str = ""
    rows: int = 0


# --- sections ---


def find_sections(
    blocks: Iterable[Block], length: int
) -> Iterator[tuple[list[Path], list[Block], int]]:
    """Yield each section's paths and blocks, its headings first, and where it stops.

    A heading that has no text of its own opens the next section; one in a quote or an item is part
    of the text.
    """
    levels: list[int] = []
    path: tuple[str, ...] = ()
    paths: list[Path] = [(0, path)]
    section: list[Block] = []
    has_text = False
    for block in blocks:
        if block.level and block.depth == 0:
            if has_text:
                yield paths, section, block.start
                paths, section, has_text = [(0, path)], [], False
            while levels and levels[-1] >= block.level:
                levels.pop()
            path = (*path[: len(levels)], block.title)
            levels.append(block.level)
            paths.append((block.start, path))
        elif block.kind != "mark":
            has_text = True
        section.append(block)
    if section:
        yield paths, section, length


# --- cuts ---


def find_cuts(text: str, blocks: list[Block], max_chars: int) -> list[Cut]:
    """Return where a section may be cut: before each of its blocks, at any depth, and each row.

    Of blocks that begin at one place, the outermost says how good a cut there is.
    """
    cuts: list[Cut] = []
    before = Block("", 0, 0)
    for block in blocks:
        is_whole = block.kind in ("fence", "heading") and _fits(
            text, block.start, block.end, max_chars
        )
        if cuts and cuts[-1].at == block.start:
            cuts[-1] = cuts[-1]._replace(is_whole=is_whole)
        else:
            depth, orphans = _goodness(block, before)
            cuts.append(Cut(block.start, depth, orphans, is_whole=is_whole))
        if block.kind == "table":
            cuts.extend(_row_cuts(text, block, max_chars))
        before = block
    return cuts


def _goodness(block: Block, before: Block) -> tuple[int, str]:
    """Return how deep a cut between two blocks lies, and what it would leave alone."""
    if before.kind in ("heading", "mark") and before.depth <= block.depth:
        return int(block.kind != "heading"), "heading"
    # The paragraph before a list leads in: a cut between them is no better than one between items.
    leads_in = block.kind.endswith("list") and before.kind == "paragraph"
    return block.depth + (leads_in and before.depth == block.depth), ""


def _row_cuts(text: str, table: Block, max_chars: int) -> Iterator[Cut]:
    """Yield a cut before each row; one before the first leaves the header alone."""
    context = (table.title,)
    at, orphans = table.rows, "header"
    while 0 < at < table.end:
        following = text.find("\n", at, table.end) + 1
        is_whole = _fits(text, at, following or table.end, max_chars)
        yield Cut(at, table.depth + 1, orphans, context, context, is_whole)
        at, orphans = following, ""


def _fits(text: str, start: int, end: int, max_chars: int) -> bool:
    return end - start <= max_chars or len(text[start:end].strip()) <= max_chars


# --- what comes before the parser: line ends, and front matter ---

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?=#|[^\s:#-][^:\n]*:(?:\s|\Z))")
_FRONT_MATTER_END = re.compile(r"\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)")


def normalize_newlines(text: str) -> str:
    r"""Return the text, of the same length, with `\n` at the end of every line.

    >>> normalize_newlines("a\r\nb\rc")
    'a \nb\nc'
    """
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def front_matter_end(text: str, start: int) -> int:
    """Return where the YAML between two lines of `---` ends; `start` when there is none."""
    opened = _FRONT_MATTER.match(text, start)
    closed = opened and _FRONT_MATTER_END.search(text, opened.end() - 1)
    return closed.end() if closed else start
