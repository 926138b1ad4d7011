"""One passage, counted in four units: only one of them cuts it out of a Python string again."""

import ipywidgets

from course_lib.chunk import Span
from course_lib.document import encode
from course_lib.measure import Split, locate
from course_lib.show import html
from course_lib.show.controls import LiveView, frame
from course_lib.units import UNITS, span_in


class UnitExplorer(LiveView):
    """A passage of a text, its two numbers in the chosen unit, and what a string cuts with them.

    `passage` must stand in the text exactly once; raises InvalidValue otherwise.

    >>> UnitExplorer("Café 🌊: wet.", "wet", unit="bytes").sentence
    "bytes 12–15: text[12:15] is '', not 'wet'"
    """

    def __init__(
        self, text: str, passage: str, *, unit: str = "code points", key: str | None = None
    ) -> None:
        encode(text)
        self.text, self.span = text, locate(text, passage)
        self.unit = ipywidgets.ToggleButtons(
            options=list(UNITS), value=unit, description="count in"
        )
        self.body = ipywidgets.HTML()
        self._open_with([self.unit], [self.unit], key, frame(self.body))

    @property
    def numbers(self) -> Span:
        """The passage's two numbers in the current unit."""
        return span_in(self.unit.value, self.text, self.span)

    @property
    def sentence(self) -> str:
        """The current state in words."""
        start, end = self.numbers
        wanted, got = self.text[slice(*self.span)], self.text[start:end]
        verdict = "the passage" if got == wanted else f"{got!r}, not {wanted!r}"
        return f"{self.unit.value} {start}–{end}: text[{start}:{end}] is {verdict}"

    def _show(self) -> None:
        start, end = (min(number, len(self.text)) for number in self.numbers)
        right = self.text[start:end] == self.text[slice(*self.span)]
        status = html.status_html(self.sentence, html.mark_of(right))
        self.summary.value = (
            f'<div class="cl">{status}<p class="cl-legend">Framed: the passage. '
            "Between the marks #0: what the two numbers cut.</p></div>"
        )
        cut = Split(len(self.text), [(start, end)] if start < end else [], [self.span])
        self.body.value = html.text_html(self.text, cut)
