"""The pages of a PDF as one canonical text, without headers and footers, and the way back to them.

An extractor gives the text of each page. Joined, it becomes a document like any other, and spans
count in it. What repeats at the edges of pages is furniture: headers, footers, page numbers. It is
left out, since it would stand in the middle of a sentence. The page map says where each page begins
in the joined text. It travels in the metadata with the extractor that made the text, for another
extractor gives another text and so other offsets. Pages are counted from 1, as they lie in the
file; the number that is printed on one may be another.
"""

from __future__ import annotations

import logging
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from course_lib.document import Document
from course_lib.errors import CourseError, InvalidType, InvalidValue
from course_lib.guardrails import Guarded

Span: TypeAlias = tuple[int, int]

MOST_FURNITURE = 6  # lines at one edge; what repeats more than that is the text itself
LONGEST = 300  # characters of a line that is furniture
SHORT = 4  # words of a line that is a page number, if the rest of the text counts pages too
IN_A_ROW = 3  # pages with the same line at the same edge, or every other page: left and right
_ROMAN = "(?=[ivxl])(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
_LETTER = r"[^\W\u2e80-\u9fff\uac00-\ud7a3]"  # of a script that parts its words: 第3頁, 3쪽
_NUMBER = re.compile(
    rf"(?<!{_LETTER})\d{{1,6}}(?!{_LETTER})"
    rf"|(?<!\w)(?:{_ROMAN}|{_ROMAN.upper()})(?!\w)"
)
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50}


@dataclass(frozen=True, slots=True)
class PageMap:
    """Where the pages of a text lie: page p from `bounds[p - 1]` to `bounds[p]`, in code points.

    Its string is what stands in the metadata. Raises InvalidValue for bounds that are none.

    >>> pages = PageMap((0, 1834, 3620))
    >>> pages.pages_of((1800, 1900)), pages.words((1800, 1900)), str(pages)
    ((1, 2), 'pp. 1–2', '0 1834 3620')
    """

    bounds: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.bounds) < 2 or self.bounds[0] or sorted(self.bounds) != list(self.bounds):
            raise InvalidValue(
                f"a page map begins with 0 and never falls, as in '0 1834 3620': got {str(self)!r}"
            )

    @classmethod
    def of(cls, labelled: Guarded) -> PageMap:
        """Read the page map of a document or of a chunk from its metadata.

        Raises InvalidValue where there is none, and where it is not one of this text.
        """
        written = labelled.metadata.get("pages")
        if written is None:
            raise InvalidValue(f"{labelled.source_id} has no page map: it was not read from pages")
        try:
            found = cls(tuple(map(int, written.split(" "))))
        except ValueError:
            raise InvalidValue(
                f"{labelled.source_id}: its metadata say pages {written[:60]!r}, which is no page "
                "map such as '0 1834 3620'"
            ) from None
        if isinstance(labelled, Document) and len(labelled.text) != found.length:
            raise InvalidValue(
                f"{labelled.source_id} has {len(labelled.text)} characters and a page map of "
                f"{found.length}: its text was changed after the pages were joined"
            )
        return found

    @property
    def length(self) -> int:
        """How many characters the pages have together."""
        return self.bounds[-1]

    def pages_of(self, span: Span) -> tuple[int, int]:
        """Return the first and the last page of a span, counted from 1.

        Raises InvalidType for what is no span, and InvalidValue for one outside of the text.
        """
        start, end = span
        if type(start) is not int or type(end) is not int:
            raise InvalidType(f"a span is two whole numbers, got ({start!r}, {end!r})")
        if not 0 <= start < end <= self.length:
            raise InvalidValue(
                f"span ({start}, {end}) does not lie in pages of {self.length} characters; "
                "a span needs 0 <= start < end <= length"
            )
        return bisect_right(self.bounds, start), bisect_right(self.bounds, end - 1)

    def span_of(self, page: int) -> Span:
        """Return where a page lies; its ends are equal for a page without text."""
        if not 1 <= page < len(self.bounds):
            raise InvalidValue(f"there is no page {page}: the text has {len(self.bounds) - 1}")
        return self.bounds[page - 1], self.bounds[page]

    def words(self, span: Span) -> str:
        """Return the pages of a span as a reader writes them: `p. 3` or `pp. 1–2`."""
        first, last = self.pages_of(span)
        return f"p. {first}" if first == last else f"pp. {first}–{last}"

    def __str__(self) -> str:
        return " ".join(map(str, self.bounds))


def join_pages(pages: Iterable[str]) -> tuple[str, PageMap]:
    r"""Join pages to one text; a page with text that does not end with a line feed gets one.

    Raises InvalidValue when there is no page.

    >>> text, pages = join_pages(["the largest", "", "difference\n"])
    >>> text, str(pages)
    ('the largest\ndifference\n', '0 12 12 23')
    """
    ended = [page if page.endswith("\n") or not page else page + "\n" for page in pages]
    if not ended:
        raise InvalidValue("there is no page to join: give at least one")
    return "".join(ended), PageMap((0, *accumulate(map(len, ended))))


