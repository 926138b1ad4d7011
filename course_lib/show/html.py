"""What the views show as HTML: pure functions from words, figures and rows to strings.

Every character of a document is escaped, and control characters are drawn as their pictures.
Colours come from JupyterLab's theme where there is one, so light and dark both read well.
"""

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from course_lib.chunk import Span

VIEW = 6_000  # characters of text drawn at once; figures always cover the whole document
LEAD = 500  # characters drawn before the evidence
MOST_BARS = 240  # more chunks than this in the view are not drawn one by one
MOST_LABELS = 24  # chunks whose numbers fit on a map
SHORT = 14  # characters of a cell that is kept on one line
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


def note_html(words: str) -> str:
    """Return a line of words."""
    return f'<div class="cl"><p class="cl-note">{escape(words)}</p></div>'


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
