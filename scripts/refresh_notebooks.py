"""Run every notebook from top to bottom and store it clean: make notebooks, make exercises.

Kept: counts 1…n, text, errors, still pictures. Left out: widget state, live views (a reopened
notebook could not show them), time stamps, the version of Python. So a stored notebook changes
only when what it says changes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from course_lib.grading.build import build
from course_lib.grading.progress import OFF

ROOT = Path(__file__).parents[1]
FOLDERS = ("notebooks", "docs/how_sure.ipynb", "exercises/solutions")
LIVE_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def refresh(path: Path) -> None:
    """Run one notebook in its own folder, clean it and write it back."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=120,
        coalesce_streams=True,  # else what was printed is stored in as many pieces as it came in
        resources={"metadata": {"path": path.parent}},
    ).execute()
    clean(notebook)
    nbformat.write(notebook, path)


def clean(notebook: nbformat.NotebookNode) -> None:
    """Remove what only the run that made it could use."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(LIVE_VIEW, None)


def main() -> None:
    """Refresh the notebooks or folders named on the command line, or all of them."""
    os.environ[OFF] = "1"  # a run of ours is nobody's progress
    named = [ROOT / name for name in sys.argv[1:]] or [ROOT / folder for folder in FOLDERS]
    for place in named:
        for path in sorted(place.glob("*.ipynb")) if place.is_dir() else [place]:
            print(path.relative_to(ROOT))
            refresh(path)
    for path in build(ROOT / "exercises" / "solutions", ROOT / "exercises"):
        print(path.relative_to(ROOT), "written from its solution")


if __name__ == "__main__":
    main()
