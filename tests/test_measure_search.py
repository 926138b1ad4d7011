"""The seam for searches: the store's own is one of them, fusion is its formula, and what is wrong
with a search of somebody's is named."""

import gc
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from tempfile import gettempdir

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import make_document

from course_lib import MarkdownChunker, NaiveChunker, ParagraphChunker, Scope, cut, samples
from course_lib.access import Identity
from course_lib.errors import InvalidType, InvalidValue
from course_lib.measure import evaluate, evaluate_parents, fused, store_search, sweep
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import FIGURES, rank
from course_lib.measure.questions import OwnQuestion
from course_lib.measure.search import DEEPER, FIRST_LOOK, address, checked, ranking_of, stored

DOCUMENTS = [d for d in samples.load_documents() if len(d.text) < 4_000]
ASKED = [q for q in samples.load_questions() if q.document in DOCUMENTS][::4]


def figures_of(result):
    return {name: result.figure(name) for name in FIGURES} | {"storage": result.exact_storage}


# --- the store's own search is one that fits the seam ---


@pytest.mark.parametrize(
    "chunker", [NaiveChunker(90, 30), ParagraphChunker(300), MarkdownChunker(500)], ids=repr
)
def test_the_stores_words_through_the_seam_measure_as_the_store_itself(chunker):
    prices = {"ks": [1, 3], "budgets": [1_200]}
    own = sweep([chunker], DOCUMENTS, ASKED, **prices)
    through = sweep([chunker], DOCUMENTS, ASKED, **prices, search=store_search)
    assert list(map(figures_of, own)) == list(map(figures_of, through))
    assert {result.outcomes for result in own} == {result.outcomes for result in through}


words = st.sampled_from(["roof", "pipes", "slate", "old", "cellar", "water"])
documents = st.builds(
    make_document,
    st.lists(words, min_size=3, max_size=40).map(" ".join),
    source_id=st.sampled_from(["b/2", "a/1", "ä/3", "a"]),
)


@settings(max_examples=12)
@given(
    st.lists(documents, min_size=1, max_size=4, unique_by=lambda document: document.source_id),
    st.lists(words, max_size=4).map(" ".join),
    st.data(),
)
def test_any_chunks_rank_as_in_a_store_of_their_documents(found, question, data):
    pieces = []
    for document in found:
        spans = data.draw(st.sets(st.tuples(st.integers(0, 5), st.integers(6, 12)), min_size=1))
        pieces.append(cut(document, [(*span, ("Old slate",)) for span in sorted(spans)]))
    with stored(zip(found, pieces, strict=True)) as store:
        who = Identity("x", found[0].scope, found[0].acl_roles)
        expected = list(ranking_of(store, who)(question))
    chunks = data.draw(st.permutations([chunk for its in pieces for chunk in its]))
    assert list(store_search(chunks)(question)) == expected


def test_chunks_of_two_scopes_under_one_name_are_told_apart():
    mine = make_document("The roof.")
    theirs = make_document("Their roof leaks.", scope=Scope("puddlewick", "prod"))
    chunks = [*NaiveChunker(50, 0).split(mine), *NaiveChunker(50, 0).split(theirs)]
    found = [chunk for chunk, _ in store_search(chunks)("roof")]
    assert sorted(found, key=str) == sorted(chunks, key=str)


def test_a_ranking_is_read_as_deep_as_it_is_asked_and_each_chunk_once():
    chunks = NaiveChunker(5, 0).split(make_document("roof " * (FIRST_LOOK * DEEPER + 9)))
    ranked = [chunk for chunk, _ in store_search(chunks)("roof")]
    assert ranked == chunks, "equal scores stand in the order of the text"


def test_the_store_of_a_ranking_is_gone_with_it():
    def stores():
        return set(Path(gettempdir()).glob("*/measure.sqlite"))

    before = stores()
    ranking = store_search(NaiveChunker(50, 0).split(make_document()))
    assert len(stores() - before) >= 1
    made = stores() - before
    del ranking
    gc.collect()
    assert not made & stores()


# --- what is handed to a search, and what becomes of its ranking ---


def by_length(chunks):
    ranked = sorted(chunks, key=lambda chunk: -len(chunk.text))
    return lambda question: ((chunk, len(chunk.text)) for chunk in ranked)


def test_a_search_is_handed_what_the_asker_may_see_and_its_order_counts():
    memo = make_document("The roof is slate.", source_id="memo/1", acl_roles={"underwriter"})
    claim = make_document("The roof leaks a lot.", source_id="claim/1", acl_roles={"handler"})
    theirs = make_document("Their roof is long gone.", scope=Scope("puddlewick", "prod"))
    every = [memo, claim, theirs]
    handed = []

    def search(chunks):
        handed.append([chunk.source_id for chunk in chunks])
        return by_length(chunks)

    corpus = Corpus(NaiveChunker(10, 0), every)
    asked = [OwnQuestion(str(n), "?", d, ((0, 5),)) for n, d in enumerate([*every, memo])]
    found = rank(corpus, asked, k=3, search=search)
    assert handed == [["memo/1"] * 2, ["claim/1"] * 3, ["policy/1"] * 3], "each asker once"
    assert [each.found for each in found] == [(0, 1), (2, 3, 4), (5, 6, 7), (0, 1)]
    assert [each.to_evidence for each in found] == [10, 10, 10, 10]


def test_a_measured_search_is_named_and_the_default_is_not():
    chunker, price = ParagraphChunker(300), {"budget": 900}
    assert evaluate(chunker, DOCUMENTS, ASKED, **price).chunker == "paragraph"
    result = evaluate(chunker, DOCUMENTS, ASKED, **price, search=by_length)
    assert result.setting == "paragraph search=by_length 300"
    parents = evaluate_parents(chunker, DOCUMENTS, ASKED, **price, by=600, search=by_length)
    assert parents.setting == "paragraph search=by_length by=600 300"


