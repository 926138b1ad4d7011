"""Notebook: from how many workers on the one writer of the store takes longer than embedding."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, shown

EMBED, STORE = 65_000, 220  # processor seconds for a gigabyte


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_workers")
    if type(given) is not int or given < 1:
        raise NotYet(f"`my_workers` is {shown(given)}; write a whole number")
    if EMBED / given >= STORE:
        raise NotYet(
            f"{given} workers embed in {EMBED / given:,.1f} s, and the store takes {STORE}"
        )
    if EMBED / (given - 1) < STORE:
        raise NotYet(f"{given - 1} workers are as quick: look for the fewest")
    return f"with {given} workers the one writer is what everybody waits for"
