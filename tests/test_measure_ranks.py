"""Hit rate, MRR and nDCG: by hand, by brute force, and as scikit-learn computes nDCG."""

from itertools import permutations
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import MarkdownChunker, NaiveChunker, samples
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import rank
from course_lib.measure.ranks import (
    RankScores,
    holds_passage,
    score_ranking,
    score_rankings,
    touches,
)

# nDCG by sklearn.metrics.ndcg_score of scikit-learn 1.9.1: all gains in the order found, and k
BY_SCIKIT_LEARN = [
    ([0, 1, 0, 1, 1], 3, 0.2960819109658652),
    ([1, 4, 0, 2], 2, 0.6696718164942299),
    ([3, 2, 3, 0, 1, 2], 6, 0.9608081943360616),
    ([0, 0, 2, 1], 4, 0.543791241910304),
    ([1, 0, 0], 1, 1.0),
]


@pytest.mark.parametrize(("gains", "k", "expected"), BY_SCIKIT_LEARN)
def test_ndcg_is_what_scikit_learn_says(gains, k, expected):
    assert score_ranking(gains, gains, k).ndcg == pytest.approx(expected)


def test_the_first_relevant_chunk_decides_hit_and_rank():
    assert score_ranking([0, 0, 1, 1], [1, 1], k=2) == (0, 0, 0)
    hit, reciprocal, _ = score_ranking([0, 0, 1, 1], [1, 1], k=3)
    assert (hit, reciprocal) == (1, 1 / 3)
    by_hand = (1 / log2(4) + 1 / log2(5)) / (1 / log2(2) + 1 / log2(3))
    assert score_ranking([0, 0, 1, 1], [1, 1], k=4).ndcg == pytest.approx(by_hand)


def test_what_was_not_found_counts_in_the_best_order():
    assert score_ranking([1], [1, 1], k=2).ndcg == pytest.approx(1 / (1 + 1 / log2(3)))
    assert score_ranking([1], [1, 1], k=1).ndcg == 1


def test_nothing_relevant_scores_0():
    assert score_ranking([], [], k=3) == score_ranking([0, 0], [0, 0, 0], k=3) == (0, 0, 0)


GAINS = st.lists(st.integers(0, 3), min_size=1, max_size=5)


@given(GAINS, st.integers(1, 6))
def test_no_order_scores_higher_than_the_best_one(gains, k):
    best = max(_dcg(order[:k]) for order in permutations(gains))
    found = score_ranking(gains, gains, k)
    assert found.ndcg == pytest.approx(_dcg(gains[:k]) / best if best else 0)
    assert 0 <= found.ndcg <= 1 + 1e-12
    assert found.reciprocal_rank <= found.hit


def _dcg(gains):
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))


def test_a_chunk_that_comes_twice_is_refused():
    with pytest.raises(ValueError, match=r"^a ranking gains 2, and all chunks hold 1: rank a ch"):
        score_ranking([1, 1], [1], k=2)


def test_a_k_below_one_is_refused():
    with pytest.raises(ValueError, match=r"^k must be at least 1, got 0$"):
        score_ranking([1], [1], k=0)


def test_relevant_is_what_touches_or_what_holds_a_passage():
    evidence = [(10, 20), (40, 50)]
    chunks = [(0, 10), (0, 11), (10, 20), (15, 45), (0, 60)]
    assert [touches(chunk, evidence) for chunk in chunks] == [0, 1, 1, 1, 1]
    assert [holds_passage(chunk, evidence) for chunk in chunks] == [0, 0, 1, 0, 2]


DOCUMENTS = [d for d in samples.load_documents() if len(d.text) < 3_000]
QUESTIONS = [q for q in samples.load_questions() if q.document in DOCUMENTS][::2]


@pytest.mark.parametrize("chunker", [NaiveChunker(300, 150), MarkdownChunker(400)], ids=repr)
@pytest.mark.parametrize("gain", [touches, holds_passage])
def test_the_samples_score_as_when_every_chunk_of_the_corpus_is_looked_at(chunker, gain):
    corpus = Corpus(chunker, DOCUMENTS)
    ranked = rank(corpus, QUESTIONS, k=4)
    scores = []
    for each in ranked:
        everywhere = [gain(chunk, each.evidence) for chunk in corpus.chunks]
        scores.append(score_ranking([everywhere[n] for n in each.found], everywhere, 4))
    means = [sum(column) / len(scores) for column in zip(*scores, strict=True)]
    found = score_rankings(corpus, ranked, 4, gain)
    assert found == pytest.approx(means)
    assert isinstance(found, RankScores)
    assert found.hit == sum(score.hit for score in scores) / len(QUESTIONS) > 0


def test_more_chunks_hit_more():
    corpus = Corpus(NaiveChunker(300, 0), DOCUMENTS)
    ranked = rank(corpus, QUESTIONS, k=8)
    hits = [score_rankings(corpus, ranked, k, touches).hit for k in (1, 2, 4, 8)]
    assert hits == sorted(hits)
    assert hits[0] < hits[-1]


def test_a_ranking_that_is_too_short_and_no_ranking_are_refused():
    corpus = Corpus(NaiveChunker(300, 0), DOCUMENTS)
    ranked = rank(corpus, QUESTIONS[:1], k=1)
    with pytest.raises(ValueError, match=r"^a ranking has \d+ chunks, and k is 9000: rank deeper$"):
        score_rankings(corpus, [_unfinished(ranked[0])], k=9000)
    with pytest.raises(ValueError, match=r"^there is no question to score: give at least one$"):
        score_rankings(corpus, [], k=1)


def _unfinished(ranked):
    return type(ranked)(ranked.question, ranked.evidence, ranked.found, False, ranked.to_evidence)
