"""What a kernel in a browser cannot do is said there, with what the stored notebook shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from course_lib.places import NOTEBOOKS
from course_lib.show import runs_here

MODULE = "course_lib.show.elsewhere"


def cells_that_need_a_computer() -> list[tuple[str, str]]:
    """The source of each cell of a notebook that asks, and what is stored under it."""
    found = []
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in json.loads(path.read_bytes())["cells"]:
            source = "".join(cell["source"])
            if cell["cell_type"] == "code" and "if runs_here(" in source:
                texts = ("".join(output.get("text", "")) for output in cell["outputs"])
                found.append((source, "".join(texts)))
    return found


def in_a_browser(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.setattr(f"{MODULE}.IN_BROWSER", True)
    monkeypatch.setattr(f"{MODULE}._this_cell", lambda: source)


def test_a_computer_runs_everything_and_is_told_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert runs_here("a second process")
    assert capsys.readouterr().out == ""


def test_there_are_cells_that_need_a_computer() -> None:
    assert len(cells_that_need_a_computer()) >= 2


@pytest.mark.parametrize(("source", "stored"), cells_that_need_a_computer())
def test_a_browser_shows_what_a_computer_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], source: str, stored: str
) -> None:
    assert stored
    in_a_browser(monkeypatch, f"\n{source}\n")
    assert not runs_here("threads")
    said, _, printed = capsys.readouterr().out.partition(" On a computer the cell printed:\n")
    assert said == "This needs threads, which a kernel in a browser does not have."
    assert printed == stored


@pytest.mark.parametrize("source", ["", "if runs_here('threads'): print('mine')"])
def test_a_cell_of_ones_own_is_sent_to_a_computer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], source: str
) -> None:
    in_a_browser(monkeypatch, source)
    assert not runs_here("threads")
    assert capsys.readouterr().out == (
        "This needs threads, which a kernel in a browser does not have. "
        "Run this notebook on a computer.\n"
    )


def test_a_course_without_its_notebooks_says_so_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    in_a_browser(monkeypatch, cells_that_need_a_computer()[0][0])
    monkeypatch.setattr(f"{MODULE}.NOTEBOOKS", tmp_path)
    assert not runs_here("threads")
    assert "Run this notebook" in capsys.readouterr().out
