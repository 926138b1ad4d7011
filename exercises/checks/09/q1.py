"""Pages joined to one text, with the bounds of each."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import joined, random_page


def check(answers: Answers, random: Random) -> str:
    lists = [["one", "two"], ["one\n", "two\n"], ["one", "", "two"], ["one\n\n"], [""]]
    lists += [["the largest", "", "difference\n"], ["same", "same", "same"], ["ab", "a"]]
    lists += [[random_page(random) for _ in range(random.randint(1, 6))] for _ in range(40)]
    for pages in lists:
        mine = answers.call("join_pages", pages)
        if not isinstance(mine, list) or len(mine) != 2:
            raise NotYet(f"`join_pages` returned {shown(mine)}; return the text and the bounds")
        right = joined(pages)
        call = f"join_pages({shown(pages)})"
        if mine[0] != right[0]:
            raise NotYet(f"{call}: {_why_other_text(mine[0], pages)}")
        if mine[1] != right[1]:
            raise NotYet(f"{call}: {_why_other_bounds(mine[1], right[1], pages, right[0])}")
    return f"text and bounds are right for {len(lists)} lists of pages"


def _why_other_text(mine: Any, pages: list[str]) -> str:
    if mine == "".join(pages):
        return "nothing stands between the pages: the last word of one runs into the next"
    if mine == "\n".join(pages):
        return "the line feeds stand between the pages; the last page lacks its own"
    if mine == "".join(page if page.endswith("\n") else page + "\n" for page in pages):
        return "a page without text got a line feed"
    if mine == "".join(page + "\n" for page in pages):
        return "each page got a line feed, also one that ends with it"
    if mine == "".join(page.strip() + "\n" if page else "" for page in pages):
        return "white space that the page had is gone"
    return f"the text is {shown(mine)}"


def _why_other_bounds(mine: Any, right: list[int], pages: list[str], text: str) -> str:
    if mine == right[:-1]:
        return "the length of the text is missing at the end"
    if mine == right[1:]:
        return "the first page begins at 0, which is missing"
    if mine == [sum(map(len, pages[:n])) for n in range(len(pages) + 1)]:
        return "the line feeds that were added are not counted, so the bounds drift"
    if mine == [text.find(page) for page in pages] + [len(text)]:
        return "a page was searched for, and a place with the same words was found before it"
    return f"the bounds are {shown(mine)}, expected {right}"
