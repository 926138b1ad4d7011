"""Notebook: which of three measured settings the rule takes."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, shown


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_choice")
    if given not in ("A", "B", "C"):
        raise NotYet(f'`my_choice` is {shown(given)}; write "A", "B" or "C"')
    if given == "A":
        raise NotYet("A reads most, but B cannot be told from it, and what does B store?")
    if given == "C":
        raise NotYet("C stores least, but 0 lies outside of the interval of A − C: it is worse")
    return "B cannot be told from the best, and stores less"
