"""What of a store is no longer what folder and chunker would make."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown

Stored: TypeAlias = Mapping[str, tuple[str, str]]
Folder: TypeAlias = Mapping[str, str]
NOW = "MarkdownChunker(400)"
OLD = "NaiveChunker(400)"
CASES: list[tuple[Stored, Folder]] = [
    ({"a": ("1f", NOW), "b": ("2e", NOW)}, {"a": "1f", "b": "2e"}),
    ({"a": ("1f", NOW)}, {"a": "9c"}),
    ({}, {"b": "2e", "a": "1f"}),
    ({"b": ("2e", NOW), "a": ("1f", NOW)}, {}),
    ({"a": ("1f", OLD), "b": ("2e", NOW)}, {"a": "1f", "b": "2e"}),
    ({"a": ("1f", OLD)}, {}),
    ({"a": ("1f", ""), "c": ("3d", NOW)}, {"c": "4a", "b": "2e", "a": "1f"}),
    ({}, {}),
]


def check(answers: Answers, random: Random) -> str:
    cases = [*CASES, *(_random_case(random) for _ in range(40))]
    for stored, folder in cases:
        mine = answers.call("stale", dict(stored), dict(folder), NOW)
        if mine != [list(names) for names in stale(stored, folder, NOW)]:
            call = f"stale({shown(dict(stored))}, {shown(dict(folder))}, {NOW!r})"
            raise NotYet(f"{call}: {_why(mine, stored, folder)}")
    return f"what must be replaced and what deleted, in {len(cases)} stores"


def stale(stored: Stored, folder: Folder, made_by: str) -> tuple[list[str], list[str]]:
    """Return the names of what must be replaced, and of what must be deleted, each in order."""
    replace = [name for name in folder if stored.get(name) != (folder[name], made_by)]
    return sorted(replace), sorted(set(stored) - set(folder))


def _random_case(random: Random) -> tuple[Stored, Folder]:
    names = random.sample("abcdefgh", 8)
    stored = {n: (random.choice(("1f", "2e")), random.choice((NOW, NOW, OLD))) for n in names[:6]}
    folder = {name: random.choice(("1f", "2e")) for name in random.sample(names, 6)}
    return stored, folder


def _are_two_lists(mine: Any) -> bool:
    return isinstance(mine, list) and len(mine) == 2 and all(isinstance(x, list) for x in mine)


def _why(mine: Any, stored: Stored, folder: Folder) -> str:
    if not _are_two_lists(mine):
        return f"returned {shown(mine)}; return two lists of names"
    right = stale(stored, folder, NOW)
    if [set(names) for names in mine] == [set(names) for names in right]:
        return "the right names: sort each list, and name each once"
    if set(mine[1]) & set(folder):
        return "what is replaced is not deleted: for a moment it would be gone"
    lost, more = set(right[0]) - set(mine[0]), set(mine[0]) - set(right[0])
    if lost & set(stored):
        name = min(lost & set(stored))
        if stored[name][0] == folder[name]:
            return f"the text of {name!r} is the same, but another chunker made its chunks"
        return f"{name!r} has another text by now"
    if lost:
        return f"{min(lost)!r} is not stored yet"
    if more & set(folder):
        return f"{min(more & set(folder))!r} is as it should be: leave it alone"
    if more:
        return f"{min(more)!r} is no longer in the folder: it is deleted, not replaced"
    return f"{min(set(right[1]) ^ set(mine[1]))!r}: delete what is stored and no longer there"
