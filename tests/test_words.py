"""One word for one thing, in the notebooks, the exercises, the pages and the code's own prose."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(
    path
    for folder in ("notebooks", "exercises", "exercises/solutions", "docs")
    for path in (ROOT / folder).glob("*.ipynb")
)
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "samples/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
CODE = [
    path
    for folder in ("course_lib", "exercises", "scripts", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
]

# What is not said, and what is said in its place.
NOT_SAID = {
    r"papers?": "document, or source",
    r"open questions?": "visible questions",
    r"unbroken (answer|evidence)": "whole",
    r"split evidence": "torn",
    r"mend(s|ed|ing)?": "repair, or correct",
    r"(goes|go|going) on with": "continue",
    r"(?<!vowel )(?<!warning )signs?": "character, or mark",
    r"(even|unix)[ _]line[ _]ends": "normalize_newlines",
    r"trials?": "probe",
}
# A window is what a model reads; that of the plain chunker is called plain where a passage begins.
WINDOW = re.compile(r"(?<!_)\b(?<!line ends of )windows?\b(?!_)", re.I)
QUALIFIED = re.compile(r"\bplain\W+$", re.I)
NAME_OF_NOTEBOOK = re.compile(r"\[\d\d · [^]]+\]\([^)]+\)")
OF_A_MODEL = re.compile(r"\bmodel\b")


def wrong_words(text: str) -> list[str]:
    """What a text says that is said in another word here.

    >>> wrong_words("The papers were mended.")
    ['papers: say document, or source', 'mended: say repair, or correct']
    """
    return [
        f"{found[0]}: say {right}"
        for wrong, right in NOT_SAID.items()
        for found in re.finditer(rf"(?<![\w-]){wrong}(?!\w)", text, re.I)
    ]


def is_qualified(passage: str) -> bool:
    """Whether the first window of a passage says whose it is.

    >>> is_qualified("The plain window tears it; the window is blind."), is_qualified("A window.")
    (True, False)
    """
    passage = NAME_OF_NOTEBOOK.sub("", passage)
    first = WINDOW.search(passage)
    return (
        first is None
        or bool(QUALIFIED.search(passage[: first.start()]))
        or bool(OF_A_MODEL.search(passage))
    )


def cells(path: Path) -> Iterator[str]:
    """What a notebook says: its text, its code, and what that prints."""
    for cell in nbformat.read(path, as_version=4).cells:
        yield cell.source
        for output in cell.get("outputs", []):
            yield output.get("text", "")


def code_prose(path: Path) -> str:
    """The names, strings and comments of a file."""
    wanted = (tokenize.NAME, tokenize.STRING, tokenize.COMMENT)
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
    said = "\n".join(token.string for token in tokens if token.type in wanted)
    return said.replace("_", " ")  # so that sign_of is a sign


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_notebook_has_one_word_for_one_thing(path: Path) -> None:
    assert wrong_words("\n".join(cells(path))) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_page_has_one_word_for_one_thing(path: Path) -> None:
    assert wrong_words(path.read_text("utf-8")) == []


def test_the_code_has_one_word_for_one_thing() -> None:
    assert len(CODE) > 100
    found = {str(path.relative_to(ROOT)): wrong_words(code_prose(path)) for path in CODE}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_passage_that_speaks_of_windows_says_whose(path: Path) -> None:
    passages = [
        cell.source
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "markdown"
    ]
    assert [passage for passage in passages if not is_qualified(passage)] == []
