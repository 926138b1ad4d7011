"""BM25 over what may be seen: no score depends on any other text.

The index counts how rare a word is over its whole table, so its own scores tell what else stands
there. Of these, only how often a phrase stands in a chunk is used, and for a single word the index
says that itself. Everything else is counted anew over the visible chunks.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from heapq import nlargest
from math import log
from operator import itemgetter
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


@dataclass(slots=True)
class Scores:
    """The scores of the visible chunks that hold a phrase.

    Chunks are known by the number that the index knows them by. A score is computed only where it
    may be one of the best: `bounds` says what it would be if the chunk held nothing but the phrase.
    """

    scope_id: int
    bounds: dict[int, float] = field(default_factory=dict)
    _parts: list[tuple[Weigher, Mapping[int, int]]] = field(default_factory=list)

    def add(self, weigher: Weigher, times: Mapping[int, int]) -> None:
        """Add what a phrase gives to the chunks that hold it, each so many times."""
        self._parts.append((weigher, times))
        bound = {held: weigher.score(held, held) for held in set(times.values())}
        for key, held in times.items():
            self.bounds[key] = self.bounds.get(key, 0.0) + bound[held]

    def best(self, connection: sqlite3.Connection, k: int) -> dict[int, float]:
        """Return the k best scores, and all that are equal to the last of them."""
        scores = self._of(connection, nlargest(k, self.bounds, key=self.bounds.__getitem__))
        least = min(scores.values(), default=0.0)
        others = [key for key, most in self.bounds.items() if most >= least and key not in scores]
        scores |= self._of(connection, others)
        least = min(nlargest(k, scores.values()), default=0.0)
        return {key: score for key, score in scores.items() if score >= least}

    def _of(self, connection: sqlite3.Connection, keys: Sequence[int]) -> dict[int, float]:
        sizes = rows(
            connection,
            "SELECT size.id, sz FROM json_each(?) AS wanted"
            f" CROSS JOIN words_{self.scope_id}_docsize AS size ON size.id = wanted.value",
            (json.dumps(keys),),
        )
        return {key: self._score(key, words_in(size)) for key, size in sizes}

    def _score(self, key: int, words: int) -> float:
        return sum(
            weigher.score(times[key], words) for weigher, times in self._parts if key in times
        )


def score_all(
    connection: sqlite3.Connection,
    scope_id: int,
    phrases: Sequence[str],
    labels: Collection[int],
    visible: Collected,
) -> Scores:
    """Return the scores of the chunks with one of these labels that hold a phrase."""
    scores = Scores(scope_id)
    for phrase in phrases:
        word = phrase[1:-1]
        plain = word.isascii() and word.isalnum()  # one word for the index too, in small letters
        count = _count_word if plain else _count_phrase
        found = count(connection, scope_id, word.lower() if plain else phrase)
        seen = {key: times for key, times in found.items() if key >> CHUNK_BITS in labels}
        if seen:
            scores.add(Weigher.of(visible, len(seen)), seen)
    return scores


def _count_word(connection: sqlite3.Connection, scope_id: int, word: str) -> Mapping[int, int]:
    """Count how often each chunk holds a word, which is quicker than what a phrase needs."""
    connection.execute(
        f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.places_{scope_id}"
        f" USING fts5vocab (main, words_{scope_id}, instance)"
    )
    places = rows(connection, f"SELECT doc FROM places_{scope_id} WHERE term = ?", (word,))
    return Counter(map(itemgetter(0), places))


def _count_phrase(connection: sqlite3.Connection, scope_id: int, phrase: str) -> Mapping[int, int]:
    """Count how often each chunk holds a phrase: FTS5's own scores, read backwards."""
    [(block,)] = rows(connection, f"SELECT block FROM words_{scope_id}_data WHERE id = 1")
    chunks, *columns = _numbers(block)
    holding = rows(
        connection,
        f"SELECT id, sz, -bm25(words_{scope_id}) FROM words_{scope_id}"
        f" CROSS JOIN words_{scope_id}_docsize ON id = words_{scope_id}.rowid"
        f" WHERE words_{scope_id} MATCH ?",
        (phrase,),
    )
    if not holding:
        return {}
    times = cache(Weigher.of(Collected(chunks, sum(columns)), len(holding)).times)
    return {key: times(score, words_in(size)) for key, size, score in holding}


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
