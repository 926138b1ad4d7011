"""The store beside what people write instead: filtering afterwards, and no transaction.

    python -m benchmarks.store

Times are of one run on one machine: compare the rows. The texts are made up of 30,000 words, of
which the nth is n times rarer than the first, as in real writing.
"""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from benchmarks.chunkers import print_table
from course_lib import ChunkStore, Document, Identity, NaiveChunker, ParagraphChunker, Scope
from course_lib.access import visible
from course_lib.guardrails import Guardrails
from course_lib.store.words import match_expression

CHUNKS = 100_000
A_DOCUMENT = 13  # chunks
SECONDS = 4.0  # of replacing, for each row
TEN_MEGABYTES = 10_000_000
QUERIES = 100
K = 10

HOME = Scope("marrow-quill", "prod")
SCOPES = [HOME] * 50 + [Scope("puddlewick", "prod")] * 40 + [Scope("thistle", "prod")] * 10
ROLES = ["underwriter", "claims_handler", "contact_centre", "auditor"]
READERS = {
    "big tenant": Identity("hazel", HOME, frozenset({"underwriter", "auditor"})),
    "small tenant": Identity("wren", SCOPES[-1], frozenset({"underwriter"})),
}
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
RANKS = range(1, 30_001)


def word(rank: int) -> str:
    """The word of that rank, the same each time; the first ranks are the common ones."""
    letters = ""
    while rank:
        rank, syllable = divmod(rank, len(SYLLABLES))
        letters += SYLLABLES[syllable]
    return letters + "n"


WORDS = [word(rank) for rank in RANKS]
WEIGHTS = list(accumulate(1 / rank for rank in RANKS))
# Ranks, and so how many of all chunks hold one such word (of 90 words each).
KINDS = {
    "3 ordinary words": range(800, 8_000),
    "3 very common words": range(70, 110),
    "3 of the commonest words": range(6),
}


def paragraphs(random: Random, count: int, words: int) -> str:
    return "\n\n".join(
        " ".join(random.choices(WORDS, cum_weights=WEIGHTS, k=words)) for _ in range(count)
    )


def make_document(text: str, source_id: str, scope: Scope, roles: list[str]) -> Document:
    return Document(text, source_id, scope, "note", roles, datetime(2026, 1, 1, tzinfo=UTC))


# --- replacing beside a reader ---


