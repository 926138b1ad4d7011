"""The chunkers, one file each: they choose spans, `course_lib.chunk.cut` makes the chunks."""

from course_lib.chunkers.naive import NaiveChunker
from course_lib.chunkers.paragraph import (
    ParagraphChunker,
    Profile,
    chunk_document,
    split_paragraphs,
)

__all__ = ["NaiveChunker", "ParagraphChunker", "Profile", "chunk_document", "split_paragraphs"]
