"""Questions to measure with: what one is, how anybody's are read, and the words that they share.

A lexical search finds evidence by the words that the question shares with it, and by little else.
"""

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import StringIO
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Protocol

from course_lib.chunk import Span
from course_lib.document import Document, read_text
from course_lib.errors import InvalidValue
from course_lib.files import list_folder, read_entries
from course_lib.guardrails import OWN
from course_lib.measure.quotes import is_loose, locate

_COLUMNS = ("question", "references", "corpus_id")
_REFERENCE = ("content", "start_index", "end_index")
LEAST_LETTERS = 3
_CJK = re.compile("[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HIRAGANA = re.compile("[\u3040-\u309f]+")

# Words that say how a sentence is built and not what it is about, of three letters or more: in
# English, German, Hindi and Arabic.
FUNCTION_WORDS = frozenset(
    Path(__file__).with_name("function_words.txt").read_text("utf-8").split()
)


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
    """Documents, the questions that are asked of them, and what could not be used, in words.

    What was passed over, such as a hidden file, is no fault; `course_lib.files` has the rule.
    `found_loosely` names questions whose evidence has other white space, hyphens or marks.
    """

    documents: list[Document]
    questions: list[Asked] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    found_loosely: list[str] = field(default_factory=list)


def read_folder(folder: Path, questions: Path) -> Collection:
    """Read all texts of a folder, and questions from JSON lines: source, question, evidence.

    `source` is a file's path in the folder, `evidence` a quote or a list of them. One that is found
    with other white space, hyphens or marks only, as `locate` does it loosely, is named. A line or
    a file that cannot be used becomes a remark with its number or its name. Raises OSError for what
    cannot be read, and InvalidValue for evidence that does not occur exactly once in its text.
    """
    listing = list_folder(folder, OWN, in_use=[questions])
    documents = read_entries(listing)
    if not documents:
        raise InvalidValue(f"{folder} holds no text to measure")
    collection = Collection(documents, remarks=listing.faults, passed_over=listing.passed_over)
    sources = {document.source_id: document for document in documents}
    for number, line in enumerate(read_text(questions).removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            source, asked, quotes = _fields(line)
            document = _known(source, sources)
        except ValueError as error:
            collection.remarks.append(f"{questions} line {number}: {error}")
            continue
        try:
            spans = tuple(locate(document.text, quote, loose=True) for quote in quotes)
        except ValueError as error:
            raise InvalidValue(f"{questions} line {number}, {source}: {error}") from None
        if any(is_loose(document.text, *found) for found in zip(quotes, spans, strict=True)):
            collection.found_loosely.append(f"line {number}")
        collection.questions.append(OwnQuestion(f"line {number}", asked, document, spans))
    if not collection.questions:
        first = f"; {collection.remarks[0]}" if collection.remarks else ""
        raise InvalidValue(f"{questions} holds no usable question{first}")
    return collection


def read_benchmark(folder: Path) -> Collection:
    """Read a benchmark of the shape that Chroma published: `corpora/*.md` and `questions_df.csv`.

    The table has the columns question, references (a JSON list of content, start_index and
    end_index) and corpus_id. Raises OSError for what cannot be read, and InvalidValue that names
    the row that lacks something, or whose reference does not stand where it says.
    """
    corpora, table = folder / "corpora", folder / "questions_df.csv"
    paths = {path.stem: path for path in sorted(corpora.glob("*.md"))}
    if not paths:
        raise InvalidValue(f"{corpora} holds no .md file: name the folder that holds corpora/")
    documents = {
        name: Document.from_file(path, OWN.revised(source_id=name)) for name, path in paths.items()
    }
    collection = Collection(list(documents.values()))
    for number, row in enumerate(_rows(table), 1):
        try:
            _require(_COLUMNS, [name for name in row if row[name] is not None], "the row")
            document = _known(row["corpus_id"], documents)
            spans = tuple(_references(row["references"], document.text))
        except (ValueError, TypeError) as error:
            raise InvalidValue(f"{table} row {number}: {error}") from None
        collection.questions.append(OwnQuestion(f"row {number}", row["question"], document, spans))
    if not collection.questions:
        raise InvalidValue(f"{table} holds no question")
    return collection


def content_words(text: str) -> set[str]:
    """Return what a text is about: its words of three letters or more, without function words.

    Words are compared without case. Chinese and Japanese are written without spaces: there each
    pair of neighbouring characters counts as a word, unless both are hiragana, which mostly build
    the sentence.

    >>> sorted(content_words("Why does the premium go up?"))
    ['premium']
    >>> sorted(content_words("水道管は古い。"))
    ['は古', '古い', '水道', '管は', '道管']
    """
    found: set[str] = set()
    for kind, letters in groupby(unicodedata.normalize("NFC", text).casefold(), _kind):
        word = "".join(letters)
        if kind == "CJK":
            pairs = map("".join, pairwise(word))
            found.update(pair for pair in pairs if not _HIRAGANA.fullmatch(pair))
        elif kind == "word" and len(word) >= LEAST_LETTERS:
            found.add(word)
    return found - FUNCTION_WORDS


def shared_words(question: str, evidence: str | Iterable[str]) -> Fraction:
    """Return the share of a question's content words that stand in its evidence.

    `evidence` is one text or several. Raises InvalidValue for a question without a content word.

    >>> shared_words("Why does the premium rise?", "At renewal the annual premium goes up.")
    Fraction(1, 2)
    """
    asked = content_words(question)
    if not asked:
        raise InvalidValue(f"the question {question!r} has no content word")
    texts = [evidence] if isinstance(evidence, str) else evidence
    answered = set().union(*map(content_words, texts))
    return Fraction(len(asked & answered), len(asked))


def mean_shared_words(questions: Sequence[Asked]) -> Fraction:
    """Return the mean of `shared_words` over questions; those without a content word are left out.

    Raises InvalidValue when no question has one.

    >>> from course_lib.samples import load_questions
    >>> mean_shared_words(load_questions()) < Fraction(40, 100)
    True
    """
    shares = []
    for question in questions:
        if question.spans and content_words(question.text):
            quotes = [question.document.text[start:end] for start, end in question.spans]
            shares.append(shared_words(question.text, quotes))
    if not shares:
        raise InvalidValue("no question has a content word")
    return sum(shares, Fraction(0)) / len(shares)


def _fields(line: str) -> tuple[str, str, list[str]]:
    record = _parsed(line, "it is")
    if not isinstance(record, dict):
        raise InvalidValue("it is no JSON object: write source, question and evidence")
    for name in ("source", "question"):
        value = record.get(name)
        if not isinstance(value, str) or not value.strip():
            raise InvalidValue(f"{name} must be a text, got {value!r}")
    evidence = record.get("evidence")
    quotes = [evidence] if isinstance(evidence, str) else evidence
    if not isinstance(quotes, list) or not all(isinstance(q, str) and q for q in quotes):
        raise InvalidValue(f"evidence must be a quote or a list of quotes, got {evidence!r}")
    if not quotes:
        raise InvalidValue("there is no evidence: quote the words of the text that answer")
    return record["source"], record["question"], quotes


def _references(text: str, source: str) -> Iterator[Span]:
    references = _parsed(text, "references are")
    if not isinstance(references, list) or not references:
        raise InvalidValue("references must be a JSON list of at least one")
    for reference in references:
        if not isinstance(reference, dict):
            raise InvalidValue(f"a reference must be a JSON object, got {reference!r}")
        _require(_REFERENCE, reference, "a reference")
        content, start, end = (reference[name] for name in _REFERENCE)
        stands = source[start:end] == content and 0 <= start == end - len(content)
        if not content or not stands:
            raise InvalidValue(f"the reference {content!r} does not stand at {start}–{end}")
        yield start, end


def _parsed(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"{what} no JSON: {error}") from None


def _rows(table: Path) -> Iterator[dict[str, Any]]:
    rows = csv.DictReader(StringIO(read_text(table).removeprefix("\ufeff"), newline=""))
    reading = "first line"
    try:
        missing = set(_COLUMNS) - set(rows.fieldnames or ())
        if missing:
            raise InvalidValue(f"{table} has no column {', '.join(sorted(missing))}")
        reading = "row 1"
        for number, row in enumerate(rows, 2):
            yield row
            reading = f"row {number}"
    except csv.Error as error:
        raise InvalidValue(f"{table} {reading}: {error}") from None


def _require(names: Sequence[str], given: Iterable[str], what: str) -> None:
    missing = set(names).difference(given)
    if missing:
        raise InvalidValue(f"{what} lacks {', '.join(name for name in names if name in missing)}")


def _known(source: str, sources: Mapping[str, Document]) -> Document:
    if source not in sources:
        names = list(sources)
        known = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
        raise InvalidValue(f"there is no text {source!r}; choose from {known}")
    return sources[source]


def _kind(character: str) -> str:
    if unicodedata.category(character)[0] not in "LMN":
        return "gap"
    return "CJK" if _CJK.match(character) else "word"
