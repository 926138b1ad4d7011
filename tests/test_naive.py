"""The naive chunker: its contract word for word, and its three known faults."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import FAMILY, SIZES, make_document, round_trips, texts

from course_lib import NaiveChunker

WINDOWS = SIZES.flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))
BLANK_TEXTS = ["", " ", "\n", "\r\n \t\n", "\u00a0\u2028\u3000\x1c\x85"]


def spans(text, *sizes, **options):
    return [(start, end) for start, end, _ in NaiveChunker(*sizes, **options).spans(text)]


# --- the contract ---


@pytest.mark.parametrize("size", [0, -1, -800])
@pytest.mark.parametrize("overlap", [0, -1, 5])
def test_a_size_below_one_is_refused(size, overlap):
    with pytest.raises(ValueError, match=r"^chunk_size must be positive$"):
        NaiveChunker(size, overlap)


@pytest.mark.parametrize(("size", "overlap"), [(4, 4), (4, 9), (4, -1), (1, 1), (100, 100)])
def test_an_overlap_outside_of_the_window_is_refused(size, overlap):
    with pytest.raises(ValueError, match=r"^overlap must be in \[0, chunk_size\)$"):
        NaiveChunker(size, overlap)


@pytest.mark.parametrize(
    ("size", "overlap"), [(1, 0), (7, 0), (8, 1), (40, 5), (100, 12), (101, 100), (800, 100)]
)
def test_the_usual_overlap_is_100_or_an_eighth_of_a_size_up_to_100(size, overlap):
    chunker = NaiveChunker(size)
    assert chunker.overlap == overlap
    assert chunker == NaiveChunker(size, overlap) == NaiveChunker(size, None)
    assert hash(chunker) == hash(NaiveChunker(size, overlap))
    assert f"overlap={overlap}, " in repr(chunker)


def test_a_replaced_size_keeps_the_overlap():
    assert replace(NaiveChunker(40), chunk_size=800) == NaiveChunker(800, 5)
    assert replace(NaiveChunker(40), overlap=0) == NaiveChunker(40, 0)
    with pytest.raises(ValueError, match=r"^overlap must be in \[0, chunk_size\)$"):
        replace(NaiveChunker(), chunk_size=100)


def test_a_round_trip_changes_no_chunker():
    for back in round_trips(NaiveChunker(40, keep_contained_tail=False)):
        assert back == NaiveChunker(40, 5, False)


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name in ("chunk_size", "overlap") for value in (8.0, "8", True)]
    + [("chunk_size", None)],
)
def test_a_size_is_a_whole_number(name, value):
    with pytest.raises(TypeError) as raised:
        NaiveChunker(**{name: value})
    assert str(raised.value) == f"{name} must be a whole number, got {value!r}"


def test_the_defaults_are_800_and_100():
    chunker = NaiveChunker()
    assert (chunker.chunk_size, chunker.overlap, chunker.keep_contained_tail) == (800, 100, True)
    assert chunker == NaiveChunker(chunk_size=800, overlap=100)


def test_a_chunker_cannot_change():
    with pytest.raises(AttributeError):
        NaiveChunker().overlap = 900


# --- the law of the window ---


@given(texts(), WINDOWS)
def test_a_window_starts_at_every_step_inside_the_text(text, window):
    size, overlap = window
    expected, start = [], 0
    while start < len(text) and text.strip():
        expected.append((start, min(start + size, len(text))))
        start += size - overlap
    assert spans(text, size, overlap) == expected


@given(texts(), WINDOWS)
def test_leaving_out_the_contained_tail_leaves_out_nothing_else(text, window):
    every = spans(text, *window)
    expected = [
        span for span, before in zip(every, [(0, 0), *every], strict=False) if span[1] > before[1]
    ]
    assert spans(text, *window, keep_contained_tail=False) == expected


@given(texts(), WINDOWS)
def test_split_cuts_at_those_windows(text, window):
    chunks = NaiveChunker(*window).split(make_document(text))
    assert [chunk.span for chunk in chunks] == spans(text, *window)


@given(texts().filter(str.strip), SIZES)
def test_without_overlap_the_windows_are_the_text(text, size):
    chunks = NaiveChunker(size, 0).split(make_document(text))
    assert "".join(chunk.text for chunk in chunks) == text


@pytest.mark.parametrize("text", BLANK_TEXTS, ids=ascii)
def test_blank_text_has_no_chunks(text):
    assert NaiveChunker(3, 1).split(make_document(text)) == []


@pytest.mark.parametrize(
    ("text", "size", "overlap", "expected"),
    [
        ("abcdef", 6, 3, [(0, 6)]),
        ("abcdef", 6, 0, [(0, 6)]),
        ("abc", 6, 3, [(0, 3)]),
        ("abcdefg", 6, 3, [(0, 6), (3, 7)]),
        ("abcdefghijk", 6, 3, [(0, 6), (3, 9), (6, 11)]),
        ("abcdefghijklmnopqrstuvwxyz0123", 10, 0, [(0, 10), (10, 20), (20, 30)]),
        ("tick tock tick tock tick tock", 9, 4, [(at, min(at + 9, 29)) for at in range(0, 25, 5)]),
        ("abcd", 1, 0, [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ("“é”🐙", 2, 0, [(0, 2), (2, 4)]),
    ],
    ids=ascii,
)
def test_windows_without_a_contained_tail(text, size, overlap, expected):
    assert spans(text, size, overlap, keep_contained_tail=False) == expected


# --- the faults that the course shows ---


@pytest.mark.parametrize(
    ("text", "size", "overlap", "tail"),
    [
        ("abcdef", 6, 3, [(3, 6)]),
        ("abcdefghijk", 6, 3, [(9, 11)]),
        ("abcdefgh", 6, 5, [(3, 8), (4, 8), (5, 8), (6, 8), (7, 8)]),
        ("abcdef", 6, 0, []),
    ],
)
def test_the_contained_tail_is_kept_by_default(text, size, overlap, tail):
    clean = spans(text, size, overlap, keep_contained_tail=False)
    assert spans(text, size, overlap) == clean + tail


def test_a_window_may_be_blank():
    chunks = NaiveChunker(10, 0).split(make_document("Top." + " " * 40 + "End."))
    assert [chunk.text.isspace() for chunk in chunks] == [False, True, True, True, False]


def test_a_window_may_tear_a_character_that_the_reader_sees_as_one():
    chunks = NaiveChunker(3, 0).split(make_document(FAMILY + "\r\n"))
    assert [chunk.text for chunk in chunks] == [FAMILY[:3], FAMILY[3:] + "\r", "\n"]
