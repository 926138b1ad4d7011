"""Watches an answer of exercise 07 where it lives: does the law count, or try places, after all?

The text of this file is sent to the answer, so it imports the standard library alone.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

FEW = 1_000  # instructions that a formula may well take


def calls_counted(law: Callable[..., Any], *setting: int) -> bool:
    """Say whether the law calls the `counted` that stands beside it."""
    names = getattr(inspect.unwrap(law), "__globals__", {})
    if "counted" not in names:
        return False
    counted, calls = names["counted"], []

    def noted(*arguments: Any, **named: Any) -> Any:
        calls.append(arguments)
        return counted(*arguments, **named)

    names["counted"] = noted
    try:
        law(*setting)
    finally:
        names["counted"] = counted
    return bool(calls)


class TooMany(BaseException):
    """The answer has taken all the instructions that it was given."""


def grows_with_windows(law: Callable[..., Any], setting: list[int], larger: list[int]) -> bool:
    """Say whether the law takes ever more instructions the larger the windows are: a loop does."""
    most = FEW + 10 * _instructions(law, setting, most=1_000_000)
    return _instructions(law, larger, most) > most


def _instructions(law: Callable[..., Any], setting: list[int], most: int) -> int:
    """Count what Python does for the law, and stop it when that is more than `most`."""
    taken = 0

    def count(frame: Any, _event: str, _argument: Any) -> Any:
        nonlocal taken
        frame.f_trace_opcodes = True
        taken += 1
        if taken > most:
            raise TooMany
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        law(*setting)
    except TooMany:
        pass
    finally:
        sys.settrace(before)
    return taken
