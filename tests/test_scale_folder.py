"""A folder cut by any map: one result, one digest, no file lost."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import cos, sin
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from course_lib import (
    ChunkStore,
    Document,
    InvalidType,
    InvalidValue,
    MarkdownChunker,
    NaiveChunker,
    ParagraphChunker,
    Scope,
)
from course_lib.chunkers import SuffixChunker
from course_lib.guardrails import OWN
from course_lib.samples import FOLDER as SAMPLES
from course_lib.samples import load_documents
from course_lib.scale import CutFolder, WorkLost, chunk_folder, embed_folder
from course_lib.scale.folder import show_bar
from course_lib.tokens import text_to_embed

CHUNKER = ParagraphChunker(40)
any_order = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Some files of very different sizes, in folders, with the same text twice."""
    for number in range(12):
        place = tmp_path / "texts" / str(number % 3)
        place.mkdir(parents=True, exist_ok=True)
        text = f"# {number // 2}\n\nRoof renewed.\n\n" * (1 + number // 2 * 7)
        (place / f"{number}.md").write_text(text, "utf-8")
    return tmp_path / "texts"


class Length:
    """An embedder: the length of a text as an angle."""

    name = "length"

    def embed(self, texts: Sequence[str]) -> Any:
        return np.array([[cos(len(text)), sin(len(text))] for text in texts])


def by_one(function: Callable[[Any], Any], batches: list[Any]) -> list[Any]:
    """What a worker gets and gives has gone through pickle, as on the way to another process."""
    return [pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(function))(b))) for b in batches]


class Fragile:
    """A chunker that fails, with any exception, on the texts that it is told."""

    def __init__(self, failures: dict[str, Exception]) -> None:
        self.failures = failures

    def split(self, document: Document) -> Any:
        if document.source_id in self.failures:
            raise self.failures[document.source_id]
        return CHUNKER.split(document)


# --- the result ---


def test_it_holds_what_reading_and_cutting_each_text_gives() -> None:
    made = chunk_folder(SAMPLES, MarkdownChunker(800))
    found = {(d.scope, d.source_id): (d, chunks) for d, chunks, _ in made}
    documents = load_documents()
    assert len(found) == len(made.files) == len(documents)
    for document in documents:
        chunks = MarkdownChunker(800).split(document)
        assert found[document.scope, document.source_id] == (document, chunks)
    assert made.chunk_count == sum(len(chunks) for _, chunks in found.values())
    assert made.faults == ()
    assert any("README.md" in name for name in made.passed_over)


def test_the_chunker_may_look_at_the_name_of_each_source(folder: Path) -> None:
    made = chunk_folder(folder, SuffixChunker(40), OWN)
    (_, chunks, made_by), *_ = made
    assert chunks[0].context == ("0",)
    assert made_by == repr(SuffixChunker(40))


def test_labels_are_those_given_or_the_manifests(folder: Path) -> None:
    labels = OWN.revised(scope=Scope("acme", "dev"), acl_roles={"clerk"})
    made = chunk_folder(folder, CHUNKER, labels)
    for document, chunks, _ in made:
        assert chunks[0].guardrails is document.guardrails
        assert document.scope == Scope("acme", "dev")
        assert document.acl_roles == {"clerk"}


def test_a_store_takes_it_as_it_is(folder: Path, path: Path) -> None:
    with ChunkStore(path) as store:
        changes = store.replace_all(chunk_folder(folder, CHUNKER, OWN))
        assert [change.status for change in changes] == ["inserted"] * 12
        assert not store.verify().faults
        assert {source.made_by for source in store.inventory()} == {repr(CHUNKER)}


def test_a_file_that_has_changed_since_is_refused_and_nothing_is_stored(
    folder: Path, path: Path
) -> None:
    made = chunk_folder(folder, CHUNKER, OWN)
    made.files[5].entry.path.write_text("Withdrawn.", "utf-8")
    with ChunkStore(path) as store:
        with pytest.raises(InvalidValue, match="has changed since it was cut"):
            store.replace_all(made)
        assert not store.inventory()


def test_spans_are_a_small_part_of_the_text_and_chunks_are_more_than_all_of_it() -> None:
    made = chunk_folder(SAMPLES, ParagraphChunker(800))
    text = sum(len(document.text.encode()) for document in load_documents())
    spans = sum(len(pickle.dumps(file.spans)) for file in made.files)
    chunks = sum(len(pickle.dumps(chunks)) for _, chunks, _ in made)
    assert spans < 0.03 * text < 1.1 * text < chunks


# --- the digest ---


@any_order
@given(seed=st.integers())
def test_whatever_runs_the_work_in_whatever_order_the_result_is_the_same(
    folder: Path, seed: int
) -> None:
    def in_any_order(function: Callable[[Any], Any], batches: list[Any]) -> Iterable[Any]:
        random = Random(seed)
        shuffled = random.sample(batches, len(batches))
        answers = [item for batch in shuffled for item in function(batch)]
        random.shuffle(answers)
        at = random.randint(0, len(answers))
        return [answers[:at], [], answers[at:]]

    alone = chunk_folder(folder, CHUNKER, OWN)
    made = chunk_folder(folder, CHUNKER, OWN, in_any_order)
    assert made == alone
    assert made.digest == alone.digest


