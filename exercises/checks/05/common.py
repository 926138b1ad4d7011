"""What the questions of 05 share: the rule of who may see what, and how a leak shows."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown

from .probe import ROLES, ROWS, as_words, best, make_store

TENANTS = ("marrow-quill", "puddlewick")
ENVIRONMENTS = ("prod", "dev")
Ask: TypeAlias = tuple[str, str, str, list[str], int]


def may_see(labels: Mapping[str, Any], identity: Mapping[str, Any]) -> bool:
    """The rule in its plainest form."""
    same = all(
        labels[part] and labels[part] == identity[part] for part in ("tenant", "environment")
    )
    shared = set(labels["roles"] or ()) & set(identity["roles"] or ())
    return bool(same and any(shared))


def visible_ids(rows: list[Any], ask: Ask) -> set[int]:
    """The chunks that this reader may see, whatever the query."""
    identity = {"tenant": ask[1], "environment": ask[2], "roles": ask[3]}
    parts = ("tenant", "environment", "roles")
    return {row[0] for row in rows if may_see(dict(zip(parts, row[1:4], strict=True)), identity)}


def right_ids(store: Any, rows: list[Any], ask: Ask) -> list[int]:
    """The best chunks with these words that this reader may see."""
    query, allowed = ask[0], visible_ids(rows, ask)
    ranked = best(store, as_words(query), "TRUE", [], len(rows)) if query.split() else []
    return [number for number in ranked if number in allowed][: ask[4]]


def require_leak(
    answers: Answers, name: str, search: Callable[..., list[int]], pointer: str
) -> None:
    ask = asked(answers, name)
    found = found_by(search, ask, name)
    if not found:
        raise NotYet(f"`{name}`: {search.__name__} finds nothing at all for it; {pointer}")
    if set(found) <= visible_ids(ROWS, ask):
        more = found_by(search, (*ask[:4], len(ROWS)), name)
        if not set(more) <= visible_ids(ROWS, ask):
            raise NotYet(
                f"`{name}`: {search.__name__} does leak here, below the best three, {found}, which "
                "may be seen: take words that rank the leak higher"
            )
        raise NotYet(
            f"`{name}`: {search.__name__} finds {found}, which this reader may see; {pointer}"
        )


def found_by(search: Callable[..., list[int]], ask: Ask, name: str) -> list[int]:
    with closing(make_store(ROWS)) as store:
        try:
            return search(store, *ask)
        except sqlite3.Error as error:
            raise NotYet(f"`{name}`: the database refuses this query: {error}") from None


def asked(answers: Answers, name: str) -> Ask:
    given = answers.value(name, sets=True)
    if not (
        isinstance(given, list)
        and len(given) == 4
        and all(isinstance(part, str) and len(part) <= 200 for part in given[:3])
        and isinstance(given[3], list)
    ):
        raise NotYet(
            f"`{name}` is {shown(given)}; write four parts such as "
            '("premium", "marrow-quill", "prod", ["underwriter"])'
        )
    query, tenant, environment, roles = given
    if tenant not in TENANTS or environment not in ENVIRONMENTS:
        raise NotYet(f"`{name}`: no row of ROWS belongs to {tenant!r} and {environment!r}")
    if stray := [role for role in roles if role not in ROLES]:
        raise NotYet(f"`{name}`: nobody holds a role {stray[0]!r}; take roles from ROLES")
    return query, tenant, environment, roles, 3


def anybody(random: Random) -> dict[str, Any]:
    return {
        "tenant": random.choice([*TENANTS, TENANTS[0], TENANTS[0]]),
        "environment": random.choice(["prod", "prod", "dev"]),
        "roles": random.sample(ROLES, random.randrange(3)),
    }
