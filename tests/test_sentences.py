"""Sentence ends against uniseg, which follows Annex 29, and where we are narrower on purpose."""

from hypothesis import given
from hypothesis import strategies as st
from uniseg.sentencebreak import sentence_boundaries

from course_lib.chunkers.sentences import last_sentence

WORDS = [
    "Roof",
    "pipes",
    "the",
    "3",
    "3.14",
    "(See",
    "seen)",
    "“Why",
    "B",
    "U.S",
    "水",
    "छत",
    "Été",
    "55",
]
MARKS = ["", "", ".", "?", "!", "?!", "...", ".)", "?”", "。", "।", ",", ":"]
BLANKS = [" ", "  ", "\n", "\r\n", "\u00a0", "\t"]


def ends(text):
    """Every sentence end in a text, by the first visible character behind it."""
    found = {last_sentence(text, 0, at) for at in range(len(text))} - {0}
    return {end + len(text[end:]) - len(text[end:].lstrip()) for end in found}


def standard_ends(text):
    """The standard's own ends, where a line end is a space as long as it."""
    joined = text.replace("\r", " ").replace("\n", " ")
    return set(sentence_boundaries(joined))


words_and_marks = st.tuples(*map(st.sampled_from, (WORDS, MARKS, BLANKS))).map("".join)


@given(st.lists(words_and_marks, max_size=8).map("".join))
def test_a_sentence_ends_only_where_the_standard_ends_one(text):
    assert ends(text) <= standard_ends(text)


plain = st.tuples(
    st.sampled_from(["Roof", "Pipes", "Été", "Крыша", "Kitchen"]),
    st.sampled_from(["", ".", "?", "!", "?!", ".”", ".)", ","]),
    st.sampled_from([" ", "  ", "\n", "\r\n"]),
)


@given(st.lists(plain.map("".join), max_size=8).map("".join))
def test_between_whole_words_with_capitals_both_agree(text):
    text = text.strip() + " "
    assert ends(text) | {0, len(text)} == standard_ends(text) | {0, len(text)}


def test_of_many_full_stops_in_a_row_the_last_one_ends_the_sentence():
    text = ". " * 1_000
    assert last_sentence(text, 0, len(text)) == len(text) - 1
