"""Notebook: what no choice among chunks of 200 characters can pass."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.samples import load_measurements


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_ceiling")
    if type(given) not in (int, float) or not 0 <= given <= 1:
        raise NotYet(f"`my_ceiling` is {shown(given)}; write a share from 0 to 1, such as 0.5")
    asked = ("naive 200", 0, 6400)
    (row,) = (r for r in load_measurements() if (r.setting, r.overlap, r.budget) == asked)
    names = ("intact", "one_chunk", "covered", "neighbours")
    figures = {name: row.figures[name] or 0.0 for name in names}
    if abs(given - figures["intact"]) < 0.006:
        return f"{figures['intact']:.0%}: a choice among chunks makes none of them longer"
    if abs(given - figures["one_chunk"]) < 0.006:
        raise NotYet("that is what this search shows; a better order may show more")
    if abs(given - figures["covered"]) < 0.006:
        raise NotYet("that is what several chunks show together; one chunk alone cannot")
    if abs(given - figures["neighbours"]) < 0.006:
        raise NotYet("that is with the neighbours fetched, which no reranker does")
    raise NotYet("look for the share of passages that any one chunk holds whole, at size 200")
