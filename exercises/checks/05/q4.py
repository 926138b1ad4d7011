"""A search whose filter stands in the query."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.grading.served import Server

from .common import Ask, anybody, right_ids, visible_ids
from .probe import ROLES, ROWS, make_store

QUERIES = [
    *("premium", "the premium", "lowest", "leak it's", "C++ leak", 'a "premium" leak'),
    *("premium) OR (salary", "premium OR salary", "owner : puddlewick", "leak*", "", " \n "),
]
TWINS = [  # labels that are like others, for whoever does not compare them as a whole
    (10, "marrow-quill", "prod", ["Underwriter"], "Premium for capitals."),
    (11, "marrow_quill", "prod", ["underwriter"], "Premium of a twin."),
    (12, "Marrow-Quill", "Prod", ["underwriter"], "Premium of another firm."),
    (13, "o'quill", "prod", ["owner's"], "Premium of O'Quill."),
    (14, "marrow-quill", "prod", ["personnel, underwriter, x"], "Premium for one role."),
]
TWIN_READERS = [
    *(("marrow-quill", "prod", [role]) for role in ("Underwriter", "under%", "') OR TRUE --")),
    *((tenant, "prod", ["underwriter"]) for tenant in ("marrow_quill", "marrow%", "x' OR '1'='1")),
    ("o'quill", "prod", ["owner's"]),
    ("marrow-quill", "prod", ["personnel, underwriter, x"]),
]
WORDS = ("premium", "leak", "salary", "lowest", "the", "a", "it's", "C++", "OR", "table", "roof")


def check(answers: Answers, random: Random) -> str:
    rows = [(1000 + number, *row) for number, *row in [*ROWS, *TWINS]]
    reader = ("marrow-quill", "prod", ["underwriter"])
    asks: list[Ask] = [(query, *reader, 3) for query in QUERIES]
    asks += [("premium", "marrow-quill", "dev", ["underwriter"], 3), ("premium", *reader, 0)]
    asks += [("premium", *reader[:2], [], 3), ("premium", "marrow-quill", "prod", ROLES, 2)]
    asks += [("premium", "puddlewick", "prod", ["underwriter", "contact_centre"], 5)]
    asks += [("premium", "marrow-quill", "prod", ["claims_handler", "claims_handler"], 3)]
    asks += [("premium", *reader, 9) for reader in TWIN_READERS]
    count = _require_right(answers, rows, asks)
    for _ in range(3):
        rows = [_random_row(random, number) for number in range(1001, 1041)]
        asks = [_random_ask(random) for _ in range(15)]
        count += _require_right(answers, rows, asks)
        _require_untold(answers, rows, asks)
    return f"{count} searches find the best of what their reader may see, and nothing else"


def _require_right(answers: Answers, rows: list[Any], asks: list[Ask]) -> int:
    with closing(make_store(rows)) as store:
        for ask in asks:
            right, allowed = right_ids(store, rows, ask), visible_ids(rows, ask)
            forbidden = [row for row in rows if row[0] not in allowed]
            result = _result_of(answers, store.server, ask)
            if fault := _fault_of(result, ask, right, rows, forbidden):
                raise NotYet(f"search(store, {', '.join(map(repr, ask))}): {fault}")
    return len(asks)


class _Overheard:
    """A server, and all that it told."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.told: list[Any] = []

    def serve(self, message: dict[str, Any]) -> dict[str, Any]:
        reply = self.server.serve(message)
        self.told.append(reply)
        return reply


def _require_untold(answers: Answers, rows: list[Any], asks: list[Ask]) -> None:
    """Require that nothing the database tells changes with a chunk that the reader may not see."""
    for ask in asks:
        allowed = visible_ids(rows, ask)
        others = [
            row if row[0] in allowed else (row[0] + 7_000, *row[1:4], row[4].swapcase())
            for row in rows
        ]
        told = []
        for stored in (rows, others):
            with closing(make_store(stored)) as store:
                # A reply may tell the last row's number: let it be the same in both.
                store.execute("INSERT INTO readers VALUES (NULL, NULL)")
                overheard = _Overheard(store.server)
                answers.try_on(overheard, "search", *ask)
                told.append(overheard.told)
        if told[0] != told[1]:
            raise NotYet(
                f"search(store, {', '.join(map(repr, ask))}): right, but what your statements hand "
                "out depends on chunks that this reader may not see: filter in the statement"
            )


