"""Four passages of the note, cut by hand and verified to the character."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, pairs_of
from course_lib.samples import load_document


def check(answers: Answers, _random: Random) -> str:
    mine = pairs_of(answers.value("my_cuts"), "`my_cuts`")
    text = load_document("policy/55012").text
    paragraphs = _paragraphs(text)[1:5]
    if len(mine) != len(paragraphs):
        raise NotYet(f"there are {len(mine)} pairs; four passages were asked for")
    for number, ((start, end), (first, last)) in enumerate(
        zip(mine, paragraphs, strict=True), start=1
    ):
        if not 0 <= start < end <= len(text):
            raise NotYet(f"passage {number}: ({start}, {end}) is no span of the text")
        if start != first:
            offset = f"{abs(start - first)} too {'early' if start < first else 'late'}"
            raise NotYet(
                f"passage {number} begins with {text[start]!r}, {offset}; "
                f"its first character is {text[first]!r}"
            )
        if end != last:
            offset = f"{abs(end - last)} too {'early' if end < last else 'late'}"
            raise NotYet(f"passage {number} ends with {text[end - 1]!r}, {offset}")
    return "four passages, each cut to the character"


def _paragraphs(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for piece in text.split("\n\n"):
        spans.append((start, start + len(piece)))
        start += len(piece) + 2
    return spans
