"""Still pictures of what notebook 08 compares: searches over sizes, and differences with bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from course_lib.measure.bootstrap import Difference
from course_lib.measure.recalls import Recalls
from course_lib.show.pictures import STYLES
from course_lib.show.stills import INK, LINE, Picture, page

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def searches_picture(rows: Sequence[Recalls]) -> Picture:
    """Draw recall over size, a line for each search; the size is the last word of the setting."""
    lines: dict[str, list[Recalls]] = {}
    for row in rows:
        lines.setdefault(row.search, []).append(row)

    def draw() -> Figure:
        figure, (axes,) = page(3.0)
        for (search, points), style in zip(lines.items(), STYLES, strict=False):
            means = [point.mean for point in points]
            bounds = [
                [mean - point.interval.low for mean, point in zip(means, points, strict=True)],
                [point.interval.high - mean for mean, point in zip(means, points, strict=True)],
            ]
            sizes = [float(point.setting.split()[-1]) for point in points]
            axes.errorbar(sizes, means, yerr=bounds, label=search, capsize=3, ms=5, **style)
        axes.set_xscale("log", base=2)
        axes.set_xticks(sizes, [f"{size:,.0f}" for size in sizes])
        axes.set(xlabel="size (characters)", ylabel="recall", ylim=(0, 1.02))
        axes.legend(loc="lower left", fontsize=8)
        return figure

    told = "; ".join(
        f"{search} " + ", ".join(f"{p.mean:.2f} at {p.setting.split()[-1]}" for p in points)
        for search, points in lines.items()
    )
    kind = rows[0].setting.split()[0]
    return Picture(draw, f"Recall over the size of {kind} chunks, by search: {told}.")


def differences_picture(differences: Mapping[str, Difference]) -> Picture:
    """Draw each difference as a point with its interval, beside the line of no difference."""

    def draw() -> Figure:
        figure, (axes,) = page(0.3 * len(differences) + 0.7)
        places = range(len(differences))
        for place, (gain, (low, high)) in zip(places, differences.values(), strict=True):
            filled = INK if low > 0 or high < 0 else "white"
            axes.plot([low, high], [place, place], color=LINE, lw=2)
            axes.plot(gain, place, "o", mfc=filled, mec=INK, ms=6)
        axes.axvline(0, color=INK, lw=1, ls="--")
        axes.set_yticks(places, list(differences))
        axes.invert_yaxis()
        axes.set_xlabel("difference of recall, with its interval; filled: 0 lies outside")
        return figure

    told = "; ".join(f"{name} {found.told()}" for name, found in differences.items())
    return Picture(draw, f"Differences of recall: {told}.")
