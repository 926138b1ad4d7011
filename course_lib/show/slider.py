"""A slider that has a name: a native range input and its number box, drawn by a little JavaScript.

The handle that ipywidgets draws has no name that a screen reader could read, and JupyterLab takes
the keys that are typed on it.
"""

from pathlib import Path

import anywidget
import ipywidgets
import traitlets


class Slider(anywidget.AnyWidget, ipywidgets.IntSlider):  # type: ignore[misc]
    """An ipywidgets.IntSlider whose handle and number box carry its description as their name.

    `value`, `min`, `max`, `step`, `description`, `disabled` and `continuous_update` are as there;
    `unit` stands behind the number and is read aloud with it. The handle moves by `step`, the box
    takes every whole number. With `powers`, each power of ten takes as much room as the next, and
    the handle moves over 1, 2 … 9, 10, 20 …; `min` is then 1 or more.

    >>> slider = Slider(800, 50, 2000, 10, description="size", unit="characters")
    >>> slider.value = 5000
    >>> slider.value
    2000
    """

    _esm = Path(__file__).with_name("slider.js").read_text("utf-8")
    _css = Path(__file__).with_name("slider.css").read_text("utf-8")
    unit = traitlets.Unicode().tag(sync=True)
    powers = traitlets.Bool(False).tag(sync=True)
