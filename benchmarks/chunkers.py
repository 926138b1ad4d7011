"""How fast the chunkers are, and whether they are right: one run, one process, plain tables.

    python -m benchmarks.chunkers                made-up prose
    python -m benchmarks.chunkers --text FILE    a text of your own, repeated up to each length

Compare the ratios; the milliseconds of processor time belong to the machine. The rows take turns
(A B C, A B C), the garbage collector is off while they run, and each figure is the median of the
rounds.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from math import floor
from statistics import median
from sys import getsizeof
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from benchmarks.texts import TEXTS, repeated
from course_lib import (
    Chunk,
    Chunker,
    Document,
    NaiveChunker,
    ParagraphChunker,
    Span,
    split_paragraphs,
)
from course_lib.chunkers.graphemes import inside_cluster
from course_lib.document import read_text

SIZE, OVERLAP = 1_000, 100
LENGTHS = (1_000_000, 10_000_000)
ROUNDS = 7
SLOW = 10.0  # seconds; what takes longer is run once

BARE, LANGCHAIN = "bare loop", "LangChain create_documents"
NAIVE, PARAGRAPH = f"NaiveChunker({SIZE}, {OVERLAP})", f"ParagraphChunker({SIZE})"
CHUNKERS: dict[str, Chunker] = {
    NAIVE: NaiveChunker(SIZE, OVERLAP),
    PARAGRAPH: ParagraphChunker(SIZE),
}

MakeText: TypeAlias = Callable[[int], str]
Rounds: TypeAlias = list[dict[Any, float]]  # in each round, the seconds of each call
Piece: TypeAlias = tuple[int | None, int | None, str | None]  # start, end, text


class Row(NamedTuple):
    """Something that splits, and how to read one of its pieces."""

    name: str
    split: Callable[[Document], Sequence[Any]]
    read: Callable[[Any], Piece]


def bare_loop(document: Document) -> list[Chunk]:
    """Slice, hash and build, with nothing around it: the least that a chunker can do."""
    text, doc_id, guardrails = document.text, document.doc_id, document.guardrails
    chunks = []
    for index, start in enumerate(range(0, len(text), SIZE - OVERLAP)):
        piece = text[start : start + SIZE]
        digest = sha256(piece.encode()).hexdigest()
        chunks.append(Chunk(piece, start, start + len(piece), digest, index, doc_id, guardrails))
    return chunks


def own_rows() -> Iterator[Row]:
    for name, split in {BARE: bare_loop, **{n: c.split for n, c in CHUNKERS.items()}}.items():
        yield Row(name, split, lambda chunk: (*chunk.span, chunk.text))
    yield Row(
        "split_paragraphs (spans)",
        lambda document: split_paragraphs(document.text, SIZE),
        lambda span: (*span, None),
    )


def langchain_rows() -> Iterator[Row]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Splitter

    plain = Splitter(chunk_size=SIZE, chunk_overlap=0)
    placed = Splitter(chunk_size=SIZE, chunk_overlap=0, add_start_index=True)
    yield Row(
        "LangChain split_text (texts)",
        lambda document: plain.split_text(document.text),
        lambda text: (None, None, text),
    )
    yield Row(
        LANGCHAIN,
        lambda document: placed.create_documents([document.text]),
        lambda found: _from_start(found.metadata["start_index"], found.page_content),
    )


def chonkie_rows() -> Iterator[Row]:
    from chonkie import RecursiveChunker

    chunker = RecursiveChunker(tokenizer="character", chunk_size=SIZE)
    yield Row(
        "Chonkie RecursiveChunker",
        lambda document: chunker.chunk(document.text),
        lambda chunk: (chunk.start_index, chunk.end_index, chunk.text),
    )


def text_splitter_rows() -> Iterator[Row]:
    from semantic_text_splitter import TextSplitter

    splitter = TextSplitter(SIZE)
    yield Row(
        "semantic-text-splitter",
        lambda document: splitter.chunk_indices(document.text),
        lambda found: _from_start(*found),
    )


def chonkie_core_rows() -> Iterator[Row]:
    """The limit: places in bytes of UTF-8, which need not even be places between characters."""
    from chonkie_core import chunk_offsets

    encoded = cache(lambda document: document.text.encode())

    def with_hashes(document: Document) -> list[tuple[int, int, bytes, str]]:
        data = encoded(document)
        pieces = []
        for start, end in chunk_offsets(data, size=SIZE):
            piece = data[start:end]
            pieces.append((start, end, piece, sha256(piece).hexdigest()))
        return pieces

    yield Row(
        "chonkie-core (byte offsets)",
        lambda document: chunk_offsets(encoded(document), size=SIZE),
        lambda _: (None, None, None),
    )
    yield Row("chonkie-core, bytes and hash", with_hashes, lambda _: (None, None, None))
    data = ("a" + "é" * SIZE * SIZE).encode()
    pieces = [data[start:end] for start, end in chunk_offsets(data, size=SIZE)]
    torn = sum(piece.decode(errors="ignore").encode() != piece for piece in pieces)
    print(f"  of {len(pieces):,} pieces of two-byte letters it cuts {torn:,} inside a character")


def _from_start(start: int, text: str) -> Piece:
    return start, start + len(text), text


PEERS = {
    "langchain-text-splitters": langchain_rows,
    "chonkie": chonkie_rows,
    "chonkie-core": chonkie_core_rows,
    "semantic-text-splitter": text_splitter_rows,
}


def peer_rows() -> Iterator[Row]:
    """Yield the rows of the installed peers, and print each peer's version."""
    for package, rows in PEERS.items():
        if find_spec(package.replace("-", "_")):
            print(f"{package} {version(package)}")
            yield from rows()
        else:
            print(f"{package}: not installed: pip install -e '.[peers]'")


