"""The course in real JupyterLab in a real browser: as a learner sees it, keyboard and mouse."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import jupyter_page
import page_checks
import playwright.sync_api as playwright
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
pytestmark = pytest.mark.outside
WORDS = ".cl-words"
TEXT = ".cl-lab-text"
VIEW = ".jp-OutputArea-output > .jupyter-widgets"
DRAWN = f".jp-OutputArea-output:has(.cl), {VIEW}"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    copy = tmp_path_factory.mktemp("course")
    shutil.copytree(ROOT / "notebooks", copy / "notebooks")
    with jupyter_page.serve(copy) as served:
        yield served


@pytest.fixture(scope="module")
def context() -> Iterator[playwright.BrowserContext]:
    with jupyter_page.browse(jupyter_page.find_chromium()) as opened:
        yield opened


@pytest.fixture(scope="module")
def tab(address: str, context: playwright.BrowserContext) -> jupyter_page.Notebook:
    return jupyter_page.Notebook(context.new_page(), address, f"notebooks/{NOTEBOOKS[0]}")


@pytest.fixture(params=NOTEBOOKS, scope="module")
def notebook(request: pytest.FixtureRequest, tab: jupyter_page.Notebook) -> jupyter_page.Notebook:
    """A notebook, opened once, drawn and run from top to bottom."""
    tab.turn_to(f"notebooks/{request.param}")
    tab.draw_all()
    tab.run_all()
    tab.page.wait_for_selector(f"{WORDS}, .cl-table")
    return tab


def only(*numbers: str) -> pytest.MarkDecorator:
    """Run a test in these notebooks, not in all of them."""
    names = [name for name in NOTEBOOKS if name.startswith(numbers)]
    return pytest.mark.parametrize("notebook", names, indirect=True)


with_two_knobs = only("00", "01")


def slider(notebook: jupyter_page.Notebook, name: str) -> playwright.Locator:
    return notebook.page.get_by_role("slider", name=name, exact=True).first


def box(notebook: jupyter_page.Notebook, name: str) -> playwright.Locator:
    return notebook.page.get_by_role("spinbutton", name=name, exact=True)


def call(notebook: jupyter_page.Notebook) -> playwright.Locator:
    return notebook.page.locator(".cl-lab code").first


def picture(notebook: jupyter_page.Notebook) -> str:
    return notebook.page.locator(TEXT).first.inner_html()


def expect_another(notebook: jupyter_page.Notebook, before: str) -> None:
    notebook.page.wait_for_function(
        "before => document.querySelector('.cl-lab-text')?.innerHTML !== before", arg=before
    )


def test_there_are_notebooks_to_open() -> None:
    assert len(NOTEBOOKS) >= 2


def test_it_runs_without_an_error(notebook: jupyter_page.Notebook) -> None:
    assert notebook.errors() == []
    assert notebook.complaints == []


@with_two_knobs
@pytest.mark.parametrize("name", ["size", "overlap"])
@pytest.mark.parametrize("key", ["ArrowRight", "ArrowLeft", "PageUp", "End", "Home"])
def test_keys_move_a_slider_and_the_picture(
    notebook: jupyter_page.Notebook, name: str, key: str
) -> None:
    box(notebook, "size").fill("500")
    box(notebook, "overlap").fill("50")
    box(notebook, "overlap").press("Enter")
    playwright.expect(call(notebook)).to_contain_text("chunk_size=500, overlap=50")
    before = picture(notebook)
    slider(notebook, name).focus()
    notebook.page.keyboard.press(key)
    expect_another(notebook, before)


@with_two_knobs
@pytest.mark.parametrize("name", ["size", "overlap"])
def test_dragging_a_slider_moves_the_picture(notebook: jupyter_page.Notebook, name: str) -> None:
    handle = slider(notebook, name)
    handle.scroll_into_view_if_needed()
    before, start = picture(notebook), handle.bounding_box()
    assert start
    y = start["y"] + start["height"] / 2
    notebook.page.mouse.move(start["x"] + 20, y)
    notebook.page.mouse.down()
    notebook.page.mouse.move(start["x"] + 120, y, steps=6)
    notebook.page.mouse.up()
    expect_another(notebook, before)


@with_two_knobs
def test_a_typed_number_is_taken_as_typed(notebook: jupyter_page.Notebook) -> None:
    box(notebook, "size").fill("403")
    box(notebook, "size").press("Enter")
    playwright.expect(call(notebook)).to_contain_text("chunk_size=403")
    assert box(notebook, "size").input_value() == "403"


@with_two_knobs
def test_own_text_can_be_pasted(notebook: jupyter_page.Notebook) -> None:
    page = notebook.page
    page.get_by_text("Use your own text", exact=True).click()
    page.get_by_placeholder("Paste a text of your own").fill("A page of mine. The key is 42. End.")
    page.get_by_placeholder("the words in it that answer").fill("The key is 42.")
    page.get_by_role("button", name="Split my text").click()
    playwright.expect(page.locator(WORDS).first).to_contain_text("(16–30)")
    page.get_by_placeholder("the words in it that answer").fill("no such words")
    page.get_by_role("button", name="Split my text").click()
    playwright.expect(page.locator(".cl-error")).to_contain_text("is not in the document")
    page.get_by_role("button", name="Back to the sample").click()
    playwright.expect(page.locator(WORDS).first).to_contain_text("337–508")


@only("02")
def test_two_chunkers_are_compared(notebook: jupyter_page.Notebook) -> None:
    page = notebook.page
    table = page.locator(".cl-table")
    playwright.expect(table).to_contain_text("paragraph")
    before = table.inner_text()
    slider(notebook, "size").focus()
    page.keyboard.press("PageDown")
    playwright.expect(table).not_to_have_text(before)
    page.get_by_label("left").select_option("record")
    playwright.expect(table).to_contain_text("record")


@only("03")
def test_units_are_switched(notebook: jupyter_page.Notebook) -> None:
    page = notebook.page
    words = page.locator(WORDS).first
    playwright.expect(words).to_contain_text("is the passage")
    page.get_by_role("button", name="bytes").click()
    playwright.expect(words).to_contain_text("not '2,392 crowns'")
    page.get_by_role("button", name="bytes").press("Tab")
    page.keyboard.press("Enter")
    playwright.expect(words).to_contain_text("After open()")


@only("04")
def test_pressing_an_edit_again_undoes_what_was_typed(notebook: jupyter_page.Notebook) -> None:
    page = notebook.page
    source = page.get_by_label("source text")
    as_cited, stamped = source.input_value(), page.get_by_role("button", name="a stamp above")
    stamped.click()
    playwright.expect(source).not_to_have_value(as_cited)
    before = source.input_value()
    source.press("Control+End")
    page.keyboard.type(" typed")
    playwright.expect(page.locator(".widget-toggle-buttons .mod-active")).to_have_count(0)
    stamped.click()
    playwright.expect(source).to_have_value(before)
    page.get_by_role("button", name="as it was cited").click()
    playwright.expect(source).to_have_value(as_cited)


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_text_and_arrows_stand_out_in_both_themes(
    notebook: jupyter_page.Notebook, theme: str
) -> None:
    notebook.theme(theme)
    assert notebook.page.locator(DRAWN).count()
    assert page_checks.faults(notebook.page, DRAWN, page_checks.FAINT) == []
    assert page_checks.faults(notebook.page, DRAWN, page_checks.FAINT_ARROWS) == []


def test_every_control_has_a_name(notebook: jupyter_page.Notebook) -> None:
    assert page_checks.unnamed(notebook.page, VIEW) == []


@pytest.mark.parametrize("script", ["TORN", "NULL_TITLES"])
def test_what_is_drawn_can_be_read(notebook: jupyter_page.Notebook, script: str) -> None:
    assert page_checks.faults(notebook.page, VIEW, getattr(page_checks, script)) == []


def test_nothing_was_written_to_the_console(notebook: jupyter_page.Notebook) -> None:
    assert notebook.complaints == []
