"""A clone on a machine that turns every LF into CRLF holds the samples byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
DOC_IDS = """
import json
from course_lib.samples import load_documents
print(json.dumps([document.doc_id for document in load_documents()]))
"""

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(not shutil.which("git"), reason="git is not installed"),
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no clone of the repository"),
]


def git(folder: Path, *arguments: str) -> bytes:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, env=clean, capture_output=True, check=True, timeout=60).stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of what is committed, made as Git for Windows makes it."""
    folder = tmp_path_factory.mktemp("crlf") / "clone"
    git(ROOT, "clone", "--quiet", "--config", "core.autocrlf=true", str(ROOT), str(folder))
    return folder


def run(clone: Path, program: str) -> str:
    """Run a program on the clone's own package, where the clone's notebooks run."""
    command = [sys.executable, "-c", program]
    course = {**os.environ, "PYTHONPATH": os.pathsep.join([str(clone), os.environ["PYTHONPATH"]])}
    done = subprocess.run(
        command, cwd=clone / "notebooks", env=course, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode("utf-8")


def test_every_sample_is_read_as_it_was_committed(clone: Path) -> None:
    names = git(clone, "ls-files", "samples").decode().splitlines()
    committed = {name: git(clone, "cat-file", "blob", f"HEAD:{name}") for name in names}
    assert len(committed) > 30
    assert {name: (clone / name).read_bytes() for name in names} == committed
    doc_ids = set(json.loads(run(clone, DOC_IDS)))
    assert len(doc_ids) > 30
    assert doc_ids <= {sha256(data).hexdigest() for data in committed.values()}


def test_everything_else_has_plain_line_ends(clone: Path) -> None:
    listed = git(clone, "ls-files", "--eol").decode().splitlines()
    assert listed
    assert [line for line in listed if "w/crlf" in line or "w/mixed" in line] == []


def test_the_first_cells_of_the_first_notebook_print_what_is_stored(clone: Path) -> None:
    notebook = nbformat.read(clone / "notebooks/00_start_here.ipynb", as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"][:3]
    printed = run(clone, "\n".join(cell.source for cell in cells))
    assert printed == "".join(output.text for cell in cells for output in cell.outputs)
