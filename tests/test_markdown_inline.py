"""Inline units of Markdown: found where the parser finds them, and never torn when they fit."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from course_lib.chunkers import MarkdownChunker
from course_lib.chunkers.markdown_inline import NOWHERE, find_inline_units

WORDS = "It was renewed in the month of May by two men of the town. "
UNITS = {
    "a link": "[the roof of the house](roof.md)",
    "a link with a title": '[the roof](<the roof.md> "a title of it")',
    "a link by its name": "[the roof of the house][a name]",
    "a link that is its own name": "[a name]",
    "a picture": "![the roof of the house](roof.png)",
    "a badge": "[![all tests pass](a.svg)](all/tests)",
    "a code span": "`pip install the thing`",
    "a code span with backticks": "``a ` b``",
    "emphasis": "*no slate is missing*",
    "strong emphasis": "__no slate is missing__",
    "both": "***no slate is missing***",
    "emphasis in emphasis": "*no slate **at all** is missing*",
    "an autolink": "<https://roof.example/a/b>",
    "a tag": '<a href="roof.md" title="a b">',
    "what stands between tags": "<kbd>Ctrl and C</kbd>",
    "a formula": "$x + y = z$",
    "a displayed formula": "$$a = b + c$$",
    "a formula in LaTeX": r"\(a + b\)",
    "a displayed formula in LaTeX": r"\[a + b\]",
    "sentences inside": "[One. Two! Three? Four.](roof.md)",
    "a link over two lines": "[the roof\nof the house](roof.md)",
}
NO_UNITS = {
    "prices": "It cost $5 and then $6, or $ 8 and 9 $.",
    "open marks": "a * b ** c d [e] (f) <g h",
    "escaped marks": r"\*a b\* and \`c d\`",
    "a name that is nowhere": "[no such name][at all]",
}


def units_of(text):
    return [text[start:end] for start, end in find(text)]


def find(text):
    return find_inline_units(text, 0, len(text), {"A NAME": NOWHERE})


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS.keys())
def test_a_unit_is_found_where_it_stands(unit):
    assert unit in units_of(f"Before {unit} and after.")


def test_what_a_picture_says_has_no_places_of_its_own():
    assert units_of("Before it ![a *b c* `d`](x.png) end") == ["![a *b c* `d`](x.png)"]


@pytest.mark.parametrize("text", NO_UNITS.values(), ids=NO_UNITS.keys())
def test_what_is_no_unit(text):
    assert units_of(text) == []


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS.keys())
@pytest.mark.parametrize("before", range(0, 45, 3))
@pytest.mark.parametrize("container", ["", "- ", "> ", "1. "])
def test_a_unit_that_fits_is_not_torn(unit, before, container):
    text = f"{container}{WORDS[:before]} {unit} {WORDS * 2}\n\n[a name]: /roof\n"
    size = len(unit) + 12
    at = text.index(unit)
    edges = {edge for start, end, _ in MarkdownChunker(size).spans(text) for edge in (start, end)}
    assert not edges & set(range(at + 1, at + len(unit)))


def test_a_unit_of_the_size_of_a_chunk_is_a_chunk():
    unit = UNITS["a link"]
    text = f"{WORDS}{unit} {WORDS}"
    found = [text[start:end] for start, end, _ in MarkdownChunker(len(unit)).spans(text)]
    assert unit in found


def test_a_unit_that_does_not_fit_is_cut_like_words():
    text = f"*{WORDS * 3}*"
    found = [text[start:end] for start, end, _ in MarkdownChunker(60).spans(text)]
    assert "".join("".join(found).split()) == "".join(text.split())
    assert max(map(len, found)) <= 60


def test_a_cell_keeps_its_link_when_the_row_is_cut():
    text = f"| a |\n|---|\n| some words of it [the roof of it](roof.md) {WORDS} |\n"
    found = [text[start:end] for start, end, _ in MarkdownChunker(40).spans(text)]
    assert any("[the roof of it](roof.md)" in piece for piece in found)


# --- the plain parser is the oracle of what there is ---

PIECES = ["a", " ", "b c", "*", "**", "_", "`", "``", "[", "](/x)", "![", "<b>", "</b>", "\\", "\n"]
inline_texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@given(text=inline_texts)
def test_as_many_links_pictures_and_spans_are_found_as_the_parser_finds(text):
    (inline,) = MarkdownIt("commonmark").parseInline(text)
    kinds = [token.type for token in inline.children or []]
    found = units_of(inline.content)
    assert sum(unit.startswith("`") for unit in found) >= kinds.count("code_inline")
    assert sum(unit.startswith("![") for unit in found) == kinds.count("image")
    links = [unit for unit in found if unit.startswith("[")]
    assert len(links) == kinds.count("link_open")
    marked = [unit for unit in found if unit[0] in "*_"]
    assert len(marked) == kinds.count("em_open") + kinds.count("strong_open")
    assert all(re.fullmatch(r"([*_]).*\1", unit, re.DOTALL) for unit in marked)


def test_what_is_struck_out_and_a_wiki_link_are_units():
    text = "Some ~~struck out words~~ and [[the roof page]] here, a ~~ b"
    assert [text[a:b] for a, b in find_inline_units(text, 0, len(text), {})] == [
        "~~struck out words~~",
        "[[the roof page]]",
    ]
