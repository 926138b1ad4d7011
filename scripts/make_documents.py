"""Make the real documents of notebook 09 out of the course's own texts: samples/documents.

A report becomes a PDF with headers and footers, rate tables become a Word file, a guide becomes a
web page. What two programs extract from the PDF is stored beside it, so that the notebook runs
where neither is installed. The same texts and the same versions give the same bytes. It needs what
the course does not:

    pip install reportlab python-docx pdfminer.six pypdf
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from markdown_it import MarkdownIt

from course_lib.pages import extractor_name, read_pages
from course_lib.samples import DOCUMENTS, FOLDER

REPORT, RATES, GUIDE = "audit-2026", "rates-hearth-2026", "guide-water-damage"
HEADER = "Marrow & Quill Mutual — confidential"
LONG_AGO = (2026, 1, 1, 0, 0, 0)  # for each file in the Word file, which is a zip
PAGE = """<!doctype html>
<html lang="en">
<head><title>{title}</title><script>const seen = 1;</script></head>
<body>
<nav><a href="/">Home</a> | <a href="/guides">Guides</a></nav>
<main>
{body}</main>
<footer>Marrow &amp; Quill Mutual · <a href="/privacy">Privacy</a></footer>
</body>
</html>
"""


def pdf_of(text: str) -> bytes:
    """Print paragraphs on pages of A5 with a header and a footer on each."""
    from reportlab.lib.pagesizes import A5
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    style = ParagraphStyle("body", fontName="Times-Roman", fontSize=12, leading=17, spaceAfter=9)

    def build(count: int) -> tuple[bytes, int]:
        def furnish(canvas, document) -> None:  # type: ignore[no-untyped-def]
            canvas.setFont("Helvetica", 8)
            canvas.drawString(60, A5[1] - 36, HEADER)
            canvas.drawRightString(A5[0] - 60, 30, f"Page {document.page} of {count}")

        out = BytesIO()
        made = SimpleDocTemplate(
            out, pagesize=A5, invariant=1, title="Internal audit 2026/3", leftMargin=60,
            rightMargin=60, topMargin=56, bottomMargin=52,
        )  # fmt: skip
        parts = [Paragraph(escape(part), style) for part in text.strip().split("\n\n")]
        made.build(parts, onFirstPage=furnish, onLaterPages=furnish)
        return out.getvalue(), made.page

    _, count = build(0)
    return build(count)[0]


def docx_of(markdown: str) -> bytes:
    """Write headings, paragraphs and tables of Markdown as a Word file."""
    import docx

    made = docx.Document()
    for block in markdown.strip().split("\n\n"):
        if block.startswith("#"):
            marks, _, words = block.partition(" ")
            made.add_heading(words, len(marks))
        elif block.startswith("|"):
            head, _, *rows = [
                [cell.strip() for cell in line.strip("|").split("|")] for line in block.split("\n")
            ]
            table = made.add_table(0, len(head))
            for row in (head, *rows):
                for cell, words in zip(table.add_row().cells, row, strict=True):
                    cell.text = words
        else:
            made.add_paragraph(" ".join(block.split("\n")))
    out = BytesIO()
    made.save(out)
    return dated(out.getvalue())


def dated(data: bytes) -> bytes:
    """Write a zip again, with one date for all of its files."""
    out = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for name in sorted(old.namelist()):
            new.writestr(ZipInfo(name, LONG_AGO), old.read(name), ZIP_DEFLATED)
    return out.getvalue()


def html_of(markdown: str) -> str:
    """Write Markdown as a web page with what a web page has around it."""
    title = markdown.partition("\n")[0].lstrip("# ")
    return PAGE.format(title=escape(title), body=MarkdownIt("commonmark").render(markdown))


def pages_by_pdfminer(path: Path) -> tuple[list[str], str]:
    """Return the text of each page as pdfminer.six extracts it, and its name and version."""
    from importlib.metadata import version

    from pdfminer.high_level import extract_text

    pages = extract_text(path).split("\f")[:-1]
    return pages, f"pdfminer.six {version('pdfminer.six')}"


def as_json(pages: list[str], extractor: str) -> str:
    """Return an extraction as it is stored."""
    return json.dumps({"extractor": extractor, "pages": pages}, ensure_ascii=False, indent=1) + "\n"


def files() -> Iterator[tuple[str, bytes]]:
    """Each file of the folder but the extractions: its name and its bytes."""
    texts = {
        path.stem: path.read_bytes().decode("utf-8") for path in FOLDER.iterdir() if path.suffix
    }
    yield f"{REPORT}.pdf", pdf_of(texts[REPORT])
    yield f"{RATES}.docx", docx_of(texts[RATES])
    yield f"{GUIDE}.html", html_of(texts[GUIDE]).encode()


def main() -> None:
    """Make all of it anew."""
    DOCUMENTS.mkdir(exist_ok=True)
    for name, data in files():
        (DOCUMENTS / name).write_bytes(data)
    report = DOCUMENTS / f"{REPORT}.pdf"
    stored = {
        "pypdf": (read_pages(report), extractor_name()),
        "pdfminer": pages_by_pdfminer(report),
    }
    for name, (pages, extractor) in stored.items():
        path = DOCUMENTS / f"{REPORT}.{name}.json"
        path.write_text(as_json(pages, extractor), "utf-8", newline="")
    for path in sorted(DOCUMENTS.iterdir()):
        print(f"{path.name:<28} {path.stat().st_size:>8,} bytes")


if __name__ == "__main__":
    main()
