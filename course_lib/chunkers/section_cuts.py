"""Read INI and TOML-like text: sections, entries, and the lines that continue a value."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from course_lib.chunkers.lines import Line, read_lines
from course_lib.chunkers.packing import Cut
from course_lib.chunkers.structure import Context, Fits, anything_fits

_QUOTED = r""""[^"\n\r]*"|'[^'\n\r]*'"""
_SECTION = re.compile(
    rf"[ \t]*\[\[?[ \t]*((?:{_QUOTED}|[^\[\]\"'\n\r])+|[^\[\]\n\r]+)\]\]?[ \t]*(?:[#;].*)?\r?\Z"
)
_BEGINS_WITH_BRACKET = re.compile(r"(?:\A|[\n\r\ufeff])[ \t]*\[")
_ENTRY = re.compile(
    rf"[ \t]*({_QUOTED}|[^\s=:#;\[\]\"'][^=:\n\r]{{0,79}}?)[ \t]*(?:=|:(?=[\s]|\Z))"
)
_PLAIN_NAME = re.compile(r"[\w.$/ -]+\Z")
_DOTTED_KEY = re.compile(rf"[ \t]*({_QUOTED}|[\w-]+)[ \t]*(?:\.|\Z)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|' r"'[^']*'|#.*")
_LONG_QUOTES = ('"""', "'''")


class Section(NamedTuple):
    """A section's names, the cuts before its entries, and where it stops."""

    path: Context
    cuts: list[Cut]
    stop: int


def find_sections(text: str, start: int = 0, fits: Fits = anything_fits) -> list[Section]:
    """Return the sections of INI or TOML-like text; none if the text is no such thing.

    Its first line is a section's, or it has a section and as many entries as other lines, or none
    and two of three lines at its margin are `name = value`; then its path is empty. Comments
    go with what follows them. Entries are `name = value` or `name: value`; deeper lines continue
    the value, as do those of an open array and of a string in three quotes.

    >>> [(s.path, len(s.cuts)) for s in find_sections("[claim]\\nperil: water\\ncause: sink\\n")]
    [(('claim',), 3)]
    """
    if "=" not in text and not _BEGINS_WITH_BRACKET.search(text):
        return []
    reader = _Reader(text, start, fits)
    for line in read_lines(text, start):
        reader.read(line)
    return reader.finish() if reader.is_sections else []


def _names(header: str) -> Context:
    """Return a TOML header's names, or the header itself where it is no dotted key."""
    names, at = [], 0
    while at < len(header):
        found = _DOTTED_KEY.match(header, at)
        if found is None:
            return (header.strip(),)
        names.append(found[1].strip("\"'") or found[1])
        at = found.end()
    return tuple(names)


class _Reader:
    """Reads line after line; `lead` is where the comments begin that go with the next one."""

    def __init__(self, text: str, start: int, fits: Fits) -> None:
        self.text, self.start, self.fits = text, start, fits
        self.sections: list[Section] = []
        self.path: Context = ()
        self.cuts: list[Cut] = []
        self.lead: int | None = None
        self.after_blank = True
        self.indent: int | None = None  # the current entry's; None before the first of a section
        self.value_end = 0
        self.begins_with_section: bool | None = None
        self.entries = self.others = self.equals = 0

    @property
    def is_sections(self) -> bool:
        if self.sections or self.begins_with_section:
            return bool(self.begins_with_section) or self.entries >= self.others
        return self.equals > 1 and self.equals > 2 * (self.entries + self.others - self.equals)

    def read(self, line: Line) -> None:
        if line.start < self.value_end:
            return
        if line.is_blank:
            self.after_blank = True
            return
        if line.text.lstrip()[0] in "#;":
            self.lead = line.start if self.lead is None else self.lead
            return
        section = _SECTION.match(line.text.rstrip())
        if self.begins_with_section is None:
            self.begins_with_section = section is not None
        if section:
            self._begin_section(line, _names(section[1]))
        elif self.indent is None or line.indent <= self.indent:
            self._begin_entry(line)
        self.lead, self.after_blank = None, False

    def _begin_section(self, line: Line, path: Context) -> None:
        at = line.start if self.lead is None else self.lead
        self._close(at)
        self.path, self.cuts, self.indent = path, [Cut(at, 0)], None

    def _begin_entry(self, line: Line) -> None:
        at = line.start if self.lead is None else self.lead
        entry = _ENTRY.match(line.text)
        self.entries += entry is not None
        self.others += entry is None
        inner = (entry[1].strip("\"'") or entry[1],) if entry else ()
        is_first = self.indent is None and bool(self.path)
        orphans = "heading" if is_first else ""
        self.cuts.append(Cut(at, 1 + (not self.after_blank), orphans, (), inner))
        self.indent = line.indent
        if entry and line.text[entry.end() - 1] == "=":
            self.equals += _PLAIN_NAME.match(entry[1]) is not None
            self.value_end = _value_end(self.text, line.start + entry.end(), line.end)

    def _close(self, stop: int) -> None:
        cuts = self.cuts
        if not cuts and not self.text[self.start : stop].strip():
            return
        ends = [*(cut.at for cut in cuts[1:]), stop]
        whole = [
            cut._replace(is_whole=self.fits(cut.at, end))
            for cut, end in zip(cuts, ends, strict=False)
        ]
        self.sections.append(Section(self.path, whole or [Cut(self.start, 0)], stop))

    def finish(self) -> list[Section]:
        self._close(len(self.text))
        return self.sections


def _value_end(text: str, start: int, line_end: int) -> int:
    """Return where the last line begins that an open string or array goes on to; 0 for none."""
    value = text[start:line_end].strip()
    if value[:3] in _LONG_QUOTES:
        opened = text.find(value[:3], start) + 3
        closed = text.find(value[:3], opened)
        return closed + 1 if closed >= line_end else 0
    if not value.startswith("["):
        return 0
    return _array_end(text, start, line_end)


def _array_end(text: str, start: int, line_end: int) -> int:
    depth = _open_brackets(text[start:line_end])
    if depth <= 0:
        return 0
    for line in _lines_until_entry(text, line_end):
        depth += _open_brackets(line.text)
        if depth <= 0:
            return line.end
    return 0


def _lines_until_entry(text: str, start: int) -> Iterator[Line]:
    """Yield lines up to one that begins an entry at the margin: an array holds none."""
    for line in read_lines(text, start):
        if not line.text[0].isspace() and _ENTRY.match(line.text):
            return
        yield line


def _open_brackets(text: str) -> int:
    plain = _STRING.sub("", text)
    return plain.count("[") - plain.count("]")
