"""The steps of a replacement, in an order that works."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, shown

STEPS = "CGDEAFB"
BEFORE = [
    *(("C", "G", "what is not there yet cannot be checked"),),
    *(("G", "D", "cutting and checking take long: finish both before you take the lock"),),
    *(("E", "A", "once the old chunks are deleted it is too late to stop"),),
    *(("D", "A", "a deletion outside of the transaction is final at once"),),
    *(("A", "F", "this order would delete the new chunks again, for they have the same key"),),
    *(("F", "B", "what comes after the commit is not part of it"),),
]
DECOYS = {
    "X": "X deletes nothing: the old chunks were stored under the hash of the old text",
    "Y": "Y makes the deletion final: until B, readers find a source without chunks",
}


def check(answers: Answers, _random: Random) -> str:
    mine = answers.value("my_order")
    if not isinstance(mine, list) or not all(isinstance(step, str) for step in mine):
        raise NotYet(f'`my_order` is {shown(mine)}; write a list of letters such as ["A", "B"]')
    known = {*STEPS, *DECOYS}
    if stray := [step for step in mine if step not in known]:
        raise NotYet(f"there is no step {shown(stray[0])}")
    if decoys := [why for step, why in DECOYS.items() if step in mine]:
        raise NotYet(decoys[0])
    if missing := [step for step in sorted(STEPS) if step not in mine]:
        raise NotYet(
            f"step {missing[0]} is missing: it is none of the two that do not belong there"
        )
    if len(mine) > len(STEPS):
        raise NotYet("a step comes twice")
    for first, then, why in BEFORE:
        if mine.index(first) > mine.index(then):
            raise NotYet(f"{then} stands before {first}: {why}")
    return "what takes long is done before, and everything final comes with one commit"
