"""Code: definitions whole, the names around a piece beside it, as `ast` reads them."""

import argparse
import ast
import csv
import dataclasses
import json.decoder
import re
import textwrap
from bisect import bisect_right
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_invariants import check_growth, counted_patterns  # noqa: F401 (a fixture)
from texts import SIZES

from course_lib import CodeChunker
from course_lib.chunkers import code
from course_lib.chunkers.lines import read_lines

MODULES = (argparse, csv, dataclasses, json.decoder, textwrap, code)
SOURCES = {module.__name__: Path(module.__file__).read_text("utf-8") for module in MODULES}


def pieces(text, size):
    """Each chunk's context and text, once it is sure that only white space lies between them."""
    found = CodeChunker(size).spans(text)
    edges = [0, *(edge for start, end, _ in found for edge in (start, end)), len(text)]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    assert [text[start:end] for start, end in gaps if text[start:end].strip()] == []
    return [(context, text[start:end]) for start, end, context in found]


def definitions(node, path=()):
    """Every definition with the names around it and its first and last line, from 1."""
    for inner in ast.iter_child_nodes(node):
        inner_path = path
        if isinstance(inner, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([inner.lineno, *(d.lineno for d in inner.decorator_list)])
            yield path, inner.name, first, inner.end_lineno
            inner_path = (*path, inner.name)
        yield from definitions(inner, inner_path)


def check_against_ast(text, size):
    lines = list(read_lines(text))
    starts = [line.start for line in lines]
    found = CodeChunker(size).spans(text)
    edges = {edge for start, end, _ in found for edge in (start, end)}
    within = [[] for _ in range(len(lines) + 2)]
    for path, name, first, last in definitions(ast.parse(text)):
        span = range(starts[first - 1] + 1, len(text[: lines[last - 1].end].rstrip()))
        if lines[last - 1].end - starts[first - 1] <= size:
            assert not [edge for edge in edges if edge in span], (path, name, first)
        for line in range(first, last + 1):
            within[line].append((first, path, name))
    for start, _, context in found:
        line = bisect_right(starts, start)
        while line <= len(lines) and lines[line - 1].is_blank:
            line += 1
        if line > len(lines) or lines[line - 1].text.lstrip().startswith("#"):
            continue  # a comment can be of what follows, or the end of what precedes
        is_inside = bool(text[starts[line - 1] : start].strip())
        names = [name for first, _, name in within[line] if first < line or is_inside]
        assert context == tuple(names), text[start : start + 60]


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("size", [120, 400, 1_600])
def test_no_definition_that_fits_is_cut_and_the_names_around_are_beside(name, size):
    check_against_ast(SOURCES[name], size)


statements = st.recursive(
    st.sampled_from(["x = 1", "é = '🌊'", "import a", "# note", "", 'y = """\n# no\n"""']),
    lambda inner: st.tuples(
        st.sampled_from(
            ["def f():", "class A:", "@a\n@b(1)\nasync def g():", "# about\ndef h(é=1):", "if x:"]
        ),
        st.lists(inner, min_size=1, max_size=4),
    ).map(lambda pair: f"{pair[0]}\n" + textwrap.indent("\n".join([*pair[1], "pass"]), "    ")),
    max_leaves=12,
)


@given(st.lists(statements, max_size=6).map("\n".join), SIZES)
def test_so_it_is_in_any_code(text, size):
    check_against_ast(text, size)


CASES = {
    "decorators and comments go with a definition": (
        "x = 1\n# about f\n@cache\ndef f():\n    return 1\n",
        40,
        [((), "x = 1"), ((), "# about f\n@cache\ndef f():\n    return 1")],
    ),
    "imports go together": (
        '"""Roof."""\n\nimport a\nimport b\n\nx = 1\n',
        20,
        [((), '"""Roof."""'), ((), "import a\nimport b"), ((), "x = 1")],
    ),
    "indents stay, and the class is beside": (
        "class A:\n    x = 1\n\n    def f(self):\n        return 1\n\nclass B: ...\n",
        48,
        [
            ((), "class A:\n    x = 1"),
            (("A",), "    def f(self):\n        return 1"),
            ((), "class B: ..."),
        ],
    ),
    "a nested definition has all names around it": (
        "class A:\n    class B:\n        def f(self):\n            return 1111\n\n"
        "        def g(self):\n            return 2222\n",
        70,
        [
            ((), "class A:\n    class B:\n        def f(self):\n            return 1111"),
            (("A", "B"), "        def g(self):\n            return 2222"),
        ],
    ),
    "letters of several bytes move nothing": (
        "é = '🌊🌊'; è = 1\n\n\ndef f(): return 'ü'\n\n\ndef g(): return 'ö'\n",
        22,
        [((), "é = '🌊🌊'; è = 1"), ((), "def f(): return 'ü'"), ((), "def g(): return 'ö'")],
    ),
    "a branch that is too long": (
        "if a:\n    b = 1\n    c = 2\nelif d:\n    e = 3\nelse:\n    f = 4\n",
        40,
        [((), "if a:\n    b = 1\n    c = 2"), ((), "elif d:\n    e = 3\nelse:\n    f = 4")],
    ),
    "what does not parse is cut at blank lines": (
        "def f(:\n    a\n\n    b\n\nprint 'x'\n",
        24,
        [((), "def f(:\n    a\n\n    b"), ((), "print 'x'")],
    ),
    "another language": (
        "class Roof {\n  int a() {\n    return 1;\n  }\n\n  int b() {\n    return 2;\n  }\n}\n",
        44,
        [
            ((), "class Roof {\n  int a() {\n    return 1;\n  }"),
            ((), "  int b() {\n    return 2;\n  }\n}"),
        ],
    ),
    "a line that only closes begins no chunk": (
        "f(1) {\n  abc;\n}\ng(2) {\n  def;\n}\n",
        18,
        [((), "f(1) {\n  abc;\n}"), ((), "g(2) {\n  def;\n}")],
    ),
    "lone CR": (
        "def f():\r    pass\rdef g():\r    pass\r",
        18,
        [((), "def f():\r    pass"), ((), "def g():\r    pass")],
    ),
    "a byte order mark": ("\ufeffx = 1\ny = 2\n", 6, [((), "\ufeffx = 1"), ((), "y = 2")]),
}


@pytest.mark.parametrize(("text", "size", "expected"), CASES.values(), ids=CASES.keys())
def test_code(text, size, expected):
    assert pieces(text, size) == expected


HARD = {
    "brackets": "(" * 5_000,
    "signs": "x = " + "-" * 50_000 + "1",
    "elif": "if a:\n    b\n" + "elif c:\n    d\n" * 3_000,
    "levels": "".join(f"{' ' * n}if a:\n" for n in range(99)) + " " * 99 + "pass\n",
    "too many levels": "".join(f"{' ' * n}if a:\n" for n in range(150)),
    "one line": "x = [" + "1, " * 1_000_000 + "]",
    "NUL": "x = 1\0\n" * 9,
    "a bad escape": "x = '\\d'\n" * 9,
    "more than is parsed": "x = 1\n" * 600_000,
}


@pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
def test_hard_code_goes_through_without_loss(text):
    found = [piece for _, piece in pieces(text, 4_000)]
    assert "".join("".join(found).split()) == "".join(text.split())
    assert max(map(len, found)) <= 4_000


@pytest.mark.parametrize(
    "unit",
    [
        "x = 1\n",
        "def f():\n    pass\n\n",
        "# note\n",
        "f(\n",
        "class A:\n",
        "@a\n",
        "\tx {\n",
        "import a\n",
    ],
)
@pytest.mark.usefixtures("counted_patterns")
def test_twice_the_code_is_at_most_two_and_a_half_times_the_work(unit):
    count = 4_000 // len(unit)
    check_growth(CodeChunker(60), unit * count, unit * 2 * count)


def test_a_chunker_is_a_value():
    assert CodeChunker() == CodeChunker(800) != CodeChunker(801)
    assert re.fullmatch(r"CodeChunker\(max_chars=800\)", repr(CodeChunker()))


def test_a_comment_right_above_goes_with_its_function_where_a_farther_one_does_not_fit():
    text = "# the file\n# made by hand\n\n# about the roof\ndef roof():\n    return 1\n"
    found = [text[a:b] for a, b, _ in CodeChunker(45).spans(text)]
    assert found == ["# the file\n# made by hand", "# about the roof\ndef roof():\n    return 1"]
