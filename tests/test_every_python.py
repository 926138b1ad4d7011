"""The course does the same on every Python that it promises, from 3.11.2 on.

Before 3.11.5, `re` reads possessive quantifiers and atomic groups wrongly: a pattern that uses them
may match other text there. So none is used, and the samples are cut alike everywhere.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from re import _parser  # type: ignore[attr-defined]

import nbformat
import pytest
from spans_of_samples import STORED, digests

import course_lib

ROOT = Path(__file__).parents[1]
FOLDERS = ("course_lib", "exercises", "scripts", "benchmarks", "tests", "notebooks")
FILES = sorted(
    path
    for folder in FOLDERS
    for end in ("py", "ipynb")
    for path in (ROOT / folder).rglob(f"*.{end}")
)
MISREAD = {"POSSESSIVE_REPEAT", "ATOMIC_GROUP"}
LOOKS_MISREAD = re.compile(r"\(\?>|[*+?}]\+")
NO_QUANTIFIER = re.compile(r"\\.|\[\^?\]?[^]]*\]|\bC\+\+", re.S)  # \+, [*+], and a language's name


def test_the_samples_are_cut_alike_on_every_python() -> None:
    now, stored = digests(), json.loads(STORED.read_text("utf-8"))
    other = sorted(name for name in now.keys() | stored if now.get(name) != stored.get(name))
    assert not other, "cut otherwise; if it is meant: .venv/bin/python tests/spans_of_samples.py"


def operations(parsed: object) -> Iterator[str]:
    """The name of every operation in a parsed pattern, however deep."""
    if isinstance(parsed, _parser.SubPattern):
        parsed = parsed.data
    if isinstance(parsed, list | tuple):
        for part in parsed:
            yield from operations(part)
    else:
        yield str(parsed)


def misread(pattern: str | bytes, flags: int = 0) -> set[str]:
    return MISREAD & set(operations(_parser.parse(pattern, flags)))


@pytest.mark.parametrize("pattern", ["a*+", "a++", "a?+", "a{2,3}+", "(?>a|b)c", "(?=(x(?:y++)?))"])
def test_what_an_old_python_misreads_is_seen(pattern: str) -> None:
    assert misread(pattern)
    assert looks_misread(pattern)


@pytest.mark.parametrize(
    "pattern", ["a*", "[*+]+", r"\++", "(?=(a*))\\1", "a{2,3}?", "[]*+]", "a+b"]
)
def test_what_every_python_reads_alike_is_left_alone(pattern: str) -> None:
    assert not misread(pattern)
    assert not looks_misread(pattern)


def compiled() -> dict[re.Pattern[str], str]:
    """Every pattern that a module of the package holds, and the module that holds it."""
    found = {}
    for module in walk_packages(course_lib.__path__, "course_lib."):
        if not module.name.endswith("__main__"):
            for name, value in names_of(module.name).items():
                if isinstance(value, re.Pattern):
                    found[value] = f"{module.name}.{name}"
    return found


def names_of(module: str) -> dict[str, object]:
    """What a module holds; nothing where its extra is not installed, as in the quick run."""
    try:
        return vars(import_module(module))
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("course_lib"):
            raise
        return {}


def test_no_compiled_pattern_is_misread_by_an_old_python() -> None:
    found = compiled()
    assert found
    assert {name: p.pattern for p, name in found.items() if misread(p.pattern, p.flags)} == {}


def looks_misread(text: str) -> bool:
    return bool(LOOKS_MISREAD.search(NO_QUANTIFIER.sub("x", text)))


def trees(path: Path) -> Iterator[ast.AST]:
    """The syntax of a module, or of each code cell of a notebook."""
    if path.suffix == ".py":
        yield ast.parse(path.read_bytes())
        return
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            yield ast.parse(cell.source)


def strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def passed_to_re(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
            yield from strings(node)


def test_no_text_looks_like_a_pattern_that_an_old_python_misreads() -> None:
    found = {}
    for path in FILES:
        name = str(path.relative_to(ROOT))
        texts = passed_to_re if name.startswith("tests/") else strings  # tests hold odd texts, too
        misread_here = [t for tree in trees(path) for t in texts(tree) if looks_misread(t)]
        if misread_here:
            found[name] = misread_here
    assert not found