def find_bodies(pages: Sequence[str]) -> list[Span]:
    r"""Return the span of each page that is left without the furniture at its two edges.

    A line is furniture when nothing but furniture stands between it and the edge, and it stands at
    that edge of most pages, or of three pages in a row, or of three left or right pages in a row.
    White space apart it must be the same line; a number, also a Roman one, may rise with the pages.
    More than six such lines at an edge are a text that repeats, and stay; so does a line of more
    than 300 characters.

    >>> pages = ["Report\nIt leaks\nPage 1", "Report\nin the attic.\nPage 2"]
    >>> [page[start:end] for page, (start, end) in zip(pages, find_bodies(pages))]
    ['It leaks\n', 'in the attic.\n']
    """
    lines = [list(_lines(page)) for page in pages]
    tops = _depths(lines)
    bottoms = _depths([found[::-1] for found in lines])
    bodies = []
    for page, found, top, bottom in zip(pages, lines, tops, bottoms, strict=True):
        kept = found[top : len(found) - bottom]
        start = kept[0][0] if kept and top else 0
        end = kept[-1][1] if kept and bottom else len(page)
        bodies.append((start, end) if kept else (0, 0))
    if all(start == end for start, end in bodies):  # the pages are alike, and nothing else is there
        return [(0, len(page)) for page in pages]
    return bodies


def strip_furniture(pages: Sequence[str]) -> list[str]:
    """Return the pages without furniture: of each the verbatim slice that `find_bodies` names."""
    bodies = find_bodies(pages)
    return [page[start:end] for page, (start, end) in zip(pages, bodies, strict=True)]


def find_furniture(pages: Sequence[str]) -> list[str]:
    r"""Return the lines that `strip_furniture` leaves out, each once: read them, some may be text.

    >>> find_furniture(["Report\nIt leaks\nPage 1", "Report\nin the attic.\nPage 2"])
    ['Report', 'Page 1', 'Page 2']
    """
    edges = [
        page[:start] + "\n" + page[end:]
        for page, (start, end) in zip(pages, find_bodies(pages), strict=True)
    ]
    return list(dict.fromkeys(words for edge in edges for _, _, words in _lines(edge)))


def read_pages(path: str | PathLike[str]) -> list[str]:
    """Return the text of each page of a PDF, as pypdf extracts it; "" for a page without text.

    Raises OSError for a file that cannot be read, and InvalidValue for a PDF that is encrypted,
    damaged, or has no text, for what is no PDF, and where pypdf is not installed.
    """
    data = Path(path).read_bytes()
    if b"%PDF-" not in data[:1024]:
        what = "is empty" if not data else "is no PDF: it does not begin with %PDF-"
        raise InvalidValue(f"{path} {what}")
    pages = _extracted(data, path)
    if not any(page.strip() for page in pages):
        raise InvalidValue(
            f"{path} has {len(pages)} pages and no text, as a scan has: let a program recognise "
            "its letters (OCR) first"
        )
    return pages


def extractor_name() -> str:
    """Return what `read_pages` extracts with, as it stands in the metadata: name and version.

    Raises InvalidValue where pypdf is not installed.
    """
    return f"pypdf {_pypdf('a PDF').__version__}"


def labels_of_pages(pages: PageMap, extractor: str) -> dict[str, str]:
    """Return what the metadata of a joined text say: what extracted it, and its page map.

    >>> labels_of_pages(PageMap((0, 12, 23)), "pypdf 7.1.1")
    {'extractor': 'pypdf 7.1.1', 'pages': '0 12 23'}
    """
    return {"extractor": extractor, "pages": str(pages)}


def pages_beside(labelled: Guarded, span: Span) -> str:
    """Return what is printed beside a citation, such as `pp. 1–2`; "" without a page map.

    The line of the citation itself stays as it is, so that it can be read back. Raises what
    `PageMap.of` raises for a map that is none, and what `PageMap.pages_of` raises.
    """
    return PageMap.of(labelled).words(span) if "pages" in labelled.metadata else ""


def _lines(page: str) -> Iterator[tuple[int, int, str]]:
    """Each line that holds something: where it starts, where it ends with its feed, its words."""
    start = 0
    for line in page.split("\n"):
        end = min(start + len(line) + 1, len(page))
        if words := " ".join(line.split()):
            yield start, end, words
        start = end