class Careless(ChunkStore):
    """The same statements, each one committed by itself."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._database.write = self._database.read  # type: ignore[method-assign]


@dataclass(frozen=True, slots=True)
class Race:
    """What a writer and a reader did side by side."""

    replaced: int
    seconds: float
    slowest: float  # of a hundred replacements, in milliseconds
    reads: int
    bad: int


def read_on(path: str, begun: Any, stop: Any, told: Any) -> None:
    """Search until told to stop; a read is bad when it shows less than one whole version."""
    reads = bad = 0
    with ChunkStore(path) as store:
        begun.set()
        while not stop.is_set():
            chunks = [hit.chunk for hit in store.search("version", READERS["big tenant"], k=50)]
            bad += len({c.doc_id for c in chunks}) != 1 or len(chunks) != A_DOCUMENT
            reads += 1
    told.put((reads, bad))


def race(kind: type[ChunkStore], words: int) -> Race:
    """Replace one document after the other for a while, as another process searches."""
    random, spawn = Random(5), multiprocessing.get_context("spawn")
    texts = [paragraphs(random, A_DOCUMENT, words).split("\n\n") for _ in range(50)]
    versions = [
        make_document("\n\n".join(f"version {n} {p}" for p in text), "policy/1", HOME, ROLES)
        for n, text in enumerate(texts)
    ]
    chunker = ParagraphChunker(max(map(len, (p for text in texts for p in text))) + 20)
    cut = [chunker.split(version) for version in versions]
    assert {len(chunks) for chunks in cut} == {A_DOCUMENT}
    begun, stop, told = spawn.Event(), spawn.Event(), spawn.Queue()
    with TemporaryDirectory() as folder, kind(Path(folder, "race.db")) as store:  # type: ignore[call-arg]
        store.replace(versions[0], cut[0])
        arguments = (f"{folder}/race.db", begun, stop, told)
        reader = spawn.Process(target=read_on, args=arguments)
        reader.start()
        begun.wait()
        times = [perf_counter()]
        while times[-1] - times[0] < SECONDS:
            turn = len(times) % len(versions)
            store.replace(versions[turn], cut[turn])
            times.append(perf_counter())
        stop.set()
        reads, bad = told.get()
        reader.join()
    taken = sorted(end - start for start, end in zip(times, times[1:], strict=False))
    slowest = taken[len(taken) * 99 // 100] * 1000
    return Race(len(taken), times[-1] - times[0], slowest, reads, bad)


def replace_beside_a_reader() -> None:
    """Print replacements a second, and what a reader saw meanwhile."""
    print(f"\nReplacing a document of {A_DOCUMENT} chunks beside a reader in another process")
    table = [["", "a second", "p99 ms", "reads", "bad reads"]]
    results = {}
    for kind, name in ((ChunkStore, "ChunkStore"), (Careless, "no transaction")):
        for words in (30, 90):
            done = results[kind, words] = race(kind, words)
            row = [f"{name}, {words} words a chunk", f"{done.replaced / done.seconds:.0f}"]
            table.append([*row, f"{done.slowest:.1f}", f"{done.reads:,}", f"{done.bad:,}"])
    print_table(table)
    ours = results[ChunkStore, 30]
    a_second = ours.replaced / ours.seconds
    say(a_second >= 300, f"at least 300 replacements a second: {a_second:.0f}")
    say(not any(results[ChunkStore, words].bad for words in (30, 90)), "no bad read")


# --- indexing ---


def index_ten_megabytes() -> None:
    """Print how long ten megabytes take, cut and stored, a transaction a document."""
    random = Random(6)
    made: list[Document] = []
    while sum(len(document.text) for document in made) < TEN_MEGABYTES:
        text = paragraphs(random, 40, 90)
        made.append(make_document(text, f"doc/{len(made)}", HOME, ROLES))
    print(f"\nIndexing {len(made):,} documents, {TEN_MEGABYTES:,} characters in all")
    for chunker in (NaiveChunker(800, 100), ParagraphChunker(800)):
        with TemporaryDirectory() as folder, ChunkStore(Path(folder, "index.db")) as store:
            start, cpu = perf_counter(), process_time()
            inserted = sum(
                store.replace(document, chunker.split(document), made_by=repr(chunker)).inserted
                for document in made
            )
            seconds, cpu = perf_counter() - start, process_time() - cpu
            again = perf_counter()
            for document in made:
                store.replace(document, chunker.split(document), made_by=repr(chunker))
            again = perf_counter() - again
        say(
            seconds < 5,
            f"under 5 s with {chunker}: {seconds:.1f} s ({cpu:.1f} s of CPU), {inserted:,} chunks; "
            f"unchanged, again: {again:.1f} s",
        )


# --- searching ---


def fill(store: ChunkStore) -> dict[tuple[str, str, str], Guardrails]:
    """Store the corpus; return the guardrails of each source by its address."""
    random, chunker = Random(7), ParagraphChunker(1_000)
    labels = {}
    stored = number = 0
    while stored < CHUNKS:
        scope, roles = random.choice(SCOPES), random.sample(ROLES, 2)
        text = paragraphs(random, 50, 90)
        document = make_document(text, f"doc/{number}", scope, roles)
        stored += store.replace(document, chunker.split(document)).inserted
        labels[scope.tenant, scope.environment, document.source_id] = document.guardrails
        number += 1
    return labels


@dataclass(frozen=True, slots=True)
class Labelled:
    """What `visible` looks at."""

    guardrails: Guardrails

    def __getattr__(self, name: str) -> Any:
        return getattr(self.guardrails, name)


def ranking(path: Path, query: str) -> list[tuple[str, str, str, int]]:
    """The address of everything that holds a word, best first, whoever may see it."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT tenant, environment, source.source_id, number FROM chunk_words"
            " JOIN chunk ON chunk_key = chunk_words.rowid JOIN source USING (source_key)"
            " WHERE chunk_words MATCH ? ORDER BY bm25(chunk_words), source.source_id, number",
            (match_expression(query),),
        ).fetchall()


def queries(ranks: range, count: int) -> Iterator[str]:
    random = Random(8)
    for _ in range(count):
        yield " ".join(WORDS[rank] for rank in random.sample(ranks, 3))


