"""Cut code between its definitions: Python by the standard library's parser, other code by lines.

A file that is no Python is not parsed: blank lines and indents say what belongs together there.
"""

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from course_lib.chunkers.lines import Line, read_lines
from course_lib.chunkers.packing import Cut, pack_all
from course_lib.chunkers.structure import Context, Fits, Piece, StructureChunker

_LONGEST_PARSED = 2_000_000  # code points; the parser takes a hundred times as much memory
_CLOSERS = (")", "]", "}", "end", "*/", "</")
_LEADS = re.compile(r"#|//|/\*|\*|--|;|%|@[\w.]+(?:\(.*\))?\Z")  # comments and annotations
_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True, repr=False)
class CodeChunker(StructureChunker):
    r"""Fill each chunk with whole definitions of code, up to `max_chars` code points.

    Python is read by `ast`. A definition goes with its decorators and with the comments above it,
    and imports go together. One that is too long is cut between its statements, those that follow a
    blank line first; the names of the classes and functions around a piece are its `context`, and
    it ends where they end. Indents stay. What `ast` refuses, what is longer than two million code
    points, and other languages are cut before lines that follow a blank line, the less indented the
    better, then before other lines, but not before one that only closes. The options are those of
    StructureChunker. Raises what Profile raises.

    >>> text = "class Roof:\n    def slate(self): ...\n\n    def lead(self): ...\n"
    >>> CodeChunker(40).spans(text)
    [(0, 36, ()), (38, 61, ('Roof',))]
    """

    names_owner: ClassVar[bool] = True
    lines_stand: ClassVar[bool] = True

    def pieces(self, text: str) -> Iterator[Piece]:
        """Yield the chunks' places in order, each with the names of what it lies in."""
        lines = list(read_lines(text, int(text.startswith("\ufeff"))))
        tree = _parse(text)
        fits = partial(self.fits, text)
        cuts = _Reader(lines, fits).cuts_of(tree) if tree else _line_cuts(lines, fits)
        return pack_all(text, cuts, self)


