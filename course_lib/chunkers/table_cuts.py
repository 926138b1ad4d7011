"""Find the rows of a table of fields (CSV, TSV) by the standard library's own reader."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from course_lib.chunkers.lines import Line, read_lines
from course_lib.chunkers.packing import Cut
from course_lib.chunkers.structure import Fits, anything_fits

_DELIMITERS = ",;\t|"
_LONGEST_NAME = 80
_PREAMBLE = re.compile(r"#|sep=.\s*\Z", re.I)  # comments, and what Excel is told of the delimiter
_SENTINEL = "end"  # a last row that is only read when no quote is open


def find_row_cuts(text: str, start: int = 0, fits: Fits = anything_fits) -> list[Cut]:
    """Return a cut before each row of a table, the header first; none if the text is no table.

    Lines of comment, and Excel's `sep=`, may stand before the header and go with it.
    Its first row names two columns or more, and nine of ten rows have as many fields. The header is
    the context of every other row. A quote that is never closed is a character like any other.

    >>> text = 'place,note\\nSaltmarsh,"a joint\\nunder the sink"\\nMarrow,pipe\\n'
    >>> [(cut.at, cut.context) for cut in find_row_cuts(text)]
    [(0, ()), (11, ('place,note',)), (46, ('place,note',))]
    """
    visible = (line for line in read_lines(text, start) if not line.is_blank)
    header = next((line for line in visible if not _PREAMBLE.match(line.text)), None)
    delimiter = _delimiter(header.text) if header else ""
    if not header or not delimiter:
        return []
    lines = [header, *visible]
    rows = list(_rows(lines, delimiter))
    widths = Counter(width for _, _, width in rows)
    _, last, columns = rows[0]
    least_rows = 3 if f"{delimiter} " in header.text else 2  # a comma may be of a sentence
    if columns < 2 or len(rows) < least_rows or widths[columns] * 10 < len(rows) * 9:
        return []
    context = (text[header.start : lines[last - 1].end].strip(),)
    cuts = [Cut(start, 0)]
    for first, last, _ in rows[1:]:
        at, end = lines[first].start, lines[last - 1].end
        is_whole = fits(at, at + len(text[at:end].rstrip()))
        cuts.append(Cut(at, 1, "" if cuts[1:] else "header", context, context, is_whole))
    return cuts


def _delimiter(header: str) -> str:
    """Return what parts the names of columns; nothing if these are no names."""
    best = max(_DELIMITERS, key=header.count)
    names = [name.strip() for name in header.split(best)]
    if len(names) < 2 or ": " in names[0] or max(map(len, names)) > _LONGEST_NAME:
        return ""
    may_be_prose = f"{best} " in header  # a table's questions have no space between them
    return "" if may_be_prose and any(name[-1:] in tuple(".!?:") for name in names) else best


def _rows(lines: list[Line], delimiter: str) -> Iterator[tuple[int, int, int]]:
    """Yield each row's first line, the line after its last, and how many fields it has."""
    at = 0
    while at < len(lines):
        rest = (lines[number].text for number in range(at, len(lines)))
        reader = csv.reader(chain(rest, [_SENTINEL]), delimiter=delimiter)
        begin = at
        try:
            for row in reader:
                following = begin + reader.line_num
                if following > len(lines):  # the sentinel was read, alone or inside a quote
                    break
                yield at, following, len(row)
                at = following
        except csv.Error:  # a field beyond the reader's limit
            pass
        if at < len(lines):
            yield at, at + 1, lines[at].text.count(delimiter) + 1
            at += 1
