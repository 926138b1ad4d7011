"""What the tests of the store share: documents of one version, a plain connection, the ranking."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from texts import LABELS, make_document

from course_lib import Chunk, ChunkStore, Document, Identity, ParagraphChunker, Scope
from course_lib.store.words import match_expression

HOME = LABELS["scope"]
DEV = Scope("marrow-quill", "dev")
ELSEWHERE = Scope("puddlewick", "prod")
HAZEL = Identity("hazel", HOME, ["underwriter"])
NOBODY = Identity("nobody", HOME, [])

Address = tuple[Scope, str, int]


def split(document: Document, size: int = 20) -> list[Chunk]:
    """Cut small, so that two paragraphs are two chunks."""
    return ParagraphChunker(size).split(document)


def put(store: ChunkStore, text: str, **labels: object) -> Document:
    """Store a text under sound labels, but for those that are given."""
    document = make_document(text, **labels)
    store.replace(document, split(document))
    return document


def empty(store: ChunkStore) -> ChunkStore:
    """The store with nothing left in it: quicker than a new one, and history must not matter."""
    for source in store.inventory():
        store.delete(source.scope, source.source_id)
    return store


def version(number: int, chunks: int = 13) -> Document:
    """A document each of whose chunks says which version it is of."""
    return make_document("\n\n".join(f"version {number} part {part}" for part in range(chunks)))


@contextmanager
def plain(path: Path | str) -> Iterator[sqlite3.Connection]:
    """A connection as anybody would open it, each statement a transaction of its own."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection:
        yield connection


def ranking(path: Path | str, query: str) -> list[tuple[float, Address]]:
    """Everything that holds a word of the query, whoever may see it, best first."""
    words = match_expression(query)
    if not words:
        return []
    with plain(path) as connection:
        return [
            (score, (Scope(tenant, environment), source_id, number))
            for score, tenant, environment, source_id, number in connection.execute(
                "SELECT -bm25(chunk_words) AS score, tenant, environment, source.source_id, number"
                " FROM chunk_words JOIN chunk ON chunk_key = chunk_words.rowid"
                " JOIN source USING (source_key) WHERE chunk_words MATCH ?"
                " ORDER BY score DESC, source.source_id, number",
                (words,),
            )
        ]
