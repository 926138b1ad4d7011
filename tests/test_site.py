"""The course without a server: each notebook runs in the browser, and no other host is asked."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import jupyter_page
import nbformat
import playwright.sync_api as playwright
import pytest
import site_page
from site_page import SITE, press_a_key, words

from course_lib.grading.progress import OFF
from course_lib.places import SAMPLES

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
SOLUTIONS = sorted((ROOT / "exercises/solutions").glob("*.ipynb"))
PYODIDE = SITE / "static" / "pyodide"
UNCOMPARED = "nbval-ignore-output"
SKIPPED = "10.q3 skipped: it needs PostgreSQL"  # whose driver is compiled
ELSEWHERE = "which a kernel in a browser does not have. On a computer the cell printed:\n"
WITH_A_WHEEL = """
import course_lib, course_lib.samples
from course_lib.grading import check
print(len(course_lib.samples.load_documents()))
my_size = 300
check("00.size")
print(course_lib.progress())
"""
pytestmark = pytest.mark.outside


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert (SITE / "index.html").exists(), "there is no site: make site builds it"
    with site_page.serve() as served:
        yield served


@pytest.fixture(scope="module")
def context() -> Iterator[playwright.BrowserContext]:
    with jupyter_page.browse(jupyter_page.find_chromium()) as opened:
        yield opened


@pytest.fixture(scope="module")
def asked(context: playwright.BrowserContext) -> set[str]:
    """The hosts that the pages and their workers ask, from the first request on."""
    hosts: set[str] = set()
    context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    return hosts


@pytest.fixture(scope="module")
def tab(address: str, context: playwright.BrowserContext, asked: set[str]) -> site_page.Notebook:
    return site_page.Notebook(context.new_page(), address, f"notebooks/{NOTEBOOKS[0]}")


def differences(stored: list[Any], here: list[Any]) -> list[tuple[str, str]]:
    """What was said otherwise than is stored, where a kernel in a browser could have said it."""
    assert [cell.source for cell in stored] == [cell.source for cell in here]
    found = []
    for then, now in zip(stored, here, strict=True):
        expected, said = words(then), words(now)
        if UNCOMPARED in then.metadata.get("tags", []) or SKIPPED in said:
            continue
        if "if runs_here(" in then.source:
            said = said.partition(ELSEWHERE)[2]
        if said != expected:
            found.append((expected, said))
    return found


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_to_its_end_with_the_stored_words(
    tab: site_page.Notebook, name: str
) -> None:
    tab.turn_to(f"notebooks/{name}")
    tab.draw_all()
    tab.run_all()
    stored = nbformat.read(ROOT / "notebooks" / name, as_version=4)
    assert tab.errors() == []
    assert differences(stored.cells, tab.cells()) == []
    assert [what for what in tab.complaints if "404" not in what] == []  # it has no favicon


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_a_solved_exercise_passes_its_checks(tab: site_page.Notebook, path: Path) -> None:
    solution = nbformat.read(path, as_version=4)
    unseen = f"import os; os.environ['{OFF}'] = '1'\n"  # else each check shows its analysis
    solution.cells[1].source = unseen + solution.cells[1].source
    assert solution.cells[1].cell_type == "code"
    tab.put(f"exercises/solved-{path.name}", solution)
    tab.turn_to(f"exercises/solved-{path.name}")
    tab.run_all()
    assert tab.errors() == []
    assert differences(solution.cells, tab.cells()) == []


def test_progress_is_kept_in_the_browser(
    address: str, context: playwright.BrowserContext, tab: site_page.Notebook
) -> None:
    show = "import course_lib; print(course_lib.progress())"
    said = tab.printed_by("from course_lib.grading import check", "my_size = 300; check('00.size')")
    assert "00.size ok" in said
    page = context.new_page()
    later = site_page.Notebook(page, address, f"notebooks/{NOTEBOOKS[0]}")
    assert "✔ notebook 00, 00.size" in later.printed_by(show)
    page.close()


def test_a_key_moves_the_picture(tab: site_page.Notebook) -> None:
    tab.turn_to(f"notebooks/{NOTEBOOKS[0]}")
    press_a_key(tab)


def test_no_other_host_was_asked(address: str, tab: site_page.Notebook, asked: set[str]) -> None:
    assert asked - {""} == {urlsplit(address).netloc}


def test_the_first_page_opens_the_first_notebook(
    address: str, context: playwright.BrowserContext
) -> None:
    page = context.new_page()
    page.goto(address)
    page.wait_for_url(f"{address}/lab/index.html?path=notebooks/{NOTEBOOKS[0]}")
    page.close()


def test_the_site_is_small() -> None:
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 50_000_000


def test_samples_are_byte_for_byte_what_they_are_here(tab: site_page.Notebook) -> None:
    """Those that are read in JupyterLite's own files, and those that the wheel carries."""
    said = tab.printed_by(
        "from hashlib import sha256; from pathlib import Path",
        "from course_lib.places import SAMPLES",
        "for place in Path('../samples'), SAMPLES:\n"
        "    for path in place.rglob('*'):\n"
        "        if path.is_file():\n"
        "            digest = sha256(path.read_bytes()).hexdigest()\n"
        "            print(path.relative_to(place).as_posix(), digest)",
    )
    here = {path.relative_to(SAMPLES).as_posix(): path for path in SAMPLES.rglob("*")}
    found = [line.split() for line in said.splitlines()]
    assert {name for name, _ in found} == {name for name, path in here.items() if path.is_file()}
    for name, digest in found:
        assert digest == hashlib.sha256(here[name].read_bytes()).hexdigest(), name


def test_the_lock_names_what_is_there() -> None:
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())["packages"]
    for package in lock.values():
        data = (PYODIDE / package["file_name"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == package["sha256"]
        assert set(package["depends"]) <= set(lock)
    assert {"course-lib", "anywidget", "psygnal", "pypdf"} <= set(lock)


def test_the_wheel_carries_what_the_course_reads(tmp_path: Path) -> None:
    (wheel,) = PYODIDE.glob("course_lib-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    work = tmp_path / "work"
    work.mkdir()
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r})\n" + WITH_A_WHEEL
    environment = {name: value for name, value in os.environ.items() if name != OFF}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=work, env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    documents, checked, *progress = done.stdout.splitlines()
    assert int(documents) > 30
    assert checked.startswith("00.size ok")
    assert "✔ notebook 00, 00.size" in progress
    assert (work / ".progress.json").exists()


def test_no_solution_is_published() -> None:
    (wheel,) = PYODIDE.glob("course_lib-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        carried = {name: packed.read(name) for name in packed.namelist()}
    assert "course_lib/course/samples/manifest.toml" in carried
    assert "course_lib/course/exercises/checks/06/q4.py" in carried
    files = SITE.joinpath("files").rglob("*")
    carried |= {str(path): path.read_bytes() for path in files if path.is_file()}
    for name, data in carried.items():
        assert "solutions" not in name
        assert b"### BEGIN SOLUTION" not in data or name.endswith(".py")
    assert len(list((SITE / "files/exercises").glob("*.ipynb"))) == len(SOLUTIONS)
