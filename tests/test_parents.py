"""Parents: runs of neighbours, which hold their chunks, and what reading them keeps."""

import re
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_texts import markdown
from texts import SIZES, make_document

from course_lib import InvalidType, InvalidValue, MarkdownChunker, NaiveChunker, Passage, parents
from course_lib.measure import OwnQuestion, evaluate, evaluate_parents, locate

TEXT = (
    "# Roof\n\nSlates are old.\n\nLead is new.\n\n## Cost\n\nNot known.\n\n# Pipes\n\nAll is dry.\n"
)


def cut_markdown(text, size):
    return MarkdownChunker(size).split(make_document(text))


@given(markdown(), SIZES, st.integers(1, 2_000))
def test_a_parent_by_size_holds_its_chunks_and_is_as_long_as_it_may_be(text, size, by):
    chunks = cut_markdown(text, size)
    found = parents(chunks, by=by)
    assert len(found) == len(chunks)
    for (start, end), chunk in zip(found, chunks, strict=True):
        assert start <= chunk.char_start < chunk.char_end <= end
        assert end - start <= by or (start, end) == chunk.span
    families = [list(run) for _, run in groupby(zip(found, chunks, strict=True), lambda p: p[0])]
    for one, other in pairwise(families):
        assert other[0][1].char_end - one[0][0][0] > by  # the next chunk would not have fitted


@given(markdown(), SIZES)
def test_a_parent_by_context_is_all_neighbours_of_one_section(text, size):
    chunks = cut_markdown(text, size)
    found = parents(chunks)
    for (one, a), (other, b) in pairwise(zip(chunks, found, strict=True)):
        assert (a == b) == (one.context == other.context)
    for _, run in groupby(zip(found, chunks, strict=True), lambda pair: pair[0]):
        pairs = list(run)
        assert pairs[0][0] == (pairs[0][1].char_start, pairs[-1][1].char_end)


def test_levels_make_the_chapter_the_parent():
    chunks = cut_markdown(TEXT, 26)
    assert len({*parents(chunks)}) == 3
    roof, pipes = dict.fromkeys(parents(chunks, levels=1))
    assert TEXT[slice(*roof)].endswith("Not known.")
    assert TEXT[slice(*pipes)] == "# Pipes\n\nAll is dry."


def test_documents_are_never_mixed_and_overlaps_are_held():
    one, other = make_document("Roof renewed. " * 3), make_document("All is dry. " * 3)
    chunks = [*NaiveChunker(10, 4).split(one), *NaiveChunker(10, 4).split(other)]
    found = parents(chunks, by=10_000)
    assert {*found} == {(0, 42), (0, 36)}
    assert parents([]) == []


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"by": 0}, InvalidValue, "by must be at least 1, got 0"),
        ({"by": True}, InvalidType, "by"),
        ({"by": 2.5}, InvalidType, "by"),
        (
            {"by": "section"},
            InvalidValue,
            "by must be a number of characters or 'context', got 'section'",
        ),
        ({"levels": 0}, InvalidValue, "levels must be at least 1, got 0"),
        ({"by": 9, "levels": 1}, InvalidValue, "levels are of a context"),
    ],
)
def test_what_cannot_be_is_refused(options, kind, words):
    with pytest.raises(kind, match=words):
        parents(cut_markdown(TEXT, 20), **options)


def test_what_is_no_chunk_or_out_of_order_is_refused():
    with pytest.raises(InvalidType, match="parents are of chunks, got None"):
        parents(None)
    with pytest.raises(InvalidType, match="by must be a whole number, got None"):
        parents([], by=None)
    with pytest.raises(InvalidType, match="parents are of chunks"):
        parents([Passage.cut_from("Roof", 0, 4)])
    with pytest.raises(InvalidValue, match="chunk 0 stands behind chunk 1, which starts later"):
        parents(cut_markdown(TEXT, 20)[1::-1])


def asked(text, *quotes):
    document = make_document(text)
    return document, [
        OwnQuestion(str(n), words, document, (locate(text, quote),))
        for n, (words, quote) in enumerate(quotes)
    ]


def test_the_parent_reads_what_the_chunk_alone_tears():
    filler = "Nothing more is known of it here. " * 4
    text = f"The slates came loose. The storm took them.\n\n{filler}\n\nAll is dry.\n"
    document, questions = asked(
        text, ("slates loose", "The slates came loose. The storm took them.")
    )
    small = MarkdownChunker(24)
    alone = evaluate(small, [document], questions, budget=60)
    read = evaluate_parents(small, [document], questions, budget=60, by=60)
    assert (alone.covered, read.covered) == (0, 1)
    assert alone.storage == read.storage
    assert read.setting == "markdown by=60 24"
    assert read.figure("recall") == 1


def test_parents_of_single_chunks_measure_as_the_chunks_do():
    document, questions = asked(
        TEXT, ("slates old", "Slates are old."), ("pipes dry", "All is dry.")
    )
    plain = evaluate(MarkdownChunker(30), [document], questions, budget=60)
    same = evaluate_parents(MarkdownChunker(30), [document], questions, budget=60, by=1)
    assert same.outcomes == plain.outcomes


def test_a_budget_that_cannot_read_the_longest_parent_is_refused():
    document, questions = asked(TEXT, ("slates old", "Slates are old."))
    with pytest.raises(InvalidValue, match="cannot read the longest chunk"):
        evaluate_parents(MarkdownChunker(30), [document], questions, budget=40, by=80)


def test_the_page_about_parents_runs_as_written(capsys):
    page = (Path(__file__).parents[1] / "docs/parents.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    for block in blocks:
        exec(block, {})
    assert len(blocks) == 2
    row = re.search(r"^\| ParagraphChunker\(200\) \| the chunk \| (\S+) ", page, re.M)
    assert f"recall {row[1]} " in capsys.readouterr().out