# --- the clock ---


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    gc.collect()
    gc.disable()
    began = process_time()
    result = call()
    seconds = process_time() - began
    gc.enable()
    return seconds, result


def take_turns(calls: Mapping[Any, Callable[[], Any]]) -> Rounds:
    return [{name: timed(call)[0] for name, call in calls.items()} for _ in range(ROUNDS)]


def ratio(rounds: Rounds, name: Any, unit: Any) -> float:
    """The median, over the rounds, of one call's time ÷ another's of the same round."""
    return median(seconds[name] / seconds[unit] for seconds in rounds)


# --- what is right ---


class Findings(NamedTuple):
    """What one row made of a text; None where it gives nothing to check."""

    pieces: int
    longest: int | None = None
    wrong_slices: int | None = None
    covered: float | None = None
    cuts_in_clusters: int | None = None
    contained: int | None = None

    @property
    def sound(self) -> bool:
        return self.longest is not None and self.longest <= SIZE and self[2:] == (0, 1.0, 0, 0)


HEADERS = [field.replace("_", " ") for field in Findings._fields]


def check(text: str, pieces: list[Piece]) -> Findings:
    spans = [(start, end) for start, end, _ in pieces if start is not None and end is not None]
    if not spans:
        return Findings(
            len(pieces), max((len(t) for *_, t in pieces if t is not None), default=None)
        )
    wrong = [text[start:end] != piece for start, end, piece in pieces if piece is not None]
    cuts = {position for span in spans for position in span}
    return Findings(
        len(pieces),
        max(end - start for start, end in spans),
        sum(wrong) if wrong else None,
        share_covered(text, spans),
        sum(inside_cluster(text, cut) for cut in cuts),
        count_contained(spans),
    )


def share_covered(text: str, spans: list[Span]) -> float:
    """The share of the characters other than white space that lie in some span."""
    missed = reached = 0
    for start, end in [*sorted(spans), (len(text), len(text))]:
        missed += count_visible(text[reached : max(start, reached)])
        reached = max(reached, end)
    return 1 - missed / count_visible(text)


def count_visible(text: str) -> int:
    return len("".join(text.split()))


def count_contained(spans: list[Span]) -> int:
    """How many spans lie within another one."""
    contained = reached = 0
    for _, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        contained += end <= reached
        reached = max(reached, end)
    return contained


# --- the tables ---


def compare(rows: list[Row], text: str) -> tuple[Rounds, dict[str, Findings]]:
    """Print one text's table; return the rounds, and the findings of each row."""
    document = Document.of_text(text)
    findings, slow = {}, {}
    for row in rows:  # a first run: to check the pieces, and to warm up
        first, result = timed(partial(row.split, document))
        findings[row.name] = check(text, [row.read(piece) for piece in result])
        if first > SLOW:
            slow[row.name] = first
    quick = {row.name: partial(row.split, document) for row in rows if row.name not in slow}
    rounds = [{**seconds, **slow} for seconds in take_turns(quick)]
    megabytes = len(text.encode()) / 1e6
    table = [["", "ms", "MB/s", "time ÷ bare", "speed ÷ LangChain", *HEADERS]]
    for name, found in findings.items():
        taken = median(seconds[name] for seconds in rounds)
        ahead = f"{ratio(rounds, LANGCHAIN, name):.2f}" if LANGCHAIN in findings else "–"
        figures = [f"{taken * 1e3:,.1f}", f"{megabytes / taken:,.1f}"]
        ratios = [f"{ratio(rounds, name, BARE):.2f}", ahead]
        note = " (run once)" if name in slow else ""
        table.append([name + note, *figures, *ratios, *map(as_cell, found)])
    print(f"\n{len(text):,} characters ({megabytes:.1f} MB as UTF-8), chunks of {SIZE:,}")
    print_table(table)
    return rounds, findings


