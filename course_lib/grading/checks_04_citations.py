"""The checks of the last two questions of exercise 04: citations printed, and looked up again."""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown

Claim: TypeAlias = tuple[str, str, int, int, str]
SENTENCES = ("The pipe burst.", "It was paid.", "The roof is new.", "Nobody was hurt.")
PASSAGES = ("Paid: 8,760", "old copper", "Paid: 8,760", "🌊 wet", "Café", "aa")
LINE = re.compile(r"\[(\d+)\] (.+) · characters (\d+)–(\d+) · sha256 ([0-9a-f]{16})…")


def random_edit(random: Random) -> tuple[str, int, str]:
    """A text after an edit, and a start and a quote from before it."""
    pieces = [random.choice(PASSAGES) for _ in range(6)]
    text = " ".join(pieces)
    start = random.randrange(len(text) - 4)
    quote = text[start : start + random.randint(1, 12)]
    at = random.randrange(len(text))
    edit = random.choice(["", "#", "Paid: 8,760", "aa"])
    return text[:at] + edit + text[at + random.randint(0, 3) :], start, quote


def q3(answers: Answers, random: Random) -> str:
    """Sentences and hits, made into an answer that cites."""
    memo, claim, copy = "memo/55012", "claim/88431", "copy/88431"
    twins = [("One.", claim, 0, 2, "aa"), ("Two.", claim, 7, 9, "aa"), ("Three.", copy, 0, 2, "aa")]
    cases = [
        [("It was paid.", claim, 474, 486, "Paid: 8,760.")],
        [("One.", memo, 5, 8, "old"), ("Two.", claim, 1, 5, "Café"), ("Three.", memo, 5, 8, "old")],
        twins,
        [("One.", claim, 0, 2, "aa"), ("Two.", claim, 0, 3, "aab")],
        [],
    ]
    cases += [_random_claims(random) for _ in range(30)]
    for claims in cases:
        mine, right = answers.call("cite", claims), cited(claims)
        if mine != right:
            raise NotYet(f"cite({shown(claims)}): {_why_other_citations(mine, right, claims)}")
    return f"{len(cases)} answers name every source once, and each sentence its own"


def _random_claims(random: Random) -> list[Claim]:
    claims = []
    for _ in range(random.randint(1, 7)):
        start, words = random.choice([0, 40]), random.choice(PASSAGES)
        source = random.choice(["claim/1", "memo/1"])
        claims.append((random.choice(SENTENCES), source, start, start + len(words), words))
    return claims


def cited(claims: list[Claim]) -> list[list[str]]:
    """The sentences with their numbers, and the line of each number."""
    numbers: dict[tuple[str, int, int], int] = {}
    sentences, lines = [], []
    for sentence, source, start, end, words in claims:
        if (source, start, end) not in numbers:
            numbers[source, start, end] = len(numbers) + 1
            lines.append(line_of(len(numbers), source, start, end, words))
        sentences.append(f"{sentence} [{numbers[source, start, end]}]")
    return [sentences, lines]


def line_of(number: int, source: str, start: int, end: int, words: str) -> str:
    """A printed citation."""
    digits = sha256(words.encode()).hexdigest()[:16]
    return f"[{number}] {source} · characters {start}–{end} · sha256 {digits}…"


def _why_other_citations(mine: Any, right: list[list[str]], claims: list[Claim]) -> str:
    if not isinstance(mine, list) or len(mine) != 2 or not all(isinstance(m, list) for m in mine):
        return f"returned {shown(mine)}; return two lists, the sentences and the lines"
    sentences, lines = mine
    if len(lines) > len(right[1]):
        return f"{len(lines)} lines, should be {len(right[1])}: a passage keeps its number"
    if len(lines) < len(right[1]):
        return (
            f"{len(lines)} lines, should be {len(right[1])}: twins in other places are cited apart"
        )
    for line, wanted in zip(lines, right[1], strict=True):
        if line != wanted:
            return f"the line is {line!r}, should be {wanted!r}"
    if len(sentences) != len(claims):
        return f"{len(sentences)} sentences came back of {len(claims)}: each keeps its place"
    number = next(i for i, sentence in enumerate(right[0]) if sentences[i] != sentence)
    return f"the sentence is {sentences[number]!r}, should be {right[0][number]!r}"


