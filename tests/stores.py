"""What the tests of the store share: documents of one version, other processes, the ranking."""

import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from texts import LABELS, make_document

from course_lib import Chunk, ChunkStore, Document, Identity, ParagraphChunker, Scope, samples
from course_lib.store import Change, Store
from course_lib.store.rows import words_row
from course_lib.store.schema import words_statements
from course_lib.store.terms import match_phrases

contract = pytest.mark.contract  # a promise of every store, whatever engine holds the chunks

HOME = LABELS["scope"]
DEV = Scope("marrow-quill", "dev")
ELSEWHERE = Scope("puddlewick", "prod")
HAZEL = Identity("hazel", HOME, ["underwriter"])
NOBODY = Identity("nobody", HOME, [])

Address = tuple[Scope, str, int]
StoreOfAnyKind = TypeVar("StoreOfAnyKind", bound=Store)

ROOT = Path(samples.__file__).parents[1]
SETUP = f"""
import json, os, random, signal, sqlite3, sys, threading, time, warnings
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "tests")!r}]
from course_lib import ChunkStore
from stores import HAZEL, HOME, plain, put, split, version

path = sys.argv[1]


def versions(store):
    "Which versions one search shows, and of how many chunks."
    chunks = [hit.chunk for hit in store.search("version", HAZEL, k=100)]
    return {{chunk.text.split()[1] for chunk in chunks}}, len(chunks)
"""


def split(document: Document, size: int = 20) -> list[Chunk]:
    """Cut small, so that two paragraphs are two chunks."""
    return ParagraphChunker(size).split(document)


def put(store: Store, text: str, **labels: object) -> Document:
    """Store a text under sound labels, but for those that are given."""
    document = make_document(text, **labels)
    store.replace(document, split(document), allow_older=True)
    return document


def empty(store: StoreOfAnyKind) -> StoreOfAnyKind:
    """The store with nothing left in it: quicker than a new one, and history must not matter."""
    for source in store.inventory():
        store.delete(source.scope, source.source_id)
    return store


def contents(store: Store) -> list[str]:
    """All that is stored, in the order of addresses, without what says what it is."""
    return sorted(list(store.export())[1:])


def version(number: int, chunks: int = 13) -> Document:
    """A document each of whose chunks says which version it is of."""
    return make_document("\n\n".join(f"version {number} part {part}" for part in range(chunks)))


@contextmanager
def plain(path: Path | str) -> Iterator[sqlite3.Connection]:
    """A connection as anybody would open it, each statement a transaction of its own."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection:
        yield connection


def own_connection(store: ChunkStore) -> sqlite3.Connection:
    """The connection that the store's next call in this thread uses."""
    return store._file.read(lambda connection: connection)


@contextmanager
def script(code: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Another Python that runs the code; it is ended with the block, if it has not ended itself."""
    process = subprocess.Popen(
        [sys.executable, "-c", SETUP + textwrap.dedent(code), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def replace(store: Store, number: int) -> Change:
    """Put that version in place of what is there."""
    document = version(number)
    return store.replace(document, split(document), allow_older=True)


def shown(path: Path) -> int:
    """The one version that everything in the file is of; fails when there is more than one."""
    with ChunkStore(path, timeout=0) as store:
        assert store.verify().faults == ()
        [source] = store.sources(HAZEL)
        chunks = [store.get("policy/1", number, HAZEL) for number in range(source.chunks)]
        document = store.document("policy/1", HAZEL)
        assert chunks == split(document)
        [number] = {chunk.text.split()[1] for chunk in chunks}
        return int(number)


def assert_whole_and_free(store: ChunkStore, path: Path, numbers: set[int]) -> None:
    """Nothing half, no lock left behind, and the store works."""
    with plain(path) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    assert shown(path) in numbers
    assert store.search("version", HAZEL)


def match_expression(query: str) -> str:
    """All words of the query, in the index's own syntax."""
    return " OR ".join(match_phrases(query))


def ranking(chunks: Iterable[Chunk], query: str) -> list[tuple[float, Chunk]]:
    """What holds a word of the query, best first, by an index of SQLite that holds these alone."""
    chunks, words = list(chunks), match_expression(query)
    if not words:
        return []
    with plain(":memory:") as connection:
        ours = words_statements(1)[1]
        alone = ours.replace("content = 'read_1', content_rowid = 'word_key',", "")
        assert alone != ours
        connection.execute(alone)
        for number, chunk in enumerate(chunks):
            context, text = words_row(chunk)
            connection.execute(
                "INSERT INTO words_1 (rowid, context, text) VALUES (?, ?, ?)",
                (number, context, chunk.text if text is None else text),
            )
        found = connection.execute(
            "SELECT -bm25(words_1), rowid FROM words_1 WHERE words_1 MATCH ?", (words,)
        ).fetchall()
    ranked = [(score, chunks[number]) for score, number in found]
    return sorted(ranked, key=lambda row: (-row[0], row[1].source_id, row[1].index))
