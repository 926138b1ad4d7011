"""The Markdown chunker: sections, whole blocks, and what becomes of those that are too long."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_texts import fences, files, headings, markdown, plain_parser, trimmed
from test_invariants import check_growth, counted_patterns  # noqa: F401 (a fixture)
from texts import FAMILY, SIZES, texts

from course_lib.chunkers import MarkdownChunker
from course_lib.chunkers import markdown as module
from course_lib.chunkers.markdown_cuts import front_matter_end, normalize_newlines
from course_lib.chunkers.structure import context_length

FENCE = "```\na\n\nb\n```"
TABLE = "| k | v |\n|---|---|\n" + "".join(f"| k{n} | value {n} |\n" for n in range(8))


def spans(text, size):
    return MarkdownChunker(size).spans(text)


def pieces(text, size):
    """Each chunk's context and text, once it is sure that only white space lies between them."""
    found = spans(text, size)
    edges = [0, *(edge for start, end, _ in found for edge in (start, end)), len(text)]
    assert edges == sorted(edges)
    gaps = zip(edges[::2], edges[1::2], strict=True)
    assert [text[start:end] for start, end in gaps if text[start:end].strip()] == []
    return [(context, text[start:end]) for start, end, context in found]


def bare_pieces(text, size):
    return [piece for _, piece in pieces(text, size)]


# --- sections and their path ---

SECTIONS = {
    "a section is a chunk": (
        "# A\n\na\n\n## B\n\nb\n",
        [(("A",), "# A\n\na"), (("A", "B"), "## B\n\nb")],
    ),
    "text before the first heading": (
        "Intro.\n\n# A\na\n",
        [((), "Intro."), (("A",), "# A\na")],
    ),
    "no heading at all": ("One.\n\nTwo.\n", [((), "One.\n\nTwo.")]),
    "a path is made of titles, whatever characters they hold": (
        "# Desk\n\n## 24/7 > lines\n\n### Hours\nx\n",
        [(("Desk", "24/7 > lines", "Hours"), "# Desk\n\n## 24/7 > lines\n\n### Hours\nx")],
    ),
    "a path goes back up": (
        "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\ne\n",
        [
            (("A",), "# A\na"),
            (("A", "B"), "## B\nb"),
            (("A", "B", "C"), "### C\nc"),
            (("A", "D"), "## D\nd"),
            (("E",), "# E\ne"),
        ],
    ),
    "levels may be left out": (
        "### A\na\n# B\nb\n#### C\nc\n## D\nd\n",
        [
            (("A",), "### A\na"),
            (("B",), "# B\nb"),
            (("B", "C"), "#### C\nc"),
            (("B", "D"), "## D\nd"),
        ],
    ),
    "headings without text go with the next section": (
        "# A\n\n# B\n\n## C\n\nc\n",
        [(("B", "C"), "# A\n\n# B\n\n## C\n\nc")],
    ),
    "a heading at the end has nothing to go with": (
        "# A\na\n\n## B\n",
        [(("A",), "# A\na"), (("A", "B"), "## B")],
    ),
    "underlined headings": (
        "Title\n=====\n\nintro\n\nPart\nof it\n----\n\nbody\n",
        [
            (("Title",), "Title\n=====\n\nintro"),
            (("Title", "Part of it"), "Part\nof it\n----\n\nbody"),
        ],
    ),
    "a title without its markers": (
        "##\t`A` *b* ##  \nc\n",
        [(("`A` *b*",), "##\t`A` *b* ##  \nc")],
    ),
    "a tab after the marker stays": ("#\tTabbed\n\nbody\n", [(("Tabbed",), "#\tTabbed\n\nbody")]),
    "a marker in a fence heads nothing": (
        "# A\n\n```sh\n# no\n```\n\n~~~\n# no\n~~~\n\n## B\nb\n",
        [(("A",), "# A\n\n```sh\n# no\n```\n\n~~~\n# no\n~~~"), (("A", "B"), "## B\nb")],
    ),
    "nor in a longer fence": (
        "# A\n\n````md\n```\n# no\n```\n`````\n\n## B\nb\n",
        [(("A",), "# A\n\n````md\n```\n# no\n```\n`````"), (("A", "B"), "## B\nb")],
    ),
    "nor in a fence of an item": (
        "# A\n1. a\n   ~~~\n   # no\n   ~~~ruby\n   # no\n   ~~~\n",
        [(("A",), "# A\n1. a\n   ~~~\n   # no\n   ~~~ruby\n   # no\n   ~~~")],
    ),
    "nor in a comment": (
        "# A\n<!--\n\n# no\n\n-->\na\n",
        [(("A",), "# A\n<!--\n\n# no\n\n-->\na")],
    ),
    "nor in an item or a quote, which it is part of": (
        "# A\n- # b\n  c\n\n> # d\n> e\n",
        [(("A",), "# A\n- # b\n  c\n\n> # d\n> e")],
    ),
    "a link definition heads nothing": (
        "[a]: /b\n===\n\n[c]: /d\nE\n===\n",
        [((), "[a]: /b\n===\n\n[c]: /d"), (("E",), "E\n===")],
    ),
    "an open fence runs to the end": (
        "# A\n\n```py\n# no\nx = 1\n",
        [(("A",), "# A\n\n```py\n# no\nx = 1")],
    ),
    "a heading behind a byte order mark": (
        "\ufeff# A\n\na\n\n## B\nb\n",
        [(("A",), "\ufeff# A\n\na"), (("A", "B"), "## B\nb")],
    ),
    "front matter is no heading": (
        "---\ntitle: A\n---\n\n# B\nb\n",
        [((), "---\ntitle: A\n---"), (("B",), "# B\nb")],
    ),
    "front matter behind a byte order mark": (
        "\ufeff---\ntitle: A\n# no\n---\n# B\nb\n",
        [((), "\ufeff---\ntitle: A\n# no\n---"), (("B",), "# B\nb")],
    ),
    "a byte order mark alone": ("\ufeff", [((), "\ufeff")]),
    "a byte order mark and white space": ("\ufeff \n\n", [((), "\ufeff")]),
    "tabs and hard spaces stay": (
        "# A\n\n```make\nall:\n\tcc\u00a0x\n```\n",
        [(("A",), "# A\n\n```make\nall:\n\tcc\u00a0x\n```")],
    ),
    "the indent of code stays": (
        "    a\n      b\n\n# C\n",
        [((), "    a\n      b"), (("C",), "# C")],
    ),
    "CRLF": (
        "# A\r\n\r\na\r\n\r\nB\r\n---\r\nb\r\n",
        [(("A",), "# A\r\n\r\na"), (("A", "B"), "B\r\n---\r\nb")],
    ),
    "lone CR": ("# A\ra\r## B\rb\r", [(("A",), "# A\ra"), (("A", "B"), "## B\rb")]),
    "equal sections": (
        "# A\n\nFee.\n\n# A\n\nFee.\n",
        [(("A",), "# A\n\nFee."), (("A",), "# A\n\nFee.")],
    ),
    "nothing": ("", []),
    "spaces": (" \n\t\n \u00a0\n", []),
}


