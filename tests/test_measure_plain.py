"""Plain windows that are computed are those that NaiveChunker cuts, in every figure."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import NaiveChunker
from course_lib.errors import InvalidValue
from course_lib.measure import Split
from course_lib.measure.plain import PlainSplit, PlainWindows, is_whole
from course_lib.samples import load_question

QUESTION = load_question("premium-change")
FIGURES = (
    *("stored", "storage", "mean_length", "touched", "whole_in", "whole", "cuts"),
    *("evidence_share", "noise_share", "verdict"),
)
SETTINGS = st.integers(1, 60).flatmap(lambda s: st.tuples(st.just(s), st.integers(0, s - 1)))


def cut(length: int, size: int, overlap: int) -> list[tuple[int, int]]:
    return [(start, end) for start, end, _ in NaiveChunker(size, overlap).spans("x" * length)]


@st.composite
def asked(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """The length of a text, and up to three passages of it."""
    length = draw(st.integers(1, 150))
    places = st.tuples(st.integers(0, length), st.integers(0, length))
    passages = draw(st.lists(places.filter(lambda place: place[0] != place[1]), max_size=3))
    return length, [(min(place), max(place)) for place in passages]


@given(st.integers(0, 150), SETTINGS)
def test_they_are_the_windows_of_the_chunker(length: int, setting: tuple[int, int]) -> None:
    windows, expected = PlainWindows(length, *setting), cut(length, *setting)
    assert list(windows) == expected
    assert len(windows) == len(expected)
    assert windows[2:5] == expected[2:5]
    assert [windows[i] for i in range(len(windows))] == expected
    assert windows.stored == sum(end - start for start, end in expected)


@given(asked(), SETTINGS)
def test_every_figure_is_that_of_a_split(
    case: tuple[int, list[tuple[int, int]]], setting: tuple[int, int]
) -> None:
    length, evidence = case
    ours = PlainSplit.at(length, *setting, evidence)
    theirs = Split(length, cut(length, *setting), evidence)
    for name in FIGURES:
        assert getattr(ours, name) == getattr(theirs, name), name
    if evidence:
        around = min(start for start, _ in evidence), max(end for _, end in evidence)
        assert is_whole(length, *setting, around) == Split(length, theirs.spans, [around]).whole


@given(st.integers(1, 150), SETTINGS, st.integers(0, 149), st.integers(1, 40))
def test_those_that_touch_a_passage_are_all_there(
    length: int, setting: tuple[int, int], start: int, reach: int
) -> None:
    windows, end = PlainWindows(length, *setting), min(start + reach, length)
    found = [i for i, (s, e) in enumerate(windows) if s < end and start < e]
    assert list(windows.touching(start, end)) == found or start >= end


def test_it_is_whole_where_a_split_says_so_at_every_setting_of_the_course() -> None:
    length, (evidence,) = len(QUESTION.document.text), QUESTION.spans
    for size, overlap in product(range(50, 1011, 7), range(0, 401, 9)):
        if overlap < size:
            split = Split(length, cut(length, size, overlap), [evidence])
            assert is_whole(length, size, overlap, evidence) == split.whole


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (5, 5), (5, -1), (-3, 0)])
def test_windows_that_cannot_advance_are_refused(size: int, overlap: int) -> None:
    with pytest.raises(InvalidValue):
        PlainWindows(10, size, overlap)


def test_two_million_chunks_are_not_listed() -> None:
    split = PlainSplit.at(2_000_000, 2_000, 1_999, [(900_000, 900_171)])
    assert len(split.spans) == 2_000_000
    assert len(split.touched) == 2_000 + 171 - 1
    assert split.whole
