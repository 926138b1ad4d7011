"""The pages beside the notebooks: each command runs as written, each term stands where it says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from course_lib.cli import main
from course_lib.tokens import WordPiece

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHECKS = ROOT / "exercises/checks"
PYTHON = ".venv/bin/python"
TO_FILL_IN = re.compile(r"\b[A-Z]{3,}[A-Z_.a-z]*\b")  # FILE, SUBMISSIONS, YOUR_CHUNKS.jsonl

by_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)


def commands() -> list[str]:
    """Every block of commands that can be run as it stands: those that use the course's Python."""
    found = [block for page in PAGES for block in blocks(page, "sh") if PYTHON in block]
    return [block for block in found if not TO_FILL_IN.search(block)]


def glossary() -> list[tuple[str, str]]:
    """Each term of the glossary, with the number of the notebook that introduces it."""
    rows = re.findall(
        r"^\| (.+?) \| .+ \| (\d\d) \|$", (ROOT / "docs/glossary.md").read_text("utf-8"), re.M
    )
    return [(term, number) for terms, number in rows for term in terms.split(", ")]


def bold_words(path: Path) -> str:
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return "\n".join(re.findall(r"\*\*(.+?)\*\*", text)).casefold()


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the commands read."""
    folder = tmp_path_factory.mktemp("course")
    for name in ("samples", "exercises", "notebooks"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "handed-in/anna").mkdir(parents=True)
    solution = next((ROOT / "exercises/solutions").glob("01_*.ipynb"))
    shutil.copy(solution, folder / "handed-in/anna")
    (folder / "class.csv").write_text("id,name,email\n1,Anna,anna@school.example\n", "utf-8")
    return folder


def test_the_pages_have_commands_to_run() -> None:
    assert len(commands()) >= 5


@pytest.mark.outside
@pytest.mark.parametrize("block", commands(), ids=lambda block: block.split("\n")[-2][-40:])
def test_commands_run_as_written(course: Path, block: str) -> None:
    script = block.replace(PYTHON, shlex.quote(sys.executable))
    done = subprocess.run(
        ["sh", "-ec", script], cwd=course, capture_output=True, text=True, check=False, timeout=300
    )
    found_something = 1 if " audit " in block else 0  # the samples' own split has a finding
    assert done.returncode in (0, found_something), done.stderr
    assert "Traceback" not in done.stderr


SCRIPTS = blocks(ROOT / "docs/first_scripts.md", "python")


def test_there_are_five_first_scripts_of_at_most_ten_lines() -> None:
    assert len(SCRIPTS) == 5
    assert all(len(script.splitlines()) <= 10 for script in SCRIPTS)


def test_the_first_scripts_run_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each on its own, in a copy of what they read; one command makes the file to audit."""
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    shutil.copy(ROOT / "README.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    (command,) = blocks(ROOT / "docs/first_scripts.md", "sh")
    *arguments, target = shlex.split(command.replace(" > ", " ").removeprefix(f"{PYTHON} -m "))
    assert main(arguments[1:]) == 0
    Path(target).write_text(capsys.readouterr().out, "utf-8")
    printed = []
    for script in SCRIPTS:
        exec(compile(script, "first_scripts.md", "exec"), {"__name__": "__main__"})
        printed.append(capsys.readouterr().out)
    chunked, stored, audited, measured, shown = printed
    assert "Chunking, from the first cut to the last citation › Start" in chunked
    assert stored.startswith("inserted: 0 chunks removed, 4 inserted\n[1] policy/55012 · ")
    assert audited.endswith("{'contained': 1}\n")
    assert measured.count("recall") == 2
    assert shown == ""


def test_a_store_at_work_runs_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = ROOT / "docs/store_at_work.md"
    shutil.copytree(ROOT / "samples", tmp_path / "samples")
    monkeypatch.chdir(tmp_path)
    for command in "".join(blocks(page, "sh")).splitlines():
        arguments = shlex.split(command.removeprefix(f"{PYTHON} -m course_lib "))
        assert main(arguments) == 0, command
        assert "not stored" not in capsys.readouterr().err
    (script,) = blocks(page, "python")
    exec(compile(script, "store_at_work.md", "exec"), {"__name__": "__main__"})
    counted, around = capsys.readouterr().out.splitlines()
    assert counted.startswith("1 [1] my/note ")
    assert around == "['Roof renewed.', 'No cellar.'] 37"


def test_a_reader_of_a_store_without_transactions_sees_one_version(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names: dict[str, object] = {}
    for script in blocks(ROOT / "docs/vector_stores.md", "python"):
        exec(compile(script, "vector_stores.md", "exec"), names)
    *deaths, after, inside, first, second = capsys.readouterr().out.splitlines()
    new = len(names["whole"]["new"])  # type: ignore[index]
    assert [line.rpartition(" ")[2] for line in deaths] == ["old"] * new + ["new"] * 2
    assert after == "filtered after the ten nearest: 0"
    assert inside == "filtered in the query: 10"
    assert re.fullmatch(r"(\d+) chunks, \1 to embed", first)
    chunks, missing = map(int, re.findall(r"\d+", second))
    assert 0 < missing < chunks == new


@pytest.mark.outside
def test_a_store_for_many_runs_as_written(capsys: pytest.CaptureFixture[str]) -> None:
    (script,) = blocks(ROOT / "docs/postgres.md", "python")
    exec(compile(script, "postgres.md", "exec"), {"__name__": "__main__"})
    hits = capsys.readouterr().out.splitlines()
    assert [hit[:4] for hit in hits] == ["[1] ", "[2] ", "[3] "]


def test_readmes_python_runs_as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for script in blocks(ROOT / "README.md", "python"):
        exec(compile(script, "README.md", "exec"), names)
    assert names["chunks"]


TOKENS_PAGE = blocks(ROOT / "docs/tokens_and_embeddings.md", "python")


def test_tokens_are_counted_as_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(TOKENS_PAGE[0], "tokens_and_embeddings.md", "exec"), {})
    by_characters, *_, by_tokens = capsys.readouterr().out.splitlines()
    assert int(by_characters.split()[0]) > 5
    assert re.match(r"0 of \d+ chunks .*; 0 of [\d,]+ characters \(0 %\) are never read", by_tokens)


@pytest.mark.outside
def test_another_tokenizer_fits_as_written() -> None:
    from test_tokens import library

    names: dict[str, Any] = {}
    exec(compile(TOKENS_PAGE[1], "tokens_and_embeddings.md", "exec"), names)
    text = "The roof was renewed in 2021."
    assert names["Theirs"](library()).tokens(text) == WordPiece().tokens(text)


@pytest.mark.outside
def test_a_search_by_vectors_runs_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(TOKENS_PAGE[2], "tokens_and_embeddings.md", "exec"), {})
    assert capsys.readouterr().out.count("recall") == 3
    assert (tmp_path / "vectors.db").exists()


@by_page
def test_links_inside_the_repository_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        if not target.startswith(("https://", "http://")):
            assert (page.parent / target).exists(), target


@by_page
def test_a_page_names_no_module_or_option_that_is_gone(page: Path) -> None:
    for name in re.findall(r"`([a-z_]+(?:/[a-z_]+)*\.py)`", page.read_text("utf-8")):
        folders = [ROOT, ROOT / "course_lib", ROOT / "tests", *CHECKS.iterdir()]
        assert any((folder / name).exists() for folder in folders), name


@pytest.mark.parametrize(("term", "number"), glossary(), ids=lambda value: value)
def test_a_term_is_introduced_in_its_notebook_and_in_none_before(term: str, number: str) -> None:
    first = next(path for path in NOTEBOOKS if path.name.startswith(number))
    assert re.search(rf"\b{re.escape(term.casefold())}", bold_words(first)), first.name
    for earlier in NOTEBOOKS[: NOTEBOOKS.index(first)]:
        assert not re.search(rf"^{re.escape(term.casefold())}s?$", bold_words(earlier), re.M)


def test_every_notebook_brings_at_least_one_term() -> None:
    assert {number for _, number in glossary()} == {path.name[:2] for path in NOTEBOOKS}
