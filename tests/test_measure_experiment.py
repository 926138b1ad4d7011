"""The whole measurement, against a second one that counts single characters and shares no code."""

from dataclasses import replace
from fractions import Fraction
from statistics import median_low
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import make_document

import course_lib
from course_lib import MarkdownChunker, NaiveChunker, ParagraphChunker, Scope, measure, samples
from course_lib.access import Identity
from course_lib.errors import InvalidType
from course_lib.measure import Split, experiment
from course_lib.measure.bootstrap import draws
from course_lib.measure.corpus import Corpus, Setting
from course_lib.measure.experiment import (
    FIGURES,
    MEANS,
    REACH,
    SHARES,
    Outcome,
    Result,
    difference,
    evaluate,
    rank,
    score,
    setting_of,
    sweep,
)
from course_lib.measure.questions import OwnQuestion
from course_lib.store import ChunkStore

# --- the second measurement: lists and sets of (document, position) ---


def characters_of(chunk):
    name = str(chunk.scope), chunk.source_id
    return [(name, at) for at in range(chunk.char_start, chunk.char_end)]


def context_of(chunk):
    """A reader sees each element of the context on a line of its own."""
    return len("".join(f"{element}\n" for element in chunk.context))


def ask(chunker, documents, questions):
    """For each question every chunk that the store finds, best first."""
    with TemporaryDirectory() as folder, ChunkStore(f"{folder}/all.sqlite") as store:
        for document in documents:
            store.replace(document, chunker.split(document))
        for question in questions:
            who = Identity("x", question.document.scope, question.document.acl_roles)
            yield [hit.chunk for hit in store.search(question.text, who, k=10**6)]


def read_of(hits, k, budget):
    """What is read of each hit, character by character, and how much context with all of them."""
    if k:
        return [characters_of(chunk) for chunk in hits[:k]], sum(map(context_of, hits[:k]))
    read, seen, context = [], set(), 0
    for chunk in hits:
        its = 0 if set(characters_of(chunk)) <= seen else context_of(chunk)
        part, room = [], budget - context - its
        for character in characters_of(chunk):
            if character not in seen and len(seen) >= room:
                break
            seen.add(character)
            part.append(character)
        if not part:
            break  # no room for a character beside the context
        read.append(part)
        context += its
        if len(seen) + context == budget:
            break
    return read, context


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
        parts, context = read_of(hits, k, budget)
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
        means["precision"] += Fraction(found, len(paid) + context) if paid else 0
        means["iou"] += Fraction(found, len(paid) + context + len(needed) - found)
        means["best_chunk"] += Fraction(max(len(c & needed) for c in chunks), len(needed))
        seen, beside, reached = set(), 0, REACH + 1
        for chunk in hits:
            beside += 0 if set(characters_of(chunk)) <= seen else context_of(chunk)
            seen |= set(characters_of(chunk))
            if needed <= seen:
                reached = len(seen) + beside
                break
        to_evidence.append(min(reached, REACH + 1))
    middle = median_low(to_evidence)
    shares = {name: Fraction(total, totals["passages"]) for name, total in totals.items()}
    del shares["passages"]
    stored = sum(len(piece) for its in pieces.values() for piece in its)
    stored += sum(context_of(chunk) for document in documents for chunk in chunker.split(document))
    return {
        **shares,
        **{name: total / len(questions) for name, total in means.items()},
        "characters_to_evidence": None if middle > REACH else middle,
        "storage": Fraction(stored, sum(len(d.text) for d in documents)),
    }


def figures_of(result):
    return {name: result.figure(name) for name in FIGURES} | {"storage": result.exact_storage}


# --- they agree to the last digit ---

SAMPLES = [
    document
    for document in samples.load_documents()
    if len(document.text) < 4_000 and document.scope.environment == "prod"
]
ASKED = [question for question in samples.load_questions() if question.document in SAMPLES][::3]
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
    result = evaluate(chunker, SAMPLES, ASKED, **price)
    assert figures_of(result) == by_brute_force(chunker, SAMPLES, ASKED, **price)


words = st.sampled_from(["roof", "pipes", "kitchen", "claim", "crowns", "water", "wet", "old"])
some_texts = st.lists(
    st.lists(words, min_size=4, max_size=25).map(" ".join), min_size=1, max_size=3, unique=True
)


