"""What so many gigabytes take on so many workers, stage by stage, on a scale of powers of ten."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log10
from typing import TYPE_CHECKING

from course_lib.errors import InvalidValue
from course_lib.scale.rates import ONE_WRITER, Rate, stored_rates, told_time
from course_lib.show.controls import LiveView, knob
from course_lib.show.stills import LINE, TINT, Picture, page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_GIGABYTES, MOST_WORKERS = 10_000, 1_000
LEFT, WIDE, ROW = 76, 400, 30  # of the drawing: where bars begin, the longest, the height of a row
POWERS = range(-2, 10)  # of ten seconds, which the scale shows


class ScaleExplorer(LiveView):
    """Two sliders, gigabytes and workers; a bar a stage says how long that takes.

    Without rates, those of the authors' machine are taken; `measure_rates` measures this one.
    `sentence` is the same on every machine, and `figures` is not. Raises InvalidValue for no rates
    and for values outside of the sliders.

    >>> explorer = ScaleExplorer([Rate("cut", 36.0), Rate("store", 36.0)], gigabytes=10, workers=4)
    >>> explorer.figures
    '10 GB on 4 workers: cut 90 s, store 6 min (one writer); store is 80% of it'
    """

    def __init__(
        self,
        rates: Sequence[Rate] | None = None,
        *,
        gigabytes: int = 1,
        workers: int = 1,
        key: str | None = None,
    ) -> None:
        self.rates = stored_rates() if rates is None else list(rates)
        if not self.rates:
            raise InvalidValue("there is nothing to draw: give at least one rate")
        bounds = (1, MOST_GIGABYTES), (1, MOST_WORKERS)
        self.gigabytes = knob("text", gigabytes, bounds[0], unit="gigabytes", powers=True)
        self.workers = knob("workers", workers, bounds[1], unit="with a core each", powers=True)
        controls = [self.gigabytes, self.workers]
        self._open_with(controls, controls, key)

    @property
    def seconds(self) -> dict[str, float]:
        """How long each stage takes, in seconds."""
        amount, workers = self.gigabytes.value, self.workers.value
        return {rate.stage: 3600 * rate.hours(amount, workers) for rate in self.rates}

    @property
    def sentence(self) -> str:
        """The current state in words that hold on every machine."""
        return f"{self._asked}: {self._longest} takes the longest"

    @property
    def figures(self) -> str:
        """How long each stage takes, in words."""
        seconds = self.seconds
        told = ", ".join(f"{stage} {_told(stage, each)}" for stage, each in seconds.items())
        share = seconds[self._longest] / sum(seconds.values())
        return f"{self._asked}: {told}; {self._longest} is {share:.0%} of it"

    @property
    def _asked(self) -> str:
        workers = self.workers.value
        return f"{self.gigabytes.value:,} GB on {workers:,} worker{'s' * (workers > 1)}"

    @property
    def _longest(self) -> str:
        seconds = self.seconds
        return max(seconds, key=lambda stage: seconds[stage])

    def _show(self) -> None:
        self.verdict.tell(self.figures)
        self.summary.value = (
            f'<div class="cl">{bars_html(self.seconds)}<p>{escape(origin_of(self.rates))}</p></div>'
        )

    def _picture(self) -> Picture:
        return times_picture(self.seconds, self.figures)


def origin_of(rates: Sequence[Rate]) -> str:
    """Say which rates were measured on this machine, and which are stored.

    >>> origin_of([Rate("cut", 36.0, measured=True), Rate("embed", 65_000.0)])
    'Measured on this machine: cut. Stored with the course: embed.'
    """
    here = ", ".join(rate.stage for rate in rates if rate.measured)
    stored = ", ".join(rate.stage for rate in rates if not rate.measured)
    parts = [f"Measured on this machine: {here}."] if here else []
    return " ".join([*parts, f"Stored with the course: {stored}."] if stored else parts)


def bars_html(seconds: dict[str, float]) -> str:
    """Return a bar for each stage; one step to the right is ten times as long."""
    label = "; ".join(f"{stage} {_told(stage, each)}" for stage, each in seconds.items())
    height = ROW * len(seconds) + 24
    parts = []
    for power in range(POWERS[0], POWERS[-1] + 1, 2):
        x = LEFT + _length(10.0**power)
        parts.append(
            f'<line x1="{x}" y1="0" x2="{x}" y2="{height - 20}" stroke="currentColor"'
            f' stroke-opacity="0.3"/><text x="{x}" y="{height - 4}" text-anchor="middle">'
            f"{told_time(10.0**power)}</text>"
        )
    for row, (stage, each) in enumerate(seconds.items()):
        y, length = row * ROW + 4, _length(each)
        parts.append(
            f'<text x="0" y="{y + 16}">{escape(stage)}</text>'
            f'<rect fill="currentColor" fill-opacity="0.6" x="{LEFT}" y="{y}" width="{length}"'
            f' height="{ROW - 8}"/>'
            f'<text x="{LEFT + length + 6}" y="{y + 16}">{escape(_told(stage, each))}</text>'
        )
    width = LEFT + WIDE + 170
    return (
        f'<svg class="cl-map" role="img" aria-label="{escape(label)}" '
        f'viewBox="0 0 {width} {height}" width="100%" style="max-width:{width}px">'
        f"<title>{escape(label)}</title>{''.join(parts)}</svg>"
    )


def rates_picture(rates: Sequence[Rate]) -> Picture:
    """Draw what a gigabyte costs, stage by stage; the sentence holds on every machine."""
    seconds = {rate.stage: rate.seconds for rate in rates}
    longest = max(seconds, key=lambda stage: seconds[stage])
    return times_picture(
        seconds,
        "Processor time for a gigabyte of text, a bar for each stage; one step to the right is ten "
        f"times as long. The longest by far is {longest}.",
        origin_of(rates),
    )


def times_picture(seconds: dict[str, float], alt: str, below: str = "") -> Picture:
    """Draw a bar for each stage on a scale of powers of ten."""

    def draw() -> Figure:
        figure, (axes,) = page(0.32 * len(seconds) + 0.9)
        places = range(len(seconds))
        axes.barh(places, list(seconds.values()), height=0.7, fc=TINT, ec=LINE)
        axes.set_xscale("log")
        axes.set_xlim(10.0 ** POWERS[0], 10.0 ** POWERS[-1])
        axes.set_xticks([10.0**power for power in POWERS[::2]])
        axes.set_xticklabels([told_time(10.0**power) for power in POWERS[::2]])
        axes.minorticks_off()
        axes.set_yticks(places, list(seconds))
        axes.invert_yaxis()
        axes.set_xlabel(below, fontsize=8)
        for place, (stage, each) in zip(places, seconds.items(), strict=True):
            axes.text(each * 1.3, place, _told(stage, each), va="center", fontsize=8)
        return figure

    return Picture(draw, alt)


def _told(stage: str, seconds: float) -> str:
    return f"{told_time(seconds)} (one writer)" if stage == ONE_WRITER else told_time(seconds)


def _length(seconds: float) -> int:
    """How long a bar is: a share of the scale."""
    share = (log10(max(seconds, 1e-9)) - POWERS[0]) / (POWERS[-1] - POWERS[0])
    return round(WIDE * min(1.0, max(0.0, share)))
