"""The sample documents of the course, with their guardrails and the questions people ask of them.

Everything is read from `samples/manifest.toml`. Evidence is quoted there verbatim and located
here, once: a quote that is missing or ambiguous is an error, never a guess.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_lib.chunk import Passage, Span
from course_lib.document import Document
from course_lib.guardrails import Scope
from course_lib.measure import locate

FOLDER = Path(__file__).parents[1] / "samples"
MEASUREMENTS = FOLDER / "measurements.csv"  # made by scripts/measure_samples.py
HOME = Scope("marrow-quill", "prod")


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks of one document, and the passages that answer it.

    A question that is `held_out` is kept for the end: nothing is tuned on it.
    """

    id: str
    text: str
    document: Document
    evidence: tuple[Passage, ...]
    held_out: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the evidence lies, in code points."""
        return tuple(passage.span for passage in self.evidence)


def load_documents() -> list[Document]:
    """Return every sample document, in the order of the manifest.

    >>> [document.source_id for document in load_documents()][:3]
    ['policy/55012', 'memo/55012', 'claim/88431']
    """
    return [_document(entry) for entry in _entries()]


def load_document(source_id: str, scope: Scope = HOME) -> Document:
    """Return one sample; raises KeyError that lists what there is.

    >>> load_document("policy/55012").text[:32]
    'UNDERWRITING NOTE — POLICY 55012'
    """
    documents = load_documents()
    for document in documents:
        if document.source_id == source_id and document.scope == scope:
            return document
    known = ", ".join(f"{d.source_id} ({d.scope.tenant}/{d.scope.environment})" for d in documents)
    raise KeyError(
        f"no sample {source_id!r} in {scope.tenant}/{scope.environment}; there is {known}"
    )


def load_questions() -> list[Question]:
    """Return every question, in the order of the manifest, with its evidence located.

    Raises ValueError for evidence that does not occur exactly once in its document.

    >>> question = load_questions()[0]
    >>> question.id, question.spans
    ('premium-change', ((337, 508),))
    """
    return [
        _question(raw, document)
        for entry in _entries()
        for document in [_document(entry)]
        for raw in entry.get("question", [])
    ]


def load_question(question_id: str) -> Question:
    """Return one question; raises KeyError that lists what there is.

    >>> load_question("roof-state").text
    'Is the top of the building in good order?'
    """
    questions = {question.id: question for question in load_questions()}
    if question_id not in questions:
        raise KeyError(f"no question {question_id!r}; there is {', '.join(questions)}")
    return questions[question_id]


def questions_of(path: Path) -> list[Question]:
    """Return the questions of a sample by its file; none for a file that is no sample."""
    if path.resolve().parent != FOLDER.resolve():
        return []
    return [
        _question(raw, _document(entry))
        for entry in _entries()
        if (FOLDER / entry["file"]).resolve() == path.resolve()
        for raw in entry.get("question", [])
    ]


def _entries() -> Iterator[dict[str, Any]]:
    manifest = FOLDER / "manifest.toml"
    try:
        data = manifest.read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{manifest} is missing: the samples live beside the package in the course's "
            "repository; install it from there with pip install -e ."
        ) from None
    yield from tomllib.loads(data.decode())["document"]


def _document(entry: dict[str, Any]) -> Document:
    return Document.from_file(
        FOLDER / entry["file"],
        source_id=entry["source_id"],
        scope=Scope(entry["tenant"], entry["environment"]),
        doc_type=entry["doc_type"],
        acl_roles=entry["acl_roles"],
        updated_at=entry["updated_at"],
        metadata=entry.get("metadata", {}),
    )


def _question(raw: dict[str, Any], document: Document) -> Question:
    try:
        spans = [locate(document.text, quote) for quote in raw["evidence"]]
    except ValueError as error:
        raise ValueError(f"question {raw['id']!r} of {document.source_id}: {error}") from None
    evidence = tuple(Passage.cut_from(document.text, start, end) for start, end in spans)
    return Question(raw["id"], raw["text"], document, evidence, raw.get("held_out", False))
