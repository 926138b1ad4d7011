"""What is read of a ranking at k and at a budget."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.measure.intervals import merge, total_length, union_length
from course_lib.measure.scores import read_top, read_within, with_neighbours

spans = st.tuples(st.integers(0, 40), st.integers(1, 12)).map(lambda pair: (pair[0], sum(pair)))
rankings = st.lists(spans, max_size=8)


@given(rankings, st.integers(1, 10))
def test_k_reads_the_first_k_chunks(ranked, k):
    assert read_top(ranked, k) == ranked[:k]


@given(rankings, st.integers(1, 60))
def test_a_budget_is_used_up_exactly_or_all_is_read(ranked, budget):
    read = read_within(ranked, budget)
    assert union_length(read) == min(budget, union_length(ranked))


@given(rankings, st.integers(1, 60))
def test_a_budget_pays_for_characters_one_by_one_and_for_each_once(ranked, budget):
    paid = []
    for start, end in ranked:
        paid += [at for at in range(start, end) if at not in paid]
    assert merge(read_within(ranked, budget)) == merge((at, at + 1) for at in paid[:budget])


@given(rankings, st.integers(1, 60))
def test_all_but_the_last_chunk_are_read_whole(ranked, budget):
    read = read_within(ranked, budget)
    assert read[:-1] == ranked[: len(read)][:-1]
    if read:
        (start, end), (first, last) = read[-1], ranked[len(read) - 1]
        assert start == first
        assert start < end <= last


def test_reading_stops_at_the_first_character_that_is_not_paid_for():
    assert read_within([(3, 6), (0, 10)], budget=6) == [(3, 6), (0, 6)]
    assert read_within([(3, 6), (0, 10)], budget=5) == [(3, 6), (0, 2)]
    assert read_within([(3, 10), (0, 10)], budget=10) == [(3, 10), (0, 10)]


@given(rankings, st.integers(1, 60))
def test_a_larger_budget_reads_no_less(ranked, budget):
    less, more = read_within(ranked, budget), read_within(ranked, budget + 1)
    assert union_length([*less, *more]) == union_length(more)


@given(st.integers(1, 20), st.integers(1, 40))
def test_equal_chunks_that_lie_apart_are_as_many_as_the_budget_holds(size, count):
    ranked = [(at, at + size) for at in range(0, 2 * size * count, 2 * size)]
    for k in {1, count}:
        assert read_within(ranked, k * size) == read_top(ranked, k)
        assert total_length(read_top(ranked, k)) == k * size


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.data())
def test_neighbours_are_of_the_same_document(documents, data):
    documents.sort()
    chosen = data.draw(st.lists(st.integers(0, len(documents) - 1), max_size=4))
    assert with_neighbours(chosen, documents) == [
        number
        for number in range(len(documents))
        if any(abs(number - c) <= 1 and documents[number] == documents[c] for c in chosen)
    ]


@pytest.mark.parametrize(("read", "name"), [(read_top, "k"), (read_within, "budget")])
def test_a_price_is_a_whole_number_from_one_up(read, name):
    with pytest.raises(ValueError, match=f"^{name} must be at least 1, got 0$"):
        read([(0, 5)], 0)
    for wrong in (1.5, True, "5"):
        with pytest.raises(TypeError, match=f"^{name} must be a whole number, got "):
            read([(0, 5)], wrong)
