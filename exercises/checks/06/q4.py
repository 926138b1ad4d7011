"""A replacement that is whole or not at all."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import KEY, NEIGHBOURS, Stored, source
from .probe import CRASH, CRASHES, MOST_STEPS, Probe, Tried, database_of


def _contents(*sources: Stored) -> list[list[Any]]:
    """What the tables hold when these sources are stored whole."""
    documents: list[Any] = [[*key, fingerprint] for key, fingerprint, _ in sources]
    rows: list[Any] = [
        [*key, position, *chunk]
        for key, _, chunks in sources
        for position, chunk in enumerate(chunks)
    ]
    return [sorted(documents), sorted(rows)]


def check(answers: Answers, random: Random) -> str:
    number = str(random.randrange(100, 999))
    old = source(KEY, f"v1-{number}", "Fire.", "Limit 500.", f"Reserve {number}.")
    new = source(KEY, f"v2-{number}", "Fire and flood.", f"Limit {number}.")
    rival = source(KEY, "v3", "Storm.", "Limit 500.", "Hail.", "Frost.")
    others = [source(key, f"v1-{number}", "Fire.", "Limit 500.") for key in NEIGHBOURS]
    ways = list(CRASHES)
    for what, stored, given in [
        ("a shorter version", [old], new),
        ("a longer version", [new], old),
        ("a new source", [], new),
        ("a version without chunks", [old], source(KEY, "v2")),
        ("an unchanged source", [old], old),
        ("the same text and other labels", [old], (KEY, "v2", old[2])),
    ]:
        before, after = _contents(*stored, *others), _contents(given, *others)
        with database_of([*stored, *others]) as database:
            with Probe(database) as probe:
                plain = probe.run(answers, "replace", *given)
            fault = _fault_of_plain(plain, before, after, unchanged=stored == [given])
            for at in range(min(probe.step + 1, MOST_STEPS)):
                for way in ways:
                    with Probe(database, {at: way(CRASH)}) as stopped:
                        tried = stopped.run(answers, "replace", *given)
                    fault = fault or _fault_of_crash(tried, before, after)
                with Probe(database, {at: rival}) as beside:
                    tried = beside.run(answers, "replace", *given)
                fault = fault or _fault_beside(tried, [before, after, _contents(rival, *others)])
        ways = [KeyboardInterrupt]  # after the first case one of them will do
        if fault:
            raise NotYet(f"replace(…) with {what}: {fault}")
    return "old or new at every step, through every crash and beside another writer"


def _fault_of_plain(tried: Tried, before: Any, after: Any, unchanged: bool) -> str:
    returned = tried.returned
    if tried.raised:
        return f"raised {tried.raised}"
    if tried.open:
        return "the transaction is still open when it returns: nobody else sees what it wrote"
    if half := [state for state in tried.seen if state not in (before, after)]:
        chunks = [row for row in half[0][1] if tuple(row[:3]) == KEY]
        why = "`with connection:` opens no transaction in autocommit mode, BEGIN IMMEDIATE does"
        why = why if tried.entered else "BEGIN holds it together"
        return f"half-way, others saw the source with {len(chunks)} chunks: {why}"
    if tried.after != after:
        return _why_other_rows(tried.after, before, after)
    if returned not in ("replaced", "unchanged"):
        return f"returned {shown(returned)}; return 'replaced' or 'unchanged'"
    if (returned == "unchanged") is not unchanged:
        return f"returned {returned!r}: the fingerprint that is stored decides, and nothing else"
    if unchanged and tried.changes:
        return f"wrote {tried.changes} rows, though there was nothing to do"
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


def _fault_of_crash(tried: Tried, before: Any, after: Any) -> str:
    how, place = tried.how, f"before {shown(' '.join(tried.statement.split()))}"
    if tried.raised is None:
        return f"a {how} {place} was swallowed, and nobody learns of it: raise it again"
    if tried.raised != CRASH:
        return f"a {how} {place} came out as {tried.raised}: is there a transaction to undo yet?"
    if tried.after not in (before, after):
        return f"after a {how} {place} half a source is left behind"
    if tried.open:
        advice = "roll back, whatever is raised"
        if how != "RuntimeError":
            advice = f"a {how} is no Exception"
        return f"after a {how} {place} the transaction stays open: {advice}"
    return ""


def _fault_beside(tried: Tried, whole: list[Any]) -> str:
    if "locked" in (tried.raised or ""):
        return (
            "another writer came between BEGIN and the first write: BEGIN IMMEDIATE locks at once"
        )
    if tried.raised:
        return f"beside another writer it raised {tried.raised}"
    if tried.after not in whole[1:] or any(state not in whole for state in tried.seen):
        return "another writer came between two statements, and the versions were mixed"
    return ""
