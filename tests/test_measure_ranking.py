"""The store is asked by somebody who may read the document, and as deep as it takes."""

import pytest
from texts import make_document

from course_lib import NaiveChunker, Scope
from course_lib.measure import experiment
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import FIRST_LOOK, rank
from course_lib.measure.questions import OwnQuestion

MEMO = make_document("The roof is slate.", source_id="memo/1", acl_roles={"underwriter"})
CLAIM = make_document("The roof leaks.", source_id="claim/1", acl_roles={"claims_handler"})
THEIRS = make_document("Their roof.", source_id="memo/1", scope=Scope("puddlewick", "prod"))
DOCUMENTS = [MEMO, CLAIM, THEIRS]


def test_each_question_is_asked_by_somebody_who_may_read_its_document_and_no_other():
    line = Corpus(NaiveChunker(100, 0), DOCUMENTS)
    questions = [OwnQuestion(str(n), "roof", d, ((0, 5),)) for n, d in enumerate(DOCUMENTS)]
    found = rank(line, questions).ranked
    assert [ranked.found for ranked in found] == [(0,), (1,), (2,)]
    assert [ranked.exhausted for ranked in found] == [True] * 3
    assert [ranked.to_evidence for ranked in found] == [18, 15, 11]
    assert [ranked.question for ranked in found] == questions


def test_a_question_whose_words_stand_nowhere_finds_nothing():
    line = Corpus(NaiveChunker(100, 0), DOCUMENTS)
    (ranked,) = rank(line, [OwnQuestion("1", "cellar?", MEMO, ((0, 5),))]).ranked
    assert (ranked.found, ranked.exhausted, ranked.to_evidence) == ((), True, None)


@pytest.fixture
def long():
    """Four hundred chunks of five characters, alike but for the last one, which is the answer."""
    document = make_document("roof " * 399 + "cell.")
    return Corpus(NaiveChunker(5, 0), [document]), OwnQuestion("1", "roof", document, ((0, 4),))


def test_the_first_look_is_enough_when_the_evidence_is_found_early(long):
    line, question = long
    (ranked,) = rank(line, [question]).ranked
    assert (len(ranked.found), ranked.exhausted) == (FIRST_LOOK, False)


@pytest.mark.parametrize(("price", "least"), [({"k": 200}, 200), ({"budget": 1_500}, 300)])
def test_a_price_is_reached(long, price, least):
    line, question = long
    (ranked,) = rank(line, [question], **price).ranked
    assert least <= len(ranked.found) < 399


def test_the_store_is_read_to_its_end_for_evidence_that_it_never_finds(long):
    line, question = long
    hidden = OwnQuestion("2", "roof", question.document, ((1995, 1999),))
    (ranked,) = rank(line, [hidden]).ranked
    assert (len(ranked.found), ranked.exhausted, ranked.to_evidence) == (399, True, None)


def test_who_has_read_enough_in_vain_stops(long, monkeypatch):
    monkeypatch.setattr(experiment, "REACH", 500)
    line, question = long
    hidden = OwnQuestion("2", "roof", question.document, ((1995, 1999),))
    (ranked,) = rank(line, [hidden]).ranked
    assert 100 <= len(ranked.found) < 200
    assert (ranked.exhausted, ranked.to_evidence) == (False, None)


def test_what_lies_beyond_reach_has_no_number_even_when_it_was_read(long, monkeypatch):
    monkeypatch.setattr(experiment, "REACH", 100)
    line, question = long
    late = OwnQuestion("3", "roof", question.document, ((120, 124),))
    (ranked,) = rank(line, [late], k=60).ranked
    assert 24 in ranked.found
    assert ranked.to_evidence is None


def test_without_a_question_there_is_nothing_to_measure():
    with pytest.raises(ValueError, match=r"^there is no question to measure with: give at least "):
        rank(Corpus(NaiveChunker(), DOCUMENTS), [])
