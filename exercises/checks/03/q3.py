"""The splitter that searched, repaired."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import random_pieces, trimmed_spans, why_other_spans


def check(answers: Answers, random: Random) -> str:
    texts = [
        "One\nline.\n\nTwo.",
        "Fire.\n\nLimit 500.\n\nFlood.\n\nLimit 500.",
        "a\n\na\n\na",
        " x \n\n x ",
        "   one\n\ntwo \n\n\nthree",
        "",
        "Fire\n\nre",
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
