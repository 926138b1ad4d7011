"""A map that loses no file."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .probe import KINDS, run, spans_of

ORDER = "the order of the names is not kept"
Failures = dict[str, tuple[str, list[str]]]


def right(names: list[str], failures: Failures) -> list[list[Any]]:
    """What was cut and what failed.

    >>> right(["a", "b"], {"b": ("ValueError", ["byte 7"])})
    [[['a', [[0, 1], [1, 3]]]], [['b', 'ValueError: byte 7']]]
    """
    return [
        [[name, spans_of(name)] for name in names if name not in failures],
        [[name, _words(*failures[name])] for name in names if name in failures],
    ]


def check(answers: Answers, random: Random) -> str:
    cases: list[tuple[list[str], Failures]] = [
        (["a", "bb", "ccc"], {}),
        (["bb", "a"], {"bb": ("ValueError", ["byte 7"])}),
        (["a", "bb", "ccc"], {"bb": ("OSError", ["no such file"])}),
        (["_blank", "a"], {}),
        (["a", "bb", "ccc"], {"a": ("StopIteration", [])}),
        (["a", "bb"], {"bb": ("MemoryError", [])}),
        (["a", "bb"], {"bb": ("KeyError", ["roof"])}),
        (["a", "bb"], {"a": ("OddText", ["no words"]), "bb": ("ZeroDivisionError", ["by zero"])}),
        ([], {}),
    ]
    cases += [_random_case(random) for _ in range(40)]
    for names, failures in cases:
        found = answers.probe(run, "run_all", names, failures)
        call = f"run_all(work, {shown(names)})"
        _judge(call, found, names, failures)
    _require_stopped(answers.probe(run, "run_all", ["a", "bb"], {"a": ("KeyboardInterrupt", [])}))
    return f"no file was lost in {len(cases)} runs, and an interrupt ends one"


def _words(kind: str, arguments: list[str]) -> str:
    return f"{kind}: {KINDS[kind](*arguments)}"


def _random_case(random: Random) -> tuple[list[str], Failures]:
    names = [f"{random.choice('_abc')}{number}" for number in range(random.randint(1, 9))]
    random.shuffle(names)
    kinds = [kind for kind in KINDS if kind != "KeyboardInterrupt"]
    failures = {
        name: (random.choice(kinds), random.choice([[], [f"line {random.randint(1, 99)}"]]))
        for name in names
        if random.random() < 0.4
    }
    return names, failures


def _judge(call: str, found: dict[str, Any], names: list[str], failures: Failures) -> None:
    returned = found.get("returned")
    if not (isinstance(returned, list) and len(returned) == 2) or not all(map(_is_pairs, returned)):
        raise NotYet(
            f"{call} returned {shown(returned)}; return two lists of pairs, what was cut and what "
            "failed"
        )
    cut, failed = right(names, failures)
    if returned == [cut, failed]:
        if sorted(found["done"]) != sorted(names):
            raise NotYet(f"{call} worked on {shown(found['done'])}: each file once is enough")
        if found["done"] != names:
            raise NotYet(f"{call} worked on {shown(found['done'])}: {ORDER}")
        return
    raise NotYet(f"{call}: {_why_other(returned, cut, failed, names, failures)}")


def _why_other(
    returned: Any, cut: list[Any], failed: list[Any], names: list[str], failures: Failures
) -> str:
    given = [pair[0] for part in returned for pair in part]
    lost = [name for name in names if name not in given]
    first = next((name for name in names if name in failures), "")
    if lost and first and set(lost) <= set(names[names.index(first) :]) and lost != [first]:
        return f"{first!r} raised {failures[first][0]}, and what comes after it is lost"
    if lost and lost[0] in failures:
        return f"{lost[0]!r} raised {failures[lost[0]][0]}, and is named nowhere"
    if lost:
        return f"{lost[0]!r} was cut into {spans_of(lost[0])}, and is lost"
    if sorted(returned[0]) == sorted(cut) and sorted(returned[1]) == sorted(failed):
        return ORDER
    if any(pair[0] not in failures for pair in returned[1]):
        return "a file that was cut stands among the faults: no spans are no fault"
    other = next((pair for pair in returned[1] if pair not in failed), None)
    if other:
        kind, arguments = failures[other[0]]
        if not arguments and kind not in str(other[1]):
            return f"a {kind} may have no words of its own: begin with the name of its kind"
        words = _words(kind, arguments)
        return f"the words for {other[0]!r} are {shown(other[1])}, expected {words!r}"
    return f"cut is {shown(returned[0])}, expected {shown(cut)}"


def _is_pairs(part: Any) -> bool:
    return isinstance(part, list) and all(isinstance(p, list) and len(p) == 2 for p in part)


def _require_stopped(found: dict[str, Any]) -> None:
    if "interrupted" not in found:
        raise NotYet("somebody pressed Ctrl-C, and the run went on: catch Exception, no more")
