"""Line ends: all of Unicode's alike, and which of them stand."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import SIZES, texts

from course_lib import MarkdownChunker, ParagraphChunker
from course_lib.chunkers.line_ends import last_line, last_line_end

PROSE = (
    "The roof was renewed in May of that year. The pipes are old, and nobody has looked at them"
    " since then with any care at all. In the cellar we found two cracks; both are dry, and both"
    " have been there for a long time. The owner says that he will repair them before the winter."
)
STANDING = {
    "verse": "The roof is old,\nThe roof is grey,\nAnd all the rain\nRuns down all day.",
    "a sonnet": (
        "Shall rain compare thee to a leaking day?\nThou art more wet and more intemperate:\n"
        "Rough winds do shake the darling slates of May,\nAnd summer's cover ends too short a date."
    ),
    "an address": "Ms Ada Quill\nMarrow & Quill Ltd\n12 Slate Lane\nThistlewood TW1 2AB",
    "rows": "88431 water kitchen\n88432 hail  roof\n88433 storm gutter",
    "a list": "- the roof is old and grey\n- the pipes are older still\n- the walls are dry enough",
    "notes": "roof\nthe pipes in the kitchen are old and nobody looked\ncellar\nthe walls are dry",
}


@pytest.mark.parametrize("text", STANDING.values(), ids=STANDING)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85"])
def test_lines_stand_that_nobody_wrapped(text, end):
    text = text.replace("\n", end)
    ends = [at + len(end) for at in range(len(text)) if text.startswith(end, at)]
    assert [last_line(text, 0, at) for at in ends] == ends


@pytest.mark.parametrize("width", [30, 40, 60, 72, 100])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85"])
def test_no_line_stands_that_a_wrapper_made(width, end):
    text = textwrap.fill(PROSE, width).replace("\n", end)
    assert [at for at in range(len(text)) if last_line(text, 0, at)] == []
    stands = {last_line_end(text, 0, at) for at in range(len(text))} - {0}
    assert {at + len(end) for at in range(len(text)) if text.startswith(end, at)} <= stands


@pytest.mark.parametrize("width", [60, 72, 100])
def test_no_line_of_capitals_stands_that_a_wrapper_made(width):
    text = textwrap.fill(PROSE.upper(), width)
    assert [at for at in range(len(text)) if last_line(text, 0, at)] == []


def test_lines_of_an_address_in_capitals_stand():
    text = "THISTLEWOOD AND SON\nTHE OLD COOPERAGE 5\nMARROW ON THE WATER\nSALTMARSH"
    assert last_line(text, 0, len(text)) == text.index("SALTMARSH")


@pytest.mark.parametrize("chunker", [ParagraphChunker, MarkdownChunker])
@pytest.mark.parametrize("width", [30, 40, 60, 72, 100])
def test_a_wrapped_paragraph_is_cut_at_the_same_sentences(chunker, width):
    def cut(text):
        return [text[start:end].split() for start, end, _ in chunker(140).spans(text)]

    assert cut(textwrap.fill(PROSE, width)) == cut(PROSE)


def test_an_item_begins_a_line_in_wrapped_text_too():
    text = "we found in the cellar\nthat the walls are dry,\n2) that the roof\nis old and grey"
    assert text[: last_line(text, 0, len(text))].endswith("dry,\n")


@pytest.mark.parametrize("sign", ["\v", "\f", "\u2028"])
def test_a_line_end_that_no_wrapper_writes_stands_in_wrapped_text(sign):
    text = f"the roof was renewed,\nand the pipes are old{sign}and the walls\nare dry and grey"
    assert last_line(text, 0, len(text)) == text.index(sign) + 1


@given(st.one_of(texts(), st.just(textwrap.fill(PROSE, 40))), SIZES)
def test_old_line_ends_are_cut_like_new_ones(text, size):
    text = text.replace("\r", "").replace("\x85", "")
    spans = ParagraphChunker(size).spans(text)
    assert ParagraphChunker(size).spans(text.replace("\n", "\r")) == spans
    assert ParagraphChunker(size).spans(text.replace("\n", "\x85")) == spans


def test_quoted_mail_is_wrapped_like_any_other():
    text = (
        "> I have looked at the roof, which is old. The slates\n"
        "> are loose, and nobody has cared for them since. Call\n> me when you can.\n"
    )
    first = ParagraphChunker(60).spans(text)[0]
    assert text[slice(*first[:2])] == "> I have looked at the roof, which is old."
