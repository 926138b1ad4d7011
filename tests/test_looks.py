"""What everyone can see and use: axe-core, names and values, narrow windows, forced colours.

axe-core comes from npm, for the tests alone: make .venv/.axe puts it beside the packages.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jupyter_page
import page_checks
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
AXE = Path(sys.prefix, "axe/node_modules/axe-core/axe.min.js")
pytestmark = pytest.mark.outside
VIEW = ".jp-OutputArea-output > .cl-view"
OURS = ".jp-OutputArea-output:has(.cl, .cl-view, .cl-picture)"
LOOKS = ("JupyterLab Light", "JupyterLab Dark", "forced colours")
WIDTHS = (1280, 1024, 768, 640)  # at 1024 the side bar is open; 640 is 1280 at 200 % zoom


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[jupyter_page.Notebook]:
    copy = tmp_path_factory.mktemp("course")
    shutil.copytree(ROOT / "notebooks", copy / "notebooks")
    with (
        jupyter_page.serve(copy) as address,
        jupyter_page.browse(jupyter_page.find_chromium()) as context,
    ):
        yield jupyter_page.Notebook(context.new_page(), address, f"notebooks/{NOTEBOOKS[0]}")


@pytest.fixture(params=NOTEBOOKS, scope="module")
def notebook(request: pytest.FixtureRequest, tab: jupyter_page.Notebook) -> jupyter_page.Notebook:
    """A notebook, opened once, drawn and run from top to bottom."""
    tab.turn_to(f"notebooks/{request.param}")
    tab.draw_all()
    tab.run_all()
    tab.page.wait_for_selector(VIEW)
    return tab


@pytest.fixture(params=LOOKS)
def look(request: pytest.FixtureRequest, notebook: jupyter_page.Notebook) -> Iterator[str]:
    """A theme, or the user's own few colours in the place of all others."""
    forced = request.param not in LOOKS[:2]
    notebook.theme(LOOKS[0] if forced else request.param)
    notebook.page.emulate_media(forced_colors="active" if forced else "none")
    yield request.param
    notebook.page.emulate_media(forced_colors="none")


def test_axe_finds_nothing_in_what_is_ours(notebook: jupyter_page.Notebook, look: str) -> None:
    page = notebook.page
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN_AXE, [OURS])
    assert found["passes"] > 5, "axe has looked"
    assert found["violations"] == [], look


def test_axe_sees_what_is_wrong(notebook: jupyter_page.Notebook) -> None:
    page = notebook.page
    page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(
        "selector => document.querySelector(selector).insertAdjacentHTML('beforeend',"
        """ '<div class="flaw"><img src="data:,"><input></div>')""",
        OURS,
    )
    found = {each["rule"] for each in page.evaluate(RUN_AXE, [".flaw"])["violations"]}
    page.evaluate("document.querySelector('.flaw').remove()")
    assert {"image-alt", "label"} <= found


def test_every_control_has_a_role_a_name_and_a_value(notebook: jupyter_page.Notebook) -> None:
    told = page_checks.controls(notebook.page, VIEW)
    assert told
    assert [each for each in told if not each["name"].strip()] == []
    for each in told:
        if each["role"] in ("slider", "spinbutton"):
            assert each["value"] not in (None, ""), each
        if each["role"] == "checkbox":
            assert each["checked"] in ("true", "false"), each


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_off_in_a_window_of(notebook: jupyter_page.Notebook, width: int) -> None:
    page = notebook.page
    notebook.side_bar(width == 1024)
    before = page.viewport_size
    assert before is not None
    page.set_viewport_size({"width": width, "height": 1000})
    page.wait_for_timeout(200)
    found = page_checks.faults(page, OURS, page_checks.CUT_OFF)
    beyond = page_checks.faults(page, OURS, page_checks.BEYOND)
    page.set_viewport_size(before)
    notebook.side_bar(False)
    assert found + beyond == []


def test_a_verdict_is_told_by_an_element_that_stays(notebook: jupyter_page.Notebook) -> None:
    line = notebook.page.locator(f"{VIEW} .cl-verdict[role=status]")
    if not line.count():
        pytest.skip("this view has a live region of its own")
    before = line.first.element_handle()
    notebook.page.locator(f"{VIEW} button, {VIEW} input").last.focus()
    for button in notebook.page.locator(f"{VIEW} .widget-toggle-buttons button").all()[:6]:
        button.click()
    assert before.evaluate("(line, now) => line === now", line.first.element_handle())


def test_pictures_have_alternative_text(notebook: jupyter_page.Notebook) -> None:
    images = notebook.page.locator(".jp-OutputArea-output img").all()
    assert [image for image in images if not (image.get_attribute("alt") or "").strip()] == []


RUN_AXE: Any = """async selectors => {
  const {violations, passes} = await axe.run({include: selectors});
  return {
    passes: passes.length,
    violations: violations.flatMap(rule => rule.nodes.map(
      node => ({rule: rule.id, target: node.target.join(' '), html: node.html.slice(0, 200),
        why: node.failureSummary}))),
  };
}"""
