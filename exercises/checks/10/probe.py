"""Tries answers of exercise 10 where they live: gives them work that fails, and forbids `hash`.

The text of this file is sent to the answer, so it imports the standard library alone.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any


class OddText(Exception):
    """A kind that no answer can know by its name."""


KINDS: dict[str, type[BaseException]] = {
    kind.__name__: kind
    for kind in (
        *(ValueError, OSError, ZeroDivisionError, MemoryError, StopIteration, KeyError, OddText),
        KeyboardInterrupt,
    )
}


def spans_of(name: str) -> list[list[int]]:
    """What cutting a file gives here; the name of a blank one begins with an underscore."""
    return [] if name.startswith("_") else [[0, len(name)], [len(name), len(name) * 3]]


def run(answer: Callable[..., Any], names: list[str], failures: dict[str, Any]) -> dict[str, Any]:
    """Let the answer do work that fails for some names; say what came back and what was done.

    `failures` has the kind and the arguments of what each of them raises.
    """
    done = []

    def work(name: str) -> list[list[int]]:
        done.append(name)
        if name in failures:
            kind, arguments = failures[name]
            raise KINDS[kind](*arguments)
        return spans_of(name)

    try:
        returned = answer(work, list(names))
    except KeyboardInterrupt:
        return {"interrupted": True, "done": done}
    return {"returned": returned, "done": done}


def digests(answer: Callable[..., Any], cases: list[Any]) -> list[Any]:
    """The digest of each list of files, where `hash` is forbidden: it differs by process."""
    real = builtins.hash

    def forbidden(_value: object) -> int:
        raise ValueError("hash() of a text is another number in every process")

    builtins.hash = forbidden
    try:
        return [answer(_fresh(files)) for files in cases]
    finally:
        builtins.hash = real


def _fresh(files: Any) -> list[Any]:
    return [(name, doc_id, [tuple(span) for span in spans]) for name, doc_id, spans in files]
