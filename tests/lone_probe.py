"""Sent to an answer by a test, as the probe of a check is; imports the standard library alone."""

from __future__ import annotations

FACTOR = 2


def doubled(function, number):
    """Hand the answer something that is no plain data."""
    return function(memoryview(bytes(number))) * FACTOR
