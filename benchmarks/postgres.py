"""The store in PostgreSQL beside the same statements by hand, and beside ChunkStore.

    python -m benchmarks.postgres

It needs the extra `postgres`, and starts a server of its own with full durability: a replacement
that is confirmed is on the disk. Times are of one run on one machine: compare the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from benchmarks.chunkers import print_table
from benchmarks.search import KINDS, QUERIES, READER, K, fill, queries
from benchmarks.store import A_DOCUMENT, HOME, ROLES, make_document, paragraphs, say, timed
from course_lib import Chunk, ChunkStore, Document, ParagraphChunker
from course_lib.postgres import PostgresStore, local_server
from course_lib.postgres.connection import READ, become, reader, writer
from course_lib.postgres.rows import INSERT_SOURCE, chunk_columns, source_row
from course_lib.postgres.view import search_statement
from course_lib.postgres.words import any_of
from course_lib.store import Store
from course_lib.store.filters import Filters
from course_lib.store.rows import digest_of
from course_lib.store.terms import match_phrases

REPLACEMENTS = 200
INSERT_BY_HAND = """
INSERT INTO chunks.chunk (tenant, environment, source_id, acl_roles, number, char_start, char_end,
    chunk_sha256, context, words, text)
SELECT %s, %s, %s, %s::text[], n, a, b, hash, context,
    to_tsvector('simple', convert_from(text, 'UTF8')), text
FROM unnest(%s::int[], %s::int[], %s::int[], %s::text[], %s::text[], %s::bytea[])
    AS chunk (n, a, b, hash, context, text)"""
MOST = 1.5  # times as long as by hand


def versions() -> list[tuple[Document, list[Chunk]]]:
    """Two versions of one document."""
    random, found = Random(5), []
    for number in range(2):
        text = paragraphs(random, A_DOCUMENT, 60)
        document = make_document(f"version {number} {text}", "policy/1", HOME, ROLES)
        chunks = ParagraphChunker(max(map(len, text.split("\n\n"))) + 20).split(document)
        assert len(chunks) == A_DOCUMENT
        found.append((document, chunks))
    return found


def by_hand(conninfo: str) -> Callable[[int], None]:
    """Return what replaces the document by the same statements, with no check and no hash.

    The rows are made beforehand, and PostgreSQL finds the words itself.
    """
    made = []
    for document, chunks in versions():
        source = (document, chunks, "", "")
        *columns, _, texts = chunk_columns(document, chunks)
        made.append((source_row(source, digest_of(*source)), [*columns, texts]))
    connection = psycopg.connect(conninfo, autocommit=True)

    def replace(number: int) -> None:
        source, columns = made[number % 2]
        execute = connection.execute
        execute("BEGIN")
        become(connection, writer(HOME))
        execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", ("policy/1",))
        execute("SELECT digest, updated_at FROM chunks.source WHERE source_id = 'policy/1'")
        execute("DELETE FROM chunks.chunk WHERE source_id = 'policy/1'")
        execute("DELETE FROM chunks.source WHERE source_id = 'policy/1'")
        execute(INSERT_SOURCE, source)
        execute(INSERT_BY_HAND, columns)
        execute("COMMIT")

    return replace


def replace_in(store: Store) -> Callable[[int], None]:
    """Return what replaces the document through a store."""
    made = versions()

    def replace(number: int) -> None:
        store.replace(*made[number % 2])

    return replace


def replacing(conninfo: str) -> None:
    """Print how long a replacement takes, the three in turns."""
    print(f"\nReplacing a document of {A_DOCUMENT} chunks, on the disk when it is confirmed")
    with (
        PostgresStore(conninfo) as store,
        TemporaryDirectory() as folder,
        ChunkStore(Path(folder, "a.db")) as file,
    ):
        ways = {
            "PostgresStore": replace_in(store),
            "the same statements by hand": by_hand(conninfo),
            "ChunkStore (a power cut may undo the last ones)": replace_in(file),
        }
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for number in range(REPLACEMENTS):
            for name, replace in ways.items():
                times[name].append(timed(partial(replace, number)))
    table = [["", "ms (median)", "p99 ms", "ms of CPU"]]
    for name, taken in times.items():
        clock = sorted(each for each, _ in taken)
        cpu = median(each for _, each in taken)
        slowest = clock[len(clock) * 99 // 100]
        table.append([name, f"{median(clock):.1f}", f"{slowest:.1f}", f"{cpu:.2f}"])
    print_table(table)
    ours, hand, _ = (median(each for each, _ in taken) for taken in times.values())
    say(ours / hand <= MOST, f"at most {MOST} times as long as by hand: {ours / hand:.2f}")


def search_by_hand(connection: Any, query: str) -> list[Any]:
    """The same statement, with the rows as they come."""
    words = any_of(match_phrases(query))
    statement, values = search_statement(words, Filters.of(None, None, None, None, None), K)
    connection.execute(READ)
    become(connection, reader(READER))
    found = connection.execute(statement, values).fetchall()
    connection.execute("COMMIT")
    return list(found)


def searching(conninfo: str) -> None:
    """Print how long a search takes among 100,000 chunks of 20 tenants."""
    with (
        PostgresStore(conninfo) as store,
        TemporaryDirectory() as folder,
        ChunkStore(Path(folder, "a.db")) as file,
        psycopg.connect(conninfo, autocommit=True) as connection,
    ):
        seen = fill(store)
        fill(file)
        print(f"\nSearching 100,000 chunks of 20 tenants, {len(seen):,} of them visible")
        table, worst = [["", "PostgresStore ms", "by hand ms", "ChunkStore ms"]], 0.0
        for kind in KINDS:
            asked = queries(kind, QUERIES)
            ways = (
                partial(store.search, identity=READER, k=K),
                partial(search_by_hand, connection),
                partial(file.search, identity=READER, k=K),
            )
            medians = [median(timed(partial(way, query))[0] for query in asked) for way in ways]
            worst = max(worst, medians[0] / medians[1])
            table.append([kind, *(f"{each:.1f}" for each in medians)])
    print_table(table)
    say(worst <= MOST, f"at most {MOST} times as long as by hand: {worst:.2f}")


def main() -> None:
    """Print every table."""
    with local_server() as served:
        replacing(served.writer)
        searching(served.writer)


if __name__ == "__main__":
    main()
