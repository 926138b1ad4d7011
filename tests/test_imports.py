"""Modules stay small, imports run one way, and the core needs the standard library alone."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import course_lib

PACKAGE = Path(course_lib.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# In the order in which data flows; a module imports from those before it, or from its own folder.
ARROW = [
    "errors",
    "guardrails",
    "document",
    "chunk",
    "citation",
    "chunkers",
    "auditing",
    "access",
    "store",
    "measure",
]
BESIDE = [
    "units",
    "samples",
    "show",
    "grading",
    "commands",
    "cli",
    "__main__",
]
NOT_CORE = {"show", "grading"}

MOST_LINES = 400
LONGER = {"chunkers/grapheme_table.py": "generated data, not read by anyone"}


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


def part_of(path):
    """The part of the package that a file belongs to: a module, or a folder of modules."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


each_module = pytest.mark.parametrize("path", MODULES, ids=name_of)
each_core_module = pytest.mark.parametrize(
    "path", [path for path in MODULES if part_of(path) not in NOT_CORE], ids=name_of
)


def imported(path):
    """The dotted names that a file imports, wherever in the file; `from a import b` gives a.b."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} line {node.lineno}: write the import in full"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def file_of(name):
    """The file of a dotted name in this package: the longest part of it that is a module."""
    parts = name.split(".")[1:]
    for count in range(len(parts), -1, -1):
        module = PACKAGE.joinpath(*parts[:count])
        for path in [module.with_suffix(".py"), module / "__init__.py"]:
            if path in MODULES:
                return path
    raise AssertionError(f"{name} is in no file of {PACKAGE}")


def files_imported(path):
    return {file_of(name) for name in imported(path) if name.split(".")[0] == "course_lib"}


def test_every_module_has_its_place():
    assert {part_of(path) for path in MODULES} <= {*ARROW, *BESIDE, "__init__"}
    assert {"document", "chunk", "chunkers", "measure", "samples", "cli"} <= {
        part_of(path) for path in MODULES
    }


@each_module
def test_imports_run_one_way(path):
    order = [*ARROW, *BESIDE, "__init__"]
    mine = part_of(path)
    theirs = {part_of(other) for other in files_imported(path)} - {mine}
    assert {part for part in theirs if order.index(part) > order.index(mine)} == set()


def test_the_arrow_never_leaves_itself():
    for path in MODULES:
        if part_of(path) in ARROW:
            assert {part_of(other) for other in files_imported(path)} <= set(ARROW), path


def test_no_module_imports_itself_by_a_detour():
    graph = {path: files_imported(path) for path in MODULES}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


@each_core_module
def test_the_core_imports_the_standard_library_and_itself_alone(path):
    packages = {name.split(".")[0] for name in imported(path)}
    assert packages <= sys.stdlib_module_names | {"course_lib"}


@pytest.mark.outside
def test_the_core_runs_without_any_installed_package():
    core = [part for part in [*ARROW, *BESIDE[:-1]] if part not in NOT_CORE]
    there = [f"course_lib.{part}" for part in core if any(part_of(p) == part for p in MODULES)]
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import {', '.join(there)}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@each_module
def test_a_module_can_be_read_from_top_to_bottom(path):
    lines = path.read_bytes().count(b"\n")
    assert lines <= MOST_LINES or name_of(path) in LONGER, f"{lines} lines: what can leave it?"


@each_module
def test_a_module_says_first_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_bytes()))
