"""The shape of the stored notebooks. That they still run is nbval's business, in the same run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SOLUTIONS = sorted((ROOT / "exercises/solutions").glob("*.ipynb"))
PARTS = [
    "promise",
    "warm-up",
    "incident",
    "run-it",
    "bet",
    "look-at-it",
    "it-breaks",
    "why",
    "fix-it",
    "check-yourself",
    "recap",
    "explain-it-back",
]
ANY_ORDER = {"it-breaks", "why"}  # a notebook may explain before it breaks
# The cells whose output depends on the machine: nbval runs them and compares nothing.
NOT_COMPARED = {
    "08_tokens_and_windows": {"live"},
    "10_beyond_one_machine": {"server", "terabytes"},
}
IGNORED = "nbval-ignore-output"
NETWORK = re.compile(
    r"\b(pip install|requests|urllib|httpx|curl|wget|%pip|!pip|api[_ ]?key)\b", re.I
)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook: Any) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def tags(cell: Any) -> list[str]:
    """A text has the parts that begin in it, in their order."""
    return list(cell.metadata.get("tags", []))


def cell_of(notebook: Any, part: str) -> Any:
    (cell,) = [cell for cell in notebook.cells if part in tags(cell)]
    return cell


def outputs(notebook: Any) -> Iterator[Any]:
    for cell in code_cells(notebook):
        yield from cell.outputs


TEMPLATE = ROOT / "docs/template_notebook.ipynb"
HOW_SURE = ROOT / "docs/how_sure.ipynb"
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
every_page = pytest.mark.parametrize("path", [*NOTEBOOKS, TEMPLATE], ids=lambda path: path.stem)
every_text = pytest.mark.parametrize(
    "path", [*NOTEBOOKS, TEMPLATE, HOW_SURE], ids=lambda path: path.stem
)
every_text_or_solution = pytest.mark.parametrize(
    "path",
    [*NOTEBOOKS, TEMPLATE, HOW_SURE, *SOLUTIONS],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)


def test_the_notebooks_are_found() -> None:
    assert [path.stem[:2] for path in NOTEBOOKS] == [f"{n:02}" for n in range(12)]
    assert [path.stem for path in SOLUTIONS] == [path.stem for path in NOTEBOOKS[1:]]


def test_nbval_collects_every_code_cell(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getoption("nbval"), "nbval compares outputs in this run"
    assert {"notebooks", "docs/how_sure.ipynb"} <= {*pytestconfig.getini("testpaths")}
    assert sum(len(code_cells(read(path))) for path in NOTEBOOKS) >= 20


@every_text
def test_it_is_valid_and_was_run_in_order(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert sum(bool(cell.outputs) for cell in code_cells(notebook)) > len(counts) / 2


@every_text
def test_it_stores_nothing_that_only_its_run_could_use(path: Path) -> None:
    notebook = read(path)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert "widgets" not in notebook.metadata
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags"}, f"{cell.id} carries metadata"
        named = cell.id in NOT_COMPARED.get(path.stem, ())
        allowed = [IGNORED] if named else PARTS if cell.cell_type == "markdown" else []
        assert set(tags(cell)) <= set(allowed), f"{cell.id} has tags of its own"
        assert (IGNORED in tags(cell)) == named
    for output in outputs(notebook):
        assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {})
        assert output.get("name") != "stderr"
        assert output.output_type != "error"


@every_text
def test_outputs_are_the_same_on_every_machine(path: Path) -> None:
    for output in outputs(read(path)):
        text = str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
        assert not re.search(r"0x[0-9a-f]{6,}|/home/|/root/|/tmp/", text)
        assert not re.search(r"-0\.0+(?!\d)", text), "a minus before zero"


@every_page
def test_its_parts_stand_in_order(path: Path) -> None:
    parts = [part for cell in read(path).cells for part in tags(cell) if part != IGNORED]
    assert sorted(parts) == sorted(PARTS)
    in_order = [part for part in parts if part not in ANY_ORDER]
    assert in_order == [part for part in PARTS if part not in ANY_ORDER]


@every_page
def test_each_part_has_its_heading(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            headings = re.findall(r"^##? .+", cell.source, re.M)
            assert len(headings) >= len(tags(cell)), f"a part of {cell.id} has no heading"


@every_notebook
def test_its_headings_say_what_was_found(path: Path) -> None:
    headings = re.findall(r"^#{1,3} (.+)", prose(read(path)), re.M)
    bare = r"(The incident|Run it|Look at it|It breaks|Why|Fix it)\W*"
    assert not [heading for heading in headings if re.fullmatch(bare, heading)]
    assert len(set(headings)) == len(headings)


@every_page
def test_it_is_short_enough(path: Path) -> None:
    long = ("05", "07")  # with an attack and its repair, and with comparisons and how sure they are
    most = 1_600 if path.stem[:2] in long else 1_200
    read_aloud = re.sub(r"</?(details|summary)>|\*\*Next:.*", "", prose(read(path)))
    assert len(read_aloud.split()) <= most


@every_text_or_solution
def test_a_code_cell_is_seen_at_once(path: Path) -> None:
    for cell in code_cells(read(path)):
        assert len(cell.source.splitlines()) <= 12, f"{cell.id} has too many lines"


@every_page
def test_it_promises_at_most_three_things_and_recaps_each(path: Path) -> None:
    notebook = read(path)
    objectives = re.findall(r"^\d\. ", cell_of(notebook, "promise").source, re.M)
    recap = cell_of(notebook, "recap").source
    recaps = re.findall(r"^\d\. ", recap.partition("## Explain")[0], re.M)
    assert 1 <= len(objectives) <= 3
    assert len(recaps) == len(objectives)


@every_page
def test_it_has_one_widget_one_bet_and_one_asserted_error(path: Path) -> None:
    sources = [cell.source for cell in code_cells(read(path))]
    assert sum(bool(re.search(r"(Explorer|CutLab)\(", source)) for source in sources) == 1
    assert sum(source.startswith("my_bet = ") for source in sources) == 1
    assert sum("with expect(" in source for source in sources) == 1


@every_page
def test_a_model_answer_is_folded_away_with_three_points(path: Path) -> None:
    last = read(path).cells[-1].source
    assert last.count("<details>") == last.count("</details>") == 1
    assert last.count("☐") == 3


@every_page
def test_the_answers_of_the_warm_up_are_folded_away(path: Path) -> None:
    notebook = read(path)
    assert notebook.cells[0].source.startswith("# 00") or (
        "<details><summary>Answers</summary>" in cell_of(notebook, "warm-up").source
    )


def test_each_notebook_leads_on_to_a_later_one() -> None:
    for path in NOTEBOOKS[:-1]:
        (target,) = re.findall(r"\*\*Next:\*\* \[.+\]\((.+)\)", read(path).cells[-1].source)
        assert target > path.name


def test_each_exercise_leads_on() -> None:
    after = [path.name for path in NOTEBOOKS[2:]]
    for path, following in zip(SOLUTIONS, [*after, "your_own_documents.md"], strict=True):
        for page in (path, ROOT / "exercises" / path.name):
            last = read(page).cells[-1].source
            assert last.startswith("**Next:** ")
            targets = re.findall(r"\]\(([^)#]+)\)", last)
            assert following in targets[0]
            assert all((page.parent / target).is_file() for target in targets)


@every_text
def test_code_stays_off_the_network(path: Path) -> None:
    for cell in code_cells(read(path)):
        assert not NETWORK.search(cell.source), cell.id


@every_text
def test_links_inside_the_course_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", prose(read(path))):
        if not target.startswith("https://"):
            assert (path.parent / target).exists(), target


@every_notebook
def test_the_incident_has_its_link(path: Path) -> None:
    incident = cell_of(read(path), "incident").source
    assert re.search(r"\]\(https://github\.com/[^)]+/(issues|pull)/\d+\)", incident)
