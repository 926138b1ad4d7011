"""Notebook: the smallest max_chars at which RecordChunker keeps the record's answer whole."""

from __future__ import annotations

from random import Random

from course_lib.chunkers import RecordChunker
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure import Split
from course_lib.samples import load_question


def check(answers: Answers, _random: Random) -> str:
    chosen = answers.value("my_max_chars")
    if type(chosen) is not int or not 0 < chosen <= 2000:
        raise NotYet(f"`my_max_chars` is {shown(chosen)}; write a whole number from 1 to 2000")
    if not (split := _split_at(chosen)).whole:
        raise NotYet(f"at {chosen} characters it is {split.verdict}")
    if chosen > 1 and _split_at(chosen - 1).whole:
        raise NotYet("the answer is whole, but a smaller size would do")
    return f"the answer has {split.evidence_length} characters, and just fits"


def _split_at(size: int) -> Split:
    failed = load_question("what-failed")
    return Split.of(failed.document, RecordChunker(size), failed.spans)
