"""How pytest runs here, for the tests, the doctests and the notebooks alike."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

# The course needs no network, so the tests have none: this process, and all that it starts.
OFFLINE = str(Path(__file__).parent / "tests" / "offline")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [OFFLINE, os.environ.get("PYTHONPATH")]))
runpy.run_path(str(Path(OFFLINE, "sitecustomize.py")))

# Kernels inherit it: running the course's own solutions is nobody's progress.
os.environ["COURSE_LIB_NO_PROGRESS"] = "1"

# No clock, and the same examples every time where CI is set. The quick lane tries half as many, and
# HYPOTHESIS_PROFILE=thorough make test-all ten times as many.
settings.register_profile("local", deadline=None, max_examples=50)
settings.register_profile("repeatable", settings.get_profile("local"), derandomize=True)
settings.register_profile("thorough", settings.get_profile("local"), max_examples=500)
usual = "repeatable" if os.environ.get("CI") else "local"
settings.register_profile("quick", settings.get_profile(usual), max_examples=25)
chosen_profile = os.environ.get("HYPOTHESIS_PROFILE")
settings.load_profile(chosen_profile or usual)

# Without playwright the browser's tests cannot even be read. The header says so, and so does make.
BROWSER = find_spec("playwright") is not None
WITH_BROWSER = ("counterpart", "jupyter_page", "moves", "page_checks", "site_page", "walk")
WITH_BROWSER += ("test_browser", "test_lab_browser", "test_looks", "test_site", "test_site_firefox")
collect_ignore = ["tests/offline"]
collect_ignore += [] if BROWSER else [f"tests/{name}.py" for name in WITH_BROWSER]

# The same holds for the store for many; make test-all installs what it needs.
POSTGRES = find_spec("psycopg") is not None
collect_ignore_glob = [] if POSTGRES else ["tests/*postgres*.py", "course_lib/postgres/*.py"]

# make test runs these notebooks and their solutions; later ones wait for make test-all.
LAST_QUICK_NOTEBOOK = "07"
QUICK = "not outside"


# What is not marked outside starts no process, so that the quick lane is what it says.
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system"}
FINDS_FONTS = "fc-list"  # matplotlib calls it once on a machine
running_inside = False


def refuse_to_start(event: str, arguments: tuple[object, ...]) -> None:
    """Raise RuntimeError where a test that is not marked outside starts a process."""
    if running_inside and event in STARTS and FINDS_FONTS not in str(arguments[:1]):
        raise RuntimeError(f"{event}{arguments[:2]}: mark this test with @pytest.mark.outside")


sys.addaudithook(refuse_to_start)


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer random inputs in the quick lane, before any test is read."""
    if config.getoption("markexpr") == QUICK and not chosen_profile:
        settings.load_profile("quick")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let only a test that is marked outside, or a notebook's kernel, start a process."""
    global running_inside
    is_notebook = item.path.suffix == ".ipynb"
    running_inside = not is_notebook and not item.get_closest_marker("outside")
    try:
        return (yield)
    finally:
        running_inside = False


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores, since one of them often waits for a kernel or a server."""
    return min((os.cpu_count() or 1) + 1, 9)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the later notebooks as outside."""
    for item in items:
        if item.path.suffix == ".ipynb" and item.path.name[:2] > LAST_QUICK_NOTEBOOK:
            item.add_marker("outside")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which lane runs, and what it leaves out and why."""
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    chosen = config.getoption("markexpr")
    left_out = []
    if chosen == QUICK:
        left_out.append(
            "what is marked outside (browser, sandbox, server, second process, kill, fork) and"
            f" notebooks after {LAST_QUICK_NOTEBOOK}; make test-all runs it"
        )
    elif chosen:
        left_out.append(f"what is not {chosen}")
    else:
        if not BROWSER:
            left_out.append("the browser's tests, since playwright is not installed")
        if not POSTGRES:
            left_out.append("the tests of PostgresStore, since psycopg is not installed")
        if config.getoption("ignore"):
            left_out.append(f"{', '.join(config.getoption('ignore'))}, as the command says")
        if config.getoption("keyword"):
            left_out.append(f"what is not {config.getoption('keyword')!r}, as the command says")
    lane = "quick (make test)" if chosen == QUICK else "all (make test-all)"
    return [
        f"lane: {'of the files that are named only: ' if named else ''}{lane}",
        *(f"left out: {what}" for what in left_out or ["nothing"]),
    ]