def test_it_goes_through_pickle_unchanged(folder: Path) -> None:
    assert chunk_folder(folder, CHUNKER, OWN, by_one) == chunk_folder(folder, CHUNKER, OWN)
    made = embed_folder(folder, CHUNKER, OWN, Length(), by_one)
    assert made.digest == embed_folder(folder, CHUNKER, OWN, Length()).digest


def test_a_copy_of_the_folder_has_the_same_digest(folder: Path, tmp_path: Path) -> None:
    before = chunk_folder(folder, CHUNKER, OWN)
    moved = folder.rename(tmp_path / "moved")
    for path in moved.rglob("*.md"):
        path.touch()
    assert chunk_folder(moved, CHUNKER, OWN).digest == before.digest


def test_it_changes_with_text_span_context_name_scope_and_vector(folder: Path) -> None:
    made = embed_folder(folder, MarkdownChunker(40), OWN, Length())
    file = made.files[3]
    start, end, context = file.spans[0]
    labels = file.entry.guardrails
    others = [
        replace(file, doc_id="0" * 64),
        replace(file, spans=((start, end - 1, context), *file.spans[1:])),
        replace(file, spans=((start, end, ("Other",)), *file.spans[1:])),
        replace(file, spans=file.spans[1:]),
        replace(file, entry=replace(file.entry, guardrails=labels.revised(source_id="x"))),
        replace(
            file, entry=replace(file.entry, guardrails=labels.revised(scope=Scope("own", "dev")))
        ),
        replace(file, vectors=-file.vectors),
        replace(file, vectors=None),
    ]
    digests = {file.digest, *(other.digest for other in others)}
    assert len(digests) == 1 + len(others)
    for other in others:
        changed = replace(made, files=(*made.files[:3], other, *made.files[4:]))
        assert changed.digest != made.digest
    assert replace(made, files=made.files[::-1]).digest == made.digest
    fewer = replace(made, files=made.files[1:])
    assert fewer.digest != made.digest


# --- a file that fails ---


@any_order
@given(data=st.data())
def test_every_file_that_fails_is_named_and_the_others_finish(
    folder: Path, data: st.DataObject
) -> None:
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    kinds = [
        ZeroDivisionError("division"),
        MemoryError(),
        RecursionError("deep"),
        InvalidValue("odd text"),
        OSError(5, "Input/output error"),
        KeyError("k"),
    ]
    failing = data.draw(st.lists(st.sampled_from(names), unique=True))
    failures = {name: data.draw(st.sampled_from(kinds)) for name in failing}
    made = chunk_folder(folder, Fragile(failures), OWN, by_one)
    assert [file.entry.guardrails.source_id for file in made.files] == [
        name for name in names if name not in failures
    ]
    assert len(made.faults) == len(failures)
    for name, fault in zip(sorted(failures), made.faults, strict=True):
        assert fault.startswith(f"{folder / name}: ")
        error = failures[name]
        said = error.strerror if isinstance(error, OSError) else str(error)
        assert said in fault
        if not isinstance(error, OSError | InvalidValue):
            assert type(error).__name__ in fault


def test_what_cannot_be_read_is_named_too(folder: Path) -> None:
    (folder / "latin.md").write_bytes(b"Caf\xe9")
    (folder / "damaged.pdf").write_bytes(b"%PDF-1.7 nothing")
    (folder / "dangling.md").symlink_to(folder / "nowhere")
    made = chunk_folder(folder, CHUNKER, OWN)
    assert len(made.files) == 12
    assert len(made.faults) == 3
    for name in ("latin.md", "damaged.pdf", "dangling.md"):
        assert any(name in fault for fault in made.faults)


def test_a_file_that_goes_away_before_its_turn_is_named(folder: Path) -> None:
    def late(function: Callable[[Any], Any], batches: list[Any]) -> Iterable[Any]:
        (folder / "0" / "0.md").unlink()
        return map(function, batches)

    made = chunk_folder(folder, CHUNKER, OWN, late)
    assert made.faults == (f"{folder}/0/0.md: No such file or directory",)
    assert len(made.files) == 11


# --- a map that fails ---


def raises(_function: Any, _batches: Any) -> Any:
    raise ConnectionError("no scheduler")


def raises_in_the_middle(function: Callable[[Any], Any], batches: list[Any]) -> Any:
    yield function(batches[0])
    raise TimeoutError


def gives_less(function: Callable[[Any], Any], batches: list[Any]) -> Any:
    return map(function, batches[1:])


def gives_twice(function: Callable[[Any], Any], batches: list[Any]) -> Any:
    return map(function, [*batches, batches[0]])


def gives_another(function: Callable[[Any], Any], batches: list[Any]) -> Any:
    return [[(len(batches) + 99, "?")], *map(function, batches)]


