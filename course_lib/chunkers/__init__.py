"""The chunkers, one file each: they choose spans, `course_lib.chunk.cut` makes the chunks."""

from course_lib.chunkers.code import CodeChunker
from course_lib.chunkers.json_cuts import MalformedJson, NotJson
from course_lib.chunkers.markdown import MarkdownChunker
from course_lib.chunkers.naive import NaiveChunker
from course_lib.chunkers.paragraph import (
    ParagraphChunker,
    Profile,
    chunk_document,
    split_paragraphs,
)
from course_lib.chunkers.parents import parents
from course_lib.chunkers.record import RecordChunker
from course_lib.chunkers.structure import StructureChunker
from course_lib.chunkers.suffixes import SuffixChunker, chunker_for

AnyChunker = NaiveChunker | StructureChunker

# The chunkers that look at the text, by the names that commands and notebooks give them.
STRUCTURE: dict[str, type[StructureChunker]] = {
    "paragraph": ParagraphChunker,
    "markdown": MarkdownChunker,
    "record": RecordChunker,
    "code": CodeChunker,
}

__all__ = [
    "STRUCTURE",
    "AnyChunker",
    "CodeChunker",
    "MalformedJson",
    "MarkdownChunker",
    "NaiveChunker",
    "NotJson",
    "ParagraphChunker",
    "Profile",
    "RecordChunker",
    "SuffixChunker",
    "chunk_document",
    "chunker_for",
    "parents",
    "split_paragraphs",
]
