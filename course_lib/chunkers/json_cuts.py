"""Read JSON by its grammar, and note where it may be cut: before each member and each element.

Positions come from the reader itself, in code points; no value is searched for afterwards.
"""

from __future__ import annotations

import json
import re
from warnings import warn

from course_lib.chunkers.lines import read_lines
from course_lib.chunkers.packing import Cut
from course_lib.errors import InvalidValue

_DEEPEST = 200  # levels; a record is never that deep, and the stack of calls has an end
_BLANKS = re.compile(r"[ \t\n\r]*")
# No character can be read in two ways, so that what fails is given up after one look at each.
_PLAIN = r'[^"\\\x00-\x1f]*'
_ESCAPE = r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})'
_STRING = re.compile(rf'"{_PLAIN}(?:{_ESCAPE}{_PLAIN})*"')
_NUMBER_OR_NAME = re.compile(
    r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null"
    r"|NaN|-?Infinity"  # as Python writes them
)
_COMMENT = re.compile(r"//[^\n\r]*|/\*(?s:.*?)\*/")  # JSONC, as in many settings
_GAP = rf"(?:[ \t\n\r]|{_COMMENT.pattern})*"
_SCALAR = rf"(?:{_NUMBER_OR_NAME.pattern}){_GAP}"
_BEGINS_JSON = re.compile(  # and not like a section, a badge, a reference or a box to tick
    rf"{_GAP}(?:\{{{_GAP}(?:[\"}}]|\Z)"
    rf"|\[{_GAP}(?:[\[{{\"]|\Z|(?:{_SCALAR})?(?:,|\Z|\]{_GAP}(?:\Z|[\[{{]))))"
)
_JSON_LINE = re.compile(r"^[ \t]*[\[{].*[\]}][ \t]*$", re.MULTILINE)
_LINE_END = re.compile(r"\r\n|\r|\n")


class MalformedJson(InvalidValue):
    """JSON that breaks its grammar; `position` counts characters from 0, line and column from 1."""

    def __init__(self, problem: str, text: str, position: int) -> None:
        ends = [found.end() for found in _LINE_END.finditer(text, 0, position)]
        self.problem, self.position = problem, position
        self.line = len(ends) + 1
        self.column = position - (ends[-1] if ends else 0) + 1
        super().__init__(
            f"the text begins like JSON, but {problem} at line {self.line}, column {self.column} "
            f"(character {position}); correct it there, or use ParagraphChunker if it is no JSON"
        )
        self._made_of = problem, text, position

    def __reduce__(self) -> tuple[type[MalformedJson], tuple[str, str, int]]:
        return type(self), self._made_of


class NotJson(UserWarning):
    """A warning: what begins like JSON, or stands among lines of JSON, is kept as text."""


def find_record_cuts(text: str, start: int = 0, lenient: bool = False) -> list[Cut]:
    """Return the places to cut of JSON or JSON lines; none if the text is neither.

    A line that is no JSON is a unit of its own, and a NotJson warns of it. Raises MalformedJson for
    other text that begins like JSON; if `lenient`, a NotJson warns of that, too.

    >>> find_record_cuts("[claim] peril: water")
    []
    """
    if _BEGINS_JSON.match(text, start) is None:
        return _find_line_cuts(text, start)
    try:
        return find_json_cuts(text, start)
    except MalformedJson as error:
        cuts = _find_line_cuts(text, start)
        if not cuts and not lenient:
            raise
        if not cuts:
            place = f"at line {error.line}, column {error.column}"
            warn(f"no JSON, cut as text: {error.problem} {place}", NotJson, stacklevel=2)
        return cuts


def _find_line_cuts(text: str, start: int) -> list[Cut]:
    """Return the places to cut of JSON lines; none if less than half of the lines are JSON."""
    if "{" not in text and "[" not in text:
        return []
    lines = [line for line in enumerate(read_lines(text, start), 1) if not line[1].is_blank]
    if 2 * sum(bool(_JSON_LINE.match(line.text)) for _, line in lines) < len(lines):
        return []
    cuts: list[Cut] = []
    faults = []
    for number, line in lines:
        try:
            found = find_json_cuts(line.text.rstrip())
        except MalformedJson as error:
            found = [Cut(0, 0)]
            faults.append(f"line {number} ({error.problem} at column {error.column})")
        cuts.extend(cut._replace(at=line.start + cut.at) for cut in found)
    if 2 * len(faults) > len(lines):
        return []
    if faults:
        more = f" and {len(faults) - 5:,} more" if len(faults) > 5 else ""
        warn(f"no JSON, kept as text: {', '.join(faults[:5])}{more}", NotJson, stacklevel=2)
    return cuts


