"""Measure what min_chars, overlap and count_context buy, and write it into docs/chunker_options.md.

    .venv/bin/python scripts/measure_options.py

The visible questions of the samples are asked, each at the same budget of characters to read. A
difference is to the same chunker and size without options, drawn over the questions in pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from course_lib.chunkers import MarkdownChunker, ParagraphChunker
from course_lib.chunkers.structure import StructureChunker
from course_lib.measure.bootstrap import Difference
from course_lib.measure.corpus import Corpus
from course_lib.measure.experiment import Result, difference, evaluate
from course_lib.samples import load_documents, load_questions

PAGE = Path(__file__).parents[1] / "docs/chunker_options.md"
BUDGET = 3200
HEAD = (
    "chunker",
    "options",
    "chunks",
    "recall",
    "difference (95 %)",
    "intact",
    "stored",
)
_TABLE = re.compile(r"(?<=<!-- measured -->\n).*?(?=<!-- end -->)", re.DOTALL)


class Measured(NamedTuple):
    """One setting: its chunks, its result, and its recall less that without options."""

    chunker: StructureChunker
    chunks: int
    result: Result
    gain: Difference | None


def settings(kind: type[StructureChunker], size: int) -> list[StructureChunker]:
    """Return one chunker without options, then with each."""
    return [
        kind(size),
        kind(size, min_chars=size // 4),
        kind(size, min_chars=size // 2),
        kind(size, overlap=size // 8),
        kind(size, overlap=size // 4),
        kind(size, count_context=True),
    ]


def measure(chunkers: list[StructureChunker]) -> Iterator[Measured]:
    """Measure each, and its difference to the first."""
    documents = load_documents()
    asked = [question for question in load_questions() if not question.held_out]
    plain = None
    for chunker in chunkers:
        result = evaluate(chunker, documents, asked, budget=BUDGET)
        chunks = len(Corpus(chunker, documents).chunks)
        gain = difference(result, plain, "recall") if plain else None
        yield Measured(chunker, chunks, result, gain)
        plain = plain or result


def row(measured: Measured) -> str:
    """Return a line of the table."""
    chunker, chunks, result, gain = measured
    name = f"{type(chunker).__name__}({chunker.max_chars})"
    change = "" if gain is None else gain.told(places=3)
    options = ", ".join(f"`{option}`" for option in chunker.options)
    figures = [f"{result.recall:.3f}", change, f"{result.intact:.3f}", f"{result.storage:.2f}"]
    return f"| {' | '.join([f'`{name}`', options, str(chunks), *figures])} |\n"


def table() -> str:
    """Return the whole table."""
    lines = [f"| {' | '.join(HEAD)} |\n", f"|{'---|' * len(HEAD)}\n"]
    for kind in (ParagraphChunker, MarkdownChunker):
        for size in (800, 1600):
            lines += map(row, measure(settings(kind, size)))
    return "".join(lines)


if __name__ == "__main__":
    page = PAGE.read_text("utf-8")
    PAGE.write_text(_TABLE.sub(lambda _: table(), page), "utf-8", newline="")
