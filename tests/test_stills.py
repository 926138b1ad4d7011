"""What stays where no kernel runs: width, alternative text, and a sentence without matplotlib."""

from __future__ import annotations

import struct
import subprocess
import sys
from base64 import b64decode
from typing import Any

import pytest

from course_lib.show import cell as cells
from course_lib.show.controls import Drawn
from course_lib.show.drawings import lanes_picture, ranking_picture, time_line_picture
from course_lib.show.lanes import Bar
from course_lib.show.stills import SHOWN, Picture, image_html, page

WORDS = 'A line <rises> from "0" to 1.'


def rising() -> Any:
    figure, (axes,) = page(1.0)
    axes.plot([0, 1])
    return figure


PICTURE = Picture(rising, WORDS)


def test_a_bundle_is_a_png_with_width_and_alternative_text_and_a_sentence() -> None:
    data, metadata = PICTURE.bundle()
    assert data.keys() == {"image/png", "text/plain"}
    assert data["text/plain"] == WORDS
    assert metadata == {"image/png": {"width": SHOWN, "alt": WORDS}}
    pixels, _ = struct.unpack(">II", b64decode(data["image/png"])[16:24])
    assert pixels > 1.5 * SHOWN, "it stays sharp on a dense screen"


def test_without_matplotlib_the_sentence_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert PICTURE.bundle() == ({"text/plain": WORDS}, {})


def test_a_view_stores_its_still_beside_its_sentence() -> None:
    view = Drawn("<b>live</b>", PICTURE, key="stills")
    data, metadata = view._repr_mimebundle_()
    assert data.keys() == {*("application/vnd.jupyter.widget-view+json", "image/png", "text/plain")}
    assert data["text/plain"] == WORDS
    assert metadata["image/png"]["alt"] == WORDS
    assert view.summary.value == "<b>live</b>"


def test_jupyterlab_gets_an_image_with_alternative_text() -> None:
    shown = image_html(PICTURE)
    assert 'alt="A line &lt;rises&gt; from &quot;0&quot; to 1."' in shown
    assert f'width="{SHOWN}"' in shown


def displayed(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    shown: list[Any] = []
    monkeypatch.setattr("IPython.display.display", lambda what, **_: shown.append(what))
    picture._ipython_display_()
    return shown


def test_a_picture_is_followed_by_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, words = displayed(PICTURE, monkeypatch)
    assert drawn.keys() >= {"application/vnd.jupyter.widget-view+json", "image/png", "text/plain"}
    assert words == {"text/markdown": f"*{WORDS}*", "text/plain": WORDS}
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert displayed(PICTURE, monkeypatch) == [words]


def test_a_cell_that_runs_again_closes_what_it_had_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_in(cell: str | None, run: int) -> Drawn:
        monkeypatch.setattr(cells, "_current_cell", lambda: (cell, run))
        return Drawn("", "")

    def is_open(view: Drawn) -> bool:
        return view.root.comm is not None

    first, second = open_in("stills a", 1), open_in("stills a", 1)
    other, untold = open_in("stills b", 2), open_in(None, 2)
    assert is_open(first), "one run of a cell may show two"
    again = open_in("stills a", 3)
    views = (first, second, other, untold, again)
    assert [is_open(view) for view in views] == [False, False, True, True, True]
    for view in (other, untold, again):
        view.close()


@pytest.mark.outside
def test_matplotlib_is_imported_when_a_picture_is_drawn_and_not_before() -> None:
    code = """
import sys
from course_lib.measure import Split
from course_lib.show import CutLab, MeasureExplorer
from course_lib.show.pictures import split_picture
picture = split_picture(Split(10, [(0, 10)]))
assert not any(name.startswith("matplotlib") for name in sys.modules), "too early"
assert picture.png
assert "matplotlib" in sys.modules
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_a_still_draws_any_words(recwarn: pytest.WarningsRecorder) -> None:
    hostile = "a $x^ cost of $5, 🌊 and \u6c34 <b>"
    for picture in (
        lanes_picture([("lane $_", [Bar((0, 5), hostile, "")])], 10, hostile),
        time_line_picture(["BEGIN"], ["∅", "◆"], 1, hostile),
        ranking_picture([(True, True), (False, False)], hostile),
        ranking_picture([], hostile),
    ):
        assert picture.png
        assert picture.alt == f"{hostile}."
    assert not recwarn.list
