"""Measure a split: is the evidence whole, where is it torn, and what does the split store?

Everything is integer intervals, half open, in code points. Evidence is one or more verbatim spans
of the document; a question is answered when some one chunk holds all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from course_lib.chunk import Span


def locate(text: str, quote: str) -> Span:
    """Return the span of a quote that occurs exactly once in the text.

    Raises ValueError when it is empty, missing, or there more than once.

    >>> locate("Roof renewed. Pipes old.", "Pipes old.")
    (14, 24)
    >>> locate("old roof, old pipes", "old")
    Traceback (most recent call last):
        ...
    ValueError: the answer 'old' occurs more than once, first at characters 0 and 10; ...
    """
    if not quote:
        raise ValueError("the answer is empty; quote the words of the document that answer")
    first = text.find(quote)
    if first < 0:
        raise ValueError(
            f"the answer {_shortened(quote)} is not in the document; "
            "quote it exactly, with its line breaks and spaces"
        )
    second = text.find(quote, first + 1)
    if second >= 0:
        raise ValueError(
            f"the answer {_shortened(quote)} occurs more than once, first at characters {first} "
            f"and {second}; quote more of the text around the place you mean"
        )
    return first, first + len(quote)


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


@dataclass(frozen=True, slots=True)
class SplitFigures:
    """What one split of one text does to one question; lengths are in code points.

    `whole_in` lists the chunks that hold all of the evidence, `touched` those that hold some of
    it, `cuts` the chunk edges that lie inside of it. `storage` is stored characters ÷ characters
    of the document.
    """

    chunks: int
    shortest: int
    longest: int
    mean: float
    storage: float
    evidence: tuple[Span, ...]
    evidence_length: int
    whole_in: tuple[int, ...]
    touched: tuple[int, ...]
    cuts: tuple[int, ...]
    best_chunk: Span | None

    @property
    def whole(self) -> bool:
        """Can the question be answered from one chunk?"""
        return bool(self.whole_in)

    @property
    def evidence_share(self) -> float:
        """The share of the answering chunk that is evidence; 0 when no chunk answers."""
        if not self.whole or self.best_chunk is None:
            return 0.0
        return self.evidence_length / (self.best_chunk[1] - self.best_chunk[0])

    @property
    def noise_share(self) -> float:
        """The share of the answering chunk that is something else; 0 when no chunk answers."""
        return 1 - self.evidence_share if self.whole else 0.0

    @property
    def verdict(self) -> str:
        """One sentence: whole in which chunk, or split between which and where."""
        if not self.evidence:
            return "no question asked"
        places = " and ".join(f"{start}–{end}" for start, end in self.evidence)
        if self.whole:
            chunks = _listed(self.whole_in)
            return f"whole: the answer ({places}) lies in {chunks}"
        if not self.touched:
            return f"lost: no chunk holds any of the answer ({places})"
        where = f"cut at {_joined(self.cuts)}" if self.cuts else "in passages that lie apart"
        return f"split: the answer ({places}) is {where}, spread over {_listed(self.touched)}"


def split_figures(length: int, spans: Sequence[Span], evidence: Sequence[Span]) -> SplitFigures:
    """Measure the split of a text of `length` code points against the evidence of one question.

    Raises ValueError when the evidence does not lie in the text.

    >>> figures = split_figures(1006, [(0, 800), (700, 1006)], [(337, 508)])
    >>> figures.verdict
    'whole: the answer (337–508) lies in chunk #0'
    >>> f"{figures.storage:.3f}", f"{figures.evidence_share:.2f}"
    ('1.099', '0.21')
    >>> split_figures(1006, [(0, 400), (400, 800), (800, 1006)], [(337, 508)]).verdict
    'split: the answer (337–508) is cut at 400, spread over chunks #0 and #1'
    """
    for start, end in evidence:
        if not 0 <= start < end <= length:
            raise ValueError(f"evidence ({start}, {end}) does not lie in {length} characters")
    lengths = [end - start for start, end in spans]
    stored = sum(lengths)
    first = min((start for start, _ in evidence), default=0)
    last = max((end for _, end in evidence), default=0)
    near = [i for i, (start, end) in enumerate(spans) if start < last and end > first]
    touched = tuple(i for i in near if overlap_length(spans[i], evidence))
    whole_in = tuple(i for i in touched if holds(spans[i], evidence))
    best = min(whole_in, key=lambda i: lengths[i], default=None)
    return SplitFigures(
        chunks=len(lengths),
        shortest=min(lengths, default=0),
        longest=max(lengths, default=0),
        mean=stored / len(lengths) if lengths else 0.0,
        storage=stored / length if length else 0.0,
        evidence=tuple(evidence),
        evidence_length=sum(end - start for start, end in evidence),
        whole_in=whole_in,
        touched=touched,
        cuts=tuple(
            sorted({edge for i in touched for edge in spans[i] if _is_inside(edge, evidence)})
        ),
        best_chunk=None if best is None else spans[best],
    )


def _is_inside(position: int, evidence: Sequence[Span]) -> bool:
    return any(start < position < end for start, end in evidence)


def _listed(indices: Sequence[int]) -> str:
    names = [f"#{index}" for index in indices]
    return ("chunk " if len(names) == 1 else "chunks ") + _joined(names)


def _joined(items: Sequence[object], most: int = 4) -> str:
    words = [str(item) for item in items]
    if len(words) > most:
        words = [*words[: most - 2], "…", words[-1]]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _shortened(quote: str, most: int = 60) -> str:
    return repr(quote if len(quote) <= most else quote[: most - 1] + "…")