@pytest.mark.parametrize(("text", "expected"), SECTIONS.values(), ids=SECTIONS.keys())
def test_sections(text, expected):
    assert pieces(text, 1_000) == expected


# --- what is too long ---

PACKED = {
    "whole blocks fill a chunk": (
        "# A\n\none\n\n- two\n\nthree\n\n> four\n",
        18,
        ["# A\n\none\n\n- two", "three\n\n> four"],
    ),
    "paragraphs are not torn": (
        "aaa bbb\n\nccc ddd\n\neee fff\n",
        12,
        ["aaa bbb", "ccc ddd", "eee fff"],
    ),
    "paragraphs that fit stay together": ("aaa\n\nbbb\n\nccc\n", 8, ["aaa\n\nbbb", "ccc"]),
    "a heading goes with its text": (
        "a\n\n# B\n\nbbbb bbbb bbbb\n",
        14,
        ["a", "# B\n\nbbbb bbbb", "bbbb"],
    ),
    "a heading goes with part of its text": (
        "# Heading\n\nword word word. word word\n",
        26,
        ["# Heading\n\nword word word.", "word word"],
    ),
    "a heading goes with part of a word": (
        "# A\n\n" + "x" * 20,
        15,
        ["# A\n\n" + "x" * 10, "x" * 10],
    ),
    "a heading goes with the first items": (
        "# A\n\n- aaa\n- bbb\n- ccc\n",
        15,
        ["# A\n\n- aaa", "- bbb\n- ccc"],
    ),
    "a fence that fits is not torn": ("a\n\n" + FENCE + "\n\nb\n", 13, ["a", FENCE, "b"]),
    "not even from its heading": ("# A\n\n" + FENCE + "\n", 13, ["# A", FENCE]),
    "of two headings the second stays": (
        "# A\n\n## B\n\n" + FENCE + "\n",
        19,
        ["# A", "## B\n\n" + FENCE],
    ),
    "not in an item": (
        "- a\n  ```\n  b\n\n  c\n  ```\n- d\n",
        22,
        ["- a", "  ```\n  b\n\n  c\n  ```", "- d"],
    ),
    "not on an item's line": ("- ```\n  b\n  ```\n- c\n", 15, ["- ```\n  b\n  ```", "- c"]),
    "not when its indent is too much": ("   ```\n   a\n   ```\n", 15, ["```\n   a\n   ```"]),
    "a fence that does not fit is cut at blank lines": (
        "```\none\ntwo\n\nthree\nfour\n```\n",
        16,
        ["```\none\ntwo", "three\nfour\n```"],
    ),
    "or else between its lines": (
        "```\n  one\n  two\n  three\n```\n",
        15,
        ["```\n  one\n  two", "  three\n```"],
    ),
    "or inside a line": ("```\none two three\n```\n", 9, ["```\none", "two", "three\n```"]),
    "code keeps its indent": (
        "# A\n\n    one\n      two\n    three\n",
        20,
        ["# A\n\n    one", "      two\n    three"],
    ),
    "an indent longer than a chunk is left out": ("a\n\n" + " " * 30 + "b c\n", 10, ["a", "b c"]),
    "items": (
        "- one\n- two\n  more\n- three\n",
        19,
        ["- one\n- two\n  more", "- three"],
    ),
    "items with numbers": ("1. one\n2. two\n3. three\n", 14, ["1. one\n2. two", "3. three"]),
    "an item goes with items inside it": (
        "- one\n  - aa\n  - bb\n  - cc\n- two\n",
        19,
        ["- one\n  - aa\n  - bb", "  - cc\n- two"],
    ),
    "blocks of an item": (
        "- one one\n\n  two two\n- three\n",
        13,
        ["- one one", "  two two", "- three"],
    ),
    "a heading in an item goes with the item's text": (
        "- one one\n- # A\n\n  bbb bbb\n- # C\n- d\n",
        16,
        ["- one one", "- # A\n\n  bbb bbb", "- # C\n- d"],
    ),
    "an item that is too long": ("- aaa bbb ccc\n- d\n", 9, ["- aaa bbb", "ccc\n- d"]),
    "blocks of a quote": (
        "> one\n>\n> - two\n> - three\n",
        17,
        ["> one\n>\n> - two", "> - three"],
    ),
    "HTML between its lines": (
        "<div>\n<p>one</p>\n<p>two</p>\n</div>\n",
        17,
        ["<div>\n<p>one</p>", "<p>two</p>\n</div>"],
    ),
    "front matter between its lines": (
        "---\na: 1\nb: 2\nc: 3\n---\n",
        14,
        ["---\na: 1\nb: 2", "c: 3\n---"],
    ),
    "a heading that is too long": ("# one two three\ntext\n", 9, ["# one two", "three\ntex", "t"]),
    "many headings": ("# A\n" * 5, 8, ["# A\n# A"] * 2 + ["# A"]),
    "CRLF": (
        "# A\r\n\r\none\r\n\r\n- two\r\n- three\r\n",
        13,
        ["# A\r\n\r\none", "- two", "- three"],
    ),
    "lone CR": ("- one\r- two\r- three\r", 11, ["- one\r- two", "- three"]),
    "families": (f"# A\n\n{FAMILY}{FAMILY}\n", 11, [f"# A\n\n{FAMILY}", FAMILY]),
    "a family that the heading leaves no room for": (f"# A\n\n{FAMILY}\n", 6, ["# A", FAMILY]),
    "a family that the indent leaves no room for": (f"    {FAMILY}\n", 5, [FAMILY]),
    "a mark keeps the blank that it is on": ("a \u0301", 2, ["a", " \u0301"]),
    "an endless line": ("# A\n\n" + "x" * 40, 20, ["# A\n\n" + "x" * 15, "x" * 20, "x" * 5]),
    "a byte order mark before a fence": ("\ufeff" + FENCE, 12, ["\ufeff", FENCE]),
}