def _depths(pages: Sequence[Sequence[tuple[int, int, str]]]) -> list[int]:
    """How many lines of each page, from its first on, are furniture."""
    depths = _depths_with(pages, lambda words: True)
    if any(depth > MOST_FURNITURE for depth in depths):  # rather count short lines alone as numbers
        depths = _depths_with(pages, lambda words: words.count(" ") < SHORT)
    return [depth if depth <= MOST_FURNITURE else 0 for depth in depths]


def _depths_with(
    pages: Sequence[Sequence[tuple[int, int, str]]], may_be_number: Callable[[str], bool]
) -> list[int]:
    """The same, where some lines may differ by the number of their page; up to one too many."""
    edges = [
        [_keys(words, number if may_be_number(words) else None) for _, _, words in found]
        for number, found in enumerate((page[: MOST_FURNITURE + 1] for page in pages), 1)
    ]
    common = _recurring([set().union(*keys) for keys in edges])
    return [
        next((depth for depth, mine in enumerate(keys) if not mine & often), len(keys))
        for keys, often in zip(edges, common, strict=True)
    ]


def _keys(words: str, page: int | None) -> set[str]:
    """The line itself, and the line for each number in it as a distance from the page."""
    if len(words) > LONGEST:
        return set()
    keys = {words}
    if page is None:
        return keys
    for found in _NUMBER.finditer(words):
        before, after = words[: found.start()], words[found.end() :]
        keys.add(f"{before}\0{_value(found[0]) - page}\0{after}")
    return keys


def _value(number: str) -> int:
    """The value of a number in Arabic or Roman digits.

    >>> _value("14"), _value("xiv")
    (14, 14)
    """
    if number.isascii() and number.isdigit():
        return int(number)
    digits = [_ROMAN_DIGITS[letter] for letter in number.lower()]
    return sum(-a if a < b else a for a, b in zip(digits, [*digits[1:], 0], strict=True))


def _recurring(standing: Sequence[set[str]]) -> list[set[str]]:
    """Of the keys that stand on each page, those that stand on enough others."""
    with_text = sum(map(bool, standing))
    where: dict[str, list[int]] = defaultdict(list)
    for number, keys in enumerate(standing):
        for key in keys:
            where[key].append(number)
    common: list[set[str]] = [set() for _ in standing]
    for key, numbers in where.items():
        if len(numbers) >= 2 and 2 * len(numbers) > with_text:
            enough = set(numbers)
        else:
            enough = _rows(numbers, 1) | _rows(numbers, 2)
        for number in enough:
            common[number].add(key)
    return common


def _rows(numbers: Sequence[int], step: int) -> set[int]:
    """The pages that lie in a row of at least three, each `step` after the one before.

    >>> sorted(_rows([0, 2, 3, 4, 9], 1)), sorted(_rows([0, 2, 3, 4, 9], 2))
    ([2, 3, 4], [0, 2, 4])
    """
    there = set(numbers)
    rows: set[int] = set()
    for first in there:
        row = range(first, first + step * IN_A_ROW, step)
        if there.issuperset(row):
            rows.update(row)
    return rows


def _pypdf(path: object) -> Any:
    try:
        import pypdf  # an extra: imported where a PDF is read
    except ImportError:
        raise InvalidValue(
            f"{path} is read with pypdf, which is not installed: "
            'pip install pypdf, or pip install -e ".[documents]"'
        ) from None
    return pypdf


def _extracted(data: bytes, path: object) -> list[str]:
    pypdf = _pypdf(path)
    locked = InvalidValue(f"{path} is encrypted: save a copy of it without a password")
    with _complaints() as said:
        try:
            reader = pypdf.PdfReader(BytesIO(data))
            if reader.is_encrypted and not reader.decrypt(""):
                raise locked
            said.clear()  # about the index of the file, which could be repaired
            pages = [page.extract_text() for page in reader.pages]
            said += _missing(len(pages), reader.root_object["/Pages"]["/Count"])
        except pypdf.errors.DependencyError:  # a cipher that pypdf alone cannot read
            raise locked from None
        except CourseError:
            raise
        except Exception as error:  # a parser of foreign bytes can fail in any way
            said.append(f"{type(error).__name__}: {error}")
    if said:  # some of the text would be lost in silence
        raise InvalidValue(
            f"{path} is damaged, or holds what pypdf cannot read "
            f"({' '.join(said[0].split())[:200]}): print it as a PDF again, or give its text"
        )
    if not pages:
        raise InvalidValue(f"{path} has no page")
    return pages


def _missing(found: int, promised: int) -> list[str]:
    return [] if found == promised else [f"{found} of {promised} pages are there"]


@contextmanager
def _complaints() -> Iterator[list[str]]:
    """What pypdf says to its log meanwhile, in place of printing it."""
    said: list[str] = []
    heard = logging.getLogger("pypdf")
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    propagate, heard.propagate = heard.propagate, False
    heard.addHandler(handler)
    try:
        yield said
    finally:
        heard.removeHandler(handler)
        heard.propagate = propagate
