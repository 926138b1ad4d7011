"""What a search gives back, and what else it can be told."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from course_lib.chunk import Chunk
from course_lib.citation import Citation


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found, its score (higher is better) and its citation, numbered by rank.

    `neighbours` are the chunks before and after it in the same version of its source, in their
    order, as many on each side as the search was asked for.
    """

    score: float
    chunk: Chunk
    citation: Citation
    neighbours: tuple[Chunk, ...] = ()


class Narrowed(TypedDict, total=False):
    """What else a search can be told: see `View.search`."""

    sources: Collection[str] | None
    since: datetime | None
    before: datetime | None
    metadata: Mapping[str, str] | None
    neighbours: int
