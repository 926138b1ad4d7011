"""The live views: plain ipywidgets over the pure functions of `html`.

There is no Output widget and no pyplot, an error is drawn where the learner looks, bounds never
move under a hand, and running a cell again closes the view that it opened before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets
from IPython.core.getipython import get_ipython

from course_lib.chunk import Span
from course_lib.chunkers import NaiveChunker
from course_lib.document import Document, encode
from course_lib.measure import Split, locate
from course_lib.samples import Question
from course_lib.show import html
from course_lib.show.figures import split_picture

SIZES = (50, 2000)
OVERLAPS = (0, 400)

_open: dict[str, ChunkExplorer] = {}


class ChunkExplorer:
    """Two knobs, size and overlap, that chop a document again while its question waits.

    `document` is a Document or bare text; `question` a Question, the words that answer, or None.
    Lengths are code points. An overlap of more than half the size is held at half of it, so that
    two lanes can show every chunk. Raises ValueError for an answer that the text does not hold
    exactly once, and for a size or overlap outside of the sliders' bounds.

    >>> from course_lib.samples import load_question
    >>> question = load_question("premium-change")
    >>> explorer = ChunkExplorer(question.document, question, size=400, overlap=0)
    >>> explorer.sentence
    'NaiveChunker(chunk_size=400, overlap=0): split: the answer (337–508) is cut at 400, ...'
    """

    def __init__(
        self,
        document: Document | str,
        question: Question | str | None = None,
        *,
        size: int = 800,
        overlap: int = 100,
        key: str | None = None,
    ) -> None:
        _require_within("size", size, SIZES)
        _require_within("overlap", overlap, OVERLAPS)
        self._sample = _text_and_evidence(document, question)
        self.text, self.evidence = self._sample
        self.size, size_row = _knob("size", size, SIZES, step=10)
        self.overlap, overlap_row = _knob("overlap", overlap, OVERLAPS, step=1)
        self.summary = ipywidgets.HTML()
        self.body = ipywidgets.HTML()
        asked = question.text if isinstance(question, Question) else None
        self.root = self._layout(asked, size_row, overlap_row)
        for knob in (self.size, self.overlap):
            knob.observe(self._draw, "value")
        _replace_the_view_of(key or _current_cell(), self)
        self._draw()

    @property
    def chunker(self) -> NaiveChunker:
        """The chunker that the knobs describe; its overlap is at most half of its size."""
        size = self.size.value
        return NaiveChunker(size, min(self.overlap.value, size // 2))

    @property
    def split(self) -> Split:
        """The split at the current knobs."""
        return Split(len(self.text), list(self.chunker.spans(self.text)), self.evidence)

    @property
    def call(self) -> str:
        """The Python that makes this chunker."""
        chunker = self.chunker
        return f"NaiveChunker(chunk_size={chunker.chunk_size}, overlap={chunker.overlap})"

    @property
    def sentence(self) -> str:
        """The current state in words."""
        split = self.split
        return f"{self.call}: {split.verdict}, stored {split.storage:.2f} times the document"

    def use_text(self, text: str, answer: str = "") -> None:
        """Show a text of one's own; raises ValueError when the answer is not in it exactly once."""
        self.text, self.evidence = _text_and_evidence(text, answer or None)
        self._draw()

    def use_sample(self) -> None:
        """Go back to the document that the explorer was opened with."""
        self.text, self.evidence = self._sample
        self._draw()

    def close(self) -> None:
        """Close every widget of this view, with its layout and style."""
        _close_all(self.root)

    def _draw(self, _change: object = None) -> None:
        try:
            split = self.split
            summary = html.summary_html(split, f"{self.call}.split(document)")
            self.summary.value = summary + self._note()
            self.body.value = html.text_html(self.text, split)
        except Exception as error:  # an exception in a callback would be invisible
            self.summary.value = html.error_html(f"{type(error).__name__}: {error}")

    def _note(self) -> str:
        held = self.chunker.overlap
        if held == self.overlap.value:
            return ""
        return (
            f'<div class="cl"><p class="cl-note">Overlap {self.overlap.value} is held at {held}, '
            "half of the size.</p></div>"
        )

    def _layout(self, asked: str | None, size_row: Any, overlap_row: Any) -> Any:
        frame = ipywidgets.Layout(
            max_height="24em", overflow="auto", display="block", border="1px solid #767676"
        )
        rows = [
            ipywidgets.HTML(html.STYLE + html.question_html(asked)),
            size_row,
            overlap_row,
            self.summary,
            ipywidgets.Box([self.body], layout=frame, tabbable=True),
            self._own_text(),
        ]
        return ipywidgets.VBox(rows)

    def _own_text(self) -> Any:
        wide = ipywidgets.Layout(width="95%")
        text = ipywidgets.Textarea(
            placeholder="Paste a text of your own", rows=6, layout=wide, description="Text"
        )
        answer = ipywidgets.Text(
            placeholder="the words in it that answer your question",
            layout=wide,
            description="Answer",
        )
        split = ipywidgets.Button(description="Split my text", icon="cut")
        back = ipywidgets.Button(description="Back to the sample", icon="undo")
        said = ipywidgets.HTML()

        def split_mine(_button: object) -> None:
            try:
                if not text.value.strip():
                    raise ValueError("there is no text yet: paste some above")
                self.use_text(text.value, answer.value)
                said.value = ""
            except ValueError as error:
                said.value = html.error_html(str(error))

        split.on_click(split_mine)
        back.on_click(lambda _button: self.use_sample())
        form = ipywidgets.VBox([text, answer, ipywidgets.HBox([split, back]), said])
        return ipywidgets.Accordion([form], titles=("Use your own text",))

    def _repr_mimebundle_(self, **_kwargs: object) -> dict[str, Any]:
        picture = split_picture(self.split)
        live = self.root._repr_mimebundle_()
        return {**live, **picture.bundle(), "text/plain": self.sentence}


