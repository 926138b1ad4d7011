"""Find by small chunks and read their parents: what that keeps, at an equal budget."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from course_lib.chunk import Chunker, Span
from course_lib.chunkers.parents import CONTEXT, parents
from course_lib.document import Document
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import Result, rank, score
from course_lib.measure.questions import Asked
from course_lib.measure.search import Search


@dataclass(frozen=True)
class ParentCorpus(Corpus):
    """A corpus whose chunks are searched and stored, and whose parents are read.

    `chunks` are the parents, one for each chunk; none is stored. Raises what Corpus and `parents`
    raise.
    """

    by: int | str = CONTEXT
    levels: int | None = None

    @cached_property
    def chunks(self) -> list[Span]:
        """Where each chunk's parent lies in the corpus."""
        found: list[Span] = []
        for offset, chunks in zip(self._offsets[:-1], self.pieces, strict=True):
            spans = parents(chunks, by=self.by, levels=self.levels)
            found += [(offset + start, offset + end) for start, end in spans]
        return found


def evaluate_parents(
    chunker: Chunker,
    documents: Sequence[Document],
    questions: Sequence[Asked],
    *,
    budget: int,
    by: int | str = CONTEXT,
    levels: int | None = None,
    search: Search | None = None,
) -> Result:
    """Measure a chunker whose chunks are found and whose parents are read within a budget.

    A parent that brings something new is read with its chunk's context. A character is paid for
    once, and the last parent is read as far as the budget goes: the price is that of `evaluate`.
    Raises what `evaluate` and `parents` raise; the budget must read the longest parent.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.samples import load_document, load_questions
    >>> note = load_document("policy/55012")
    >>> asked = [question for question in load_questions() if question.document == note]
    >>> print(evaluate_parents(ParagraphChunker(200), [note], asked, budget=600, by=600).setting)
    paragraph by=600 200
    """
    corpus = ParentCorpus(chunker, documents, by, levels)
    ranked = rank(corpus, questions, budget=budget, search=search)
    result = score(corpus, ranked, budget=budget, search=search)
    options = f"by={by}" if levels is None else f"by={by} levels={levels}"
    return replace(result, chunker=f"{result.chunker} {options}")
