"""The whole course walked in real JupyterLab: make walk. It is no part of make test.

Every notebook and every solution is opened in order and run, every control is moved by keyboard
and by mouse, and both themes are looked at. A copy is walked, since JupyterLab saves what it opens.
Pictures of every page are left in build/walk; look at index.html after a change.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path

import jupyter_page
import nbformat
import page_checks
import pytest
from bets import BETS, cells_of_the_bet
from counterpart import VIEW, WITH_CONTROLS, Both, counterpart_of
from moves import MOVES, kind_of, move_to_end
from playwright.sync_api import BrowserContext

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.outside

SHEET = ROOT / "build" / "walk"
FOLDERS = ("notebooks", "exercises/solutions")
PAGES = sorted(
    (path for folder in FOLDERS for path in (ROOT / folder).glob("*.ipynb")),
    key=lambda path: (path.name[:2], FOLDERS.index(str(path.parent.relative_to(ROOT)))),
)
NOTEBOOKS = [path for path in PAGES if path.parent.name == "notebooks"]
SOLUTIONS = [path for path in PAGES if path.parent.name == "solutions"]
WITH_VIEW = [path for path in PAGES if "Explorer(" in path.read_text("utf-8")]
MEASURED = [path for path in WITH_VIEW if "measure_rates" in path.read_text("utf-8")]
SAME_AGAIN = [path for path in WITH_VIEW if path not in MEASURED]  # has a counterpart to compare
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
WIDTHS = (1280, 1024, 768)  # at 1024 the side bar is open
OUTPUTS = ".jp-OutputArea-output:has(.cl), .jp-OutputArea-output:has(.jupyter-widgets)"


def name_of(path: Path) -> str:
    """What a page is called in a test's name and on the contact sheet."""
    return ("solution " if path in SOLUTIONS else "") + path.stem


def only(paths: list[Path]) -> pytest.MarkDecorator:
    """Run a test on these pages, not on all of them."""
    return pytest.mark.parametrize("notebook", paths, indirect=True, ids=name_of)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    copy = tmp_path_factory.mktemp("course")
    for folder in ("notebooks", "exercises", "samples", "course_lib", "docs"):
        shutil.copytree(ROOT / folder, copy / folder)
    with jupyter_page.serve(copy) as served:
        yield served


@pytest.fixture(scope="module")
def context() -> Iterator[BrowserContext]:
    with jupyter_page.browse(jupyter_page.find_chromium()) as opened:
        yield opened


@pytest.fixture(scope="module")
def notebook(
    request: pytest.FixtureRequest, address: str, context: BrowserContext
) -> Iterator[jupyter_page.Notebook]:
    """A page, opened once and run from top to bottom."""
    page = context.new_page()
    opened = jupyter_page.Notebook(page, address, str(request.param.relative_to(ROOT)))
    opened.draw_all()
    opened.run_all()
    yield opened
    page.close()


@pytest.fixture(scope="module")
def both(notebook: jupyter_page.Notebook) -> Iterator[Both]:
    """The view of the page, and its counterpart in this process."""
    with counterpart_of(ROOT / notebook.path) as view:
        yield Both(notebook.page, view)


@pytest.fixture(scope="module", autouse=True)
def contact_sheet() -> Iterator[None]:
    shutil.rmtree(SHEET, ignore_errors=True)
    SHEET.mkdir(parents=True)
    yield
    rows = [
        f"<h2>{escape(name_of(path))}</h2><p>"
        + " ".join(
            f'<a href="{escape(picture)}"><img src="{escape(picture)}" width="480" '
            f'alt="{escape(name_of(path))}: {look}"></a>'
            for look in (*map(str, WIDTHS), *THEMES)
            if (SHEET / (picture := picture_of(path, look))).exists()
        )
        for path in PAGES
    ]
    style = "body { font-family: sans-serif } img { border: 1px solid; vertical-align: top }"
    page = f'<!doctype html><html lang="en"><title>The walk</title><style>{style}</style>'
    (SHEET / "index.html").write_text(page + "\n".join(rows), encoding="utf-8")


def picture_of(path: Path, look: str) -> str:
    return f"{path.stem}{'_solution' if path in SOLUTIONS else ''}_{look}.png"


def printed(notebook: jupyter_page.Notebook) -> str:
    """Everything that the cells printed."""
    return "".join(str(output.get("text", "")) for output in notebook.outputs())


def must_find_nothing(notebook: jupyter_page.Notebook, selector: str, script: str) -> None:
    """No script of `sight` may find a fault in any of these parts of the page."""
    found = page_checks.faults(notebook.page, selector, script)
    assert not found, "\n" + "\n".join(found)


def test_there_are_pages_to_walk() -> None:
    assert len(PAGES) >= 7
    assert len(WITH_VIEW) >= 4


def test_what_is_wrong_is_seen(context: BrowserContext) -> None:
    """Without this, a script that finds nothing would look like a course without a fault."""
    page = context.new_page()
    page.set_content(FLAWED)
    body = page.locator("body")
    assert page_checks.unnamed(page, "body") == ["button", "slider", "image", "image"]
    assert len(body.evaluate(page_checks.FAINT)) == 3
    assert len(body.evaluate(page_checks.BY_COLOUR_ALONE)) == 2
    assert len(body.evaluate(page_checks.CUT_OFF)) == 2
    assert len(body.evaluate(page_checks.UNEXPLAINED)) == 1
    page.close()