@pytest.mark.parametrize(("text", "size", "expected"), PACKED.values(), ids=PACKED.keys())
def test_what_is_too_long(text, size, expected):
    assert bare_pieces(text, size) == expected


def test_later_rows_of_a_table_have_the_header_row_beside_them():
    found = pieces("# T\n\n" + TABLE + "\nEnd.\n", 60)
    rows = TABLE.splitlines()
    assert found == [
        (("T",), "# T\n\n" + "\n".join(rows[:4])),
        (("T", rows[0]), "\n".join(rows[4:7])),
        (("T", rows[0]), "\n".join(rows[7:10]) + "\n\nEnd."),
    ]


def test_a_table_that_fits_needs_no_header_beside_it():
    assert {context for context, _ in pieces("a\n\n" + TABLE, len(TABLE))} == {()}


def test_a_row_that_is_too_long_keeps_the_header_row():
    text = "| a |\n|---|\n| b |\n| one two three |\n"
    assert pieces(text, 17)[1:] == [
        (("| a |",), "| one two three |"),
    ]
    assert pieces(text, 9)[2:] == [
        (("| a |",), "| b |"),
        (("| a |",), "| one two"),
        (("| a |",), "three |"),
    ]


def test_a_header_goes_with_part_of_a_first_row_that_is_too_long():
    text = "| a |\n|---|\n| one two three four |\n"
    assert pieces(text, 20) == [((), "| a |\n|---|\n| one"), (("| a |",), "two three four |")]


