"""The walk is one command, says what it needs, and is no part of the tests."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(not shutil.which("make"), reason="make is not installed"),
]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_make_runs_it_and_names_the_contact_sheet() -> None:
    planned = make("--dry-run", "walk", "CHROMIUM=/usr/bin/chromium").stdout
    assert "pytest tests/walk.py" in planned
    assert "build/walk/index.html" in planned
    assert "build/" in (ROOT / ".gitignore").read_text().splitlines()


def test_help_lists_it() -> None:
    assert "make walk " in make("help").stdout


def test_without_chromium_it_says_so_and_fails() -> None:
    run = make("walk", "CHROMIUM=")
    assert run.returncode != 0
    assert "needs Chromium" in run.stderr
    assert run.stdout == ""


def test_the_tests_leave_it_out(pytestconfig: pytest.Config) -> None:
    patterns = pytestconfig.getini("python_files")
    assert not any(Path("tests/walk.py").match(pattern) for pattern in patterns)
