"""What stays where no kernel runs: a picture with its width and alternative text, and a sentence.

GitHub, nbconvert and a notebook that is opened without being run show the PNG. Matplotlib is
imported when a picture is drawn, never before; where it is not installed the sentence stands alone.
Pictures are readable in greyscale. They are drawn on white, like a printed page with its margin and
edge; in JupyterLab's dark themes the light of each point is turned over.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, filterwarnings

from course_lib.show.cell import close_all, close_with_cell
from course_lib.show.html import STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, LINE, TINT, MARK = "#1a1a1a", "#767676", "#d9d9d9", "#0b5cad"
PIXELS_PER_INCH = 150
WIDTH, MARGIN = 7.2, 0.12  # inches
SHOWN = round(WIDTH * 96)  # pixels of a page


@dataclass(frozen=True)
class Picture:
    """A drawing that is made when it is shown, and the sentence that says what it shows.

    `draw` returns a figure of matplotlib, best begun with `page`.
    """

    draw: Callable[[], Figure]
    alt: str

    @cached_property
    def png(self) -> bytes:
        """The drawing; raises ImportError where matplotlib is not installed."""
        figure = self.draw()
        figure.patch.set(edgecolor=LINE, linewidth=1.5)  # half of it lies outside and is cut off
        figure.set_layout_engine("constrained", w_pad=MARGIN, h_pad=MARGIN)
        buffer = BytesIO()
        with catch_warnings():
            filterwarnings("ignore", "Glyph")  # the sentence has what the font has not
            figure.savefig(buffer, format="png", dpi=PIXELS_PER_INCH, metadata={"Software": None})
        return buffer.getvalue()

    def bundle(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return a Jupyter MIME bundle and its metadata: width and alternative text.

        nbconvert reads the alternative text, and so does who looks into the file.
        """
        if find_spec("matplotlib") is None:
            return {"text/plain": self.alt}, {}
        data = {"image/png": b64encode(self.png).decode(), "text/plain": self.alt}
        return data, {"image/png": {"width": SHOWN, "alt": self.alt}}

    def _ipython_display_(self) -> None:
        from IPython.display import display
        from ipywidgets import HTML

        data, metadata = self.bundle()
        if "image/png" in data:
            image = HTML(STYLE + image_html(self), tooltip="")  # None would be drawn as "null"
            close_with_cell(lambda: close_all(image))
            display({**image._repr_mimebundle_(), **data}, raw=True, metadata=metadata)
        display({"text/markdown": f"*{self.alt}*", "text/plain": self.alt}, raw=True)


def image_html(picture: Picture) -> str:
    """Return the picture as an image with alternative text: JupyterLab's own images have none."""
    data = b64encode(picture.png).decode()
    return (
        f'<img class="cl-picture" width="{SHOWN}" alt="{escape(picture.alt)}" '
        f'src="data:image/png;base64,{data}">'
    )


def page(height: float, **grid: Any) -> tuple[Figure, list[Any]]:
    """Return a figure so many inches high, and the axes of each of its parts.

    `grid` is what `Figure.subplots` takes. The global state of pyplot is left alone.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    parts = list(figure.subplots(squeeze=False, **grid).flat)
    for axes in parts:
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
        axes.xaxis.label.set_fontsize(9)
        axes.yaxis.label.set_fontsize(9)
    return figure, parts


def box(axes: Any, left: float, bottom: float, size: tuple[float, float], **look: Any) -> None:
    """Draw a rectangle; `look` is what matplotlib's Rectangle takes."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((left, bottom), *size, **look))
