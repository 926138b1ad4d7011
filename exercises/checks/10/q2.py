"""A digest in which order has no part, and everything else has."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .probe import digests

File = tuple[str, str, list[tuple[int, int]]]
Files = list[File]
MOST = 64  # characters of a digest

BASE: Files = [("a", "1f", [(0, 12), (12, 30)]), ("b", "2e", [(0, 7)]), ("c", "1f", [])]
OTHERS: list[tuple[str, Files]] = [
    ("a file is missing", BASE[:2]),
    ("a file has another name", [("d", *BASE[0][1:]), *BASE[1:]]),
    ("a file has another hash", [("a", "1e", BASE[0][2]), *BASE[1:]]),
    ("a span ends elsewhere", [("a", "1f", [(0, 12), (12, 31)]), *BASE[1:]]),
    ("a span is missing", [("a", "1f", [(0, 12)]), *BASE[1:]]),
    (
        "the numbers of a span are written without a gap",
        [("a", "1f", [(0, 1), (212, 30)]), *BASE[1:]],
    ),
    (
        "two files have changed their spans",
        [("a", "1f", BASE[1][2]), ("b", "2e", BASE[0][2]), BASE[2]],
    ),
    (
        "two files have changed their texts",
        [("a", "2e", BASE[0][2]), ("b", "1f", BASE[1][2]), BASE[2]],
    ),
    ("name and hash are divided elsewhere", [("a1", "f", BASE[0][2]), *BASE[1:]]),
    ("a file is there twice", [*BASE, BASE[1]]),
    ("two files are there twice", [*BASE, *BASE[:2]]),
    ("a file is there three times", [*BASE, BASE[1], BASE[1]]),
    ("the spans of a file are in another order", [("a", "1f", [(12, 30), (0, 12)]), *BASE[1:]]),
    ("there is no file", []),
]


def check(answers: Answers, random: Random) -> str:
    orders = [random.sample(BASE, len(BASE)) for _ in range(6)]
    cases = [BASE, BASE[::-1], *orders, *(files for _, files in OTHERS)]
    found = answers.probe(digests, "digest", cases)
    for digest in found:
        if not isinstance(digest, str) or not 0 < len(digest) <= MOST:
            raise NotYet(f"returned {shown(digest)}; return a text of at most {MOST} characters")
    first, same, other = found[0], found[1 : 2 + len(orders)], found[2 + len(orders) :]
    if set(same) != {first}:
        raise NotYet("the same files in another order have another digest")
    for (why, _), digest in zip(OTHERS, other, strict=True):
        if digest == first:
            raise NotYet(f"the digest stays the same although {why}")
    _try_random_files(answers, random)
    return f"the order of the files has no part in it, and {len(OTHERS)} differences have"


def _try_random_files(answers: Answers, random: Random) -> None:
    """Each of many lists of files differs from all others but for its order."""
    lists: list[Files] = []
    while len(lists) < 60:
        files = [_random_file(random) for _ in range(random.randint(1, 4))]
        if all(sorted(files) != sorted(other) for other in lists):
            lists.append(files)
    shuffled = [random.sample(files, len(files)) for files in lists]
    found = answers.probe(digests, "digest", [*lists, *shuffled])
    once, again = found[: len(lists)], found[len(lists) :]
    if once != again:
        raise NotYet("the same files in another order have another digest")
    by_digest: dict[Any, Files] = {}
    for files, digest in zip(lists, once, strict=True):
        if digest in by_digest:
            raise NotYet(f"{shown(by_digest[digest])} and {shown(files)} have one digest")
        by_digest[digest] = files


def _random_file(random: Random) -> File:
    name = "".join(random.choice('ab,"\n| 1') for _ in range(random.randint(1, 3)))
    spans = [(random.randint(0, 12), random.randint(13, 120)) for _ in range(random.randint(0, 2))]
    return name, random.choice(["1", "11", "1f"]), spans
