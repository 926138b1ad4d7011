"""A split as HTML: pure functions from text, spans and figures to strings.

Every character of a document is escaped, and control characters are drawn as their pictures.
Nothing is told by colour alone: chunks have numbers, overlaps are hatched, evidence is framed.
Colours come from JupyterLab's theme where there is one, so light and dark both read well.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from course_lib.chunk import Span
from course_lib.measure import Split

VIEW = 6_000  # characters of text drawn at once; figures always cover the whole document
LEAD = 500  # characters drawn before the evidence
MOST_BARS = 240  # more chunks than this in the view are not drawn one by one
SHORT = 14  # characters of a cell that is kept on one line
MOST_LABELS = 24  # chunks whose numbers fit on the map

STYLE = f"<style>{Path(__file__).with_name('explorer.css').read_text('utf-8')}</style>"

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def view_around(length: int, evidence: Sequence[Span]) -> Span:
    """Return the part of a text that is drawn: at most VIEW characters, from a little before.

    >>> view_around(1_006, [(337, 508)]), view_around(2_000_000, [(900_000, 900_171)])
    ((0, 1006), (899500, 905500))
    """
    if length <= VIEW:
        return 0, length
    first = min((start for start, _ in evidence), default=0)
    start = min(max(0, first - LEAD), length - VIEW)
    return start, start + VIEW


def summary_html(split: Split, call: str) -> str:
    """Return verdict, figures, map and the Python call that makes this split."""
    return (
        f'<div class="cl">{verdict_html(split)}{figures_html(split)}{map_html(split)}'
        f"{legend_html(split)}<p>This split in Python: <code>{escape(call)}</code></p></div>"
    )


def note_html(words: str) -> str:
    """Return a line of words."""
    return f'<div class="cl"><p class="cl-note">{escape(words)}</p></div>'


def verdict_html(split: Split) -> str:
    """Return the verdict in words, with a mark that needs no colour."""
    return status_html(
        capitalised(split.verdict), "✔" if split.whole else "✘" if split.evidence else "–"
    )


def status_html(words: str, mark: str = "") -> str:
    """Return a sentence of state, escaped, after a mark that needs no colour."""
    sentence = f'<span class="cl-words">{escape(words)}.</span>'
    return f'<p class="cl-verdict">{mark} {sentence}</p>'


def capitalised(words: str) -> str:
    """Return words with the first letter large and all others as they are."""
    return words[0].upper() + words[1:]


def mark_of(good: bool) -> str:
    """Return the mark for good or bad that needs no colour."""
    return "✔" if good else "✘"


def error_html(message: str) -> str:
    """Return an error as a drawn alert, so that it is never lost in a log."""
    return f'<div class="cl"><p class="cl-error" role="alert">✘ {escape(message)}</p></div>'


def figures_html(split: Split) -> str:
    """Return the figures of a split as a line of labelled numbers."""
    shortest, longest = min(split.lengths, default=0), max(split.lengths, default=0)
    items = [
        ("chunks", f"{len(split.spans):,}"),
        ("length: mean (shortest–longest)", f"{split.mean_length:,.0f} ({shortest:,}–{longest:,})"),
        ("stored ÷ original", f"{split.storage:.2f}"),
    ]
    if split.whole:
        items.append(("evidence in the answering chunk", f"{split.evidence_share:.0%}"))
        items.append(("noise in it", f"{split.noise_share:.0%}"))
    return numbers_html(items)


def map_html(split: Split) -> str:
    """Return a drawing of where the chunks lie: even numbers above, odd ones below.

    A document longer than the view gets a strip of the whole above the map of the view.
    """
    spans, evidence, length = split.spans, split.evidence, split.length
    view = view_around(length, evidence)
    whole = view == (0, length)
    drawn = _in_view(spans, view)
    places = ", ".join(f"{start}–{end}" for start, end in evidence) or "none"
    label = f"{len(spans):,} chunks over {length:,} characters; evidence at {places}"
    top = 0 if whole else 16
    parts = [] if whole else [_strip(view, evidence, length)]
    if len(drawn) <= MOST_BARS:
        parts += [_bar(index, span, view, top) for index, span in drawn]
    else:
        parts.append(_rect((0, 100), top + 2, 44, "cl-bar"))
        parts.append(f'<text x="8" y="{top + 28}">{len(drawn):,} chunks, too close to draw</text>')
    parts += [_rect(_percent(span, view), top, 48, "cl-proof") for span in evidence]
    if len(drawn) <= MOST_LABELS:  # over the frames, which would cross them out
        parts += [_label(index, span, view, top) for index, span in drawn]
    return (
        f'<svg class="cl-map" role="img" aria-label="{label}" width="100%" height="{top + 50}">'
        f"<title>{label}</title>{''.join(parts)}</svg>"
    )


def legend_html(split: Split) -> str:
    """Return what the marks of map and text mean."""
    low, high = view_around(split.length, split.evidence)
    whole = (low, high) == (0, split.length)
    caption = "The whole document" if whole else f"Characters {low:,}–{high:,}"
    return (
        f'<p class="cl-legend">{caption}: even chunks above, odd ones below; dashed frame: the '
        "evidence; in the text, hatched: stored twice, framed: the evidence.</p>"
    )


def text_html(text: str, split: Split) -> str:
    """Return the text around the evidence with every chunk's start and end marked in place."""
    low, high = view_around(len(text), split.evidence)
    drawn = _in_view(split.spans, (low, high))
    opens: dict[int, list[int]] = defaultdict(list)
    closes: dict[int, list[int]] = defaultdict(list)
    for index, (start, end) in drawn:
        opens[start].append(index)
        closes[end].append(index)
    edges = {low, high, *opens, *closes}
    for span in split.evidence:
        edges.update(span)
    # Between two neighbouring points nothing starts or ends, so each piece of text has one look.
    points = sorted(edge for edge in edges if low <= edge <= high)
    covering = [index for index, (start, _) in drawn if start < low]
    parts = [more_html(low, "before")]
    for start, end in pairwise(points):
        covering = [i for i in covering if i not in closes[start]] + opens[start]
        parts += [_edge(index, opening=False) for index in closes[start]]
        parts += [_edge(index, opening=True) for index in opens[start]]
        parts.append(_segment(text, start, end, covering, split.evidence))
    parts += [_edge(index, opening=False) for index in closes[high]]
    parts.append(more_html(len(text) - high, "after"))
    return pane_html("".join(parts), "the text and its chunks")


