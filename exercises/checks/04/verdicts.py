"""Notebook: what an edit does to three citations of the policy note."""

from __future__ import annotations

from random import Random

from course_lib.chunk import cut
from course_lib.citation import Citation
from course_lib.document import Document
from course_lib.grading.answers import Answers, NotYet, consists_of, shown
from course_lib.samples import load_document

STATUSES = ("verified", "moved", "changed")
ADDED = "A new gutter was fitted in April.\n\n"


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_verdicts")
    if not consists_of(given, STATUSES) or len(given) != 3:
        raise NotYet(
            f"`my_verdicts` is {shown(given)}; write three of 'verified', 'moved', 'changed'"
        )
    note = load_document("policy/55012")
    today = _edited_note(note)
    for citation, mine in zip(_cited_note(note), given, strict=True):
        right = citation.verify(today).status
        words = f"`{(citation.quote or '')[:11].strip()}…`"
        if mine == right:
            continue
        if right == "verified":
            raise NotYet(f"{words} stands before the edit, where nothing has moved")
        if right == "moved":
            raise NotYet(f"{words} is the same as before, and a new paragraph stands before it")
        raise NotYet(f"the last paragraph, {words}, holds the signature, which is another one now")
    return "before the edit nothing moves, after it everything does, and the new name is a change"


def _edited_note(note: Document) -> Document:
    text = note.text.replace("Mitigation:", f"{ADDED}Mitigation:")
    return note.revised(text.replace("Hazel Nutkin, underwriter", "Orla Pennyfeather, underwriter"))


def _cited_note(note: Document) -> list[Citation]:
    starts = [note.text.index(words) for words in ("UNDERWRITING", "Mitigation:", "Within desk")]
    spans = [(start, note.text.index("\n", start)) for start in starts]
    return [Citation.of(chunk) for chunk in cut(note, spans)]
