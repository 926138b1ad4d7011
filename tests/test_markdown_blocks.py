"""The blocks of Markdown: equal to an outside oracle's, whether scanned line by line or skimmed."""

import pytest
from hypothesis import given
from markdown_oracle import (
    descriptions,
    line_starts,
    markdown,
    oracle_blocks,
    oracle_titles,
    our_blocks,
)

from course_lib.chunkers.markdown_blocks import scan_blocks
from course_lib.chunkers.markdown_lines import even_line_ends, front_matter_end
from course_lib.chunkers.markdown_skim import margin_items, skim_blocks

EXAMPLES = {
    "headings of each level": "# a\n## b\n### c\n#### d\n##### e\n###### f\n",
    "seven signs are text": "####### a\n",
    "a heading needs a blank after its signs": "#a\n\n#5 bolt\n\n#\ttab\n",
    "an escaped sign is text": "\\## a\n",
    "a heading may be indented by three": " # a\n  ## b\n   ### c\n    # code\n",
    "a heading ends a paragraph": "a\n# b\nc\n",
    "an indented line does not": "a\n    # b\n",
    "closing signs": "# a #\n## b ###   \n### c ### d\n# e#\n### f \\###\n",
    "empty headings": "#\n## \n### ###\n",
    "underlined headings": "A\n===\n\nB\n---\n\nC\n=\n\nD\n-\n",
    "an underlined heading of several lines": "A\nb\n  c\n====\n",
    "an indented underline": "A\n   ===\n\nB\n    ---\n",
    "an underline is whole": "A\n= =\n\nB\n--- -\n\nC\n===   \n",
    "an underline needs text": "===\n\n---\n\n# a\n---\n\n    code\n===\n",
    "an underline in a container": "> a\n> ===\n\n- b\n  ---\n",
    "an underline outside of it": "> a\n---\n\n- b\n---\n\n> c\n===\n",
    "an underline below lazy text": "> a\nb\n===\n",
    "link definitions carry no heading": "[a]: /b\n===\n",
    "link definitions above a rule": "[a]: /b\n---\nc\n",
    "link definitions above a heading": "[a]: /b 'c'\n[d]:\n  <e f>\n  'g'\nTitle\n===\n",
    "what only looks like a definition": "[a]: /b c\n===\n\n[]: /b\n===\n\n[a] /b\n===\n",
    "rules": "***\n---\n___\n\n - - -\n  **  * ** * **\n   _____     \n",
    "no rules": "--\n**\n__\n\n- - x\n\n_ _ _ a\n\n*-*\n",
    "a rule ends a paragraph and a list": "a\n***\nb\n\n- a\n***\n- b\n\n* c\n* * *\n* d\n",
    "a rule in an item": "- a\n- * * *\n",
    "a fence": "```\n# no\n- no\n```\n# yes\n",
    "a fence of tildes": "~~~\n# no\n~~~\n# yes\n",
    "a fence of two signs is none": "``\n# yes\n``\n",
    "a fence ends with its own sign": "```\n# no\n~~~\n# no\n```\n\n~~~\n# no\n```\n~~~\n# yes\n",
    "a fence ends with as many signs": "````\n# no\n```\n# no\n`````\n# yes\n",
    "a closing fence has no words": "```\n# no\n``` x\n# no\n~~~\n",
    "an opening fence has words": "``` a b c\n# no\n```\n\n~~~ a`b ~~~\n# no\n~~~\n# yes\n",
    "no backtick in the words": "``` a`b\n# yes\n\n``` ```\n# yes\n",
    "an open fence runs to the end": "# a\n\n```\n# no\n\n# no\n",
    "an open fence at the end": "a\n\n```",
    "an open fence ends with its container": "> ```\n> # no\n\n# yes\n\n- ```\n  # no\n# yes\n",
    "an indented fence": "   ```\n# no\n  ```\n# yes\n\n    ```\n# yes\n",
    "a closing fence may not be indented by four": "```\n# no\n    ```\n# no\n   ```\n# yes\n",
    "a fence ends a paragraph": "a\n```\n# no\n```\nb\n",
    "a fence in a list item": "1. a\n\n   ```\n   # no\n   ```\n   b\n2. c\n",
    "a fence in a list item, not indented": "- a\n```\n# no\n```\n",
    "a fence in a fence": "````md\n```\n# no\n```\n````\n\n## yes\n",
    "an empty fence": "```\n```\n# yes\n",
    "a fence with blank lines": "```\n\n\n  \n# no\n```\n",
    "indented code": "    a\n    # b\n\n      c\n\n\nd\n",
    "indented code does not end a paragraph": "a\n    b\n\n    c\nd\n    e\n",
    "code after a heading": "# a\n    b\nC\n---\n    d\n",
    "code with tabs": "\ta\n  \tb\n \t\tc\n",
    "code in an item": "- a\n\n      b\n\n1.  c\n\n        d\n\n-     e\n",
    "code in a quote": ">     a\n>\n>     b\n\n>\tc\n>\t\td\n",
    "a blank line of code": "    a\n      \n    b\n",
    "no text goes on with code": "- a\n\n      b\nc\n\n- d\n  - e\n\n        f\ng\n",
    "text goes on with text far in": "- a\n      b\nc\n\n1. d\n        e\nf\n",
    "HTML of kind 1": "<pre>\n# no\n\n# no\n</pre> x\n# yes\n\n<STYLE a>\n# no\n</script>\n# yes\n",
    "HTML of kind 1 on one line": "<script>a</script>\n# yes\n\n<textarea\n# no\n",
    "HTML of kind 2": "<!-- a\n\n# no\n--> b\n# yes\n\n<!-->\n# yes\n\n<!-- c --> d\n# yes\n",
    "HTML of kind 3": "<?php\n\n# no\n?>\n# yes\n",
    "HTML of kind 4": "<!DOCTYPE\n\n# no\nhtml>\n# yes\n\n<!5>\n# yes\n",
    "HTML of kind 5": "<![CDATA[\n\n# no\n]]>\n# yes\n",
    "HTML of kind 6": "<div>\n# no\n\n# yes\n\n</TABLE\n# no\n\n<h1/>\n# no\n\n<divx>a\n# yes\n",
    "HTML of kind 7": "<a b=\"c\" d='e' f=g h>\n# no\n\n</b >\n# no\n\n<i/>\n# no\n",
    "no HTML of kind 7": "<a b=>\n# a\n\n<a> b\n# b\n\n<a\n# c\n\n<33>\n# d\n\n<a:b>\n# e\n",
    "kinds 1 to 5 end a paragraph": "a\n<pre></pre>\na\n<!-- b -->\na\n<?b?>\na\n<!b>\n",
    "kind 6 does, too": "a\n<div>\n# no\n\na\n</p>\n# no\n",
    "kind 7 does not": "a\n<b>\n# yes\n",
    "HTML may be indented by three": "   <div>\n# no\n\n    <div>\n# yes\n",
    "HTML in containers": "- <div>\n  # no\n# yes\n\n> <!--\n> # no\n# yes\n",
    "a table": "| a | b |\n|---|:-:|\n| c | d |\n| e |\n\nf\n",
    "a table without outer pipes": "a | b\n--- | ---\nc | d\ne\n\nf\n",
    "a table of one column": "| a |\n|---|\n| b |\n\n| c |\n---\nd\n",
    "a table after text": "x\n| a | b |\n|---|---|\n| c | d |\n",
    "a table needs as many cells": "| a | b |\n|---|\n\n| a |\n|---|---|\n\na\n|---|\n",
    "an escaped pipe parts no cells": "| a \\| b |\n|---|\n\n| a \\| b |\n|---|---|\n",
    "an escaped pipe at the end": "a | b \\|\n--|--\n\n| a \\|\n|--|--|\n",
    "a bad delimiter row": "| a |\n| - - |\n\n| a |\n|=|\n\n| a | b |\n|---||---|\n\n| a |\n|::|\n",
    "others end a table": "|a|\n|-|\n# b\n|a|\n|-|\n> b\n\n|a|\n|-|\n- b\n\n|a|\n|-|\n***\n",
    "code and HTML end it, too": "|a|\n|-|\n```\n```\n|a|\n|-|\n<div>\n\n|a|\n|-|\n    b\n",
    "a table takes other rows": "|a|\n|-|\n<b>\n===\ntext\n",
    "a table in containers": "> |a|b|\n> |-|-|\n> |c|\n\n- | a | b |\n  |---|---|\n  | c |\n",
    "a table ends with its container": "> | a | b |\n> |---|---|\n| c | d |\n",
    "an indented delimiter row": "| a |\n   |---|\n\n| a |\n    |---|\n",
    "lists": "- a\n- b\n* c\n+ d\n1. e\n2. f\n3) g\n",
    "a marker needs a blank": "-a\n\n1.a\n\n-\ta\n\n1.\tb\n",
    "numbers of ten digits are text": "123456789. a\n\n1234567890. b\n",
    "a list may end a paragraph": "a\n- b\n\na\n1. b\n\na\n1) b\n",
    "a list may not": "a\n2. b\n\na\n-\n\na\n1.\n",
    "nested lists": "- a\n  - b\n    - c\n- d\n\n1. a\n   - b\n 2. c\n",
    "lazy lines": "- a\nb\n  - c\nd\n\n> e\nf\n\n> - g\nh\n",
    "items with several blocks": "- a\n\n  b\n\n      c\n\n  > d\n- e\n",
    "items that begin blank": "-\n  a\n-\n\n  b\n- c\n-\n\nd\n",
    "items with other indents": "- a\n - b\n  - c\n   - d\n    - e\n\n1. a\n\n  2. b\n\n    3. c\n",
    "an item on an item": "- - a\n  - b\n\n1. - 2. c\n\n- # d\n- e\n  ---\n",
    "an item with wide space": "-    a\n\n     b\n\n-     c\n\n 10)  d\n\n      e\n",
    "a list after a blank line": "- a\n\n\n- b\n\n\n  c\n\nd\n",
    "quotes": "> a\n> b\n\n>c\n   > d\n    > e\n",
    "nested quotes": "> > a\n> b\n> > > c\n>> d\n",
    "a blank line parts quotes": "> a\n\n> b\n>\n> c\n",
    "one blank belongs to the quote sign": ">    a\n\n>\t  b\n\n>     c\n",
    "blocks in a quote": "> # a\n> - b\n>   > c\n> ```\n> # no\n> ```\n",
    "a quote ends a paragraph": "a\n> b\n",
    "a quote in an item": "1. > a\n   > b\n\n- c\n  > d\ne\n",
    "tabs": "-\ta\n\n\tb\n\n>\t\tc\n\n-\t\td\n\n*\t*\t*\t\n#\tE\n",
    "CRLF": "# a\r\n\r\nB\r\n===\r\n```\r\n# no\r\n```\r\n- c\r\n\r\n  d\r\n",
    "lone CR": "# a\r\rB\r===\r```\r# no\r```\r- c\r\r  d\r",
    "mixed line ends": "# a\r\n\nB\r===\n\r```\r\n# no\n```\r# yes",
    "other separators end no line": "# a\x0b# b\x0c# c\x1c# d\x85# e\u2028# f\u2029# g\n",
    "other white space is no blank": "#\u00a0a\n\n\u00a0\n# b\n\n\u3000\n===\n",
    "NUL and what is no letter": "# \0\n\n\0\n===\n\n- \ufffd\n",
    "nothing": "",
    "only blanks": " \n\t\n  \n",
    "no line end at the end": "a\n===",
}


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_examples_have_the_blocks_of_the_oracle(text):
    assert our_blocks(text) == oracle_blocks(text)


