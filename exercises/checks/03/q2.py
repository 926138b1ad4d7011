"""The lines of a text as spans, trimmed by moving their ends."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, pairs_of, shown

from .common import random_pieces, trimmed_spans, why_other_spans


def check(answers: Answers, random: Random) -> str:
    texts = ["one\ntwo", "one\r\n two \r\n\r\nthree", "", "\n\n", "same\nsame\nsame"]
    texts += ["\tone\t\n two", "\u00a0one\u00a0\n\x0ctwo\u2003", "one\n\t\u3000\ntwo"]
    ends = ("\n", "\r\n", "\n\n")
    texts += [random.choice(ends).join(random_pieces(random)) for _ in range(40)]
    for text in [*texts, "one\u2028two\nthree", "one\rtwo\x0cthree\nfour"]:
        call = f"line_spans({shown(text)})"
        mine = pairs_of(answers.call("line_spans", text), f"`{call}`")
        right = trimmed_spans(text, "\n")
        if mine != right:
            ends_as_feeds = "".join("\n" if c.splitlines() == [""] else c for c in text)
            if mine == trimmed_spans(ends_as_feeds, "\n"):
                raise NotYet(f"{call}: a line ends at a line feed alone; splitlines() knows more")
            raise NotYet(f"{call}: {why_other_spans(mine, right, text)}")
    return "every line stands where its span says, twins too"
