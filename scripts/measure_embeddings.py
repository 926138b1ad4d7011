"""Measure words, embeddings and both together: make measurements, or with a benchmark's folder.

Without an argument the samples are measured, over the grid of notebook 08, into
samples/embeddings.csv: 5 minutes of processor time, nearly all of it for embedding. With the
folder of a benchmark of the shape that Chroma published, corpora/*.md and questions_df.csv, that is
measured into samples/benchmark.csv, in 15 minutes. Its texts are not the course's to ship; the
recall of each of its questions is. Needs the extra `embeddings`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from course_lib.chunk import Chunker
from course_lib.chunkers import MarkdownChunker, NaiveChunker, ParagraphChunker
from course_lib.document import Document
from course_lib.embeddings import EmbeddingCache, MiniLM, embedding_search, hybrid
from course_lib.measure.corpus import Setting, setting_of
from course_lib.measure.experiment import sweep
from course_lib.measure.questions import Asked, read_benchmark
from course_lib.measure.recalls import Recalls, recalls_as_csv, recalls_of
from course_lib.measure.search import Search
from course_lib.samples import BENCHMARK, EMBEDDINGS, load_documents, load_questions

BUDGETS = (1600, 3200)
SIZES = (200, 400, 800, 1600)
OF_BENCHMARK: list[Chunker] = [
    *(NaiveChunker(size, 0) for size in (200, 400, 800)),
    *map(ParagraphChunker, (200, 400, 800)),
]
OF_SAMPLES: list[Chunker] = [
    *(NaiveChunker(size, 0) for size in (100, *SIZES)),
    NaiveChunker(400, 100),
    NaiveChunker(400, 200),
    *map(ParagraphChunker, SIZES),
    *map(MarkdownChunker, SIZES),
]
WINDOWS = (128, 512)  # beside the model's own, for the chunkers whose chunks are longer
LONG = [NaiveChunker(800, 0), NaiveChunker(1600, 0)]


def searches() -> dict[str, Search | None]:
    """What is compared; a text is embedded once for all of them."""
    cache = EmbeddingCache(MiniLM())
    return {"words": None, "embedding": embedding_search(cache), "both": hybrid(cache)}


def other_windows() -> dict[str, Search | None]:
    """The same model with a shorter and a longer window."""
    models = {f"embedding, window {window}": MiniLM(window=window) for window in WINDOWS}
    return {name: embedding_search(EmbeddingCache(model)) for name, model in models.items()}


def measure(
    chunkers: Sequence[Chunker],
    by: dict[str, Search | None],
    documents: Sequence[Document],
    asked: dict[str, Sequence[Asked]],
) -> list[Recalls]:
    """Return a row for each chunker, search, kind of questions and budget."""
    rows: list[Recalls] = []
    for chunker, (name, search), (kind, questions) in product(chunkers, by.items(), asked.items()):
        setting = Setting(*setting_of(chunker), None, None).setting
        results = sweep([chunker], documents, questions, budgets=BUDGETS, search=search)
        rows += [recalls_of(result, kind, name, setting) for result in results]
        print(setting, name, kind, file=sys.stderr, flush=True)
    return rows


def measure_samples() -> list[Recalls]:
    """Measure the samples, with the visible questions and with those that are held out."""
    questions = load_questions()
    asked: dict[str, Sequence[Asked]] = {
        "visible": [question for question in questions if not question.held_out],
        "held out": [question for question in questions if question.held_out],
    }
    documents = load_documents()
    return measure(OF_SAMPLES, searches(), documents, asked) + measure(
        LONG, other_windows(), documents, asked
    )


def measure_benchmark(folder: Path) -> list[Recalls]:
    """Measure a published benchmark."""
    found = read_benchmark(folder)
    return measure(OF_BENCHMARK, searches(), found.documents, {"benchmark": found.questions})


if __name__ == "__main__":
    target = BENCHMARK if sys.argv[1:] else EMBEDDINGS
    table = measure_benchmark(Path(sys.argv[1])) if sys.argv[1:] else measure_samples()
    target.write_text(recalls_as_csv(table), "utf-8", newline="")
    print(target, file=sys.stderr)
