"""The words of a text for PostgreSQL's index: exactly those that SQLite's index reads.

PostgreSQL's own parser takes `claim.pdf` for a host name and `flood-plain` for three words, and one
store must not find what the other does not. So SQLite's tokenizer reads the texts and the query
here too, and PostgreSQL is handed words with their places.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from course_lib.chunk import Chunk
from course_lib.store.schema import TOKENIZER
from course_lib.store.terms import as_indexed

_LONGEST = 2046  # bytes of a word in a tsvector
_GAP = "\uf8ff" * 3  # a word of nobody's, so that no phrase runs from context into text
_MARK = "\uf8ff" * 2  # for the word of a mark alone, of which SQLite keeps no letter
_TERM = f"ifnull(term, '{_MARK}')"
_LEXEME = f"'''' || iif(length(term) > 500, shortened(term), {_TERM}) || ''''"
_VECTORS = f"""
SELECT doc, group_concat({_LEXEME} || ':' || (offset + 1), ' ') FROM places
WHERE {_TERM} <> '{_GAP}' GROUP BY doc"""
_WORDS = f"SELECT doc, offset, {_LEXEME} FROM places ORDER BY doc, offset"
_OWN = threading.local()


def vectors(chunks: Sequence[Chunk]) -> list[str]:
    """Return the words of each chunk, those of its context first, as PostgreSQL reads a tsvector.

    A word is letters, digits and marks, so that there is nothing in it to escape.
    """
    found = dict(_read(_VECTORS, map(_with_context, chunks)))
    return [found.get(number, "") for number in range(len(chunks))]


def any_of(phrases: Sequence[str]) -> str:
    """Return a tsquery for texts that hold one of these phrases, which `match_phrases` made.

    >>> any_of(['"roof"', '"flood-plain"'])
    "('roof') | ('flood' <-> 'plain')"
    """
    found: list[list[str]] = [[] for _ in phrases]
    for number, _, word in _read(_WORDS, (phrase.replace('"', " ") for phrase in phrases)):
        found[number].append(word)
    return " | ".join(f"({' <-> '.join(words)})" for words in found if words)


def _with_context(chunk: Chunk) -> str:
    text = as_indexed(chunk.text)
    if not chunk.context:
        return text
    return " ".join((as_indexed("\n".join(chunk.context)), _GAP, text))


def _shortened(word: str) -> str:
    encoded = word.encode()
    return word if len(encoded) <= _LONGEST else f"sha256 {sha256(encoded).hexdigest()}"


def _read(query: str, texts: Iterable[str]) -> list[Any]:
    """Ask for the words of some texts, as SQLite's tokenizer finds them."""
    index: _Index | None = getattr(_OWN, "index", None)
    if index is None:
        index = _OWN.index = _Index()
    index.execute("BEGIN")
    try:
        told = enumerate(texts)
        index.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", told)
        return index.execute(query).fetchall()
    finally:
        index.execute("ROLLBACK")


class _Index(sqlite3.Connection):
    """An index of words in memory, for one thread, empty between calls."""

    def __init__(self) -> None:
        super().__init__(":memory:", isolation_level=None, check_same_thread=False)
        self.create_function("shortened", 1, _shortened, deterministic=True)
        self.execute(
            "CREATE VIRTUAL TABLE words"
            f" USING fts5 (text, content = '', tokenize = \"{TOKENIZER}\")"
        )
        self.execute("CREATE VIRTUAL TABLE places USING fts5vocab (words, instance)")

    def __del__(self) -> None:
        self.close()
