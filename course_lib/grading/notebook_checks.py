"""The checks in notebooks 04 to 07: one prediction each, computed here on the samples."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from course_lib.access import Identity, visible
from course_lib.chunk import cut
from course_lib.chunkers import ParagraphChunker
from course_lib.citation import Citation
from course_lib.document import Document
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.guardrails import Scope
from course_lib.measure.table import rows_from_csv
from course_lib.samples import MEASUREMENTS, load_document

STATUSES = ("verified", "moved", "changed")
ADDED = "A new gutter was fitted in April.\n\n"
PEOPLE = {
    "ada": Identity("ada", Scope("marrow-quill", "prod"), frozenset({"underwriter"})),
    "bea": Identity("bea", Scope("marrow-quill", "prod"), frozenset({"junior_underwriter"})),
    "cyril": Identity("cyril", Scope("marrow-quill", "dev"), frozenset({"underwriter"})),
    "dinah": Identity("dinah", Scope("puddlewick", "prod"), frozenset({"underwriter", "auditor"})),
    "egbert": Identity("egbert", Scope("marrow-quill", "prod"), frozenset()),
    "flora": Identity(
        "flora", Scope("marrow-quill", "prod"), frozenset({"auditor", "underwriter"})
    ),
}


def verdicts(answers: Answers, _random: Random) -> str:
    """Notebook 04: what an edit does to three citations of the policy note."""
    given = answers.value("my_verdicts")
    if not _are(given, STATUSES) or len(given) != 3:
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


def readers(answers: Answers, _random: Random) -> str:
    """Notebook 05: who of six people may read the memo."""
    given = answers.value("my_readers")
    if not _are(given, list(PEOPLE)):
        raise NotYet(
            f"`my_readers` is {shown(given)}; write names in a list, of {', '.join(PEOPLE)}"
        )
    memo = load_document("memo/55012")
    for name, identity in PEOPLE.items():
        if visible(memo, identity) == (name in given):
            continue
        if name not in given:
            raise NotYet(
                f"{name} is missing: the scope is the memo's, and one role in common is enough"
            )
        if identity.scope.tenant != memo.scope.tenant:
            raise NotYet(
                f"{name} works for another tenant, where a role of the same name opens nothing"
            )
        if identity.scope != memo.scope:
            raise NotYet(f"{name} acts in another environment")
        if not identity.roles:
            raise NotYet(f"{name} has no roles, and no roles means nobody")
        raise NotYet(f"{name}'s role only contains the word: roles are compared whole")
    return "the same tenant, the same environment, and one role in common"


def stale(answers: Answers, _random: Random) -> str:
    """Notebook 06: which chunks of the note a patch by text leaves with stale numbers."""
    given = answers.value("my_stale")
    if not _are(given, range(5)):
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


def ceiling(answers: Answers, _random: Random) -> str:
    """Notebook 07: what no choice among chunks of 200 characters can pass."""
    given = answers.value("my_ceiling")
    if type(given) not in (int, float) or not 0 <= given <= 1:
        raise NotYet(f"`my_ceiling` is {shown(given)}; write a share from 0 to 1, such as 0.5")
    rows = rows_from_csv(MEASUREMENTS.read_text("utf-8"))
    (row,) = (r for r in rows if (r.setting, r.overlap, r.k) == ("naive 200", 0, 5))
    figures = {name: row.figures[name] or 0.0 for name in ("intact", "one_chunk", "neighbours")}
    if abs(given - figures["intact"]) < 0.006:
        return f"{figures['intact']:.0%}: a choice among chunks makes none of them longer"
    if abs(given - figures["one_chunk"]) < 0.006:
        raise NotYet("that is what this search shows; a better order may show more")
    if abs(given - figures["neighbours"]) < 0.006:
        raise NotYet(
            "at size 200 that is with the neighbours fetched, which no reranker does; "
            "at size 800 it is what this search shows: look at size 200, at any chunk"
        )
    raise NotYet("look for the share of passages that any one chunk holds whole, at size 200")


def _are(given: Any, known: Sequence[object]) -> bool:
    """Say whether an answer is a list of things that are known, by type too."""
    kinds = {type(item) for item in known}
    return isinstance(given, list) and all(type(g) in kinds and g in known for g in given)
