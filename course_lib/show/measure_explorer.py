"""Measured splits side by side: one setting of the grid, and how recall runs over the sizes."""

from collections.abc import Sequence
from html import escape
from math import log2

import ipywidgets

from course_lib.errors import UnknownName
from course_lib.measure import Row
from course_lib.show import html
from course_lib.show.controls import LiveView, choice
from course_lib.show.pictures import recall_picture
from course_lib.show.stills import Picture

SHARES = {"no overlap": 0, "one eighth": 1 / 8, "a quarter": 1 / 4, "half": 1 / 2}
WIDTH, HEIGHT, BASE = 460, 250, 220  # of the drawing, in units of its own


def find_row(rows: Sequence[Row], chunker: str, size: int, share: str, reading: str) -> Row:
    """Return the row of one setting; a chunker that never overlaps has one row a size.

    Raises UnknownName for a setting that was not measured.
    """
    overlap = int(size * SHARES[share]) if chunker == "naive" else None
    for row in rows:
        if (row.chunker, row.size, row.overlap, row.price) == (chunker, size, overlap, reading):
            return row
    raise UnknownName(f"{chunker} {size}, {share}, reading {reading} was not measured")


def sentence_of(row: Row) -> str:
    """Say in one sentence what was measured."""
    low, high = row.bounds["recall"]
    return (
        f"{row.setting}, reading {row.price}: recall {row.figures['recall']:.2f} "
        f"({low:.2f}–{high:.2f}), {row.figures['intact']:.0%} of the evidence whole in one chunk, "
        f"stored {row.figures['storage']:.2f} times"
    )


def measured_html(row: Row, floor: Row, series: Sequence[Row]) -> str:
    """Return one setting beside the floor, and recall over the sizes of its kind."""
    names = [
        ("whole in one chunk, wherever that is", "intact"),
        ("whole in one chunk that was read", "one_chunk"),
        ("whole in what was read, taken together", "covered"),
        ("recall: share of the evidence that was read", "recall"),
        ("precision: share of what was read that is evidence", "precision"),
        ("stored ÷ original, headings included", "storage"),
    ]
    table = html.table_html(
        [row.setting, f"{floor.setting} (the floor)"],
        [(words, [_figure(each, name) for each in (row, floor)]) for words, name in names],
    )
    curve = curve_html(row, floor, series)
    return f'<div class="cl cl-sides"><div>{curve}</div><div>{table}</div></div>'


def curve_html(row: Row, floor: Row, series: Sequence[Row]) -> str:
    """Draw recall with its intervals over the sizes, doubling by doubling, and the floor's recall.

    The chosen size is filled and named.
    """
    told = ", ".join(f"{each.figures['recall']:.2f} at {each.size}" for each in series)
    label = f"Recall over chunk size, reading {row.price}: {told}"
    sizes = [log2(each.size or 1) for each in series]
    step = (WIDTH - 100) / max(1.0, sizes[-1] - sizes[0])
    low_line = _y(floor.figures["recall"] or 0)
    parts = [
        f'<line class="cl-axis" x1="40" x2="{WIDTH - 20}" y1="{_y(at)}" y2="{_y(at)}"/>'
        f'<text x="32" y="{_y(at) + 4}" text-anchor="end">{at:g}</text>'
        for at in (0, 0.5, 1)
    ]
    parts.append(
        f'<line class="cl-floor" x1="40" x2="{WIDTH - 20}" y1="{low_line}" y2="{low_line}"/>'
        f'<text x="44" y="{low_line - 5}">floor</text>'
    )
    points = [
        (60 + (at - sizes[0]) * step, _y(each.figures["recall"] or 0))
        for at, each in zip(sizes, series, strict=True)
    ]
    line = " ".join(f"{x:.1f},{y}" for x, y in points)
    parts.append(f'<polyline class="cl-course" points="{line}"/>')
    for (x, y), each in zip(points, series, strict=True):
        low, high = each.bounds["recall"]
        chosen = each.size == row.size
        parts.append(
            f'<line class="cl-whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{_y(low or 0)}" '
            f'y2="{_y(high or 0)}"/><circle class="{"cl-chosen" if chosen else "cl-dot"}" '
            f'cx="{x:.1f}" cy="{y}" r="{7 if chosen else 4}"/>'
            f'<text x="{x:.1f}" y="{BASE + 18}" text-anchor="middle" '
            f'font-weight="{700 if chosen else 400}">{each.size}</text>'
        )
    return (
        f'<svg class="cl-map cl-curve" role="img" aria-label="{escape(label)}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" width="100%" style="max-width:{WIDTH}px">'
        f"<title>{escape(label)}</title>{''.join(parts)}</svg>"
        '<p class="cl-legend">Recall over the chunk size in characters; bars: 95 % intervals; '
        "filled: the size that is chosen.</p>"
    )


