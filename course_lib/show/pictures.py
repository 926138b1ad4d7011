"""Still pictures of splits and measurements, drawn with matplotlib without its global state.

The sentence stands under the picture, so that it serves readers who cannot see it, and nbval
compares it when a notebook is tested. Lines differ by marker and dash, never by colour alone; the
bar on a measured point is its 95 % interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from course_lib.errors import InvalidValue
from course_lib.measure import Result, Row, Split, difference, intact_share
from course_lib.show.html import MOST_BARS, MOST_LABELS, capitalised
from course_lib.show.stills import INK, LINE, MARK, TINT, Picture, box, page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARKERS, DASHES = "osD^v", ("-", "--", "-.", ":", (0, (1, 3)))
STYLES = [
    {"marker": marker, "ls": dash, "color": colour}
    for colour in (INK, LINE)
    for marker, dash in zip(MARKERS, DASHES, strict=True)
]


def split_picture(split: Split) -> Picture:
    """Draw where the chunks lie in the text, and where the evidence is."""

    def draw() -> Figure:
        figure, (axes,) = page(1.5)
        _draw_split(axes, split)
        axes.set(xlabel="character")
        return figure

    return Picture(
        draw,
        f"{len(split.spans):,} chunks over {split.length:,} characters, even numbers above and odd "
        f"ones below, the evidence framed. {capitalised(split.verdict)}. "
        f"Stored {split.storage:.2f} times the document.",
    )


def cuts_picture(splits: Mapping[str, Split]) -> Picture:
    """Draw the same text cut by several chunkers, one below the other."""

    def draw() -> Figure:
        figure, rows = page(1.3 * len(splits) + 0.2, nrows=len(splits))
        for axes, (name, split) in zip(rows, splits.items(), strict=True):
            _draw_split(axes, split)
            axes.set_title(name, fontsize=9, loc="left")
        return figure

    counts = ", ".join(f"{name} makes {len(split.spans):,}" for name, split in splits.items())
    return Picture(draw, f"Chunks of the same text: {counts}; the evidence is framed.")


def whole_or_torn_picture(
    grid: Sequence[Sequence[bool]], sizes: Sequence[int], overlaps: Sequence[int]
) -> Picture:
    """Draw a grid of verdicts, one row an overlap and one column a size: whole light, torn dark."""

    def draw() -> Figure:
        from matplotlib.colors import ListedColormap

        figure, (axes,) = page(3.2)
        shades = {"whole": "#efefef", "torn": "#3a3a3a"}
        colours = ListedColormap([shades["torn"], shades["whole"]])
        axes.pcolormesh(list(sizes), list(overlaps), grid, cmap=colours, vmin=0, vmax=1)
        axes.set(xlabel="chunk size (characters)", ylabel="overlap (characters)")
        for name, shade in shades.items():
            axes.fill_between([], [], fc=shade, ec=LINE, label=name)
        axes.legend(loc="upper left", fontsize=8, framealpha=1)
        return figure

    low, high = (sum(row) / len(row) for row in (grid[0], grid[-1]))
    alt = (
        f"Sizes {sizes[0]} to {sizes[-1]} across, overlaps {overlaps[0]} to {overlaps[-1]} up: "
        f"light where one chunk holds the answer, dark where it is torn. At overlap {overlaps[0]} "
        f"it is whole at {low:.0%} of the sizes, at overlap {overlaps[-1]} at {high:.0%}."
    )
    return Picture(draw, alt)


def storage_picture(size: int, storage: Sequence[tuple[int, float]]) -> Picture:
    """Draw measured storage over overlap, beside the law size ÷ (size − overlap)."""

    def draw() -> Figure:
        overlaps = [overlap for overlap, _ in storage]
        figure, (axes,) = page(2.6)
        law = [size / (size - overlap) for overlap in overlaps]
        axes.plot(overlaps, law, color=LINE, ls="--", label="size ÷ (size − overlap)")
        axes.plot(overlaps, [value for _, value in storage], "o", color=INK, ms=4, label="measured")
        axes.set(xlabel=f"overlap (characters), at size {size}", ylabel="stored ÷ original")
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper left", fontsize=8)
        return figure

    first, last = storage[0], storage[-1]
    alt = (
        f"Storage at size {size}: {first[1]:.2f} times the document at overlap {first[0]}, "
        f"{last[1]:.2f} times at overlap {last[0]}, close to the dashed curve "
        "size ÷ (size − overlap)."
    )
    return Picture(draw, alt)


def recall_picture(rows: Sequence[Row]) -> Picture:
    """Draw recall over size, a line for each chunker and overlap.

    Raises InvalidValue when no row has a size, and for more lines than can be told apart.
    """
    told = _courses(rows, "recall")

    def draw() -> Figure:
        figure, (axes,) = page(3.4)
        _draw_over_size(axes, rows, "recall")
        axes.set(ylabel="recall", ylim=(0, 1.02))
        return figure

    return Picture(draw, f"Recall over chunk size, reading {_price(rows)}: {told}.")


def k_and_budget_picture(at_k: Sequence[Row], at_budget: Sequence[Row]) -> Picture:
    """Draw recall over size twice: at a fixed number of chunks, and at a fixed budget.

    Raises InvalidValue as `recall_picture` does.
    """
    sides = (at_k, at_budget)
    told = [f"reading {_price(rows)}, {_courses(rows, 'recall')}" for rows in sides]

    def draw() -> Figure:
        figure, panels = page(3.0, ncols=2, sharey=True)
        for axes, rows in zip(panels, sides, strict=True):
            _draw_over_size(axes, rows, "recall")
            axes.set_title(f"reading {_price(rows)}", fontsize=9, loc="left")
            axes.set_ylim(0, 1.02)
        panels[0].set_ylabel("recall")
        return figure

    return Picture(draw, f"Recall over chunk size. Left, {told[0]}. Right, {told[1]}.")


def law_picture(rows: Sequence[Row], lengths: Sequence[int]) -> Picture:
    """Draw the law of overlap for evidence of these lengths, and what was measured at one size.

    Raises InvalidValue unless all rows have one size, and for evidence without a length.
    """
    sizes = {row.size for row in _sized(rows)}
    if len(sizes) != 1 or not lengths:
        raise InvalidValue("the law is drawn for rows of one size and at least one evidence length")
    size = max(filter(None, sizes))
    points = sorted(_sized(rows), key=_overlap)

    def draw() -> Figure:
        overlaps = range(0, size, max(1, size // 200))
        figure, (axes,) = page(3.2)
        curve = [_law(size, overlap, lengths) for overlap in overlaps]
        axes.plot(overlaps, curve, color=LINE, ls="--", label="by the law")
        style = {"marker": "o", "ls": "none", "color": INK, "label": "measured"}
        _draw_points(axes, list(map(_overlap, points)), points, "intact", style)
        axes.set(
            xlabel=f"overlap (characters), at size {size:,}",
            ylabel="share of evidence whole in one chunk",
        )
        axes.set_ylim(0, 1.02)
        axes.legend(fontsize=8, loc="lower right")
        return figure

    told = "; ".join(
        f"at overlap {_overlap(row):,} measured {row.figures['intact']:.2f}, by the law "
        f"{_law(size, _overlap(row), lengths):.2f}"
        for row in points
    )
    return Picture(draw, f"Share of evidence that one chunk of {size:,} characters holds: {told}.")


def structure_picture(rows: Sequence[Row]) -> Picture:
    """Draw what each setting keeps in one chunk and what it reads, one setting below the other."""
    if not rows:
        raise InvalidValue("there is nothing to draw: give at least one row")

    def draw() -> Figure:
        figure, (axes,) = page(0.45 * len(rows) + 1.1)
        looks = [("intact", "whole", "D", "white", 0.14), ("recall", "recall", "o", INK, -0.14)]
        for name, label, marker, fill, shift in looks:
            places = [len(rows) - 1 - number + shift for number in range(len(rows))]
            values, errors = _values(rows, name)
            look = {"fmt": marker, "ms": 5, "mfc": fill, "color": INK, "capsize": 2}
            axes.errorbar(values, places, xerr=errors, label=label, **look)
        axes.set_yticks(range(len(rows)), [row.setting for row in reversed(rows)])
        axes.set(xlim=(0, 1.02), xlabel="share of the evidence", ylim=(-0.6, len(rows) - 0.4))
        axes.grid(axis="x", color=TINT, lw=0.6)
        axes.set_axisbelow(True)
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(0, 1.0))
        return figure

    told = "; ".join(
        f"{row.setting} keeps {row.figures['intact']:.2f} whole and reads {_told(row, 'recall')}"
        for row in rows
    )
    return Picture(draw, f"Evidence kept and read, reading {_price(rows)}: {told}.")


def differences_picture(against: Result, others: Sequence[Result]) -> Picture:
    """Draw how much more or less each result reads than one of them, paired, with its interval."""
    if not others:
        raise InvalidValue("there is nothing to draw: give at least one other result")
    found = [difference(other, against, "recall") for other in others]

    def draw() -> Figure:
        figure, (axes,) = page(0.35 * len(others) + 1.1)
        places = range(len(others) - 1, -1, -1)
        values = [more for more, _ in found]
        errors = [
            [more - low for more, (low, _) in found],
            [high - more for more, (_, high) in found],
        ]
        axes.errorbar(values, places, xerr=errors, fmt="o", ms=5, color=INK, capsize=2)
        axes.axvline(0, color=LINE, ls="--", lw=1)
        axes.set_yticks(list(places), [other.setting for other in others])
        axes.set(xlabel=f"recall more or less than {against.setting}", ylim=(-0.6, len(others)))
        return figure

    told = "; ".join(
        f"{other.setting} {each.told()}" for other, each in zip(others, found, strict=True)
    )
    return Picture(draw, f"Recall against {against.setting}, question by question: {told}.")


def _draw_split(axes: Any, split: Split) -> None:
    for index, (start, end) in enumerate(split.spans[:MOST_BARS]):
        lane = 1 - index % 2
        box(axes, start, lane + 0.08, (end - start, 0.84), fc=TINT, ec=LINE, lw=0.8)
        if len(split.spans) <= MOST_LABELS:
            middle = (start + end) / 2
            axes.text(middle, lane + 0.5, f"#{index}", ha="center", va="center", fontsize=8)
    for start, end in split.evidence:
        box(axes, start, 0, (end - start, 2), fill=False, ec=MARK, lw=1.8, ls=(0, (4, 2)))
    axes.set(xlim=(0, max(1, split.length)), ylim=(-0.05, 2.05), yticks=[])


def _courses(rows: Sequence[Row], name: str) -> str:
    """Say in words how the line of each chunker and overlap runs."""
    return "; ".join(f"{label}: {_course(some, name)}" for label, some in _series(rows).items())


def _draw_over_size(axes: Any, rows: Sequence[Row], name: str) -> None:
    """Draw a line for each chunker and overlap."""
    series = _series(rows)
    for (label, some), style in zip(series.items(), STYLES, strict=False):
        sizes = [row.size or 0 for row in some]
        _draw_points(axes, sizes, some, name, {**style, "label": label})
    _size_axis(axes, rows)
    if len(series) > 1:
        axes.legend(fontsize=8)


def _draw_points(
    axes: Any, places: Sequence[int], rows: Sequence[Row], name: str, style: dict[str, Any]
) -> None:
    values, errors = _values(rows, name)
    axes.errorbar(places, values, yerr=errors, ms=4, lw=1.2, elinewidth=0.8, capsize=2, **style)


def _values(rows: Sequence[Row], name: str) -> tuple[list[float], list[list[float]]]:
    """The figures, and how far below and above each its interval reaches."""
    values, below, above = [], [], []
    for row in rows:
        value, (low, high) = row.figures[name] or 0.0, row.bounds[name]
        values.append(value)
        below.append(max(0.0, value - (low or 0.0)))
        above.append(max(0.0, (high or 0.0) - value))
    return values, [below, above]


def _series(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each chunker and overlap, by size."""
    series: dict[str, list[Row]] = {}
    for row in sorted(_sized(rows), key=lambda row: row.size or 0):
        overlap = "" if row.overlap is None else f", overlap {row.overlap:,}"
        series.setdefault(f"{row.chunker}{overlap}", []).append(row)
    if len(series) > len(STYLES):
        raise InvalidValue(
            f"{len(series)} lines cannot be told apart: draw at most {len(STYLES)} "
            "chunkers and overlaps"
        )
    return series


