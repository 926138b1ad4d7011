"""Notebook: the smallest max_chars at which all four answers of the note are whole."""

from __future__ import annotations

from random import Random

from course_lib.chunkers import ParagraphChunker
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure import Split
from course_lib.samples import load_document, load_questions


def check(answers: Answers, _random: Random) -> str:
    chosen = answers.value("my_max_chars")
    if type(chosen) is not int or not 0 < chosen <= 2000:
        raise NotYet(f"`my_max_chars` is {shown(chosen)}; write a whole number from 1 to 2000")
    if torn := _torn_at(chosen):
        raise NotYet(f"torn at this size: {torn[0]}")
    if not _torn_at(chosen - 1):
        raise NotYet("all four are whole, but a smaller size would do")
    return "the longest answer just fits; it decides"


def _torn_at(size: int) -> list[str]:
    note = load_document("policy/55012")
    asked = [question for question in load_questions() if question.document == note]
    if size < 1:
        return [question.text for question in asked]
    chunker = ParagraphChunker(size)
    return [q.text for q in asked if not Split.of(note, chunker, q.spans).whole]
