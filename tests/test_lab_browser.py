"""The slider and the cut lab in JupyterLab, in Chromium and in Firefox, by mouse and by key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import jupyter_page
import nbformat
import playwright.sync_api as playwright
import pytest
from playwright.sync_api import Locator, Page, expect

from scripts.refresh_notebooks import METADATA

pytestmark = pytest.mark.outside

ARABIC = "السقف قديم. الأنابيب جديدة والبيت قديم. " * 30
CELLS = {
    "slider": """
        import ipywidgets
        from course_lib.show.slider import Slider
        one = Slider(800, 50, 2000, 10, description="size", unit="characters")
        other = Slider(3, 0, 7, 2, description="odd")
        link = ipywidgets.jslink((one, "value"), (ipywidgets.IntText(), "value"))
        wide = Slider(30, 1, 10_000, description="text", unit="gigabytes", powers=True)
        ipywidgets.VBox([one, other, wide])""",
    "lab": """
        from course_lib.samples import load_question
        from course_lib.show import CutLab
        question = load_question("premium-change")
        CutLab(question.document, question, size=300, overlap=100)""",
    "two": """
        from course_lib.samples import load_questions
        from course_lib.show import CutLab
        asked = [q for q in load_questions() if q.document.source_id == "policy/55012"][:4]
        CutLab(asked[0].document, asked, chunkers=("naive", "paragraph"), size=400, overlap=0)""",
    "hostile": """
        from course_lib.show import CutLab
        CutLab('<img src=x onerror="window.hit=1"><script>window.hit=1</script> \\x00 Two.')""",
    "right to left": f"""
        from course_lib.show import CutLab
        CutLab({ARABIC!r}, size=100, overlap=20)""",
    "long": """
        from course_lib.show import CutLab
        CutLab("Nothing here. " * 70_000 + "The key is 42." + " Nor here." * 100_000,
               "The key is 42.", size=400, overlap=0)""",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("labs")
    for name, source in CELLS.items():
        lines = "\n".join(line.removeprefix(" " * 8) for line in source.strip().split("\n"))
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(lines)], metadata=METADATA
        )
        nbformat.write(notebook, Path(folder, f"{name}.ipynb"))
    with jupyter_page.serve(folder) as served:
        yield served


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def context(request: pytest.FixtureRequest) -> Iterator[playwright.BrowserContext]:
    if request.param == "chromium":
        with jupyter_page.browse(jupyter_page.find_chromium()) as opened:
            yield opened
    else:
        with jupyter_page.browse_firefox(jupyter_page.find_firefox()) as opened:
            yield opened


@pytest.fixture(scope="module")
def notebook(context: playwright.BrowserContext, address: str) -> jupyter_page.Notebook:
    return jupyter_page.Notebook(context.new_page(), address, f"{next(iter(CELLS))}.ipynb")


def opened(notebook: jupyter_page.Notebook, name: str) -> Page:
    """The page with the notebook of that name, run anew."""
    notebook.turn_to(f"{name}.ipynb")
    notebook.draw_all()
    notebook.run_all()
    assert notebook.errors() == []
    notebook.page.wait_for_selector(".cl-lab-piece, .cl-slider input")
    return notebook.page


def cells_of(page: Page) -> int:
    count: int = page.evaluate("jupyterapp.shell.currentWidget.content.widgets.length")
    return count


def number(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=name, exact=True)


def typed(box: Locator, words: str) -> None:
    box.click()
    box.press("Control+a")
    box.press("Delete")
    box.press_sequentially(words)
    box.press("Enter")


def pull(page: Page, handle: Locator, by: int) -> None:
    """Drag something sideways."""
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y, steps=6)
    page.mouse.up()


def test_keys_move_a_slider_and_never_reach_jupyterlab(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "slider")
    slider, box = page.get_by_role("slider", name="size"), number(page, "size")
    for key, value in (("End", "2000"), ("Home", "50"), ("ArrowRight", "60"), ("ArrowLeft", "50")):
        slider.press(key)
        expect(box).to_have_value(value)
        expect(slider).to_have_attribute("aria-valuetext", f"{value} characters")
    for target in (slider, box):
        for key in ("a", "b", "d", "d", "x", "0", "0", "Shift+Enter"):
            target.press(key)
    assert cells_of(page) == 1
    odd = page.get_by_role("slider", name="odd")
    odd.press("End")
    expect(number(page, "odd")).to_have_value("7")
    odd.press("Home")
    expect(number(page, "odd")).to_have_value("0")


def test_each_power_of_ten_has_as_much_room(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "slider")
    slider, box = page.get_by_role("slider", name="text"), number(page, "text")
    expect(box).to_have_value("30")
    for key, value in (
        *(("ArrowRight", "40"), ("ArrowLeft", "30"), ("Home", "1"), ("ArrowRight", "2")),
        *(("End", "10000"), ("ArrowLeft", "9000")),
    ):
        slider.press(key)
        expect(box).to_have_value(value)
        expect(slider).to_have_attribute("aria-valuetext", f"{value} gigabytes")
    typed(box, "37")
    expect(slider).to_have_attribute("aria-valuetext", "37 gigabytes")
    slider.press("ArrowRight")
    expect(box).to_have_value("40")
    track = slider.bounding_box()
    assert track is not None
    page.mouse.click(track["x"] + track["width"] / 2, track["y"] + track["height"] / 2)
    expect(box).to_have_value("100")


def test_a_slider_is_dragged(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "slider")
    box = page.get_by_role("slider", name="size").bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.385, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 50, y, steps=5)
    page.mouse.up()
    expect(number(page, "size")).to_have_value("2000")


@pytest.mark.parametrize(
    ("entry", "value", "said"),
    [
        ("403", "403", ""),
        ("-5", "50", "a whole number from 50 to 2000: 50 is taken"),
        ("99999", "2000", "a whole number from 50 to 2000: 2000 is taken"),
        ("99.7", "100", "a whole number from 50 to 2000: 100 is taken"),
        ("1e3", "1000", ""),
        ("", "800", "a whole number from 50 to 2000: 800 is taken"),
    ],
)
def test_a_number_is_typed_and_what_is_no_number_is_answered(
    notebook: jupyter_page.Notebook, entry: str, value: str, said: str
) -> None:
    page = notebook.page
    if not page.locator(".cl-slider").count():
        page = opened(notebook, "slider")
    box = number(page, "size")
    typed(box, "800")
    typed(box, entry)
    expect(box).to_have_value(value)
    expect(page.locator(".cl-slider-said").first).to_have_text(said)


def test_the_lab_draws_the_text_the_cuts_and_the_map(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "lab")
    expect(page.locator(".cl-words")).to_contain_text("cut at 400 and 500")
    assert page.locator(".cl-lab-text").text_content() == page.evaluate(
        "() => [...document.querySelectorAll('.cl-lab-piece')].map(e => e.textContent).join('')"
    )
    assert page.locator(".cl-lab-cut").count() == 6
    assert page.locator(".cl-lab-bad").count() == 1
    expect(page.locator(".cl-lab-map text", has_text="L − 1 = 170")).to_be_visible()
    assert page.locator("path.cl-lab-torn").get_attribute("d")
    assert notebook.complaints == []


def test_a_cut_is_dragged_in_the_text(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "lab")
    pull(page, page.locator('.cl-lab-cut[data-number="1"]'), 60)
    expect(number(page, "size")).not_to_have_value("300")
    expect(number(page, "overlap")).to_have_value("100")
    expect(page.locator(".cl-words")).to_contain_text("Whole")
    expect(page.locator(".cl-lab-map circle")).not_to_have_class("cl-lab-cracked")
    page.wait_for_function(  # the last steps of the drag may still be on their way
        """() => {
          const cut = document.querySelector('.cl-lab-cut[data-number="1"]');
          const size = document.querySelector('.cl-slider input[type=number]');
          return +cut.getAttribute('aria-valuenow') + 100 === size.valueAsNumber;
        }"""
    )


def test_a_cut_is_moved_by_keys_that_never_reach_jupyterlab(
    notebook: jupyter_page.Notebook,
) -> None:
    page = opened(notebook, "lab")
    cut = page.locator('.cl-lab-cut[tabindex="0"]')
    assert cut.get_attribute("aria-label") == "start of chunk #2", "the one that tears the answer"
    cut.focus()
    expect(page.locator(".cl-lab-info")).to_contain_text("shares 100 with #1 and 100 with #3")
    assert page.locator(".cl-lab-dim").count() > 0
    for key, value in (("ArrowRight", 301), ("PageUp", 311), ("ArrowLeft", 310)):
        page.keyboard.press(key)
        expect(number(page, "size")).to_have_value(str(value))
        expect(page.locator('.cl-lab-cut[data-number="2"]')).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator('.cl-lab-cut[data-number="3"]')).to_be_focused()
    for key in ("a", "b", "d", "d"):
        page.keyboard.press(key)
    assert cells_of(page) == 1


def test_pointing_at_a_chunk_shows_what_it_shares(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "lab")
    page.locator('.cl-lab-piece[data-last="1"]').last.hover()
    expect(page.locator(".cl-lab-info")).to_contain_text("Chunk #1: characters 200–500")
    bright = page.locator(".cl-lab-piece:not(.cl-lab-dim)").evaluate_all(
        "found => found.map(e => e.textContent).join('').length"
    )
    assert bright == 300
    page.get_by_role("slider", name="size").hover()
    expect(page.locator(".cl-lab-dim")).to_have_count(0)


def test_a_sentence_becomes_the_answer(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "lab")
    path = page.locator("path.cl-lab-torn").get_attribute("d")
    page.locator(".cl-lab-piece", has_text="UNDERWRITING").click(position={"x": 30, "y": 8})
    expect(page.locator(".cl-words")).to_contain_text("(0–")
    expect(page.locator(".cl-note").first).to_have_text("The answer is what you chose.")
    assert page.locator("path.cl-lab-torn").get_attribute("d") != path
    page.get_by_role("combobox", name="Answer").select_option(index=0)
    expect(page.locator(".cl-words")).to_contain_text("337–508")
    page.get_by_role("combobox", name="Answer").select_option(index=2)
    expect(page.locator(".cl-words")).not_to_contain_text("337–508")


def test_the_map_is_clicked_dragged_and_moved_by_keys(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "lab")
    board = page.locator(".cl-lab-map")
    for key, size, overlap in (
        *(("ArrowRight", 305, 100), ("ArrowUp", 305, 104), ("Shift+ArrowLeft", 280, 104)),
        *(("End", 1010, 104), ("Home", 50, 104)),
    ):
        board.press(key)
        expect(number(page, "size")).to_have_value(str(size))
        expect(number(page, "overlap")).to_have_value(str(overlap))
    expect(page.locator(".cl-note").last).to_contain_text("below the size: 49 is used")
    board.click(position={"x": 200, "y": 150})
    expect(number(page, "size")).not_to_have_value("50")
    assert re.search(
        r"Now size \d+, overlap \d+: (whole|torn)", str(board.get_attribute("aria-label"))
    )
    before = number(page, "size").input_value()
    pull(page, page.locator(".cl-lab-map circle"), -60)
    expect(number(page, "size")).not_to_have_value(before)


def test_the_size_slides_by_itself_until_it_is_stopped(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "lab")
    page.get_by_role("button", name="slide the size").click()
    expect(number(page, "size")).not_to_have_value("300")
    page.get_by_role("button", name="stop").click()
    page.wait_for_timeout(400)
    stopped = number(page, "size").input_value()
    page.wait_for_timeout(600)
    assert number(page, "size").input_value() == stopped


@pytest.mark.parametrize("context", ["chromium"], indirect=True)  # Firefox takes no such wish here
def test_it_stands_still_where_less_motion_is_asked_for(notebook: jupyter_page.Notebook) -> None:
    notebook.page.emulate_media(reduced_motion="reduce")
    page = opened(notebook, "lab")
    page.get_by_role("button", name="one step of size").click()
    expect(number(page, "size")).to_have_value("350")
    page.wait_for_timeout(500)
    assert number(page, "size").input_value() == "350"
    page.emulate_media(reduced_motion="no-preference")


def test_two_chunkers_scroll_together_and_number_their_questions(
    notebook: jupyter_page.Notebook,
) -> None:
    page = opened(notebook, "two")
    texts = page.locator(".cl-lab-text")
    assert texts.count() == 2
    assert texts.first.text_content() == texts.last.text_content()
    for pane in texts.all():
        labels = pane.locator(".cl-lab-tag").evaluate_all("all => all.map(e => e.dataset.label)")
        assert sorted(labels) == ["Q1", "Q2", "Q3", "Q4"]
    assert page.locator(".cl-lab-cracked").count() == 2, "the two parts of Q1 in the plain window"
    texts.first.evaluate("text => { text.scrollTop = 90 }")
    page.wait_for_function("() => document.querySelectorAll('.cl-lab-text')[1].scrollTop === 90")
    expect(page.locator(".cl-lab-moves")).to_have_count(2)
    assert page.locator(".cl-lab-side").is_hidden()


def test_hostile_text_is_inert(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "hostile")
    assert page.locator(".cl-lab-text img, .cl-lab-text script").count() == 0
    assert "<script>" in str(page.locator(".cl-lab-text").text_content())
    assert page.evaluate("window.hit") is None


def test_a_text_from_right_to_left_is_read_from_the_right(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "right to left")
    first = page.locator('.cl-lab-cut[data-number="0"]').bounding_box()
    pane = page.locator(".cl-lab-text").bounding_box()
    assert first
    assert pane
    assert first["x"] > pane["x"] + pane["width"] / 2
    pull(page, page.locator('.cl-lab-cut[data-number="1"]'), -60)
    expect(number(page, "size")).not_to_have_value("100")
    assert int(number(page, "size").input_value()) > 100, "to the left is onwards"
    page.locator(".cl-lab-piece").first.click()
    expect(page.locator(".cl-note").first).to_have_text("The answer is what you chose.")


def test_a_text_of_two_megabytes_is_shown_in_part(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "long")
    expect(page.locator(".cl-lab-text mark").first).to_contain_text("The key is 42.")
    assert len(str(page.locator(".cl-lab-text").text_content())) == 6_000
    place = page.get_by_label("Shown from character")
    place.press("Home")
    expect(page.locator('.cl-lab-cut[data-number="0"]')).to_have_count(1)
    place.press("End")
    expect(page.locator('.cl-lab-cut[data-number="0"]')).to_have_count(0)
    typed(number(page, "overlap"), "399")
    expect(page.locator(".cl-lab-figures")).to_contain_text("too close to draw")


def test_a_kernel_that_ends_is_said(notebook: jupyter_page.Notebook) -> None:
    page = opened(notebook, "lab")
    expect(page.locator(".cl-lab-gone")).to_be_hidden()
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    expect(page.locator(".cl-lab-gone")).to_contain_text("Python no longer answers")
    assert len(str(page.locator(".cl-lab-text").text_content())) > 1_000, "the text stays"


def test_nothing_was_complained_of(notebook: jupyter_page.Notebook) -> None:
    assert notebook.complaints == []
