"""Still pictures of measurements: each drawn from rows of the table, with a sentence that says it.

Lines differ by marker and dash, never by colour alone. The bar on a point is its 95 % interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from course_lib.measure.intervals import intact_share
from course_lib.measure.table import Row
from course_lib.show.figures import INK, LINE, Picture, _page, _picture

MARKERS, DASHES = "osD^v", ("-", "--", "-.", ":", (0, (1, 3)))
STYLES = [
    {"marker": marker, "ls": dash, "color": colour}
    for colour in (INK, LINE)
    for marker, dash in zip(MARKERS, DASHES, strict=True)
]


def recall_picture(rows: Sequence[Row]) -> Picture:
    """Draw recall over size, a line for each chunker and overlap.

    Raises ValueError when no row has a size, and for more lines than can be told apart.
    """
    figure, axes = _page(7.2, 3.4)
    told = _draw_over_size(axes, rows, "recall")
    axes.set(ylabel="recall", ylim=(0, 1.02))
    return _picture(figure, f"Recall over chunk size, reading {_price(rows)}: {told}.")


def k_and_budget_picture(at_k: Sequence[Row], at_budget: Sequence[Row]) -> Picture:
    """Draw recall over size twice: at a fixed number of chunks, and at a fixed budget.

    Raises ValueError as `recall_picture` does.
    """
    figure, panels = _panels(sharey=True)
    told = []
    for axes, rows in zip(panels, (at_k, at_budget), strict=True):
        course = _draw_over_size(axes, rows, "recall")
        told.append(f"reading {_price(rows)}, {course}")
        axes.set_title(f"reading {_price(rows)}", fontsize=9, loc="left")
        axes.set_ylim(0, 1.02)
    panels[0].set_ylabel("recall", fontsize=9)
    return _picture(figure, f"Recall over chunk size. Left, {told[0]}. Right, {told[1]}.")


def noise_picture(rows: Sequence[Row]) -> Picture:
    """Draw precision over size, and beside it the noise that comes with each useful character.

    Raises ValueError as `recall_picture` does, and for a precision of 0.
    """
    figure, panels = _panels()
    told = _draw_over_size(panels[0], rows, "precision")
    panels[0].set_ylabel("precision", fontsize=9)
    panels[0].set_ylim(bottom=0)
    for (_, some), style in zip(_series(rows).items(), STYLES, strict=False):
        panels[1].plot([row.size for row in some], list(map(_noise, some)), ms=4, **style)
    _size_axis(panels[1], rows)
    panels[1].set_ylabel("noise ÷ evidence, in characters", fontsize=9)
    panels[1].set_ylim(bottom=0)
    ordered = sorted(_sized(rows), key=_noise)
    least, most = ordered[0], ordered[-1]
    return _picture(
        figure,
        f"Precision over chunk size, reading {_price(rows)}: {told}. With each character of "
        f"evidence come {_noise(least):,.0f} others at {least.setting}, and {_noise(most):,.0f} "
        f"at {most.setting}.",
    )


def law_picture(rows: Sequence[Row], lengths: Sequence[int]) -> Picture:
    """Draw the law of overlap for evidence of these lengths, and what was measured at one size.

    Raises ValueError unless all rows have one size, and for evidence without a length.
    """
    sizes = {row.size for row in _sized(rows)}
    if len(sizes) != 1 or not lengths:
        raise ValueError("the law is drawn for rows of one size and at least one evidence length")
    size = max(filter(None, sizes))
    points = sorted(_sized(rows), key=_overlap)
    overlaps = range(0, size, max(1, size // 200))
    figure, axes = _page(7.2, 3.2)
    curve = [_law(size, overlap, lengths) for overlap in overlaps]
    axes.plot(overlaps, curve, color=LINE, ls="--", label="by the law")
    style = {"marker": "o", "ls": "none", "color": INK, "label": "measured"}
    _draw_points(axes, list(map(_overlap, points)), points, "intact", style)
    axes.set(xlabel=f"overlap (characters), at size {size:,}", ylabel="share of evidence intact")
    axes.set_ylim(0, 1.02)
    axes.legend(fontsize=8, loc="lower right")
    told = "; ".join(
        f"at overlap {_overlap(row):,} measured {row.figures['intact']:.2f}, by the law "
        f"{_law(size, _overlap(row), lengths):.2f}"
        for row in points
    )
    return _picture(
        figure, f"Share of evidence that one chunk of {size:,} characters holds: {told}."
    )


def structure_picture(rows: Sequence[Row]) -> Picture:
    """Draw what each setting keeps in one chunk and what it reads, one setting below the other."""
    if not rows:
        raise ValueError("there is nothing to draw: give at least one row")
    figure, axes = _page(7.2, 0.45 * len(rows) + 1.1)
    looks = [("intact", "D", "white", 0.14), ("recall", "o", INK, -0.14)]
    for name, marker, fill, shift in looks:
        places = [len(rows) - 1 - number + shift for number in range(len(rows))]
        values, errors = _values(rows, name)
        axes.errorbar(
            values,
            places,
            xerr=errors,
            fmt=marker,
            ms=5,
            mfc=fill,
            color=INK,
            capsize=2,
            label=name,
        )
    axes.set_yticks(range(len(rows)), [row.setting for row in reversed(rows)])
    axes.set(xlim=(0, 1.02), xlabel="share of the evidence", ylim=(-0.6, len(rows) - 0.4))
    axes.grid(axis="x", color="#d9d9d9", lw=0.6)
    axes.set_axisbelow(True)
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(0, 1.0))
    told = "; ".join(
        f"{row.setting} keeps {row.figures['intact']:.2f} intact and reads {_told(row, 'recall')}"
        for row in rows
    )
    return _picture(figure, f"Evidence kept and read, reading {_price(rows)}: {told}.")


def _draw_over_size(axes: Any, rows: Sequence[Row], name: str) -> str:
    """Draw a line for each chunker and overlap, and say in words how each runs."""
    series = _series(rows)
    for (label, some), style in zip(series.items(), STYLES, strict=False):
        sizes = [row.size or 0 for row in some]
        _draw_points(axes, sizes, some, name, {**style, "label": label})
    _size_axis(axes, rows)
    if len(series) > 1:
        axes.legend(fontsize=8)
    return "; ".join(f"{label}: {_course(some, name)}" for label, some in series.items())


def _draw_points(
    axes: Any, places: Sequence[int], rows: Sequence[Row], name: str, style: dict[str, Any]
) -> None:
    values, errors = _values(rows, name)
    axes.errorbar(places, values, yerr=errors, ms=4, lw=1.2, elinewidth=0.8, capsize=2, **style)


def _values(rows: Sequence[Row], name: str) -> tuple[list[float], list[list[float]]]:
    """The figures, and how far below and above each its interval reaches."""
    values = [row.figures[name] or 0.0 for row in rows]
    bounds = [row.bounds[name] for row in rows]
    below = [max(0.0, value - (low or 0.0)) for value, (low, _) in zip(values, bounds, strict=True)]
    above = [
        max(0.0, (high or 0.0) - value) for value, (_, high) in zip(values, bounds, strict=True)
    ]
    return values, [below, above]


def _series(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each chunker and overlap, by size."""
    series: dict[str, list[Row]] = {}
    for row in sorted(_sized(rows), key=lambda row: row.size or 0):
        overlap = "" if row.overlap is None else f", overlap {row.overlap:,}"
        series.setdefault(f"{row.chunker}{overlap}", []).append(row)
    if len(series) > len(STYLES):
        raise ValueError(
            f"{len(series)} lines cannot be told apart: draw at most {len(STYLES)} "
            "chunkers and overlaps"
        )
    return series


