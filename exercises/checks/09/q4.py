"""A quote that is found over other white space, with its true span."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

GAPS = (" ", "\n", "  ", "\n\n", "\t", " \n ", "\u00a0")
PIECES = ("old", "pipes", "(sic)", "1,840", "a.b", "old", "Café", "🌊", "o")


def located(text: str, quote: str) -> list[int] | None:
    """The only place where the words of a quote stand one after the other.

    >>> located("the old\\npipes", "old pipes"), located("old old", "old")
    ([4, 13], None)
    """
    pattern = re.compile(r"\s+".join(map(re.escape, quote.split())))
    places = [found.start() for found in re.finditer(f"(?={pattern.pattern})", text)]
    found = pattern.match(text, places[0]) if len(places) == 1 else None
    return [*found.span()] if found else None


def check(answers: Answers, random: Random) -> str:
    cases = [
        ("the old\npipes leak", "old pipes"),
        ("the  old\n\npipes leak", "old pipes leak"),
        ("the old pipes leak", "old\npipes"),
        ("the oldpipes leak", "old pipes"),
        ("the old pipes leak", "oldpipes"),
        ("old\npipes, old pipes", "old pipes"),
        ("new pipes", "old pipes"),
        ("what (sic)\nis a.b", "(sic) is a.b"),
        ("axb a.b", "a.b"),
        ("aaa", "aa"),
        ("old old old", "old old"),
        ("a\u00a0b", "a b"),
    ]
    for _ in range(60):
        words = random.choices(PIECES, k=random.randint(4, 9))
        first = random.randrange(len(words) - 1)
        some = words[first : first + random.randint(1, 3)]
        cases.append((_spaced(random, words), _spaced(random, some)))
    for text, quote in cases:
        mine, right = answers.call("locate", text, quote), located(text, quote)
        if mine != right:
            call = f"locate({shown(text)}, {shown(quote)})"
            raise NotYet(f"{call}: {_why_other_place(mine, right, text, quote)}")
    return f"found, missing and ambiguous quotes are told apart in {len(cases)} texts"


def _spaced(random: Random, words: list[str]) -> str:
    first, *others = words
    return first + "".join(random.choice(GAPS) + word for word in others)


def _why_other_place(mine: Any, right: list[int] | None, text: str, quote: str) -> str:
    alike, wanted = " ".join(text.split()), " ".join(quote.split())
    if mine is not None and (
        not isinstance(mine, list) or len(mine) != 2 or any(type(n) is not int for n in mine)
    ):
        return f"returned {shown(mine)}; return the start and the end, or None"
    if mine is None and any(char in quote for char in "(."):
        return "returned None: brackets and full stops of the quote are to be found as they are"
    if mine is None:
        return f"returned None, but the words stand at {right}"
    cut = text[mine[0] : mine[1]]
    if right is None and wanted.split() == cut.split():
        if len(re.findall(r"\s+".join(map(re.escape, quote.split())), text)) == 1:
            return f"returned {mine}, but two places that overlap are two: None"
        return f"returned {mine}, but the quote stands there more than once: None"
    if right is None and "".join(cut.split()) == "".join(quote.split()):
        return f"returned {mine}: where one has no white space, the other must have none"
    if right is None:
        return f"returned {mine}, but the quote is not there: None"
    at = alike.find(wanted)
    if mine == [at, at + len(wanted)]:
        return f"returned {mine}, a place in a text that was made alike; in the text it is {right}"
    if mine[0] == right[0] and mine[1] == mine[0] + len(quote):
        return f"returned {mine}: the end is that of the quote's length, in the text it is {right}"
    return f"returned {mine}, expected {right}"