def gives_nothing(_function: Any, _batches: Any) -> Any:
    return None


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (raises, r"the map gave up \(ConnectionError: no scheduler\); nothing was written"),
        (raises_in_the_middle, r"the map gave up \(TimeoutError\); nothing was written"),
        (gives_less, r"the map lost \d+ files, .*\.md first, in silence"),
        (gives_twice, "a batch that it was not given, or one twice"),
        (gives_another, "a batch that it was not given, or one twice"),
        (gives_nothing, r"the map gave up \(TypeError"),
    ],
)
def test_a_map_that_fails_or_loses_work_gives_one_error_and_no_result(
    folder: Path, bad: Any, said: str
) -> None:
    with pytest.raises(WorkLost, match=said) as caught:
        chunk_folder(folder, CHUNKER, OWN, bad)
    (note,) = caught.value.__notes__
    assert note.endswith(" of 12 files had come back")


def test_a_map_that_gives_futures_is_told_to_gather_them(folder: Path) -> None:
    def not_gathered(_function: Any, batches: list[Any]) -> list[object]:
        return [object() for _ in batches]

    with pytest.raises(InvalidType, match=r"gave back a object .* client\.gather"):
        chunk_folder(folder, CHUNKER, OWN, not_gathered)


def test_an_interrupt_is_no_failure_of_the_map(folder: Path) -> None:
    def interrupted(_function: Any, _batches: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chunk_folder(folder, CHUNKER, OWN, interrupted)


# --- bad input ---


def test_what_cannot_be_used_is_refused_at_once(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="is not a folder"):
        chunk_folder(tmp_path / "none", CHUNKER, OWN)
    with pytest.raises(InvalidType, match="a chunker is needed"):
        chunk_folder(folder, 800, OWN)
    with pytest.raises(InvalidType, match="labels must be Guardrails, or None"):
        chunk_folder(folder, CHUNKER, {"tenant": "x"})  # type: ignore[arg-type]
    with pytest.raises(InvalidType, match="an embedder is needed"):
        embed_folder(folder, CHUNKER, OWN, "MiniLM")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        chunk_folder(folder, CHUNKER)  # no manifest


def test_an_empty_folder_has_no_files_and_a_digest(tmp_path: Path) -> None:
    made = chunk_folder(tmp_path, CHUNKER, OWN)
    assert made == CutFolder((), repr(CHUNKER))
    assert len(made.digest) == 64


# --- vectors ---


def test_each_chunk_gets_the_vector_of_its_context_and_text(folder: Path) -> None:
    made = embed_folder(folder, MarkdownChunker(40), OWN, Length())
    assert made.digest != chunk_folder(folder, MarkdownChunker(40), OWN).digest
    for file in made.files:
        _, chunks = file.read()
        texts = [text_to_embed(chunk) for chunk in chunks]
        assert file.vectors.tolist() == Length().embed(texts).astype("float32").tolist()
        assert texts[0] == f"{chunks[0].context[0]}\n{chunks[0].text}"


@pytest.mark.parametrize(
    ("embed", "said"),
    [
        (lambda texts: [[1.0]], r"shape \(1, 1\) for \d+ texts: one row for each is needed"),
        (lambda texts: [[2.0]] * len(texts), "a vector of length 2.000"),
        (lambda texts: 1 / 0, "ZeroDivisionError: division by zero"),
    ],
)
def test_an_embedder_that_fails_is_told_of_each_file(
    folder: Path, embed: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Length, "embed", lambda _self, texts: embed(texts))
    made = embed_folder(folder, NaiveChunker(8, 0), OWN, Length())
    assert made.files == ()
    assert len(made.faults) == 12
    assert re.search(said, made.faults[0])


# --- batches and progress ---


def test_the_largest_files_go_first_and_a_small_folder_has_work_for_several(folder: Path) -> None:
    seen: list[list[int]] = []

    def watched(function: Callable[[Any], Any], batches: list[Any]) -> Iterable[Any]:
        seen.extend([entry.path.stat().st_size for _, entry in batch] for batch in batches)
        return map(function, batches)

    chunk_folder(folder, CHUNKER, OWN, watched)
    assert len(seen) >= 6
    sizes = [size for batch in seen for size in batch]
    assert sizes == sorted(sizes, reverse=True)


def test_progress_counts_the_files_that_are_done(folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    chunk_folder(folder, CHUNKER, OWN, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(done, 12) for done in range(1, 13)]


def test_the_bar_is_drawn_on_a_terminal_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    show_bar(3, 12)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show_bar(3, 12)
    show_bar(12, 12)
    assert capsys.readouterr().err == (
        f"\r#####{'·' * 15} 3 of 12 files\r{'#' * 20} 12 of 12 files\n"
    )


def test_the_page_about_it_runs_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[1] / "docs/beyond_one_machine.md").read_text("utf-8")
    (tmp_path / "samples").symlink_to(SAMPLES)
    monkeypatch.chdir(tmp_path)
    exec("\n".join(re.findall(r"```python\n(.*?)```", page, re.S)), {})
    with ChunkStore(tmp_path / "scale.db") as store:
        assert len(store.inventory()) == len(load_documents())
