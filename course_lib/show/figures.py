"""Still pictures of a split, drawn with matplotlib without its global state.

A `Picture` is a PNG with a sentence that says the same: the sentence stands under the picture, so
that it serves readers who cannot see it, and nbval compares it when a notebook is tested.
Pictures are readable in greyscale; they are drawn on white, like a printed page with its margin
and edge, in both themes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from course_lib.measure import Split
from course_lib.show.html import MOST_BARS, MOST_LABELS

INK, LINE, TINT, MARK = "#1a1a1a", "#767676", "#d9d9d9", "#0b5cad"
PIXELS_PER_INCH = 150
MARGIN = 0.12  # inches


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, the width at which it is shown, and the sentence that says what it shows."""

    png: bytes
    width: int
    alt: str

    def bundle(self) -> dict[str, str]:
        """Return the picture and its sentence as a Jupyter MIME bundle."""
        return {"image/png": b64encode(self.png).decode(), "text/plain": self.alt}

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.bundle(), raw=True, metadata={"image/png": {"width": self.width}})
        display({"text/markdown": f"*{self.alt}*", "text/plain": self.alt}, raw=True)


def split_picture(split: Split) -> Picture:
    """Draw where the chunks lie in the text, and where the evidence is."""
    figure, axes = _page(7.2, 1.5)
    _draw_split(axes, split)
    axes.set(xlabel="character")
    alt = (
        f"{len(split.spans):,} chunks over {split.length:,} characters, even numbers above and odd "
        f"ones below, the evidence framed. {split.verdict[0].upper()}{split.verdict[1:]}. "
        f"Stored {split.storage:.2f} times the document."
    )
    return _picture(figure, alt)


def cuts_picture(splits: Mapping[str, Split]) -> Picture:
    """Draw the same text cut by several chunkers, one below the other."""
    figure = Figure(figsize=(7.2, 1.3 * len(splits) + 0.2), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    rows = figure.subplots(len(splits), squeeze=False)[:, 0]
    for axes, (name, split) in zip(rows, splits.items(), strict=True):
        _draw_split(axes, split)
        axes.set_title(name, fontsize=9, loc="left")
        axes.tick_params(labelsize=8)
        axes.spines[["top", "right"]].set_visible(False)
    counts = ", ".join(f"{name} makes {len(split.spans):,}" for name, split in splits.items())
    return _picture(figure, f"Chunks of the same text: {counts}; the evidence is framed.")


def _draw_split(axes: Any, split: Split) -> None:
    for index, (start, end) in enumerate(split.spans[:MOST_BARS]):
        lane = 1 - index % 2
        axes.add_patch(Rectangle((start, lane + 0.08), end - start, 0.84, fc=TINT, ec=LINE, lw=0.8))
        if len(split.spans) <= MOST_LABELS:
            middle = (start + end) / 2
            axes.text(middle, lane + 0.5, f"#{index}", ha="center", va="center", fontsize=8)
    for start, end in split.evidence:
        frame = Rectangle((start, 0), end - start, 2, fill=False, ec=MARK, lw=1.8, ls=(0, (4, 2)))
        axes.add_patch(frame)
    axes.set(xlim=(0, max(1, split.length)), ylim=(-0.05, 2.05), yticks=[])


def whole_or_torn_picture(
    grid: Sequence[Sequence[bool]], sizes: Sequence[int], overlaps: Sequence[int]
) -> Picture:
    """Draw a grid of verdicts, one row an overlap and one column a size: whole light, torn dark."""
    figure, axes = _page(7.2, 3.2)
    shades = {"whole": "#efefef", "torn": "#3a3a3a"}
    colours = ListedColormap([shades["torn"], shades["whole"]])
    axes.pcolormesh(list(sizes), list(overlaps), grid, cmap=colours, vmin=0, vmax=1)
    axes.set(xlabel="chunk size (characters)", ylabel="overlap (characters)")
    handles = [Rectangle((0, 0), 1, 1, fc=shade, ec=LINE) for shade in shades.values()]
    axes.legend(handles, list(shades), loc="upper left", fontsize=8, framealpha=1)
    low, high = (sum(row) / len(row) for row in (grid[0], grid[-1]))
    alt = (
        f"Sizes {sizes[0]} to {sizes[-1]} across, overlaps {overlaps[0]} to {overlaps[-1]} up: "
        f"light where one chunk holds the answer, dark where it is torn. At overlap {overlaps[0]} "
        f"it is whole at {low:.0%} of the sizes, at overlap {overlaps[-1]} at {high:.0%}."
    )
    return _picture(figure, alt)


def storage_picture(size: int, storage: Sequence[tuple[int, float]]) -> Picture:
    """Draw measured storage over overlap, beside the law size ÷ (size − overlap)."""
    overlaps = [overlap for overlap, _ in storage]
    figure, axes = _page(7.2, 2.6)
    law = [size / (size - overlap) for overlap in overlaps]
    axes.plot(overlaps, law, color=LINE, ls="--", label="size ÷ (size − overlap)")
    axes.plot(overlaps, [value for _, value in storage], "o", color=INK, ms=4, label="measured")
    axes.set(xlabel=f"overlap (characters), at size {size}", ylabel="stored ÷ original")
    axes.set_ylim(bottom=0)
    axes.legend(loc="upper left", fontsize=8)
    first, last = storage[0], storage[-1]
    alt = (
        f"Storage at size {size}: {first[1]:.2f} times the document at overlap {first[0]}, "
        f"{last[1]:.2f} times at overlap {last[0]}, close to the dashed curve "
        "size ÷ (size − overlap)."
    )
    return _picture(figure, alt)


def _page(width: float, height: float) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    axes.xaxis.label.set_fontsize(9)
    axes.yaxis.label.set_fontsize(9)
    return figure, axes


def _picture(figure: Figure, alt: str) -> Picture:
    figure.patch.set(edgecolor=LINE, linewidth=1.5)  # half of it lies outside and is cut off
    figure.set_layout_engine("constrained", w_pad=MARGIN, h_pad=MARGIN)
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=PIXELS_PER_INCH, metadata={"Software": None})
    return Picture(buffer.getvalue(), round(figure.get_figwidth() * 96), alt)