def _sized(rows: Sequence[Row]) -> list[Row]:
    sized = [row for row in rows if row.size is not None]
    if not sized:
        raise ValueError("there is nothing to draw: no row has a size")
    return sized


def _size_axis(axes: Any, rows: Sequence[Row]) -> None:
    sizes = sorted({row.size or 0 for row in _sized(rows)})
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator(sizes))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda size, _: f"{size:,.0f}")
    axes.set_xlabel("chunk size (characters)", fontsize=9)
    axes.tick_params(axis="x", labelrotation=45 if len(sizes) > 6 else 0)


def _course(rows: Sequence[Row], name: str) -> str:
    """How a figure runs over the size: its first value, its highest and its last."""
    best = max(rows, key=lambda row: row.figures[name] or 0.0)
    stops = list(dict.fromkeys(row.size for row in (rows[0], best, rows[-1])))
    words = [f"{_told(row, name)} at {row.size:,}" for row in rows if row.size in stops]
    return ", ".join(words)


def _told(row: Row, name: str) -> str:
    low, high = row.bounds[name]
    return f"{row.figures[name]:.2f} ({low or 0:.2f}–{high or 0:.2f})"


def _price(rows: Sequence[Row]) -> str:
    return " or ".join(dict.fromkeys(row.price for row in rows))


def _noise(row: Row) -> float:
    precision = row.figures["precision"]
    if not precision:
        raise ValueError(f"{row.setting} reads no evidence at all: its noise has no measure")
    return (1 - precision) / precision


def _overlap(row: Row) -> int:
    return row.overlap or 0


def _law(size: int, overlap: int, lengths: Sequence[int]) -> float:
    shares = sum((intact_share(size, overlap, length) for length in lengths), Fraction(0))
    return float(shares / len(lengths))


def _panels(sharey: bool = False) -> tuple[Figure, Any]:
    figure = Figure(figsize=(7.2, 3.0), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    panels = figure.subplots(1, 2, sharey=sharey)
    for axes in panels:
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
    return figure, panels
