"""The stills of the views of notebooks 03 to 09: what they show when they open, in greys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from course_lib.show.lanes import Bar
from course_lib.show.stills import INK, LINE, MARK, TINT, Picture, box, page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PER_ROW = 30  # boxes of a ranking


def lanes_picture(
    lanes: Sequence[tuple[str, Sequence[Bar]]], length: int, told: str, counted: str = "character"
) -> Picture:
    """Draw named lanes of numbered bars over a text of that length; `counted` names the axis."""

    def draw() -> Figure:
        figure, (axes,) = page(0.45 * len(lanes) + 0.7)
        for number, (_, bars) in enumerate(lanes):
            low = len(lanes) - number - 0.85
            for bar in bars:
                start, end = bar.span
                lost = "cl-lost" in bar.look
                look = {"fc": "white", "ls": "--"} if lost else {"fc": TINT}
                box(axes, start, low, (max(end - start, length / 200), 0.7), ec=INK, **look)
                axes.text(
                    (start + end) / 2, low + 0.35, bar.words, ha="center", va="center", size=8
                )
        axes.set_yticks(
            [len(lanes) - n - 0.5 for n in range(len(lanes))], [name for name, _ in lanes]
        )
        axes.set(xlim=(0, max(1, length)), ylim=(0, len(lanes)), xlabel=counted)
        axes.set_title(told, fontsize=9, loc="left", wrap=True, parse_math=False)
        return figure

    return Picture(draw, f"{told}.")


def time_line_picture(
    statements: Sequence[str], found: Sequence[str], at: int, told: str
) -> Picture:
    """Draw statements from left to right, what a reader finds at each moment, and a crash."""

    def draw() -> Figure:
        figure, (axes,) = page(1.7)
        for number, words in enumerate(statements):
            done = number < at
            look = {"fc": TINT, "ec": INK} if done else {"fc": "white", "ec": LINE, "ls": "--"}
            box(axes, number + 0.04, 0.1, (0.92, 0.8), **look)
            small = {"ha": "center", "va": "center", "size": 7}
            axes.text(number + 0.5, 0.5, words.replace(" ", "\n"), **small)
        for number, mark in enumerate(found):
            axes.text(number, 1.4, mark, ha="center", va="center", size=13, family="DejaVu Sans")
        axes.axvline(at, color=MARK, lw=3)
        axes.set(xlim=(-0.4, len(statements) + 0.4), ylim=(0, 1.8), xticks=[])
        axes.set_yticks([0.5, 1.4], ["statements", "a reader finds"])
        axes.set_title(told, fontsize=9, loc="left", wrap=True, parse_math=False)
        return figure

    return Picture(draw, f"{told}.")


def ranking_picture(ranking: Sequence[tuple[bool, bool]], told: str) -> Picture:
    """Draw a ranking as boxes, best first: is each theirs, and was it shown?"""

    def draw() -> Figure:
        rows = max(1, -(-len(ranking) // PER_ROW))
        figure, (axes,) = page(0.22 * rows + 0.7)
        for number, (theirs, shown) in enumerate(ranking):
            row, column = divmod(number, PER_ROW)
            look = {"ec": INK} if theirs else {"ec": LINE, "ls": "--"}
            fill = TINT if theirs and shown else "white"
            box(axes, column, -row - 1, (0.8, 0.8), fc=fill, lw=2 if shown else 0.8, **look)
            if shown:
                mark = "✔" if theirs else "✘"
                axes.text(column + 0.4, -row - 0.6, mark, ha="center", va="center", size=8)
        axes.set(xlim=(-0.2, PER_ROW), ylim=(-rows - 0.2, 0.2))
        axes.axis("off")
        words = "Solid: theirs, dashed: forbidden; ticked or crossed: shown, best first"
        axes.set_title(f"{told}\n{words}", fontsize=9, loc="left", wrap=True, parse_math=False)
        return figure

    return Picture(draw, f"{told}.")
