"""The store beside what people write instead: filtering afterwards, and no transaction.

    python -m benchmarks.store

Times are of one run on one machine: compare the rows. The texts are made up of 30,000 words, of
which the nth is n times rarer than the first, as in real writing.
"""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from benchmarks.chunkers import print_table
from course_lib import ChunkStore, Document, Identity, NaiveChunker, ParagraphChunker, Scope
from course_lib.access import visible
from course_lib.store.schema import CHUNK_MASK
from course_lib.store.terms import match_expression

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
ORDINARY, COMMON, IN_QUERY = "3 ordinary words", "3 very common words", "filter in the query"
KINDS = {  # and where in the list of words they stand
    ORDINARY: range(800, 8_000),
    COMMON: range(70, 110),
    "3 of the commonest words": range(6),
}
Address = tuple[Scope, str, int]


def paragraphs(random: Random, count: int, words: int) -> str:
    return "\n\n".join(
        " ".join(random.choices(WORDS, cum_weights=WEIGHTS, k=words)) for _ in range(count)
    )


def make_document(text: str, source_id: str, scope: Scope, roles: list[str]) -> Document:
    return Document.of_text(text, source_id=source_id, scope=scope, acl_roles=roles)


# --- replacing beside a reader ---


class Careless(ChunkStore):
    """The same statements, each one committed by itself."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._file.write = self._file.read  # type: ignore[method-assign]


@dataclass(frozen=True, slots=True)
class Race:
    """What a writer and a reader did side by side."""

    replaced: int
    seconds: float
    cpu: float  # milliseconds for each replacement
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
        times, cpu = [perf_counter()], process_time()
        while times[-1] - times[0] < SECONDS:
            turn = len(times) % len(versions)
            store.replace(versions[turn], cut[turn])
            times.append(perf_counter())
        cpu = (process_time() - cpu) * 1000
        stop.set()
        reads, bad = told.get()
        reader.join()
    taken = sorted(end - start for start, end in pairwise(times))
    slowest = taken[len(taken) * 99 // 100] * 1000
    return Race(len(taken), times[-1] - times[0], cpu / len(taken), slowest, reads, bad)


def replace_beside_a_reader() -> None:
    """Print replacements a second, and what a reader saw meanwhile."""
    print(f"\nReplacing a document of {A_DOCUMENT} chunks beside a reader in another process")
    table = [["", "a second", "ms of CPU", "p99 ms", "reads", "bad reads"]]
    results = {}
    for kind, name in ((ChunkStore, "ChunkStore"), (Careless, "no transaction")):
        for words in (30, 90):
            done = results[kind, words] = race(kind, words)
            row = [f"{name}, {words} words a chunk", f"{done.replaced / done.seconds:.0f}"]
            row += [f"{done.cpu:.2f}", f"{done.slowest:.1f}", f"{done.reads:,}", f"{done.bad:,}"]
            table.append(row)
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


def fill(store: ChunkStore) -> None:
    """Store documents until there are as many chunks as are to be searched."""
    random, chunker = Random(7), ParagraphChunker(700)
    stored = number = 0
    while stored < CHUNKS:
        scope, roles = random.choice(SCOPES), random.sample(ROLES, 2)
        text = "\n\n".join(paragraphs(random, 1, random.randint(50, 100)) for _ in range(50))
        document = make_document(text, f"doc/{number}", scope, roles)
        stored += store.replace(document, chunker.split(document)).inserted
        number += 1


def holding(path: Path, query: str) -> list[Address]:
    """Everything that holds a word of the query, best first, whoever may see it."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT tenant, environment, source.source_id, number FROM chunk_words"
            f" JOIN chunk ON chunk_key = chunk_words.rowid & {CHUNK_MASK}"
            " JOIN source USING (source_key)"
            " WHERE chunk_words MATCH ? ORDER BY bm25(chunk_words), source.source_id, number",
            (match_expression(query),),
        ).fetchall()
    return [
        (Scope(tenant, environment), name, number) for tenant, environment, name, number in found
    ]


def queries(kind: str, count: int) -> list[str]:
    random = Random(8)
    return [" ".join(WORDS[n] for n in random.sample(KINDS[kind], 3)) for _ in range(count)]


