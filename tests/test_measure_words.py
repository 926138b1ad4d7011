"""Words that a question shares with its evidence, in several kinds of writing."""

from fractions import Fraction

import pytest
from hypothesis import given
from texts import make_document, texts

from course_lib.measure.questions import (
    FUNCTION_WORDS,
    OwnQuestion,
    content_words,
    mean_shared_words,
    shared_words,
)

WORDS = {
    "nothing but function words": ("What is it that they would have?", set()),
    "short words": ("a is of TV", set()),
    "case and punctuation": ("Roof, ROOF; “roof”!", {"roof"}),
    "numbers": ("Claim 88431: 2,392 crowns", {"claim", "88431", "392", "crowns"}),
    "apostrophe": ("the plumber's", {"plumber"}),
    "composed and not": ("de\u0301tecteur d\u00e9tecteur", {"d\u00e9tecteur"}),
    "German": ("Wie groß ist die Prüfung für das Dach?", {"gross", "prüfung", "dach"}),
    "Hindi": ("छत की मरम्मत किसने की?", {"मरम्मत"}),
    "Arabic": ("هل تم تجديد السقف؟", {"تجديد", "السقف"}),
    "Japanese": ("水道管", {"水道", "道管"}),
    "hiragana alone": ("これはなに", set()),
    "kana and kanji": ("屋根の", {"屋根", "根の"}),
    "katakana": ("ガス", {"ガス"}),
    "both in one": ("roof屋根", {"roof", "屋根"}),
}


@pytest.mark.parametrize(("text", "words"), WORDS.values(), ids=WORDS.keys())
def test_content_words(text, words):
    assert content_words(text) == words


@given(texts())
def test_a_question_shares_every_word_with_itself(text):
    if content_words(text):
        assert shared_words(text, text) == 1
        assert shared_words(text, "") == 0
        assert shared_words(text, ["", text]) == 1
    else:
        with pytest.raises(ValueError, match=r"has no content word$"):
            shared_words(text, text)


def test_words_count_once_however_often_they_stand_there():
    assert shared_words("roof roof pipes", "roof, roof and roof") == Fraction(1, 2)


def test_function_words_are_written_as_they_are_compared():
    assert {word for word in FUNCTION_WORDS if content_words(word + "x") != {word + "x"}} == set()
    assert {word for word in FUNCTION_WORDS if content_words(word.upper())} == set()


def test_the_mean_is_over_questions_that_have_a_content_word():
    document = make_document("Roof renewed. Pipes old.")
    half = OwnQuestion("1", "old roof", document, ((0, 13),))
    whole = OwnQuestion("2", "pipes", document, ((14, 24),))
    empty = OwnQuestion("3", "what is it?", document, ((0, 13),))
    assert mean_shared_words([half, whole, empty]) == Fraction(3, 4)
    with pytest.raises(ValueError, match=r"^no question has a content word$"):
        mean_shared_words([empty])


def test_two_passages_count_as_one_evidence():
    document = make_document("Roof renewed. Pipes old.")
    question = OwnQuestion("1", "roof pipes", document, ((0, 13), (14, 24)))
    assert mean_shared_words([question]) == 1