def _parse(text: str) -> ast.Module | None:
    """Return what the parser makes of a text; None where it is too long or no Python."""
    if len(text) > _LONGEST_PARSED:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in somebody else's strings
            return ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _Reader:
    """Finds cuts by lines: columns of `ast` count bytes, lines are lines."""

    def __init__(self, lines: list[Line], fits: Fits) -> None:
        self.lines = lines
        self.fits = fits
        self.cuts: list[Cut] = []

    def cuts_of(self, tree: ast.Module) -> list[Cut]:
        self._read(tree.body, 0, (), 0, "")
        return self.cuts

    def _read(
        self, body: list[ast.stmt], level: int, path: Context, last_line: int, orphans: str
    ) -> None:
        """Add a cut before each statement, and before those inside of one that is too long.

        Line numbers count from 1; `last_line` is where what comes before the first one ends.
        """
        before: ast.stmt | None = None
        for statement in body:
            line, first_line = _first_lineno(statement), self._with_comments(statement, last_line)
            if before:
                self._add_rest(before, last_line, first_line, level, path)
            end_line = statement.end_lineno or line
            if line > last_line or not before:  # no second statement on one line
                together = isinstance(before, _IMPORTS) and isinstance(statement, _IMPORTS)
                apart = isinstance(statement, _DEFINITIONS) or self._is_after_blank(first_line)
                depth = 2 * level + int(together or not apart)
                inner = (*path, statement.name) if isinstance(statement, _DEFINITIONS) else path
                fits = self._fits(line, end_line)
                if first_line < line and not self._fits(first_line, end_line):
                    self._add(first_line, Cut(0, depth, orphans, path, path))
                    close = self._without_blank(first_line, line)
                    if first_line < close and self._fits(close, end_line):
                        line = close
                    orphans = "" if fits else "heading"
                    self._add(line, Cut(0, depth + 1, orphans, path, inner, fits))
                else:
                    self._add(first_line, Cut(0, depth, orphans, path, inner, fits))
                if not fits:
                    self._read_inside(statement, level + 1, inner)
            before, last_line, orphans = statement, max(last_line, end_line), ""
        if before and not level:
            self._add_rest(before, last_line, len(self.lines) + 1, level, path)

    def _add_rest(
        self, statement: ast.stmt, last_line: int, stop: int, level: int, path: Context
    ) -> None:
        """Add a cut before comments that stand behind a statement and belong to no other."""
        line = next((n for n in range(last_line + 1, stop) if not self.lines[n - 1].is_blank), stop)
        if line < stop:
            inside = self.lines[line - 1].indent > self.lines[statement.lineno - 1].indent
            if inside and isinstance(statement, _DEFINITIONS):
                path = (*path, statement.name)
            self._add(line, Cut(0, 2 * level + 1, "", path, path))

    def _read_inside(self, statement: ast.stmt, level: int, path: Context) -> None:
        end_line = 0
        for block in _blocks(statement):
            line = _first_lineno(block[0])
            if line > statement.lineno:  # not on the header's own line
                if end_line:  # before `else`, `except` and the like
                    following = range(end_line + 1, line)
                    header = next((n for n in following if not self.lines[n - 1].is_blank), line)
                    self._add(header, Cut(0, 2 * level - 1, "", path, path))
                self._read(block, level, path, line - 1, "header")
            end_line = block[-1].end_lineno or line

    def _add(self, line: int, cut: Cut) -> None:
        at = self.lines[line - 1].start
        if not self.cuts or self.cuts[-1].at < at:
            self.cuts.append(cut._replace(at=at))

    def _fits(self, line: int, end_line: int) -> bool:
        last = self.lines[end_line - 1]
        end = last.start + len(last.text.rstrip())
        return self.fits(self.lines[line - 1].start, end)

    def _is_after_blank(self, line: int) -> bool:
        return line == 1 or self.lines[line - 2].is_blank

    def _without_blank(self, first_line: int, line: int) -> int:
        """Return the first line of the comments that no blank line parts from a statement."""
        while line > first_line and not self._is_after_blank(line):
            line -= 1
        return line

    def _with_comments(self, statement: ast.stmt, last_line: int) -> int:
        """Return the first line of the comments above a statement, or its own."""
        line = first = _first_lineno(statement)
        indent = self.lines[line - 1].indent
        while line - 1 > last_line:
            above = self.lines[line - 2]
            if above.text.lstrip().startswith("#") and above.indent == indent:
                first = line - 1
            elif not above.is_blank:
                break
            line -= 1
        return first


def _first_lineno(statement: ast.stmt) -> int:
    decorators = statement.decorator_list if isinstance(statement, _DEFINITIONS) else []
    return decorators[0].lineno if decorators else statement.lineno


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the blocks of a compound statement, in order; an `elif` is one more of them."""
    handlers = [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]
    bodies = [inner.body for inner in handlers]
    last = statement
    while isinstance(last, ast.If) and (following := _elif(last)):
        bodies.append(following.body)
        last = following
    rest = [getattr(last, "orelse", []), getattr(statement, "finalbody", [])]
    yield from filter(None, [getattr(statement, "body", []), *bodies, *rest])


def _elif(statement: ast.If) -> ast.If | None:
    match statement.orelse:
        case [ast.If() as inner] if inner.col_offset == statement.col_offset:
            return inner
    return None


# --- what is not parsed ---


def _line_cuts(lines: list[Line], fits: Fits) -> list[Cut]:
    """Return a cut before each line that may begin a block; comments above it go with it."""
    cuts: list[Cut] = []
    after_blank, indent, leads = True, 0, False
    for line in lines:
        if line.is_blank:
            after_blank = True
            continue
        stripped = line.text.strip()
        if not stripped.startswith(_CLOSERS):
            is_inner = not after_blank and (leads or line.indent > indent)
            depth = 2 * line.indent + (not after_blank)
            is_whole = fits(line.start, line.end)
            cuts.append(Cut(line.start, depth, "header" if is_inner else "", is_whole=is_whole))
        leads = _LEADS.match(stripped) is not None
        after_blank, indent = False, line.indent
    return cuts