def test_a_table_in_an_item_is_cut_between_its_rows():
    text = "- a\n\n  | k | v |\n  |---|---|\n  | 1 | 2 |\n  | 3 | 4 |\n"
    assert pieces(text, 36)[1:] == [
        ((), "  | k | v |\n  |---|---|\n  | 1 | 2 |"),
        (("| k | v |",), "  | 3 | 4 |"),
    ]


def test_a_run_of_headings_has_the_path_of_its_last_one():
    text = "".join(f"# H{number}\n" for number in range(1, 8)) + "text\n"
    assert [context for context, _ in pieces(text, 9)] == [("H2",), ("H4",), ("H6",), ("H7",)]


# --- a list and what leads in to it ---

MARKERS = ["- ", "* ", "+ ", "1. ", "1) ", "-   "]


@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("blank", ["\n", ""], ids=["loose", "tight"])
def test_the_line_before_a_list_goes_with_its_first_item(marker, blank):
    lead, items = f"Gives you:\n{blank}", [f"{marker}{word} item here\n" for word in "abc"]
    text = "One.\n\n" + lead + "".join(items)
    found = bare_pieces(text, len(lead + items[0]) + 4)
    assert found == ["One.", (lead + items[0]).strip(), "".join(items[1:]).strip()]


@pytest.mark.parametrize("marker", MARKERS)
def test_but_not_if_they_do_not_fit(marker):
    lead, items = "Gives you:\n\n", [f"{marker}{word} item here\n" for word in "abc"]
    found = bare_pieces(lead + "".join(items), len("".join(items)) - 1)
    assert found == [(lead + items[0] + items[1]).strip(), items[2].strip()]
    assert bare_pieces(lead + items[0] * 2, len(lead + items[0]) - 2)[0] == "Gives you:"


@pytest.mark.parametrize(
    ("outer", "inner", "margin"),
    [("- ", "- ", "  "), ("1. ", "* ", "   "), ("+ ", "1) ", "  "), ("> ", "- ", "> ")],
)
def test_nor_is_it_otherwise_in_an_item_or_a_quote(outer, inner, margin):
    lead = f"{outer}Gives you:\n"
    items = [f"{margin}{inner}{word} item here\n" for word in "abc"]
    found = bare_pieces("One.\n\n" + lead + "".join(items), len(lead + items[0]) + 4)
    assert found == ["One.", (lead + items[0]).strip(), "".join(items[1:]).rstrip()]


def test_a_list_after_anything_else_stays_whole_if_it_can():
    text = "```\none\n```\n\n- two\n- three\n"
    assert bare_pieces(text, 19) == ["```\none\n```", "- two\n- three"]


# --- what announces goes with what it announces ---

ANNOUNCED = {
    "a line that ends with a colon, and code": ("Run this:", "```sh\na\n\nb\n```"),
    "or indented code": ("Run this:", "    a\n\n    b"),
    "or a quote": ("She wrote:", "> no slate\n> is missing"),
    "or a table's first row": ("The sums:", "| a |\n|---|\n| b |"),
    "or HTML": ("It says:", "<p>\nslate\n</p>"),
    "a colon inside of emphasis": ("**Run this:**", "```sh\na\n\nb\n```"),
    "a wide colon": ("命令：", "```sh\na\n\nb\n```"),
    "a line in bold, and whatever follows": ("**Slates**", "They are old and grey."),
    "a caption before a table": ("Table 1. Sums", "| a |\n|---|\n| b |"),
    "or a picture": ("*Fig. 2: the roof*", "![the roof](roof.png)"),
    "or code, in any language": ("Código 3", "```sh\na\n\nb\n```"),
    "a table and the caption after it": ("| a |\n|---|\n| b |", "Table: Sums"),
    "a picture and the caption after it": ("![the roof](roof.png)", "Abb. 4: das Dach"),
    "a term and its definition": ("Slate", ":   A stone that splits into plates."),
    "a definition and the next one": (": A stone.", ": What lies on a roof."),
}


