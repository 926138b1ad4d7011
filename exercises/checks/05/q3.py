"""A query that is more than words, and hits that are lost after the ranking."""

from __future__ import annotations

from contextlib import closing
from random import Random

from course_lib.grading.answers import Answers, NotYet

from .common import asked, found_by, require_leak, right_ids
from .probe import ROWS, make_store, search_d, search_e


def check(answers: Answers, _random: Random) -> str:
    require_leak(answers, "leak_d", search_d, "what does the query do to the parentheses?")
    ask = asked(answers, "starved")
    found = found_by(search_e, ask, "starved")
    with closing(make_store(ROWS)) as store:
        right = right_ids(store, ROWS, ask)
    if not right:
        raise NotYet("`starved`: this reader may see no chunk with these words: nothing is missing")
    if len(found) == len(right):
        raise NotYet(
            f"`starved`: search_e found {found}, all of it; which words rank other people's "
            "chunks first?"
        )
    return "words that broke out of their parentheses, and hits that the ranking used up"
