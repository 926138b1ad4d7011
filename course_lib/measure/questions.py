"""Questions to measure with: what a question is, and how anybody's are read from files."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any, Protocol

from course_lib.chunk import Span
from course_lib.document import Document, InvalidText, decode, files_within, read_text
from course_lib.guardrails import Labels, Scope
from course_lib.measure.split import locate

OWN = Scope("own", "texts")
READER = "reader"
_COLUMNS = ("question", "references", "corpus_id")
_REFERENCE = ("content", "start_index", "end_index")


class Asked(Protocol):
    """A question that can be measured; `course_lib.samples.Question` is one."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def text(self) -> str:
        """What is asked."""

    @property
    def document(self) -> Document:
        """The document that answers."""

    @property
    def spans(self) -> Sequence[Span]:
        """Where the evidence lies in that document, in code points."""


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    """A question from somebody's own file, with its evidence located."""

    id: str
    text: str
    document: Document
    spans: tuple[Span, ...]


@dataclass(slots=True)
class Collection:
    """Documents, the questions that are asked of them, and what could not be used, in words."""

    documents: list[Document]
    questions: list[OwnQuestion] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def read_folder(folder: Path, questions: Path) -> Collection:
    """Read all texts of a folder, and questions from JSON lines: source, question, evidence.

    `source` is a file's path in the folder, `evidence` a verbatim quote or a list of them. A line
    or a file that cannot be used becomes a remark with its number or its name. Raises OSError for
    what cannot be read, and ValueError for evidence that does not occur exactly once in its text.
    """
    collection = _texts(folder, besides=questions)
    sources = {document.source_id: document for document in collection.documents}
    for number, line in enumerate(read_text(questions).removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            source, asked, quotes = _fields(line)
            document = sources[_known(source, sources)]
        except ValueError as error:
            collection.remarks.append(f"{questions} line {number}: {error}")
            continue
        try:
            spans = tuple(locate(document.text, quote) for quote in quotes)
        except ValueError as error:
            raise ValueError(f"{questions} line {number}, {source}: {error}") from None
        collection.questions.append(OwnQuestion(f"line {number}", asked, document, spans))
    if not collection.questions:
        first = f"; {collection.remarks[0]}" if collection.remarks else ""
        raise ValueError(f"{questions} holds no usable question{first}")
    return collection


def read_benchmark(folder: Path) -> Collection:
    """Read a benchmark of the shape that Chroma published: `corpora/*.md` and `questions_df.csv`.

    The table has the columns question, references (a JSON list of content, start_index and
    end_index) and corpus_id. Raises OSError for what cannot be read, and ValueError that names the
    row that lacks something, or whose reference does not stand where it says.
    """
    corpora, table = folder / "corpora", folder / "questions_df.csv"
    paths = {path.stem: path for path in sorted(corpora.glob("*.md"))}
    if not paths:
        raise ValueError(f"{corpora} holds no .md file: name the folder that holds corpora/")
    documents = {name: Document.from_file(path, **_labels(name)) for name, path in paths.items()}
    collection = Collection(list(documents.values()))
    for number, row in enumerate(_rows(table), 1):
        try:
            _require(_COLUMNS, [name for name in row if row[name] is not None], "the row")
            document = documents[_known(row["corpus_id"], documents)]
            spans = tuple(_references(row["references"], document.text))
        except (ValueError, TypeError) as error:
            raise ValueError(f"{table} row {number}: {error}") from None
        collection.questions.append(OwnQuestion(f"row {number}", row["question"], document, spans))
    if not collection.questions:
        raise ValueError(f"{table} holds no question")
    return collection


def _texts(folder: Path, besides: Path) -> Collection:
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder: name the one that holds the texts")
    paths, remarks = files_within(folder)
    collection = Collection([], remarks=[f"{remark}; it is left out" for remark in remarks])
    for path in paths:
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.resolve() == besides.resolve():
            continue
        try:
            collection.documents.append(
                Document(decode(path.read_bytes(), str(path)), **_labels(name))
            )
        except OSError as error:
            collection.remarks.append(f"{path}: {error.strerror or error}; it is left out")
        except InvalidText as error:
            collection.remarks.append(f"{error}; it is left out")
        except ValueError as error:
            collection.remarks.append(f"{path}: {error}; it is left out")
    if not collection.documents:
        raise ValueError(f"{folder} holds no text to measure")
    return collection


def _labels(source_id: str) -> Labels:
    return {
        "source_id": source_id,
        "scope": OWN,
        "doc_type": "text",
        "acl_roles": {READER},
        "updated_at": datetime(2026, 1, 1, tzinfo=UTC),
    }


def _fields(line: str) -> tuple[str, str, list[str]]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is no JSON: {error}") from None
    if not isinstance(record, dict):
        raise ValueError("it is no JSON object: write source, question and evidence")
    for name in ("source", "question"):
        value = record.get(name)
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"{name} must be a text, got {value!r}")
    evidence = record.get("evidence")
    quotes = [evidence] if isinstance(evidence, str) else evidence
    if not isinstance(quotes, list) or not all(isinstance(q, str) and q for q in quotes):
        raise ValueError(f"evidence must be a quote or a list of quotes, got {evidence!r}")
    if not quotes:
        raise ValueError("there is no evidence: quote the words of the text that answer")
    return record["source"], record["question"], quotes


def _references(text: str, source: str) -> Iterator[Span]:
    try:
        references = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"references are no JSON: {error}") from None
    if not isinstance(references, list) or not references:
        raise ValueError("references must be a JSON list of at least one")
    for reference in references:
        if not isinstance(reference, dict):
            raise ValueError(f"a reference must be a JSON object, got {reference!r}")
        _require(_REFERENCE, reference, "a reference")
        content, start, end = (reference[name] for name in _REFERENCE)
        stands = source[start:end] == content and 0 <= start == end - len(content)
        if not content or not stands:
            raise ValueError(f"the reference {content!r} does not stand at {start}–{end}")
        yield start, end


def _rows(table: Path) -> Iterator[dict[str, Any]]:
    rows = csv.DictReader(StringIO(read_text(table).removeprefix("\ufeff"), newline=""))
    reading = "first line"
    try:
        missing = set(_COLUMNS) - set(rows.fieldnames or ())
        if missing:
            raise ValueError(f"{table} has no column {', '.join(sorted(missing))}")
        reading = "row 1"
        for number, row in enumerate(rows, 2):
            yield row
            reading = f"row {number}"
    except csv.Error as error:
        raise ValueError(f"{table} {reading}: {error}") from None


def _require(names: Sequence[str], given: Iterable[str], what: str) -> None:
    missing = set(names).difference(given)
    if missing:
        raise ValueError(f"{what} lacks {', '.join(name for name in names if name in missing)}")


def _known(source: Any, sources: Mapping[str, Document]) -> str:
    if source not in sources:
        names = list(sources)
        known = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
        raise ValueError(f"there is no text {source!r}; there is {known}")
    return str(source)
