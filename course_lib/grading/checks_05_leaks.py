"""The check of the leaks of exercise 05, and the rule that they break."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from random import Random
from typing import Any, TypeAlias

from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.grading.trial_05 import (
    ROLES,
    ROWS,
    as_words,
    best,
    make_store,
    search_a,
    search_b,
    search_c,
    search_d,
    search_e,
)

TENANTS, ENVIRONMENTS = ("marrow-quill", "puddlewick"), ("prod", "dev")
Ask: TypeAlias = tuple[str, str, str, list[str], int]


def may_see(labels: Mapping[str, Any], identity: Mapping[str, Any]) -> bool:
    """The rule in its plainest form."""
    same = all(
        labels[part] and labels[part] == identity[part] for part in ("tenant", "environment")
    )
    shared = set(labels["roles"] or ()) & set(identity["roles"] or ())
    return bool(same and shared)


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


def q2(answers: Answers, _random: Random) -> str:
    """Three leaks that can be read off the code."""
    _require_leak(answers, "leak_a", search_a, "which name of a role lies inside another one?")
    _require_leak(answers, "leak_b", search_b, "which argument of search_b is never used?")
    _require_leak(answers, "leak_c", search_c, "for whom is no condition added?")
    return "a role inside a role, an environment forgotten, and nobody who became everybody"


def q3(answers: Answers, _random: Random) -> str:
    """A query that is more than words, and hits that are lost after the ranking."""
    _require_leak(answers, "leak_d", search_d, "what does the query do to the parentheses?")
    ask = _asked(answers, "starved")
    found = _found(search_e, ask, "starved")
    with closing(make_store(ROWS)) as store:
        right = right_ids(store, ROWS, ask)
    if not right:
        raise NotYet("`starved`: this reader may see no chunk with these words: nothing is missing")
    if len(found) == len(right):
        raise NotYet(
            f"`starved`: search_e found {found}, all of it; which words rank other people's "
            "chunks first?"
        )
    return "words that broke out of their parentheses, and hits that the ranking used up"


def _require_leak(
    answers: Answers, name: str, search: Callable[..., list[int]], pointer: str
) -> None:
    ask = _asked(answers, name)
    found = _found(search, ask, name)
    if not found:
        raise NotYet(f"`{name}`: {search.__name__} finds nothing at all for it; {pointer}")
    if set(found) <= visible_ids(ROWS, ask):
        raise NotYet(
            f"`{name}`: {search.__name__} finds {found}, which this reader may see; {pointer}"
        )


def _found(search: Callable[..., list[int]], ask: Ask, name: str) -> list[int]:
    with closing(make_store(ROWS)) as store:
        try:
            return search(store, *ask)
        except sqlite3.Error as error:
            raise NotYet(f"`{name}`: the database refuses this query: {error}") from None


def _asked(answers: Answers, name: str) -> Ask:
    given = answers.value(name)
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