@pytest.mark.parametrize(("one", "other"), ANNOUNCED.values(), ids=ANNOUNCED.keys())
def test_what_announces_goes_with_what_it_announces(one, other):
    text = f"{'It was renewed in May. ' * 2}\n\n{one}\n\n{other}\n\nEnd of it all, and no more."
    together = f"{one}\n\n{other}"
    size = max(50, len(together))
    assert [piece for piece in bare_pieces(text, size) if together in piece], bare_pieces(
        text, size
    )


def test_what_does_not_fit_with_what_it_announces_stays_with_what_is_before():
    text = "Some words.\n\nRun this:\n\n" + FENCE + "\n"
    assert bare_pieces(text, 22) == ["Some words.\n\nRun this:", FENCE]


def test_a_paragraph_that_announces_nothing_goes_with_its_neighbour():
    text = "Some words.\n\nThey ran this.\n\n" + FENCE + "\n"
    assert bare_pieces(text, 28) == ["Some words.\n\nThey ran this.", FENCE]


# --- items in items carry their parents ---

NESTED_LIST = "- Cover\n  - Water\n" + "".join(f"    - cause {n} is old\n" for n in range(6))


def test_an_item_of_a_nested_list_has_its_parents_beside_it():
    found = pieces(f"# A\n\n{NESTED_LIST}  - Fire, too\n- Not covered\n", 60)
    causes = [
        "    - cause 1 is old\n    - cause 2 is old",
        "    - cause 3 is old\n    - cause 4 is old",
    ]
    assert found == [
        (("A",), "# A\n\n- Cover\n  - Water\n    - cause 0 is old"),
        *((("A", "Cover", "Water"), piece) for piece in causes),
        (("A", "Cover", "Water"), "    - cause 5 is old\n  - Fire, too\n- Not covered"),
    ]


@pytest.mark.parametrize("size", [25, 40, 60, 90])
def test_a_parent_is_never_alone(size):
    assert {"- Cover", "  - Water"}.isdisjoint(bare_pieces(NESTED_LIST, size))


def test_a_parent_is_its_first_paragraph_without_marker_and_box():
    text = "1. [x] *Roof* and\n   slate\n\n   More.\n\n   - old tile\n   - new tile\n"
    assert pieces(text, 28)[-1] == (("*Roof* and slate",), "   - new tile")


def test_an_item_in_an_item_on_one_line_has_no_parent_that_says_anything():
    assert [context for context, _ in pieces("- - one two\n  - three four\n", 14)] == [(), ()]


# --- a rule says nothing alone ---

RULES = {
    "before the first heading": ("---\n\n# One\n\ntext\n", 400, ["---\n\n# One\n\ntext"]),
    "between headings": ("# A\n\n***\n\n## B\n\nb\n", 400, ["# A\n\n***\n\n## B\n\nb"]),
    "before what is too long": ("---\n\none two three\n", 12, ["---\n\none two", "three"]),
    "after what just fits": ("one two. three\n\n---\n", 14, ["one two.", "three\n\n---"]),
    "after rows": ("|a|\n|-|\n|b|\n|c|\n\n* * *\n", 15, ["|a|\n|-|\n|b|", "|c|\n\n* * *"]),
    "a list's marker": ("1. Open the window.\n", 10, ["1. Open", "the", "window."]),
    "a rule alone": ("---\n", 400, ["---"]),
}


@pytest.mark.parametrize(("text", "size", "expected"), RULES.values(), ids=RULES.keys())
def test_no_chunk_is_a_rule_or_a_marker_alone(text, size, expected):
    assert bare_pieces(text, size) == expected


@given(text=markdown(), size=st.integers(30, 150))
def test_no_chunk_of_random_markdown_is_a_rule_alone(text, size):
    found = bare_pieces(f"Roof.\n\n{text}\n\nRoof.", size)
    assert [piece for piece in found if set(piece) <= set("-*_ \n\r\t")] == []


# --- the same chunks whatever finds the blocks, and however they are spelled ---


def assert_same_with_the_plain_parser(text, sizes):
    def found():
        return list(module._blocks(normalize_newlines(text), {})), [
            spans(text, size) for size in sizes
        ]

    ours = found()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_parser", plain_parser)
        plain = found()
    assert made_even(ours) == made_even(plain)


