"""A passage knows where it lives; a chunk also knows whose it is. `cut` is where chunks are made.

A span is two numbers, `(char_start, char_end)`, half open, in code points of the canonical text.
Chunkers only choose spans. `cut` slices, hashes, numbers and copies the guardrails, so that a new
chunker can neither drift nor forget a label. Nothing is ever searched for after the fact.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol, TypeAlias, runtime_checkable

from course_lib.document import Document, encode
from course_lib.errors import InvalidType, InvalidValue
from course_lib.guardrails import Guarded, Guardrails

Span: TypeAlias = tuple[int, int]
ContextSpan: TypeAlias = tuple[int, int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Passage:
    """A slice that knows where it lives: `text` is `document[char_start:char_end]`.

    Positions are code points. `chunk_sha256` is the hash of the slice's UTF-8 bytes.

    >>> passage = Passage.cut_from("Roof renewed. Pipes old.", 14, 24)
    >>> passage.text, passage.verify("Roof renewed. Pipes old.")
    ('Pipes old.', True)
    >>> passage.verify("A roof renewed. Pipes old.")
    False
    """

    text: str
    char_start: int
    char_end: int
    chunk_sha256: str

    @property
    def span(self) -> Span:
        """Where the passage lies: `(char_start, char_end)`."""
        return self.char_start, self.char_end

    def verify(self, text: str) -> bool:
        """Cut the same two numbers out of `text` and say whether slice and hash both agree."""
        return (
            0 <= self.char_start <= self.char_end <= len(text)
            and text[self.char_start : self.char_end] == self.text
            and hash_text(self.text) == self.chunk_sha256
        )

    def as_dict(self) -> dict[str, Any]:
        """Return place, hash and text in values that JSON can hold."""
        return {
            "char_start": self.char_start,
            "char_end": self.char_end,
            "chunk_sha256": self.chunk_sha256,
            "text": self.text,
        }

    @classmethod
    def cut_from(cls, text: str, char_start: int, char_end: int) -> Passage:
        """Cut one passage out of bare text; raises InvalidValue for a span outside of it."""
        check_span(char_start, char_end, len(text))
        piece = text[char_start:char_end]
        return Passage(piece, char_start, char_end, hash_text(piece))


@dataclass(frozen=True, slots=True)
class Chunk(Passage, Guarded):
    """A passage of a document, with its number, its guardrails and the context it was found in.

    `context` stands beside the slice and never in it: heading path, field name, header row.
    Equal texts have equal `doc_id`, hence equal `chunk_id`: it names content, not an address.
    """

    index: int
    doc_id: str
    guardrails: Guardrails
    context: tuple[str, ...] = ()

    @property
    def chunk_id(self) -> str:
        """The content's name: `{doc_id}#{index}`."""
        return f"{self.doc_id}#{self.index}"

    def as_dict(self) -> dict[str, Any]:
        """Return labels, number, context, place, hash and text in values that JSON can hold.

        >>> (chunk,) = cut(Document.of_text("Roof renewed."), [(0, 4)])
        >>> chunk.as_dict()["text"], chunk.as_dict()["tenant"], chunk.as_dict()["context"]
        ('Roof', 'own', [])
        """
        return {
            **self.guardrails.as_dict(),
            "doc_id": self.doc_id,
            "index": self.index,
            "context": list(self.context),
            **Passage.as_dict(self),
        }


