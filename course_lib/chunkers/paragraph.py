"""Cut on the document's own structure: paragraphs, then lines, sentences, words, clusters."""

from dataclasses import dataclass

from course_lib.chunk import Chunker, ContextSpan, Passage, Span, require_chunker, require_text
from course_lib.chunkers.boundaries import ladder_spans
from course_lib.document import Document
from course_lib.errors import InvalidValue, require_int


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


@dataclass(frozen=True, slots=True)
class ParagraphChunker(Chunker):
    """Fill each chunk with the largest whole units that fit in `max_chars` code points.

    Whole paragraphs while one fits, else whole lines, sentences, words, grapheme clusters; a cut
    inside a cluster is made only where the cluster alone is too long. No chunk is blank, none
    overlaps another, and white space between chunks belongs to none. Raises what Profile raises.

    >>> from course_lib.samples import load_document
    >>> note = load_document("policy/55012")
    >>> [chunk.span for chunk in ParagraphChunker(max_chars=400).split(note)]
    [(0, 335), (337, 561), (563, 945), (947, 1005)]
    """

    max_chars: int = 800

    def __post_init__(self) -> None:
        require_size(self.max_chars)

    def spans(self, text: str) -> list[ContextSpan]:
        """Return the chunks' places in order, as `(char_start, char_end, ())`."""
        require_text(text)
        return list(ladder_spans(text, self.max_chars))


def require_size(max_chars: int) -> None:
    """Raise InvalidType or InvalidValue for a size that no chunk can have."""
    require_int("max_chars", max_chars)
    if max_chars <= 0:
        raise InvalidValue("max_chars must be positive")


def split_paragraphs(text: str, max_chars: int) -> list[Span]:
    r"""Return the places that ParagraphChunker chooses, for bare text, as pairs.

    Raises InvalidValue or InvalidType for a size that Profile refuses.

    >>> split_paragraphs("Roof renewed.\n\nPipes old. Kitchen wet.", max_chars=16)
    [(0, 13), (15, 25), (26, 38)]
    """
    require_size(max_chars)
    require_text(text)
    return [(start, end) for start, end, _ in ladder_spans(text, max_chars)]


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
