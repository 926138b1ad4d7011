"""Cut structured records between their fields: lines of fields, sections, tables, or JSON."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from course_lib.chunkers.field_cuts import find_field_cuts
from course_lib.chunkers.json_cuts import find_record_cuts
from course_lib.chunkers.packing import pack, pack_all
from course_lib.chunkers.section_cuts import Section, find_sections
from course_lib.chunkers.structure import Piece, StructureChunker
from course_lib.chunkers.table_cuts import find_row_cuts


@dataclass(frozen=True, slots=True, repr=False)
class RecordChunker(StructureChunker):
    r"""Fill each chunk with whole fields of a record, up to `max_chars` code points.

    What the text is, is read from the text:

    * JSON, and JSON lines: members and elements. A value that is cut has its path of names and
      numbers beside it. A line that is no JSON among lines that are is kept as text, and a
      NotJson warns of it.
    * INI and TOML-like sections: entries of one section, whose name is the path of all its chunks;
      also `name = value` lines without a section.
    * CSV and TSV: whole rows, with quoted line ends. The header is the context of later rows, and a
      chunk of its own only where it does not fit with the first row.
    * Transcripts, where speakers return: whole turns. One that is cut has its speaker beside every
      piece but the first.
    * `Field: value` lines: indented lines continue the value, and fields without a blank line
      between them belong together. A value that is cut has its field's name beside it.

    A chunk that has such a name beside it ends where that ends. Text that is none of these, and
    what is longer than a chunk, is cut by ParagraphChunker's ladder, but every line end stands. The
    options are those of StructureChunker. Raises what Profile raises, and MalformedJson (an
    InvalidValue) for text that begins like JSON and is none; with `lenient` a NotJson warns of
    that, and the text is cut as text.

    >>> RecordChunker(20).spans("Claim: 88431\nPeril: water\nCause: the joint under the sink")
    [(0, 12, ()), (13, 25, ()), (26, 42, ()), (43, 57, ('Cause',))]
    """

    names_owner: ClassVar[bool] = True
    lines_stand: ClassVar[bool] = True

    lenient: bool = field(default=False, kw_only=True)

    def pieces(self, text: str) -> Iterator[Piece]:
        """Yield the chunks' places in order, each with its section and its field's name or path."""
        start = int(text.startswith("\ufeff"))
        if cuts := find_record_cuts(text, start, self.lenient):
            return pack_all(text, cuts, self)
        fits = partial(self.fits, text)
        if sections := find_sections(text, start, fits):
            return self._pack_sections(text, sections)
        cuts = find_row_cuts(text, start, fits) or find_field_cuts(text, start)
        return pack_all(text, cuts, self)

    def _pack_sections(self, text: str, sections: list[Section]) -> Iterator[Piece]:
        start = 0  # a byte order mark goes with the first section
        for path, (first, *others), stop in sections:
            cuts = [first._replace(at=start), *others]
            yield from pack(text, cuts, stop, self, [(0, path)])
            start = stop
