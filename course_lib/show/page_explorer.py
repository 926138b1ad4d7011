"""A span of a document that was read from pages: the pages that it touches light up."""

from collections.abc import Mapping

from course_lib.chunk import Span
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.pages import PageMap
from course_lib.show import html
from course_lib.show.controls import LiveView, choice, knob
from course_lib.show.drawings import lanes_picture
from course_lib.show.lanes import Bar
from course_lib.show.stills import Picture

_AROUND = 120  # characters shown before and after the span


def span_within(length: int, start: int, size: int) -> Span:
    """Return a span of `size` characters from `start` on, cut short where the text ends.

    >>> span_within(100, 40, 20), span_within(100, 90, 20), span_within(100, 250, 20)
    ((40, 60), (90, 100), (99, 100))
    """
    first = min(start, length - 1)
    return first, min(first + size, length)


def pages_html(pages: PageMap, span: Span) -> str:
    """Return a drawing of the pages: those that the span touches are lit, with the part of each."""
    count = len(pages.bounds) - 1
    first, last = pages.pages_of(span)
    label = f"{count} pages; the span lies on {pages.words(span)}"
    parts = []
    for page in range(1, count + 1):
        lit = first <= page <= last
        there = pages.span_of(page)
        stripe = _stripe(there, span) if lit and there[0] < there[1] else ""  # else without text
        name = f"✔ p. {page}" if lit else f"p. {page}"
        parts.append(
            f'<div class="cl-sheet{" cl-lit" if lit else ""}"><div>{stripe}</div>{name}</div>'
        )
    return f'<div class="cl-pages" role="img" aria-label="{label}">{"".join(parts)}</div>'


def passage_html(text: str, span: Span) -> str:
    """Return the words of the span, framed, with a little of the text before and after them."""
    start, end = span
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    drawn = text[start : min(end, start + html.VIEW)]
    framed = f'<span class="cl-evidence cl-first cl-last">{html.escaped(drawn)}</span>'
    if len(drawn) < end - start:
        framed += f" … {end - start - len(drawn):,} characters more, counted but not drawn … "
    return (
        f'<div class="cl-text" dir="auto">{"… " if start > _AROUND else ""}{html.escaped(before)}'
        f"{framed}{html.escaped(after)}{' …' if end + _AROUND < len(text) else ''}</div>"
    )


class PageExplorer(LiveView):
    """Two sliders move a span over a text; the pages that it touches light up.

    `documents` are texts of the same pages, by the name of what extracted them. Raises InvalidValue
    for none, and for a document without a page map or without text.

    >>> from course_lib.conversion import document_of_pages
    >>> from course_lib.guardrails import OWN
    >>> note = document_of_pages(["The largest", "difference being 140."], "by hand", OWN)
    >>> PageExplorer({"by hand": note}, start=4, size=20).sentence
    'by hand: characters 4–24 lie on pp. 1–2'
    """

    def __init__(
        self,
        documents: Mapping[str, Document],
        *,
        start: int = 0,
        size: int = 200,
        key: str | None = None,
    ) -> None:
        if not documents or not all(document.text for document in documents.values()):
            raise InvalidValue("there is no page to show: give at least one document with text")
        self.documents = dict(documents)
        self.maps = {name: PageMap.of(document) for name, document in documents.items()}
        longest = max(len(document.text) for document in documents.values())
        self.extractor = choice("text by", self.documents, next(iter(self.documents)))
        self.start = knob("start", start, (0, longest - 1))
        self.size = knob("length", size, (1, longest))
        controls = [self.extractor, self.start, self.size]
        self._open_with(controls, controls, key)

    @property
    def span(self) -> Span:
        """Where the span lies in the text that is shown."""
        text = self.documents[self.extractor.value].text
        return span_within(len(text), self.start.value, self.size.value)

    @property
    def sentence(self) -> str:
        """The current state in words."""
        start, end = self.span
        pages = self.maps[self.extractor.value].words(self.span)
        return f"{self.extractor.value}: characters {start}–{end} lie on {pages}"

    def _show(self) -> None:
        name = self.extractor.value
        self.verdict.tell(f"the span lies on {self.maps[name].words(self.span)}")
        self.summary.value = (
            f'<div class="cl">{pages_html(self.maps[name], self.span)}'
            f"{passage_html(self.documents[name].text, self.span)}</div>"
        )

    def _picture(self) -> Picture:
        pages = self.maps[self.extractor.value]
        sheets = [
            Bar(pages.span_of(page), f"p. {page}", "") for page in range(1, len(pages.bounds))
        ]
        start, end = self.span
        lanes = [("pages", sheets), ("span", [Bar(self.span, f"{start}–{end}", "")])]
        text = self.documents[self.extractor.value].text
        return lanes_picture(lanes, len(text), self.sentence)


def _stripe(page: Span, span: Span) -> str:
    """The part of a page that the span covers, as a stripe over its whole width."""
    length = page[1] - page[0]
    height = max(3.0, 100 * (min(span[1], page[1]) - max(span[0], page[0])) / length)
    top = min(100 * (max(span[0], page[0]) - page[0]) / length, 100 - height)
    return f'<span style="top:{top:.1f}%;height:{height:.1f}%"></span>'
