"""Cut Markdown on its own structure: sections, then blocks, then items, rows and lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from course_lib.chunk import Chunker, ContextSpan, require_text
from course_lib.chunkers.boundaries import settled_end
from course_lib.chunkers.markdown_cuts import find_cuts
from course_lib.chunkers.markdown_lines import even_line_ends, front_matter_end
from course_lib.chunkers.markdown_skim import skim_blocks
from course_lib.chunkers.markdown_stack import Block
from course_lib.chunkers.packing import pack
from course_lib.chunkers.paragraph import require_size


@dataclass(frozen=True, slots=True)
class MarkdownChunker(Chunker):
    """Fill each chunk with whole blocks of one section, up to `max_chars` code points.

    A section is what stands under one heading; a heading goes with its text, or with the next
    section when it has none. Its path of titles is the chunk's `context`; rows of a table that are
    parted from their header have the header row as the last element. What is too long is cut
    between items, rows or inner blocks, then by ParagraphChunker's ladder; a fence that fits is
    never cut. Blocks are CommonMark's and GFM's tables; front matter is one more. Raises what
    Profile raises.

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
        even_text = even_line_ends(text)
        spans: list[ContextSpan] = []
        for paths, blocks in _sections(even_text):
            start, stop = blocks[0].start, blocks[-1].end
            if stop - start > self.max_chars:
                spans.extend(self._pack(text, even_text, paths, blocks))
            elif (end := settled_end(text, start, stop, start + self.max_chars, start)) > start:
                spans.append((start, end, paths[-1][1]))
        return spans

    def _pack(
        self, text: str, even_text: str, paths: list[_Path], blocks: list[Block]
    ) -> Iterator[ContextSpan]:
        cuts = find_cuts(even_text, blocks, self.max_chars)
        changes = iter(paths)
        _, path = next(changes)
        following = next(changes, None)
        for start, end, context in pack(text, cuts, blocks[-1].end, self.max_chars):
            while following and following[0] < end:
                path, following = following[1], next(changes, None)
            yield start, end, path + context


_Path: TypeAlias = tuple[int, tuple[str, ...]]  # from where on which titles hold


def _sections(text: str) -> Iterator[tuple[list[_Path], list[Block]]]:
    """Yield each section's paths and blocks, its headings first.

    A heading that has no text of its own opens the next section.
    """
    levels: list[int] = []
    path: tuple[str, ...] = ()
    paths: list[_Path] = [(0, path)]
    blocks: list[Block] = []
    has_text = False
    for block in _blocks(text):
        if block.level:
            if has_text:
                yield paths, blocks
                paths, blocks, has_text = [(0, path)], [], False
            while levels and levels[-1] >= block.level:
                levels.pop()
            path = (*path[: len(levels)], block.title)
            levels.append(block.level)
            paths.append((block.start, path))
        elif block.kind != "mark":
            has_text = True
        blocks.append(block)
    if blocks:
        yield paths, blocks


def _blocks(text: str) -> Iterator[Block]:
    """Yield the outermost blocks; a byte order mark and front matter count as blocks, too."""
    start = 0
    if text.startswith("\ufeff"):
        start = 1
        yield Block("mark", 0, start)
    end = front_matter_end(text, start)
    if end > start:
        yield Block("front matter", start, end)
    yield from skim_blocks(text, end)
