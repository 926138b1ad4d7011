"""Notebook: who of six people may read the memo."""

from __future__ import annotations

from random import Random

from course_lib.access import Identity, visible
from course_lib.grading.answers import Answers, NotYet, consists_of, shown
from course_lib.guardrails import Scope
from course_lib.samples import load_document

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


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_readers", sets=True)
    if not consists_of(given, list(PEOPLE)):
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
