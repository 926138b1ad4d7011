"""The chunkers, one file each: they choose spans, `course_lib.chunk.cut` makes the chunks."""

from course_lib.chunkers.json_cuts import MalformedJson
from course_lib.chunkers.markdown import MarkdownChunker
from course_lib.chunkers.naive import NaiveChunker
from course_lib.chunkers.paragraph import (
    ParagraphChunker,
    Profile,
    chunk_document,
    split_paragraphs,
)
from course_lib.chunkers.record import RecordChunker

AnyChunker = NaiveChunker | ParagraphChunker | MarkdownChunker | RecordChunker

# The chunkers that look at the text, by the names that commands and notebooks give them.
STRUCTURE: dict[str, type[ParagraphChunker | MarkdownChunker | RecordChunker]] = {
    "paragraph": ParagraphChunker,
    "markdown": MarkdownChunker,
    "record": RecordChunker,
}

__all__ = [
    "STRUCTURE",
    "AnyChunker",
    "MalformedJson",
    "MarkdownChunker",
    "NaiveChunker",
    "ParagraphChunker",
    "Profile",
    "RecordChunker",
    "chunk_document",
    "split_paragraphs",
]
