"""Positions in other units, against counting on the text itself."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import make_document

from course_lib import ParagraphChunker, audit
from course_lib.auditing.counting import Encoded, Pieces, Units
from course_lib.auditing.fields import BYTES, CODE_POINTS, LINES, UTF_16, WORDS
from course_lib.auditing.readers import Item

texts = st.text(st.sampled_from("ab é水🌊\n\r."), max_size=40)
CODECS = [("utf-8", 1), ("utf-16-le", 2)]


def item(text: str, start: int, end: int) -> Item:
    return Item(0, text, start, end, True, CODE_POINTS, None, None, None, {}, (), [])


@pytest.mark.parametrize(("codec", "width"), CODECS)
@given(text=texts)
def test_each_position_of_an_encoding_is_a_code_point_or_none(text, codec, width):
    unit = Encoded(text, "x", codec, width)
    places = {len(text[:at].encode(codec)) // width: at for at in range(len(text) + 1)}
    for position in range(len(text.encode(codec)) // width + 3):
        assert unit.code_point(position) == places.get(position)


@pytest.mark.parametrize(("codec", "width"), CODECS)
def test_a_position_is_found_across_blocks(codec, width):
    text = "é🌊x" * 1_500
    unit = Encoded(text, "x", codec, width)
    for at in (0, 1_023, 1_024, 1_025, 2_048, len(text)):
        assert unit.code_point(len(text[:at].encode(codec)) // width) == at
    assert unit.code_point(len(text.encode(codec)) // width + 1) is None


@given(texts, st.data())
def test_a_span_in_bytes_is_the_slice_that_it_says(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    unit = Encoded(text, "x", "utf-8", 1)
    first, last = (len(text[:at].encode()) for at in (start, end))
    assert unit.place(text[start:end], first, last) == (start, end)
    assert unit.place(text[start:end], first, None) == (start, end)
    assert unit.place(text[start:end], first, last + 1) is None
    assert unit.place(text[start:end] + "#", first, None) is None


@given(st.lists(st.sampled_from(["One.", "Two a.", "", "é 水"]), min_size=1, max_size=8), st.data())
def test_lines_are_counted_as_splitlines_does_from_0_or_1_and_to_the_end_or_past_it(lines, data):
    text = "\n".join(lines) + "\n"
    first = data.draw(st.integers(0, len(lines) - 1))
    last = data.draw(st.integers(first, len(lines) - 1))
    wanted = "\n".join(lines[first : last + 1])
    if not wanted.strip() or not lines[first] or not lines[last]:
        return
    start = sum(len(line) + 1 for line in lines[:first])
    place = start, start + len(wanted)
    for base in (0, 1):
        pieces = Pieces(text, LINES).counted_from(base)
        assert pieces.name == f"{LINES} from {base}"
        for end in (last + base, last + base + 1):  # the last line counted in, or the one behind
            assert pieces.place(wanted, first + base, end) == place
        assert pieces.place(wanted, first + base, last + base + 2) is None
        assert pieces.place(wanted, len(lines) + 5, None) is None
        assert pieces.place("Three.", first + base, None) is None


def test_words_of_a_later_line_do_not_stand_in_this_one():
    lines = Pieces("One.\nTwo.\nThree.\n", LINES)
    assert lines.place("Two.", 0, None) is None
    assert lines.place("Two.", 1, None) == (5, 9)


def test_words_are_runs_without_white_space():
    text = "The  roof is\nnew."
    pieces = Pieces(text, WORDS)
    assert [text[a:b] for a, b in zip(pieces.starts, pieces.ends, strict=True)] == text.split()
    assert pieces.place("roof is", 1, 3) == (5, 12)
    assert pieces.place(" roof is ", 1, 3) == (5, 12) or text[4:13] == " roof is "


def claims(text: str, count: int, position) -> list[Item]:
    words = [found.span() for found in re.finditer(r"\S+", text)][:count]
    return [item(text[a:b], position(a), position(b)) for a, b in words]


@pytest.mark.parametrize(
    ("name", "position"),
    [
        (BYTES, lambda text, at: len(text[:at].encode())),
        (UTF_16, lambda text, at: len(text[:at].encode("utf-16-le")) // 2),
    ],
)
def test_a_unit_is_recognised_by_trying_and_named(name, position):
    text = "🌊é The roof is new. The pipes of the house are old, the kitchen is wet."
    found = Units(text, claims(text, 12, lambda at: position(text, at))).recognised
    assert found is not None
    assert found.name == name


def test_what_fits_no_unit_is_not_recognised():
    text = "é The roof is new. The pipes of the house are old, the kitchen is wet."
    assert Units(text, claims(text, 12, lambda at: 3 * at + 7)).recognised is None
    assert Units("The roof is new.", []).recognised is None
    some = claims(text, 12, lambda at: len(text[:at].encode()) + 40 * (at % 2))
    assert Units(text, some).recognised is None  # half of them fit bytes, and that is chance


def test_a_text_without_other_characters_has_no_other_encoding():
    assert Units("plain", []).encoded == []
    assert [unit.name for unit in Units("é", []).encoded] == [BYTES, UTF_16]


def test_tokens_are_known_by_their_size_alone():
    text = " ".join(f"Roof {number} is new and pipe {number} is old." for number in range(90))
    spans = [chunk.span for chunk in ParagraphChunker(200).split(make_document(text))]
    tokens = [item(text[a:b], round(a / 4), round(b / 4)) for a, b in spans]
    assert 3.5 < Units(text, tokens).token_size < 4.5
    lengths = [item(text[a:b], round(a / 4), round(a / 4) + b - a) for a, b in spans]
    assert Units(text, lengths).token_size == 0  # the ends are those of characters
    mixed = [
        item(text[a:b], a // (1 + n % 7), a // (1 + n % 7) + 5) for n, (a, b) in enumerate(spans)
    ]
    assert Units(text, mixed).token_size == 0


def test_the_audit_counts_a_span_in_the_unit_that_it_found():
    text = "Die Möwe über dem Dach.\n\nDie Röhren sind alt.\n\nDie Küche ist naß."
    chunks = [
        {"text": text[a:b], "start": len(text[:a].encode()), "end": len(text[:b].encode())}
        for a, b in (
            (c.char_start, c.char_end) for c in ParagraphChunker(30).split(make_document(text))
        )
    ]
    report = audit(text, chunks)
    assert BYTES in str(report)
    assert "uncovered" not in report.counts
