"""The checks of notebook and exercise 02: the ladder, the loop that climbs it, cuts by hand."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.chunkers import ParagraphChunker
from course_lib.grading.answers import Answers, NotYet, pairs_of, shown
from course_lib.measure import Split
from course_lib.samples import load_document, load_questions

SEPARATORS = ("\n\n", "\n", ". ", " ")
WORDS = ("roof", "pipe", "the", "a", "claim", "2,392", "of", "slate", "wet", "é", "🌊")


def size(answers: Answers, _random: Random) -> str:
    """Notebook: the smallest max_chars at which all four answers of the note are whole."""
    chosen = answers.value("my_max_chars")
    if type(chosen) is not int or not 0 < chosen <= 2000:
        raise NotYet(f"`my_max_chars` is {shown(chosen)}; write a whole number from 1 to 2000")
    if torn := _torn_at(chosen):
        raise NotYet(f"torn at this size: {torn[0]}")
    if not _torn_at(chosen - 1):
        raise NotYet("all four are whole, but a smaller size would do")
    return "the longest answer just fits; it decides"


def _torn_at(size: int) -> list[str]:
    note = load_document("policy/55012")
    asked = [question for question in load_questions() if question.document == note]
    if size < 1:
        return [question.text for question in asked]
    chunker = ParagraphChunker(size)
    return [q.text for q in asked if not Split.of(note, chunker, q.spans).whole]


def q1(answers: Answers, random: Random) -> str:
    """The ladder: where a chunk that starts here and may reach there had best end."""
    cases = [
        ("One.\n\nTwo.\nThree. Four", 0, 18),
        ("One. Two\nThree four", 0, 14),
        ("One. Two three", 0, 12),
        ("One two three", 0, 10),
        ("Onetwothree", 0, 5),
        ("\n\nOne two three", 2, 12),
        ("One two. ", 0, 50),
        ("One.\n\nTwo three", 0, 6),
        ("One.\n\nTwo three", 0, 5),
        ("One two.", 0, 8),
        ("One two.", 0, 7),
        (" Onetwothree", 0, 5),
    ]
    cases += [_random_window(random) for _ in range(60)]
    for text, start, limit in cases:
        mine, right = answers.call("last_cut", text, start, limit), ladder(text, start, limit)
        if mine != right or type(mine) is not int:
            call = f"last_cut({shown(text)}, {start}, {limit})"
            raise NotYet(f"{call}: {_why_other_cut(mine, right, text, start, limit)}")
    return f"{len(cases)} windows end on the highest rung that they have"


def ladder(text: str, start: int, limit: int) -> int:
    """The rule of the first question."""
    if limit >= len(text):
        return len(text)
    for separator in SEPARATORS:
        found = text.rfind(separator, start, limit)
        if found >= 0:
            return found + len(separator)
    return limit


def _why_other_cut(mine: Any, right: int, text: str, start: int, limit: int) -> str:
    if type(mine) is not int:
        return f"returned {shown(mine)}; return one position, a whole number"
    if right == len(text):
        return f"returned {mine}; all that is left fits, so the chunk ends at {right}"
    if start and mine + start == right:
        return f"returned {mine}, counted from the slice's own start; add {start}"
    if not start < mine <= limit:
        return f"returned {mine}, which does not lie behind {start} and up to {limit}"
    before = next((s for s in SEPARATORS if text.startswith(s, mine)), None)
    if before and mine + len(before) == right:
        return f"returned {mine}, before the separator; the cut is after it"
    for separator in SEPARATORS:
        first, last = text.find(separator, start, limit), text.rfind(separator, start, limit)
        if first != last and mine == first + len(separator):
            return f"returned {mine}, the first {separator!r}; take the last one in the window"
    if right == limit:
        return f"returned {mine}; there is no separator in the window, so cut at {limit}"
    return f"returned {mine}, but a higher rung of the ladder has a place at {right}"


def _random_window(random: Random) -> tuple[str, int, int]:
    text = _random_text(random)
    start = random.randrange(max(1, len(text) - 5))
    return text, start, start + random.randint(1, 60)


def _random_text(random: Random) -> str:
    joints = (" ", " ", " ", ". ", "\n", "\n\n", "")
    return "".join(random.choice(WORDS) + random.choice(joints) for _ in range(30))


def q2(answers: Answers, random: Random) -> str:
    """The loop: spans that fit, are trimmed, and leave out nothing but white space."""
    texts = [
        "One two three four five six",
        "x" * 50,
        "  lead and trail  ",
        " \n ",
        "",
        "a\r\n\r\nb",
    ]
    cases = [(text, most) for text in texts for most in (1, 7, 20)]
    cases += [(_random_text(random), random.randint(1, 40)) for _ in range(40)]
    for text, most in cases:
        call = f"cut_all({shown(text)}, {most})"
        mine = pairs_of(answers.call("cut_all", text, most), f"`{call}`")
        if fault := _fault_of(mine, text, most):
            raise NotYet(f"{call}: {fault}")
    return f"{len(cases)} texts are cut without a loss"


def _fault_of(spans: list[tuple[int, int]], text: str, most: int) -> str:
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
            return f"({start}, {end}) is blank: leave it out"
        if piece != piece.strip():
            return f"({start}, {end}) is {piece!r}: trim it by moving its ends"
        if lost := text[reached:start].strip():
            return f"{shown(lost)} before {start} is in no span"
        reached = end
    if lost := text[reached:].strip():
        return f"{shown(lost)} at the end is in no span"
    return _other_cut_of(spans, text, most)


def _other_cut_of(spans: list[tuple[int, int]], text: str, most: int) -> str:
    """A chunk may begin before or behind the white space in front of it; both are right."""
    reached = 0
    for start, end in spans:
        cuts = {word_cut(text, first, first + most) for first in range(reached, start + 1)}
        if end not in {len(text[:cut].rstrip()) for cut in cuts}:
            return f"({start}, {end}) does not end where `word_cut` says that the chunk ends"
        reached = end
    return ""


def word_cut(text: str, start: int, limit: int) -> int:
    """The function that the exercise's first cell gives."""
    if limit >= len(text):
        return len(text)
    return text.rfind(" ", start, limit) + 1 or limit


def q3(answers: Answers, _random: Random) -> str:
    """Four passages of the note, cut by hand and verified to the character."""
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


CHECKS = {"size": size, "q1": q1, "q2": q2, "q3": q3}
