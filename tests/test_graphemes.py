"""Grapheme clusters against an outside oracle, and by hand."""

import re
import sys

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from texts import FAMILY, FLAG, REAL_TEXTS, cluster_around, texts

from course_lib.chunkers import grapheme_table as table
from course_lib.chunkers.graphemes import inside_cluster, last_cluster_end

PROPERTIES = {
    "CONTROL": r"[\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}]",
    "EXTEND": r"\p{GCB=Extend}",
    "SPACING_MARK": r"\p{GCB=SpacingMark}",
    "PREPEND": r"\p{GCB=Prepend}",
    "HANGUL_LEAD": r"\p{GCB=L}",
    "HANGUL_VOWEL": r"\p{GCB=V}",
    "HANGUL_TAIL": r"\p{GCB=T}",
    "PICTOGRAPH": r"\p{Extended_Pictographic}",
    "CONSONANT": r"\p{InCB=Consonant}",
    "LINKER": r"\p{InCB=Linker}",
    "CONJUNCT_EXTEND": r"\p{InCB=Extend}",
}


@pytest.fixture(scope="module")
def every_character():
    points = [*range(0xD800), *range(0xE000, sys.maxunicode + 1)]
    return "".join(map(chr, points))


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_table_holds_the_characters_that_unicode_lists(name, every_character):
    listed = regex.findall(PROPERTIES[name], every_character)
    assert re.findall(f"[{getattr(table, name)}]", every_character) == listed
    assert listed


def positions_inside(text):
    return [at for at in range(len(text) + 1) if inside_cluster(text, at)]


@given(texts())
def test_no_position_inside_a_cluster_is_missed(text):
    assert set(cluster_around(text)) <= set(positions_inside(text))


one_of_each_class = st.sampled_from(list(PROPERTIES)).flatmap(
    lambda name: st.from_regex(f"[{getattr(table, name)}]", fullmatch=True)
)


@given(st.lists(one_of_each_class | st.sampled_from(["a", "\u200d", FLAG[0], "각"]), max_size=9))
def test_no_position_inside_a_cluster_is_missed_between_any_classes(characters):
    text = "".join(characters)
    assert set(cluster_around(text)) <= set(positions_inside(text))


@pytest.mark.parametrize("text", REAL_TEXTS.values(), ids=REAL_TEXTS.keys())
def test_real_text_has_exactly_the_clusters_of_the_oracle(text):
    assert positions_inside(text) == sorted(cluster_around(text))


CLUSTERS = {
    "letters": ["a", "b", "\u00e9"],
    "a letter with its accents": ["e\u0301", "a\u0323\u0302", "x"],
    "a mark at the start": ["\u0301", "a"],
    "line ends": ["a", "\r\n", "\r", "\r\n", "\n", "\n", "b"],
    "a mark after a line end": ["\n", "\u0301", "a"],
    "a mark on a space": ["a", " \u0301", "b"],
    "a family": [FAMILY, FAMILY, "\U0001f469"],
    "skin tones": ["\U0001f44d\U0001f3fd", "\U0001f44d"],
    "a joiner without emoji": ["a\u200d", "b\u200d", "\U0001f469"],
    "a sign of Latin after a joiner": ["\u00a9\u200d\u00ae", "\u00a9", "a\u200d", "\u00a9"],
    "a heart between two people": ["\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468", "!"],
    "flags": [FLAG, FLAG, FLAG[0]],
    "flags with a letter between": [FLAG, "a", FLAG[0], "b"],
    "a keycap": ["1\ufe0f\u20e3", "2"],
    "Korean letters": ["\u1100\u1161\u11a8", "\u1100\u1161", "\uac00\u11a8", "\uac01\u11a8"],
    "Hindi conjuncts": ["\u0915\u094d\u0937\u093f", "\u0915\u094d\u200d\u0937", "\u0915", "\u0915"],
    "Thai": ["\u0e17\u0e35\u0e48", "\u0e19\u0e33"],
    "a number sign of Arabic": ["\u0600\u0661", "\u0662"],
    "zero-width space and byte order mark": ["\ufeff", "a", "\u200b", "\u0301", "b"],
}


@pytest.mark.parametrize("expected", CLUSTERS.values(), ids=CLUSTERS.keys())
def test_clusters_by_hand(expected):
    text = "".join(expected)
    found = [at for at in range(len(text)) if not inside_cluster(text, at)]
    parts = [text[a:b] for a, b in zip(found, [*found[1:], len(text)], strict=True)]
    assert parts == expected


@pytest.mark.parametrize("at", [-1, 0, 8, 9])
def test_the_ends_of_a_text_lie_inside_nothing(at):
    assert not inside_cluster(FLAG * 4, at)


def test_clusters_can_be_counted_from_a_later_cut():
    assert not inside_cluster(FLAG * 2, 2)
    assert inside_cluster(FLAG * 2, 2, between_clusters=1)
    assert not inside_cluster(FLAG * 2, 3, between_clusters=1)
    assert not inside_cluster(FAMILY, 2, between_clusters=2)
    assert not inside_cluster(FAMILY, 2, between_clusters=1)
    assert not inside_cluster("\u0915\u094d\u0937", 2, between_clusters=2)


@given(st.sampled_from(list(REAL_TEXTS.values())), st.data())
def test_the_last_cluster_ends_where_the_oracle_says(text, data):
    start = data.draw(st.integers(0, len(text)))
    limit = data.draw(st.integers(start, len(text)))
    free = [at for at in range(start + 1, limit + 1) if at not in cluster_around(text)]
    assert last_cluster_end(text, start, limit) == max(free, default=0)