def timed(call: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds that a call takes, of the clock and of the processor."""
    start, cpu = perf_counter(), process_time()
    call()
    return (perf_counter() - start) * 1000, (process_time() - cpu) * 1000


def search_times(store: ChunkStore, path: Path) -> None:
    """Print medians for each kind of word and reader."""
    print(f"\nSearching {CHUNKS:,} chunks, k = {K}, the filter in the query")
    table = [["", "a word in one of", "reader", "median ms", "ms of CPU"]]
    medians = {}
    for kind, ranks in KINDS.items():
        held = [len(holding(path, WORDS[rank])) for rank in (ranks[0], ranks[-1])]
        spread = "–".join(f"{CHUNKS / found:.0f}" for found in held)
        asked = queries(kind, QUERIES if kind == ORDINARY else QUERIES // 10)
        for name, reader in READERS.items():
            calls = [partial(store.search, query, reader, K) for query in asked]
            wall, cpu = (median(column) for column in zip(*map(timed, calls), strict=True))
            medians[kind, name] = wall
            table.append([kind, spread, name, f"{wall:.2f}", f"{cpu:.2f}"])
    print_table(table)
    ordinary, common = (medians[kind, "big tenant"] for kind in (ORDINARY, COMMON))
    say(ordinary <= 3, f"at most 3 ms for {ORDINARY}: {ordinary:.2f} ms")
    say(common <= 30, f"at most 30 ms for {COMMON}: {common:.1f} ms")


def search_recall(store: ChunkStore, path: Path) -> None:
    """Print what share of what is due each way of filtering shows."""
    print(f"\nThe best {K} that a reader may see, {QUERIES} queries of {ORDINARY}")
    sources = {(source.scope, source.source_id): source for source in store.inventory()}
    table = [["", "reader", "recall", "empty", "forbidden"]]
    for name, reader in READERS.items():
        due = Counter[str]()
        for query in queries(ORDINARY, QUERIES):
            ranked = holding(path, query)
            may_see = [visible(sources[scope, source_id], reader) for scope, source_id, _ in ranked]
            theirs = [at for at, may in zip(ranked, may_see, strict=True) if may][:K]
            hits = [hit.chunk for hit in store.search(query, reader, K)]
            shown = {IN_QUERY: [(c.scope, c.source_id, c.index) for c in hits]}
            shown["no filter"] = ranked[:K]
            for best in (K, 1_000):
                left = [at for at, may in zip(ranked[:best], may_see, strict=False) if may]
                shown[f"best {best:,}, filtered afterwards"] = left[:K]
            due["all"] += len(theirs)
            for way, rows in shown.items():
                due[f"{way}: found"] += len(set(rows) & set(theirs))
                due[f"{way}: empty"] += not rows and bool(theirs)
                due[f"{way}: forbidden"] += sum(not visible(sources[at[:2]], reader) for at in rows)
        for way in shown:
            recall = due[f"{way}: found"] / due["all"]
            counts = [f"{due[f'{way}: {what}']}" for what in ("empty", "forbidden")]
            table.append([way, name, f"{recall:.3f}", *counts])
    print_table(table)
    own = [row for row in table if row[0] == IN_QUERY]
    say(all(row[2] == "1.000" for row in own), "recall against the ground truth 1.0")
    say(all(row[4] == "0" for row in own), "no forbidden row")


def say(holds: bool, target: str) -> None:
    print(f"{'yes' if holds else 'no'}: {target}")


def main() -> None:
    """Print every table."""
    replace_beside_a_reader()
    index_ten_megabytes()
    with TemporaryDirectory() as folder, ChunkStore(Path(folder, "search.db")) as store:
        path = Path(folder, "search.db")
        start = perf_counter()
        fill(store)
        print(f"\n{CHUNKS:,} chunks stored in {perf_counter() - start:.0f} s")
        search_times(store, path)
        search_recall(store, path)
        seconds, cpu = timed(store.verify)
        print(f"\nverify: {seconds / 1000:.1f} s ({cpu / 1000:.1f} s of CPU)")


if __name__ == "__main__":
    main()
