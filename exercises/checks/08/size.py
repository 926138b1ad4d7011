"""Notebook: the largest size in characters at which the model reads all of the Japanese sheet."""

from __future__ import annotations

from functools import cache
from random import Random

from course_lib.chunkers import ParagraphChunker
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.samples import load_document
from course_lib.tokens import WordPiece, window_report

SMALLEST, LARGEST, STEP = 100, 2000, 10


@cache
def never_read(size: int) -> int:
    """How many characters of the sheet no vector knows, at a size."""
    chunks = ParagraphChunker(size).split(load_document("sheet/earthquake-typhoon"))
    return window_report(chunks, WordPiece(), 256).never_read


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_size")
    if type(given) is not int or not SMALLEST <= given <= LARGEST or given % STEP:
        raise NotYet(f"`my_size` is {shown(given)}; write a number from 100 to 2000, in tens")
    if unread := never_read(given):
        raise NotYet(f"at {given} characters, {unread:,} of the sheet are never read")
    if not never_read(given + STEP):
        raise NotYet(f"at {given} all is read, but a larger size reads all, too")
    return f"chunks of at most {given} characters are read whole"
