"""The whole measurement, against a second one that counts single characters and shares no code."""

from fractions import Fraction
from statistics import median_low
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import make_document

from course_lib import MarkdownChunker, NaiveChunker, ParagraphChunker, Scope, cut, samples
from course_lib.access import Identity
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import FIGURES, REACH, evaluate, rank, score, setting_of, sweep
from course_lib.measure.questions import OwnQuestion
from course_lib.store import ChunkStore

# --- the second measurement: lists and sets of (document, position) ---


def characters_of(chunk):
    name = str(chunk.scope), chunk.source_id
    return [(name, at) for at in range(chunk.char_start, chunk.char_end)]


def ask(chunker, documents, questions):
    """For each question every chunk that the store finds, best first."""
    with TemporaryDirectory() as folder, ChunkStore(f"{folder}/all.sqlite") as store:
        for document in documents:
            store.replace(document, chunker.split(document))
        for question in questions:
            who = Identity("x", question.document.scope, question.document.acl_roles)
            yield [hit.chunk for hit in store.search(question.text, who, k=10**6)]


def read_of(hits, k, budget):
    """What is read of each hit, character by character."""
    if k:
        return [characters_of(chunk) for chunk in hits[:k]]
    read, seen = [], set()
    for chunk in hits:
        part = []
        for character in characters_of(chunk):
            if character not in seen and len(seen) == budget:
                break
            seen.add(character)
            part.append(character)
        read.append(part)
        if len(seen) == budget:
            break
    return read


def by_brute_force(chunker, documents, questions, k=None, budget=None):
    pieces = {
        (str(d.scope), d.source_id): list(map(characters_of, chunker.split(d))) for d in documents
    }
    totals = dict.fromkeys(("intact", "covered", "one_chunk", "neighbours", "passages"), 0)
    means = {name: Fraction(0) for name in ("recall", "precision", "iou", "best_chunk")}
    to_evidence = []
    for question, hits in zip(questions, ask(chunker, documents, questions), strict=True):
        name = str(question.document.scope), question.document.source_id
        passages = [{(name, at) for at in range(*span)} for span in question.spans]
        needed = set().union(*passages)
        parts = read_of(hits, k, budget)
        paid = [character for part in parts for character in part]
        if budget:
            paid = list(set(paid))
        found = len(set(paid) & needed)
        around = set()
        for chunk in hits[: len(parts)]:
            its = pieces[str(chunk.scope), chunk.source_id]
            for near in its[max(0, chunk.index - 1) : chunk.index + 2]:
                around |= set(near)
        chunks = [set(piece) for piece in pieces[name]]
        totals["passages"] += len(passages)
        totals["intact"] += sum(any(p <= chunk for chunk in chunks) for p in passages)
        totals["covered"] += sum(p <= set(paid) for p in passages)
        totals["one_chunk"] += sum(any(p <= set(part) for part in parts) for p in passages)
        totals["neighbours"] += sum(p <= around for p in passages)
        means["recall"] += Fraction(found, len(needed))
        means["precision"] += Fraction(found, len(paid)) if paid else 0
        means["iou"] += Fraction(found, len(paid) + len(needed) - found)
        means["best_chunk"] += Fraction(max(len(c & needed) for c in chunks), len(needed))
        seen, reached = set(), REACH + 1
        for chunk in hits:
            seen |= set(characters_of(chunk))
            if needed <= seen:
                reached = len(seen)
                break
        to_evidence.append(min(reached, REACH + 1))
    middle = median_low(to_evidence)
    shares = {name: Fraction(total, totals["passages"]) for name, total in totals.items()}
    del shares["passages"]
    stored = sum(len(piece) for its in pieces.values() for piece in its)
    return {
        **shares,
        **{name: total / len(questions) for name, total in means.items()},
        "characters_to_evidence": None if middle > REACH else middle,
        "storage": Fraction(stored, sum(len(d.text) for d in documents)),
    }


def figures_of(result):
    return {name: result.figure(name) for name in FIGURES} | {"storage": result.storage}


# --- they agree to the last digit ---

PAPERS = [
    document
    for document in samples.load_documents()
    if len(document.text) < 4_000 and document.scope.environment == "prod"
]
ASKED = [question for question in samples.load_questions() if question.document in PAPERS][::3]
SETTINGS = [
    NaiveChunker(120, 0),
    NaiveChunker(200, 90),
    NaiveChunker(800, 100),
    ParagraphChunker(300),
    MarkdownChunker(500),
]


@pytest.mark.parametrize("chunker", SETTINGS, ids=repr)
@pytest.mark.parametrize("price", [{"k": 1}, {"k": 4}, {"budget": 900}], ids=str)
def test_the_samples_measure_the_same(chunker, price):
    result = evaluate(chunker, PAPERS, ASKED, **price)
    assert figures_of(result) == by_brute_force(chunker, PAPERS, ASKED, **price)


words = st.sampled_from(["roof", "pipes", "kitchen", "claim", "crowns", "water", "wet", "old"])
papers = st.lists(
    st.lists(words, min_size=4, max_size=25).map(" ".join), min_size=1, max_size=3, unique=True
)


