"""Evaluate a chunker: split, store, ask, read, score, and say how sure the figures are.

The real store, or a search of yours, is asked every question once, and what it ranks is kept, best
first, for any k and budget; what is compared is read at one price. Shares of passages (intact,
covered, one_chunk, neighbours) are taken over all pieces of evidence; recall, precision, IoU and
best_chunk are means over the questions; characters to evidence is a median over the questions.
Figures are exact; intervals draw the questions again.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from math import inf, isinf
from statistics import median_low
from typing import Any

from course_lib.access import Identity, visible
from course_lib.chunk import Chunker, Span
from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue, UnknownName
from course_lib.measure import bootstrap, scores
from course_lib.measure.bootstrap import Difference, Groups, Interval
from course_lib.measure.corpus import Corpus, Setting, setting_of
from course_lib.measure.intervals import intersection, merge, total_length, union_length
from course_lib.measure.questions import Asked
from course_lib.measure.scores import Reading, cost, read_top, read_within, with_neighbours
from course_lib.measure.search import Ranking, Search, checked, name_of, ranking_of, stored

SHARES = ("intact", "covered", "one_chunk", "neighbours")
MEANS = ("recall", "precision", "iou", "best_chunk")
TO_EVIDENCE = "characters_to_evidence"
FIGURES = (*SHARES, *MEANS, TO_EVIDENCE)
GRID = 10**12  # where scores are drawn again they are whole numbers of trillionths
Progress = Callable[[int, int], object]
REACH = 20_000  # characters; who has read so many in vain stops


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one question fared: numbers of its passages first, then its own scores.

    Of its `passages` pieces of evidence, `intact` lie whole in some chunk of the split; `covered`
    were read whole; `one_chunk` were read whole in one chunk, the most that a perfect choice among
    the chunks read could give; `neighbours` are read whole when the chunks before and after each
    are fetched too, at no charge. `best_chunk` is the recall of the best single chunk of the split.
    `characters_to_evidence` is None when that is beyond REACH. `read` counts chunks.
    """

    question: str
    passages: int
    intact: int
    covered: int
    one_chunk: int
    neighbours: int
    recall: Fraction
    precision: Fraction
    iou: Fraction
    best_chunk: Fraction
    characters_to_evidence: int | None
    read: int


@dataclass(frozen=True)
class Result(Setting):
    """One setting, and the outcome of each question: figures as floats, and exactly by `figure`."""

    exact_storage: Fraction
    outcomes: tuple[Outcome, ...]

    def __str__(self) -> str:
        figures = [self._described(name) for name in ("recall", "precision", "intact")]
        return (
            f"{self.setting}, reading {self.price}, questions: {len(self.outcomes):,}\n"
            f"{', '.join(figures)}, stored {self.storage:.2f} times"
        )

    def __repr__(self) -> str:
        return (
            f"<Result {self.setting}, reading {self.price}: "
            f"recall {self.recall:.2f}, precision {self.precision:.2f}>"
        )

    @property
    def recall(self) -> float:
        """The mean share of the evidence that was read."""
        return float(self.figure("recall") or 0)

    @property
    def precision(self) -> float:
        """The mean share of what was read that is evidence."""
        return float(self.figure("precision") or 0)

    @property
    def intact(self) -> float:
        """The share of the passages that lie whole in some chunk of the split."""
        return float(self.figure("intact") or 0)

    @property
    def covered(self) -> float:
        """The share of the passages that were read whole."""
        return float(self.figure("covered") or 0)

    @property
    def storage(self) -> float:
        """Stored ÷ original characters; the context beside the chunks is stored, too."""
        return float(self.exact_storage)

    @property
    def passages(self) -> int:
        """How many pieces of evidence the questions have together."""
        return sum(outcome.passages for outcome in self.outcomes)

    @property
    def nothing_found(self) -> int:
        """How many questions found no chunk at all; their recall and precision count as 0."""
        return sum(not outcome.read for outcome in self.outcomes)

    def about(self, questions: Collection[Asked]) -> "Result":
        """Return the result for some of its questions alone."""
        ids = {question.id for question in questions}
        return replace(self, outcomes=tuple(o for o in self.outcomes if o.question in ids))

    def figure(self, name: str) -> Fraction | None:
        """Return one of FIGURES, exactly.

        Characters to evidence is None when half of the questions never find all of theirs. Raises
        UnknownName that lists the names there are.
        """
        values = self._values(name)
        if name == TO_EVIDENCE:
            middle = median_low(values)
            return None if middle == inf else Fraction(middle)
        return Fraction(sum(values), self.passages if name in SHARES else len(values))

    def draws(self, name: str, groups: Groups = None) -> list[float]:
        """Return the figure in each draw of questions or groups: the same for every setting."""
        values = self._values(name)
        if name == TO_EVIDENCE:
            return bootstrap.medians(list(map(float, values)), groups)
        scale = 1 if name in SHARES else GRID
        parts = [round(value * scale) for value in values]
        wholes = [scale * (o.passages if name in SHARES else 1) for o in self.outcomes]
        return bootstrap.ratios(parts, wholes, groups)

    def interval(self, name: str, groups: Groups = None) -> Interval:
        """Return where the figure lies in the middle 95 % of the draws."""
        return bootstrap.interval(self.draws(name, groups))

    def _described(self, name: str) -> str:
        low, high = self.interval(name)
        return f"{name} {float(self.figure(name) or 0):.2f} ({low:.2f}–{high:.2f})"

    def _values(self, name: str) -> list[Any]:
        """One number for each question: whole, a Fraction, or inf for what is beyond REACH."""
        if name not in FIGURES:
            raise UnknownName(f"no figure {name!r}; choose from {', '.join(FIGURES)}")
        values = [getattr(outcome, name) for outcome in self.outcomes]
        return [inf if value is None else value for value in values]


