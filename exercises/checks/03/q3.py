"""The splitter that searched, repaired."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import random_pieces, trimmed_spans, why_other_spans

CARRY = "carry the position over all of it"


def check(answers: Answers, random: Random) -> str:
    texts = [
        "One\nline.\n\nTwo.",
        "Fire.\n\nLimit 500.\n\nFlood.\n\nLimit 500.",
        "a\n\na\n\na",
        " x \n\n x ",
        "   one\n\ntwo \n\n\nthree",
        "",
        "Fire\n\nre",
        "          ab\n\nb",
        "one \n\n\n two\n\n\n\nw",
        "a\n \nb",
        "a\n\t\nb\n\nc",
    ]
    for text in [*texts, *("\n\n".join(random_pieces(random)) for _ in range(40))]:
        call = f"split_paragraphs({shown(text)})"
        mine = answers.call("split_paragraphs", text)
        right = trimmed_spans(text, "\n\n")
        found = _with_texts(mine, call)
        if any(start < 0 for start, _ in found):
            raise NotYet(f"{call}: an offset is -1: find() says so when it finds nothing")
        wrong = [piece for start, piece in found if not text.startswith(piece, start)]
        if wrong:
            raise NotYet(f"{call}: {wrong[0]!r} does not stand where its offset says")
        spans = [(start, start + len(piece)) for start, piece in found]
        if spans != right:
            pieces = [*filter(None, map(str.strip, re.split(r"\n\s*\n", text)))]
            if len(pieces) > len(right) and [piece for _, piece in found] == pieces:
                raise NotYet(f"{call}: a line of blanks is no border; two line feeds in a row are")
            if len({*spans}) == len(spans) and spans == _searched_too_early(text):
                raise NotYet(f"{call}: the white space that was trimmed is text, too: {CARRY}")
            raise NotYet(f"{call}: {why_other_spans(spans, right, text)}")
    return "every paragraph stands where it says, twins and padded ones too"


def _with_texts(value: Any, call: str) -> list[tuple[int, str]]:
    if not isinstance(value, list) or not all(
        isinstance(pair, list)
        and len(pair) == 2
        and type(pair[0]) is int
        and isinstance(pair[1], str)
        for pair in value
    ):
        raise NotYet(f"`{call}` is {shown(value)}; return a list of (start, text)")
    return [(start, text) for start, text in value]


def _searched_too_early(text: str) -> list[tuple[int, int]]:
    """The pieces of whoever searches on, and moves on by what is left of a piece after trimming."""
    spans, cursor = [], 0
    for piece in filter(None, map(str.strip, text.split("\n\n"))):
        start = text.find(piece, cursor)
        spans.append((start, start + len(piece)))
        cursor += len(piece) + 2
    return spans
