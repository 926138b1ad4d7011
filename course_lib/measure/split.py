"""One split of one text: is the evidence whole, where is it torn, and what is stored?

Evidence is one or more verbatim spans of the document; it is whole when some one chunk holds all of
them. Two chunks that touch may still show it together, if a search finds both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from course_lib.chunk import Chunker, Span, require_chunker
from course_lib.chunkers.structure import context_length
from course_lib.document import Document
from course_lib.errors import InvalidValue


def holds(chunk: Span, evidence: Sequence[Span]) -> bool:
    """Say whether one chunk holds all of the evidence.

    >>> holds((0, 800), [(337, 508)]), holds((0, 400), [(337, 508)])
    (True, False)
    """
    return all(chunk[0] <= start and end <= chunk[1] for start, end in evidence)


def overlap_length(chunk: Span, evidence: Sequence[Span]) -> int:
    """Return how many characters of the evidence lie in the chunk.

    >>> overlap_length((0, 400), [(337, 508)])
    63
    """
    return sum(max(0, min(chunk[1], end) - max(chunk[0], start)) for start, end in evidence)


@dataclass(frozen=True)
class Split:
    """What one split of a text of `length` code points does to the evidence of one question.

    Raises InvalidValue when the evidence does not lie in the text.

    >>> split = Split(1006, [(0, 800), (700, 1006)], [(337, 508)])
    >>> split.verdict
    'whole: the answer (337–508) lies in chunk #0'
    >>> f"{split.storage:.3f}", f"{split.evidence_share:.2f}"
    ('1.099', '0.21')
    >>> Split(1006, [(0, 400), (400, 800), (800, 1006)], [(337, 508)]).verdict
    'torn: the answer (337–508) is cut at 400, spread over chunks #0 and #1'
    """

    length: int
    spans: Sequence[Span]
    evidence: Sequence[Span] = ()
    beside: int = 0  # characters of context that are stored with the chunks

    def __post_init__(self) -> None:
        for start, end in self.evidence:
            if not 0 <= start < end <= self.length:
                raise InvalidValue(
                    f"evidence ({start}, {end}) does not lie in {self.length} characters"
                )

    @classmethod
    def of(cls, document: Document, chunker: Chunker, evidence: Sequence[Span] = ()) -> Split:
        """Let any chunker split a document, and measure what came of it."""
        require_chunker(chunker)
        chunks = chunker.split(document)
        spans = [chunk.span for chunk in chunks]
        beside = sum(context_length(chunk.context) for chunk in chunks)
        return cls(len(document.text), spans, evidence, beside)

    @cached_property
    def lengths(self) -> list[int]:
        """The chunks' lengths."""
        return [end - start for start, end in self.spans]

    @cached_property
    def stored(self) -> int:
        """How many characters are stored: of the chunks, twice where two hold them, and context."""
        return sum(self.lengths) + self.beside

    @property
    def storage(self) -> float:
        """Stored characters ÷ characters of the document; 0 for an empty one."""
        return self.stored / self.length if self.length else 0.0

    @property
    def mean_length(self) -> float:
        """The chunks' mean length; 0 when there is no chunk."""
        return (self.stored - self.beside) / len(self.spans) if self.spans else 0.0

    @property
    def evidence_length(self) -> int:
        """How many characters the evidence has."""
        return sum(end - start for start, end in self.evidence)

    @cached_property
    def touched(self) -> list[int]:
        """The chunks that hold some of the evidence."""
        # First what lies anywhere from the evidence's first character to its last, which is cheap.
        first = min((start for start, _ in self.evidence), default=0)
        last = max((end for _, end in self.evidence), default=0)
        near = [i for i, (start, end) in enumerate(self.spans) if start < last and first < end]
        return [i for i in near if overlap_length(self.spans[i], self.evidence)]

    @cached_property
    def whole_in(self) -> list[int]:
        """The chunks that hold all of the evidence."""
        return [i for i in self.touched if holds(self.spans[i], self.evidence)]

    @property
    def whole(self) -> bool:
        """Say whether one chunk holds all of the evidence."""
        return bool(self.whole_in)

    @property
    def cuts(self) -> list[int]:
        """The chunk edges that lie inside of the evidence, in order."""
        edges: set[int] = set()
        for index in self.touched:
            edges.update(self.spans[index])
        return sorted(filter(self._is_inside, edges))

    @property
    def evidence_share(self) -> float:
        """The share of the shortest answering chunk that is evidence; 0 when none answers."""
        if not self.whole:
            return 0.0
        answering = [self.spans[index] for index in self.whole_in]
        return self.evidence_length / min(end - start for start, end in answering)

    @property
    def noise_share(self) -> float:
        """The share of that chunk that is something else; 0 when none answers."""
        return 1 - self.evidence_share if self.whole else 0.0

    def _is_inside(self, edge: int) -> bool:
        return any(start < edge < end for start, end in self.evidence)

    @property
    def verdict(self) -> str:
        """One sentence: whole and in which chunk, or torn, where, and over which chunks."""
        if not self.evidence:
            return "no question asked"
        places = " and ".join(f"{start}–{end}" for start, end in self.evidence)
        if self.whole:
            return f"whole: the answer ({places}) lies in {_listed(self.whole_in)}"
        if not self.touched:
            return f"lost: no chunk holds any of the answer ({places})"
        where = f"cut at {_joined(self.cuts)}" if self.cuts else "in passages that lie apart"
        return f"torn: the answer ({places}) is {where}, spread over {_listed(self.touched)}"


def _listed(indices: Sequence[int]) -> str:
    names = [f"#{index}" for index in indices]
    return ("chunk " if len(names) == 1 else "chunks ") + _joined(names)


def _joined(items: Sequence[object], most: int = 4) -> str:
    words = [str(item) for item in items]
    if len(words) > most:
        words = [*words[: most - 2], "…", words[-1]]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