def difference(first: Result, second: Result, name: str, groups: Groups = None) -> Difference:
    """Return how much higher a figure is in the first result, and the interval of that: paired.

    With `groups`, such as the document of each question, whole groups are drawn. Raises
    InvalidValue when the results are not about the same questions, when the figure has no value in
    one of them or in a draw, and unless each question has a group.
    """
    if [each.question for each in first.outcomes] != [each.question for each in second.outcomes]:
        raise InvalidValue("the results are about different questions: they cannot be paired")
    more, less = first.figure(name), second.figure(name)
    if more is None or less is None:
        raise InvalidValue(f"{name} has no value in one of the results")
    draws = first.draws(name, groups), second.draws(name, groups)
    unbounded = sum(isinf(a) or isinf(b) for a, b in zip(*draws, strict=True))
    if unbounded:
        raise InvalidValue(
            f"{name} has no value in {unbounded} of {len(draws[0])} draws: too many questions "
            "never find all of their evidence; compare recall"
        )
    return Difference(float(more - less), bootstrap.paired_interval(*draws))


def evaluate(
    chunker: Chunker,
    documents: Sequence[Document],
    questions: Sequence[Asked],
    *,
    k: int | None = None,
    budget: int | None = None,
    search: Search | None = None,
    progress: Progress | None = None,
) -> Result:
    """Measure one chunker and one search, reading k chunks or a budget of characters.

    A `search` ranks in place of the store, and is named beside the chunker. `progress` is called
    with the number of questions done and of all. Raises InvalidValue unless exactly one of k and
    budget is given, and for what Corpus and `rank` refuse.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.samples import load_document, load_questions
    >>> note = load_document("policy/55012")
    >>> asked = [question for question in load_questions() if question.document == note]
    >>> result = evaluate(ParagraphChunker(400), [note], asked, budget=400)
    >>> result.recall, result.figure("recall")
    (0.25, Fraction(1, 4))
    >>> print(result)
    paragraph 400, reading 400 characters, questions: 4
    recall 0.25 (0.00–0.75), precision 0.11 (0.00–0.32), intact 1.00 (1.00–1.00), stored 0.99 times
    """
    _check_price(k, budget)
    ks = [] if k is None else [k]
    budgets = [] if budget is None else [budget]
    prices: Any = {"ks": ks, "budgets": budgets, "search": search, "progress": progress}
    (result,) = sweep([chunker], documents, questions, **prices)
    return result


def sweep(
    chunkers: Sequence[Chunker],
    documents: Sequence[Document],
    questions: Sequence[Asked],
    *,
    ks: Sequence[int] = (),
    budgets: Sequence[int] = (),
    search: Search | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """Measure several chunkers at each k and each budget; a question is asked once for all prices.

    The results come chunker by chunker, first each k, then each budget. Whatever `evaluate` refuses
    is refused before anything is measured. `progress` counts the questions of all chunkers.
    """
    corpora = [Corpus(chunker, documents) for chunker in chunkers]
    for corpus in corpora:
        corpus.check_reading(max(ks, default=None), min(budgets, default=None))
    deepest = {"k": max(ks, default=None), "budget": max(budgets, default=None)}
    results: list[Result] = []
    for number, corpus in enumerate(corpora):
        part = _part_of(progress, number, len(corpora))
        ranked = rank(corpus, questions, **deepest, search=search, progress=part)
        results += [score(corpus, ranked, k=k, search=search) for k in ks]
        results += [score(corpus, ranked, budget=budget, search=search) for budget in budgets]
    return results


@dataclass(frozen=True, slots=True)
class Ranked:
    """One question, its evidence in the corpus, and the numbers of the chunks found, best first.

    `exhausted` says that the search has no more for it; `to_evidence` is how many characters are
    read until the evidence is whole, None when that is beyond REACH.
    """

    question: Asked
    evidence: tuple[Span, ...]
    found: tuple[int, ...]
    exhausted: bool
    to_evidence: int | None


def rank(
    corpus: Corpus,
    questions: Sequence[Asked],
    *,
    k: int | None = None,
    budget: int | None = None,
    search: Search | None = None,
    progress: Progress | None = None,
) -> list[Ranked]:
    """Ask each question as somebody who may read its document, among the chunks they may see.

    The ranking goes deep enough for k chunks, for a budget of characters, and until the evidence is
    whole, REACH characters are read, or the search has no more. `progress` is called with the
    number of questions done and of all. Raises InvalidType for what is no list of questions, and
    InvalidValue for no question, and for a question, a k or a budget that Corpus refuses; both for
    what a search of yours may not return, as `checked` says.
    """
    if not isinstance(questions, Sequence):
        raise InvalidType(f"questions must be a list of questions, got {questions!r:.80}")
    if not questions:
        raise InvalidValue("there is no question to measure with: give at least one")
    corpus.check_reading(k, budget)
    for question in questions:
        corpus.evidence(question)  # refused before anything is stored
    ranked: list[Ranked] = []
    with _rankings(corpus, search) as ranking_for:
        for question in questions:
            document = question.document
            asking = Identity("measure", document.scope, document.acl_roles)
            ranked.append(_rank_one(ranking_for(asking), corpus, question, k or 1, budget or 1))
            if progress:
                progress(len(ranked), len(questions))
    return ranked


def score(
    corpus: Corpus,
    ranked: Sequence[Ranked],
    *,
    k: int | None = None,
    budget: int | None = None,
    search: Search | None = None,
) -> Result:
    """Score what was found in a corpus at one k or one budget.

    Raises InvalidValue as `evaluate` does, and when the ranking does not go as deep.
    """
    _check_price(k, budget)
    corpus.check_reading(k, budget)
    outcomes = tuple(_outcome(corpus, each, k, budget) for each in ranked)
    chunker, size, overlap = setting_of(corpus.chunker)
    if search:
        chunker = f"{chunker} search={name_of(search)}"
    return Result(chunker, size, overlap, k, budget, corpus.storage, outcomes)


def _part_of(progress: Progress | None, number: int, parts: int) -> Progress | None:
    """The progress of one part among several that are equally long."""
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, parts * total)