def made_even(found):
    """White space in titles says nothing."""
    blocks, chunks = found
    return [b._replace(title=" ".join(b.title.split())) for b in blocks], chunks


CORNERS = {
    "a lazy line far in heads nothing": "> a\n    # b\n",
    "nor is it an item": "> a\n    - b\n",
    "a lone dash is no delimiter row": ">|a|\n>  -\n",
    "code ends a table": "|a|\n|-|\n|b|\n    |c|\n",
    "a definition ends no text": "a\n[b]: /c\n",
    "a wide table": "| a | b \\| c |\n|:-|-:|\n| d |\n\n| a |\n|-|-|\n",
    "an underline belongs to its container": "> a\n===\n\n- b\n---\n\n> c\n> ===\n",
    "tabs": "-\ta\n\n\tb\n\n \t c\n>\t\td\n",
    "blanks at the end": "a\n\n  ",
    "a number ends a table": "a\n\n|b|\n|-|\n2. c\n",
    "a table ends a paragraph": "a\nb|c\n|-|-\n\nd\ne|f\n:-|-\n",
    "what looks like a delimiter row": "a\n|-|-\n:\nb\n = -\n",
    "a rule ends a list": "* a\n* * *\n* b\n",
    "neither a fence nor a quote is an item": "- a\n~~~\nb\n~~~\n- c\n> d\n- e\n",
}


@pytest.mark.parametrize("text", CORNERS.values(), ids=CORNERS.keys())
def test_corners_have_the_blocks_of_the_plain_parser(text):
    assert_same_with_the_plain_parser(text, range(1, 30))


@pytest.mark.parametrize(("lines", "is_definition"), [(98, True), (99, False), (5_000, False)])
def test_a_definition_is_not_read_without_end(lines, is_definition):
    text = "[a]: /b '\n" + "c\n" * lines + "'\n===\n"
    (chunk,) = MarkdownChunker(len(text)).spans(text)
    heading = () if is_definition else (" ".join(text.split("\n")[:-2]),)
    assert chunk == (0, len(text) - 1, MarkdownChunker(len(text)).bound(heading))


@pytest.mark.parametrize("name", files())
def test_files_have_the_chunks_of_the_plain_parser(name):
    assert_same_with_the_plain_parser(files()[name], [40, 200, 800])


def test_there_are_files_to_speak_of():
    tokens = [token.type for text in files().values() for token in plain_parser()(text)[0]]
    kinds = ["heading_open", "fence", "bullet_list_open", "table_open", "html_block", "definition"]
    assert len(files()) > 60
    assert min(tokens.count(kind) for kind in kinds) > 5


@given(text=markdown(), size=SIZES)
def test_random_markdown_has_the_chunks_of_the_plain_parser(text, size):
    assert_same_with_the_plain_parser(text, [size])


WORDS = st.sampled_from(["roof", "the pipe", "a\u0301b", "3.14 or so"])


@st.composite
def spellings(draw):
    """Two texts of one structure: spaces move, and no line gets longer or shorter."""
    pairs = []
    for kind in draw(st.lists(st.sampled_from(["text", "item", "number", "heading"]), max_size=14)):
        words = draw(WORDS)
        wide = draw(st.booleans())
        marker = {"text": "", "item": "- ", "number": "1. ", "heading": "# "}[kind]
        line = f"{marker}x  {words}"
        moved = f"{marker} x {words}" if wide else line
        ends = "\n\n" if kind == "text" else draw(st.sampled_from(["\n", "\n\n"]))
        pairs.append((line + ends, moved + ends))
    return "".join(line for line, _ in pairs), "".join(line for _, line in pairs)


@given(texts=spellings(), size=st.integers(60, 200))
def test_one_more_blank_after_a_marker_moves_no_cut(texts, size):
    one, other = (bare_pieces(text, size) for text in texts)
    assert ["".join(piece.split()) for piece in one] == ["".join(piece.split()) for piece in other]


def test_a_list_spelled_otherwise_is_cut_alike():
    text = "Gives you:\n\n- first item here\n- second item here\n- third item here\n"
    plain = bare_pieces(text, 40)
    assert plain == ["Gives you:\n\n- first item here", "- second item here\n- third item here"]
    assert bare_pieces(text.replace("- third", "-  third"), 40)[0] == plain[0]


# --- what the parser must not do ---