class MeasureExplorer(LiveView):
    """The measured grid: choose chunker, size, overlap and how much is read; it answers at once.

    `rows` are those of `load_measurements()`. Raises UnknownName for a setting that is not there.

    >>> from course_lib.samples import load_measurements
    >>> explorer = MeasureExplorer(load_measurements(), size=400)
    >>> explorer.sentence
    'naive 400, reading 5 chunks: recall ...'
    """

    def __init__(
        self,
        rows: Sequence[Row],
        *,
        chunker: str = "naive",
        size: int = 800,
        overlap: str = "no overlap",
        reading: str = "5 chunks",
        key: str | None = None,
    ) -> None:
        self.rows = rows
        find_row(rows, chunker, size, overlap, reading)
        sizes = sorted({row.size for row in rows if row.size is not None})
        self.chunker = choice("chunker", [row.chunker for row in rows], chunker)
        self.size = choice("size", sizes, size)
        self.overlap = choice("overlap", SHARES, overlap)
        self.reading = choice("reading", [row.price for row in rows], reading)
        controls = [self.chunker, self.size, self.overlap, self.reading]
        pairs = ((self.chunker, self.reading), (self.size, self.overlap))
        rows_of_two = [ipywidgets.Box(pair).add_class("cl-pair") for pair in pairs]
        self._open_with(rows_of_two, controls, key)

    @property
    def row(self) -> Row:
        """The measured row of the chosen setting."""
        return self._row(self.chunker.value, self.size.value, self.overlap.value)

    @property
    def floor(self) -> Row:
        """The honest floor at the same reading: naive, 800 characters, one eighth of overlap."""
        return self._row("naive", 800, "one eighth")

    @property
    def series(self) -> list[Row]:
        """The rows of all sizes, everything else as chosen."""
        sizes = self.size.options
        return [self._row(self.chunker.value, size, self.overlap.value) for size in sizes]

    @property
    def sentence(self) -> str:
        """The current state in words."""
        return sentence_of(self.row)

    def _row(self, chunker: str, size: int, share: str) -> Row:
        return find_row(self.rows, chunker, size, share, self.reading.value)

    def _show(self) -> None:
        naive = self.chunker.value == "naive"
        self.overlap.disabled = not naive
        note = "" if naive else f"{self.chunker.value} never overlaps; the overlap is left out."
        self.verdict.tell(self.sentence)
        self.summary.value = measured_html(self.row, self.floor, self.series) + (
            f'<div class="cl"><p class="cl-note">{note}</p></div>' if note else ""
        )

    def _picture(self) -> Picture:
        drawn = recall_picture(self.series)
        return Picture(drawn.draw, f"{self.sentence}. {drawn.alt}")


def _figure(row: Row, name: str) -> str:
    value = row.figures[name] or 0.0
    if name == "storage":
        return f"{value:.2f}"
    low, high = row.bounds.get(name, (None, None))
    return f"{value:.0%}" if low is None else f"{value:.0%} ({low:.0%}–{high:.0%})"


def _y(share: float) -> float:
    return round(BASE - share * (BASE - 14), 1)
