"""The sample documents of the course, with their guardrails and the questions people ask of them.

Everything is read from `samples/manifest.toml`. Evidence is quoted there and located here,
once: a quote that is missing or ambiguous is an error, never a guess, and one that is found only
with other white space, hyphens or marks says so.
"""

import csv
import json
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

from course_lib.chunk import Passage, Span
from course_lib.document import Document
from course_lib.errors import CourseError, InvalidValue, UnknownName
from course_lib.files import MANIFEST, Entry, read_manifest
from course_lib.guardrails import Scope
from course_lib.measure import Row, is_loose, locate, rows_from_csv
from course_lib.measure.recalls import Recalls, recalls_from_csv
from course_lib.pages import extractor_name, read_pages
from course_lib.places import SAMPLES

FOLDER = SAMPLES
DOCUMENTS = FOLDER / "documents"  # made by scripts/make_documents.py
MEASUREMENTS = FOLDER / "measurements.csv"  # made by scripts/measure_samples.py
EMBEDDINGS = FOLDER / "embeddings.csv"  # made by scripts/measure_embeddings.py
BENCHMARK = FOLDER / "benchmark.csv"  # made by scripts/measure_embeddings.py FOLDER
LEVELS = FOLDER / "levels.csv"  # made by scripts/measure_levels.py
HARBOUR = FOLDER / "harbour"  # a folder of texts for those who have none, and its questions
HOME = Scope("marrow-quill", "prod")
_WHERE = (
    ": the samples lie beside the package in the course's repository, and a wheel carries them; "
    "install it again, from there with pip install -e ."
)


class MissingSamples(CourseError, FileNotFoundError):
    """The package lost the course that lies beside it, or that its wheel carried."""


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks of one document, and the passages that answer it.

    A question that is `held_out` is kept for the end: nothing is tuned on it. `found_loosely` says
    that its evidence stands in the document with other white space, hyphens or marks.
    """

    id: str
    text: str
    document: Document
    evidence: tuple[Passage, ...]
    held_out: bool = False
    found_loosely: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the evidence lies, in code points."""
        return tuple(passage.span for passage in self.evidence)


def load_documents() -> list[Document]:
    """Return every sample document, in the order of the manifest.

    >>> [document.source_id for document in load_documents()][:3]
    ['policy/55012', 'memo/55012', 'claim/88431']
    """
    return [entry.read() for entry in _entries()]


def load_document(source_id: str, scope: Scope = HOME) -> Document:
    """Return one sample; raises UnknownName that lists what there is.

    >>> load_document("policy/55012").text[:32]
    'UNDERWRITING NOTE — POLICY 55012'
    """
    documents = load_documents()
    for document in documents:
        if document.source_id == source_id and document.scope == scope:
            return document
    known = ", ".join(f"{document.source_id} ({document.scope})" for document in documents)
    raise UnknownName(f"no sample {source_id!r} in {scope}; there is {known}")


def load_questions() -> list[Question]:
    """Return every question, in the order of the manifest, with its evidence located.

    Raises InvalidValue for evidence that does not occur exactly once in its document.

    >>> question = load_questions()[0]
    >>> question.id, question.spans
    ('premium-change', ((337, 508),))
    """
    return [question for entry in _entries() for question in _questions(entry)]


def load_question(question_id: str) -> Question:
    """Return one question; raises UnknownName that lists what there is.

    >>> load_question("roof-state").text
    'Is the top of the building in good order?'
    """
    questions = {question.id: question for question in load_questions()}
    if question_id not in questions:
        raise UnknownName(f"no question {question_id!r}; there is {', '.join(questions)}")
    return questions[question_id]


def load_measurements() -> list[Row]:
    """Return the samples measured over a grid of settings, as `make measurements` wrote them.

    >>> len(load_measurements()), load_measurements()[0].setting
    (336, 'naive 100')
    """
    return rows_from_csv(_read(MEASUREMENTS))


def load_recalls() -> list[Recalls]:
    """Return the samples and a public benchmark, searched by words, by an embedding and by both.

    >>> len(load_recalls()[0].recalls), load_recalls()[0].setting
    (103, 'naive 100')
    """
    return [*recalls_from_csv(_read(EMBEDDINGS)), *recalls_from_csv(_read(BENCHMARK))]


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise MissingSamples(f"{path} is missing{_WHERE}") from None


def load_levels() -> list[dict[str, str]]:
    """Return the splitters that people know beside ours, measured on the samples: a row for each.

    The columns are those of `samples/levels.csv`, as text; a figure without a value is empty.

    >>> [row["splitter"] for row in load_levels() if row["level"] == "2"][:1]
    ['recursive']
    """
    try:
        return list(csv.DictReader(StringIO(LEVELS.read_text("utf-8"))))
    except FileNotFoundError:
        raise MissingSamples(f"{LEVELS} is missing{_WHERE}") from None


def load_pages(extractor: str = "pypdf") -> tuple[list[str], str]:
    """Return the pages of the printed audit report, and what extracted them: name and version.

    `pypdf` reads the PDF itself; where it is not installed, the text is taken that was stored when
    the PDF was made. `pdfminer` is stored only. Raises UnknownName for any other.

    >>> pages, extractor = load_pages()
    >>> len(pages), extractor.split()[0]
    (3, 'pypdf')
    """
    stored = {path.name.split(".")[1]: path for path in sorted(DOCUMENTS.glob("*.json"))}
    if extractor not in stored:
        raise UnknownName(f"no extraction by {extractor!r}; there is {', '.join(stored)}")
    if extractor == "pypdf" and find_spec("pypdf"):
        return read_pages(DOCUMENTS / "audit-2026.pdf"), extractor_name()
    found = json.loads(stored[extractor].read_bytes())
    return found["pages"], found["extractor"]


def questions_of(path: Path) -> list[Question]:
    """Return the questions of a sample by its file; none for a file that is no sample."""
    if path.resolve().parent != FOLDER.resolve():
        return []
    mine = [entry for entry in _entries() if entry.path.resolve() == path.resolve()]
    return [question for entry in mine for question in _questions(entry)]


def _entries() -> list[Entry]:
    try:
        return read_manifest(FOLDER)
    except FileNotFoundError:
        raise MissingSamples(f"{FOLDER / MANIFEST} is missing{_WHERE}") from None


def _questions(entry: Entry) -> list[Question]:
    document = entry.read()
    return [_question(table, document) for table in entry.listed.get("question", [])]


def _question(raw: dict[str, Any], document: Document) -> Question:
    try:
        spans = [locate(document.text, quote, loose=True) for quote in raw["evidence"]]
    except InvalidValue as error:
        raise InvalidValue(f"question {raw['id']!r} of {document.source_id}: {error}") from None
    evidence = tuple(Passage.cut_from(document.text, start, end) for start, end in spans)
    found = zip(raw["evidence"], spans, strict=True)
    loosely = any(is_loose(document.text, quote, span) for quote, span in found)
    held_out = raw.get("held_out", False)
    return Question(raw["id"], raw["text"], document, evidence, held_out, loosely)