def test_what_is_nested_too_deep_swallows_nothing_that_follows():
    deep = "".join("  " * level + "- a\n" for level in range(100))
    quotes = "> " * 100 + "a\n"
    for text in (deep, quotes, "- " * 100 + "a\n", "1. > " * 50 + "a\n"):
        found = pieces("# A\n\n" + text + "\n# B\n\nb\n", 800)
        assert found[-1] == (("B",), "# B\n\nb")


def test_words_are_never_parsed(monkeypatch):
    from markdown_it.parser_inline import ParserInline

    monkeypatch.setattr(ParserInline, "parse", None)
    monkeypatch.setattr(ParserInline, "tokenize", None)
    assert len(pieces("# *A*\n\n[a](b) `c`\n\n| *d* |\n|---|\n| e |\n", 800)) == 1


def test_the_parser_is_not_imported_until_it_is_needed(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "markdown_it", None)
    module._parser.cache_clear()
    try:
        with pytest.raises(ImportError, match="markdown_it"):
            spans("# A\n", 800)
    finally:
        module._parser.cache_clear()


# --- front matter ---


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("---\ntitle: Roof\ntags: [a]\n---\n# A\n", "# A\n"),
        ("---\n# a note\ntitle: Roof\n...\nA\n", "A\n"),
        ("---\ntitle: Roof\n\n# b\n---", ""),
        ("---  \na:\n  - b\n---  \n\nC\n", "\nC\n"),
        ("---\n# layout: roof\n---\n# Two\n", "# Two\n"),
        ("---\na b:\n- c\n- d\n\n'e': >\n  f\n\n  g\nh:i: j\n---\nK\n", "K\n"),
    ],
)
def test_front_matter_ends_at_its_second_line_of_dashes(text, rest):
    assert text[front_matter_end(text, 0) :] == rest
    assert front_matter_end("x" + text, 1) == len("x" + text) - len(rest)


@pytest.mark.parametrize(
    "text",
    [
        *("---\n\na: b\n---\n", "---\nRoof\n---\n", "---\na: b\n", "a: b\n---\n", "---\n---\n", ""),
        "---\n# One\n\ntext one\n\n---\n\n# Two\n",
        "---\nNote: prose.\n\nMore prose.\n---\n",
        "---\na: b\n> c: d\n---\n",
        "---\n**Note**: bold\n---\n",
        "---\nsee http://roof.example\n---\n",
    ],
)
def test_what_is_no_front_matter(text):
    assert front_matter_end(text, 0) == 0


# --- promises of this chunker alone, over random Markdown; the others are in test_invariants ---

inputs = given(text=markdown() | st.tuples(markdown(), texts()).map("".join), size=SIZES)


@inputs
def test_only_blanks_lie_between_chunks(text, size):
    assert "".join("".join(bare_pieces(text, size)).split()) == "".join(text.split())
    assert all(before[1] <= after[0] for before, after in pairwise(spans(text, size)))


@inputs
def test_no_fence_that_fits_is_cut(text, size):
    edges = {edge for start, end, _ in spans(text, size) for edge in (start, end)}
    for start, end in fences(text):
        assert end - start > size or not edges & set(range(start + 1, end))


@given(text=markdown(), size=SIZES)
def test_no_chunk_ends_with_a_heading_that_something_could_go_with(text, size):
    whole = {start for start, end in fences(text) if end - start <= size}
    found = [trimmed(text, start, end) for start, end, *_ in headings(text)]
    starts, ends = {start for start, _ in found}, {end for _, end in found}
    for (start, end, _), (following, *_) in pairwise(spans(text, size)):
        if end in ends:
            following, _ = trimmed(text, following, len(text))
            is_kept_together = following in whole or following in starts
            in_container = text[following] in "->*+123456789"
            is_row = "|" in text[following:].split("\n")[0]
            assert following - start >= size or is_kept_together or in_container or is_row


@given(text=markdown(), size=SIZES)
def test_the_context_is_the_path_of_titles(text, size):
    path, changes = [], [(0, ())]
    for start, _, level, title in headings(text):
        path = [(above, name) for above, name in path if above < level] + [(level, title)]
        changes.append((start, tuple(name for _, name in path)))
    for start, end, context in spans(text, size):
        *_, titles = (titles for at, titles in changes if at < end)
        made_even = tuple(" ".join(title.split()) for title in context)
        if context_length(titles) <= 100:
            assert made_even[: len(titles)] == titles, (start, end)


# --- work grows with the text, and no faster ---

