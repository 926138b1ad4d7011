"""The words of a text for PostgreSQL's index: exactly those that SQLite's index reads.

PostgreSQL's own parser takes `claim.pdf` for a host name and `flood-plain` for three words, and one
store must not find what the other does not. So SQLite's tokenizer reads the texts and the query
here too, and PostgreSQL is handed words with their places.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from hashlib import sha256

from course_lib.chunk import Chunk
from course_lib.store.schema import TOKENIZER
from course_lib.store.terms import as_indexed

_LONGEST = 2046  # bytes of a word in a tsvector


def vectors(chunks: Sequence[Chunk]) -> list[str]:
    """Return the words of each chunk, those of its context first, as PostgreSQL writes a tsvector.

    Between the two a place is left free: no phrase runs from one into the other.
    """
    read = [part for chunk in chunks for part in ("\n".join(chunk.context), chunk.text)]
    tokens = _tokens(map(as_indexed, read))
    return [
        _vector([*context, "", *text])
        for context, text in zip(tokens[::2], tokens[1::2], strict=True)
    ]


def any_of(phrases: Sequence[str]) -> str:
    """Return a tsquery for texts that hold one of these phrases, which `match_phrases` made.

    >>> any_of(['"roof"', '"flood-plain"'])
    "('roof') | ('flood' <-> 'plain')"
    """
    read = (phrase[1:-1].replace('""', '"') for phrase in phrases)
    return " | ".join(f"({' <-> '.join(map(_quoted, words))})" for words in _tokens(read) if words)


def _vector(words: Iterable[str]) -> str:
    places = defaultdict(list)
    for place, word in enumerate(words, 1):
        if word:
            places[word].append(place)
    return " ".join(f"{_quoted(word)}:{','.join(map(str, at))}" for word, at in places.items())


def _quoted(word: str) -> str:
    encoded = word.encode()
    if len(encoded) > _LONGEST:
        word = f"sha256:{sha256(encoded).hexdigest()}"
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"


def _tokens(texts: Iterable[str]) -> list[list[str]]:
    """Return the words of each text in their order, as an index in memory reads them."""
    found: list[list[str]] = []
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE words"
            f" USING fts5 (text, content = '', tokenize = \"{TOKENIZER}\")"
        )
        connection.execute("CREATE VIRTUAL TABLE places USING fts5vocab (words, instance)")
        connection.execute("BEGIN")
        for number, text in enumerate(texts):
            connection.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (number, text))
            found.append([])
        placed = connection.execute("SELECT doc, term FROM places ORDER BY doc, offset")
        for number, word in placed.fetchall():
            found[number].append(word)
    return found