def test_a_search_may_be_an_object_and_is_named_by_its_class():
    class Longest:
        def __call__(self, chunks):
            return by_length(chunks)

    result = evaluate(ParagraphChunker(300), DOCUMENTS, ASKED, k=1, search=Longest())
    assert result.chunker == "paragraph search=Longest"


# --- several searches fused ---


def in_order(names):
    """A search that ranks chunks by the number in their text, as listed."""

    def search(chunks):
        by_text = {chunk.text.strip(): chunk for chunk in chunks}
        return lambda question: [(by_text[name], -at) for at, name in enumerate(names)]

    return search


CHUNKS = NaiveChunker(5, 0).split(make_document("one  two  threefour five "))
NAMES = [chunk.text.strip() for chunk in CHUNKS]


@given(st.lists(st.permutations(NAMES), min_size=2, max_size=4), st.data())
def test_fusion_is_the_formula_of_its_paper(orders, data):
    orders = [order[: data.draw(st.integers(0, 5))] for order in orders]
    depth, constant = data.draw(st.integers(1, 6)), data.draw(st.integers(0, 70))
    scores = defaultdict(float)
    for order in orders:
        for place, name in enumerate(order[:depth], 1):
            scores[name] += 1 / (constant + place)
    search = fused(*map(in_order, orders), depth=depth, rank=constant)
    found = list(search(CHUNKS)("?"))
    assert {chunk.text.strip(): score for chunk, score in found} == pytest.approx(scores)
    assert all(before[1] >= after[1] for before, after in pairwise(found))


def test_a_search_fused_with_itself_keeps_its_order():
    own = [chunk for chunk, _ in store_search(CHUNKS)("two five one")]
    both = [chunk for chunk, _ in fused(store_search, store_search)(CHUNKS)("two five one")]
    assert both == own


def test_fusion_measures_like_any_search():
    result = evaluate(
        ParagraphChunker(300), DOCUMENTS, ASKED, budget=900, search=fused(store_search, by_length)
    )
    assert result.chunker == "paragraph search=store_search+by_length"
    assert 0 < result.recall < 1


@pytest.mark.parametrize("searches", [(), (store_search,)])
def test_one_search_is_not_fused(searches):
    with pytest.raises(InvalidValue, match="nothing to fuse: give two searches or more"):
        fused(*searches)


# --- what a search may not return ---

OTHER = NaiveChunker(5, 0).split(make_document("one  two  threefour fives"))
COPY = cut(make_document("one  two  threefour five "), [chunk.span for chunk in CHUNKS])


@pytest.mark.parametrize(
    ("ranked", "error", "words"),
    [
        ([(OTHER[0], 1.0)], InvalidValue, "place 1 of 'x': policy/1 #0 is none of the chunks that"),
        ([(CHUNKS[0], 1), (CHUNKS[0], 1)], InvalidValue, "place 2 .* comes twice: rank a chunk on"),
        ([(CHUNKS[0], 1), (CHUNKS[1], 2)], InvalidValue, "2.0 is higher than 1.0 .* best first"),
        ([(CHUNKS[0], float("nan"))], InvalidValue, "the score nan is no finite number"),
        ([(CHUNKS[0], float("-inf"))], InvalidValue, "the score -inf is no finite number"),
        ([(CHUNKS[0], "0.5")], InvalidType, "the score '0.5' is no number"),
        ([(CHUNKS[0], None)], InvalidType, "the score None is no number"),
        ([(CHUNKS[0], True)], InvalidType, "the score True is no number"),
        ([CHUNKS[0]], InvalidType, r"must be a pair \(chunk, score\), got Chunk"),
        ([(0, 0.5)], InvalidType, r"must be a pair \(chunk, score\), got \(0, 0.5\)"),
        ([(CHUNKS[0].text, 0.5)], InvalidType, r"must be a pair \(chunk, score\), got"),
        (None, InvalidType, r"the search mine must rank pairs \(chunk, score\), got None"),
        (7, InvalidType, r"the search mine must rank pairs \(chunk, score\), got 7"),
    ],
)
@pytest.mark.parametrize("through", [lambda search: search, lambda s: fused(s, store_search)])
def test_what_a_search_may_not_return_is_named(ranked, error, words, through):
    def mine(chunks):
        return lambda question: ranked

    with pytest.raises(error, match=words):
        list(checked(through(mine), CHUNKS)("x"))


@pytest.mark.parametrize(
    ("search", "words"),
    [
        ("bm25", "a search is a function of chunks, got 'bm25'"),
        (
            lambda chunks: chunks,
            r"the search <lambda> must return a function of a question, got \[",
        ),
        (lambda chunks: None, "the search <lambda> must return a function of a question, got None"),
    ],
)
def test_what_is_no_search_is_refused(search, words):
    with pytest.raises(InvalidType, match=words):
        evaluate(ParagraphChunker(300), DOCUMENTS, ASKED, k=1, search=search)


def test_equal_chunks_that_were_made_anew_are_the_same_chunks():
    def mine(chunks):
        return lambda question: [(chunk, 1.0) for chunk in COPY]

    assert [address(chunk) for chunk, _ in checked(mine, CHUNKS)("x")] == list(map(address, CHUNKS))


def test_a_score_of_any_number_type_will_do():
    numpy = pytest.importorskip("numpy")

    def mine(chunks):
        return lambda question: zip(chunks, numpy.float32([5, 4, 3, 2, 1]), strict=True)

    assert [type(score) for _, score in checked(mine, CHUNKS)("x")] == [float] * 5
