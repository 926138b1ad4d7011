"""`Field: value` lines and transcripts: a name stands beside its own text alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_record import pieces
from texts import SIZES

from course_lib.chunkers.field_cuts import find_field_cuts

TURNS = {
    "turns travel together while they fit": (
        "Ann: When?\nBob: At ten.\nAnn: Thanks.\nBob: Bye.\n",
        24,
        [((), "Ann: When?\nBob: At ten."), ((), "Ann: Thanks.\nBob: Bye.")],
    ),
    "a turn that is cut has its speaker beside it, and no other turn": (
        "Ann: I saw the water come down.\nBob: When?\nAnn: At ten.\nBob: Bye.\n",
        24,
        [
            ((), "Ann: I saw the water"),
            (("Ann",), "come down."),
            ((), "Bob: When?\nAnn: At ten."),
            ((), "Bob: Bye."),
        ],
    ),
    "all lines up to the next speaker are of the turn": (
        "Ann: I saw it.\nIt came down.\n\nThe wall is wet.\nBob: When?\nAnn: At ten.\nBob: Bye.\n",
        18,
        [
            ((), "Ann: I saw it."),
            (("Ann",), "It came down."),
            (("Ann",), "The wall is wet."),
            ((), "Bob: When?"),
            ((), "Ann: At ten."),
            ((), "Bob: Bye."),
        ],
    ),
    "times before and behind a name": (
        "[00:01] Ann: one two three\n[00:05] Bob: no\nAnn (00:09): yes\nBob: so\n",
        20,
        [
            ((), "[00:01] Ann: one two"),
            (("Ann",), "three"),
            ((), "[00:05] Bob: no"),
            ((), "Ann (00:09): yes"),
            ((), "Bob: so"),
        ],
    ),
    "dates before a name": (
        "12/03/24, 10:01 - Ann: one two three\n[2024-03-12 10:02 pm] Bob: no\n"
        "12/03/24, 10:03 - Ann: yes\n12/03/24, 10:04 - Bob: so\n",
        30,
        [
            ((), "12/03/24, 10:01 - Ann: one two"),
            (("Ann",), "three"),
            ((), "[2024-03-12 10:02 pm] Bob: no"),
            ((), "12/03/24, 10:03 - Ann: yes"),
            ((), "12/03/24, 10:04 - Bob: so"),
        ],
    ),
    "names in angle brackets": (
        "<ann> one two three\n[10:01] <bob> no\n<ann> yes\n<bob> so\n",
        16,
        [
            ((), "<ann> one two"),
            (("ann",), "three"),
            ((), "[10:01] <bob> no"),
            ((), "<ann> yes"),
            ((), "<bob> so"),
        ],
    ),
    "a name and a time on a line of their own": (
        "Ann Lee  0:01\nYes. So.\n\nBob Ray  0:05\nNo.\n\nAnn Lee  0:09\nOne two three.\n\n"
        "Bob Ray  1:12 PM\nBye.\n",
        24,
        [
            ((), "Ann Lee  0:01\nYes. So."),
            ((), "Bob Ray  0:05\nNo."),
            ((), "Ann Lee  0:09"),
            (("Ann Lee",), "One two three."),
            ((), "Bob Ray  1:12 PM\nBye."),
        ],
    ),
    "wide colons": (
        "田中：屋根が古い。配管\n鈴木：はい\n田中：いいえ\n鈴木：そう\n",
        9,
        [
            ((), "田中：屋根が古い。"),
            (("田中",), "配管"),
            ((), "鈴木：はい"),
            ((), "田中：いいえ"),
            ((), "鈴木：そう"),
        ],
    ),
    "names in bold": (
        "**Ann:** one two three\n\n**Bob:** no\n\n**Ann:** yes\n\n**Bob:** so\n",
        16,
        [
            ((), "**Ann:** one two"),
            (("Ann",), "three"),
            ((), "**Bob:** no"),
            ((), "**Ann:** yes"),
            ((), "**Bob:** so"),
        ],
    ),
    "what stands before the first turn": (
        "INTERVIEW\n\nAnn: no\nBob: so\nAnn: yes\nBob: bye\n",
        16,
        [
            ((), "INTERVIEW"),
            ((), "Ann: no\nBob: so"),
            ((), "Ann: yes"),
            ((), "Bob: bye"),
        ],
    ),
}


@pytest.mark.parametrize(("text", "size", "expected"), TURNS.values(), ids=TURNS.keys())
def test_turns(text, size, expected):
    assert pieces(text, size) == expected


turns = st.lists(
    st.tuples(st.sampled_from(["Ann", "Bob"]), st.text("abc d.\n", min_size=1, max_size=60)),
    min_size=4,
    max_size=12,
)


@given(turns, SIZES)
def test_a_chunk_with_a_speaker_holds_that_speakers_words_alone(turns, size):
    text, owners = "", []
    for speaker, words in turns:
        turn = f"{speaker}: {words}\n"
        text += turn
        owners += [speaker] * len(turn)
    if not any(cut.inner_context for cut in find_field_cuts(text)):
        return  # too many paragraphs without a name
    start = 0
    for context, piece in pieces(text, size):
        start = text.index(piece, start)
        if context:
            assert {*owners[start : start + len(piece)]} == {*context}
            assert f"{context[0]}: " not in piece
        start += len(piece)


def test_a_line_at_the_margin_is_no_part_of_a_field():
    text = "Dear Ann: thanks.\nTo do: call him.\nThis is prose that goes on.\nAnd more prose."
    assert [context for context, _ in pieces(text, 40)] == [(), (), ()]
    text = "Claim: 1\nCause: a joint\n  under the sink\nwritten by Ann\nPaid: 2\n"
    assert (("Cause",), "  under the sink") in pieces(text, 16)
    assert ((), "written by Ann") in pieces(text, 16)


@pytest.mark.parametrize(
    "text",
    [
        "Note: one.\n\nProse.\n\nProse.\n\nNote: two.\n\nProse.\n\nProse.\n",
        "He said: one.\nShe said: two.\nProse.\nProse.\nProse.\n",
    ],
)
def test_what_is_no_transcript(text):
    assert find_field_cuts(text) == []
