"""Notebook: the smallest overlap that keeps the answer whole at size 400."""

from __future__ import annotations

from random import Random

from course_lib.chunkers import NaiveChunker
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure import Split
from course_lib.samples import load_question


def check(answers: Answers, _random: Random) -> str:
    chosen = answers.value("my_overlap")
    if type(chosen) is not int or not 0 <= chosen < 400:
        raise NotYet(f"`my_overlap` is {shown(chosen)}; write a whole number from 0 to 399")
    question = load_question("premium-change")

    def whole(overlap: int) -> bool:
        return Split.of(question.document, NaiveChunker(400, overlap), question.spans).whole

    if not whole(chosen):
        raise NotYet("torn: look in the explorer where the windows begin")
    if chosen and whole(chosen - 1):
        raise NotYet("whole, but a smaller overlap would do")
    return "the smallest that helps at this place; L - 1 helps at every place"
