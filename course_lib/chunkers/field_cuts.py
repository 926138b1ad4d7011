"""Read `Field: value` lines: records, and transcripts, where the names are speakers that return."""

import re
from typing import NamedTuple

from course_lib.chunkers.lines import Line, read_lines
from course_lib.chunkers.packing import Cut

_NAME = r"[^\W\d_][^:：\n\r]{0,39}"
_FIELD = re.compile(rf"({_NAME})(?::(?!\S)|：)")
_DATE = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}[,T]?[ \t]*"
_CLOCK = r"\d{1,2}(?::\d\d){1,2}(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_TIME = rf"[\[(]?(?:{_DATE})?{_CLOCK}[\])]?"
_TURN = re.compile(
    rf"(?:{_TIME}[ \t]*(?:[-–—][ \t]*)?)?"
    rf"(?:(?:\*\*)?({_NAME}?)(?:[ \t]*{_TIME})?(?:\*\*)?(?::(?:\*\*)?(?!\S)|：)"
    rf"|<({_NAME}?)>(?=\s)"  # as in chats
    rf"|({_NAME}?)[ \t]+{_TIME}\s*\Z)"  # what was said begins on the next line
)


class _Unit(NamedTuple):
    """A line at the margin, the name that it begins with, and whether a blank line precedes."""

    at: int
    name: str
    after_blank: bool


def find_field_cuts(text: str, start: int = 0) -> list[Cut]:
    """Return a cut before each field and each other line at the margin; none if others prevail.

    Indented lines continue a field's value. In a transcript all lines up to the next speaker are
    the turn of the one before, and cut between paragraphs first.

    >>> [(cut.at, cut.inner_context) for cut in find_field_cuts("Claim: 1\\nCause: a joint\\n")]
    [(0, ('Claim',)), (9, ('Cause',))]
    """
    lines = list(read_lines(text, start))
    turns = _units(lines, _TURN)
    if _is_transcript(turns):
        return _turn_cuts(turns)
    units = _units(lines, _FIELD)
    named = sum(bool(unit.name) for unit in units)
    if not named or 2 * named < len(units):
        return []
    return [
        Cut(at, int(not after_blank), "", (), (name,) if name else ())
        for at, name, after_blank in units
    ]


def _units(lines: list[Line], pattern: re.Pattern[str]) -> list[_Unit]:
    units = []
    after_blank = True
    for line in lines:
        if line.is_blank:
            after_blank = True
            continue
        if not line.text[0].isspace():
            found = pattern.match(line.text)
            name = next(filter(None, found.groups())).rstrip() if found else ""
            units.append(_Unit(line.start, name, after_blank))
        after_blank = False
    return units


def _is_transcript(units: list[_Unit]) -> bool:
    """Say whether few names return often, and most paragraphs begin with one."""
    names = [unit.name for unit in units if unit.name]
    paragraphs = sum(unit.after_blank for unit in units)
    return (
        1 < len(set(names)) <= len(names) / 2
        and 2 * len(names) >= paragraphs
        and 10 * len(names) >= len(units)
    )


def _turn_cuts(units: list[_Unit]) -> list[Cut]:
    cuts = []
    speaker: tuple[str, ...] = ()
    for at, name, after_blank in units:
        if name:
            speaker = (name,)
            cuts.append(Cut(at, int(not after_blank), "", (), speaker))
        else:
            cuts.append(Cut(at, 2 + (not after_blank), "", speaker, speaker))
    return cuts