def pane_html(markup: str, name: str) -> str:
    """Return a text that the keyboard can reach, so that it scrolls the frame around it."""
    return (
        f'<div class="cl cl-text" dir="auto" tabindex="0" role="region" aria-label="{name}">'
        f"{markup}</div>"
    )


def escaped(text: str) -> str:
    r"""Escape text for HTML and draw control characters as pictures.

    >>> escaped('<b>\x00"')
    '&lt;b&gt;␀&quot;'
    """
    return escape(visible_controls(text))


def visible_controls(text: str) -> str:
    r"""Draw control characters as pictures, one for one.

    >>> visible_controls("<b>\x00")
    '<b>␀'
    """
    return _CONTROLS.sub(_control_picture, text)


def more_html(count: int, where: str) -> str:
    """Say how much of a text is not drawn; nothing where all of it is."""
    if count == 0:
        return ""
    return f'<span class="cl-edge">… {count:,} characters {where}, counted but not drawn</span>'


def numbers_html(items: Sequence[tuple[str, str]]) -> str:
    """Return labelled numbers in a line."""
    cells = "".join(f"<div><span>{name}</span><b>{value}</b></div>" for name, value in items)
    return f'<div class="cl-figures">{cells}</div>'


def table_html(
    columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], corner: str = ""
) -> str:
    """Return a table with named columns and rows; every name and cell is escaped.

    The first cell of a row names it, and `corner` says what these names are.
    """
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in columns)
    first = f'<th scope="col">{escaped(corner)}</th>' if corner else "<td></td>"
    body = "".join(
        f'<tr><th scope="row">{escaped(name)}</th>' + "".join(map(_cell, cells)) + "</tr>"
        for name, cells in rows
    )
    return (
        f'<table class="cl-table"><thead><tr>{first}{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _cell(words: str) -> str:
    short = ' class="cl-short"' if len(words) <= SHORT else ""
    return f"<td{short}>{escaped(words)}</td>"


def _control_picture(match: re.Match[str]) -> str:
    point = ord(match.group())
    return "␡" if point == 0x7F else chr(0x2400 + point)


def _in_view(spans: Sequence[Span], view: Span) -> list[tuple[int, Span]]:
    low, high = view
    return [(i, span) for i, span in enumerate(spans) if span[0] < high and span[1] > low]


def _segment(
    text: str, start: int, end: int, covering: Sequence[int], evidence: Sequence[Span]
) -> str:
    classes = []
    if len(covering) > 1:
        classes.append("cl-shared")
    elif not covering:
        classes.append("cl-none")
    elif covering[0] % 2:
        classes.append("cl-odd")
    for first, last in evidence:
        if first <= start and end <= last:
            classes.append("cl-evidence")
            classes += ["cl-first"] * (start == first) + ["cl-last"] * (end == last)
    piece = escaped(text[start:end])
    return f'<span class="{" ".join(classes)}">{piece}</span>' if classes else piece


def _edge(index: int, opening: bool) -> str:
    if opening:
        return f'<span class="cl-edge cl-open" title="chunk {index} starts">#{index}▸</span>'
    return f'<span class="cl-edge cl-close" title="chunk {index} ends">◂#{index}</span>'


def _percent(span: Span, view: Span) -> tuple[float, float]:
    low, high = view
    width = max(1, high - low)
    start, end = max(span[0], low), min(span[1], high)
    return 100 * (start - low) / width, 100 * max(0, end - start) / width


def _rect(place: tuple[float, float], top: int, height: int, style: str) -> str:
    return (
        f'<rect class="{style}" x="{place[0]:.3f}%" width="{place[1]:.3f}%" '
        f'y="{top + 1}" height="{height}"/>'
    )


def _bar(index: int, span: Span, view: Span, top: int) -> str:
    return _rect(_percent(span, view), top + 2 + 22 * (index % 2), 20, "cl-bar")


def _label(index: int, span: Span, view: Span, top: int) -> str:
    start, width = _percent(span, view)
    x, y = start + width / 2, top + 17 + 22 * (index % 2)
    return f'<text x="{x:.3f}%" y="{y}" text-anchor="middle">#{index}</text>' if width >= 3 else ""


def _strip(view: Span, evidence: Sequence[Span], length: int) -> str:
    whole = (0, length)
    bars = [(_percent(view, whole), "cl-bar")]
    bars += [(_percent(span, whole), "cl-proof") for span in evidence]
    parts = [_rect((0, 100), 0, 8, "cl-track")]
    for (start, width), style in bars:
        parts.append(_rect((start, max(width, 0.4)), 0, 8, style))  # thinner is not seen
    return "".join(parts)
