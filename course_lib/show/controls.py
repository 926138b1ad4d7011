"""What the live views share: named controls, one view a cell, nothing left behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import ipywidgets

from course_lib.errors import InvalidValue, UnknownName
from course_lib.show import html
from course_lib.show.cell import close_all, close_with_cell, tree
from course_lib.show.slider import Slider
from course_lib.show.stills import Picture
from course_lib.show.verdict import Verdict


class LiveView:
    """A view that draws itself again whenever one of its controls changes.

    A subclass builds its controls and calls `_open_with`; it says in `_show` what is drawn, also
    into the `verdict` and the `summary`, and in `sentence` what it means.
    """

    def close(self) -> None:
        """Close every widget of this view, with its layout and style."""
        close_all(self.root)

    def _open_with(
        self, rows: Iterable[Any], controls: Iterable[Any], key: str | None, *below: Any
    ) -> None:
        """Lay out rows, verdict, summary and what stands below, and listen to the controls.

        What an earlier run of the same cell opened is closed.
        """
        self.verdict, self.summary = Verdict(), ipywidgets.HTML()
        parts = [ipywidgets.HTML(html.STYLE), *rows, self.verdict, self.summary, *below]
        self.root = ipywidgets.VBox(parts).add_class("cl-view")
        for widget in tree(self.root):
            widget.tooltip = widget.tooltip or ""  # None would be drawn as the word "null"
        for control in controls:
            control.observe(self._draw, "value")
        close_with_cell(self.close, key)
        self._draw()

    def _draw(self, _change: object = None) -> None:
        try:
            self._show()
        except Exception as error:  # an exception in a callback would be invisible
            self.verdict.tell("")
            self.summary.value = html.error_html(f"{type(error).__name__}: {error}")

    @property
    def sentence(self) -> str:
        """The current state in words."""
        raise NotImplementedError

    def _show(self) -> None:
        raise NotImplementedError

    def _picture(self) -> Picture | None:
        """What stands there where no controls run."""
        return None

    def _repr_mimebundle_(self, **_kwargs: object) -> tuple[dict[str, Any], dict[str, Any]]:
        live: dict[str, Any] = self.root._repr_mimebundle_()
        try:
            picture = self._picture()
            data, metadata = picture.bundle() if picture else ({}, {})
            return {**live, **data, "text/plain": self.sentence}, metadata
        except Exception as error:  # drawn already; the view must open to show it
            return {**live, "text/plain": f"{type(error).__name__}: {error}"}, {}


class Drawn(LiveView):
    """HTML that JupyterLab draws, without controls, and what stands there elsewhere.

    `still` is text, or a picture with its sentence.
    """

    def __init__(self, markup: str, still: Picture | str, key: str | None = None) -> None:
        self._markup, self._still = markup, still
        self._open_with((), (), key)

    @property
    def sentence(self) -> str:
        """What it shows, in words."""
        return self._still if isinstance(self._still, str) else self._still.alt

    def _picture(self) -> Picture | None:
        return None if isinstance(self._still, str) else self._still

    def _show(self) -> None:
        self.summary.value = self._markup


def knob(
    name: str,
    value: int,
    bounds: tuple[int, int],
    step: int = 1,
    unit: str = "characters",
    powers: bool = False,
) -> Slider:
    """A named slider with its number box; raises InvalidValue for a value outside of the bounds."""
    low, high = bounds
    if not low <= value <= high:
        raise InvalidValue(f"{name} {value} is outside of the slider: {low} to {high}")
    return Slider(value, low, high, step, description=name, unit=unit, powers=powers)


def choice(name: str, options: Iterable[Any], value: Any) -> Any:
    """A row of buttons of which one is pressed; raises UnknownName for an unknown value."""
    there = list(dict.fromkeys(options))
    if value not in there:
        raise UnknownName(f"no {name} {value!r}; choose from {', '.join(map(str, there))}")
    return ipywidgets.ToggleButtons(
        options=there, value=value, description=name, style={"button_width": "auto"}
    )


def frame(body: Any, height: str = "24em") -> Any:
    """A box of bounded height in which a text scrolls, by mouse and by keyboard."""
    layout = ipywidgets.Layout(
        max_height=height, overflow="auto", display="block", border="1px solid #767676"
    )
    return ipywidgets.Box([body], layout=layout)


def own_text_form(use: Callable[[str, str, str], None], go_back: Callable[[], None]) -> Any:
    """A form for a text of one's own, behind a button that opens it.

    A ValueError from `use` is drawn where the learner looks. The button is one that the keyboard
    reaches too; the title of an Accordion is not.
    """
    wide = ipywidgets.Layout(width="95%")
    text = ipywidgets.Textarea(
        placeholder="Paste a text of your own", rows=6, layout=wide, description="Text"
    )
    question = ipywidgets.Text(
        placeholder="what you ask of it", layout=wide, description="Question"
    )
    answer = ipywidgets.Text(
        placeholder="the words in it that answer; or choose them in the text",
        layout=wide,
        description="Answer",
    )
    width = ipywidgets.Layout(width="15em")
    split = ipywidgets.Button(description="Split my text", icon="cut", layout=width)
    back = ipywidgets.Button(description="Back to the sample", icon="undo", layout=width)
    opened = ipywidgets.ToggleButton(description="Use your own text", icon="pencil", layout=width)
    message = ipywidgets.HTML()

    def split_mine(_button: object) -> None:
        try:
            if not text.value.strip():
                raise InvalidValue("there is no text yet: paste some above")
            use(text.value, answer.value, question.value)
            message.value = ""
        except ValueError as error:
            message.value = html.error_html(str(error))

    split.on_click(split_mine)
    back.on_click(lambda _button: go_back())
    form = ipywidgets.VBox([text, question, answer, ipywidgets.HBox([split, back]), message])
    form.layout.display = "none"

    def open_or_close(change: Any) -> None:
        form.layout.display = None if change.new else "none"

    opened.observe(open_or_close, "value")
    return ipywidgets.VBox([opened, form])
