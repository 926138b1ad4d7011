"""Cut on the document's own structure: paragraphs, then lines, sentences, words, clusters."""

from __future__ import annotations

from dataclasses import dataclass

from course_lib.chunk import Chunk, Passage, Span, cut
from course_lib.chunkers.boundaries import ladder_spans
from course_lib.chunkers.naive import require_whole_number
from course_lib.document import Document


@dataclass(frozen=True, slots=True)
class Profile:
    """How to cut: the most code points that one chunk may hold.

    Raises ValueError for a size below one and TypeError for a size that is no whole number.

    >>> Profile(max_chars=0)
    Traceback (most recent call last):
        ...
    ValueError: max_chars must be positive
    """

    max_chars: int = 800

    def __post_init__(self) -> None:
        require_whole_number("max_chars", self.max_chars)
        if self.max_chars <= 0:
            raise ValueError("max_chars must be positive")


@dataclass(frozen=True, slots=True)
class ParagraphChunker(Profile):
    """Fill each chunk with the largest whole units that fit in `max_chars` code points.

    Whole paragraphs while one fits, else whole lines, sentences, words, grapheme clusters; a cut
    inside a cluster is made only where the cluster alone is too long. No chunk is blank, none
    overlaps another, and white space between chunks belongs to none. Raises what Profile raises.

    >>> from course_lib.samples import load_document
    >>> note = load_document("policy/55012")
    >>> [chunk.span for chunk in ParagraphChunker(max_chars=400).split(note)]
    [(0, 335), (337, 561), (563, 945), (947, 1005)]
    """

    def spans(self, text: str) -> list[Span]:
        """Return the chunks' positions, in order, as `(char_start, char_end)`."""
        return split_paragraphs(text, self.max_chars)

    def split(self, document: Document) -> list[Chunk]:
        """Return the document's chunks in order."""
        return cut(document, self.spans(document.text))


def split_paragraphs(text: str, max_chars: int) -> list[Span]:
    r"""Return the spans that ParagraphChunker cuts, for bare text.

    Raises ValueError or TypeError for a size that Profile refuses.

    >>> split_paragraphs("Roof renewed.\n\nPipes old. Kitchen wet.", max_chars=16)
    [(0, 13), (15, 25), (26, 38)]
    """
    return list(ladder_spans(text, Profile(max_chars).max_chars))


def chunk_document(text: str, profile: Profile) -> list[Passage]:
    r"""Return the same cut of bare text as passages, each with its place and its hash.

    Raises InvalidText for a lone surrogate.

    >>> [p.text for p in chunk_document("Roof renewed.\n\nPipes old.", Profile(max_chars=16))]
    ['Roof renewed.', 'Pipes old.']
    """
    return [
        Passage.cut_from(text, start, end)
        for start, end in split_paragraphs(text, profile.max_chars)
    ]
