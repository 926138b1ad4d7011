"""Sentences and hits, made into an answer that cites."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown

from .common import PASSAGES, line_of

Claim: TypeAlias = tuple[str, str, int, int, str]
SENTENCES = ("The pipe burst.", "It was paid.", "The roof is new.", "Nobody was hurt.")


def check(answers: Answers, random: Random) -> str:
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


def _why_fewer(mine: int, claims: list[Claim]) -> str:
    if mine == len({claim[1:3] for claim in claims}):
        return "passages that start at one place may end at two"
    return "twins in other places are cited apart"


def _why_other_citations(mine: Any, right: list[list[str]], claims: list[Claim]) -> str:
    if not isinstance(mine, list) or len(mine) != 2 or not all(isinstance(m, list) for m in mine):
        return f"returned {shown(mine)}; return two lists, the sentences and the lines"
    sentences, lines = mine
    if len(lines) > len(right[1]):
        return f"{len(lines)} lines, should be {len(right[1])}: a passage keeps its number"
    if len(lines) < len(right[1]):
        return f"{len(lines)} of {len(right[1])} lines: {_why_fewer(len(lines), claims)}"
    for line, wanted in zip(lines, right[1], strict=True):
        if line != wanted:
            return f"the line is {line!r}, should be {wanted!r}"
    if len(sentences) != len(claims):
        return f"{len(sentences)} sentences came back of {len(claims)}: each keeps its place"
    number = next(i for i, sentence in enumerate(right[0]) if sentences[i] != sentence)
    return f"the sentence is {sentences[number]!r}, should be {right[0][number]!r}"
