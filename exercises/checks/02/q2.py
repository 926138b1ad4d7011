"""The loop: spans that fit, are trimmed, and leave out nothing but white space."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, pairs_of, shown

from .common import Cut, random_text, word_cut
from .probe import cut_by_halves, half_cut


def check(answers: Answers, random: Random) -> str:
    texts = [
        "One two three four five six",
        "x" * 50,
        "  lead and trail  ",
        " \n ",
        "",
        "a\r\n\r\nb",
        "\u00a0One\u3000 two\u2009\tthree \u2028",
        "\u2003",
    ]
    cases = [(text, most) for text in texts for most in (1, 7, 20)]
    cases += [(random_text(random), random.randint(1, 40)) for _ in range(40)]
    for text, most in cases:
        call = f"cut_all({shown(text)}, {most})"
        mine = pairs_of(answers.call("cut_all", text, most), f"`{call}`")
        if fault := _fault_of(mine, text, most, word_cut):
            raise NotYet(f"{call}: {fault}")
    by_halves = answers.probe(cut_by_halves, "cut_all", cases)
    for (text, most), found in zip(cases, by_halves, strict=True):
        call = f"cut_all({shown(text)}, {most}, half_cut)"
        if fault := _fault_of(pairs_of(found, f"`{call}`"), text, most, half_cut):
            raise NotYet(
                f"{call}, where half_cut ends a chunk in the middle of what fits: {fault}; "
                "ask the function `cut` that was handed over"
            )
    return f"{len(cases)} texts are cut without a loss"


def _fault_of(spans: list[tuple[int, int]], text: str, most: int, cut: Cut) -> str:
    reached = 0
    for start, end in spans:
        if not 0 <= start < end <= len(text):
            return f"({start}, {end}) is no span of the text's {len(text)} characters"
        if start < reached:
            return f"({start}, {end}) begins before the one before it ends"
        if end - start > most:
            return f"({start}, {end}) holds {end - start} characters, more than {most}"
        piece = text[start:end]
        if not piece.strip():
            return f"({start}, {end}) is blank{_rare(piece)}: leave it out"
        if piece != piece.strip():
            return f"({start}, {end}) is {piece!r}{_rare(piece)}: trim it by moving its ends"
        if lost := text[reached:start].strip():
            return f"{shown(lost)} before {start} is in no span"
        reached = end
    if lost := text[reached:].strip():
        return f"{shown(lost)} at the end is in no span"
    return _other_cut_of(spans, text, most, cut)


def _rare(piece: str) -> str:
    """What to say of white space that not everybody thinks of."""
    plain = piece.strip(" \t\r\n\v\f")
    return ", white space that strip() knows" if plain != plain.strip() else ""


def _other_cut_of(spans: list[tuple[int, int]], text: str, most: int, cut: Cut) -> str:
    """A chunk may begin before or behind the white space in front of it; both are right."""
    reached = 0
    for start, end in spans:
        ends = {cut(text, first, first + most) for first in range(reached, start + 1)}
        if end not in {len(text[:last].rstrip()) for last in ends}:
            return f"({start}, {end}) does not end where `{cut.__name__}` says that the chunk ends"
        reached = end
    return ""
