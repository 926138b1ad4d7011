"""What can be told of a cell from its text alone: which names it defines, what it uses."""

import ast
import re
import symtable
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping

_FREE = {"course_lib.samples", "course_lib.grading"}  # which no question asks to write
_BY_NAME = {  # what finds a thing by a name that is written as a string
    *("__import__", "attrgetter", "compile", "eval", "exec", "find_spec", "get", "getattr"),
    *("import_module", "pop", "run_module"),
}


def defined_names(source: str) -> set[str]:
    """Return the names that a cell defines at its top level; none when it does not parse.

    >>> sorted(defined_names("a, b = 1, 2\\ndef c(): d = 3"))
    ['a', 'b', 'c']
    """
    tree = syntax_of(source)
    names: set[str] = set()
    for statement in tree.body if tree else []:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names.add(statement.name)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            nodes = (node for target in targets for node in ast.walk(target))
            names |= {node.id for node in nodes if isinstance(node, ast.Name)}
    return names


def bound_names(source: str) -> set[str]:
    """Return the names that a cell defines or imports at its top level, in whatever way.

    >>> sorted(bound_names("import os\\nfor number in range(3): pass"))
    ['number', 'os']
    """
    if syntax_of(source) is None:
        return set()
    symbols = symtable.symtable(source, "<cell>", "exec").get_symbols()
    return {s.get_name() for s in symbols if s.is_assigned() or s.is_imported() or s.is_namespace()}


def used_names(source: str) -> set[str]:
    """Return the names that a cell takes from outside of its functions, in whatever way.

    >>> sorted(used_names("def f(a):\\n    return g(a) + b"))
    ['b', 'g']
    """
    if syntax_of(source) is None:
        return set()
    names, tables = set(), [symtable.symtable(source, "<cell>", "exec")]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        names |= {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module")
        }
    return names


def helpers_of(source: str, wanted: Collection[str], cells: Mapping[str, str]) -> list[str]:
    """Return the cells that a cell needs, each after those that it needs itself.

    `wanted` are the names that it should give a value, and `cells` maps a name to the cell that
    does so elsewhere.

    >>> helpers_of("c = b", [], {"a": "a = 1", "b": "b = a"})
    ['a = 1', 'b = a']
    """
    found: list[str] = []
    seen = {source}

    def add(text: str, names: Collection[str]) -> None:
        for name in sorted((used_names(text) | set(names)) - bound_names(text)):
            helper = cells.get(name)
            if helper is not None and helper not in seen:
                seen.add(helper)
                add(helper, ())
                found.append(helper)

    add(source, wanted)
    return found


def used_of_the_course(source: str, given: Collection[str] = ()) -> str:
    """Return what an answer uses of course_lib, which it is asked to write; empty if nothing.

    `given` are names of the course's own that the notebook has imported. Samples may be loaded.

    >>> used_of_the_course("from course_lib.measure import merge\\nmerged = merge")
    'course_lib.measure'
    >>> used_of_the_course("spans = NaiveChunker(9, 0).spans(text)", ["NaiveChunker"])
    'NaiveChunker'
    """
    tree = syntax_of(source)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Name) and node.id in given:
            return node.id
        for module in _modules_of(node):
            if module.partition(".")[0] == "course_lib" and module not in _FREE:
                return module
        for word in re.findall(r"\w+", " ".join(_strings_that_name(node))):
            if word == "course_lib" or word in given:
                return str(word)
    return ""


def _modules_of(node: ast.AST) -> list[str]:
    """What a statement imports, or an expression reaches through an import."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        inside = [f"{module}.{alias.name}" for alias in node.names]
        return inside if module == "course_lib" else [module]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return [f"{node.value.id}.{node.attr}"]
    return []


def _strings_that_name(node: ast.AST) -> Iterator[str]:
    """The strings by which an expression finds what it does not name itself."""
    places: list[ast.AST] = []
    if isinstance(node, ast.Subscript):
        places = [node.slice]
    elif isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else None
        name = function.id if isinstance(function, ast.Name) else name
        places = [*node.args, *node.keywords] if name in _BY_NAME else []
    for part in (part for place in places for part in ast.walk(place)):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def given_of_the_course(setup: Iterable[str]) -> set[str]:
    """Return the names that a notebook's first cells import from course_lib, but for the free ones.

    >>> sorted(given_of_the_course(["from course_lib import NaiveChunker, audit as look"]))
    ['NaiveChunker', 'look']
    """
    return {
        alias.asname or alias.name
        for source in setup
        for node in ast.walk(syntax_of(source) or ast.Module([], []))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("course_lib")
        if node.module not in _FREE
        for alias in node.names
    }


def syntax_of(source: str) -> ast.Module | None:
    """Return the syntax tree of a cell; None where it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the learner's escape sequences are not our business
            try:
                return ast.parse(source)
            except SystemError:  # Python 3.11 miscounts its depth now and then: gh-106905
                return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