def test_the_examples_hold_every_kind_of_block():
    kinds = {kind for text in EXAMPLES.values() for kind, *_ in oracle_blocks(text)}
    assert kinds == {"heading", "fence", "code", "html", "table", "list", "item", "quote", "break"}


@given(markdown())
def test_random_markdown_has_the_blocks_of_the_oracle(text):
    assert our_blocks(text) == oracle_blocks(text)


DESCRIPTIONS = descriptions()
each_description = pytest.mark.parametrize("name", DESCRIPTIONS)


@each_description
def test_descriptions_of_packages_have_the_blocks_of_the_oracle(name):
    assert our_blocks(DESCRIPTIONS[name]) == oracle_blocks(DESCRIPTIONS[name])


def test_there_are_descriptions_to_speak_of():
    blocks = [kind for text in DESCRIPTIONS.values() for kind, *_ in oracle_blocks(text)]
    assert len(DESCRIPTIONS) > 30
    assert min(blocks.count(kind) for kind in ("heading", "fence", "list", "table", "html")) > 5


# Where the oracle departs from the specification, the specification holds.
OF_THE_SPECIFICATION = {
    "a quote sign indented by four begins no quote": (
        ">\n    > a\n",
        [("quote", 0, 0, 0), ("code", 1, 2, 0)],
    ),
    "text goes on lazily, however far a line is indented": (
        "> > a\n    - b\n",
        [("quote", 0, 2, 0), ("quote", 0, 2, 0)],
    ),
    "a table's header row is text of the innermost container": (
        ">|a|\n-|-\n",
        [("quote", 0, 2, 0)],
    ),
    "a heading is no header row": (
        "# a | b\n--|--\n",
        [("heading", 0, 1, 1)],
    ),
    "an empty item and blank lines do not end a list": (
        "-\n\n\n- a\n",
        [("list", 0, 4, 0), ("item", 0, 1, 0), ("item", 3, 4, 0)],
    ),
    "a link definition is text until its paragraph ends": ("[a]: /b\n    c\n", []),
    "an underline is no link's address": ("[a]:\n===\n", [("heading", 0, 2, 1)]),
}


