"""Arithmetic on intervals, against sets of single characters."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.measure.intervals import (
    Union,
    intersection,
    merge,
    outside,
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


@given(spans, spans)
def test_what_is_left_of_a_span_lies_outside_of_the_hole(span, hole):
    left = outside(span, hole)
    assert characters(left) == characters([span]) - characters([hole])
    assert total_length(left) == len(characters(left))


@given(some_spans)
def test_a_union_says_of_each_span_what_is_new(some):
    union, seen = Union(), set()
    for span in some:
        new = union.add(span)
        assert characters(new) == characters([span]) - seen
        assert new == sorted(new)
        assert total_length(new) == len(characters(new))
        seen |= characters([span])
        assert union.spans == merge(seen_spans(seen))


def seen_spans(seen):
    return [(at, at + 1) for at in seen]


def test_touching_at_a_point_is_no_hit():
    assert intersection([(0, 5)], [(5, 9)]) == []


def test_a_reversed_span_is_refused():
    with pytest.raises(ValueError, match=r"^span \(5, 3\) ends before it starts$"):
        merge([(0, 2), (5, 3)])
