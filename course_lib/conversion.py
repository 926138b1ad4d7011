"""Files that are no plain text, made into documents: one table of who reads which kind.

What a program of another house makes of a PDF or a Word file is our canonical text. Offsets count
in that text and never in the file; so its name and version travel in the metadata.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, Unpack

from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue
from course_lib.guardrails import OWN, Guardrails, Labels
from course_lib.pages import (
    extractor_name,
    join_pages,
    labels_of_pages,
    read_pages,
    strip_furniture,
)


def read_document(
    path: str | PathLike[str], guardrails: Guardrails | None = None, **labels: Unpack[Labels]
) -> Document:
    """Read a file as a document: a PDF or a Word file is converted, all else is UTF-8.

    The guardrails are one value, or labels as for `Document.of_text`, with the file's name as
    source_id unless another is given. What converted it is added to the metadata, for a PDF also
    the page map. Raises OSError for what cannot be read, InvalidText for what is not UTF-8, and
    InvalidValue for a file that is not of the kind that its name says, or whose reader is not
    installed.

    >>> read_document("samples/pol-55012.txt").source_id
    'pol-55012.txt'
    """
    if guardrails is None:
        guardrails = OWN.revised(source_id=Path(path).name).revised(**labels)
    elif labels:
        raise InvalidType(f"give guardrails or {', '.join(labels)}, not both")
    convert = CONVERTERS.get(Path(path).suffix.lower())
    if convert is None:
        return Document.from_file(path, guardrails)
    return _converted(*convert(path), guardrails)


def document_of_pages(pages: list[str], extractor: str, guardrails: Guardrails) -> Document:
    """Join extracted pages without their furniture to a document that carries its page map.

    >>> from course_lib.guardrails import OWN
    >>> made = document_of_pages(["Roof old.", "Pipes new."], "by hand", OWN)
    >>> made.text, dict(made.metadata)
    ('Roof old.\\nPipes new.\\n', {'extractor': 'by hand', 'pages': '0 10 21'})
    """
    return _converted(*_joined(pages, extractor), guardrails)


def _converted(text: str, made_by: dict[str, str], guardrails: Guardrails) -> Document:
    return Document(text, guardrails.revised(metadata={**guardrails.metadata, **made_by}))


def _joined(pages: list[str], extractor: str) -> tuple[str, dict[str, str]]:
    text, page_map = join_pages(strip_furniture(pages))
    return text, labels_of_pages(page_map, extractor)


def _read_pdf(path: str | PathLike[str]) -> tuple[str, dict[str, str]]:
    return _joined(read_pages(path), extractor_name())


def _read_docx(path: str | PathLike[str]) -> tuple[str, dict[str, str]]:
    """The paragraphs and tables of a Word file in order, with an empty line between them."""
    data = Path(path).read_bytes()
    try:
        import docx  # imported where a Word file is read
    except ImportError:
        raise InvalidValue(
            f"{path} is read with python-docx, which is not installed: pip install python-docx"
        ) from None
    try:
        parts = [_words(part) for part in docx.Document(BytesIO(data)).iter_inner_content()]
    except Exception as error:  # a parser of foreign bytes can fail in any way
        said = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise InvalidValue(
            f"{path} is no Word file, or a damaged one ({said}): save it as .docx again"
        ) from None
    text = "\n\n".join(part for part in parts if part.strip())
    if not text:
        raise InvalidValue(f"{path} has no text: what it shows may be pictures")
    return text, {"extractor": f"python-docx {docx.__version__}"}


def _words(part: Any) -> str:
    """A paragraph's text; a table as lines, with a bar between its cells."""
    if not hasattr(part, "rows"):
        return str(part.text)
    return "\n".join(" | ".join(cell.text for cell in row.cells) for row in part.rows)


CONVERTERS: dict[str, Callable[[str | PathLike[str]], tuple[str, dict[str, str]]]] = {
    ".pdf": _read_pdf,
    ".docx": _read_docx,
}