def _sized(rows: Sequence[Row]) -> list[Row]:
    sized = [row for row in rows if row.size is not None]
    if not sized:
        raise InvalidValue("there is nothing to draw: no row has a size")
    return sized


def _size_axis(axes: Any, rows: Sequence[Row]) -> None:
    from matplotlib.ticker import FixedLocator, NullLocator

    sizes = sorted({row.size or 0 for row in _sized(rows)})
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(FixedLocator(sizes))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda size, _: f"{size:,.0f}")
    axes.set_xlabel("chunk size (characters)")
    axes.tick_params(axis="x", labelrotation=45 if len(sizes) > 6 else 0)


def _course(rows: Sequence[Row], name: str) -> str:
    """How a figure runs over the size: its first value, its highest and its last."""
    best = max(rows, key=lambda row: row.figures[name] or 0.0)
    stops = list(dict.fromkeys(row.size for row in (rows[0], best, rows[-1])))
    return ", ".join(f"{_told(row, name)} at {row.size:,}" for row in rows if row.size in stops)


def _told(row: Row, name: str) -> str:
    low, high = row.bounds[name]
    return f"{row.figures[name]:.2f} ({low or 0:.2f}–{high or 0:.2f})"


def _price(rows: Sequence[Row]) -> str:
    return " or ".join(dict.fromkeys(row.price for row in rows))


def _overlap(row: Row) -> int:
    return row.overlap or 0


def _law(size: int, overlap: int, lengths: Sequence[int]) -> float:
    shares = sum((intact_share(size, overlap, length) for length in lengths), Fraction(0))
    return float(shares / len(lengths))