def test_what_is_wrong_in_fields_and_maps_is_seen(context: BrowserContext) -> None:
    page = context.new_page()
    page.set_content(FLAWED_FIELDS)
    body = page.locator("body")
    assert body.evaluate(page_checks.FAINT_ARROWS) == ["2.03 for the arrow of faint"]
    assert len(body.evaluate(page_checks.TORN)) == 3
    assert body.evaluate(page_checks.CROSSED) == ["crossed: #1", "crossed: #2"]
    assert len(body.evaluate(page_checks.NULL_TITLES)) == 1
    page.close()


@only(PAGES)
def test_it_runs_without_an_error_or_a_warning(notebook: jupyter_page.Notebook) -> None:
    assert notebook.errors() == []
    assert notebook.complaints == []
    assert notebook.popups() == []
    assert notebook.page.locator(".cl-error").all_inner_texts() == []


@only(PAGES)
def test_no_check_fails_by_itself(notebook: jupyter_page.Notebook) -> None:
    said = printed(notebook)
    assert "the check itself failed" not in said
    assert "there is no such question" not in said


@only(NOTEBOOKS)
def test_a_bet_that_is_typed_is_settled_and_one_of_another_kind_gets_a_word(
    notebook: jupyter_page.Notebook,
) -> None:
    bet = BETS[Path(notebook.path).name[:2]]
    stored = nbformat.read(ROOT / notebook.path, as_version=4)
    typed, measured = cells_of_the_bet(stored)
    notebook.draw_all()
    for answer in ("perhaps", bet.right, *bet.tempting, ""):
        notebook.type_and_run(typed, f"my_bet = {answer!r}")
        for _ in range(measured - typed):
            notebook.run_by_keyboard()
        said = notebook.text_of(measured)
        if answer in ("", "perhaps"):
            assert bet.shows not in said
        else:
            assert bet.shows in said
            assert f"your bet: {answer}\n" in said


@only(SOLUTIONS)
def test_every_answer_of_a_solution_is_right(notebook: jupyter_page.Notebook) -> None:
    said = printed(notebook)
    assert said.count(" ok: ") >= 2
    assert "not yet" not in said


