"""The scores of one question, against sets and lists of single characters, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.measure import holds
from course_lib.measure.scores import (
    best_recall,
    characters_to_evidence,
    count_covered,
    count_whole,
    iou,
    precision,
    recall,
)

LENGTH = 30


@st.composite
def span(draw):
    start = draw(st.integers(0, LENGTH - 1))
    return start, draw(st.integers(start + 1, LENGTH))


reading = st.lists(span(), max_size=6)
evidence_of = st.lists(span(), min_size=1, max_size=3)
SCORES = [recall, precision, iou, count_whole, count_covered, best_recall, characters_to_evidence]


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


@given(reading, evidence_of)
def test_characters_to_evidence_are_those_read_when_it_is_whole(read, evidence):
    reached = [
        len(set(listed(read[:count])))
        for count in range(len(read) + 1)
        if recall(read[:count], evidence) == 1
    ]
    least = min(reached, default=None)
    assert characters_to_evidence(read, evidence) == least
    if least is not None:
        assert characters_to_evidence(read, evidence, at_most=least) == least
        assert characters_to_evidence(read, evidence, at_most=least - 1) is None


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("nothing", [[], [(5, 5)]])
def test_without_evidence_there_is_nothing_to_score(score, nothing):
    with pytest.raises(ValueError, match=r"^there is no evidence: nothing can be scored; quote "):
        score([(0, 9)], nothing)


def test_evidence_given_twice_counts_once():
    assert recall([(0, 5)], [(0, 10), (0, 10)]) == Fraction(1, 2)
    assert best_recall([(0, 5)], [(0, 10), (0, 10)]) == Fraction(1, 2)
