"""A reading that is of one version, whoever writes meanwhile."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import KEY, NEIGHBOURS, Stored, source
from .probe import CRASH, MOST_STEPS, Database, Probe, Tried, database_of, store

JOINTS = "".join(map(chr, range(1, 32))) + "\x7f, |;\u2028\ue000"  # a text may hold any of them

AND_BACK = "another version was there and back again between two looks at its fingerprint"


def check(answers: Answers, random: Random) -> str:
    number = str(random.randrange(100, 999))
    old = source(KEY, f"v1-{number}", "Fire.", f"Limit {number}.{JOINTS}Reserve 7.", "Storm.")
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
        with database_of([*stored, *others]) as database:
            fault = _fault_of_read(answers, database, stored, rival, last)
        if fault:
            raise NotYet(f"read(…) of {what}: {fault}")
    return "one version at a time, whoever writes between two statements"


def _fault_of_read(
    answers: Answers, database: Database, stored: list[Stored], rival: Stored, last: Stored
) -> str:
    """Read undisturbed, then stopped before each step, then beside a writer at each step."""
    first = _reading(stored[0]) if stored else None
    with Probe(database) as probe:
        fault = _fault_of_reading(probe.run(answers, "read", KEY), [first])
    steps = range(min(probe.step + 1, MOST_STEPS))
    for at in steps:
        with Probe(database, {at: KeyboardInterrupt(CRASH)}) as probe:
            tried = probe.run(answers, "read", KEY)
        if not tried.statement.strip().upper().startswith(("COMMIT", "END", "RELEASE")):
            fault = fault or _fault_of_stopped(tried)
    for at in steps:
        with Probe(database, {at: rival}) as probe:
            tried = probe.run(answers, "read", KEY)
            fault = fault or _fault_of_reading(tried, [first, _reading(rival)])
            if not fault:
                store(probe.outside, *last)
                fault = _fault_beside(tried, probe.run(answers, "read", KEY), last)
    for at, again in combinations(steps, 2) if stored else ():  # there, and back again
        with Probe(database, {at: rival, again: stored[0]}) as probe:
            tried = probe.run(answers, "read", KEY)
        if tried.returned not in (first, _reading(rival)):
            fault = fault or AND_BACK
    return fault


def _fault_beside(tried: Tried, again: Tried, last: Stored) -> str:
    if tried.locked_out:
        return "it keeps a writer waiting: plain BEGIN takes no lock that a writer needs"
    if again.returned != _reading(last):
        return (
            "a second reading, after one more change, is of the past: a cursor that is not read "
            "to its end holds on to it"
        )
    return ""


def _reading(source: Stored) -> list[Any]:
    _, fingerprint, chunks = source
    return [fingerprint, [text for _, _, text in chunks]]


def _fault_of_stopped(tried: Tried) -> str:
    if tried.raised is None:
        return "a KeyboardInterrupt was swallowed: let it out"
    return "the transaction is still open after a KeyboardInterrupt" if tried.open else ""


def _fault_of_reading(tried: Tried, right: list[Any]) -> str:
    mine = tried.returned
    if tried.raised:
        return f"raised {tried.raised}"
    if mine is None and right[0] and len(right) == 1 and not right[0][1]:
        return "returned None: a source without chunks is one; a join leaves it out, LEFT JOIN not"
    if mine not in right:
        return _why_other_reading(mine, right)
    if tried.open:
        return "the transaction is still open when it returns: the next reading would see the past"
    return ""


def _length(texts: list[Any]) -> int:
    return len("".join(map(str, texts)))


def _why_other_reading(mine: Any, right: list[Any]) -> str:
    if not isinstance(mine, list) or len(mine) != 2 or not isinstance(mine[1], list):
        return f"returned {shown(mine)}; return a fingerprint and a list of texts, or None"
    same = next((reading for reading in right if reading and reading[0] == mine[0]), None)
    if len(right) > 1 and same:
        return f"{shown(mine)} mixes two versions: another process wrote between two statements"
    if same and len(mine[1]) > len(same[1]) and _length(mine[1]) <= _length(same[1]):
        return f"{len(mine[1])} texts of {len(same[1])} chunks: a text may hold what you split at"
    if same and sorted(map(str, mine[1])) == sorted(same[1]):
        advice = "without ORDER BY position the database may take any"
        return f"the texts are {shown(mine[1])}, in another order than their positions: {advice}"
    return f"returned {shown(mine)}, should be {' or '.join(map(shown, right))}"
