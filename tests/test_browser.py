"""The course in real JupyterLab in a real browser: as a learner sees it, keyboard and mouse."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import lab
import playwright.sync_api as playwright
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
WORDS = ".cl-words"
MAP = "svg.cl-map"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    copy = tmp_path_factory.mktemp("course")
    shutil.copytree(ROOT / "notebooks", copy / "notebooks")
    with lab.serve(copy) as served:
        yield served


@pytest.fixture(scope="module")
def context() -> Iterator[playwright.BrowserContext]:
    with lab.browse(lab.find_chromium()) as opened:
        yield opened


@pytest.fixture(params=NOTEBOOKS, scope="module")
def notebook(
    request: pytest.FixtureRequest, address: str, context: playwright.BrowserContext
) -> Iterator[lab.Notebook]:
    """A notebook, opened once and run from top to bottom."""
    page = context.new_page()
    opened = lab.Notebook(page, address, f"notebooks/{request.param}")
    opened.run_all()
    page.wait_for_selector(f"{WORDS}, .cl-table")
    yield opened
    page.close()


def only(*numbers: str) -> pytest.MarkDecorator:
    """Run a test in these notebooks, not in all of them."""
    names = [name for name in NOTEBOOKS if name.startswith(numbers)]
    return pytest.mark.parametrize("notebook", names, indirect=True)


with_two_knobs = only("00", "01")


def slider(notebook: lab.Notebook, name: str) -> playwright.Locator:
    row = notebook.page.locator(".widget-hslider").filter(has_text=name)
    return row.locator(".noUi-handle").first


def box(notebook: lab.Notebook, name: str) -> playwright.Locator:
    return notebook.page.get_by_label(f"{name} in characters")


def call(notebook: lab.Notebook) -> playwright.Locator:
    return notebook.page.locator(".cl code").first


def picture(notebook: lab.Notebook) -> str:
    return notebook.page.locator(MAP).first.inner_html()


def expect_another(notebook: lab.Notebook, before: str) -> None:
    notebook.page.wait_for_function(
        "before => document.querySelector('svg.cl-map')?.innerHTML !== before", arg=before
    )


def test_there_are_notebooks_to_open() -> None:
    assert len(NOTEBOOKS) >= 2


def test_it_runs_without_an_error(notebook: lab.Notebook) -> None:
    assert notebook.errors() == []
    assert notebook.complaints == []


@with_two_knobs
@pytest.mark.parametrize("name", ["size", "overlap"])
@pytest.mark.parametrize("key", ["ArrowRight", "ArrowLeft", "PageUp", "End", "Home"])
def test_keys_move_a_slider_and_the_picture(notebook: lab.Notebook, name: str, key: str) -> None:
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
def test_dragging_a_slider_moves_the_picture(notebook: lab.Notebook, name: str) -> None:
    handle = slider(notebook, name)
    handle.scroll_into_view_if_needed()
    before, start = picture(notebook), handle.bounding_box()
    assert start
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    notebook.page.mouse.move(x, y)
    notebook.page.mouse.down()
    notebook.page.mouse.move(x + 60, y, steps=6)
    notebook.page.mouse.up()
    expect_another(notebook, before)


@with_two_knobs
def test_a_typed_number_is_taken_as_typed(notebook: lab.Notebook) -> None:
    box(notebook, "size").fill("403")
    box(notebook, "size").press("Enter")
    playwright.expect(call(notebook)).to_contain_text("chunk_size=403")
    assert box(notebook, "size").input_value() == "403"


@with_two_knobs
def test_own_text_can_be_pasted(notebook: lab.Notebook) -> None:
    page = notebook.page
    page.get_by_text("Use your own text", exact=True).click()
    page.get_by_placeholder("Paste a text of your own").fill("A page of mine. The key is 42. End.")
    page.get_by_placeholder("the words in it that answer").fill("The key is 42.")
    page.get_by_role("button", name="Split my text").click()
    playwright.expect(page.locator(WORDS).first).to_contain_text("(16–30)")
    page.get_by_placeholder("the words in it that answer").fill("no such words")
    page.get_by_role("button", name="Split my text").click()
    playwright.expect(page.get_by_role("alert")).to_contain_text("is not in the document")
    page.get_by_role("button", name="Back to the sample").click()
    playwright.expect(page.locator(WORDS).first).to_contain_text("337–508")


@only("02")
def test_two_chunkers_are_compared(notebook: lab.Notebook) -> None:
    page = notebook.page
    table = page.locator(".cl-table")
    playwright.expect(table).to_contain_text("paragraph")
    before = table.inner_text()
    page.locator(".widget-hslider .noUi-handle").first.focus()
    page.keyboard.press("PageDown")
    playwright.expect(table).not_to_have_text(before)
    page.get_by_label("left").select_option("record")
    playwright.expect(table).to_contain_text("record")


@only("03")
def test_units_are_switched(notebook: lab.Notebook) -> None:
    page = notebook.page
    words = page.locator(WORDS).first
    playwright.expect(words).to_contain_text("is the passage")
    page.get_by_role("button", name="bytes").click()
    playwright.expect(words).to_contain_text("not '2,392 crowns'")
    page.get_by_role("button", name="bytes").press("Tab")
    page.keyboard.press("Enter")
    playwright.expect(words).to_contain_text("after open()")


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_text_stands_out_in_both_themes(notebook: lab.Notebook, theme: str) -> None:
    notebook.theme(theme)
    drawn = [part for part in PARTS if notebook.page.locator(part).count()]
    assert len(drawn) >= 3
    for part in drawn:
        ratio = notebook.page.locator(part).first.evaluate(CONTRAST)
        assert ratio >= 4.5, f"{part} has a contrast of {ratio:.1f}"


def test_every_control_has_a_name(notebook: lab.Notebook) -> None:
    unnamed = notebook.page.evaluate(UNNAMED)
    assert unnamed == []


def test_nothing_was_written_to_the_console(notebook: lab.Notebook) -> None:
    assert notebook.complaints == []


PARTS = (
    *(WORDS, ".cl-figures span", ".cl-figures b", ".cl-legend", ".cl code", ".cl-edge"),
    *(".cl-table td", ".cl-table th"),
)

# Fields and buttons of the views that a screen reader could not name. A slider has none of its
# own: it stands in one row with a number box that has.
UNNAMED = """() => [...document.querySelectorAll('.jupyter-widgets input, .jupyter-widgets select,'
  + ' .jupyter-widgets textarea, .jupyter-widgets button')]
  .filter(e => !(e.labels?.[0]?.textContent || e.textContent || e.ariaLabel || e.title).trim())
  .map(e => e.outerHTML.slice(0, 80))"""

# The contrast of an element's text with the first opaque background behind it (WCAG 2.2).
CONTRAST = """element => {
  const rgb = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  let behind = element;
  while (behind && (rgb(getComputedStyle(behind).backgroundColor)[3] ?? 1) < 1)
    behind = behind.parentElement;
  const paper = rgb(getComputedStyle(behind ?? document.body).backgroundColor);
  const ink = rgb(getComputedStyle(element).color);
  const alpha = ink[3] ?? 1;
  const mixed = ink.slice(0, 3).map((v, i) => v * alpha + paper[i] * (1 - alpha));
  const [a, b] = [light(mixed), light(paper)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}"""