@st.composite
def experiments(draw):
    texts = draw(some_texts)
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
            [
                NaiveChunker(size, draw(st.integers(0, size - 1))),
                ParagraphChunker(size),
                Headed(size),
            ]
        )
    )
    return chunker, documents, questions


class Headed(ParagraphChunker):
    """Chunks with a context of several lengths, and some with none."""

    def split(self, document):
        chunks = super().split(document)
        return [replace(c, context=("head",) * (c.char_start % 3)) for c in chunks]


@settings(max_examples=25)
@given(experiments(), st.data())
def test_anything_measures_the_same(experiment, data):
    chunker, documents, questions = experiment
    corpus = Corpus(chunker, documents)
    k = data.draw(st.integers(1, len(corpus.chunks)))
    budget = data.draw(st.integers(corpus.longest, corpus.longest + 60))
    by_k, by_budget = sweep([chunker], documents, questions, ks=[k], budgets=[budget])
    assert figures_of(by_k) == by_brute_force(chunker, documents, questions, k=k)
    assert figures_of(by_budget) == by_brute_force(chunker, documents, questions, budget=budget)


@settings(max_examples=15)
@given(experiments())
def test_what_holds_of_every_measurement(experiment):
    chunker, documents, questions = experiment
    corpus = Corpus(chunker, documents)
    ranked = rank(corpus, questions, k=len(corpus.chunks), budget=200)
    results = [score(corpus, ranked, k=k) for k in range(1, len(corpus.chunks) + 1)]
    for name in ("recall", "covered", "one_chunk", "neighbours"):
        values = [result.figure(name) for result in results]
        assert values == sorted(values), f"{name} never falls when k grows"
    for result in results:
        assert result.figure("one_chunk") <= result.figure("intact"), "the ceiling of one chunk"
        assert result.figure("one_chunk") <= result.figure("covered"), "the union is no less"
        assert result.figure("covered") <= result.figure("neighbours")
    assert results[0].figure("recall") <= results[0].figure("best_chunk")


# --- one oracle, and what it cannot repair ---


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
        evaluate(NaiveChunker(100, 0), SAMPLES, ASKED, **price)


def test_a_sweep_gives_what_single_evaluations_give():
    chunkers = [NaiveChunker(300, 0), ParagraphChunker(300)]
    results = sweep(chunkers, SAMPLES, ASKED, ks=[2, 5], budgets=[600])
    singly = [
        evaluate(chunker, SAMPLES, ASKED, **price)
        for chunker in chunkers
        for price in ({"k": 2}, {"k": 5}, {"budget": 600})
    ]
    assert results == singly