def q4(answers: Answers, random: Random) -> str:
    """A printed line, looked up in the texts of today."""
    text = "Fire. Limit 500. Flood. Limit 500."
    right_line = line_of(1, "claim/1", 24, 34, "Limit 500.")
    cases = [
        (right_line, {"claim/1": text}),
        (right_line, {"claim/1": f"{text} More.", "memo/1": ""}),
        (right_line, {"claim/1": f"One. {text}"}),
        (right_line, {"claim/1": "Limit 500."}),
        (right_line, {"claim/1": "Fire."}),
        (right_line, {"claim/1": ""}),
        (right_line, {"memo/1": text}),
        (right_line, {"claim": text, "claim/11": text}),
        (f"{right_line} and so on", {"claim/1": text}),
        (f"see {right_line}", {"claim/1": text}),
        (right_line.replace("–", "-"), {"claim/1": text}),
        (right_line.replace("24–34", "34–24"), {"claim/1": text}),
        (line_of(1, "claim/1", 4, 4, ""), {"claim/1": text}),
        ("", {}),
        (line_of(1, "claim/1", 24, 35, "Limit 500."), {"claim/1": text}),
        (line_of(1, "claim/1", 24, 99, "Limit 500."), {"claim/1": text}),
        (line_of(12, "a · b", 0, 4, "Fire"), {"a · b": text, "a": ""}),
        (line_of(1, "claim/1", 0, 2, "aa"), {"claim/1": "baaaa"}),
    ]
    for _ in range(40):
        changed, start, words = random_edit(random)
        line = line_of(1, "claim/1", start, start + len(words), words)
        cases.append((line, {"claim/1": changed, "memo/1": words}))
    for line, texts in cases:
        mine, right = answers.call("look_up", line, texts), [*looked_up(line, texts)]
        if mine != right or any(type(n) is not int for n in mine[1]):
            raise NotYet(f"look_up({line!r}, {shown(texts)}): {_why_other_look_up(mine, right)}")
    return f"{len(cases)} lines are read, and their words found where they stand today"


def looked_up(line: str, texts: dict[str, str]) -> tuple[str, list[int]]:
    """What became of a printed line."""
    found = LINE.fullmatch(line)
    if not found or int(found[3]) >= int(found[4]):
        return "no citation", []
    if found[2] not in texts:
        return "unknown source", []
    text, start, length = texts[found[2]], int(found[3]), int(found[4]) - int(found[3])
    windows = (text[at : at + length] for at in range(len(text) - length + 1))
    digests = [sha256(window.encode()).hexdigest()[:16] for window in windows]
    places = [at for at, digest in enumerate(digests) if digest == found[5]]
    if start in places:
        return "verified", [start]
    return ("moved", places) if places else ("changed", [])


def _why_other_look_up(mine: Any, right: list[Any]) -> str:
    words = ("no citation", "unknown source", "verified", "moved", "changed")
    if not isinstance(mine, list) or len(mine) != 2 or mine[0] not in words:
        return f"returned {shown(mine)}; return a pair such as ('moved', [24])"
    if mine[0] == right[0]:
        return f"{mine[0]}, with the places {mine[1]}; they should be {right[1]}"
    if right[0] == "no citation":
        return f"said {mine[0]!r}: is the whole line a citation, and its end behind its start?"
    if mine[0] == "verified" and right[0] == "changed":
        return "said 'verified', should be 'changed': a slice may be shorter than you asked for"
    return f"said {mine[0]!r}, should be {right[0]!r}: {_what_is_so(*right)}"


def _what_is_so(word: str, places: list[int]) -> str:
    if word == "unknown source":
        return "there is no text of that name"
    if word == "changed":
        return "no passage of this length has these digits now"
    return f"such a passage stands at {places[0]}"
