"""The moves of the walk: what a learner does to a control by keyboard and by mouse.

Each function does one thing after the other to a control in the page. After each it yields what
the counterpart has to do, so that both have come to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import ipywidgets
from playwright.sync_api import Locator

from course_lib.show.cut_lab import Board
from course_lib.show.slider import Slider
from course_lib.show.verdict import Verdict

Step = Callable[[], object]
Moves = Iterator[Step]


def _put(widget: Any, value: object) -> Step:
    return partial(setattr, widget, "value", value)


# By keyboard.


def _slide(place: Locator, slider: Any) -> Moves:
    low, high, step = slider.min, slider.max, slider.step
    for key, value in (("End", high), ("Home", low), ("ArrowRight", low + step), ("PageUp", None)):
        place.press(key)
        yield _put(slider, int(place.input_value()) if value is None else value)
    assert slider.value > low + step or high == low + step  # it has two positions
    box = _box_of(place)
    for typed, value in ((high, high), (high + 1, high), (low, low), (low - 1, low)):
        box.press("Control+a")
        box.page.keyboard.type(str(typed))
        box.press("Enter")
        yield _put(slider, value)
    box.press("ArrowUp")
    yield _put(slider, low + 1)


def _box_of(place: Locator) -> Locator:
    return place.locator("xpath=../../input")


def _choose_by_keys(place: Locator, choice: Any) -> Moves:
    place.press("Home")
    yield partial(setattr, choice, "index", 0)
    for number in range(1, len(choice.options)):
        for key in ("Space", "ArrowDown", "Enter"):  # while the list is closed, JupyterLab takes
            place.press(key)  # an arrow for a way to the next cell
        yield partial(setattr, choice, "index", number)


def _press_each(place: Locator, buttons: Any) -> Moves:
    for number in [*range(len(buttons.options)), buttons.index]:  # and back to where it was
        place.locator("button").nth(number).press("Enter")
        yield partial(setattr, buttons, "index", number)


def _press_twice(place: Locator, box: Any) -> Moves:
    for _ in range(2):
        place.press("Space")
        yield _put(box, not box.value)


def _switch_by_keys(place: Locator, switch: Any) -> Moves:
    for on in (True, False, True):  # what it opens is walked next
        place.press("Enter")
        yield _put(switch, on)


def _type_text(place: Locator, field: Any) -> Moves:
    before = field.value
    long = isinstance(field, ipywidgets.Textarea)
    for text in ("", 'A <b>page</b> of mine. "1" OR (2). Ünïcödé 🌊.', before or "page"):
        place.press("Control+a")
        place.press("Delete")
        place.page.keyboard.insert_text(text)
        if not long:
            place.press("Enter")
        yield _put(field, text)


def _press(place: Locator, button: Any) -> Moves:
    place.press("Enter")
    yield button.click


def _choose_and_cut(place: Locator, board: Any) -> Moves:
    place.locator("select").select_option(index=2)
    sentence = board.state["sentences"][1]
    yield partial(setattr, board, "pick", [board.state["version"], *sentence[:2]])
    place.locator("select").select_option(index=0)
    yield partial(setattr, board, "pick", [board.state["version"]])
    size, overlap = board.point
    place.locator(".cl-lab-moves").first.press("ArrowRight")
    yield partial(setattr, board, "point", [size + 1, overlap])
    if board.chart:
        place.locator(".cl-lab-map").press("Home")
        yield partial(setattr, board, "point", [board.chart["sizes"][0], overlap])


# By mouse.


def _drag(place: Locator, slider: Any) -> Moves:
    mouse, box = place.page.mouse, _box_of(place)
    for share in (1.2, -0.2, 0.5):  # beyond the right end, beyond the left one, the middle
        place.hover()
        track = place.bounding_box()
        assert track is not None
        mouse.down()
        mouse.move(track["x"] + share * track["width"], track["y"], steps=8)
        mouse.up()
        value = int(box.input_value())
        if share != 0.5:
            assert value == (slider.max if share > 1 else slider.min)
        elif slider.max > slider.min + slider.step:  # there is something between
            assert slider.min < value < slider.max
        yield _put(slider, value)
    size = box.bounding_box()
    assert size is not None
    for up in (1, -1):
        x, y = size["width"] - 10, size["height"] * (0.3 if up > 0 else 0.7)
        box.click(position={"x": x, "y": y})
        yield _put(slider, slider.value + up)


def _click_and_drag(place: Locator, board: Any) -> Moves:
    mouse, numbers = place.page.mouse, place.locator("xpath=..").locator(".cl-slider [type=number]")
    if board.chart:
        place.locator(".cl-lab-map").click(position={"x": 200, "y": 120})
        place.page.wait_for_timeout(500)
        yield partial(setattr, board, "point", [int(box.input_value()) for box in numbers.all()])
    cut = place.locator(".cl-lab-moves").first.bounding_box()
    assert cut is not None
    mouse.move(cut["x"], cut["y"] + 8)
    mouse.down()
    mouse.move(cut["x"] - 40, cut["y"] + 8, steps=5)
    mouse.up()
    place.page.wait_for_timeout(500)
    yield partial(setattr, board, "point", [int(box.input_value()) for box in numbers.all()])


def _choose(place: Locator, choice: Any) -> Moves:
    for number in [*reversed(range(len(choice.options))), choice.index]:
        place.select_option(index=number)  # the list is drawn by the system, not by the page
        yield partial(setattr, choice, "index", number)


def _click_each(place: Locator, buttons: Any) -> Moves:
    for number in [*reversed(range(len(buttons.options))), buttons.index]:
        place.locator("button").nth(number).click()
        yield partial(setattr, buttons, "index", number)


def _click_twice(place: Locator, box: Any) -> Moves:
    for _ in range(2):
        place.click()
        yield _put(box, not box.value)


def _switch(place: Locator, switch: Any) -> Moves:
    for on in (False, True):
        place.click()
        yield _put(switch, on)


def _click_into(place: Locator, field: Any) -> Moves:
    place.click()
    place.press("Control+End")
    place.page.keyboard.type("!")
    if not isinstance(field, ipywidgets.Textarea):
        place.press("Enter")
    yield _put(field, field.value + "!")
    place.press("Backspace")
    if not isinstance(field, ipywidgets.Textarea):
        place.press("Enter")
    yield _put(field, field.value[:-1])


def _click(place: Locator, button: Any) -> Moves:
    place.click()
    yield button.click


def kind_of(widget: Any) -> type:
    """The kind of a control; each widget of anywidget has a class of its own."""
    ours = (Slider, Verdict, Board)
    return next((kind for kind in ours if isinstance(widget, kind)), type(widget))


MOVES: dict[str, dict[type, Callable[[Locator, Any], Moves]]] = {
    "keyboard": {
        Slider: _slide,
        Board: _choose_and_cut,
        ipywidgets.Dropdown: _choose_by_keys,
        ipywidgets.ToggleButtons: _press_each,
        ipywidgets.ToggleButton: _switch_by_keys,
        ipywidgets.Checkbox: _press_twice,
        ipywidgets.Text: _type_text,
        ipywidgets.Textarea: _type_text,
        ipywidgets.Button: _press,
    },
    "mouse": {
        Slider: _drag,
        Board: _click_and_drag,
        ipywidgets.Dropdown: _choose,
        ipywidgets.ToggleButtons: _click_each,
        ipywidgets.ToggleButton: _switch,
        ipywidgets.Checkbox: _click_twice,
        ipywidgets.Text: _click_into,
        ipywidgets.Textarea: _click_into,
        ipywidgets.Button: _click,
    },
}


def move_to_end(place: Locator, widget: Any, last: bool) -> None:
    """Move a knob of both to its first or last position, by keyboard."""
    if isinstance(widget, ipywidgets.ToggleButtons):
        place.locator("button").nth(-1 if last else 0).press("Enter")
    else:
        place.press("End" if last else "Home")
    if isinstance(widget, Slider):
        widget.value = widget.max if last else widget.min
    else:
        widget.index = len(widget.options) - 1 if last else 0
