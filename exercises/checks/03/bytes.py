"""Notebook: where the claim's number stands, in bytes."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.samples import load_document
from course_lib.units import in_bytes


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_bytes")
    if not isinstance(given, list) or len(given) != 2 or any(type(n) is not int for n in given):
        raise NotYet(f"`my_bytes` is {shown(given)}; write two whole numbers such as (10, 15)")
    mine = (given[0], given[1])
    text = load_document("policy/55012").text
    start = text.index("88431")
    right = (in_bytes(text, start), in_bytes(text, start + 5))
    if mine == (start, start + 5):
        raise NotYet("these are still code points; count the bytes of what stands before")
    if mine[1] - mine[0] != 5:
        raise NotYet("five digits take five bytes: the two numbers differ by 5")
    if mine != right:
        raise NotYet(f"off by {mine[0] - right[0]:+}: which character before takes more than one?")
    return "the dash in the first line takes three bytes, two more than one"
