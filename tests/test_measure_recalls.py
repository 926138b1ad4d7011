"""Kept recalls give the figures of the measurement that they were kept of, to the last digit."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import InvalidValue, NaiveChunker, ParagraphChunker
from course_lib.measure import difference, evaluate
from course_lib.measure.recalls import (
    Recalls,
    recalls_as_csv,
    recalls_from_csv,
    recalls_of,
)
from course_lib.samples import load_documents, load_questions

shares = st.fractions(0, 1, max_denominator=5_000)
tables = st.lists(
    st.builds(
        Recalls,
        st.sampled_from(["visible", "held out"]),
        st.text(min_size=1).filter(lambda name: "\r" not in name and "\0" not in name),
        st.just("naive 400/100"),
        st.integers(1, 10**6),
        st.lists(shares, min_size=1, max_size=9).map(tuple),
    ),
    max_size=4,
)


def test_a_kept_difference_is_the_measured_one() -> None:
    documents, asked = load_documents()[:4], load_questions()
    asked = [question for question in asked if question.document in documents]
    results = [
        evaluate(chunker, documents, asked, budget=800)
        for chunker in (ParagraphChunker(400), NaiveChunker(400, 0))
    ]
    first, other = (recalls_of(result, "some", "words", result.setting) for result in results)
    assert first.minus(other) == difference(*results, "recall")
    assert first.interval == results[0].interval("recall")
    assert first.mean == results[0].recall
    assert (first.setting, first.budget) == ("paragraph 400", 800)


@given(tables)
def test_a_table_reads_back_as_it_was(table: list[Recalls]) -> None:
    assert recalls_from_csv(recalls_as_csv(table)) == table


def test_other_questions_cannot_be_paired() -> None:
    one = Recalls("visible", "words", "naive 400", 1_600, (Fraction(1),))
    for other in (
        Recalls("held out", "words", "naive 400", 1_600, (Fraction(1),)),
        Recalls("visible", "words", "naive 400", 1_600, (Fraction(1), Fraction(0))),
    ):
        with pytest.raises(InvalidValue, match="compare settings on the same questions"):
            one.minus(other)


def test_a_table_that_lacks_a_column_is_refused() -> None:
    with pytest.raises(InvalidValue, match="the table has no column setting, recalls"):
        recalls_from_csv("questions,search,budget\nvisible,words,1600\n")
