"""Cut on the document's own structure: paragraphs, then lines, sentences, words, clusters."""

from collections.abc import Iterator
from dataclasses import dataclass

from course_lib.chunk import Chunker, Passage, Span, require_chunker, require_text
from course_lib.chunkers.packing import pack_all
from course_lib.chunkers.structure import Piece, StructureChunker, require_size
from course_lib.document import Document


@dataclass(frozen=True, slots=True)
class Profile:
    """How to cut bare text: the most code points that one passage may hold.

    Raises InvalidValue for a size below one and InvalidType for a size that is no whole number.

    >>> Profile(max_chars=0)
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: max_chars must be positive
    """

    max_chars: int = 800

    def __post_init__(self) -> None:
        require_size(self.max_chars)


@dataclass(frozen=True, slots=True, repr=False)
class ParagraphChunker(StructureChunker):
    """Fill each chunk with the largest whole units that fit in `max_chars` code points.

    Whole paragraphs while one fits, else whole lines, sentences, words, grapheme clusters; a cut
    inside a cluster is made only where the cluster alone is too long. No chunk is blank, none
    overlaps another unless that is asked, and white space between chunks belongs to none. The
    options are those of StructureChunker. Raises what Profile raises.

    >>> from course_lib.samples import load_document
    >>> note = load_document("policy/55012")
    >>> [chunk.span for chunk in ParagraphChunker(max_chars=400).split(note)]
    [(0, 335), (337, 561), (563, 945), (947, 1005)]
    """

    def pieces(self, text: str) -> Iterator[Piece]:
        """Yield the chunks' places in order; none has a context."""
        return pack_all(text, [], self)


def split_paragraphs(text: str, max_chars: int) -> list[Span]:
    r"""Return the places that ParagraphChunker chooses, for bare text, as pairs.

    Raises InvalidValue or InvalidType for a size that Profile refuses.

    >>> split_paragraphs("Roof renewed.\n\nPipes old. Kitchen wet.", max_chars=16)
    [(0, 13), (15, 25), (26, 38)]
    """
    return [(start, end) for start, end, _ in ParagraphChunker(max_chars).spans(text)]


def chunk_document(text: str, profile: Profile | Chunker) -> list[Passage]:
    r"""Cut bare text as a chunker does, into passages: each with its place and its hash.

    A Profile is short for ParagraphChunker. Raises InvalidText for a lone surrogate, InvalidType
    for what is no text or no chunker, and whatever the chunker raises.

    >>> [p.text for p in chunk_document("Roof renewed.\n\nPipes old.", Profile(max_chars=16))]
    ['Roof renewed.', 'Pipes old.']
    """
    require_text(text)
    chunker = ParagraphChunker(profile.max_chars) if isinstance(profile, Profile) else profile
    require_chunker(chunker)
    chunks = chunker.split(Document.of_text(text))
    return [Passage(chunk.text, *chunk.span, chunk.chunk_sha256) for chunk in chunks]
