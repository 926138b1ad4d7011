"""PDF and Word files become documents: all of the text, the right pages, or one clear line."""

from __future__ import annotations

import builtins
import json
import runpy
import string
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.metadata import version
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import docx
import nbformat
import pypdf
import pytest
from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from course_lib import (
    ChunkStore,
    Citation,
    Identity,
    InvalidType,
    InvalidValue,
    ParagraphChunker,
    Scope,
)
from course_lib.cli import main
from course_lib.conversion import document_of_pages, read_document
from course_lib.guardrails import OWN
from course_lib.pages import PageMap, pages_beside, read_pages
from course_lib.samples import DOCUMENTS, FOLDER, load_pages

Run = Callable[..., tuple[int, str, str]]
REPORT = DOCUMENTS / "audit-2026.pdf"
ROOT = Path(__file__).parents[1]


def print_pdf(
    pages: list[list[str]], above: Callable[[int], str], below: Callable[[int], str]
) -> bytes:
    """Print lines on pages, with one line above and one below."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A5, invariant=1)
    for at, lines in enumerate(pages, 1):
        drawn = [(560, above(at)), *((530 - 14 * n, line) for n, line in enumerate(lines))]
        for height, words in [*drawn, (30, below(at))]:
            canvas.drawString(40, height, words)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def body(random: Random, at: int) -> list[str]:
    letters = string.ascii_letters + "éß,. 0123456789"
    return [
        f"{''.join(random.choices(letters, k=random.randint(1, 40)))} Z{at}x{line}Z".strip()
        for line in range(random.randint(1, 30))
    ]


@pytest.mark.parametrize("seed", range(20))
def test_of_a_printed_document_furniture_goes_and_no_other_character(
    seed: int, tmp_path: Path
) -> None:
    random = Random(seed)
    count = random.randint(2, 9)
    pages = [body(random, at) for at in range(1, count + 1)]
    first = random.randint(1, 400)
    above = random.choice(["Marrow & Quill — confidential", "REPORT 2026/3", "Page {0} of {1}"])
    below = random.choice(["Page {0} of {1}", "{0}", "- {2} -", "Otterby, 4711 · {0}"])
    path = tmp_path / "printed.pdf"
    path.write_bytes(
        print_pdf(
            pages,
            lambda at: above.format(at, count),
            lambda at: below.format(at, count, at + first),
        )
    )
    document = read_document(path, OWN)
    wanted = ["".join("".join(page).split()) for page in pages]
    found = PageMap.of(document)
    texts = [document.text[slice(*found.span_of(at))] for at in range(1, count + 1)]
    assert ["".join(text.split()) for text in texts] == wanted
    assert document.metadata["extractor"] == f"pypdf {version('pypdf')}"
    for at, lines in enumerate(pages, 1):
        for line in lines:
            start = document.text.index(line.split()[-1])
            assert found.pages_of((start, start + 1)) == (at, at)


def scan() -> bytes:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A5)
    canvas.rect(10, 10, 50, 50)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def locked() -> bytes:
    writer, out = pypdf.PdfWriter(REPORT), BytesIO()
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(out)
    return out.getvalue()


def locked_by_a_cipher_of_its_own() -> bytes:
    return locked().replace(b"/V 2", b"/V 5").replace(b"/R 3", b"/R 6")


def of_no_page() -> bytes:
    out = BytesIO()
    pypdf.PdfWriter().write(out)
    return out.getvalue()


def zip_of(*names: str) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as made:
        for name in names:
            made.writestr(name, "<a/>")
    return out.getvalue()


def empty_docx() -> bytes:
    out = BytesIO()
    docx.Document().save(out)
    return out.getvalue()


WHOLE = REPORT.read_bytes()
WRONG = {
    "empty": ("a.pdf", b"", "is empty"),
    "text": ("a.pdf", b"just words", "is no PDF: it does not begin with %PDF-"),
    "a zip": ("a.pdf", zip_of("a"), "is no PDF"),
    "half of one": ("a.pdf", WHOLE[: len(WHOLE) // 2], "is damaged"),
    "a stream broken": ("a.pdf", WHOLE.replace(b"stream\n", b"stream\nzz!", 3), "is damaged"),
    "the beginning alone": ("a.pdf", b"%PDF-1.7\n", "is damaged"),
    "noise": ("a.pdf", b"%PDF-1.7\n" + bytes(range(256)) * 40, "is damaged"),
    "scanned": ("a.pdf", scan(), "has 1 pages and no text, as a scan has: let a program recognise"),
    "encrypted": ("a.PDF", locked(), "is encrypted: save a copy of it without a password"),
    "no page": ("a.pdf", of_no_page(), "has no page"),
    "a zip of something else": ("a.docx", zip_of("a.txt"), "is no Word file, or a damaged one"),
    "another Office": ("a.docx", zip_of("[Content_Types].xml", "xl/book.xml"), "is no Word file"),
    "no zip": ("a.docx", b"words", "is no Word file"),
    "empty, in Word": ("a.docx", b"", "is no Word file"),
    "Word without text": ("a.docx", empty_docx(), "has no text: what it shows may be pictures"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_file_that_cannot_be_used_is_one_clear_line(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    name, data, message = WRONG[kind]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InvalidValue) as raised:
        read_document(path, OWN)
    assert str(raised.value).startswith(f"{path} {message}")
    assert "\n" not in str(raised.value)
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []  # pypdf's own remarks are in the line, not beside it


def test_a_pdf_of_which_a_page_would_be_lost_is_refused(tmp_path: Path) -> None:
    """Whatever byte is another one: as many pages are there, or the file is refused."""
    random, path, whole = Random(9), tmp_path / "flipped.pdf", read_pages(REPORT)
    refused = 0
    for _ in range(60):
        at = random.randrange(len(WHOLE))
        path.write_bytes(
            WHOLE[:at] + bytes([WHOLE[at] ^ 1 << random.randrange(7)]) + WHOLE[at + 1 :]
        )
        try:
            pages = read_pages(path)
        except InvalidValue:
            refused += 1
        else:
            assert len(pages) == len(whole)
    assert refused > 10


def test_a_word_file_keeps_its_tables_in_order() -> None:
    document = read_document(DOCUMENTS / "rates-hearth-2026.docx", OWN)
    source = (FOLDER / "rates-hearth-2026.md").read_text("utf-8")
    first = next(line for line in source.split("\n") if line.startswith("|"))
    assert " | ".join(cell.strip() for cell in first.strip("|").split("|")) in document.text
    assert document.metadata["extractor"] == "python-docx 1.2.0"
    assert "pages" not in document.metadata


# --- the documents of the course ---


def test_the_printed_report_says_what_its_source_says() -> None:
    source = (FOLDER / "audit-2026.txt").read_text("utf-8")
    for extractor in ("pypdf", "pdfminer"):
        document = document_of_pages(*load_pages(extractor), OWN)
        assert document.text.split() == source.split()


def test_what_is_stored_of_the_report_is_what_is_read_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = load_pages()
    monkeypatch.setattr("course_lib.samples.find_spec", lambda name: None)
    assert load_pages() == read
    stored = json.loads((DOCUMENTS / "audit-2026.pypdf.json").read_bytes())
    assert (stored["pages"], stored["extractor"]) == read


def test_the_report_and_the_web_page_are_made_by_the_script() -> None:
    script = runpy.run_path(str(ROOT / "scripts/make_documents.py"))
    made = dict(script["files"]())
    assert made.keys() == {p.name for p in DOCUMENTS.iterdir() if p.suffix != ".json"}
    for name, data in made.items():
        assert data == (DOCUMENTS / name).read_bytes(), name


@pytest.fixture
def without_pypdf(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def refuse(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] in ("pypdf", "docx"):
            raise ImportError(name)
        return usual(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)


@pytest.mark.usefixtures("without_pypdf")
def test_without_its_reader_a_file_is_refused_with_what_to_do() -> None:
    with pytest.raises(InvalidValue, match=r"is read with pypdf, .* not installed: pip install"):
        read_document(REPORT, OWN)
    with pytest.raises(InvalidValue, match=r"is read with python-docx, which is not installed"):
        read_document(DOCUMENTS / "rates-hearth-2026.docx", OWN)


def test_labels_are_given_as_for_a_text_of_ones_own() -> None:
    own = read_document(REPORT)
    assert (own.source_id, own.scope, own.acl_roles) == (REPORT.name, OWN.scope, OWN.acl_roles)
    named = read_document(REPORT, source_id="audit/2026", doc_type="report")
    assert (named.source_id, named.doc_type, named.text) == ("audit/2026", "report", own.text)
    with pytest.raises(InvalidType, match="give guardrails or doc_type, not both"):
        read_document(REPORT, OWN, doc_type="report")


# --- the commands, the store and a citation ---


def printed_by_the_notebook() -> list[str]:
    """What each cell of notebook 09 prints, apart from its check."""
    cells = nbformat.read(ROOT / "notebooks/09_real_documents.ipynb", as_version=4).cells
    names: dict[str, Any] = {}
    printed = []
    for cell in cells:
        if cell.cell_type == "code" and "check(" not in cell.source:
            with redirect_stdout(StringIO()) as out:
                exec(cell.source, names)
            printed.append(out.getvalue())
    return printed


def test_notebook_09_prints_the_same_with_and_without_pypdf(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    with_pypdf = printed_by_the_notebook()
    monkeypatch.setattr("course_lib.samples.find_spec", lambda name: None)
    request.getfixturevalue("without_pypdf")
    assert printed_by_the_notebook() == with_pypdf
    assert sum(map(bool, with_pypdf)) >= 7


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: exit status, stdout, stderr."""

    def command(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "texts"
    made.mkdir()
    (made / "audit.pdf").write_bytes(WHOLE)
    (made / "note.txt").write_text("A note of one line.\n", "utf-8")
    return made


def test_a_pdf_is_cut_indexed_found_and_cited_with_its_pages(folder: Path, run: Run) -> None:
    asked = "one, the longest being ten days, and the system withdraws it without asking anyone"
    status, out, err = run("chunk", "--doc", folder / "audit.pdf", "--answer", asked)
    assert (status, "pp. 2–3" in out) == (0, True)
    assert err.splitlines() == [
        "left out as headers and footers: Marrow & Quill Mutual — confidential | Page 1 of 3 | "
        "Page 2 of 3 | Page 3 of 3",
        "the answer was found with other white space, hyphens or marks",
    ]
    db = folder.parent / "store.db"
    labels = ("--tenant", "own", "--environment", "texts", "--roles", "reader")
    status, out, err = run("index", folder, "--db", db, *labels)
    assert (status, out.partition(" inserted")[0]) == (0, "2")
    reader = Identity("me", Scope("own", "texts"), frozenset({"reader"}))
    with ChunkStore(db) as store:
        hit = store.search("withdraws it without asking anyone", reader, k=1)[0]
        document = store.document("audit.pdf", reader)
    assert pages_beside(hit.chunk, hit.chunk.span) == PageMap.of(document).words(hit.chunk.span)
    assert Citation.parse(str(hit.citation)).verify(document).status == "verified"


def test_a_pdf_is_measured_with_a_quote_that_is_found_loosely(folder: Path, run: Run) -> None:
    questions = folder.parent / "questions.jsonl"
    asked = {"source": "audit.pdf", "question": "Who withdraws a second role?"}
    quote = "and the system withdraws it without asking anyone."
    questions.write_text(json.dumps({**asked, "evidence": quote}), "utf-8")
    status, out, err = run(
        "measure", "--folder", folder, "--questions", questions, "--budget", 1600, "--size", 400
    )
    assert status == 0
    assert "1 questions with 1 pieces of evidence" in out
    assert "evidence found with other white space, hyphens or marks: line 1" in err


@pytest.mark.usefixtures("without_pypdf")
def test_without_pypdf_the_rest_of_a_folder_is_indexed_and_the_pdf_named(
    folder: Path, run: Run
) -> None:
    labels = ("--tenant", "own", "--environment", "texts", "--roles", "reader")
    status, out, err = run("index", folder, "--db", folder.parent / "store.db", *labels)
    assert (status, out.partition(" inserted")[0]) == (1, "1")
    assert "audit.pdf is read with pypdf, which is not installed" in err


def test_the_page_where_a_chunk_starts_is_not_the_page_of_the_answer() -> None:
    document = document_of_pages(*load_pages(), OWN)
    start = document.text.index("without asking anyone")
    (chunk,) = [
        chunk
        for chunk in ParagraphChunker(400).split(document)
        if chunk.char_start <= start < chunk.char_end
    ]
    assert PageMap.of(chunk).words((start, start + 8)) == "p. 3"
    assert PageMap.of(chunk).pages_of(chunk.span)[0] == 2