def growth(make_text: MakeText) -> list[float]:
    """How many times as long a text twice as long takes, for each of our chunkers."""
    half, whole = (Document.of_text(make_text(max(LENGTHS) // part)) for part in (2, 1))
    calls = {(n, d.doc_id): partial(c.split, d) for n, c in CHUNKERS.items() for d in (half, whole)}
    rounds = take_turns(calls)
    return [ratio(rounds, (name, whole.doc_id), (name, half.doc_id)) for name in CHUNKERS]


def memory(make_text: MakeText) -> list[float]:
    """The peak while splitting, chunks included, ÷ the text's own 1, 2 or 4 bytes a character."""
    document = Document.of_text(make_text(max(LENGTHS)))
    peaks = []
    for chunker in CHUNKERS.values():
        tracemalloc.start()
        chunker.split(document)
        peaks.append(tracemalloc.get_traced_memory()[1] / getsizeof(document.text))
        tracemalloc.stop()
    return peaks


def compare_texts(
    title: str, measure: Callable[[MakeText], list[float]], texts: dict[str, MakeText]
) -> float:
    """Print a table with a row for each chunker and a column for each text; return the maximum."""
    columns = [measure(make_text) for make_text in texts.values()]
    rows = zip(CHUNKERS, *columns, strict=True)
    print(f"\n{title}")
    print_table([["", *texts], *([name, *map("{:.2f}".format, row)] for name, *row in rows)])
    return max(map(max, columns))


def print_table(table: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for name, *cells in table:
        right = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        print("  ".join([name.ljust(widths[0]), *right]))


def as_cell(value: float | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, int):
        return f"{value:,}"
    return "100%" if value == 1 else f"{floor(value * 1e6) / 1e4}%"  # never rounded up to 100%


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chunkers")
    parser.add_argument("--text", metavar="FILE", help="a UTF-8 file to use in place of the prose")
    path = parser.parse_args().text
    texts = {**TEXTS, "prose": repeated(read_text(path))} if path else TEXTS

    print(f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} cores")
    rows = [*own_rows(), *peer_rows()]
    runs = [compare(rows, texts["prose"](length)) for length in LENGTHS]
    whole = f"{max(LENGTHS):,} characters"
    grown = compare_texts(f"Time for {whole} ÷ time for half of them", growth, texts)
    peak = compare_texts(f"Peak memory to split {whole} ÷ the text's own memory", memory, texts)

    naive = [ratio(rounds, NAIVE, BARE) for rounds, _ in runs]
    paragraph = [ratio(rounds, PARAGRAPH, BARE) for rounds, _ in runs]
    ahead = [ratio(rounds, LANGCHAIN, PARAGRAPH) for rounds, found in runs if LANGCHAIN in found]
    twice = min(ahead) >= 2 if ahead else None
    sound = all(findings[PARAGRAPH].sound for _, findings in runs)
    short = Document.of_text(texts["prose"](min(LENGTHS)))
    same = bare_loop(short) == CHUNKERS[NAIVE].split(short)
    targets: list[tuple[str, bool | None, list[float]]] = [
        ("NaiveChunker takes at most 1.3 times the bare loop's time", max(naive) <= 1.3, naive),
        ("and makes the same chunks as the bare loop", same, []),
        (
            "ParagraphChunker takes at most twice the bare loop's time",
            max(paragraph) <= 2,
            paragraph,
        ),
        (f"ParagraphChunker is at least twice as fast as {LANGCHAIN}", twice, ahead),
        ("and its chunks pass every check in the table", sound, []),
        ("twice the text takes at most 2.5 times the time", grown <= 2.5, [grown]),
        ("splitting takes at most twice the text's memory", peak <= 2, [peak]),
    ]
    print("\nTargets, by this run: at each length, or the worst of all texts")
    for claim, holds, figures in targets:
        answer = {True: "yes", False: "no", None: "not measured"}[holds]
        print(f"{answer}: {claim}", *(f"{figure:.2f}" for figure in figures))


if __name__ == "__main__":
    main()
