"""Search of 100,000 chunks in 20 scopes, beside one index for all scopes, and a filter afterwards.

`python -m benchmarks.search`. Times are ratios within one run; what is found is compared with BM25
written down in plain Python over all that the reader may see.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from math import log
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.chunkers import print_table
from benchmarks.store import ROLES, WORDS, make_document, paragraphs, say, timed
from course_lib import Chunk, ChunkStore, Identity, ParagraphChunker, Scope
from course_lib.access import visible
from course_lib.citation import Citation
from course_lib.store import Hit, Store
from course_lib.store.rows import CHUNK, COLUMNS_OF_CHUNK, GUARDRAILS, read_chunk, share_guardrails
from course_lib.store.schema import CHUNK_BITS, CHUNK_MASK
from course_lib.store.terms import match_phrases

CHUNKS = 100_000
K, QUERIES = 10, 30
SCOPES = [Scope(f"tenant-{number}", "prod") for number in range(20)]
READER = Identity("hazel", SCOPES[0], ["underwriter", "auditor"])
COMMON = "3 very common words"
KINDS = {  # and where in the list of words they stand
    "3 ordinary words": range(800, 8_000),
    COMMON: range(70, 110),
    "3 of the commonest words": range(6),
}
VISIBLE = f"""(rowid >> {CHUNK_BITS}) IN (
    SELECT label.label_id FROM store.label JOIN store.label_role USING (label_id)
    WHERE label.tenant = ? AND label.environment = ? AND role IN (?, ?)
)"""
WHO = (READER.scope.tenant, READER.scope.environment, *sorted(READER.roles))
MANY = 1_000  # scopes
PROBES = 100_000


def fill(store: Store) -> list[Chunk]:
    """Store documents until there are as many chunks as are to be searched; return the visible."""
    random, chunker = Random(7), ParagraphChunker(700)
    stored = number = 0
    seen: list[Chunk] = []
    while stored < CHUNKS:
        scope, roles = SCOPES[number % len(SCOPES)], random.sample(ROLES, 2)
        text = "\n\n".join(paragraphs(random, 1, random.randint(50, 100)) for _ in range(50))
        document = make_document(text, f"doc/{number}", scope, roles)
        chunks = chunker.split(document)
        stored += store.replace(document, chunks).inserted
        seen += [chunk for chunk in chunks if visible(chunk, READER)]
        number += 1
    return seen


def plain_bm25(chunks: list[Chunk], query: str, k: int) -> list[tuple[float, str, int]]:
    """Rank as the textbook says, with k1 = 1.2 and b = 0.75."""
    counted = [Counter(re.findall(r"\w+", chunk.text.lower())) for chunk in chunks]
    average = sum(count.total() for count in counted) / len(chunks)
    rarity = {}
    for word in query.split():
        holding = sum(word in count for count in counted)
        rarity[word] = max(log((len(chunks) - holding + 0.5) / (holding + 0.5)), 1e-6)
    ranked = []
    for chunk, count in zip(chunks, counted, strict=True):
        length = 1.2 * (0.25 + 0.75 * count.total() / average)
        parts = [rare * count[word] * 2.2 / (count[word] + length) for word, rare in rarity.items()]
        if any(parts):
            ranked.append((sum(parts), chunk.source_id, chunk.index))
    return sorted(ranked, key=lambda row: (-round(row[0], 9), *row[1:]))[:k]


def one_index_for_all(store: Path, path: Path) -> sqlite3.Connection:
    """Index the same chunks in the layout of version 1."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("ATTACH ? AS store", (str(store),))
    scopes = connection.execute("SELECT scope_id FROM store.scope").fetchall()
    connection.execute(
        "CREATE VIRTUAL TABLE chunk_words USING fts5 (context, text, content = '',"
        """ tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'")"""
    )
    connection.execute("BEGIN")
    for (scope_id,) in scopes:
        connection.execute(
            "INSERT INTO chunk_words (rowid, context, text)"
            f" SELECT word_key, context, text FROM store.read_{scope_id}"
        )
    connection.execute("COMMIT")
    return connection