SHAPES = {
    "prose": "The roof was renewed. The pipes are old: see 3.14.\n" * 3 + "\n",
    "headings": "# Heading\n\n",
    "headings and text": "## Heading\n\ntext\n",
    "underlined headings": "Heading\n---\n",
    "lines that might be underlined": "text\n",
    "definitions": "[a]: /b\n",
    "half a definition": "[a\n",
    "one endless line": "x",
    "one endless line of spaces": " ",
    "one endless line of tabs": "\t",
    "blank lines": "\n",
    "CRLF": "\r\n",
    "rows": "| a | b |\n|---|---|\n",
    "pipes": "|",
    "delimiters": "-|",
    "dashes": "- ",
    "rules": "* * *\n",
    "markers": "#",
    "markers and spaces": "# ",
    "items": "- a\n",
    "items and blank lines": "- a\n\n",
    "numbers": "1. a\n",
    "nested items": "- a\n  - b\n    - c\n",
    "items on one line": "- - - - ",
    "quotes": "> a\n",
    "deep quotes": "> > > > ",
    "ticks": "`",
    "open fences": "```\n",
    "fences in fences": "````\n```\n````\n",
    "tildes": "~~~\n~\n",
    "open tags": "<a ",
    "open comments": "<!-- a\n",
    "HTML": "<div>\n\n",
    "attributes": '<a b="',
    "brackets": "[[]](",
    "families": FAMILY,
    "marks on spaces": " \u0301",
    "front matter": "---\na: b\n",
}
NESTED = {
    "blank lines below deep items": lambda n: "- " * n + "a\n" + "\n" * n + "b",
    "lazy lines below deep items": lambda n: "- " * n + "a\n" + "b\n" * n,
    "blank lines below deep quotes": lambda n: "> " * n + "a\n" + "\n" * n + "b",
    "lazy lines below deep quotes": lambda n: "> " * n + "a\n" + "b\n" * n,
    "quotes and items": lambda n: "> - " * n + "a\n" + ">\n" * n,
    "a table": lambda n: "| a | b |\n|---|---|\n" + "| c | d |\n" * n,
    "a wide table": lambda n: "|a" * n + "|\n" + "|-" * n + "|\n" + "|b" * n + "|\n",
    "an indent": lambda n: " " * n + "a\n" + " " * n + "b\n",
    "an item far in": lambda n: "- a\n" + " " * n + "- b\n",
}


@pytest.mark.parametrize("unit", SHAPES.values(), ids=SHAPES.keys())
@pytest.mark.usefixtures("counted_patterns")
def test_twice_the_text_is_at_most_two_and_a_half_times_the_work(unit):
    once = unit * (4_000 // len(unit))
    check_growth(MarkdownChunker(60), once + "\n\nEnd.", once + once + "\n\nEnd.")


@pytest.mark.parametrize("make", NESTED.values(), ids=NESTED.keys())
@pytest.mark.usefixtures("counted_patterns")
def test_twice_the_nesting_is_at_most_two_and_a_half_times_the_work(make):
    check_growth(MarkdownChunker(60), make(1_000), make(2_000))


# --- hard or huge ---

HUGE = {
    "20,000 headings": "# Heading\n\n" * 20_000,
    "20,000 headings with text": "".join(f"## H{n}\n\ntext {n}\n\n" for n in range(20_000)),
    "one line of a million characters": "# A\n\n" + "word " * 200_000,
    "one word of a million characters": "# A\n\n" + "x" * 1_000_000,
    "a heading of a million characters": "# " + "word " * 200_000,
    "a table of 10,000 rows": "| a | b |\n|---|---|\n" + "| cell | cell |\n" * 10_000,
    "fences in fences": "".join("`" * n + "\n" for n in range(300, 2, -1)) + "# no\n",
    "2,000 quotes deep": "> " * 2_000 + "a\n" + "b\n" * 2_000,
    "2,000 items deep": "- " * 2_000 + "a\n" + "\n" * 2_000 + "b\n",
    "an open fence": "```\n" + "# no\n" * 20_000,
    "mixed line ends": "# A\r\na\rb\n\r\n- c\r\r- d\n" * 5_000,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE.keys())
def test_huge_texts_go_through_without_loss(text):
    found = bare_pieces(text, 500)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert max(map(len, found)) <= 500


def test_ten_thousand_rows_keep_their_header():
    contexts = [context for context, _ in pieces(HUGE["a table of 10,000 rows"], 500)]
    assert contexts[0] == ()
    assert set(contexts[1:]) == {("| a | b |",)}


def test_no_sign_in_twenty_thousand_lines_of_an_open_fence_is_a_heading():
    assert {context for context, _ in pieces(HUGE["an open fence"], 500)} == {()}