def _text_and_evidence(
    document: Document | str, question: Question | str | None
) -> tuple[str, Sequence[Span]]:
    text = document.text if isinstance(document, Document) else document
    encode(text)
    if isinstance(question, Question):
        return text, question.spans
    return text, [] if question is None else [locate(text, question)]


def _require_within(name: str, value: int, bounds: tuple[int, int]) -> None:
    if not bounds[0] <= value <= bounds[1]:
        raise ValueError(f"{name} {value} is outside of the slider: {bounds[0]} to {bounds[1]}")


def _knob(name: str, value: int, bounds: tuple[int, int], step: int) -> tuple[Any, Any]:
    """A number box, which holds the value, and the row that shows it beside a coarser slider.

    A slider has no name that a screen reader could read; the box has one.
    """
    low, high = bounds
    box = ipywidgets.BoundedIntText(
        value=value,
        min=low,
        max=high,
        description=f"{name} in characters",
        style={"description_width": "12em"},
        layout=ipywidgets.Layout(width="19em"),
    )
    slider = ipywidgets.IntSlider(
        value=_snapped(value, low, step),
        min=low,
        max=high,
        step=step,
        description=name,
        readout=False,
        layout=ipywidgets.Layout(width="28em"),
    )

    def follow_slider(change: Any) -> None:
        if change.new != _snapped(box.value, low, step):
            box.value = change.new

    def follow_box(change: Any) -> None:
        slider.value = _snapped(change.new, low, step)

    slider.observe(follow_slider, "value")
    box.observe(follow_box, "value")
    return box, ipywidgets.HBox([slider, box])


def _snapped(value: int, low: int, step: int) -> int:
    return low + step * round((value - low) / step)


def _current_cell() -> str | None:
    shell: Any = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell: str | None = parent.get("metadata", {}).get("cellId")
    return cell


def _replace_the_view_of(cell: str | None, explorer: ChunkExplorer) -> None:
    if cell is None:  # not every front end tells
        return
    if cell in _open:
        _open[cell].close()
    _open[cell] = explorer


def _close_all(widget: Any) -> None:
    for child in getattr(widget, "children", ()):
        _close_all(child)
    for part in ("layout", "style"):
        if hasattr(widget, part):
            getattr(widget, part).close()
    widget.close()
