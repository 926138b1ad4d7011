"""A reading that is of one version, whoever writes meanwhile."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import KEY, NEIGHBOURS, Stored, source
from .probe import read_beside


def check(answers: Answers, random: Random) -> str:
    number = str(random.randrange(100, 999))
    old = source(KEY, f"v1-{number}", "Fire.", f"Limit {number}.", "Reserve 9,500.")
    new = source(KEY, f"v2-{number}", "Fire and flood.", "Limit 650.")
    last = source(KEY, "v3", "Storm.")
    bare = source(KEY, f"v0-{number}")
    others = [source(key, f"v1-{number}", "Fire.", "Limit 500.") for key in NEIGHBOURS]
    for what, stored, rival in [
        ("a source", [old], new),
        ("a source without chunks", [bare], new),
        ("a source that loses its chunks", [old], bare),
        ("an unknown source", [], new),
    ]:
        tried = answers.probe(read_beside, "read", [*stored, *others], KEY, rival, last)
        first = _reading(stored[0]) if stored else None
        fault = _fault_of_reading(tried["plain"], [first])
        for crash in tried["crashed"]:
            fault = fault or _fault_of_stopped(crash)
        for beside in tried["beside"]:
            fault = fault or _fault_of_reading(beside, [first, _reading(rival)])
            if not fault and beside["locked out"]:
                fault = "it keeps a writer waiting: plain BEGIN takes no lock that a writer needs"
            if not fault and beside["again"] != _reading(last):
                fault = (
                    "a second reading, after one more change, is of the past: a cursor that is not "
                    "read to its end holds on to it"
                )
        if fault:
            raise NotYet(f"read(…) of {what}: {fault}")
    return "one version at a time, whoever writes between two statements"


def _reading(source: Stored) -> list[Any]:
    _, fingerprint, chunks = source
    return [fingerprint, [text for _, _, text in chunks]]


def _fault_of_stopped(tried: Any) -> str:
    if tried["raised"] is None:
        return "a KeyboardInterrupt was swallowed: let it out"
    return "the transaction is still open after a KeyboardInterrupt" if tried["open"] else ""


def _fault_of_reading(tried: Any, right: list[Any]) -> str:
    mine = tried["returned"]
    if tried["raised"]:
        return f"raised {tried['raised']}"
    if mine not in right:
        return _why_other_reading(mine, right)
    if tried["open"]:
        return "the transaction is still open when it returns: the next reading would see the past"
    return ""


def _why_other_reading(mine: Any, right: list[Any]) -> str:
    if not isinstance(mine, list) or len(mine) != 2 or not isinstance(mine[1], list):
        return f"returned {shown(mine)}; return a fingerprint and a list of texts, or None"
    same = next((reading for reading in right if reading and reading[0] == mine[0]), None)
    if len(right) > 1 and same:
        return f"{shown(mine)} mixes two versions: another process wrote between two statements"
    if same and sorted(map(str, mine[1])) == sorted(same[1]):
        advice = "without ORDER BY position the database may take any"
        return f"the texts are {shown(mine[1])}, in another order than their positions: {advice}"
    return f"returned {shown(mine)}, should be {' or '.join(map(shown, right))}"
