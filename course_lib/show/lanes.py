"""Numbered bars in lanes, as HTML: each has a hue, a number and an edge, and some slide."""

from collections.abc import Sequence
from dataclasses import dataclass

from course_lib.chunk import Span
from course_lib.show.html import escaped

HUES = 4


def hue(number: int) -> str:
    """Return the class of a number's hue; neighbours have different ones."""
    return f"cl-hue-{number % HUES}"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar over a part of a text, with the words on it; it slides from the place `since`."""

    span: Span
    words: str
    look: str
    since: int | None = None


def lanes_html(lanes: Sequence[tuple[str, Sequence[Bar]]], length: int, label: str) -> str:
    """Return named lanes of bars over a text of that length; `label` says it in words."""
    parts = []
    for name, bars in lanes:
        drawn = "".join(_bar_html(bar, max(1, length)) for bar in bars)
        parts.append(
            f'<div class="cl-lane-name">{escaped(name)}</div><div class="cl-lane">{drawn}</div>'
        )
    return f'<div class="cl-lanes" role="img" aria-label="{escaped(label)}">{"".join(parts)}</div>'


def _bar_html(bar: Bar, length: int) -> str:
    start, end = bar.span
    place = f"left:{100 * start / length:.3f}%;width:{100 * (end - start) / length:.3f}%"
    slides = ""
    if bar.since is not None and bar.since != start:
        place += f";--cl-since:{100 * bar.since / length:.3f}%"
        slides = " cl-slides"
    return (
        f'<span class="cl-lane-bar {bar.look}{slides}" style="{place}">{escaped(bar.words)}</span>'
    )
