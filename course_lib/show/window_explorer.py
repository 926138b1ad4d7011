"""A text with its chunks, and the window drawn through each: what lies beyond it is never read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import ipywidgets

from course_lib.chunkers import ParagraphChunker
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.show import html
from course_lib.show.controls import LiveView, choice, frame, knob
from course_lib.show.stills import INK, LINE, TINT, Picture, page
from course_lib.tokens import Reading, Tokenizer, WindowReport, WordPiece, window_report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZES = (100, 2000)
WINDOWS = (128, 256, 512)
UNITS = ("characters", "tokens")
MOST_ROWS = 24  # chunks that are drawn as bars
LEFT, WIDE, ROW = 44, 440, 18  # of the drawing, in pixels


class WindowExplorer(LiveView):
    """A knob for the size, and buttons for language, unit and window, over texts by language.

    Paragraphs are cut at the size, in characters or in the model's tokens. Each chunk is a bar of
    its tokens, with the window drawn through all of them; in the text, what no vector knows is
    hatched. Raises InvalidValue for no text and a size outside of the knob's bounds, and
    UnknownName for a language, unit or window that has no button.

    >>> roof = Document.of_text("The slates are old.")
    >>> WindowExplorer({"English": roof}, size=100).sentence
    'English, ParagraphChunker(100): 0 of 1 chunks are longer than 256 tokens; 0 of 19 ...'
    """

    def __init__(
        self,
        documents: Mapping[str, Document],
        *,
        size: int = 800,
        language: str | None = None,
        unit: str = "characters",
        window: int = 256,
        key: str | None = None,
    ) -> None:
        if not documents:
            raise InvalidValue("there is nothing to read: give at least one text")
        self.documents = documents
        self.tokenizer: WordPiece = WordPiece()
        self.size = knob("size", size, SIZES, unit="")
        self.language = choice("language", documents, language or next(iter(documents)))
        self.unit = choice("size in", UNITS, unit)
        self.window = choice("window", WINDOWS, window)
        self.body = ipywidgets.HTML()
        controls = [self.language, self.size, self.unit, self.window]
        self._open_with(controls, controls, key, frame(self.body))

    @property
    def chunker(self) -> ParagraphChunker:
        """The chunker that the controls describe."""
        if self.unit.value == "tokens":
            return ParagraphChunker(self.size.value, length=self.tokenizer.count)
        return ParagraphChunker(self.size.value)

    @property
    def call(self) -> str:
        """The Python that makes this chunker."""
        length = ", length=WordPiece().count" if self.unit.value == "tokens" else ""
        return f"ParagraphChunker({self.size.value}{length})"

    @property
    def document(self) -> Document:
        """The text in the chosen language."""
        return self.documents[self.language.value]

    @property
    def report(self) -> WindowReport:
        """How far each chunk is read."""
        chunks = self.chunker.split(self.document)
        return window_report(chunks, self.tokenizer, self.window.value)

    @property
    def sentence(self) -> str:
        """The current state in words."""
        return self._told(self.report)

    def _told(self, report: WindowReport) -> str:
        said = str(report).partition("\n")[0]
        return f"{self.language.value}, {self.call}: {said}"

    def _show(self) -> None:
        report, text = self.report, self.document.text
        self.verdict.tell(self._told(report), good=not report.longer)
        self.summary.value = (
            f'<div class="cl">{_figures_html(report, text, self.tokenizer)}{bars_html(report)}'
            '<p class="cl-legend">A bar is a chunk, as long as it has tokens; the line is the '
            "window, and what is hatched behind it is never read. In the text it is hatched, too."
            f"</p><p>This split in Python: <code>{escape(self.call)}</code></p></div>"
        )
        self.body.value = read_html(text, report.readings)

    def _picture(self) -> Picture:
        report = self.report
        return window_picture(report, self._told(report))


def _figures_html(report: WindowReport, text: str, tokenizer: Tokenizer) -> str:
    tokens = len(tokenizer.tokens(text))
    return html.numbers_html(
        [
            ("chunks", f"{len(report.readings):,}"),
            ("characters per token", f"{len(text) / max(tokens, 1):.2f}"),
            ("longer than the window", f"{len(report.longer):,}"),
            ("characters never read", f"{report.never_read:,} of {report.held:,}"),
        ]
    )


def bars_html(report: WindowReport) -> str:
    """Return a bar for each chunk, and the window as a line through all of them."""
    readings = report.readings[:MOST_ROWS]
    most = max([report.window, *(reading.tokens for reading in report.readings)])
    height = ROW * len(readings) + 22
    parts = []
    for row, (_, tokens, _) in enumerate(readings):
        y, read = row * ROW + 2, min(tokens, report.window)
        beyond = WIDE * (tokens - read) / most
        x = LEFT + WIDE * read / most
        parts.append(
            f'<text x="0" y="{y + 11}">#{row}</text>'
            f'<rect class="cl-bar" x="{LEFT}" y="{y}" width="{x - LEFT:.1f}" height="{ROW - 5}"/>'
            f'<rect class="cl-unread" x="{x:.1f}" y="{y}" width="{beyond:.1f}" '
            f'height="{ROW - 5}"/><text x="{x + beyond + 6:.1f}" y="{y + 11}">{tokens:,}</text>'
        )
    edge, bottom = LEFT + WIDE * report.window / most, height - 20
    parts.append(
        f'<line class="cl-window" x1="{edge:.1f}" x2="{edge:.1f}" y1="0" y2="{bottom}"/>'
        f'<text x="{edge:.1f}" y="{height - 6}" text-anchor="end">window: '
        f"{report.window:,} tokens</text>"
    )
    more = len(report.readings) - len(readings)
    label = f"{len(report.readings):,} chunks, {len(report.longer):,} longer than the window"
    width = LEFT + WIDE + 60
    return (
        f'<svg class="cl-map" role="img" aria-label="{label}" viewBox="0 0 {width} {height}" '
        f'width="100%" style="max-width:{width}px">'
        f"<title>{label}</title>{_HATCH}{''.join(parts)}</svg>"
        + (
            f'<p class="cl-legend">… and {more:,} more chunks, counted but not drawn</p>'
            * bool(more)
        )
    )


_HATCH = (
    '<defs><pattern id="cl-hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="2" height="6" class="cl-stripe"/></pattern></defs>'
)


def read_html(text: str, readings: Sequence[Reading]) -> str:
    """Return the text with every chunk's start, where reading ends, and what lies beyond hatched.

    The chunks must not overlap. What lies behind the first VIEW characters is counted, not drawn.
    """
    parts = []
    at = 0
    for chunk, _, read_end in readings:
        if chunk.char_start >= html.VIEW:
            break
        read = html.escaped(text[chunk.char_start : read_end])
        parts.append(html.escaped(text[at : chunk.char_start]))
        parts.append(f'<span class="cl-edge cl-open">#{chunk.index}▸</span>{read}')
        if read_end < chunk.char_end:
            beyond = html.escaped(text[read_end : chunk.char_end])
            parts.append(
                f'<span class="cl-edge">window ends▏</span><span class="cl-shared">{beyond}</span>'
            )
        at = chunk.char_end
    more = len(text) - at
    if text[at:].strip():
        parts.append(f'<span class="cl-edge">… {more:,} characters after, not drawn</span>')
    return html.pane_html("".join(parts), "the text and its tokens")


def window_picture(report: WindowReport, alt: str) -> Picture:
    """Draw a bar of tokens for each chunk, and the window through all of them."""

    def draw() -> Figure:
        readings = report.readings[:MOST_ROWS]
        figure, (axes,) = page(0.2 * len(readings) + 0.7)
        read = [min(reading.tokens, report.window) for reading in readings]
        beyond = [reading.tokens - length for reading, length in zip(readings, read, strict=True)]
        places = range(len(readings))
        axes.barh(places, read, height=0.7, fc=TINT, ec=LINE, label="read")
        axes.barh(
            places,
            beyond,
            height=0.7,
            left=read,
            fc="white",
            ec=LINE,
            hatch="////",
            label="never read",
        )
        axes.axvline(report.window, color=INK, lw=1.5)
        axes.set_yticks(places, [f"#{place}" for place in places])
        axes.invert_yaxis()
        axes.set_xlabel(f"tokens; the line is the window, {report.window:,}")
        axes.legend(loc="lower right", fontsize=8)
        return figure

    return Picture(draw, alt)