def test_a_sweep_refuses_a_bad_setting_before_it_measures_a_good_one():
    calls = []
    with pytest.raises(ValueError, match="cannot read the longest chunk"):
        sweep(
            [NaiveChunker(100, 0), NaiveChunker(900, 0)],
            SAMPLES,
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
        SAMPLES,
        ASKED[:3],
        ks=[1],
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls == [(done, 6) for done in range(1, 7)]


def test_a_ranking_that_is_not_deep_enough_is_no_silent_zero():
    document = make_document("roof " * 400)
    corpus = Corpus(NaiveChunker(5, 0), [document])
    ranked = rank(corpus, [OwnQuestion("1", "roof", document, ((0, 4),))], k=1)
    with pytest.raises(ValueError, match="does not go that deep: rank with this k or budget"):
        score(corpus, ranked, k=400)
    with pytest.raises(ValueError, match="does not go that deep: rank with this k or budget"):
        score(corpus, ranked, budget=2_000)


@pytest.mark.parametrize(
    ("chunker", "words"),
    [
        (800, "a chunker is needed, got 800: write ParagraphChunker(800)"),
        (
            NaiveChunker,
            "a chunker must be made first, got the class NaiveChunker: write NaiveChunker(800)",
        ),
    ],
)
def test_what_is_no_chunker_is_refused_with_one_that_is(chunker, words):
    document = make_document("Roof renewed.")
    asked = [OwnQuestion("1", "roof", document, ((0, 4),))]
    for call in [
        lambda: evaluate(chunker, [document], asked, k=1),
        lambda: sweep([chunker], [document], asked, ks=[1]),
        lambda: Split.of(document, chunker),
    ]:
        with pytest.raises(InvalidType) as raised:
            call()
        assert str(raised.value) == words


# --- names ---


def test_a_chunker_of_ones_own_is_named_by_its_class():
    class Whole(course_lib.Chunker):
        def spans(self, text):
            return [(0, len(text), ())]

    class Chunker(Whole):
        max_chars = 7

    assert setting_of(Whole()) == ("whole", None, None)
    assert setting_of(Chunker()) == ("Chunker", 7, None)
    document = make_document("Roof renewed.")
    result = evaluate(Whole(), [document], [OwnQuestion("1", "roof", document, ((0, 4),))], k=1)
    assert (result.chunker, result.size, result.overlap) == ("whole", None, None)
    assert result.figure("recall") == 1


# --- the store is asked by who may read, and as deep as it takes ---

MEMO = make_document("The roof is slate.", source_id="memo/1", acl_roles={"underwriter"})
CLAIM = make_document("The roof leaks.", source_id="claim/1", acl_roles={"claims_handler"})
THEIRS = make_document("Their roof.", source_id="memo/1", scope=Scope("puddlewick", "prod"))
DOCUMENTS = [MEMO, CLAIM, THEIRS]


def test_each_question_is_asked_by_somebody_who_may_read_its_document_and_no_other():
    corpus = Corpus(NaiveChunker(100, 0), DOCUMENTS)
    questions = [OwnQuestion(str(n), "roof", d, ((0, 5),)) for n, d in enumerate(DOCUMENTS)]
    found = rank(corpus, questions)
    assert [ranked.found for ranked in found] == [(0,), (1,), (2,)]
    assert [ranked.to_evidence for ranked in found] == [18, 15, 11]
    assert [ranked.question for ranked in found] == questions


def test_one_question_in_place_of_a_list_is_refused():
    question = OwnQuestion("1", "roof", MEMO, ((0, 5),))
    with pytest.raises(InvalidType, match=r"^questions must be a list of questions, got OwnQ"):
        evaluate(NaiveChunker(100, 0), [MEMO], question, k=1)


def test_a_question_whose_words_stand_nowhere_finds_nothing():
    corpus = Corpus(NaiveChunker(100, 0), DOCUMENTS)
    (ranked,) = rank(corpus, [OwnQuestion("1", "cellar?", MEMO, ((0, 5),))])
    assert (ranked.found, ranked.exhausted, ranked.to_evidence) == ((), True, None)


@pytest.fixture
def long():
    """Four hundred chunks of five characters, alike but for the last one, which is the answer."""
    document = make_document("roof " * 399 + "cell.")
    return Corpus(NaiveChunker(5, 0), [document]), OwnQuestion("1", "roof", document, ((0, 4),))


def test_no_more_is_read_when_the_evidence_is_found_early(long):
    corpus, question = long
    (ranked,) = rank(corpus, [question])
    assert (len(ranked.found), ranked.exhausted) == (1, False)


@pytest.mark.parametrize(("price", "least"), [({"k": 200}, 200), ({"budget": 1_500}, 300)])
def test_a_price_is_reached(long, price, least):
    corpus, question = long
    (ranked,) = rank(corpus, [question], **price)
    assert least <= len(ranked.found) < 399


def test_the_store_is_read_to_its_end_for_evidence_that_it_never_finds(long):
    corpus, question = long
    hidden = OwnQuestion("2", "roof", question.document, ((1995, 1999),))
    (ranked,) = rank(corpus, [hidden])
    assert (len(ranked.found), ranked.exhausted, ranked.to_evidence) == (399, True, None)


def test_who_has_read_enough_in_vain_stops(long, monkeypatch):
    monkeypatch.setattr(experiment, "REACH", 500)
    corpus, question = long
    hidden = OwnQuestion("2", "roof", question.document, ((1995, 1999),))
    (ranked,) = rank(corpus, [hidden])
    assert 100 <= len(ranked.found) < 200
    assert (ranked.exhausted, ranked.to_evidence) == (False, None)


def test_what_lies_beyond_reach_has_no_number_even_when_it_was_read(long, monkeypatch):
    monkeypatch.setattr(experiment, "REACH", 100)
    corpus, question = long
    late = OwnQuestion("3", "roof", question.document, ((120, 124),))
    (ranked,) = rank(corpus, [late], k=60)
    assert 24 in ranked.found
    assert ranked.to_evidence is None


def test_without_a_question_there_is_nothing_to_measure():
    with pytest.raises(ValueError, match=r"^there is no question to measure with: give at least "):
        rank(Corpus(NaiveChunker(), DOCUMENTS), [])


# --- figures over all questions, and how sure they are ---

GOOD = Outcome(
    "1", 3, 2, 3, 1, 3, Fraction(1, 3), Fraction(1, 7), Fraction(1, 9), Fraction(1, 2), 9, 5
)
POOR = Outcome(
    "2", 1, 0, 0, 0, 0, Fraction(1, 5), Fraction(1, 8), Fraction(0), Fraction(1, 4), None, 5
)


def result(*outcomes):
    return Result("naive", 100, 0, 5, None, Fraction(1), outcomes)


def test_shares_are_over_passages_and_means_over_questions():
    both = result(GOOD, POOR)
    assert both.passages == 4
    assert both.figure("intact") == Fraction(2, 4)
    assert both.figure("covered") == Fraction(3, 4)
    assert both.figure("recall") == (Fraction(1, 3) + Fraction(1, 5)) / 2
    assert both.figure("precision") == (Fraction(1, 7) + Fraction(1, 8)) / 2


def test_characters_to_evidence_are_the_lower_median():
    assert result(GOOD, POOR).figure("characters_to_evidence") == 9
    assert (
        result(GOOD, replace(GOOD, characters_to_evidence=20)).figure("characters_to_evidence") == 9
    )
    assert result(GOOD, POOR, POOR).figure("characters_to_evidence") is None


def test_questions_that_found_nothing_are_counted():
    assert result(GOOD, replace(POOR, read=0)).nothing_found == 1


@pytest.mark.parametrize("name", [*SHARES, *MEANS])
def test_draws_are_the_figure_of_the_questions_drawn(name):
    outcomes = (GOOD, POOR, replace(POOR, question="3", passages=2, intact=2))
    whole = result(*outcomes)
    for draw, value in list(zip(draws(3), whole.draws(name), strict=True))[:30]:
        drawn = result(*(outcomes[number] for number in draw))
        assert value == pytest.approx(float(drawn.figure(name)), abs=1e-11)


def test_an_interval_holds_its_figure():
    outcomes = [replace(GOOD if n % 3 else POOR, question=str(n)) for n in range(60)]
    for name in FIGURES:
        low, high = result(*outcomes).interval(name)
        assert low <= result(*outcomes).figure(name) <= high


def test_one_question_is_measured_with_no_doubt_that_drawing_could_show():
    alone = result(GOOD)
    assert alone.interval("recall") == pytest.approx((1 / 3, 1 / 3))
    assert alone.interval("characters_to_evidence") == (9, 9)


def test_a_difference_is_paired_question_by_question():
    outcomes = [replace(GOOD, question=str(n), recall=Fraction(n % 10, 20)) for n in range(50)]
    better = [replace(o, recall=o.recall + Fraction(1, 10)) for o in outcomes]
    gain, (low, high) = difference(result(*better), result(*outcomes), "recall")
    assert (gain, low, high) == pytest.approx((0.1, 0.1, 0.1))
    spread = result(*outcomes).interval("recall")
    assert spread.high - spread.low > 0.05


def test_a_difference_by_document_draws_documents_and_stays_the_same_difference():
    outcomes = [replace(GOOD, question=str(n), recall=Fraction(n // 10, 20)) for n in range(50)]
    none = [replace(outcome, recall=Fraction(0)) for outcome in outcomes]
    documents = [n // 10 for n in range(50)]
    by_question = difference(result(*outcomes), result(*none), "recall")
    by_document = difference(result(*outcomes), result(*none), "recall", documents)
    assert by_document.more == by_question.more
    (low, high), (least, most) = by_question.interval, by_document.interval
    assert least < low < high < most
    assert result(*outcomes).interval("recall", documents) == pytest.approx((least, most))
    with pytest.raises(ValueError, match=r"^2 groups for 50 questions: name one for each$"):
        difference(result(*outcomes), result(*none), "recall", documents[:2])


def test_a_result_about_some_questions_is_that_of_asking_these_alone():
    every = evaluate(NaiveChunker(400, 0), SAMPLES, ASKED, budget=900)
    some = evaluate(NaiveChunker(400, 0), SAMPLES, ASKED[1::2], budget=900)
    assert every.about(ASKED[1::2]) == some
    assert every.about(ASKED) == every


def test_results_about_other_questions_cannot_be_paired():
    with pytest.raises(ValueError, match=r"^the results are about different questions: "):
        difference(result(GOOD), result(POOR), "recall")


def test_a_figure_without_a_value_has_no_difference():
    with pytest.raises(ValueError, match=r"^characters_to_evidence has no value in one of the"):
        difference(result(POOR), result(POOR), "characters_to_evidence")


def test_a_figure_without_a_value_in_some_draws_has_no_difference():
    some = result(GOOD, GOOD, GOOD, GOOD, POOR, POOR, POOR)
    every = result(*(replace(outcome, characters_to_evidence=9) for outcome in some.outcomes))
    assert difference(every, every, "characters_to_evidence") == (0, (0, 0))
    assert some.figure("characters_to_evidence") == 9
    for first, second in ((some, some), (some, every), (every, some)):
        with pytest.raises(
            ValueError, match=r"^characters_to_evidence has no value in \d+ of 1000 draws: "
        ):
            difference(first, second, "characters_to_evidence")


def test_an_unknown_figure_is_answered_with_those_there_are():
    for ask in (result(GOOD).figure, result(GOOD).draws):
        with pytest.raises(
            KeyError, match="no figure 'accuracy'; choose from intact, covered, one_ch"
        ):
            ask("accuracy")


def test_what_a_user_asks_for_first_is_a_number_that_can_be_formatted():
    both = result(GOOD, POOR)
    for name in ("recall", "precision", "intact", "covered"):
        assert getattr(both, name) == float(both.figure(name))
        assert isinstance(getattr(both, name), float)
    assert f"{both.storage:.1f}" == "1.0"


def test_a_result_reads_well():
    both = result(GOOD, POOR)
    assert str(both) == (
        "naive 100, reading 5 chunks, questions: 2\n"
        "recall 0.27 (0.20–0.33), precision 0.13 (0.12–0.14), intact 0.50 (0.00–0.67), "
        "stored 1.00 times"
    )
    assert repr(both) == "<Result naive 100, reading 5 chunks: recall 0.27, precision 0.13>"


@pytest.mark.parametrize(
    ("reading", "words"), [((1, None), "1 chunk"), ((None, 1600), "1,600 characters")]
)
def test_a_setting_says_how_much_is_read(reading, words):
    setting = Setting("markdown", 400, None, *reading)
    assert (setting.setting, setting.price) == ("markdown 400", words)


def test_what_measure_offers_at_its_front_is_all_there():
    assert len(set(measure.__all__)) == len(measure.__all__) >= 20
    for name in ("evaluate", "sweep", "locate", "Split", "Result", "difference", "OwnQuestion"):
        assert name in measure.__all__
    assert all(hasattr(measure, name) for name in measure.__all__)


# --- what the context costs ---


def test_what_stands_beside_a_chunk_is_stored_and_read_with_it():
    text = "# Roof\n\nSlate.\n\n## North\n\nLead is new.\n"
    note = make_document(text)
    asked = OwnQuestion("1", "Is the lead new?", note, ((text.index("Lead"), len(text) - 1),))
    beside = [len("Roof\n"), len("Roof\nNorth\n")]
    corpus = Corpus(MarkdownChunker(30), [note])
    assert corpus.beside == beside
    result = experiment.evaluate(MarkdownChunker(30), [note], [asked], k=1)
    bare = sum(end - start for start, end in corpus.chunks)
    assert result.exact_storage == Fraction(bare + sum(beside), len(text))
    found, (start, end) = len("Lead is new."), corpus.chunks[1]
    assert result.figure("precision") == Fraction(found, end - start + beside[1])
    assert result.figure("characters_to_evidence") == end - start + beside[1]


def test_a_heading_takes_its_part_of_a_budget():
    text = "# Roof\n\nLead is new.\n"
    note = make_document(text)
    asked = OwnQuestion("1", "Is the lead new?", note, ((text.index("Lead"), len(text) - 1),))
    read = experiment.evaluate(MarkdownChunker(20), [note], [asked], budget=20)
    bare = experiment.evaluate(ParagraphChunker(20), [note], [asked], budget=20)
    assert bare.recall == 1
    assert read.figure("recall") == Fraction(len("Lead is new.") - len("Roof\n"), 12)
