"""Cut Markdown on its own structure: sections, then blocks, then items, rows and lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from course_lib.chunk import Chunk, ContextSpan, cut
from course_lib.chunkers.boundaries import settled_end
from course_lib.chunkers.markdown_cuts import find_cuts
from course_lib.chunkers.markdown_lines import even_line_ends, front_matter_end
from course_lib.chunkers.markdown_skim import skim_blocks
from course_lib.chunkers.markdown_stack import Block
from course_lib.chunkers.packing import pack
from course_lib.chunkers.paragraph import Profile
from course_lib.document import Document


@dataclass(frozen=True, slots=True)
class MarkdownChunker(Profile):
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

    def spans(self, text: str) -> list[ContextSpan]:
        """Return the chunks' positions and context, in order: `(char_start, char_end, context)`."""
        even_text = even_line_ends(text)
        spans: list[ContextSpan] = []
        for section in _sections(even_text):
            start, stop = section.blocks[0].start, section.blocks[-1].end
            if stop - start > self.max_chars:
                spans.extend(self._pack(text, even_text, section))
            elif (end := settled_end(text, start, stop, start + self.max_chars, start)) > start:
                spans.append((start, end, section.paths[-1][1]))
        return spans

    def _pack(self, text: str, even_text: str, section: _Section) -> Iterator[ContextSpan]:
        cuts = find_cuts(even_text, section.blocks, self.max_chars)
        paths = iter(section.paths)
        _, path = next(paths)
        following = next(paths, None)
        for start, end, context in pack(text, cuts, section.blocks[-1].end, self.max_chars):
            while following and following[0] < end:
                path, following = following[1], next(paths, None)
            yield start, end, path + context

    def split(self, document: Document) -> list[Chunk]:
        """Return the document's chunks in order."""
        return cut(document, self.spans(document.text))


class _Section(NamedTuple):
    """The blocks of a section, its headings first, and from where on which path of titles holds."""

    paths: list[tuple[int, tuple[str, ...]]]
    blocks: list[Block]


def _sections(text: str) -> Iterator[_Section]:
    """Yield the sections of the text; a heading that has no text of its own opens the next one."""
    levels: list[int] = []
    path: tuple[str, ...] = ()
    section = _Section([(0, path)], [])
    has_text = False
    for block in _blocks(text):
        if block.level:
            if has_text:
                yield section
                section, has_text = _Section([(0, path)], []), False
            while levels and levels[-1] >= block.level:
                levels.pop()
            path = (*path[: len(levels)], block.title)
            levels.append(block.level)
            section.paths.append((block.start, path))
        elif block.kind != "mark":
            has_text = True
        section.blocks.append(block)
    if section.blocks:
        yield section


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
