"""No notebook shows the answer to its bet before one is typed, and each shows it beside the bet."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import pytest
from bets import BETS, NOTEBOOKS, cells_of_the_bet

from course_lib import ChunkStore

every_bet = pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=[pytest.mark.outside] if number > "07" else [])
        for number in sorted(BETS)
    ],
    scope="module",
)


def path_of(number: str) -> Path:
    (path,) = NOTEBOOKS.glob(f"{number}_*.ipynb")
    return path


@pytest.fixture(scope="module")
def settled(number: str) -> Iterator[Any]:
    """Run a notebook down to its bet, and return what its next cell prints for a bet."""
    notebook = nbformat.read(path_of(number), as_version=4)
    _, measured = cells_of_the_bet(notebook)
    names: dict[str, Any] = {"__name__": "__main__"}

    def run(cell: Any) -> str:
        with redirect_stdout(io.StringIO()) as printed:
            exec(compile(cell.source, f"{number}, {cell.id}", "exec"), names)
        return printed.getvalue()

    def settle_with(source: str) -> str:
        exec(source, names)
        return run(notebook.cells[measured])

    with chdir(NOTEBOOKS):
        for cell in notebook.cells[:measured]:
            if cell.cell_type == "code":
                run(cell)
        yield settle_with
    for thing in names.values():  # as a kernel that ends
        for end in ("close", "cleanup"):
            if isinstance(thing, ChunkStore | TemporaryDirectory) and hasattr(thing, end):
                getattr(thing, end)()


def test_every_notebook_has_a_bet() -> None:
    assert sorted(BETS) == [path.name[:2] for path in sorted(NOTEBOOKS.glob("*.ipynb"))]


@every_bet
def test_two_wrong_answers_tempt(number: str) -> None:
    bet = BETS[number]
    assert len(bet.tempting) >= 2
    assert bet.right not in bet.tempting
    assert all(bet.tempting.values())


@every_bet
def test_who_types_nothing_never_sees_the_answer(number: str) -> None:
    notebook = nbformat.read(path_of(number), as_version=4)
    _, measured = cells_of_the_bet(notebook)
    for cell in notebook.cells:
        shown = [cell.source]
        for output in cell.get("outputs", []):
            shown += [str(output.get("text", "")), str(output.get("data", {}).get("text/plain"))]
        assert not [text for text in shown if BETS[number].shows in text], cell.id
    (stored,) = notebook.cells[measured].outputs
    assert stored.text.startswith("type your bet first: ")
    assert len(stored.text.splitlines()) == 1


@every_bet
def test_who_types_nothing_is_asked_for_a_bet(number: str, settled: Any) -> None:
    notebook = nbformat.read(path_of(number), as_version=4)
    typed, measured = cells_of_the_bet(notebook)
    assert settled(notebook.cells[typed].source) == notebook.cells[measured].outputs[0].text


@every_bet
def test_the_result_stands_beside_each_bet(number: str, settled: Any) -> None:
    bet = BETS[number]
    for typed in (bet.right, *bet.tempting):
        printed = settled(f"my_bet = {typed!r}")
        assert bet.shows in printed
        assert f"your bet: {typed}\n" in printed


@every_bet
def test_a_bet_of_another_kind_gets_a_word_and_not_the_answer(number: str, settled: Any) -> None:
    for typed in ("'perhaps'", "[]", "True"):
        printed = settled(f"my_bet = {typed}")
        assert "is no bet here; type " in printed
        assert BETS[number].shows not in printed
