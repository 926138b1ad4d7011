"""Evaluate a chunker: split, store, ask, read, score; what is compared is read at one price."""

from __future__ import annotations

from collections.abc import Sequence

from course_lib.chunk import Chunker
from course_lib.document import Document
from course_lib.measure import scores
from course_lib.measure.intervals import merge, union_length
from course_lib.measure.line import Line
from course_lib.measure.questions import Asked
from course_lib.measure.ranking import Progress, Ranked, Ranking, rank
from course_lib.measure.result import Outcome, Result
from course_lib.measure.retrieval import read_top, read_within, with_neighbours


def evaluate(
    chunker: Chunker,
    documents: Sequence[Document],
    questions: Sequence[Asked],
    *,
    k: int | None = None,
    budget: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Measure one chunker over the real store, reading k chunks or a budget of characters.

    `progress` is called with the number of questions done and of all. Raises ValueError unless
    exactly one of k and budget is given, and for what Line and `rank` refuse.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.samples import load_document, load_questions
    >>> note = load_document("policy/55012")
    >>> asked = [question for question in load_questions() if question.document == note]
    >>> result = evaluate(ParagraphChunker(400), [note], asked, budget=400)
    >>> result.figure("intact"), result.storage
    (Fraction(1, 1), Fraction(999, 1006))
    """
    _check_price(k, budget)
    ks, budgets = [k] if k is not None else [], [budget] if budget is not None else []
    (result,) = sweep([chunker], documents, questions, ks=ks, budgets=budgets, progress=progress)
    return result


def sweep(
    chunkers: Sequence[Chunker],
    documents: Sequence[Document],
    questions: Sequence[Asked],
    *,
    ks: Sequence[int] = (),
    budgets: Sequence[int] = (),
    progress: Progress | None = None,
) -> list[Result]:
    """Measure several chunkers at each k and each budget; a question is asked once for all prices.

    The results come chunker by chunker, first each k, then each budget. Whatever `evaluate` refuses
    is refused before anything is measured. `progress` counts the questions of all chunkers.
    """
    lines = [Line(chunker, documents) for chunker in chunkers]
    for line in lines:
        line.check_reading(max(ks, default=None), min(budgets, default=None))
    results: list[Result] = []
    for number, line in enumerate(lines):
        ranking = rank(
            line,
            questions,
            k=max(ks, default=None),
            budget=max(budgets, default=None),
            progress=_part_of(progress, number, len(lines)),
        )
        results += [score(ranking, k=k) for k in ks]
        results += [score(ranking, budget=budget) for budget in budgets]
    return results


def score(ranking: Ranking, *, k: int | None = None, budget: int | None = None) -> Result:
    """Score a ranking at one k or one budget.

    Raises ValueError as `evaluate` does, and when the ranking does not go as deep.
    """
    _check_price(k, budget)
    line = ranking.line
    line.check_reading(k, budget)
    name, size, overlap = setting_of(line.chunker)
    outcomes = tuple(_outcome(line, ranked, k, budget) for ranked in ranking.ranked)
    return Result(name, size, overlap, k, budget, line.storage, outcomes)


def setting_of(chunker: Chunker) -> tuple[str, int | None, int | None]:
    """Return a chunker's name, size and overlap; None for what it does not have.

    >>> from course_lib import NaiveChunker, ParagraphChunker
    >>> setting_of(NaiveChunker(400, 100)), setting_of(ParagraphChunker(800))
    (('naive', 400, 100), ('paragraph', 800, None))
    """
    name = type(chunker).__name__
    size = getattr(chunker, "chunk_size", getattr(chunker, "max_chars", None))
    return name.removesuffix("Chunker").lower() or name, size, getattr(chunker, "overlap", None)


def _part_of(progress: Progress | None, number: int, parts: int) -> Progress | None:
    """The progress of one part among several that are equally long."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, parts * total)


def _check_price(k: int | None, budget: int | None) -> None:
    if (k is None) == (budget is None):
        raise ValueError("give k or a budget, one of the two: how much is read of a ranking")


def _outcome(line: Line, ranked: Ranked, k: int | None, budget: int | None) -> Outcome:
    evidence = ranked.evidence
    near = line.near(ranked.question, evidence)
    spans = [line.chunks[number] for number in ranked.found]
    if budget is None:
        read = paid = read_top(spans, k or 1)
        enough = len(read) == k
    else:
        read = read_within(spans, budget)
        paid = merge(read)
        enough = union_length(paid) == budget
    if not enough and not ranked.exhausted:
        raise ValueError("the ranking does not go that deep: rank with this k or budget")
    fetched = with_neighbours(ranked.found[: len(read)], line.document_of)
    return Outcome(
        question=ranked.question.id,
        passages=len(evidence),
        intact=scores.count_whole(near, evidence),
        covered=scores.count_covered(read, evidence),
        one_chunk=scores.count_whole(read, evidence),
        neighbours=scores.count_covered([line.chunks[number] for number in fetched], evidence),
        recall=scores.recall(paid, evidence),
        precision=scores.precision(paid, evidence),
        iou=scores.iou(paid, evidence),
        best_chunk=scores.best_recall(near, evidence),
        characters_to_evidence=ranked.to_evidence,
        read=len(read),
    )
