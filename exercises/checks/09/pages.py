"""Notebook: the pages of a span that ends where a page begins."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, shown

from .common import pages_of

BOUNDS, SPAN = [0, 1338, 2755, 4087], (1193, 1338)


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_pages")
    if not isinstance(given, list) or len(given) != 2 or any(type(n) is not int for n in given):
        raise NotYet(f"`my_pages` is {shown(given)}; write two whole numbers such as (1, 2)")
    right = pages_of(BOUNDS, *SPAN)
    if given == [right[0] - 1, right[1] - 1]:
        raise NotYet("pages are counted from 1")
    if given[0] != right[0]:
        raise NotYet("where does page 1 end, and where does the span start?")
    if given[1] != right[1]:
        raise NotYet("the last character of 1193–1338 is 1337: on which page is that?")
    return "the span ends where page 2 begins, and does not touch it"
