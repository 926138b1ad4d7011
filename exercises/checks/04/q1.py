"""Labels that refuse to exist when one of them is missing or could not be trusted."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .probe import make_labels

GOOD: dict[str, Any] = {
    "source_id": "claim/88431",
    "tenant": "marrow-quill",
    "environment": "prod",
    "acl_roles": ["underwriter", "claims_handler"],
    "updated_at": {"moment": "2026-01-23T11:00:00+00:00"},
}
NAMES = ("source_id", "tenant", "environment")
WRONG_NAMES: dict[str, Any] = {
    "empty": "",
    "blank": "  ",
    "padded in front": " prod",
    "padded behind": "prod\n",
    "None": None,
    "a number": 7,
    "a list": ["prod"],
}
WRONG_ROLES: dict[str, Any] = {
    "one string": "underwriter",
    "None": None,
    "a number": 7,
    "an empty role": ["underwriter", ""],
    "a padded role": [" personnel", "underwriter"],
    "None for a role": ["underwriter", None],
    "a list for a role": [["personnel"]],
}
WRONG_MOMENTS: dict[str, Any] = {
    "without a time zone": {"moment": "2026-01-23T11:00:00"},
    "in a zone without an offset": {"moment": "2026-01-23T11:00:00", "nowhere": True},
    "a string": "2026-01-23T11:00:00+00:00",
    "None": None,
    "a date": {"day": "2026-01-23"},
}


def check(answers: Answers, random: Random) -> str:
    good, bad = _good_labels(random), _bad_labels(random)
    cases = [*good, *(labels for _, _, labels in bad)]
    made = answers.probe(make_labels, "Labels", cases)
    if not isinstance(made, list) or len(made) != len(cases):
        raise NotYet("`Labels` cannot be made as it was asked for")
    for labels, result in zip(good, made, strict=False):
        _require_accepted(labels, result)
    for (label, what, _), result in zip(bad, made[len(good) :], strict=True):
        _require_refused(label, what, result)
    for labels, result in zip(good, made, strict=False):  # the text asks for it at last, too
        _require_kept(labels, result)
    return f"{len(good)} sound values are kept as they are, {len(bad)} unsound ones refused by name"


def _good_labels(random: Random) -> list[dict[str, Any]]:
    found = [GOOD, {**GOOD, "acl_roles": []}, {**GOOD, "acl_roles": {"set": ["underwriter"]}}]
    found += [{**GOOD, "acl_roles": ("a", "b", "a")}, {**GOOD, "source_id": "water damage, 2026"}]
    for number in range(5):
        hours = random.randint(-11, 11)
        moment = f"2026-0{number + 1}-17T08:30:00{hours:+03}:00"
        roles = [random.choice("abc") + str(number) for _ in range(random.randint(1, 4))]
        changed = {"acl_roles": roles, "updated_at": {"moment": moment}}
        found.append({**GOOD, **changed, "source_id": f"note/{random.randrange(99_999)}"})
    return found


def _bad_labels(random: Random) -> list[tuple[str, str, dict[str, Any]]]:
    """The label that is wrong, what is wrong with it in words, and the whole case."""
    wrong = dict.fromkeys(NAMES, WRONG_NAMES)
    wrong |= {"acl_roles": WRONG_ROLES, "updated_at": WRONG_MOMENTS}
    found = []
    for label, values in wrong.items():
        sound = random.choice(_good_labels(random))
        found += [(label, what, {**sound, label: value}) for what, value in values.items()]
        without = {name: value for name, value in sound.items() if name != label}
        found.append((label, "left out", without))
    return found


def _require_accepted(labels: dict[str, Any], result: dict[str, Any]) -> None:
    if "error" in result and labels["acl_roles"] == []:
        raise NotYet("no roles at all were refused; they are sound, and mean that nobody may read")
    if "error" in result:
        roles = shown(_collection(labels["acl_roles"]))
        fault = f"{result['error']}: {result['message']}"
        raise NotYet(f"sound labels, whose acl_roles were {roles}, were refused with {fault}")


def _collection(given: Any) -> Any:
    return set(given["set"]) if isinstance(given, dict) else given


def _require_kept(labels: dict[str, Any], result: dict[str, Any]) -> None:
    roles = set(_collection(labels["acl_roles"]))
    if "added later" in (result["roles"] or []):
        raise NotYet("acl_roles changed when the caller's list did: keep a frozenset made of it")
    if result["kind"] != "frozenset":
        raise NotYet(f"acl_roles is kept as a {result['kind']}; keep a frozenset of your own")
    if set(result["roles"]) != roles:
        raise NotYet(f"the roles {sorted(roles)} became {sorted(map(str, result['roles']))}")
    if lost := [label for label, same in result["kept"].items() if not same]:
        raise NotYet(f"{lost[0]} is not kept as it was given")
    if result["changeable"]:
        raise NotYet("a label can be changed afterwards: leave frozen=True where it is")


def _require_refused(label: str, what: str, result: dict[str, Any]) -> None:
    case = f"{label}, {what},"
    if "error" not in result:
        raise NotYet(f"{case} was accepted{_advice(label, what)}")
    if result["error"] not in ("ValueError", "TypeError"):
        raise NotYet(
            f"{case} ended in {result['error']}: look at the type before you use the value"
        )
    if label not in result["message"]:
        raise NotYet(f"{case} was refused, but the message does not name it: {result['message']}")
    if others := [name for name in GOOD if name != label and name in result["message"]]:
        raise NotYet(f"{case} was refused, but the message names {others[0]} too")


def _advice(label: str, what: str) -> str:
    if what == "one string":
        return ": a string is a collection too, of letters; refuse it by its type"
    if what == "without a time zone":
        return ": utcoffset() of such a moment is None"
    if what == "in a zone without an offset":
        return ": a tzinfo is not enough, ask utcoffset()"
    if what == "left out":
        return ": a default hides that nobody said it"
    if "padded" in what:
        return ": a name is the same after strip()"
    if "role" in what:
        return ": look at each role too"
    if what in ("empty", "blank"):
        return ": nothing and white space are no names"
    return ": is it a string at all?" if label in NAMES else ""
