"""Arithmetic on intervals, against sets of single characters, and the law of overlap."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import NaiveChunker
from course_lib.measure import intact_share, intact_share_of_text, storage_factor
from course_lib.measure.intervals import (
    Union,
    intersection,
    merge,
    total_length,
    union_length,
)

spans = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda pair: tuple(sorted(pair)))
some_spans = st.lists(spans, max_size=8)


def characters(spans):
    return {at for start, end in spans for at in range(start, end)}


def apart(spans):
    """Whether spans are in order, none is empty, and none touches the next."""
    edges = [edge for span in spans for edge in span]
    return all(first < second for first, second in pairwise(edges))


@given(some_spans)
def test_merged_spans_hold_the_same_characters_and_lie_apart(some):
    merged = merge(some)
    assert characters(merged) == characters(some)
    assert apart(merged)
    assert merge(reversed(some)) == merge(merged) == merged


@given(some_spans)
def test_lengths_count_characters_each_time_or_once(some):
    assert total_length(some) == sum(len(characters([span])) for span in some)
    assert union_length(some) == len(characters(some))


@given(some_spans, some_spans)
def test_the_intersection_holds_what_stands_in_both(first, second):
    both = intersection(first, second)
    assert characters(both) == characters(first) & characters(second)
    assert apart(both)
    assert intersection(second, first) == both


@given(some_spans)
def test_a_union_says_of_each_span_what_is_new(some):
    union, seen = Union(), set()
    for span in some:
        new = union.add(span)
        assert characters(new) == characters([span]) - seen
        assert new == sorted(new)
        assert total_length(new) == len(characters(new))
        seen |= characters([span])


def test_touching_at_a_point_is_no_hit():
    assert intersection([(0, 5)], [(5, 9)]) == []


def test_a_reversed_span_is_refused():
    with pytest.raises(ValueError, match=r"^span \(5, 3\) ends before it starts$"):
        merge([(0, 2), (5, 3)])


# --- the law of overlap, against windows that are really cut ---

CASES = [
    (n, size, overlap, length)
    for n in (1, 2, 5, 9, 14, 20)
    for size in range(1, 9)
    for overlap in range(size)
    for length in range(1, min(n, 10) + 1)
]


def share_by_counting(n, size, overlap, length):
    windows = NaiveChunker(size, overlap).spans("x" * n)
    places = range(n - length + 1)
    whole = [at for at in places if any(s <= at and at + length <= e for s, e, _ in windows)]
    return Fraction(len(whole), len(places))


def test_the_law_for_a_text_is_what_counting_gives_in_every_case():
    assert len(CASES) >= 1_000
    wrong = [case for case in CASES if intact_share_of_text(*case) != share_by_counting(*case)]
    assert wrong == []


@given(st.integers(1, 60), st.integers(0, 59), st.integers(1, 70), st.integers(1, 300))
def test_the_law_for_a_text_is_what_counting_gives(size, overlap, length, n):
    overlap, length = overlap % size, (length - 1) % n + 1
    assert intact_share_of_text(n, size, overlap, length) == share_by_counting(
        n, size, overlap, length
    )


@given(st.integers(1, 50), st.integers(0, 49), st.integers(1, 60), st.integers(1, 9))
def test_in_an_endless_text_the_share_is_that_of_whole_steps(size, overlap, length, steps):
    overlap %= size
    n = steps * (size - overlap) + length - 1  # so many places that only whole steps are counted
    assert intact_share(size, overlap, length) == intact_share_of_text(n, size, overlap, length)


@given(st.integers(1, 60), st.integers(0, 59), st.integers(1, 70))
def test_all_is_intact_exactly_when_the_overlap_is_the_evidence_but_one(size, overlap, length):
    overlap %= size
    promised = length <= size and overlap >= length - 1
    assert (intact_share(size, overlap, length) == 1) is promised
    assert 0 <= intact_share(size, overlap, length) <= 1


@given(st.integers(1, 60), st.integers(0, 59), st.integers(1, 40))
def test_storage_of_a_long_text_nears_the_factor(size, overlap, steps):
    overlap %= size
    step = size - overlap
    n = 1_000 * steps * step
    stored = sum(end - start for start, end, _ in NaiveChunker(size, overlap).spans("x" * n))
    assert abs(Fraction(stored, n) - storage_factor(size, overlap)) < Fraction(size**2, n)


def test_more_overlap_can_tear_what_was_whole():
    whole = [
        any(
            start <= 337 and end >= 508
            for start, end, _ in NaiveChunker(250, overlap).spans("x" * 1006)
        )
        for overlap in range(170)
    ]
    assert any(before and not after for before, after in pairwise(whole))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0, 1), "size must be positive"),
        ((10, 10, 1), r"overlap must be in \[0, size\)"),
        ((10, -1, 1), r"overlap must be in \[0, size\)"),
        ((10, 0, 0), "evidence has at least one character"),
    ],
)
def test_windows_that_cannot_be_are_refused(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        intact_share(*arguments)
    with pytest.raises(ValueError, match=f"^{message}$"):
        intact_share_of_text(100, *arguments)


def test_evidence_longer_than_the_text_is_refused():
    with pytest.raises(ValueError, match=r"^evidence of 11 characters does not fit in 10$"):
        intact_share_of_text(10, 5, 0, 11)
