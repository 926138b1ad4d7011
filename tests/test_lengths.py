"""A size in whatever a function counts: tokens, bytes, words; places stay code points."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_texts import markdown
from record_texts import field_texts, json_texts
from texts import REAL_TEXTS, texts

from course_lib import (
    CodeChunker,
    InvalidType,
    MalformedJson,
    MarkdownChunker,
    ParagraphChunker,
    RecordChunker,
    chunker_for,
)
from course_lib.chunkers.structure import StructureChunker
from course_lib.measure.corpus import setting_of
from course_lib.tokens import WordPiece

CHUNKERS: list[type[StructureChunker]] = [
    ParagraphChunker,
    MarkdownChunker,
    RecordChunker,
    CodeChunker,
]
TOKENS = WordPiece().count


def code_points(text: str) -> int:
    return len(text)


def in_bytes(text: str) -> int:
    return len(text.encode())


def words(text: str) -> int:
    return len(text.split())


each_chunker = pytest.mark.parametrize("chunker", CHUNKERS, ids=lambda chunker: chunker.__name__)
any_text = given(
    text=texts()
    | st.sampled_from(list(REAL_TEXTS.values()))
    | markdown()
    | field_texts()
    | json_texts(),
    size=st.integers(1, 300),
)


def spans(chunker: type[StructureChunker], text: str, size: int, **options: Any) -> list[Any]:
    try:
        return chunker(size, **options).spans(text)
    except MalformedJson:
        return chunker(size, **options, lenient=True).spans("") if "\0" in text else []


@each_chunker
@any_text
def test_counting_code_points_by_a_function_changes_nothing(
    chunker: type[StructureChunker], text: str, size: int
) -> None:
    for options in (
        {},
        {"overlap": size // 3, "min_chars": size // 4},
        {"overlap": size // 5, "count_context": True},
    ):
        plain = spans(chunker, text, size, **options)
        assert spans(chunker, text, size, length=code_points, **options) == plain


@each_chunker
@pytest.mark.parametrize("length", [TOKENS, in_bytes, words], ids=["tokens", "bytes", "words"])
@any_text
def test_no_chunk_is_longer_and_nothing_is_lost(
    chunker: type[StructureChunker], length: Any, text: str, size: int
) -> None:
    for options in ({}, {"overlap": size // 3, "min_chars": size // 4, "count_context": True}):
        found = spans(chunker, text, size, length=length, **options)
        taken = bool(options)
        for start, end, context in found:
            beside = "".join(f"{part}\n" for part in context) if taken else ""
            assert end - start == 1 or length(text[start:end]) + length(beside) <= size
            assert text[start:end].strip()
        for (start, end, _), (later, last, _) in pairwise(found):
            assert start < later
            assert end < last
        if found:
            held = {at for start, end, _ in found for at in range(start, end)}
            assert all(at in held or char.isspace() for at, char in enumerate(text))


@each_chunker
def test_a_chunk_holds_as_many_tokens_as_whole_units_allow(
    chunker: type[StructureChunker],
) -> None:
    text = "One two three.\n\n" * 40
    found = chunker(8, length=TOKENS).spans(text)  # a sentence of four tokens, with its mark
    assert [text[start:end].count("One") for start, end, _ in found] == [2] * 20


@given(size=st.integers(4, 60), share=st.integers(2, 4))
def test_an_overlap_is_counted_in_the_same_unit(size: int, share: int) -> None:
    text = REAL_TEXTS[next(iter(REAL_TEXTS))]
    overlap = size // share
    found = ParagraphChunker(size, overlap=overlap, length=TOKENS).spans(text)
    repeated = [text[later:end] for (_, end, _), (later, _, _) in pairwise(found) if later < end]
    assert all(TOKENS(shared) <= overlap for shared in repeated)


def test_some_overlap_there_is() -> None:
    text = "The roof is new. " * 30
    found = ParagraphChunker(20, overlap=6, length=TOKENS).spans(text)
    assert all(
        text[later:end] == "The roof is new." for (_, end, _), (later, _, _) in pairwise(found)
    )


def test_a_length_that_shrinks_within_a_word_is_still_kept() -> None:
    """`unaffable` has fewer tokens than some of its beginnings: what was chosen is counted."""
    text = "unbelievable unaffable " * 30
    for size in range(1, 12):
        for start, end, _ in ParagraphChunker(size, length=TOKENS).spans(text):
            assert TOKENS(text[start:end]) <= size or end - start == 1


def test_context_counts_in_the_same_unit_and_is_bounded() -> None:
    text = f"# {'水道管 ' * 12}\n\n{'The pipes are old. ' * 20}"
    for start, end, context in MarkdownChunker(60, length=in_bytes, count_context=True).spans(text):
        beside = in_bytes("".join(f"{part}\n" for part in context))
        assert 0 < beside <= 30
        assert in_bytes(text[start:end]) + beside <= 60


def test_work_grows_with_the_text_and_no_faster() -> None:
    counted = 0

    def length(text: str) -> int:
        nonlocal counted
        counted += len(text)
        return len(text) // 4

    effort = []
    for times in (100, 200):
        counted = 0
        ParagraphChunker(50, length=length).spans("The pipes are old. " * times)
        MarkdownChunker(50, length=length).spans("# Roof\n\n- old\n  - older\n\n" * times)
        effort.append(counted)
    assert effort[1] <= 2.5 * effort[0]


def test_its_name_is_among_the_options_and_in_tables() -> None:
    chunker = ParagraphChunker(256, length=TOKENS)
    assert repr(chunker) == "ParagraphChunker(max_chars=256, length=WordPiece.count)"
    assert setting_of(chunker)[0] == "paragraph length=WordPiece.count"
    assert chunker == ParagraphChunker(256, length=TOKENS)
    assert chunker != ParagraphChunker(256)
    assert chunker_for("roof.md", 256, length=TOKENS) == MarkdownChunker(256, length=TOKENS)


@pytest.mark.parametrize("length", [256, None, "tokens", WordPiece()])
def test_what_is_no_function_is_refused(length: Any) -> None:
    with pytest.raises(InvalidType, match="length must be a function of a text"):
        ParagraphChunker(256, length=length)


@pytest.mark.parametrize("length", [lambda text: len(text) / 4, lambda text: text.split()])
def test_what_gives_no_whole_number_is_refused(length: Any) -> None:
    with pytest.raises(InvalidType, match="length must give a whole number, not"):
        ParagraphChunker(256, length=length).spans("The roof is new.")
