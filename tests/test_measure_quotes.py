"""A quote is found to the letter, or loosely: then what comes back is still the true span."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import InvalidType, InvalidValue
from course_lib.measure import is_loose, locate

SEEN_LOOSELY = [
    ("the largest\ndifference being 140", "largest difference being"),
    ("the largest differ-\nence", "largest difference"),
    ("the largest differ-  \n  ence", "largest difference"),
    ("a well-\nknown leak", "well-known leak"),
    ("a well-known leak", "well-\nknown leak"),
    ("a well\u2011known leak", "a well-known"),
    ("soft\u00adware", "software"),
    ("soft\u00ad\nware", "software"),
    ("the years 1990–\n1995", "1990-1995"),
    ("the roof — the pipes", "roof - the pipes"),
    ("“Sound”, it’s said", '"Sound", it\'s'),
    ("«Sound» in all", '"Sound" in'),
    ("wait … and see", "wait ... and"),
    ("the ﬁrst ﬂoor eﬃciently", "first floor efficiently"),
    ("Cafe\u0301 Möwe", "Café M"),
    ("Café Möwe", "Cafe\u0301 M"),
    ("the old Cafe\u0301", "the old Café"),
    ("1\u202f840 crowns\u00a0paid", "1 840 crowns paid"),
    ("a\u200b b", "a b"),
    ("one\r\ntwo\x0cthree\u2028four", "one two three four"),
    ("75 %  on", "  75 % on "),
    ("from Otterby–Marrow on", "from Otterby-Marrow on"),
    ("it leaks—badly", "it leaks--badly"),
    ("it leaks — badly", "it leaks -- badly"),
    ("‹Sound› in all", "'Sound' in"),
    ("10 \u212b wide", "10 Å wide"),
]


@pytest.mark.parametrize(("text", "quote"), SEEN_LOOSELY)
def test_a_quote_is_found_over_white_space_hyphens_and_marks(text: str, quote: str) -> None:
    for around in ("", "Before it. ", "ﬁ“e\u0301”… x-\ny "):
        start, end = locate(around + text, quote, loose=True)
        assert is_loose(around + text, quote, (start, end))
        found = (around + text)[start:end]
        assert locate(quote, found, loose=True)  # and the other way round, to its very ends
        assert found == found.strip()
        with pytest.raises(InvalidValue, match="is not in the document; quote it exactly"):
            locate(around + text, quote)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Roof renewed.", "roof renewed."),
        ("1,840 crowns", "1840 crowns"),
        ("the years 1990-1995", "19901995"),
        ("old pipes", "oldpipes"),
        ("Café", "Cafe"),
        ("10²", "102"),
    ],
)
def test_other_words_are_not_found(text: str, quote: str) -> None:
    with pytest.raises(InvalidValue, match=r"is not in the document; quote it exactly; only white"):
        locate(text, quote, loose=True)


def test_a_quote_that_fits_in_two_places_is_refused_with_both() -> None:
    with pytest.raises(InvalidValue, match="occurs more than once, first at characters 0 and 11;"):
        locate("old\npipes, old\tpipes", "old pipes", loose=True)
    with pytest.raises(InvalidValue, match="more than once"):
        locate("old old", "old", loose=True)


def test_what_stands_there_to_the_letter_comes_first() -> None:
    assert locate("old\npipes, old pipes", "old pipes", loose=True) == (11, 20)


@pytest.mark.parametrize("quote", ["", "\n \n", "\n\u200b", "\u00ad"])
def test_a_quote_of_nothing_is_refused(quote: str) -> None:
    with pytest.raises(InvalidValue, match="the answer is empty"):
        locate("some words", quote, loose=True)


def test_what_is_no_string_is_refused() -> None:
    with pytest.raises(InvalidType, match="must be strings"):
        locate("some", None, loose=True)  # type: ignore[arg-type]


words = st.lists(st.text("abé🌊1", min_size=1, max_size=4), min_size=1, max_size=8)
gaps = st.sampled_from([" ", "\n", "  ", " \n ", "\u00a0", "\t", "\r\n", "\x0c"])


@given(words, st.data())
def test_the_true_span_comes_back_whatever_the_gaps(parts: list[str], data: st.DataObject) -> None:
    def joined() -> str:
        first, *others = parts
        return first + "".join(data.draw(gaps) + part for part in others)

    stands, quote = joined(), joined()
    text = f"§ {stands} §"
    assert locate(text, quote, loose=True) == (2, 2 + len(stands))


@given(st.text("ab-\n “\u00ade\u0301ﬁ…", max_size=30), st.data())
def test_what_is_cut_out_is_found_where_it_was_or_in_two_places(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    if quote and text.find(quote) == text.rfind(quote):
        assert locate(text, quote, loose=True) == (start, start + len(quote))
    else:
        with pytest.raises(InvalidValue, match=re.escape("empty") if not quote else "more than"):
            locate(text, quote, loose=True)
