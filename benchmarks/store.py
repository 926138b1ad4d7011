"""The store beside what people write instead, without a transaction; see `search` for the rest.

    python -m benchmarks.store

Times are of one run on one machine: compare the rows. The texts are made up of 30,000 words, of
which the nth is n times rarer than the first, as in real writing.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from benchmarks.chunkers import print_table
from course_lib import Chunk, ChunkStore, Document, Identity, NaiveChunker, ParagraphChunker, Scope
from course_lib.store import Change
from course_lib.store.rows import ChunkRow, chunk_row, digest_of, source_row
from course_lib.store.scores import words_in

A_DOCUMENT = 13  # chunks
SECONDS = 4.0  # of replacing, for each row
TEN_MEGABYTES = 10_000_000

HOME = Scope("marrow-quill", "prod")
ROLES = ["underwriter", "claims_handler", "contact_centre", "auditor"]
READER = Identity("hazel", HOME, frozenset({"underwriter", "auditor"}))
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


class ByHand(ChunkStore):
    """The statements that replace one source, on a plain connection: no check, hash or guard.

    What is written is made in the first round, before the table's time is much. The one label and
    the one scope have the number 1.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._connection = self._file.read(lambda connection: connection)
        self._made: dict[str, tuple[tuple[Any, ...], list[ChunkRow]]] = {}

    def replace(self, document: Document, chunks: Iterable[Chunk], **_: Any) -> Change:
        made = self._made.get(document.doc_id)
        if made is None:
            chunks = list(chunks)
            digest = digest_of(document, chunks, "", "")
            row = source_row(document, "", "", digest)
            made = self._made[document.doc_id] = row, [chunk_row(chunk, digest) for chunk in chunks]
            if len(self._made) == 1:
                return super().replace(document, chunks)
        (source_id, tenant, environment, _kind, _roles, *described), rows = made
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        [(old,)] = execute(
            "SELECT source_key FROM source WHERE tenant = ? AND environment = ? AND source_id = ?",
            (tenant, environment, source_id),
        ).fetchall()
        execute(
            "INSERT INTO words_1 (words_1, rowid, context, text)"
            " SELECT 'delete', word_key, context, text FROM read_1 WHERE source_key = ?",
            (old,),
        )
        removed = execute("DELETE FROM chunk WHERE source_key = ?", (old,)).rowcount
        execute("DELETE FROM source WHERE source_key = ?", (old,))
        new = execute(
            "INSERT INTO source (source_id, tenant, environment, label_id, moment, text,"
            " updated_at, metadata, doc_id, characters, made_by, origin, digest, seal)"
            " VALUES (?, ?, ?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (source_id, tenant, environment, document.text, *described),
        ).lastrowid
        self._connection.executemany(
            "INSERT INTO chunk (source_key, number, char_start, char_end, chunk_sha256, context,"
            " context_words, text_words, seal, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(new, *row) for row in rows],
        )
        execute(
            "INSERT INTO words_1 (rowid, context, text) SELECT word_key, context, text FROM read_1"
            " WHERE source_key = ? ORDER BY word_key",
            (new,),
        )
        words = [words_in(size) for (size,) in execute("SELECT sz FROM words_1_docsize").fetchall()]
        execute("UPDATE label SET chunks = ?, words = ?", (len(words), sum(words)))
        execute("COMMIT")
        return Change("replaced", removed, len(rows))


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
            chunks = [hit.chunk for hit in store.search("version", READER, k=50)]
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
    kinds = {"ChunkStore": ChunkStore, "by hand": ByHand, "no transaction": Careless}
    for name, kind in kinds.items():
        for words in (30, 90):
            done = results[kind, words] = race(kind, words)
            row = [f"{name}, {words} words a chunk", f"{done.replaced / done.seconds:.0f}"]
            row += [f"{done.cpu:.2f}", f"{done.slowest:.1f}", f"{done.reads:,}", f"{done.bad:,}"]
            table.append(row)
    print_table(table)
    ours = results[ChunkStore, 30]
    a_second = ours.replaced / ours.seconds
    say(a_second >= 300, f"at least 300 replacements a second: {a_second:.0f}")
    by_hand = results[ByHand, 30]
    times = by_hand.replaced / by_hand.seconds / a_second
    say(times <= 1.5, f"at most 1.5 times as long as by hand, without checks: {times:.2f}")
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


def timed(call: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds that a call takes, of the clock and of the processor."""
    start, cpu = perf_counter(), process_time()
    call()
    return (perf_counter() - start) * 1000, (process_time() - cpu) * 1000


def say(holds: bool, target: str) -> None:
    print(f"{'yes' if holds else 'no'}: {target}")


def main() -> None:
    """Print every table."""
    replace_beside_a_reader()
    index_ten_megabytes()


if __name__ == "__main__":
    main()
