"""Measure what people know of splitting beside ours, level by level: make measurements.

The levels are those of Greg Kamradt's "5 Levels of Text Splitting" (2024): characters, recursive,
by the document's own structure, semantic. The fifth, a language model that cuts, needs a network
and is not measured. The table stands in samples/levels.csv, where notebook 11 reads it. It needs
the extras peers and embeddings. Sizes are characters for all of them, and the visible questions are
asked.
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from io import StringIO
from typing import Any

from course_lib.adapters import Foreign, WrongPositions
from course_lib.chunk import Chunker
from course_lib.chunkers import MarkdownChunker, NaiveChunker, ParagraphChunker
from course_lib.measure import Split, difference, evaluate
from course_lib.measure.experiment import Result
from course_lib.samples import LEVELS, load_document, load_documents, load_questions

NEEDED = ("langchain_text_splitters", "llama_index")
SIZE, BUDGET = 400, 1_600
NOTE = "policy/55012"
COLUMNS = ("level", "splitter", "by", "overlap_asked", "chunks_of_note", "whole_of_note")
COLUMNS += (
    "mean_length",
    "recall",
    "recall_low",
    "recall_high",
    "against",
    "against_low",
    "against_high",
)
COLUMNS += ("stored", "refused")


def langchain(kind: str, overlap: int = 0) -> Any:
    import langchain_text_splitters as library

    make = getattr(library, kind)
    return make(chunk_size=SIZE, chunk_overlap=overlap, add_start_index=True)


def llama_index(overlap: int = 0) -> Any:
    from llama_index.core.node_parser import SentenceSplitter

    return SentenceSplitter(chunk_size=SIZE, chunk_overlap=overlap, tokenizer=list)


def semantic() -> Any:
    """LlamaIndex's semantic splitter, which cuts where the meaning of neighbours differs most."""
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.node_parser import SemanticSplitterNodeParser

    from course_lib.embeddings import EmbeddingCache, MiniLM

    cache = EmbeddingCache(MiniLM())

    class Ours(BaseEmbedding):
        def _get_text_embedding(self, text: str) -> list[float]:
            return self._get_text_embeddings([text])[0]

        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return [[float(x) for x in vector] for vector in cache.embed(texts)]

        def _get_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    parser = SemanticSplitterNodeParser(embed_model=Ours(), breakpoint_percentile_threshold=SHARE)
    chunker = Foreign(parser)

    def at_most_the_budget(text: str) -> list[tuple[int, str]]:
        """It knows no largest size, and what is longer than the budget cannot be read whole."""
        cuts = [
            (at, text[at : min(end, at + BUDGET)])
            for start, end, _ in chunker.spans(text)
            for at in range(start, end, BUDGET)
        ]
        return [(start, piece) for start, piece in cuts if piece.strip()]

    return at_most_the_budget


SHARE = 60  # per cent of the places between sentences that stay uncut; the library's default is 95
Made = tuple[int, str, str, int, Callable[[], Any]]
SETTINGS: list[Made] = [
    (1, "characters", "course_lib", 0, lambda: NaiveChunker(SIZE, 0)),
    (1, "characters", "course_lib", 100, lambda: NaiveChunker(SIZE, 100)),
    (2, "recursive", "langchain-text-splitters", 0, lambda: langchain(RECURSIVE)),
    (2, "recursive", "langchain-text-splitters", 100, lambda: langchain(RECURSIVE, 100)),
    (2, "sentences", "llama-index-core", 0, llama_index),
    (2, "sentences", "llama-index-core", 100, lambda: llama_index(100)),
    (3, "Markdown", "langchain-text-splitters", 0, lambda: langchain("MarkdownTextSplitter")),
    (3, "paragraphs", "course_lib", 0, lambda: ParagraphChunker(SIZE)),
    (3, "Markdown", "course_lib", 0, lambda: MarkdownChunker(SIZE)),
    (4, "semantic", "llama-index-core", 0, semantic),
]
RECURSIVE = "RecursiveCharacterTextSplitter"


def measure_levels() -> str:
    """Return the whole table as CSV."""
    documents, note = load_documents(), load_document(NOTE)
    asked = [question for question in load_questions() if not question.held_out]
    of_note = [question for question in asked if question.document == note]
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    first: Result | None = None
    for level, name, library, overlap, make in SETTINGS:
        print(level, name, library, overlap, file=sys.stderr)
        splitter = make()
        chunker: Chunker = splitter if isinstance(splitter, Chunker) else Foreign(splitter, name)
        by = "course_lib" if library == "course_lib" else f"{library} {version(library)}"
        row: list[object] = [level, name, by, overlap]
        try:
            splits = [Split.of(note, chunker, question.spans) for question in of_note]
            result = evaluate(chunker, documents, asked, budget=BUDGET)
        except (WrongPositions, ValueError) as refused:
            writer.writerow([*row, *[""] * 10, refused])
            continue
        first = first or result
        more, (low, high) = difference(result, first, "recall")
        whole = f"{sum(split.whole for split in splits)} of {len(splits)}"
        mean = splits[0].mean_length
        figures = [result.recall, *result.interval("recall"), more, low, high, result.storage]
        counted = [len(splits[0].spans), whole, f"{mean:.0f}"]
        writer.writerow([*row, *counted, *(f"{x:.3f}" for x in figures), ""])
    return out.getvalue()


if __name__ == "__main__":
    if not all(map(find_spec, NEEDED)):
        print(f"{LEVELS} stays as it is: the extra peers is missing", file=sys.stderr)
        sys.exit()
    os.environ["HF_HUB_OFFLINE"] = "1"
    LEVELS.write_text(measure_levels(), "utf-8", newline="")
    print(LEVELS, file=sys.stderr)