def _check_price(k: int | None, budget: int | None) -> None:
    if (k is None) == (budget is None):
        raise InvalidValue("give k or a budget, one of the two: how much is read of a ranking")


def _outcome(corpus: Corpus, ranked: Ranked, k: int | None, budget: int | None) -> Outcome:
    evidence = ranked.evidence
    near = corpus.near(ranked.question, evidence)
    spans = [corpus.chunks[number] for number in ranked.found]
    beside = [corpus.beside[number] for number in ranked.found]
    if budget is None:
        read = paid = read_top(spans, k or 1)
        context = sum(beside[: len(read)])
        enough = len(read) == k
    else:
        read = read_within(spans, budget, beside)
        paid = merge(read)
        context = cost(read, beside) - union_length(paid)
        enough = len(read) < len(spans) or cost(read, beside) == budget
    if not enough and not ranked.exhausted:
        raise InvalidValue("the ranking does not go that deep: rank with this k or budget")
    fetched = with_neighbours(ranked.found[: len(read)], corpus.document_of)
    return Outcome(
        question=ranked.question.id,
        passages=len(evidence),
        intact=scores.count_whole(near, evidence),
        covered=scores.count_covered(read, evidence),
        one_chunk=scores.count_whole(read, evidence),
        neighbours=scores.count_covered([corpus.chunks[number] for number in fetched], evidence),
        recall=scores.recall(paid, evidence),
        precision=scores.precision(paid, evidence, context),
        iou=scores.iou(paid, evidence, context),
        best_chunk=scores.best_recall(near, evidence),
        characters_to_evidence=ranked.to_evidence,
        read=len(read),
    )


@contextmanager
def _rankings(corpus: Corpus, search: Search | None) -> Iterator[Callable[[Identity], Ranking]]:
    """Yield what gives each asker a ranking: of the real store, or of the chunks they may see."""
    if search is None:
        with stored(zip(corpus.documents, corpus.pieces, strict=True)) as store:
            yield partial(ranking_of, store)
        return
    chunks = [chunk for its in corpus.pieces for chunk in its]

    @cache
    def ranking_for(asking: Identity) -> Ranking:
        return checked(search, [chunk for chunk in chunks if visible(chunk, asking)])

    yield ranking_for


def _rank_one(ranking: Ranking, corpus: Corpus, question: Asked, k: int, budget: int) -> Ranked:
    """Read a ranking until k chunks, the budget and the evidence, or REACH for it, are read."""
    evidence = corpus.evidence(question)
    reading, missing, to_evidence = Reading(), union_length(evidence), None
    found: list[int] = []
    for chunk, _ in ranking(question.text):
        number = corpus.number(chunk)
        found.append(number)
        new = reading.add(corpus.chunks[number], corpus.beside[number])
        missing -= total_length(intersection(new, evidence))
        if not missing and to_evidence is None and reading.length <= REACH:
            to_evidence = reading.length
        # Evidence that was not found yet may stand deeper: then as much is read as REACH allows.
        deep = max(budget, REACH) if missing else budget
        if len(found) >= k and reading.length >= deep:
            return Ranked(question, evidence, tuple(found), False, to_evidence)
    return Ranked(question, evidence, tuple(found), True, to_evidence)
