"""One's own ladder cuts a text with twins, and the span of one of them is carried."""

from __future__ import annotations

from random import Random

from course_lib.chunk import Span
from course_lib.grading.answers import Answers, NotYet, pairs_of, shown

from .common import ladder, trimmed_cuts, word_cut

TERMS = """Hearth policy 55012 — what we pay

Fire.
Limit: 5,000 crowns for each event, after an excess of 200.

Flood.
Limit: 5,000 crowns for each event, after an excess of 200.

Theft.
Limit: 2,000 crowns for each event. Jewellery: 500 crowns in all.
"""
MOST = 60


def check(answers: Answers, _random: Random) -> str:
    chunks = pairs_of(answers.value("my_chunks"), "`my_chunks`")
    right = trimmed_cuts(TERMS, MOST, ladder)
    if chunks != right:
        raise NotYet(f"`my_chunks`: {_why_other_chunks(chunks, right)}")
    (limit,) = pairs_of([answers.value("my_limit")], "`[my_limit]`")
    if limit != right[4]:
        raise NotYet(f"`my_limit`: {_why_other_limit(limit, right)}")
    return "your ladder cuts the text, and the limit of the flood cover stands where it says"


def _why_other_chunks(mine: list[Span], right: list[Span]) -> str:
    if mine == trimmed_cuts(TERMS, MOST, word_cut):
        return "these are the cuts of `word_cut`; hand `last_cut` to your loop"
    for start, end in mine:
        if not 0 <= start < end <= len(TERMS):
            return f"({start}, {end}) is no span of the {len(TERMS)} characters of TERMS"
        if end - start > MOST:
            return f"({start}, {end}) holds {end - start} characters, more than {MOST}"
    for number, (one, other) in enumerate(zip(mine, right, strict=False)):
        if one != other:
            its, text = TERMS[slice(*one)], TERMS[slice(*other)]
            return f"chunk {number} is {shown(its)}; the ladder cuts {shown(text)}"
    return f"there are {len(mine)} chunks; the ladder cuts {len(right)}"


def _why_other_limit(mine: Span, chunks: list[Span]) -> str:
    (first, last), fire = chunks[4], chunks[2]
    start, end = mine
    if mine == fire:
        return "that is the limit of the fire cover: the same words, and they stand there first"
    if mine == (first, last - first) or mine == (fire[0], fire[1] - fire[0]):
        return f"({start}, {end}) is a start and a length; write where it starts and where it ends"
    if mine == (last, first):
        return "the start comes first, then the end"
    if mine == tuple(len(TERMS[:at].encode()) for at in (first, last)):
        return "these are bytes; Python counts characters, and the dash is one of them"
    if mine == chunks[3] or (start == chunks[3][0] and end == last):
        return "that takes the heading along; the limit begins with 'Limit'"
    if not 0 <= start < end <= len(TERMS):
        return f"({start}, {end}) is no span of the {len(TERMS)} characters of TERMS"
    for what, is_, wanted in (("begins", start, first), ("ends", end, last)):
        if is_ != wanted:
            late = "late" if is_ > wanted else "early"
            return f"{shown(TERMS[start:end])} {what} {abs(is_ - wanted)} too {late}"
    raise AssertionError("it is the limit")
