"""Runs one learner's answer in a process of its own and talks JSON lines. Nothing here is trusted.

The first line on standard input is the answer, `{"setup": [], "helpers": [], "source": TEXT}`: the
exercise's own cells, the learner's other cells that the answer needs, which may fail, and the
answer. Then come requests, `{"get": NAME}` or `{"call": NAME, "args": TEXT}`, the arguments as a
list in Python's own writing: it keeps a tuple apart from a list, and an answer gets fresh objects
that it may change. `"sets": true` takes a set for a list, where its order does not matter.
Each is answered by one line, `{"value": ...}` or `{"problem": KIND, "message": ..., "name": ...}`.
With `"probe": TEXT, "run": RUN` beside it, a call goes to RUN in that text of the check, which gets
what stands under NAME before the arguments: so an answer can be handed what is no plain data.
With `"served": true` beside it, a call gets a database connection before the arguments. Each of its
messages goes out as a line `{"served": ...}`, and is answered by a line before the call goes on.

A value is only ever data for the checks to look at: who forges one has merely given an answer.
The file is sent as text, together with `served`, since in a sandbox neither is there to be seen.
"""

import json
import os
import sys
from ast import literal_eval
from contextlib import suppress
from decimal import Decimal
from functools import cache
from numbers import Number, Rational
from types import CodeType, ModuleType
from typing import Any

from course_lib.grading.served import Connection, Serve, open_database

MOST_CHARACTERS = 1_000_000  # of one reply
MOST_BITS = 10_000  # of one number; Python refuses to write much longer ones in digits


class NotPlain(ValueError):
    """A value that is not plain data."""


def plain(value: Any, sets: bool = False, depth: int = 0) -> Any:
    """Return the value as plain JSON data: tuples as lists, subclasses as what they stand for.

    Numbers of any type are numbers, an array is a list, and a set is one where `sets` allows it.
    Raises NotPlain, with words for the learner, for anything else.

    >>> plain([(0, 10), (6, 16)])
    [[0, 10], [6, 16]]
    >>> plain((Decimal("0.25"), Decimal(3), {7}), sets=True)
    [0.25, 3, [7]]
    >>> plain(n for n in "ab")
    Traceback (most recent call last):
        ...
    course_lib.grading.worker.NotPlain: a generator, where a list is expected: write list(...)
    """
    if depth > 20:
        raise NotPlain("nested too deeply")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (Number, Decimal)):
        return plain_number(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, (list, tuple)) or (sets and isinstance(value, (set, frozenset))):
        return [plain(item, sets, depth + 1) for item in value]
    if isinstance(value, dict):
        made = {str(plain(key)): plain(item, sets, depth + 1) for key, item in value.items()}
        if len(made) < len(value):
            raise NotPlain("a dict with keys that look alike, such as 1 and '1'")
        return made
    if hasattr(value, "tolist"):  # an array, or a number in one
        return plain(value.tolist(), sets, depth + 1)
    if value is ...:
        raise NotPlain("still `...`: write your answer in its place")
    kind = type(value).__name__
    kind = f"an {kind}" if kind[0] in "aeiouAEIOU" else f"a {kind}"
    if isinstance(value, (set, frozenset)):
        raise NotPlain(f"{kind}, which has no order: write a list")
    if hasattr(value, "__iter__") and not isinstance(value, (bytes, bytearray, type)):
        raise NotPlain(f"{kind}, where a list is expected: write list(...)")
    if callable(value):
        raise NotPlain(f"a function ({type(value).__name__}): did you forget to call it?")
    raise NotPlain(f"{kind}, where numbers, strings, lists or dicts are expected")