@st.composite
def experiments(draw):
    texts = draw(papers)
    scopes = st.sampled_from([Scope("marrow-quill", "prod"), Scope("puddlewick", "prod")])
    documents = [
        make_document(text, source_id=f"memo/{number}", scope=draw(scopes))
        for number, text in enumerate(texts)
    ]
    questions = []
    for number in range(draw(st.integers(1, 4))):
        document = draw(st.sampled_from(documents))
        edges = st.lists(
            st.integers(0, len(document.text)), unique=True, min_size=2, max_size=4
        ).map(sorted)
        cuts = draw(edges)
        spans = tuple(zip(cuts[::2], cuts[1::2], strict=False))
        text = " ".join(draw(st.lists(words, min_size=1, max_size=3)))
        questions.append(OwnQuestion(str(number), text, document, spans))
    size = draw(st.integers(1, 40))
    chunker = draw(
        st.sampled_from(
            [NaiveChunker(size, draw(st.integers(0, size - 1))), ParagraphChunker(size)]
        )
    )
    return chunker, documents, questions


@settings(max_examples=25)
@given(experiments(), st.data())
def test_anything_measures_the_same(experiment, data):
    chunker, documents, questions = experiment
    line = Corpus(chunker, documents)
    k = data.draw(st.integers(1, len(line.chunks)))
    budget = data.draw(st.integers(line.longest, line.longest + 60))
    by_k, by_budget = sweep([chunker], documents, questions, ks=[k], budgets=[budget])
    assert figures_of(by_k) == by_brute_force(chunker, documents, questions, k=k)
    assert figures_of(by_budget) == by_brute_force(chunker, documents, questions, budget=budget)


@settings(max_examples=15)
@given(experiments())
def test_what_holds_of_every_measurement(experiment):
    chunker, documents, questions = experiment
    line = Corpus(chunker, documents)
    ranking = rank(line, questions, k=len(line.chunks), budget=200)
    results = [score(ranking, k=k) for k in range(1, len(line.chunks) + 1)]
    for name in ("recall", "covered", "one_chunk", "neighbours"):
        values = [result.figure(name) for result in results]
        assert values == sorted(values), f"{name} never falls when k grows"
    for result in results:
        assert result.figure("one_chunk") <= result.figure("intact"), "the ceiling of one chunk"
        assert result.figure("one_chunk") <= result.figure("covered"), "the union is no less"
        assert result.figure("covered") <= result.figure("neighbours")
    assert results[0].figure("recall") <= results[0].figure("best_chunk")


# --- one oracle, and what it cannot mend ---


def test_an_oracle_that_chooses_single_chunks_stays_under_the_ceiling_and_neighbours_do_not():
    document = make_document("The roof was renewed in 2021 and the pipes are old.")
    torn = OwnQuestion("1", "roof pipes", document, ((10, 40),))
    result = evaluate(NaiveChunker(20, 0), [document], [torn], k=1)
    assert result.figure("intact") == result.figure("one_chunk") == 0
    assert result.figure("best_chunk") == Fraction(20, 30)
    assert result.figure("neighbours") == 1


# --- prices ---


@pytest.mark.parametrize("price", [{}, {"k": 3, "budget": 900}])
def test_one_price_is_named_and_not_two(price):
    with pytest.raises(ValueError, match=r"^give k or a budget, one of the two: "):
        evaluate(NaiveChunker(100, 0), PAPERS, ASKED, **price)


def test_a_sweep_gives_what_single_evaluations_give():
    chunkers = [NaiveChunker(300, 0), ParagraphChunker(300)]
    results = sweep(chunkers, PAPERS, ASKED, ks=[2, 5], budgets=[600])
    singly = [
        evaluate(chunker, PAPERS, ASKED, **price)
        for chunker in chunkers
        for price in ({"k": 2}, {"k": 5}, {"budget": 600})
    ]
    assert results == singly


def test_a_sweep_refuses_a_bad_setting_before_it_measures_a_good_one():
    calls = []
    with pytest.raises(ValueError, match="cannot read the longest chunk"):
        sweep(
            [NaiveChunker(100, 0), NaiveChunker(900, 0)],
            PAPERS,
            ASKED,
            budgets=[800, 2_000],
            progress=lambda done, total: calls.append(done),
        )
    assert calls == []


def test_progress_counts_the_questions_of_all_chunkers():
    calls = []
    chunkers = [NaiveChunker(500, 0), NaiveChunker(600, 0)]
    sweep(
        chunkers,
        PAPERS,
        ASKED[:3],
        ks=[1],
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls == [(done, 6) for done in range(1, 7)]


def test_a_ranking_that_is_not_deep_enough_is_no_silent_zero():
    document = make_document("roof " * 400)
    line = Corpus(NaiveChunker(5, 0), [document])
    ranking = rank(line, [OwnQuestion("1", "roof", document, ((0, 4),))], k=1)
    with pytest.raises(ValueError, match="does not go that deep: rank with this k or budget"):
        score(ranking, k=400)
    with pytest.raises(ValueError, match="does not go that deep: rank with this k or budget"):
        score(ranking, budget=2_000)


# --- names ---


def test_a_chunker_of_ones_own_is_named_by_its_class():
    class Whole:
        def split(self, document):
            return cut(document, [(0, len(document.text))])

    class Chunker(Whole):
        max_chars = 7

    assert setting_of(Whole()) == ("whole", None, None)
    assert setting_of(Chunker()) == ("Chunker", 7, None)
    document = make_document("Roof renewed.")
    result = evaluate(Whole(), [document], [OwnQuestion("1", "roof", document, ((0, 4),))], k=1)
    assert (result.chunker, result.size, result.overlap) == ("whole", None, None)
    assert result.figure("recall") == 1
