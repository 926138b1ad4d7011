"""Pages become one text: nothing but furniture is lost, and the way back to them is right."""

from __future__ import annotations

import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import Document, InvalidType, InvalidValue, NaiveChunker
from course_lib.conversion import document_of_pages
from course_lib.guardrails import OWN
from course_lib.pages import (
    MOST_FURNITURE,
    PageMap,
    find_bodies,
    find_furniture,
    join_pages,
    pages_beside,
    strip_furniture,
)

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii")
WORDS = ("roof", "pipes", "1,840", "crowns", "premium", "Café", "🌊", "of", "the", "surveyor", "II")
any_pages = st.lists(st.text(st.sampled_from("ab1 \n\f\rß🌊"), max_size=40), min_size=1, max_size=8)

# What stands above and below on page `at` of `count`, as programs print it.
KINDS = {
    "a header": (lambda at, count: ["Marrow & Quill Mutual"], lambda at, count: []),
    "a number": (lambda at, count: [], lambda at, count: [str(at)]),
    "a number that begins with 17": (lambda at, count: [], lambda at, count: [f"- {at + 16} -"]),
    "a number above": (lambda at, count: [f"Page {at} of {count}"], lambda at, count: []),
    "both": (lambda at, count: ["REPORT 2026/3"], lambda at, count: [f"Page {at} of {count}"]),
    "both, and all above": (
        lambda at, count: ["Report — confidential", f"Page {at} of {count}"],
        lambda at, count: [],
    ),
    "numbers between ideographs": (
        lambda at, count: [],
        lambda at, count: [f"第{at}頁" if count < 9 else f"{at}쪽"],
    ),
    "Roman numbers": (lambda at, count: ["Preface"], lambda at, count: [ROMAN[at - 1]]),
    "large Roman numbers": (lambda at, count: [], lambda at, count: [ROMAN[at - 1].upper()]),
    "left and right": (
        lambda at, count: [f"{at}  The guide"] if at % 2 == 0 else [f"Water damage  {at}"],
        lambda at, count: [],
    ),
    "none on the first page": (
        lambda at, count: ["Wording Hearth"] if at > 1 else [],
        lambda at, count: [str(at)] if at > 1 else [],
    ),
    "three lines below": (
        lambda at, count: [],
        lambda at, count: ["Marrow & Quill", "Registered in Otterby, no. 4711", f"p. {at}"],
    ),
    "chapters of three pages": (
        lambda at, count: [f"Chapter {'ABCDEF'[(at - 1) // 3]}"],
        lambda at, count: [str(at)],
    ),
    "other spaces": (
        lambda at, count: ["A  report" if at % 2 else "A report "],
        lambda at, count: [f"\t{at}"],
    ),
}


def body_of(random: Random, number: int) -> list[str]:
    """Lines of a page of which none is like another."""
    lines = []
    for line in range(random.randint(3, 14)):
        words = [random.choice(WORDS) for _ in range(random.randint(1, 9))]
        mark = "".join(random.choices(string.ascii_lowercase, k=6))
        lines.append(" ".join([*words, f"{mark}{number}.{line}"]))
    return lines


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [6, 12])
def test_furniture_of_every_kind_goes_and_nothing_else(kind: str, count: int) -> None:
    above, below = KINDS[kind]
    random = Random(f"{kind} {count}")
    bodies = [body_of(random, at) for at in range(1, count + 1)]
    pages = [
        "\n".join([*above(at, count), *body, *below(at, count)])
        for at, body in enumerate(bodies, 1)
    ]
    kept = strip_furniture(pages)
    assert [page.rstrip("\n").split("\n") for page in kept] == bodies
    edges = [line for at in range(1, count + 1) for line in [*above(at, count), *below(at, count)]]
    assert set(find_furniture(pages)) == {" ".join(line.split()) for line in edges} - {""}


def test_text_that_counts_its_pages_in_every_line_is_no_furniture() -> None:
    pages = [
        "\n".join(
            ["Head", *(f"Body line {i} of page {at} is long" for i in range(9)), f"{at} of 5"]
        )
        for at in range(1, 6)
    ]
    for at, page in enumerate(strip_furniture(pages), 1):
        assert page == "".join(f"Body line {i} of page {at} is long\n" for i in range(9))