def timed(call: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds that a call takes, of the clock and of the processor."""
    start, cpu = perf_counter(), process_time()
    call()
    return (perf_counter() - start) * 1000, (process_time() - cpu) * 1000


def search_times(store: ChunkStore, path: Path) -> None:
    """Print medians for each kind of word and reader."""
    print(f"\nSearching {CHUNKS:,} chunks, k = {K}, the filter in the query")
    table = [["", "one in … chunks", "reader", "median ms", "ms of CPU"]]
    medians = {}
    for kind, ranks in KINDS.items():
        count = QUERIES if kind == "3 ordinary words" else QUERIES // 10
        with closing(sqlite3.connect(path)) as connection:
            held = [
                connection.execute(
                    "SELECT count(*) FROM chunk_words WHERE chunk_words MATCH ?", (WORDS[rank],)
                ).fetchone()[0]
                for rank in (ranks[0], ranks[-1])
            ]
        for name, reader in READERS.items():
            times = [
                timed(lambda q=q, who=reader: store.search(q, who, K))
                for q in queries(ranks, count)
            ]
            wall, cpu = (median(column) for column in zip(*times, strict=True))
            medians[kind, name] = wall
            spread = "–".join(f"{CHUNKS / found:.0f}" for found in held)
            table.append([kind, spread, name, f"{wall:.2f}", f"{cpu:.2f}"])
    print_table(table)
    ordinary = medians["3 ordinary words", "big tenant"]
    common = medians["3 very common words", "big tenant"]
    say(ordinary <= 3, f"at most 3 ms for 3 ordinary words: {ordinary:.2f} ms")
    say(common <= 30, f"at most 30 ms for very common ones: {common:.1f} ms")


def search_recall(
    store: ChunkStore, path: Path, labels: dict[tuple[str, str, str], Guardrails]
) -> None:
    """Print how much of what they should see each way of filtering shows."""
    print(f"\nThe best {K} that a reader may see, {QUERIES} queries of 3 ordinary words")
    table = [["", "reader", "recall", "empty", "forbidden"]]
    ours = []
    for name, reader in READERS.items():
        counts = {"filter in the query": [0, 0, 0], **{f"best {n}": [0, 0, 0] for n in (K, 1_000)}}
        due = 0
        for query in queries(KINDS["3 ordinary words"], QUERIES):
            ranked = ranking(path, query)
            seen = [visible(Labelled(labels[row[:3]]), reader) for row in ranked]  # type: ignore[arg-type]
            truth = [row for row, may in zip(ranked, seen, strict=True) if may][:K]
            due += len(truth)
            hits = [hit.chunk for hit in store.search(query, reader, K)]
            shown = {
                "filter in the query": [
                    (c.scope.tenant, c.scope.environment, c.source_id, c.index) for c in hits
                ],
                **{
                    f"best {n}": [
                        row for row, may in list(zip(ranked, seen, strict=True))[:n] if may
                    ]
                    for n in (K, 1_000)
                },
            }
            for way, rows in shown.items():
                counts[way][0] += len(set(rows[:K]) & set(truth))
                counts[way][1] += not rows and bool(truth)
                counts[way][2] += sum(
                    not visible(Labelled(labels[row[:3]]), reader) for row in rows
                )  # type: ignore[arg-type]
        for way, (found, empty, forbidden) in counts.items():
            title = way if way == "filter in the query" else f"{way}, filtered afterwards"
            table.append([title, name, f"{found / due:.3f}", f"{empty}", f"{forbidden}"])
        ours.append((counts["filter in the query"], due))
    print_table(table)
    say(all(found == due for (found, _, _), due in ours), "recall against the ground truth 1.0")
    say(not any(forbidden for (_, _, forbidden), _ in ours), "no forbidden row")


def say(holds: bool, target: str) -> None:
    print(f"{'yes' if holds else 'no'}: {target}")


def main() -> None:
    """Print every table."""
    replace_beside_a_reader()
    index_ten_megabytes()
    with TemporaryDirectory() as folder, ChunkStore(Path(folder, "search.db")) as store:
        path = Path(folder, "search.db")
        start = perf_counter()
        labels = fill(store)
        print(f"\n{len(labels):,} documents stored in {perf_counter() - start:.0f} s")
        search_times(store, path)
        search_recall(store, path, labels)
        seconds, cpu = timed(store.verify)
        print(f"\nverify: {seconds / 1000:.1f} s ({cpu / 1000:.1f} s of CPU)")


if __name__ == "__main__":
    main()
