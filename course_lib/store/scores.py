"""BM25 over what may be seen: no score depends on any other text.

The index counts how rare a word is over its whole table, so its own scores tell what else stands
there. What it knows of one phrase in one chunk is taken back out of them, and that alone: how often
the phrase stands in the chunk. Everything else is counted anew over the visible chunks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import NamedTuple

from course_lib.store.schema import CHUNK_BITS
from course_lib.store.transaction import rows

_K1, _B = 1.2, 0.75  # of FTS5 too
_LEAST = 1e-6  # FTS5's weight for a word of more than half of the chunks


class Collected(NamedTuple):
    """How many chunks there are, and how many words in all of them."""

    chunks: int
    words: int


@dataclass(frozen=True, slots=True)
class Weigher:
    """BM25 of a phrase that stands in `holding` chunks of all that were collected.

    Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, as
    SQLite's FTS5 computes it: a phrase of more than half of the chunks weighs almost nothing.
    """

    rarity: float
    average: float

    @classmethod
    def of(cls, collected: Collected, holding: int) -> Weigher:
        """Count how rare the phrase is."""
        rarity = log((collected.chunks - holding + 0.5) / (holding + 0.5))
        average = collected.words / collected.chunks
        return cls(rarity if rarity > 0 else _LEAST, average)

    def score(self, times: int, words: int) -> float:
        """Return the score of a chunk of so many words that holds the phrase so many times."""
        return self.rarity * ((times * (_K1 + 1)) / (times + self._length(words)))

    def times(self, score: float, words: int) -> int:
        """Return how many times a chunk of that score holds the phrase: `score` read backwards."""
        share = score / self.rarity / (_K1 + 1)
        return round(share * self._length(words) / (1 - share))

    def _length(self, words: int) -> float:
        return _K1 * (1 - _B + _B * words / self.average)


def score_all(
    connection: sqlite3.Connection,
    scope_id: int,
    phrases: Sequence[str],
    labels: Collection[int],
    visible: Collected,
) -> dict[int, float]:
    """Return the scores of the chunks with one of these labels that hold a phrase.

    They are known by the number that the index knows them by.
    """
    scores: dict[int, float] = {}
    counted = rows(connection, f"SELECT block FROM words_{scope_id}_data WHERE id = 1")
    chunks, *columns = _numbers(counted[0][0])
    table = Collected(chunks, sum(columns))
    for phrase in phrases:
        holding = rows(
            connection,
            f"SELECT id, -bm25(words_{scope_id}), sz FROM words_{scope_id}"
            f" CROSS JOIN words_{scope_id}_docsize ON id = words_{scope_id}.rowid"
            f" WHERE words_{scope_id} MATCH ?",
            (phrase,),
        )
        seen = [row for row in holding if row[0] >> CHUNK_BITS in labels]
        if not seen:
            continue
        of_table, of_visible = Weigher.of(table, len(holding)), Weigher.of(visible, len(seen))

        once: dict[bytes, tuple[float, float]] = {}  # both scores of one that holds it once
        for key, score, size in seen:
            if size not in once:
                words = words_in(size)
                once[size] = of_table.score(1, words), of_visible.score(1, words)
            told, part = once[size]
            if score != told:
                words = words_in(size)
                part = of_visible.score(of_table.times(score, words), words)
            scores[key] = scores.get(key, 0.0) + part
    return scores


@lru_cache(10_000)
def words_in(size: bytes) -> int:
    """Return how many words a chunk has, context included, from what the index keeps of it."""
    return sum(_numbers(size))


def _numbers(packed: bytes) -> list[int]:
    """Read numbers as SQLite packs them: seven bits a byte, the highest says that more follow."""
    found, number, read = [], 0, 0
    for byte in packed:
        read += 1
        if read == 9:
            number, more = number << 8 | byte, False
        else:
            number, more = number << 7 | byte & 0x7F, byte > 0x7F
        if not more:
            found.append(number)
            number = read = 0
    return found
