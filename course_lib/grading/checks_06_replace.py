"""The checks of the last questions of exercise 06: replace through a crash, read one version."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.grading.trial_06 import CRASH, CRASHES, read_beside, rehearse

Key: TypeAlias = tuple[str, str, str]
Stored: TypeAlias = tuple[Key, str, list[tuple[int, int, str]]]  # key, fingerprint and chunks
KEY = ("marrow-quill", "prod", "claim/88431")
NEIGHBOURS = [("puddlewick", *KEY[1:]), (KEY[0], "dev", KEY[2]), (*KEY[:2], "claim/88502")]


def _source(key: Key, fingerprint: str, *texts: str) -> Stored:
    chunks, start = [], 0
    for text in texts:
        chunks.append((start, start + len(text), text))
        start += len(text) + 1
    return key, fingerprint, chunks


def _contents(*sources: Stored) -> list[list[Any]]:
    """What the tables hold when these sources are stored whole."""
    documents: list[Any] = [[*key, fingerprint] for key, fingerprint, _ in sources]
    rows: list[Any] = [
        [*key, position, *chunk]
        for key, _, chunks in sources
        for position, chunk in enumerate(chunks)
    ]
    return [sorted(documents), sorted(rows)]


def q4(answers: Answers, random: Random) -> str:
    """A replacement that is whole or not at all."""
    number = str(random.randrange(100, 999))
    old = _source(KEY, f"v1-{number}", "Fire.", "Limit 500.", f"Reserve {number}.")
    new = _source(KEY, f"v2-{number}", "Fire and flood.", f"Limit {number}.")
    rival = _source(KEY, "v3", "Storm.", "Limit 500.", "Hail.", "Frost.")
    others = [_source(key, f"v1-{number}", "Fire.", "Limit 500.") for key in NEIGHBOURS]
    kinds = [way.__name__ for way in CRASHES]
    for what, stored, given in [
        ("a shorter version", [old], new),
        ("a longer version", [new], old),
        ("a new source", [], new),
        ("a version without chunks", [old], _source(KEY, "v2")),
        ("an unchanged source", [old], old),
        ("the same text and other labels", [old], (KEY, "v2", old[2])),
    ]:
        tried = answers.trial(rehearse, "replace", [*stored, *others], given, rival, kinds)
        kinds = [KeyboardInterrupt.__name__]  # after the first case one of them will do
        before, after = _contents(*stored, *others), _contents(given, *others)
        fault = _fault_of_plain(tried["plain"], before, after, unchanged=stored == [given])
        for crash in tried["crashed"]:
            fault = fault or _fault_of_crash(crash, before, after)
        for beside in tried["beside"]:
            fault = fault or _fault_beside(beside, [before, after, _contents(rival, *others)])
        if fault:
            raise NotYet(f"replace(…) with {what}: {fault}")
    return "old or new at every step, through every crash and beside another writer"


def _fault_of_plain(tried: Any, before: Any, after: Any, unchanged: bool) -> str:
    returned = tried["returned"]
    if tried["raised"]:
        return f"raised {tried['raised']}"
    if tried["open"]:
        return "the transaction is still open when it returns: nobody else sees what it wrote"
    if tried["past the steps"]:
        return "give each statement to execute or executemany, so that it can be stopped"
    if half := [state for state in tried["seen"] if state not in (before, after)]:
        chunks = [row for row in half[0][1] if tuple(row[:3]) == KEY]
        why = "`with connection:` opens no transaction in autocommit mode, BEGIN IMMEDIATE does"
        why = why if tried["with"] else "BEGIN holds it together"
        return f"half-way, others saw the source with {len(chunks)} chunks: {why}"
    if tried["after"] != after:
        return _why_other_rows(tried["after"], before, after)
    if returned not in ("replaced", "unchanged"):
        return f"returned {shown(returned)}; return 'replaced' or 'unchanged'"
    if (returned == "unchanged") is not unchanged:
        return f"returned {returned!r}: the fingerprint that is stored decides, and nothing else"
    if unchanged and tried["changes"]:
        return f"wrote {tried['changes']} rows, though there was nothing to do"
    return ""


def _why_other_rows(mine: Any, before: Any, after: Any) -> str:
    (documents, chunks), (_, right) = mine, after
    if mine == before:
        return "nothing was written"
    if lost := [row for row in right if tuple(row[:3]) != KEY and row not in chunks]:
        return f"the chunks of {'/'.join(lost[0][:3])} are gone: the key has three parts"
    if left := [row for row in chunks if row not in right]:
        return f"row {left[0]} is there, and should not be"
    if missing := [row for row in right if row not in chunks]:
        return f"row {missing[0]} is missing"
    return f"the table documents holds {documents}, should be {after[0]}"


def _fault_of_crash(tried: Any, before: Any, after: Any) -> str:
    how, place = tried["how"], f"before {shown(' '.join(tried['statement'].split()))}"
    if tried["raised"] is None:
        return f"a {how} {place} was swallowed, and nobody learns of it: raise it again"
    if tried["raised"] != CRASH:
        return f"a {how} {place} came out as {tried['raised']}: is there a transaction to undo yet?"
    if tried["after"] not in (before, after):
        return f"after a {how} {place} half a source is left behind"
    if tried["open"]:
        advice = "roll back, whatever is raised"
        if how != "RuntimeError":
            advice = f"a {how} is no Exception"
        return f"after a {how} {place} the transaction stays open: {advice}"
    return ""


def _fault_beside(tried: Any, whole: list[Any]) -> str:
    if "locked" in (tried["raised"] or ""):
        return (
            "another writer came between BEGIN and the first write: BEGIN IMMEDIATE locks at once"
        )
    if tried["raised"]:
        return f"beside another writer it raised {tried['raised']}"
    if tried["after"] not in whole[1:] or any(state not in whole for state in tried["seen"]):
        return "another writer came between two statements, and the versions were mixed"
    return ""


def q5(answers: Answers, random: Random) -> str:
    """A reading that is of one version, whoever writes meanwhile."""
    number = str(random.randrange(100, 999))
    old = _source(KEY, f"v1-{number}", "Fire.", f"Limit {number}.", "Reserve 9,500.")
    new = _source(KEY, f"v2-{number}", "Fire and flood.", "Limit 650.")
    last = _source(KEY, "v3", "Storm.")
    bare = _source(KEY, f"v0-{number}")
    others = [_source(key, f"v1-{number}", "Fire.", "Limit 500.") for key in NEIGHBOURS]
    for what, stored, rival in [
        ("a source", [old], new),
        ("a source without chunks", [bare], new),
        ("a source that loses its chunks", [old], bare),
        ("an unknown source", [], new),
    ]:
        tried = answers.trial(read_beside, "read", [*stored, *others], KEY, rival, last)
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
