"""The scores of one question, against sets and lists of single characters, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.measure import holds
from course_lib.measure.intervals import merge, total_length, union_length
from course_lib.measure.scores import (
    Reading,
    best_recall,
    cost,
    count_covered,
    count_whole,
    iou,
    precision,
    read_top,
    read_within,
    recall,
    with_neighbours,
)

LENGTH = 30


@st.composite
def span(draw):
    start = draw(st.integers(0, LENGTH - 1))
    return start, draw(st.integers(start + 1, LENGTH))


reading = st.lists(span(), max_size=6)
evidence_of = st.lists(span(), min_size=1, max_size=3)
SCORES = [recall, precision, iou, count_whole, count_covered, best_recall]


def listed(spans):
    return [at for start, end in spans for at in range(start, end)]


@given(reading, evidence_of)
def test_recall_precision_and_iou_are_what_counting_gives(read, evidence):
    paid, needed = listed(read), set(listed(evidence))
    found = len(set(paid) & needed)
    assert recall(read, evidence) == Fraction(found, len(needed))
    assert precision(read, evidence) == (Fraction(found, len(paid)) if paid else 0)
    assert iou(read, evidence) == Fraction(found, len(paid) + len(needed) - found)
    assert 0 <= iou(read, evidence) <= precision(read, evidence) <= 1 or not paid


@given(reading, evidence_of)
def test_passages_are_counted_whole_in_one_chunk_or_in_their_union(read, evidence):
    read_at_all = set(listed(read))
    assert count_whole(read, evidence) == sum(
        any(holds(chunk, [passage]) for chunk in read) for passage in evidence
    )
    assert count_covered(read, evidence) == sum(
        set(listed([passage])) <= read_at_all for passage in evidence
    )


@given(reading, evidence_of)
def test_the_union_holds_no_less_than_the_best_chunk(read, evidence):
    assert count_covered(read, evidence) >= count_whole(read, evidence)
    assert recall(read, evidence) >= best_recall(read, evidence)


@given(reading, evidence_of)
def test_the_best_chunk_is_the_best_of_all_single_choices(read, evidence):
    choices = [recall([chunk], evidence) for chunk in read]
    assert best_recall(read, evidence) == max(choices, default=0)


@given(reading, evidence_of)
def test_recall_never_falls_when_more_is_read(read, evidence):
    values = [recall(read[:count], evidence) for count in range(len(read) + 1)]
    assert values == sorted(values)
    covered = [count_covered(read[:count], evidence) for count in range(len(read) + 1)]
    assert covered == sorted(covered)


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("nothing", [[], [(5, 5)]])
def test_without_evidence_there_is_nothing_to_score(score, nothing):
    with pytest.raises(ValueError, match=r"^there is no evidence: nothing can be scored; quote "):
        score([(0, 9)], nothing)


def test_evidence_given_twice_counts_once():
    assert recall([(0, 5)], [(0, 10), (0, 10)]) == Fraction(1, 2)
    assert best_recall([(0, 5)], [(0, 10), (0, 10)]) == Fraction(1, 2)


# --- what is read of a ranking, at k and at a budget ---

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


# --- what stands beside a chunk ---

beside_them = st.lists(st.integers(0, 9), min_size=8, max_size=8)


@given(rankings, beside_them)
def test_a_character_costs_once_and_a_context_where_something_is_new(ranked, beside):
    seen, paid, reading = set(), 0, Reading()
    for chunk, context in zip(ranked, beside, strict=False):
        new = set(listed([chunk])) - seen
        paid += len(new) + (context if new else 0)
        seen |= new
        assert sorted(listed(reading.add(chunk, context))) == sorted(new)
        assert reading.length == paid
    assert cost(ranked, beside) == paid


@given(rankings, beside_them, st.integers(1, 60))
def test_a_budget_pays_for_the_context_too(ranked, beside, budget):
    read = read_within(ranked, budget, beside)
    assert cost(read, beside) <= budget
    assert [start for start, _ in read] == [start for start, _ in ranked[: len(read)]]
    assert read[:-1] == ranked[: len(read)][:-1]
    if read and read[-1] != ranked[len(read) - 1]:  # it was read as far as the budget goes
        assert cost(read, beside) == budget
    elif len(read) < len(ranked) and cost(read, beside) < budget:  # too little for the next
        assert cost([*read, ranked[len(read)]], beside) > budget
        assert budget - cost(read, beside) <= beside[len(read)]


@given(rankings, st.integers(1, 60))
def test_where_nothing_stands_beside_nothing_changes(ranked, budget):
    assert read_within(ranked, budget, [0] * len(ranked)) == read_within(ranked, budget)


@given(reading, evidence_of, st.integers(0, 9))
def test_context_is_read_and_is_no_evidence(read, evidence, context):
    paid, needed = listed(read), set(listed(evidence))
    found = len(set(paid) & needed)
    assert precision(read, evidence, context) == (
        Fraction(found, len(paid) + context) if paid else 0
    )
    assert iou(read, evidence, context) == Fraction(
        found, len(paid) + context + len(needed) - found
    )
