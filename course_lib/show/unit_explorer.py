"""One passage, counted in four units: only one of them cuts it out of a Python string again."""

from itertools import pairwise

from course_lib.chunk import Span
from course_lib.document import encode
from course_lib.measure import locate
from course_lib.show import html
from course_lib.show.controls import LiveView, choice
from course_lib.show.drawings import lanes_picture
from course_lib.show.lanes import Bar
from course_lib.show.stills import Picture
from course_lib.units import UNITS, span_in

AROUND, MOST_CELLS = 60, 400  # characters drawn beside what is marked, and in all
_NAMES = {"\r": r"\r", "\n": r"\n", "\t": r"\t", " ": "␣"}


def cells_html(text: str, unit: str, passage: Span, cut: Span) -> str:
    """Return the characters as cells, each with its number in the unit, and what two numbers cut.

    Of a long text some cells are drawn, around the passage and, where it is near, around the cut.
    A cell whose character counts for another number than one has a thick edge above.
    """
    near = max(*passage, *cut) - min(*passage, *cut) < MOST_CELLS - 2 * AROUND
    ends = [*passage, *cut] if near else passage
    low = max(0, min(ends) - AROUND)
    low -= text[low - 1 : low + 1] == "\r\n"  # which one unit counts as one
    high = min(len(text), max(ends) + AROUND, low + MOST_CELLS)
    before, piece = UNITS[unit](text, low), text[low:high]
    places = [before + UNITS[unit](piece, at) for at in range(len(piece) + 1)]
    cells = []
    for at, (first, last) in enumerate(pairwise(places), low):
        looks = " cl-wide" * (last - first != 1)
        looks += " cl-framed" * (passage[0] <= at < passage[1])
        looks += " cl-got" * (cut[0] <= at < cut[1])
        name = _NAMES.get(text[at]) or html.escaped(text[at])
        counts = f"<i>{first}</i>" if last - first == 1 else f"<i>{first} +{last - first}</i>"
        cells.append(f'<span class="cl-cell{looks}">{counts}<b>{name}</b></span>')
    label = f"the passage framed; filled: what {cut[0]} to {cut[1]} cut in code points"
    undrawn = html.more_html(low, "before") + html.more_html(len(text) - high, "after")
    return (
        f'<div class="cl"><div class="cl-cells" role="img" aria-label="{label}">'
        f'{"".join(cells)}</div>{undrawn}<p class="cl-legend">Above each character its number in '
        f"{unit}, and how many it counts for where that is not one. Framed: the passage. Filled: "
        "what a Python string cuts with the two numbers.</p></div>"
    )


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
        self.unit = choice("count in", UNITS, unit)
        self._open_with([self.unit], [self.unit], key)

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

    @property
    def _cut(self) -> Span:
        """What a string cuts with the two numbers; empty where they lie beyond its end."""
        start, end = (min(number, len(self.text)) for number in self.numbers)
        return start, end

    def _show(self) -> None:
        cut = self._cut
        right = self.text[slice(*cut)] == self.text[slice(*self.span)]
        self.verdict.tell(self.sentence, good=right)
        self.summary.value = cells_html(self.text, self.unit.value, self.span, cut)

    def _picture(self) -> Picture:
        def in_unit(unit: str) -> Span:
            return span_in(unit, self.text, self.span)

        lanes = [
            (unit, [Bar(in_unit(unit), "–".join(map(str, in_unit(unit))), "")]) for unit in UNITS
        ]
        counted = "number in the unit named at the left"
        return lanes_picture(lanes, len(self.text.encode()), self.sentence, counted)