def search_one_index(connection: sqlite3.Connection, query: str) -> list[Hit]:
    """Run the one statement that ranked and filtered in version 1, and read what it found."""
    found = connection.execute(
        f"""
        WITH passed AS MATERIALIZED (
            SELECT rowid AS word_key, bm25(chunk_words) AS worse
            FROM chunk_words
            WHERE chunk_words MATCH ? AND {VISIBLE}
        ),
        best AS (SELECT worse FROM passed ORDER BY worse LIMIT {K})
        SELECT -worse, {CHUNK}, {GUARDRAILS}
        FROM passed
        CROSS JOIN store.chunk ON chunk.chunk_key = (word_key & {CHUNK_MASK})
        CROSS JOIN store.source USING (source_key)
        CROSS JOIN store.label USING (label_id)
        WHERE worse <= (SELECT max(worse) FROM best)
        ORDER BY worse, source.source_id, chunk.number
        LIMIT {K}
        """,
        (" OR ".join(match_phrases(query)), *WHO),
    ).fetchall()
    hits = []
    for rank, (score, *row) in enumerate(found, 1):
        guardrails = share_guardrails(tuple(row[COLUMNS_OF_CHUNK:]))
        chunk = read_chunk(row[:COLUMNS_OF_CHUNK], guardrails)
        hits.append(Hit(score, chunk, Citation.of(chunk, rank)))
    return hits


def queries(kind: str, count: int) -> list[str]:
    """Three different words of that kind, the same each time."""
    random = Random(8)
    return [" ".join(WORDS[n] for n in random.sample(KINDS[kind], 3)) for _ in range(count)]


def medians(calls: list[Callable[[], Any]]) -> tuple[float, float]:
    """Median milliseconds of the clock and of the processor; the first calls fill the cache."""
    for call in calls:
        call()
    wall, cpu = zip(*map(timed, calls), strict=True)
    return median(wall), median(cpu)


def times(store: ChunkStore, old: sqlite3.Connection) -> None:
    """Print medians for each kind of word, and how much faster than one index for all."""
    print(f"\nSearching {CHUNKS:,} chunks in {len(SCOPES)} scopes, k = {K}")
    table = [["", "median ms", "ms of CPU", "one index for all, ms", "ms of CPU", "ratio of CPU"]]
    for kind in KINDS:
        asked = queries(kind, QUERIES)
        ours = medians([partial(store.search, query, READER, K) for query in asked])
        theirs = medians([partial(search_one_index, old, query) for query in asked])
        ratio = theirs[1] / ours[1]
        figures = [f"{figure:.2f}" for figure in (*ours, *theirs)]
        table.append([kind, *figures, f"{ratio:.1f}"])
        if kind == COMMON:
            common = ratio
    print_table(table)
    say(common >= 2.5, f"at least 2.5 times faster for {COMMON}: {common:.1f}")


def recall(store: ChunkStore, seen: list[Chunk]) -> None:
    """Compare hits and scores with plain BM25 over what may be seen."""
    due = found = forbidden = 0
    apart = 0.0
    for kind in KINDS:
        for query in queries(kind, 5):
            hits = store.search(query, READER, K)
            ours = [(hit.score, hit.chunk.source_id, hit.chunk.index) for hit in hits]
            theirs = plain_bm25(seen, query, K)
            due += len(theirs)
            found += len({row[1:] for row in ours} & {row[1:] for row in theirs})
            apart = max(apart, *(abs(a[0] - b[0]) for a, b in zip(ours, theirs, strict=True)))
            forbidden += sum(not visible(hit.chunk, READER) for hit in hits)
    print(f"\nBeside plain BM25 over the {len(seen):,} visible chunks")
    say(found == due, f"recall 1.0: {found} of {due}")
    say(apart < 1e-9, f"equal scores: at most {apart:.0e} apart")
    say(not forbidden, f"no forbidden row: {forbidden}")


def filtered_afterwards(old: sqlite3.Connection) -> None:
    """Print what is left of the best ten where the filter comes after the ranking, or never."""
    print(f"\nThe best {K} that a reader may see, {QUERIES} queries for each kind of word")
    ways: dict[str, Callable[[list[bool]], list[bool]]] = {
        "no filter": lambda seen: seen[:K],
        f"best {K}, filtered afterwards": lambda seen: list(filter(None, seen[:K])),
        "best 1,000, filtered afterwards": lambda seen: list(filter(None, seen[:1_000]))[:K],
    }
    table = [["", "", "recall", "empty", "forbidden"]]
    for kind in KINDS:
        rankings = [may_be_seen(old, query) for query in queries(kind, QUERIES)]
        due = sum(min(K, sum(seen)) for seen in rankings)
        for name, way in ways.items():
            shown = [way(seen) for seen in rankings]
            found = sum(map(sum, shown))
            empty = sum(any(seen) and not left for seen, left in zip(rankings, shown, strict=True))
            forbidden = sum(left.count(False) for left in shown)
            table.append([kind, name, f"{found / due:.3f}", f"{empty}", f"{forbidden}"])
    print_table(table)