def plain_number(value: Any) -> int | float:
    """Return a number of any type as an int if it is a whole one of an exact type, else a float."""
    if isinstance(value, float):
        return float.__float__(value)
    exact = isinstance(value, (Rational, Decimal))
    try:
        whole = int.__int__(value) if isinstance(value, int) else int(value) if exact else None
        if whole is None or whole != value:
            return float(value)
    except (ArithmeticError, TypeError, ValueError):
        raise NotPlain(f"a {type(value).__name__} that is no plain number") from None
    if whole.bit_length() > MOST_BITS:
        raise NotPlain("a number of thousands of digits")
    return whole


def run(answer: dict[str, Any], namespace: dict[str, Any]) -> dict[str, Any]:
    """Execute set-up and answer; return the reply."""
    try:
        for source in answer["setup"]:
            exec(compile(source, "<answer>", "exec"), namespace)
        for source in answer.get("helpers", ()):
            with suppress(BaseException):  # as in a notebook, where later cells run all the same
                exec(compile(source, "<answer>", "exec"), namespace)
        exec(compile(answer["source"], "<answer>", "exec"), namespace)
    except BaseException as error:
        return problem(error)
    return {"value": None}


def serve(
    request: dict[str, Any], namespace: dict[str, Any], database: Serve | None = None
) -> dict[str, Any]:
    """Answer one request with a value or a problem; `database` serves a call that needs one."""
    name = request.get("get") or request["call"]
    if name not in namespace:
        return {"problem": "missing", "message": name, "name": name}
    try:
        value = namespace[name]
        if "probe" in request:
            value = probe(request)(value, *literal_eval(request["args"]))
        elif "call" in request:
            value = call(value, literal_eval(request["args"]), database)
        return {"value": plain(value, bool(request.get("sets")))}
    except NotPlain as error:
        return {"problem": "not plain", "message": str(error), "name": None}
    except KeyboardInterrupt as error:
        return {"problem": "interrupted", "message": str(error), "name": None}
    except BaseException as error:
        return problem(error)


def call(function: Any, arguments: list[Any], database: Serve | None) -> Any:
    """Call a function, with a served connection as its first argument if there is one."""
    if database is None:
        return function(*arguments)
    connection = Connection(database)
    try:
        return function(connection, *arguments)
    finally:
        connection.settle()


def probe(request: dict[str, Any]) -> Any:
    """The check's own function that tries an answer, made afresh apart from the answer's names."""
    names: dict[str, Any] = {"__name__": "probe"}
    exec(_compiled(request["probe"]), names)
    return names[request["run"]]


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<probe>", "exec", dont_inherit=True)


def problem(error: BaseException) -> dict[str, Any]:
    """Describe an exception of the learner's code, with the missing name if that was it."""
    try:
        message = f"{type(error).__name__}: {error}"
    except BaseException:
        message = type(error).__name__
    name = getattr(error, "name", None) if isinstance(error, NameError) else None
    return {"problem": "raised", "message": str(message)[:300], "name": name}


def hide_the_grader() -> None:
    """Put an empty module in the grader's place, so that `from … import check` still works."""
    stub = ModuleType("course_lib.grading")
    stub.check = lambda _question: None  # type: ignore[attr-defined]
    stub.open_database = open_database  # type: ignore[attr-defined]
    sys.modules[stub.__name__] = stub


def main() -> None:
    """Serve until standard input ends. The learner's own prints go nowhere."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)

    def reply(line: dict[str, Any]) -> None:
        text = json.dumps(line)
        if len(text) > MOST_CHARACTERS:
            text = json.dumps({"problem": "too large", "message": "", "name": None})
        replies.write(text + "\n")
        replies.flush()

    def ask_database(message: dict[str, Any]) -> dict[str, Any]:
        reply({"served": message})
        answer: dict[str, Any] = json.loads(requests.readline())
        return answer

    hide_the_grader()
    namespace: dict[str, Any] = {"__name__": "__main__"}
    reply(run(json.loads(requests.readline()), namespace))
    for line in requests:
        request = json.loads(line)
        reply(serve(request, namespace, ask_database if request.get("served") else None))


if __name__ == "__main__":
    sys.setrecursionlimit(1_000)
    main()