def _result_of(answers: Answers, server: Server, ask: Ask) -> dict[str, Any]:
    """What the search returned or raised, and all values that left the database on the way."""
    handed: list[Any] = []
    server.watch = handed.extend
    reply = answers.try_on(server, "search", *ask)
    if "problem" not in reply:
        return {"ids": reply["value"], "handed": handed}
    if not hasattr(sqlite3, reply["message"].partition(":")[0]):
        raise NotYet(f"`search` raised {reply['message']}")
    return {"error": reply["message"], "handed": handed}


def _fault_of(
    result: Mapping[str, Any], ask: Ask, right: list[int], rows: list[Any], forbidden: list[Any]
) -> str:
    if "error" in result:
        return _why_refused(result["error"], ask)
    mine = result["ids"]
    if not isinstance(mine, list) or not all(type(number) is int for number in mine):
        return f"returned {shown(mine)}; return a list of ids"
    hidden = {row[0] for row in forbidden}
    if leaked := [number for number in mine if number in hidden]:
        if not ask[3]:
            return f"returned {mine} to somebody without any role, who is nobody"
        row = next(row for row in forbidden if row[0] == leaked[0])
        alone = f"returned {leaked[0]}, which is for {row[3]} of {row[1]} in {row[2]} alone"
        return alone + _why_leaked([row for row in forbidden if row[0] in leaked], ask)
    if len(set(mine)) < len(mine):
        return f"returned {mine}: a chunk that two roles may read is still one chunk"
    words = ask[0].split()
    if set(mine) < set(right) and _as_phrase(mine, right, rows, words):
        return f"returned {mine}, but {right} hold all words: each is a word, they are no phrase"
    if set(mine) < set(right):
        return f"returned {mine}, but {right} may be seen: filter before you take the best k"
    if mine != right:
        order = ": the best first" if sorted(mine) == sorted(right) else ""
        return f"returned {mine}, should be {right}{order}"
    shown_texts = [row[4] for row in rows if row not in forbidden]
    texts = {row[4] for row in forbidden if not any(row[4] in text for text in shown_texts)}
    if seen := [value for value in result["handed"] if _tells(value, hidden, texts)]:
        return f"right, but your statement handed out {shown(seen[0])}: filter in the statement"
    return ""


def _why_leaked(rows: list[Any], ask: Ask) -> str:
    """What makes values that differ look the same."""
    _, tenant, environment, roles, _ = ask
    if any("'" in value for value in (tenant, *roles)):
        return ": values go in through question marks"
    if any("%" in value for value in roles) or "%" in tenant or "_" in tenant:
        return ": LIKE takes _ and % for any characters, and capitals for small letters"
    others = [other for row in rows for other in row[3] if row[1:3] == (tenant, environment)]
    inside = any(role in other for role in roles for other in others)
    alike = {role.lower() for role in roles} & {other.lower() for other in others}
    if inside and alike:
        return ": LIKE finds a role inside another one, and in capitals"
    if inside:
        return ": a role may hold others, and a comma, so ask the table readers"
    return ": capital letters make another role" if alike else ""


def _as_phrase(mine: list[int], right: list[int], rows: list[Any], words: list[str]) -> bool:
    """Say whether those are missing, and only those, that hold the words apart from each other."""
    phrase = re.compile(r"\W+".join(map(re.escape, words)), re.IGNORECASE)
    together = {row[0] for row in rows if phrase.search(row[4])}
    return len(words) > 1 and mine == [number for number in right if number in together]


def _tells(value: Any, hidden: set[int], texts: set[str]) -> bool:
    """Say whether a value is, or holds, the number or the text of a chunk that is hidden."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if isinstance(value, str):
        numbers = map(int, re.findall(r"\d{1,9}", value))
        return not hidden.isdisjoint(numbers) or any(text in value for text in texts)
    return value in hidden


def _why_refused(error: str, ask: Ask) -> str:
    query, tenant, _, roles, _ = ask
    if any("'" in value for value in (tenant, *roles)):
        return f"raised {error}: values go in through question marks"
    if "MATCH in the requested context" in error:
        return "an OR without parentheses around it undoes the conditions that stand before it"
    if not query.split():
        return "no words, so there is nothing to ask for: return [] before you ask the database"
    return f"raised {error}; as_words() makes words of a query"


def _random_row(random: Random, number: int) -> tuple[Any, ...]:
    text = " ".join(random.choice(WORDS) for _ in range(random.randint(2, 8)))
    someone = anybody(random)
    return number, someone["tenant"], someone["environment"], someone["roles"], text


def _random_ask(random: Random) -> Ask:
    query = " ".join(random.sample(WORDS, random.choice([1, 1, 2])))
    reader = anybody(random)
    k = random.choice([1, 2, 3, 10])
    return query, reader["tenant"], reader["environment"], reader["roles"], k