def find_json_cuts(text: str, start: int = 0) -> list[Cut]:
    """Return the places to cut of the JSON in `text[start:]`: one value, or one after another.

    A cut's context is the path to the value that it lies in: names and, in an array, numbers. Its
    depth is the length of that path. Raises MalformedJson.

    >>> [(cut.at, cut.inner_context) for cut in find_json_cuts('[{"id": 7}, {"id": 8}]')]
    [(0, ()), (1, ('0',)), (2, ('0', 'id')), (12, ('1',)), (13, ('1', 'id'))]
    """
    reader = _Reader(text, start)
    while reader.at < len(text):
        reader.cuts.append(Cut(reader.at, 0))
        reader.read_value(())
    return reader.cuts


class _Reader:
    """Reads value after value; `at` is always on the next character that is not white space."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.cuts: list[Cut] = []
        self.lead = start  # where the comments begin that stand above what follows
        self._move_to(start)

    def read_value(self, path: tuple[str, ...]) -> None:
        if len(path) > _DEEPEST:
            raise self._error(f"it is nested deeper than {_DEEPEST} levels")
        if self._accept("{"):
            self._read_members(path)
        elif self._accept("["):
            self._read_elements(path)
        else:
            self._read_scalar()

    def _read_members(self, path: tuple[str, ...]) -> None:
        is_first = True
        while not self._ends("}", is_first):
            start = self.lead
            inner_path = (*path, self._read_name())
            self._add_cut(start, path, inner_path, is_first)
            self._expect(":")
            self.read_value(inner_path)
            is_first = False

    def _read_elements(self, path: tuple[str, ...]) -> None:
        number = 0
        while not self._ends("]", number == 0):
            inner_path = (*path, str(number))
            self._add_cut(self.lead, path, inner_path, number == 0)
            self.read_value(inner_path)
            number += 1

    def _add_cut(
        self, at: int, path: tuple[str, ...], inner_path: tuple[str, ...], is_first: bool
    ) -> None:
        orphans = "opener" if is_first else ""
        self.cuts.append(Cut(at, len(inner_path), orphans, path, inner_path))

    def _read_name(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise self._error("a name in double quotes is missing")
        self._move_to(found.end())
        name: str = json.loads(found.group())
        return name.encode("utf-8", "replace").decode()  # an escape can be a lone surrogate

    def _read_scalar(self) -> None:
        is_string = self.text[self.at : self.at + 1] == '"'
        found = (_STRING if is_string else _NUMBER_OR_NAME).match(self.text, self.at)
        if found:
            self._move_to(found.end())
        elif is_string:
            problem = "a string is not closed, or holds a bad escape or control character,"
            raise self._error(problem)
        else:
            raise self._error("a value is missing")

    # --- single characters ---

    def _ends(self, closer: str, is_first: bool) -> bool:
        """Step over the closer, or over the comma before what follows."""
        if self._accept(closer):
            return True
        if not is_first and not self._accept(","):
            raise self._error(f"a comma or {closer} is missing")
        return False

    def _expect(self, character: str) -> None:
        if not self._accept(character):
            raise self._error(f"a {character} is missing")

    def _accept(self, character: str) -> bool:
        if self.text[self.at : self.at + 1] != character:
            return False
        self._move_to(self.at + 1)
        return True

    def _move_to(self, position: int) -> None:
        """Step over white space and comments; those from a new line on lead what follows."""
        self.at = self._blanks_end(position)
        leads = _LINE_END.search(self.text, position, self.at) is not None
        self.lead = self.at
        while self.text[self.at : self.at + 1] == "/" and (
            comment := _COMMENT.match(self.text, self.at)
        ):
            self.at = self._blanks_end(comment.end())
            if not leads:
                leads = _LINE_END.search(self.text, comment.start(), self.at) is not None
                if leads or comment[0][:2] == "//":
                    self.lead = self.at

    def _blanks_end(self, position: int) -> int:
        found = _BLANKS.match(self.text, position)
        return found.end() if found else position

    def _error(self, problem: str) -> MalformedJson:
        return MalformedJson(problem, self.text, self.at)
