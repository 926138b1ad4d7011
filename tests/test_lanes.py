"""The quick lane is what it says: it starts no process, and names what it leaves out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).parents[1]
NAMED = pytest.Config.ArgsSource.ARGS
ALL = pytest.Config.ArgsSource.TESTPATHS


@pytest.fixture
def lanes(pytestconfig: pytest.Config) -> ModuleType:
    """The conftest.py of the repository, which draws the lanes."""
    plugin: ModuleType | None = pytestconfig.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    assert plugin
    return plugin


def header(
    lanes: ModuleType, marks: str = "", source: object = ALL, ignored: object = None, k: str = ""
) -> str:
    """What the first lines of a run say, given what was asked for."""
    options = {"markexpr": marks, "ignore": ignored, "keyword": k}
    config = SimpleNamespace(args_source=source, getoption=options.get)
    return "\n".join(lanes.pytest_report_header(config))


def recipe(target: str) -> str:
    """What make runs for a target, in every branch of the Makefile."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return "".join(re.findall(rf"^{target}: .*\n((?:\t.*\n)+)", makefile, re.M))


def test_a_test_that_is_not_marked_starts_no_process() -> None:
    with pytest.raises(RuntimeError, match=re.escape("mark this test with @pytest.mark.outside")):
        subprocess.run([sys.executable, "-c", ""], check=True)
    with pytest.raises(RuntimeError, match=r"os\.fork"):
        os.fork()


@pytest.mark.outside
def test_a_test_that_is_marked_may_start_one() -> None:
    assert subprocess.run([sys.executable, "-c", ""], check=True).returncode == 0


def test_later_notebooks_wait_for_the_long_lane(lanes: ModuleType) -> None:
    marked = []
    names = ["07_measure.ipynb", "08_tokens.ipynb", "11_own.ipynb", "test_08.py"]
    for name in names:
        item = SimpleNamespace(path=Path("notebooks", name), add_marker=marked.append)
        lanes.pytest_collection_modifyitems([item])
    assert marked == ["outside", "outside"]


def test_the_quick_lane_says_what_it_leaves_out(lanes: ModuleType) -> None:
    said = header(lanes, "not outside")
    assert "lane: quick (make test)" in said
    assert "left out: what is marked outside (browser, sandbox" in said
    assert "notebooks after 07; make test-all runs it" in said


def test_the_long_lane_says_when_it_leaves_something_out(
    lanes: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "BROWSER", True)
    monkeypatch.setattr(lanes, "POSTGRES", True)
    assert header(lanes) == "lane: all (make test-all)\nleft out: nothing"
    assert "left out: tests/test_browser.py, as the" in header(
        lanes, ignored=["tests/test_browser.py"]
    )
    assert "left out: what is not 'not firefox', as the" in header(lanes, k="not firefox")
    monkeypatch.setattr(lanes, "BROWSER", False)
    monkeypatch.setattr(lanes, "POSTGRES", False)
    assert "left out: the browser's tests, since playwright is not installed" in header(lanes)
    assert "left out: the tests of PostgresStore, since psycopg is not" in header(lanes)


def test_a_run_of_some_files_or_marks_does_not_pass_for_all(lanes: ModuleType) -> None:
    assert "lane: of the files that are named only" in header(lanes, source=NAMED)
    assert "left out: what is not outside" in header(lanes, "outside")


def test_make_runs_what_the_header_calls_the_lanes(lanes: ModuleType) -> None:
    assert f'-m "{lanes.QUICK}"' in recipe("test")
    assert "$(PYTEST)" in recipe("test-all")
    assert " -m " not in recipe("test-all")
    assert "test-all: check $(VENV)/.browser" in (ROOT / "Makefile").read_text("utf-8")
