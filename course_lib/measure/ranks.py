"""What a ranking of chunks is usually scored by: hit rate, MRR and nDCG, at k chunks.

All three ask of each chunk how *relevant* it is, and somebody has to say what that means: here it
`touches` the evidence, or it `holds` a passage of it whole. Recall and precision in characters need
no such rule, and do not change with how many chunks share the evidence.

* Hit rate: the share of the questions with a relevant chunk among the first k.
* MRR, mean reciprocal rank: 1 ÷ the place of the first relevant chunk, 0 when none is among the
  first k (Voorhees, "The TREC-8 Question Answering Track Report", 1999).
* nDCG: the sum of gain ÷ log₂(place + 1) over the first k, divided by the sum for the best order
  of all chunks (Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", 2002).
"""

from collections.abc import Callable, Iterable, Sequence
from math import log2
from typing import NamedTuple, TypeAlias

from course_lib.chunk import Span
from course_lib.errors import InvalidValue
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import Ranked
from course_lib.measure.scores import check_count, count_whole
from course_lib.measure.split import overlap_length

Gain: TypeAlias = Callable[[Span, Sequence[Span]], int]


class RankScores(NamedTuple):
    """How a ranking fared: of one question, or as the mean over several."""

    hit: float
    reciprocal_rank: float
    ndcg: float


def touches(chunk: Span, evidence: Sequence[Span]) -> int:
    """Return 1 for a chunk with a character of the evidence, else 0.

    >>> touches((0, 400), [(337, 508)]), touches((0, 337), [(337, 508)])
    (1, 0)
    """
    return int(overlap_length(chunk, evidence) > 0)


def holds_passage(chunk: Span, evidence: Sequence[Span]) -> int:
    """Return how many passages of the evidence the chunk holds whole.

    >>> holds_passage((0, 400), [(337, 508), (20, 90)])
    1
    """
    return count_whole([chunk], evidence)


def score_ranking(gains: Sequence[int], all_gains: Iterable[int], k: int) -> RankScores:
    """Score one ranking: the gain of each chunk found, best first, and of each that there is.

    A ranking without any relevant chunk to find scores 0. Raises InvalidValue for a k below one,
    and when the ranking gains more than there is, as when a chunk comes twice.

    >>> score_ranking([0, 1, 0, 1], [0, 1, 0, 1, 1], k=3)
    RankScores(hit=1.0, reciprocal_rank=0.5, ndcg=0.296...)
    """
    check_count("k", k)
    there_is = list(all_gains)
    if sum(gains) > sum(there_is):
        raise InvalidValue(
            f"a ranking gains {sum(gains)}, and all chunks hold {sum(there_is)}: rank a chunk once"
        )
    places = [place for place, gain in enumerate(gains[:k], 1) if gain]
    if not places:
        return RankScores(0.0, 0.0, 0.0)
    ideal = sorted(there_is, reverse=True)
    return RankScores(1.0, 1 / places[0], _discounted(gains[:k]) / _discounted(ideal[:k]))


def score_rankings(
    corpus: Corpus, ranked: Sequence[Ranked], k: int, gain: Gain = holds_passage
) -> RankScores:
    """Return hit rate, MRR and nDCG at k chunks: the means over the questions.

    `ranked` is what `rank(corpus, questions, k=k)` returned. Raises InvalidValue for a k below one,
    for no question, and when a ranking does not go as deep as k.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.measure.experiment import rank
    >>> from course_lib.samples import load_document, load_questions
    >>> note = load_document("policy/55012")
    >>> corpus = Corpus(ParagraphChunker(400), [note])
    >>> ranked = rank(corpus, [each for each in load_questions() if each.document == note], k=3)
    >>> score_rankings(corpus, ranked, k=1).hit, score_rankings(corpus, ranked, k=3).hit
    (0.25, 1.0)
    """
    if not ranked:
        raise InvalidValue("there is no question to score: give at least one")
    scores = []
    for each in ranked:
        if len(each.found) < k and not each.exhausted:
            raise InvalidValue(f"a ranking has {len(each.found)} chunks, and k is {k}: rank deeper")
        near = corpus.near(each.question, each.evidence)
        found = [gain(corpus.chunks[number], each.evidence) for number in each.found]
        scores.append(score_ranking(found, (gain(chunk, each.evidence) for chunk in near), k))
    return RankScores(*(sum(column) / len(scores) for column in zip(*scores, strict=True)))


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))
