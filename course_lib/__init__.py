"""The package under the course: chunks that know where they come from and who may see them.

Read the modules in the order in which data flows: guardrails, document, files, chunk, citation,
chunkers, auditing, access, store, measure. What most programs need first is exported here. The
core needs the standard library and one parser of Markdown.
"""

import sys

# A clear sentence, before anything that an older Python could not read.
if sys.version_info < (3, 11, 2):
    version = sys.version.split()[0]
    raise ImportError(f"course_lib needs Python 3.11.2 or newer; this is {version}")

from typing import TYPE_CHECKING, Any

from course_lib.access import Identity, visible
from course_lib.auditing import audit
from course_lib.chunk import Chunk, Chunker, Passage, Span, cut
from course_lib.chunkers import (
    CodeChunker,
    MalformedJson,
    MarkdownChunker,
    NaiveChunker,
    ParagraphChunker,
    Profile,
    RecordChunker,
    chunk_document,
    chunker_for,
    parents,
    split_paragraphs,
)
from course_lib.citation import Citation
from course_lib.conversion import read_document
from course_lib.document import Document, InvalidText, read_text
from course_lib.errors import CourseError, InvalidType, InvalidValue, UnknownName
from course_lib.guardrails import Guardrails, Metadata, Scope
from course_lib.store import ChunkStore, Hit, StoreError

if TYPE_CHECKING:
    from course_lib.measure import evaluate

__all__ = [
    "Chunk",
    "ChunkStore",
    "Chunker",
    "Citation",
    "CodeChunker",
    "CourseError",
    "Document",
    "Guardrails",
    "Hit",
    "Identity",
    "InvalidText",
    "InvalidType",
    "InvalidValue",
    "MalformedJson",
    "MarkdownChunker",
    "Metadata",
    "NaiveChunker",
    "ParagraphChunker",
    "Passage",
    "Profile",
    "RecordChunker",
    "Scope",
    "Span",
    "StoreError",
    "UnknownName",
    "audit",
    "chunk_document",
    "chunker_for",
    "cut",
    "evaluate",
    "parents",
    "progress",
    "read_document",
    "read_text",
    "split_paragraphs",
    "visible",
]


def progress() -> object:
    """Show which checks of the course have passed on this machine, and what comes next."""
    from course_lib.grading.progress import read_progress  # the grader stands beside the core

    return read_progress()


def __getattr__(name: str) -> Any:
    if name == "evaluate":  # imported when it is asked for: measuring takes as long as all the rest
        from course_lib.measure import evaluate

        return evaluate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