@pytest.mark.parametrize(
    "pages",
    [
        ["Limit 500.\nOne."],
        ["Limit 500.\nOne.", "Limit 600.\nTwo."],
        ["2019 1,840\nOne.", "2020 2,392\nTwo.", "2021 2,116\nThree."],
        ["Limit 500.\nA", "b\nB", "Limit 500.\nC", "d\nD", "e\nE"],
        ["All alike.\nTwo lines."] * 5,
        ["\n".join(f"line {letter}" for letter in string.ascii_letters)] * 4,
        ["Fire.\n1", "Flood.\n1,200", "Theft.\n7"],
        ["", " ", "Only here."],
        [f"{'1 2 3 4 ' * 100_000}{letter}\nmore {letter}{letter}" for letter in "abcd"],
        [f"{'roof ' * 70}\n{letter}" for letter in "abcd"],
    ],
)
def test_what_is_no_furniture_stays(pages: list[str]) -> None:
    assert [page for page in strip_furniture(pages) if page.strip()] == [
        page for page in pages if page.strip()
    ]


def test_a_page_with_nothing_but_furniture_keeps_its_number() -> None:
    text, pages = join_pages(strip_furniture(["Head\none\n1", "Head\n2", "Head\nthree\n3"]))
    assert text == "one\nthree\n"
    assert pages.span_of(2) == (4, 4)
    assert pages.pages_of((4, 6)) == (3, 3)
    assert pages.words((0, 6)) == "pp. 1–3"


@given(any_pages)
def test_what_is_left_of_a_page_is_a_slice_of_it_and_what_goes_is_whole_lines(
    pages: list[str],
) -> None:
    for page, (start, end) in zip(pages, find_bodies(pages), strict=True):
        assert 0 <= start <= end <= len(page)
        if start < end:
            assert start == 0 or page[start - 1] == "\n"
            assert end == len(page) or page[end - 1] == "\n"
            above = [line for line in page[:start].split("\n") if line.strip()]
            below = [line for line in page[end:].split("\n") if line.strip()]
            assert max(len(above), len(below)) <= MOST_FURNITURE


@given(any_pages)
def test_the_page_map_leads_back_to_every_character(pages: list[str]) -> None:
    text, found = join_pages(pages)
    written = PageMap(tuple(map(int, str(found).split())))
    assert written == found
    assert found.length == len(text)
    for number, page in enumerate(pages, 1):
        start, end = found.span_of(number)
        assert text[start:end] in (page, f"{page}\n")
        for at in range(start, end):
            assert found.pages_of((at, at + 1)) == (number, number)


@given(any_pages.filter(lambda pages: any(pages)), st.data())
def test_the_pages_of_a_span_are_those_of_its_first_and_last_character(
    pages: list[str], data: st.DataObject
) -> None:
    text, found = join_pages(pages)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    touched = [
        page
        for page in range(1, len(pages) + 1)
        if max(start, found.span_of(page)[0]) < min(end, found.span_of(page)[1])
    ]
    assert found.pages_of((start, end)) == (touched[0], touched[-1])


@given(any_pages.filter(lambda pages: any(map(str.strip, pages))))
def test_chunks_of_joined_pages_know_their_pages(pages: list[str]) -> None:
    document = document_of_pages(pages, "by hand 1", OWN)
    assert document.metadata["extractor"] == "by hand 1"
    found = PageMap.of(document)
    for chunk in NaiveChunker(7, 0).split(document):
        assert pages_beside(chunk, chunk.span) == found.words(chunk.span)


@pytest.mark.parametrize(
    ("span", "kind"),
    [
        ((0, 0), InvalidValue),
        ((-1, 2), InvalidValue),
        ((0, 24), InvalidValue),
        ((0, "1"), InvalidType),
    ],
)
def test_a_span_outside_of_the_pages_is_refused(span: tuple[int, int], kind: type) -> None:
    with pytest.raises(kind, match="span"):
        PageMap((0, 12, 23)).pages_of(span)


@pytest.mark.parametrize("written", ["", "0", "1 2", "0 3 2", "0 x", "0  3", "0 3.5", "-1 3"])
def test_a_page_map_that_is_none_is_refused_with_its_source(written: str) -> None:
    document = Document("abc", OWN.revised(metadata={"pages": written}))
    with pytest.raises(InvalidValue, match="page map"):
        PageMap.of(document)


def test_a_page_map_of_another_text_is_refused() -> None:
    document = document_of_pages(["one", "two"], "by hand", OWN)
    with pytest.raises(
        InvalidValue, match=r"has 9 characters and a page map of 8: its text was ch"
    ):
        PageMap.of(document.revised(document.text + "!"))
    with pytest.raises(InvalidValue, match="has no page map: it was not read from pages"):
        PageMap.of(Document.of_text("abc"))
    assert pages_beside(Document.of_text("abc"), (0, 3)) == ""
    with pytest.raises(InvalidValue, match="there is no page 3: the text has 2"):
        PageMap.of(document).span_of(3)
    with pytest.raises(InvalidValue, match="there is no page to join"):
        join_pages([])
