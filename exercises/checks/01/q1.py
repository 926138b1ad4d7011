"""The windows over 26 letters, written by hand."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, pairs_of, shown

from .common import windows


def check(answers: Answers, _random: Random) -> str:
    mine, right = pairs_of(answers.value("my_spans"), "`my_spans`"), windows(26, 10, 4)
    if mine == right:
        return "five windows, the last one inside the one before it"
    if mine == right[:-1]:
        raise NotYet("one window is missing: 24 is smaller than 26, so a window starts there too")
    if [end - start for start, end in mine[:3]] == [9, 9, 9]:
        raise NotYet("the end is not part of the window: ten characters from 0 are (0, 10)")
    if any(end > 26 for _, end in mine):
        raise NotYet("a window ends where the text ends, at 26 at the latest")
    starts = [start for start, _ in mine]
    if starts != [start for start, _ in right]:
        raise NotYet(f"the starts are {shown(starts)}; each window moves on by size - overlap")
    raise NotYet("the starts are right; look at the ends again")
