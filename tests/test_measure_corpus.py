"""Documents end to end: where things lie, and what is refused."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from texts import make_document

from course_lib import NaiveChunker, ParagraphChunker, Scope, cut
from course_lib.errors import InvalidType
from course_lib.measure.corpus import Corpus
from course_lib.measure.questions import OwnQuestion

ROOF = make_document("Roof renewed.", source_id="memo/1")
PIPES = make_document("Pipes old. Kitchen wet.", source_id="memo/2")
BLANK = make_document("\n\n", source_id="memo/3")
ELSEWHERE = make_document("Roof of others.", source_id="memo/1", scope=Scope("puddlewick", "prod"))


def ask(document, *spans):
    return OwnQuestion("what", "roof?", document, spans)


def test_documents_lie_end_to_end():
    corpus = Corpus(NaiveChunker(10, 0), [ROOF, BLANK, PIPES, ELSEWHERE])
    texts = "".join(document.text for document in corpus.documents)
    cuts = [texts[start:end] for start, end in corpus.chunks]
    assert cuts == ["Roof renew", "ed.", "Pipes old.", " Kitchen w", "et.", "Roof of ot", "hers."]
    assert corpus.document_of == [0, 0, 2, 2, 2, 3, 3]
    assert (corpus.length, corpus.longest, corpus.storage) == (53, 10, Fraction(51, 53))


def test_a_chunk_is_known_by_its_number_again():
    corpus = Corpus(NaiveChunker(10, 0), [ROOF, BLANK, PIPES, ELSEWHERE])
    numbers = [corpus.number(chunk) for chunks in corpus.pieces for chunk in chunks]
    assert numbers == list(range(7))


def test_evidence_moves_with_its_document_and_is_near_the_chunks_that_reach_into_it():
    corpus = Corpus(NaiveChunker(10, 0), [ROOF, BLANK, PIPES, ELSEWHERE])
    question = ask(PIPES, (0, 5), (8, 14))
    evidence = corpus.evidence(question)
    assert evidence == ((15, 20), (23, 29))
    assert corpus.near(question, evidence) == [(15, 25), (25, 35)]
    edge = ask(PIPES, (0, 10))
    assert corpus.near(edge, corpus.evidence(edge)) == [(15, 25)]
    next_to_it = ask(PIPES, (10, 12))
    assert corpus.near(next_to_it, corpus.evidence(next_to_it)) == [(25, 35)]


REFUSED = {
    "no evidence": (
        ask(ROOF),
        r"^question 'what' has no evidence: quote the words that answer it$",
    ),
    "beyond the end": (
        ask(ROOF, (5, 14)),
        r"^question 'what': evidence \(5, 14\) does not lie in the 13 characters of memo/1$",
    ),
    "empty": (ask(ROOF, (5, 5)), r"evidence \(5, 5\) does not lie in"),
    "reversed": (ask(ROOF, (5, 3)), r"evidence \(5, 3\) does not lie in"),
    "another address": (
        ask(make_document("Roof renewed.", source_id="memo/9"), (0, 4)),
        r"^question 'what' is about memo/9 in marrow-quill/prod, which is not among the documents$",
    ),
    "another tenant": (
        ask(ELSEWHERE, (0, 4)),
        r"^question 'what' is about memo/1 in puddlewick/prod, which is not among",
    ),
    "another version": (
        ask(make_document("Roof renewed!", source_id="memo/1"), (0, 4)),
        r"^question 'what' is about memo/1 in marrow-quill/prod, which is not among",
    ),
    "read by nobody": (
        ask(make_document("Closed.", source_id="memo/4", acl_roles=[]), (0, 4)),
        r"^question 'what' is about memo/4, which has no roles: nobody may read it$",
    ),
}


@pytest.mark.parametrize(("question", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_a_question_that_cannot_be_scored_is_refused(question, message):
    closed = make_document("Closed.", source_id="memo/4", acl_roles=[])
    with pytest.raises(ValueError, match=message):
        Corpus(NaiveChunker(10, 0), [ROOF, PIPES, closed]).evidence(question)


def test_no_document_is_refused():
    with pytest.raises(ValueError, match=r"^there is no document to measure: give at least one$"):
        Corpus(NaiveChunker(), [])


def test_two_documents_at_one_address_are_refused():
    again = make_document("Another roof.", source_id="memo/1")
    with pytest.raises(
        ValueError,
        match=r"^two documents have the address memo/1 in marrow-quill/prod: give each a source_id",
    ):
        Corpus(NaiveChunker(), [ROOF, PIPES, again])


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        (["Roof renewed."], r"holds a str: write Document\.of_text\(text, source_id=\.\.\.\)$"),
        ([ROOF, None], r"holds a NoneType: write Document"),
        (ROOF, r"^documents must be a list of Documents, got Document\('memo/1'"),
        ("Roof renewed.", r"^documents must be a list of Documents, got 'Roof renewed\.'$"),
    ],
)
def test_what_is_no_list_of_documents_is_refused(documents, message):
    with pytest.raises(InvalidType, match=message):
        Corpus(NaiveChunker(), documents)


@pytest.mark.parametrize(
    "question",
    [
        ("memo/1", "roof?", "Roof"),
        {"question": "roof?"},
        "roof?",
        None,
        OwnQuestion("1", "roof?", "Roof renewed.", ((0, 4),)),
        OwnQuestion("1", "roof?", ROOF, (0, 4)),
        OwnQuestion("1", "roof?", ROOF, "Roof"),
        OwnQuestion("1", "roof?", ROOF, ("Roof",)),
        OwnQuestion("1", "roof?", ROOF, ("of",)),
        OwnQuestion("1", "roof?", ROOF, ((0, 4, 5),)),
        OwnQuestion("1", "roof?", ROOF, None),
    ],
)
def test_what_is_no_question_is_refused(question):
    message = r"^a question is needed, got .*: write OwnQuestion\(id, text, document, \(locate\("
    with pytest.raises(InvalidType, match=message):
        Corpus(NaiveChunker(), [ROOF]).evidence(question)


def test_documents_without_text_are_refused():
    with pytest.raises(ValueError, match=r"makes no chunk of 1 documents: they hold no text$"):
        Corpus(ParagraphChunker(100), [BLANK])


def test_a_price_that_cannot_be_paid_is_refused():
    corpus = Corpus(NaiveChunker(10, 0), [ROOF, PIPES])
    corpus.check_reading(5, 10)
    corpus.check_reading(None, None)
    with pytest.raises(
        ValueError, match=r"^k is 6, but NaiveChunker\(.*\) makes 5 chunks in all; "
    ):
        corpus.check_reading(6, None)
    with pytest.raises(
        ValueError, match=r"^a budget of 9 characters cannot read the longest chunk"
    ):
        corpus.check_reading(None, 9)
    with pytest.raises(ValueError, match=r"^k must be at least 1, got 0$"):
        corpus.check_reading(0, None)
    with pytest.raises(TypeError, match=r"^budget must be a whole number, got 9.5$"):
        corpus.check_reading(None, 9.5)


def test_any_object_that_splits_will_do():
    halves = SimpleNamespace(split=lambda document: cut(document, [(0, 5), (5, 9)]))
    assert Corpus(halves, [ROOF]).chunks == [(0, 5), (5, 9)]


def test_a_filled_in_exercise_finds_it_under_the_name_that_it_had():
    from course_lib.measure.line import Line

    assert Line is Corpus
