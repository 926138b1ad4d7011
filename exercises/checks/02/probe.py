"""Tries answers of exercise 02 where they live: hands the loop another function that cuts.

The text of this file is sent to the answer, so it imports the standard library alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def half_cut(text: str, start: int, limit: int) -> int:
    """Where a chunk ends that takes half of what it may; no answer has this function."""
    return min(len(text), start + max(1, (limit - start) // 2))


def cut_by_halves(cut_all: Callable[..., Any], cases: Sequence[tuple[str, int]]) -> list[Any]:
    """Return what the loop makes of each text and size."""
    return [cut_all(text, most, half_cut) for text, most in cases]
