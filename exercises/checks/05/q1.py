"""The reference predicate."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotData, NotYet, shown

from .common import anybody, may_see


def check(answers: Answers, random: Random) -> str:
    claim = {"tenant": "marrow-quill", "environment": "prod", "roles": ["underwriter", "clerk"]}
    cases: list[tuple[Any, Any, str]] = [
        (claim, {**claim, "roles": ["clerk", "personnel"]}, "one role in common is enough"),
        (claim, {**claim, "tenant": "puddlewick"}, "it is another tenant's"),
        (claim, {**claim, "environment": "dev"}, "it is in another environment"),
        (claim, {**claim, "roles": ["personnel"]}, "no role is shared"),
        (claim, {**claim, "roles": []}, "no roles means nobody"),
        ({**claim, "roles": []}, claim, "no roles means nobody"),
        ({**claim, "roles": []}, {**claim, "roles": []}, "no roles means nobody"),
        ({**claim, "roles": None}, claim, "missing roles let nobody in"),
        (claim, {**claim, "roles": None}, "missing roles let nobody in"),
        ({**claim, "roles": ["chief_underwriter"]}, claim, "a role is compared as a whole"),
        (claim, {**claim, "roles": ["under"]}, "a role is compared as a whole"),
        ({**claim, "roles": ["Underwriter"]}, claim, "capital letters make another role"),
        (claim, {**claim, "tenant": "Marrow-Quill"}, "capital letters make another tenant"),
        ({**claim, "tenant": "marrow-quill-2"}, claim, "it is another tenant's"),
    ]
    for part in ("tenant", "environment"):
        for lost in (None, ""):
            why = f"a lost {part} on both sides is no match: let nobody in"
            cases.append(({**claim, part: lost}, {**claim, part: lost}, why))
    for lost in (None, ""):
        why = "a lost role on both sides is no match: let nobody in"
        cases.append(({**claim, "roles": ["clerk", lost]}, {**claim, "roles": [lost]}, why))
        why = "one role in common is enough, though another is lost"
        cases.append(
            ({**claim, "roles": [lost, "clerk"]}, {**claim, "roles": ["clerk", lost]}, why)
        )
    cases += [(anybody(random), anybody(random), "") for _ in range(60)]
    for labels, identity, why in cases:
        call, right = f"visible({labels}, {identity})", may_see(labels, identity)
        try:
            mine = answers.call("visible", labels, identity)
        except NotData as hint:
            raise NotYet(f"returned {hint.kind}; return True or False: {call}") from None
        if not isinstance(mine, bool):
            raise NotYet(f"returned {shown(mine)}, which is neither True nor False: {call}")
        if mine is not right:
            raise NotYet(f"said {mine}; {why or f'it should be {right}'}: {call}")
    return f"{len(cases)} readers see what they may, and nothing else"
