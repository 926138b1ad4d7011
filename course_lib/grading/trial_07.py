"""Watches an answer of exercise 07 where it lives: does the law count after all?

The text of this file is sent to the answer, so it imports the standard library alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


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
