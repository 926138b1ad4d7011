"""All documents put end to end, as one row of characters, with the chunks that were cut of them.

A chunk is known by its number in the corpus, so a chunk of another document is nowhere near the
evidence, and all arithmetic is on plain spans.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from warnings import catch_warnings, simplefilter, warn

from course_lib.chunk import Chunk, Chunker, Span, require_chunker
from course_lib.chunkers.json_cuts import MalformedJson, NotJson
from course_lib.chunkers.structure import StructureChunker, context_length
from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue
from course_lib.guardrails import Guarded, Scope
from course_lib.measure.intervals import total_length
from course_lib.measure.questions import Asked
from course_lib.measure.scores import check_count


@dataclass(frozen=True)
class Setting:
    """What is measured: a chunker, and how much is read of a ranking, k chunks or a budget.

    `size` and `overlap` are None for a chunker that has none.
    """

    chunker: str
    size: int | None
    overlap: int | None
    k: int | None
    budget: int | None

    @property
    def setting(self) -> str:
        """The chunker in a few words.

        >>> Setting("naive", 400, 100, 5, None).setting
        'naive 400/100'
        """
        size = "" if self.size is None else f" {self.size}"
        return f"{self.chunker}{size}{f'/{self.overlap}' if self.overlap else ''}"

    @property
    def price(self) -> str:
        """How much is read for a question, in words."""
        if self.budget is not None:
            return f"{self.budget:,} characters"
        return "1 chunk" if self.k == 1 else f"{self.k} chunks"


def setting_of(chunker: Chunker) -> tuple[str, int | None, int | None]:
    """Return a chunker's name with its options, size and overlap; None for what it does not have.

    >>> from course_lib import NaiveChunker, ParagraphChunker
    >>> setting_of(NaiveChunker(400, 100)), setting_of(ParagraphChunker(800, min_chars=200))
    (('naive', 400, 100), ('paragraph min_chars=200', 800, None))
    """
    kind = type(chunker).__name__
    name = getattr(chunker, "name", "") or kind.removesuffix("Chunker").lower() or kind
    size = getattr(chunker, "chunk_size", getattr(chunker, "max_chars", None))
    overlap = getattr(chunker, "overlap", None)
    if isinstance(chunker, StructureChunker):
        others = [option for option in chunker.options if not option.startswith("overlap=")]
        return " ".join([name, *others]), size, overlap or None
    return name, size, overlap


@dataclass(frozen=True)
class Corpus:
    """What one chunker makes of some documents; chunks are numbered from 0 over all of them.

    Raises InvalidType for what is no list of Documents, and InvalidValue for no documents, for two
    at one address (scope and source_id), and when no chunk comes out.
    """

    chunker: Chunker
    documents: Sequence[Document]

    def __post_init__(self) -> None:
        require_chunker(self.chunker)
        _require_documents(self.documents)
        if not self.documents:
            raise InvalidValue("there is no document to measure: give at least one")
        if len(self._numbers) < len(self.documents):
            addresses = [_address(document) for document in self.documents]
            twice = next(address for address in addresses if addresses.count(address) > 1)
            raise InvalidValue(
                f"two documents have the address {twice[1]} in {twice[0]}: "
                "give each a source_id of its own"
            )
        if not self.chunks:
            raise InvalidValue(
                f"{self.chunker!r} makes no chunk of {len(self.documents)} documents: "
                "they hold no text"
            )

    @cached_property
    def pieces(self) -> list[list[Chunk]]:
        """The chunks of each document."""
        return [self._split(document) for document in self.documents]

    def _split(self, document: Document) -> list[Chunk]:
        """Cut one document; what is said of its JSON names it."""
        with catch_warnings(record=True) as caught:
            simplefilter("always", NotJson)
            try:
                chunks = self.chunker.split(document)
            except MalformedJson as error:
                raise InvalidValue(f"{document.source_id}: {error}") from error
        for warning in caught:
            warn(f"{document.source_id}: {warning.message}", warning.category, stacklevel=2)
        return chunks

    @cached_property
    def chunks(self) -> list[Span]:
        """Where each chunk lies in the corpus."""
        spans: list[Span] = []
        for offset, chunks in zip(self._offsets[:-1], self.pieces, strict=True):
            spans += [(offset + chunk.char_start, offset + chunk.char_end) for chunk in chunks]
        return spans

    @cached_property
    def document_of(self) -> list[int]:
        """Of each chunk, the number of its document."""
        numbers: list[int] = []
        for number, chunks in enumerate(self.pieces):
            numbers += [number] * len(chunks)
        return numbers

    @property
    def length(self) -> int:
        """How many characters the documents have together."""
        return self._offsets[-1]

    @cached_property
    def beside(self) -> list[int]:
        """How many characters of context are read with each chunk."""
        return [context_length(chunk.context) for chunks in self.pieces for chunk in chunks]

    @property
    def storage(self) -> Fraction:
        """Characters of the chunks and of their context ÷ characters of the documents."""
        spans = [chunk.span for chunks in self.pieces for chunk in chunks]
        return Fraction(total_length(spans) + sum(self.beside), self.length)

    @cached_property
    def longest(self) -> int:
        """How many characters the longest chunk has."""
        return max(end - start for start, end in self.chunks)

    def number(self, chunk: Chunk) -> int:
        """Return the number of a chunk that came back from the store."""
        return self._firsts[self._numbers[_address(chunk)]] + chunk.index

    def near(self, question: Asked, evidence: Sequence[Span]) -> list[Span]:
        """Return the chunks of a question's document that reach into the stretch of its evidence.

        `evidence` lies in the corpus.
        """
        number = self._numbers[_address(question.document)]
        chunks = self.chunks[self._firsts[number] : self._firsts[number + 1]]
        # From the first character of the evidence to its last: a chunk that reaches in somewhere
        # may hold some of it, and one that does not can be left out of the scores.
        first = min(start for start, _ in evidence)
        last = max(end for _, end in evidence)
        return [(start, end) for start, end in chunks if start < last and first < end]

    def evidence(self, question: Asked) -> tuple[Span, ...]:
        """Return where the evidence of a question lies in the corpus.

        Raises InvalidType for what is no question, and InvalidValue when the question is about no
        document of the corpus, when nobody may read that document, and for evidence that is missing
        or outside of the text.
        """
        _require_question(question)
        asked = question.document
        number = self._numbers.get(_address(asked))
        if number is None or self.documents[number].doc_id != asked.doc_id:
            raise InvalidValue(
                f"question {question.id!r} is about {asked.source_id} in {asked.scope}, "
                "which is not among the documents"
            )
        if not asked.acl_roles:
            raise InvalidValue(
                f"question {question.id!r} is about {asked.source_id}, which has no roles: "
                "nobody may read it"
            )
        if not question.spans:
            raise InvalidValue(
                f"question {question.id!r} has no evidence: quote the words that answer it"
            )
        for start, end in question.spans:
            if not 0 <= start < end <= len(asked.text):
                raise InvalidValue(
                    f"question {question.id!r}: evidence ({start}, {end}) does not lie in the "
                    f"{len(asked.text)} characters of {asked.source_id}"
                )
        offset = self._offsets[number]
        return tuple((offset + start, offset + end) for start, end in question.spans)

    def check_reading(self, k: int | None, budget: int | None) -> None:
        """Raise InvalidValue unless there are k chunks, and a budget as long as the longest chunk.

        A chunk that is as long as the budget is read short by the length of its context. None
        stands for a price that is not asked for.
        """
        for name, value in (("k", k), ("budget", budget)):
            if value is not None:
                check_count(name, value)
        if k is not None and k > len(self.chunks):
            raise InvalidValue(
                f"k is {k}, but {self.chunker!r} makes {len(self.chunks)} chunks in all; "
                "take a smaller k"
            )
        if budget is not None and budget < self.longest:
            raise InvalidValue(
                f"a budget of {budget:,} characters cannot read the longest chunk of "
                f"{self.chunker!r}, {self.longest:,} characters; raise the budget or cut smaller"
            )

    @cached_property
    def _numbers(self) -> dict[tuple[Scope, str], int]:
        return {_address(document): number for number, document in enumerate(self.documents)}

    @cached_property
    def _offsets(self) -> list[int]:
        """Where each document starts, and after the last one where the corpus ends."""
        return list(accumulate((len(d.text) for d in self.documents), initial=0))

    @cached_property
    def _firsts(self) -> list[int]:
        """The number of each document's first chunk, and after the last one that of all chunks."""
        return list(accumulate(map(len, self.pieces), initial=0))


def _address(thing: Guarded) -> tuple[Scope, str]:
    return thing.scope, thing.source_id


def _require_documents(documents: object) -> None:
    if not isinstance(documents, Sequence) or isinstance(documents, str):
        raise InvalidType(f"documents must be a list of Documents, got {documents!r:.80}")
    for document in documents:
        if not isinstance(document, Document):
            raise InvalidType(
                f"documents must be a list of Documents, and holds a {type(document).__name__}: "
                "write Document.of_text(text, source_id=...)"
            )


def _require_question(question: object) -> None:
    document, spans = getattr(question, "document", None), getattr(question, "spans", None)
    if not isinstance(document, Document) or not _are_spans(spans):
        raise InvalidType(
            f"a question is needed, got {question!r:.80}: write "
            "OwnQuestion(id, text, document, (locate(document.text, quote),))"
        )


def _are_spans(spans: object) -> bool:
    return isinstance(spans, Sequence) and all(
        isinstance(span, Sequence) and not isinstance(span, str) and len(span) == 2
        for span in spans
    )