def cut(document: Document, spans: Iterable[Span | ContextSpan]) -> list[Chunk]:
    """Make chunks of a document: the one place where a chunk comes into being.

    Each span is `(char_start, char_end)` or `(char_start, char_end, context)`, in code points.
    Raises InvalidValue for a span that is empty, reversed or outside of the text, InvalidType for
    positions that are not whole numbers.

    >>> from course_lib.samples import load_document
    >>> note = load_document("policy/55012")
    >>> first, second = cut(note, [(0, 26), (28, 60, ("Decision",))])
    >>> first.text
    'UNDERWRITING NOTE — POLICY'
    >>> second.context, second.source_id, second.chunk_id == note.doc_id + "#1"
    (('Decision',), 'policy/55012', True)
    """
    if not isinstance(document, Document):
        raise InvalidType(
            f"cut takes a Document, got {type(document).__name__}: write cut(document, spans)"
        )
    if not isinstance(spans, Iterable):
        raise InvalidType(f"spans must be a list of spans, got {spans!r}")
    text, doc_id, guardrails = document.text, document.doc_id, document.guardrails
    length = len(text)
    chunks = []
    for index, span in enumerate(spans):
        try:
            start, end, context = span if len(span) == 3 else (*span, ())
        except (TypeError, ValueError):
            raise InvalidType(
                f"a span is (char_start, char_end) or (char_start, char_end, context), got {span!r}"
            ) from None
        check_span(start, end, length)
        if type(context) is not tuple:
            raise InvalidType(f"context must be a tuple of strings, got {context!r}")
        piece = text[start:end]
        digest = sha256(piece.encode()).hexdigest()
        chunks.append(Chunk(piece, start, end, digest, index, doc_id, guardrails, context))
    return chunks


@runtime_checkable
class Chunker(Protocol):
    """Anything that chooses spans in a text, and so splits a document into chunks.

    A chunker of your own inherits this class and writes `spans`; `split` is written once, here.

    >>> class Halves(Chunker):
    ...     def spans(self, text):
    ...         middle = len(text) // 2
    ...         return [(0, middle, ()), (middle, len(text), ())]
    >>> [chunk.text for chunk in Halves().split(Document.of_text("Roof"))]
    ['Ro', 'of']
    """

    __slots__ = ()

    @abstractmethod
    def spans(self, text: str) -> list[ContextSpan]:
        """Return the chunks' places in order, as `(char_start, char_end, context)`."""

    def split(self, document: Document) -> list[Chunk]:
        """Return the document's chunks in order; raises InvalidType for bare text."""
        if not isinstance(document, Document):
            raise InvalidType(
                f"split takes a Document, got {type(document).__name__}: write "
                "split(Document.of_text(text)), or chunk_document(text, chunker) for passages"
            )
        return cut(document, self.spans(document.text))


def require_text(text: object) -> None:
    """Raise InvalidType unless `text` is a string, as bare text must be."""
    if isinstance(text, Document):
        raise InvalidType("text must be a str, got a Document: write chunker.split(document)")
    if not isinstance(text, str):
        kind = type(text).__name__
        raise InvalidType(f"text must be a str, got {kind}: write chunker.spans(document.text)")


def require_chunker(chunker: object) -> None:
    """Raise InvalidType unless it can split a document: no size, no name and no class can.

    >>> require_chunker(800)
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidType: a chunker is needed, got 800: write ParagraphChunker(800)
    """
    if isinstance(chunker, type):
        name = chunker.__name__
        raise InvalidType(f"a chunker must be made first, got the class {name}: write {name}(800)")
    if isinstance(chunker, str) or not callable(getattr(chunker, "split", None)):
        size = chunker if type(chunker) is int else 800
        raise InvalidType(f"a chunker is needed, got {chunker!r}: write ParagraphChunker({size})")


def hash_text(text: str) -> str:
    """Return the sha256 of the text's UTF-8 bytes, as hexadecimal digits.

    >>> hash_text("")[:16]
    'e3b0c44298fc1c14'
    """
    return sha256(encode(text)).hexdigest()


def check_span(start: int, end: int, length: int) -> None:
    """Raise InvalidType or InvalidValue unless `0 <= start < end <= length`, in whole numbers."""
    if type(start) is not int or type(end) is not int:
        raise InvalidType(f"a span is two whole numbers, got ({start!r}, {end!r})")
    if not 0 <= start < end <= length:
        raise InvalidValue(
            f"span ({start}, {end}) does not lie in a text of {length} characters; "
            "a span needs 0 <= start < end <= length"
        )