@only(PAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_is_taken(notebook: jupyter_page.Notebook, theme: str) -> None:
    notebook.theme(THEMES[theme])
    picture = SHEET / picture_of(ROOT / notebook.path, theme)
    notebook.save_picture(picture)
    assert picture.stat().st_size > 20_000


@only(WITH_VIEW)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_picture_of_the_view_is_taken(notebook: jupyter_page.Notebook, width: int) -> None:
    page = notebook.page
    notebook.theme(THEMES["light"])
    notebook.side_bar(width == 1024)
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": 2_000})
    picture = SHEET / picture_of(ROOT / notebook.path, str(width))
    page.locator(WITH_CONTROLS).first.screenshot(path=picture)
    if before is not None:
        page.set_viewport_size(before)
    notebook.side_bar(False)
    assert picture.stat().st_size > 10_000


@only(PAGES)
def test_every_picture_has_a_sentence(notebook: jupyter_page.Notebook) -> None:
    must_find_nothing(notebook, ".jp-Notebook", page_checks.UNEXPLAINED)


@only(PAGES)
def test_nothing_is_cut_off(notebook: jupyter_page.Notebook) -> None:
    must_find_nothing(notebook, ".jp-OutputArea-output", page_checks.CUT_OFF)


@only(SAME_AGAIN)
@pytest.mark.parametrize("hand", MOVES)
def test_every_control_moves_the_picture(both: Both, hand: str) -> None:
    both.must_agree("Run All")
    idle = []
    # By mouse the other way round: the keys have left the last controls in a corner.
    for control in both.controls if hand == "keyboard" else reversed(both.controls):
        control.place.scroll_into_view_if_needed()
        before, moved = both.drawn(), False
        for number, step in enumerate(MOVES[hand][kind_of(control.widget)](*control), 1):
            step()
            both.must_agree(f"move {number} of {control.name} by {hand}")
            moved |= both.drawn() != before
        if control in both.knobs and not moved:
            idle.append(control.name)
    assert idle == [], "nothing that they do is to be seen"


@only(MEASURED)
def test_every_slider_of_a_measured_view_changes_its_verdict(
    notebook: jupyter_page.Notebook,
) -> None:
    view = notebook.page.locator(WITH_CONTROLS).first
    for slider in view.locator("[type=range]").all():
        before = view.locator(".cl-verdict").inner_text()
        slider.press("End")
        notebook.page.wait_for_function(
            "([view, before]) => view.querySelector('.cl-verdict').innerText !== before",
            arg=[view.element_handle(), before],
        )


@only(SAME_AGAIN)
def test_every_corner_is_drawn(both: Both) -> None:
    for corner in product((False, True), repeat=len(both.knobs)):
        for control, last in zip(both.knobs, corner, strict=True):
            if not control.widget.disabled:
                move_to_end(*control, last)
        where = f"{[knob.name for knob in both.knobs]} at {corner}"
        both.must_agree(where)
        assert both.root.evaluate(page_checks.CUT_OFF) == [], where
        assert both.root.evaluate(page_checks.CROSSED) == [], where


@only(WITH_VIEW)
def test_every_control_has_a_name(notebook: jupyter_page.Notebook) -> None:
    assert page_checks.unnamed(notebook.page, VIEW) == []


@only(WITH_VIEW)
def test_tab_reaches_every_control_in_order(notebook: jupyter_page.Notebook) -> None:
    page = notebook.page
    usable = page.locator(WITH_CONTROLS).first.evaluate(page_checks.USABLE)
    page.evaluate("() => window.usable[0].focus()")
    reached = []
    for _ in usable:
        reached.append(page.evaluate(page_checks.FOCUSED))
        page.keyboard.press("Tab")
    assert reached == list(range(len(usable))), usable


@only(WITH_VIEW)
@pytest.mark.parametrize("theme", THEMES)
def test_text_stands_out(notebook: jupyter_page.Notebook, theme: str) -> None:
    notebook.theme(THEMES[theme])
    must_find_nothing(notebook, OUTPUTS, page_checks.FAINT)


@only(WITH_VIEW)
@pytest.mark.parametrize("theme", THEMES)
def test_arrows_of_drop_downs_stand_out(notebook: jupyter_page.Notebook, theme: str) -> None:
    notebook.theme(THEMES[theme])
    must_find_nothing(notebook, VIEW, page_checks.FAINT_ARROWS)


@only(WITH_VIEW)
def test_no_text_ends_in_the_middle_of_a_line(notebook: jupyter_page.Notebook) -> None:
    must_find_nothing(notebook, VIEW, page_checks.TORN)


@only(WITH_VIEW)
def test_no_tool_tip_says_null(notebook: jupyter_page.Notebook) -> None:
    must_find_nothing(notebook, VIEW, page_checks.NULL_TITLES)


@only(WITH_VIEW)
def test_nothing_is_told_by_colour_alone(notebook: jupyter_page.Notebook) -> None:
    must_find_nothing(notebook, OUTPUTS, page_checks.BY_COLOUR_ALONE)


@only(PAGES)
def test_nothing_was_complained_of_on_the_way(notebook: jupyter_page.Notebook) -> None:
    assert notebook.complaints == []
    assert notebook.popups() == []


# A page with one fault of each kind, and beside it the same thing done well.
FLAWED = """<div style="background: white; color: black; width: 600px">
  <button></button><button>fine</button>
  <input type="range"><input type="range" aria-label="fine">
  <p style="color: #888">faint</p><p style="color: #666">fine</p>
  <p style="background: #000a"><span style="background: #0004">dark on dark</span></p>
  <p style="background-image: linear-gradient(#555, #fff)">dark on a dark stripe</p>
  <div class="widget-toggle-buttons"><button class="mod-active">on</button>
    <button style="color: blue">off</button></div>
  <span class="cl-evidence" style="color: blue">blue</span>
  <pre style="width: 40px; overflow: hidden">too long for it</pre>
  <p style="width: 40px; word-break: break-all">breakable</p>
  <div class="jp-OutputArea-child"><div class="jp-OutputArea-output"><img></div></div>
  <div class="jp-OutputArea-child"><div class="jp-OutputArea-output"><img></div></div>
  <div class="jp-OutputArea-child">It shows two lines.</div>
</div>"""

_ARROW = (
    "<select style=\"background: #000 url('data:image/svg+xml,"
    "<svg xmlns=%22http://www.w3.org/2000/svg%22><path d=%22M1 1h9v9%22 fill=%22{}%22/></svg>')\">"
    "<option>{}</option></select>"
)
FLAWED_FIELDS = f"""<div>{_ARROW.format("%23404040", "faint")}{_ARROW.format("white", "fine")}
  <p title="null">a tip</p><p title="">none</p>
  <style>
    textarea {{ box-sizing: content-box; line-height: 20px; padding: 4px 0; height: 40px }}
    .pane {{ overflow: auto; height: 30px }}
    .fades::after {{ content: ""; position: sticky; bottom: 0 }}
    .edged {{ stroke: white; stroke-width: 4px; paint-order: stroke }}
  </style>
  <textarea>a&#10;b&#10;half</textarea>
  <textarea style="padding-bottom: 0; height: 30px">a&#10;half</textarea>
  <textarea style="padding-bottom: 0">a&#10;b&#10;no more</textarea>
  <div class="pane"><p>half</p><p>more</p></div>
  <div class="pane"><div class="fades"><p>half</p><p>more</p></div></div>
  <svg class="cl-map" width="600" height="60">
    <text class="edged" x="50" y="20">#1</text>
    <rect class="cl-proof" x="55" y="1" width="200" height="40" fill="none" />
    <text x="250" y="20">#2</text><text x="150" y="20">#3</text>
    <text class="edged" x="250" y="20">#4</text>
  </svg>
</div>"""