def may_be_seen(old: sqlite3.Connection, query: str) -> list[bool]:
    """Rank all that holds a word of the query, and return of each whether the reader may see it."""
    found = old.execute(
        f"SELECT {VISIBLE} FROM chunk_words WHERE chunk_words MATCH ? ORDER BY bm25(chunk_words)",
        (*WHO, " OR ".join(match_phrases(query))),
    )
    return [bool(seen) for (seen,) in found]


def many_scopes() -> None:
    """Print what opening costs with many scopes."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "many.db")
        start = perf_counter()
        with ChunkStore(path) as store:
            for number in range(MANY):
                scope = Scope(f"tenant-{number}", "prod")
                document = make_document("Roof renewed.", "policy/1", scope, ["underwriter"])
                store.replace(document, ParagraphChunker(100).split(document))
            made = perf_counter() - start
            reader = Identity("hazel", scope, ["underwriter"])
            asked = medians([partial(store.search, "roof", reader)] * 50)
        opened = medians([lambda: ChunkStore(path).close()] * 9)
        bare = medians([lambda: read_schema(path)] * 9)
        size = path.stat().st_size / 1e6
    print(f"\n{MANY:,} scopes: made in {made:.1f} s, {size:.1f} MB")
    print(f"opening and closing {opened[1]:.1f} ms of CPU, a search {asked[1]:.2f} ms of CPU")
    print(f"sqlite3 alone reads the schema in {bare[1]:.1f} ms of CPU: {6 * MANY:,} tables, views")
    say(opened[1] <= 1.5 * bare[1], f"opening reads it once: {opened[1] / bare[1]:.1f} times that")


def read_schema(path: Path) -> None:
    """Open a file and run the least that needs its schema."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT 1 FROM store_state").fetchall()


def lexicon_attack() -> None:
    """Ask for every word of a lexicon, with and without a hidden text that holds some of them."""
    scores = []
    for hidden in (False, True):
        with TemporaryDirectory() as folder, ChunkStore(Path(folder, "a.db")) as store:
            home, other = SCOPES[:2]
            for number in range(50):
                text = " ".join(WORDS[number::50])
                mine = make_document(text, f"mine/{number}", home, ["underwriter"])
                store.replace(mine, ParagraphChunker(10**6).split(mine))
            secrets = [(home, ["auditor"]), (other, ["underwriter"])] if hidden else []
            for scope, roles in secrets:
                secret = make_document(" ".join(WORDS[::7]), "secret", scope, roles)
                store.replace(secret, ParagraphChunker(10**6).split(secret))
            reader = Identity("mallory", home, ["underwriter"])
            view, random = store.as_(reader), Random(9)
            probes = (" ".join(random.sample(WORDS, 2)) for _ in range(PROBES // 2))
            scores.append([[h.score for h in view.search(probe, k=2)] for probe in probes])
    same = sum(a == b for a, b in zip(*scores, strict=True))
    probed = sum(map(len, scores))
    print(f"\nA lexicon attack of {probed:,} searches")
    say(same == len(scores[0]), f"the same scores with and without the hidden text: {same:,}")


def main() -> None:
    """Print every table."""
    with TemporaryDirectory() as folder, ChunkStore(Path(folder, "search.db")) as store:
        path = Path(folder, "search.db")
        seen = fill(store)
        with closing(one_index_for_all(path, Path(folder, "one.db"))) as old:
            times(store, old)
            filtered_afterwards(old)
        recall(store, seen)
        seconds, cpu = timed(store.verify)
        print(f"\nverify: {seconds / 1000:.1f} s ({cpu / 1000:.1f} s of CPU)")
    many_scopes()
    lexicon_attack()


if __name__ == "__main__":
    main()
