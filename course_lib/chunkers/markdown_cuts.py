"""Sections of Markdown, where each may be cut, and how good each place is."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from course_lib.chunkers.packing import LEAD_IN, Cut, Path
from course_lib.chunkers.structure import Context, Fits


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

    A heading that has no text of its own, and a rule with nothing before it, open the next section;
    a heading in a quote or an item is part of the text.
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
        elif block.kind not in ("mark", "hr"):
            has_text = True
        section.append(block)
    if section:
        yield paths, section, length


# --- cuts ---


def find_cuts(text: str, blocks: list[Block], fits: Fits) -> list[Cut]:
    """Return where a section may be cut: before each of its blocks, at any depth, and each row.

    Of blocks that begin at one place, the outermost says how good a cut there is.
    """
    cuts: list[Cut] = []
    parents = _Parents(text, blocks)
    for index, block in enumerate(blocks):
        in_list = block.depth or block.kind in LISTS
        context = parents.of(index) if in_list else ()
        is_whole = block.kind in ("fence", "heading") and _fits(text, block.start, block.end, fits)
        is_inline = block.kind in ("paragraph", "heading")
        if cuts and cuts[-1].at == block.start:
            _, depth, orphans, outer, *_ = cuts.pop()
        else:
            depth, orphans = _goodness(text, blocks, index, fits)
            outer = context
        cuts.append(Cut(block.start, depth, orphans, outer, context, is_whole, is_inline))
        if block.kind == "table":
            cuts.extend(_row_cuts(text, block, context, fits))
    return cuts


def _goodness(text: str, blocks: list[Block], index: int, fits: Fits) -> tuple[int, str]:
    """Return how deep a cut before a block lies, and what it would leave alone."""
    block = blocks[index]
    before = blocks[index - 1] if index else Block("", 0, 0)
    if before.kind in ("heading", "mark") and before.depth <= block.depth:
        return int(block.kind != "heading"), "heading"
    if before.depth != block.depth or before.end > block.start:
        return block.depth, ""
    if announces(text, before, block):
        end = _end_of_first_part(text, blocks, index, fits)
        if _fits(text, before.start, end, fits):
            return block.depth + 1, LEAD_IN
    # The paragraph before a list leads in: a cut between them is no better than one between items.
    return block.depth + (block.kind in LISTS and before.kind == "paragraph"), ""


def _end_of_first_part(text: str, blocks: list[Block], index: int, fits: Fits) -> int:
    """Return where that part of a block ends which a line before it must not be parted from."""
    block, *inner = blocks[index : index + 3]
    if block.kind == "table":
        row_end = text.find("\n", block.rows, block.end) + 1
        return row_end or block.end
    if block.kind in LISTS and inner:  # its first item, or the first block in there
        item = inner[0]
        is_item = block.depth < 2 and _fits(text, item.start, item.end, fits)
        return item.end if is_item else min(inner[-1].end, item.end)
    return block.end


def _row_cuts(text: str, table: Block, parents: Context, fits: Fits) -> Iterator[Cut]:
    """Yield a cut before each row; one before the first leaves the header alone."""
    context = (*parents, table.title)
    at, orphans = table.rows, "header"
    while 0 < at < table.end:
        following = text.find("\n", at, table.end) + 1
        is_whole = _fits(text, at, following or table.end, fits)
        yield Cut(at, table.depth + 1, orphans, context, context, is_whole, True)
        at, orphans = following, ""


def _fits(text: str, start: int, end: int, fits: Fits) -> bool:
    if fits(start, end):
        return True
    block = text[start:end]
    return fits(end - len(block.lstrip()), start + len(block.rstrip()))


# --- what a block announces ---

LISTS = ("bullet_list", "ordered_list")
_CODE = ("fence", "code_block")
_CAPTION = re.compile(r"[*_\s]*(?:[^\W\d_]+\.?[ \u00a0]?\d|Table:|: )")  # Table 1, Fig. 2, 図3
_PICTURE = re.compile(r"\[?!\[")
_EMPHASIS_ALONE = re.compile(r"\s*(\*\*|__)(?!\s).*\1\s*\Z")


def announces(text: str, before: Block, block: Block) -> bool:
    r"""Say whether two neighbours belong together, one announcing the other.

    A paragraph announces the list, code, table, quote or HTML after it when it ends with a colon;
    the list after it also when both stand in an item; whatever follows when it is one line of bold
    text; the definition after it, which begins with `: `. A caption, one line that begins with a
    word and a number, belongs to the table, code or picture beside it.

    >>> before, block = Block("paragraph", 0, 11), Block("fence", 12, 19)
    >>> announces("Do this:\n\n\n\n```\n```", before, block)
    True
    """
    if before.kind == "paragraph" and block.kind not in ("heading", "hr"):
        said = text[before.start : before.end].rstrip()
        if block.kind != "paragraph" and said.endswith((":", "：", ":**", ":*", ":__", ":_")):
            return True
        if block.kind in LISTS and block.depth > 1:
            return True
        if _EMPHASIS_ALONE.match(said) and "\n" not in said.strip():
            return True
        if _is_shown(text, block) and _is_caption(said):
            return True
    if block.kind == "paragraph":
        said = text[block.start : block.end].strip()
        if before.kind == "paragraph" and said.startswith(": "):
            return True
        return _is_shown(text, before) and _is_caption(said)
    return False


def _is_shown(text: str, block: Block) -> bool:
    """Say whether a block is what has captions: a table, code, or a picture."""
    if block.kind == "paragraph":
        return _PICTURE.match(text, block.start) is not None
    return block.kind == "table" or block.kind in _CODE


def _is_caption(said: str) -> bool:
    return "\n" not in said.strip() and _CAPTION.match(said) is not None


# --- what stands around an item ---

_ITEM_MARKER = re.compile(r"(?:[\s>]*(?:[-*+]|[0-9]{1,9}[.)])(?=\s))+\s*(?:\[[ xX]\]\s)?")


class _Parents:
    """Tells which items stand around a block of a nested list, by their first paragraph."""

    def __init__(self, text: str, blocks: list[Block]) -> None:
        self._text, self._blocks = text, blocks
        self._lists: list[tuple[int, Context]] = []  # where a list ends, and the items around it
        self._items: list[int] = []  # their numbers

    def of(self, index: int) -> Context:
        """Return the items around a block; the blocks must be asked about in their order."""
        block = self._blocks[index]
        while self._lists and self._lists[-1][0] <= block.start:
            self._lists.pop()
        while self._items and self._blocks[self._items[-1]].end <= block.start:
            self._items.pop()
        if block.kind in LISTS:
            around = self._lists[-1][1] if self._lists else ()
            said = self._said_first(self._items[-1]) if self._items else ""
            self._lists.append((block.end, (*around, said) if said else around))
        elif block.kind == "list_item":
            self._items.append(index)
        return self._lists[-1][1] if self._lists else ()

    def _said_first(self, index: int) -> str:
        item, *children = self._blocks[index : index + 2]
        if not children or children[0].kind not in ("paragraph", "heading"):
            return ""
        words = self._text[item.start : children[0].end]
        return " ".join(_ITEM_MARKER.sub("", words, count=1).split())


# --- what comes before the parser: line ends, and front matter ---

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?![ \t]*\n|[ \t-])")
# A comment, a key and its value, an element of a list, an indented or a blank line, or the fence.
_FRONT_MATTER_LINE = re.compile(
    r"(?:#|-(?=\s)|[ \t]|[^\s\[{}\]&*!|>%@`#-][^\n]*?:(?=\s|\Z))[^\n]*\n?|\n"
)
_FRONT_MATTER_END = re.compile(r"(?:---|\.\.\.)[ \t]*(?:\n|\Z)")


def normalize_newlines(text: str) -> str:
    r"""Return the text, of the same length, with `\n` at the end of every line.

    >>> normalize_newlines("a\r\nb\rc")
    'a \nb\nc'
    """
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def front_matter_end(text: str, start: int) -> int:
    """Return where the mapping between two lines of `---` ends; `start` when there is none.

    Each of its lines is one of YAML: a comment, `key:`, `- `, indented or blank.
    """
    opened = _FRONT_MATTER.match(text, start)
    at = opened.end() if opened else len(text)
    while line := _FRONT_MATTER_LINE.match(text, at):
        at = line.end()
    closed = _FRONT_MATTER_END.match(text, at)
    return closed.end() if closed else start
