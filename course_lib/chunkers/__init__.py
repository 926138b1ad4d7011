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

__all__ = [
    "MalformedJson",
    "MarkdownChunker",
    "NaiveChunker",
    "ParagraphChunker",
    "Profile",
    "RecordChunker",
    "chunk_document",
    "split_paragraphs",
]