@pytest.mark.parametrize(
    ("text", "expected"), OF_THE_SPECIFICATION.values(), ids=OF_THE_SPECIFICATION.keys()
)
def test_what_the_specification_says_where_the_oracle_errs(text, expected):
    assert our_blocks(text) == expected != oracle_blocks(text)


# --- titles, rows, depths ---


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_titles_are_those_of_the_oracle(text):
    headings = [block for block in scan_blocks(even_line_ends(text)) if block.kind == "heading"]
    outer = [(block.level, " ".join(block.title.split())) for block in headings if not block.depth]
    assert outer == [(level, title.replace("\ufffd", "\0")) for level, title in oracle_titles(text)]


def test_a_table_knows_its_header_and_where_its_rows_begin():
    text = "x\n| a | b |\n|---|---|\n| c | d |\n"
    table = scan_blocks(text)[1]
    assert (table.title, text[table.rows :]) == ("| a | b |", "| c | d |\n")


def test_depth_counts_lists_and_items():
    depths = [(b.kind, b.depth) for b in scan_blocks("- a\n  > b\n")]
    assert depths == [("list", 0), ("item", 1), ("paragraph", 2), ("quote", 2), ("paragraph", 3)]


@given(markdown())
def test_every_line_that_is_not_blank_lies_in_an_outer_block(text):
    text = even_line_ends(text)
    edges = [0]
    for block in scan_blocks(text):
        if block.depth == 0:
            edges += [block.start, block.end]
    edges.append(len(text))
    assert edges == sorted(edges)
    gaps = zip(edges[::2], edges[1::2], strict=True)
    assert [text[start:end] for start, end in gaps if text[start:end].strip(" \t\n")] == []
    assert set(edges) <= {*line_starts(text), len(text)}


