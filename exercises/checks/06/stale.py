"""Notebook: which chunks of the note a patch by text leaves with stale numbers."""

from __future__ import annotations

from random import Random

from course_lib.chunkers import ParagraphChunker
from course_lib.grading.answers import Answers, NotYet, consists_of, shown
from course_lib.samples import load_document


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_stale", sets=True)
    if not consists_of(given, range(5)):
        raise NotYet(
            f"`my_stale` is {shown(given)}; write the chunks' numbers, from 0 to 4, "
            "in a list such as [0, 1]"
        )
    note = load_document("policy/55012")
    edited = note.revised(note.text.replace("two floors", "three floors"))
    pairs = zip(*(ParagraphChunker(300).split(each) for each in (note, edited)), strict=True)
    for before, after in pairs:
        right = before.text == after.text and before.span != after.span
        if right == (before.index in given):
            continue
        if right:
            raise NotYet(
                f"chunk {before.index} stands after the edit and reads the same: not written"
            )
        if before.text != after.text:
            raise NotYet(f"chunk {before.index} reads differently now, so the patch writes it anew")
        raise NotYet(f"chunk {before.index} stands before the edit, where nothing has moved")
    return "what stands after the edit reads the same, is not written, and cuts other words now"
