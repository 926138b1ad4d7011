"""Cut structured records between their fields: `Field: value` lines, or JSON."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from course_lib.chunkers.json_cuts import find_json_cuts
from course_lib.chunkers.packing import Cut, pack
from course_lib.chunkers.structure import Piece, StructureChunker

_JSON_START = re.compile(r"\ufeff?[ \t\n\r]*(?=[\[{])")
_FIELD = re.compile(r"([^\W\d_][^:\n\r]{0,39}):(?![^\s])")
_LINE = re.compile(r"[^\n\r]*(?:\r\n?|\n)?")


@dataclass(frozen=True, slots=True, repr=False)
class RecordChunker(StructureChunker):
    r"""Fill each chunk with whole fields of a record, up to `max_chars` code points.

    Fields are `Field: value` lines (indented lines continue the value; fields without a blank
    line between them belong together), or the members and elements of JSON. A value that is too
    long is cut by ParagraphChunker's ladder, and its field's name is the `context` of every piece
    but the first; in JSON it is the path of names and numbers. Text that is neither is cut as
    ParagraphChunker does. The options are those of StructureChunker. Raises what Profile raises,
    and MalformedJson (an InvalidValue) for text that begins with `{` or `[` and is no JSON.

    >>> RecordChunker(20).spans("Claim: 88431\nPeril: water\nCause: the joint under the sink")
    [(0, 12, ()), (13, 25, ()), (26, 42, ()), (43, 57, ('Cause',))]
    """

    def pieces(self, text: str) -> Iterator[Piece]:
        """Yield the chunks' places in order, each with its field's name or its path in JSON."""
        if found := _JSON_START.match(text):
            cuts = find_json_cuts(text, found.end())
        else:
            cuts = _find_field_cuts(text)
        first, *others = cuts or [Cut(0, 0)]
        return pack(text, [first._replace(at=0), *others], len(text), self)


def _find_field_cuts(text: str) -> list[Cut]:
    """Return a cut before each field and each other paragraph; none if other lines prevail."""
    cuts: list[Cut] = []
    fields = others = 0
    after_blank_line = True
    for line in _LINE.finditer(text, text.startswith("\ufeff")):
        if not line.group().strip():
            after_blank_line = True
            continue
        start = line.start()
        if field := _FIELD.match(text, start):
            fields += 1
            inner_context = (field[1].rstrip(),)
            cuts.append(Cut(start, int(not after_blank_line), "", (), inner_context))
        elif not text[start].isspace():
            others += 1
            if after_blank_line:
                cuts.append(Cut(start, 0))
        after_blank_line = False
    return cuts if fields and fields >= others else []
