"""A fingerprint that changes when anything changes, and only then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown

Given: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
DOCUMENT: dict[str, Any] = {
    "text": "Paid: 8,760 crowns.",
    "tenant": "marrow-quill",
    "environment": "prod",
    "source_id": "claim/88431",
    "doc_type": "claim",
    "roles": ["underwriter", "claims_handler"],
    "updated_at": "2026-01-23T11:00:00+00:00",
    "metadata": {"language": "en", "policy": "55012"},
}
SETTINGS: dict[str, Any] = {"chunker": "paragraph", "max_chars": 300}
WRITTEN_ALIKE = [
    ("white space", "Paid: 8,760 crowns.", "Paid:\n8,760  crowns."),
    ("white space at the end", "Paid: 8,760 crowns.", "Paid: 8,760 crowns.\n"),
    ("a capital letter", "Paid: 8,760 crowns.", "paid: 8,760 crowns."),
    ("the way an accent is written", "Café", "Cafe\u0301"),
    ("an accent", "Café", "Cafè"),
]


def check(answers: Answers, random: Random) -> str:
    plain = _fingerprint(answers, (DOCUMENT, SETTINGS))
    for what, given in _same(random):
        if _fingerprint(answers, given) != plain:
            raise NotYet(f"the fingerprint changes with {what}, though nothing is different")
    for _ in range(3):
        if _fingerprint(answers, _many_roles()) != _fingerprint(answers, _many_roles(random)):
            raise NotYet("seventy roles in another order change it: a set has no order, so sort")
    count = 0
    for what, one, other in _different(random):
        count += 1
        if _fingerprint(answers, one) == _fingerprint(answers, other):
            raise NotYet(f"the fingerprint stays the same {what}")
    return f"{count} changes are noticed, and another order of the same is not"


def _fingerprint(answers: Answers, given: Given) -> str:
    mine = answers.call("fingerprint", *given)
    if not isinstance(mine, str) or not re.fullmatch("[0-9a-f]{64}", mine):
        raise NotYet(f"`fingerprint(…)` is {shown(mine)}; return the 64 digits of a sha256")
    return mine


def _same(random: Random) -> Iterator[tuple[str, Given]]:
    roles, metadata = DOCUMENT["roles"], DOCUMENT["metadata"]
    yield "the same roles in another order", ({**DOCUMENT, "roles": roles[::-1]}, SETTINGS)
    yield "a role named twice", ({**DOCUMENT, "roles": [*roles, roles[0]]}, SETTINGS)
    yield "the labels in another order", (_reordered(DOCUMENT, random), SETTINGS)
    turned = {**DOCUMENT, "metadata": dict(reversed(metadata.items()))}
    yield "the metadata in another order", (turned, SETTINGS)
    yield "the settings in another order", (DOCUMENT, dict(reversed(SETTINGS.items())))


def _reordered(items: dict[str, Any], random: Random) -> dict[str, Any]:
    first, *others = items
    random.shuffle(others)
    return {name: items[name] for name in [*others, first]}


def _many_roles(random: Random | None = None) -> Given:
    roles = [f"role-{number}" for number in range(70)]
    if random:
        random.shuffle(roles)
    return {**DOCUMENT, "roles": roles}, SETTINGS


def _different(random: Random) -> Iterator[tuple[str, Given, Given]]:
    plain = (DOCUMENT, SETTINGS)
    for label in DOCUMENT:
        if isinstance(DOCUMENT[label], str):
            changed = {**DOCUMENT, label: DOCUMENT[label] + random.choice("abc")}
            yield f"when {label} changes", plain, (changed, SETTINGS)
    long = "".join(random.choice("ab ") for _ in range(5_000))
    for at in (2_500, 4_999):
        one, other = ({**DOCUMENT, "text": f"{long[:at]}{c}{long[at + 1 :]}"} for c in "XY")
        yield "when one character of a long text changes", (one, SETTINGS), (other, SETTINGS)
    for roles in ([], ["underwriter"], ["underwriter", "personnel"]):
        yield f"when the roles become {roles}", plain, ({**DOCUMENT, "roles": roles}, SETTINGS)
    for metadata in (
        {},
        {"language": "de", "policy": "55012"},
        {"language": "en", "claim": "55012"},
    ):
        changed = {**DOCUMENT, "metadata": metadata}
        yield f"when the metadata become {metadata}", plain, (changed, SETTINGS)
    for name, value in {"chunker": "naive", "max_chars": 301, "overlap": 0}.items():
        yield f"when the setting {name} is {value!r}", plain, (DOCUMENT, {**SETTINGS, name: value})
    names = [("ab", "c"), ("a", "bc"), ("bc", "a")]
    for first, then in [(names[0], names[1]), (names[1], names[2])]:
        what = f"when tenant and environment are {first} or {then}"
        yield what, _scoped(*first), _scoped(*then)
    for joint in (", ", ",", " ", "|", "\n", ""):
        two, single = ["clerk", "lead"], [joint.join(["clerk", "lead"])]
        what = f"when the roles are {two} or {single}"
        yield (
            what,
            ({**DOCUMENT, "roles": two}, SETTINGS),
            ({**DOCUMENT, "roles": single}, SETTINGS),
        )
    for name, value in SETTINGS.items():
        what = f"when the document gets a label {name} that the settings have too: keep them apart"
        yield what, plain, ({**DOCUMENT, name: value}, SETTINGS)
    for what, before, after in WRITTEN_ALIKE:
        yield (
            f"when {what} in the text changes",
            _labelled("text", before),
            _labelled("text", after),
        )
    as_string = {**SETTINGS, "max_chars": str(SETTINGS["max_chars"])}
    yield "when max_chars is the string '300' and no number", plain, (DOCUMENT, as_string)
    what = "when doc_type is 'None' or None"
    yield what, _labelled("doc_type", "None"), _labelled("doc_type", None)


def _labelled(label: str, value: str | None) -> Given:
    return {**DOCUMENT, label: value}, SETTINGS


def _scoped(tenant: str, environment: str) -> Given:
    return {**DOCUMENT, "tenant": tenant, "environment": environment}, SETTINGS
