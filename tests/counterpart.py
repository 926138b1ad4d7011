"""A live view in the page beside its counterpart in this process.

The counterpart is made by the notebook's own cells. Whatever is done to a control in the page is
done to the counterpart's control, and the page must then show what the counterpart's pure functions
have drawn. So no expected picture is written down, and a view that is yet to come is walked like
the others.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import ipywidgets
import nbformat
from moves import kind_of
from playwright.sync_api import Locator, Page

from course_lib import ChunkStore
from course_lib.show.controls import LiveView
from course_lib.show.cut_lab import Board
from course_lib.show.slider import Slider
from course_lib.show.verdict import Verdict

VIEW = ".jp-OutputArea-output > .jupyter-widgets"
WITH_CONTROLS = f"{VIEW}:has(:is(input, select, button))"  # a picture has none
PARTS = ".widget-html-content"
SELECTORS = {
    Slider: ".cl-slider [type=range]",
    Board: ".cl-lab",
    ipywidgets.Dropdown: "select",
    ipywidgets.ToggleButtons: ".widget-toggle-buttons",
    ipywidgets.ToggleButton: "button.jupyter-widgets.widget-toggle-button",
    ipywidgets.Checkbox: "input[type=checkbox]",
    ipywidgets.Text: "input[type=text]",
    ipywidgets.Textarea: "textarea",
    ipywidgets.Button: "button.jupyter-widgets.widget-button",
}
WITHOUT_HANDS = (ipywidgets.HTML, ipywidgets.Label, Verdict)
KNOBS = (Slider, ipywidgets.Dropdown, ipywidgets.ToggleButtons)


@contextmanager
def counterpart_of(path: Path) -> Iterator[LiveView]:
    """The view of a notebook, made in this process by the cells of the notebook."""
    notebook = nbformat.read(path, as_version=4)
    cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    (at,) = [number for number, source in enumerate(cells) if "Explorer(" in source]
    *before, made = ast.parse(cells[at]).body
    assert isinstance(made, ast.Expr), "a cell shows its view by ending with it"
    names: dict[str, Any] = {}
    try:
        with redirect_stdout(StringIO()), chdir(path.parent):
            exec("\n".join([*cells[:at], ast.unparse(before)]), names)
            view: LiveView = eval(ast.unparse(made), names)
        yield view
        view.close()
    finally:
        for thing in names.values():
            if isinstance(thing, ChunkStore):
                thing.close()
            if isinstance(thing, TemporaryDirectory):
                thing.cleanup()


class Control(NamedTuple):
    """A control in the page, and the same one of the counterpart."""

    place: Locator
    widget: Any

    @property
    def name(self) -> str:
        return f"{kind_of(self.widget).__name__} {getattr(self.widget, 'description', '')!r}"


class Both:
    """The view in the page and its counterpart, control by control."""

    def __init__(self, page: Page, counterpart: LiveView) -> None:
        kinds = {kind_of(widget) for widget in _leaves(counterpart.root)}
        unknown = kinds.difference(SELECTORS, WITHOUT_HANDS)
        assert not unknown, f"say in counterpart.py and moves.py how one moves {unknown}"
        self.page, self.counterpart = page, counterpart
        self.root = page.locator(WITH_CONTROLS).first
        self.controls = [
            Control(self.root.locator(selector).nth(number), widget)
            for selector, widgets in self._by_selector().items()
            for number, widget in enumerate(widgets)
        ]
        order = {id(widget): place for place, widget in enumerate(_leaves(counterpart.root))}
        self.controls.sort(key=lambda control: order[id(control.widget)])

    @property
    def knobs(self) -> list[Control]:
        """The controls that have a first and a last position."""
        return [control for control in self.controls if isinstance(control.widget, KNOBS)]

    def drawn(self) -> list[str]:
        """What the counterpart has drawn: the HTML of each of its parts."""
        return [widget.value for widget in _leaves(self.counterpart.root) if _is_part(widget)]

    def must_agree(self, after: str) -> None:
        """Wait until the page shows what its counterpart shows, or raise AssertionError."""
        states = {
            selector: [_state(widget) for widget in widgets]
            for selector, widgets in self._by_selector().items()
        }
        verdict = self.counterpart.verdict
        wanted = {
            **states,
            PARTS: self.root.evaluate(AS_THE_BROWSER_WRITES_IT, self.drawn()),
            "[role=status].cl-verdict": [verdict.mark + verdict.words],
        }
        seen: dict[str, list[object]] = {}
        patience = time.monotonic() + 15
        while time.monotonic() < patience:
            seen = self.root.evaluate(SEEN, list(wanted))
            if seen == wanted:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"after {after}, {_difference(seen, wanted)}")

    def _by_selector(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for widget in _leaves(self.counterpart.root):
            if selector := SELECTORS.get(kind_of(widget)):
                found.setdefault(selector, []).append(widget)
        return found


def _difference(seen: dict[str, list[object]], wanted: dict[str, list[object]]) -> str:
    for selector, values in wanted.items():
        for number, (is_there, should) in enumerate(zip(seen[selector], values, strict=True)):
            if is_there != should:
                one, other = str(is_there), str(should)
                pairs = enumerate(zip(one, other, strict=False))
                at = next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
                window = slice(max(0, at - 40), at + 80)
                return (
                    f"{selector} {number} shows {one[window]!r}, "
                    f"where the pure functions say {other[window]!r}"
                )
    return "all is as it should be, only late"


def _leaves(widget: Any) -> Iterator[Any]:
    children = getattr(widget, "children", ())
    for child in children:
        yield from _leaves(child)
    if not children:
        yield widget


def _drawn_on(board: Board) -> list[str]:
    """What a board is to show in words: each text, and the Python that cuts it."""
    panes = board.state["panes"]
    texts = ["".join(words for _, words, _, _ in pane["pieces"]) for pane in panes]
    return [*texts, *(pane["call"] for pane in panes)]


def _is_part(widget: Any) -> bool:
    return type(widget) is ipywidgets.HTML


def _state(widget: Any) -> object:
    chosen = isinstance(widget, (ipywidgets.Dropdown, ipywidgets.ToggleButtons))
    if isinstance(widget, ipywidgets.Button):
        return widget.description
    if isinstance(widget, Board):
        return _drawn_on(widget)
    return widget.label if chosen else widget.value


# The state of each control and the HTML of each part, by selector.
SEEN = """(root, selectors) => {
  const state = e => e.matches('.widget-html-content') ? e.innerHTML
    : e.matches('.cl-lab') ? ['.cl-lab-text', 'code'].flatMap(
      part => [...e.querySelectorAll(part)].map(found => found.textContent))
    : e.matches('[type=range]')
    ? e.closest('.cl-slider').querySelector('[type=number]').valueAsNumber
    : e.matches('[type=checkbox]') ? e.checked
    : e.matches('select') ? e.selectedOptions[0].text
    : e.matches('.widget-toggle-buttons') ? e.querySelector('.mod-active')?.textContent
    : e.matches('.widget-toggle-button') ? e.matches('.mod-active')
    : e.matches('button, .cl-verdict') ? e.textContent
    : e.value;
  return Object.fromEntries(selectors.map(
    selector => [selector, [...root.querySelectorAll(selector)].map(state)]));
}"""

AS_THE_BROWSER_WRITES_IT = """(_, parts) => parts.map(part => {
  const box = document.createElement('div');
  box.innerHTML = part;
  return box.innerHTML;
})"""