# --- the same blocks, skimmed ---


def outer_blocks(blocks):
    """The outermost blocks; paragraphs that follow each other are one."""
    found = []
    for block in blocks:
        if block.depth:
            continue
        kind = {"paragraph": "text", "items": "list"}.get(block.kind, block.kind)
        if kind == "text" and found and found[-1][0] == "text":
            found[-1] = (*found[-1][:2], block.end, *found[-1][3:])
        else:
            title = block.title if kind == "heading" else ""
            found.append((kind, block.start, block.end, block.level, title))
    return found


def check_skim(text):
    text = even_line_ends(text)
    scanned, skimmed = scan_blocks(text), list(skim_blocks(text))
    assert outer_blocks(skimmed) == outer_blocks(scanned)
    plain = [block for block in skimmed if block.kind == "items"]
    items = [(item.start, item.end) for block in plain for item in margin_items(text, block)]
    for start, _ in items:
        assert any((block.kind, block.start) == ("item", start) for block in scanned)
    for block in scanned:
        if block.kind == "item" and block.depth == 1:
            inside = any(outer.start <= block.start < outer.end for outer in plain)
            assert not inside or block.start in {start for start, _ in items}


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_examples_are_skimmed_to_the_same_blocks(text):
    check_skim(text)


@given(markdown())
def test_random_markdown_is_skimmed_to_the_same_blocks(text):
    check_skim(text)


