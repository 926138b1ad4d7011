"""Lines that come back at the edges of pages."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import WORDS

Pages = list[list[str]]


def stripped(pages: Pages) -> Pages:
    """The pages without the first and the last lines that most of them have.

    >>> stripped([["Head", "a", "1"], ["Head", "b", "2"]])
    [['a'], ['b']]
    """
    firsts = [re.sub(r"\d+", "#", page[0]) for page in pages]
    lasts = [re.sub(r"\d+", "#", page[-1]) for page in pages]
    return [
        page[
            2 * firsts.count(first) > len(pages) : len(page) - (2 * lasts.count(last) > len(pages))
        ]
        for page, first, last in zip(pages, firsts, lasts, strict=True)
    ]


def check(answers: Answers, random: Random) -> str:
    cases: list[Pages] = [
        [["Head", "one", "two"], ["Head", "three", "four"], ["Head", "five", "six"]],
        [["one", "two"], ["three", "four"]],
        [["Head", f"text {'abcdefghijkl'[n]}", f"Page {n} of 12"] for n in range(1, 12)],
        [["Head", "one", "x"], ["Head", "two", "y"], ["three", "four", "z"]],
        [["Head", "one", "x"], ["Head", "two", "y"], ["three", "3", "z"], ["four", "4", "w"]],
        [["Head", "says", "Head", "again"], ["Head", "b", "c"], ["Head", "d", "e"]],
        [["Limit", "a", "b"], ["c", "d", "Limit"], ["e", "f", "Limit"], ["g", "h", "Limit"]],
        [["one", "1"], ["two", "2"], ["one", "3"]],
    ]
    cases += [_random_pages(random) for _ in range(30)]
    for pages in cases:
        mine, right = answers.call("strip_furniture", pages), stripped(pages)
        if mine != right:
            raise NotYet(f"strip_furniture({shown(pages)}): {_why_other_lines(mine, right, pages)}")
    return f"furniture is gone and text has stayed in {len(cases)} documents"


def _random_pages(random: Random) -> Pages:
    head, foot = random.choice(["Head", "Part 7", ""]), random.choice(["Page {}", "{}", ""])
    pages = []
    for number in range(8, 8 + random.randint(2, 6)):
        body = [f"{random.choice(WORDS)} {'abcdefghijklmn'[number]}{n}x" for n in range(4)]
        has_head = [head] * (bool(head) and random.random() < 0.8)
        has_foot = [foot.format(number)] * (bool(foot) and random.random() < 0.8)
        pages.append([*has_head, *body[: random.randint(2, 4)], *has_foot])
    return pages


def _why_other_lines(mine: Any, right: Pages, pages: Pages) -> str:
    if not isinstance(mine, list) or len(mine) != len(pages):
        return f"returned {shown(mine)}; return one list of lines for each page"
    if mine == [page[1:-1] for page in pages]:
        return "the first and the last line of every page are gone, whether they come back or not"
    if mine == pages:
        return "nothing was left out; lines that differ in whole numbers alone are the same"
    number = next(n for n in range(len(pages)) if mine[n] != right[n])
    if not isinstance(mine[number], list):
        return f"page {number + 1} is {shown(mine[number])}; return a list of lines"
    lost = [line for line in right[number] if line not in mine[number]]
    if lost and lost[0] in pages[number][1:-1]:
        return f"{lost[0]!r} stands in the middle of a page and is gone: that is text"
    if lost:
        return _why_not_an_edge(lost[0], pages)
    if any(one == other != page for one, other, page in zip(mine, right, pages, strict=True)):
        return (
            f"page {number + 1} still has furniture, other pages have none: 10 is one number, as 9"
        )
    return f"page {number + 1} still has furniture: lines that differ in numbers alone are the same"


def _why_not_an_edge(line: str, pages: Pages) -> str:
    most = max([page[at] for page in pages].count(line) for at in (0, -1))
    there = sum(line in (page[0], page[-1]) for page in pages)
    if there > most:
        return f"{line!r} is gone: count the first lines and the last lines apart"
    return f"{line!r} is gone, and {most} of {len(pages)} pages are not more than half of them"
