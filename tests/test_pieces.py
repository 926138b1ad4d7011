"""What the cut lab draws, against plain counts: pieces, sentences, and the map at every setting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import Chunker, NaiveChunker, ParagraphChunker
from course_lib.measure import Split
from course_lib.samples import load_documents, load_question
from course_lib.show import pieces
from course_lib.show.cut_lab import map_sizes
from course_lib.show.html import MOST_BARS

NOTE = load_question("premium-change").document.text
ARABIC = "السقف قديم. الأنابيب جديدة.\n"
TEXTS = st.text("aB .!?\n\r\t é🌊שׁ\x00<", max_size=120)


def spans_of(text: str, chunker: Chunker) -> list[tuple[int, int]]:
    return [(start, end) for start, end, _ in chunker.spans(text)]


@st.composite
def cut_texts(draw: st.DrawFn) -> tuple[str, list[tuple[int, int]], tuple[int, int]]:
    """A text, the chunks of it, and a part of it."""
    text = draw(TEXTS)
    size = draw(st.integers(1, 40))
    plain = NaiveChunker(size, draw(st.integers(0, size - 1)))
    chunker = draw(st.sampled_from([plain, ParagraphChunker(size)]))
    low = draw(st.integers(0, len(text)))
    return text, spans_of(text, chunker), (low, draw(st.integers(low, len(text))))


@given(cut_texts(), st.data())
def test_the_pieces_are_the_text_and_know_who_holds_them(
    case: tuple[str, list[tuple[int, int]], tuple[int, int]], data: st.DataObject
) -> None:
    text, spans, (low, high) = case
    places = st.integers(0, len(text))
    proof = {"Q1": [tuple(sorted((data.draw(places), data.draw(places))))]}
    near = [i for i, (start, end) in enumerate(spans) if start < high and low < end]
    chunks = pieces.chunks_in(spans, near)
    found = pieces.pieces(text, (low, high), chunks, proof)  # type: ignore[arg-type]
    assert "".join(words for _, words, _, _ in found) == text[low:high].replace("\x00", "␀")
    for start, words, held, labels in found:
        for at in range(start, start + len(words)):
            holding = [i for i, (s, e) in enumerate(spans) if s <= at < e]
            assert list(range(held[0], held[1] + 1) if held else []) == holding
            (first, last) = proof["Q1"][0]
            assert (labels == ["Q1"]) == (first <= at < last)
    most = max((sum(s <= at < e for s, e in spans) for at in range(low, high)), default=0)
    assert pieces.lanes(chunks) >= most


@given(cut_texts())
def test_a_chunk_says_what_it_shares(
    case: tuple[str, list[tuple[int, int]], tuple[int, int]],
) -> None:
    _, spans, _ = case
    for n, start, end, words in pieces.chunks_in(spans, range(len(spans))):
        assert (start, end) == spans[n]
        for other in (n - 1, n + 1):
            if 0 <= other < len(spans):
                shared = min(end, spans[other][1]) - max(start, spans[other][0])
                assert (f"{shared} with #{other}" in words) == (shared > 0)


def test_more_chunks_than_can_be_told_apart_are_a_crowd() -> None:
    assert pieces.crowded(range(MOST_BARS + 1))
    assert not pieces.crowded(range(MOST_BARS))


@given(TEXTS)
def test_sentences_leave_out_white_space_alone(text: str) -> None:
    found = pieces.sentences(text, (0, len(text)))
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in found)
    assert "".join("".join(text[s:e].split()) for s, e in found) == "".join(text.split())
    assert sorted(found) == found


@pytest.mark.parametrize("document", load_documents()[:8], ids=lambda document: document.source_id)
def test_the_evidence_of_the_samples_is_made_of_sentences(document: object) -> None:
    text: str = document.text  # type: ignore[attr-defined]
    found = pieces.sentences(text, (0, len(text)))
    assert 3 < len(found) < len(text) / 15


def test_a_sentence_of_the_note_is_its_evidence() -> None:
    assert load_question("premium-change").spans[0] in pieces.sentences(NOTE, (0, len(NOTE)))
    assert pieces.sentences(NOTE, (500, 700))[0] == (500, 508)


def test_sentences_are_found_from_right_to_left_too() -> None:
    words = [ARABIC[start:end] for start, end in pieces.sentences(ARABIC, (0, len(ARABIC)))]
    assert words == ["السقف قديم.", "الأنابيب جديدة."]


def torn_cells(chart: dict[str, list[tuple[int, int, int]]]) -> set[tuple[int, int]]:
    return {
        (row, column) for row, first, last in chart["torn"] for column in range(first, last + 1)
    }


@given(st.integers(1, 300), st.integers(0, 299), st.integers(1, 120), st.integers(1, 9))
def test_the_map_is_what_a_split_says_at_every_setting(
    length: int, start: int, reach: int, step: int
) -> None:
    start = min(start, length - 1)
    evidence = [(start, min(start + reach, length))]
    sizes, overlaps = range(1, 90, step), range(0, 60, 7)
    found = pieces.chart(length, evidence, sizes, overlaps)
    allowed = torn = 0
    for row, overlap in enumerate(overlaps):
        for column, size in enumerate(sizes):
            is_torn = False
            if overlap < size:
                spans = spans_of("x" * length, NaiveChunker(size, overlap))
                is_torn = not Split(length, spans, evidence).whole
                allowed += 1
            torn += is_torn
            assert ((row, column) in torn_cells(found)) == is_torn
    assert found["share"] == f"{1 - torn / allowed:.0%}"
    assert found["promise"] == evidence[0][1] - start - 1


def test_the_map_of_the_course_is_what_a_split_says_at_every_setting() -> None:
    evidence = load_question("premium-change").spans
    sizes, overlaps = map_sizes(len(NOTE)), range(0, 401, 4)
    torn = torn_cells(pieces.chart(len(NOTE), evidence, sizes, overlaps))
    for row, overlap in enumerate(overlaps):
        for column, size in enumerate(sizes):
            if overlap < size:
                spans = [(s, min(s + size, len(NOTE))) for s in range(0, len(NOTE), size - overlap)]
                assert ((row, column) not in torn) == Split(len(NOTE), spans, evidence).whole


@pytest.mark.parametrize("length", [0, 1, 399, 1006, 1040, 1999, 2000, 2_000_000])
def test_the_map_reaches_the_length_of_the_text_and_no_further_than_the_slider(length: int) -> None:
    sizes = map_sizes(length)
    assert sizes[0] == 50
    assert min(length, 2000) <= sizes[-1] <= 2000
    assert sizes[-1] >= 400
    assert len(sizes) <= 201


@given(st.text("ab \n\r\t", max_size=60), st.integers(1, 20))
def test_topics_touched_is_a_plain_count(text: str, size: int) -> None:
    paragraphs = pieces.topics(text)
    assert all(text[start:end].strip() for start, end in paragraphs)
    assert "".join(text.split()) == "".join("".join(text[s:e].split()) for s, e in paragraphs)
    spans = spans_of(text, NaiveChunker(size, 0))
    touched = sum(s < end and start < e for start, end in spans for s, e in paragraphs)
    expected = touched / len(spans) if spans else 0.0
    assert pieces.topics_per_chunk(text, spans) == expected
