"""A size below 350 at which the plain window keeps the evidence whole."""

from __future__ import annotations

from random import Random

from course_lib.chunkers import NaiveChunker
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure import Split
from course_lib.samples import load_question


def check(answers: Answers, _random: Random) -> str:
    chosen = answers.value("my_size")
    if type(chosen) is not int:
        raise NotYet(f"`my_size` is {shown(chosen)}; write a whole number")
    if not 0 < chosen < 350:
        raise NotYet("choose a size between 1 and 349")
    question = load_question("premium-change")
    split = Split.of(question.document, NaiveChunker(chosen, overlap=0), question.spans)
    if split.evidence_length > chosen:
        raise NotYet(f"the sentence has {split.evidence_length} characters, more than a chunk")
    if not split.whole:
        raise NotYet(split.verdict)
    return f"one chunk of {chosen} characters holds the whole answer"