@each_description
def test_descriptions_are_skimmed_to_the_same_blocks(name):
    check_skim(DESCRIPTIONS[name])


PLAIN = {
    "paragraphs": ("One,\nstill one.\n\nTwo.\n", ["text"]),
    "bullets": ("- a\n- **b**\n  c\n\n  d\n  - e\n    1. f\n- g\n\nEnd.\n", ["items", "text"]),
    "numbers": ("1. a\n2. b\n\n    c\n10. d\n\nEnd.\n", ["items", "text"]),
    "two lists": ("- a\n- b\n\n* c\n\n1. d\n", ["items", "items", "items"]),
    "a list before a heading": ("- a\n# B\n", ["items", "heading"]),
    "a fence": ("```py\nx\n```\n", ["fence"]),
    "an open fence": ("```py\nx\n", ["fence"]),
    "text before a list": ("a:\n- b\n", ["text", "items"]),
    "text before a fence": ("a:\n```\n```\n", ["text", "fence"]),
    "an underlined heading": ("a\n===\nb\n", ["heading", "text"]),
    "a line below two": ("a\nb\n===\n", ["heading"]),
    "a rule": ("---\n***\n", ["break", "break"]),
    "a table": ("a | b\n--|--\nc\n\nEnd.\n", ["table", "text"]),
    "a table before a heading": ("|a|\n|-|\n|b|\n# C\n", ["table", "heading"]),
    "no table": ("| a | b |\n|---|\n\nEnd.\n", ["paragraph", "text"]),
    "no table, but code": ("| a |\n    |---|\n\n    b\n", ["paragraph", "code"]),
    "a quote": ("> a\n>\n> - b\n\n> c\n", ["quote", "quote"]),
    "a quote with a lazy line": ("> a\nb\n", ["quote"]),
    "code": ("    a\n\n\tb\nc\n", ["code", "text"]),
    "HTML": ("<p>\na\n</p>\n\n<!-- b\n\nc --> d\nE.\n", ["html", "html", "text"]),
    "an open comment": ("<!-- a\n\nb\n", ["html"]),
    "a comment that is closed at once": ("<!-->\n-->\n", ["html", "paragraph"]),
    "a tag in text": ("<b>a</b>\n\n<https://a.example>\n", ["paragraph", "text"]),
    "options and versions": ("--fast\n\n1.2 a\n\n:b\n", ["text"]),
    "a list with a fence": ("- a\n  ```\n  # b\n  ```\n", ["list"]),
    "a list with a heading in a later item": ("- a\n\n- # b\n", ["list"]),
    "a list with a heading": ("- # a\n", ["list"]),
    "a list in an item": ("1. a\n   - b\n", ["items"]),
    "a list in an item of a longer list": ("9. a\n   - b\n10. c\n", ["list"]),
}


@pytest.mark.parametrize(("text", "kinds"), PLAIN.values(), ids=PLAIN.keys())
def test_what_is_common_is_told_at_a_glance(text, kinds):
    assert [block.kind for block in skim_blocks(text)] == kinds
    check_skim(text)


# --- front matter ---


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("---\ntitle: Roof\ntags: [a]\n---\n# A\n", "# A\n"),
        ("---\n# a note\ntitle: Roof\n...\nA\n", "A\n"),
        ("---\ntitle: Roof\n\n# b\n---", ""),
        ("---  \na:\n  - b\n---  \n\nC\n", "\nC\n"),
    ],
)
def test_front_matter_ends_at_its_second_line_of_dashes(text, rest):
    assert text[front_matter_end(text, 0) :] == rest
    assert front_matter_end("x" + text, 1) == len("x" + text) - len(rest)


@pytest.mark.parametrize(
    "text",
    ["---\n\na: b\n---\n", "---\nRoof\n---\n", "---\na: b\n", "a: b\n---\n", "---\n---\n", ""],
)
def test_what_is_no_front_matter(text):
    assert front_matter_end(text, 0) == 0
