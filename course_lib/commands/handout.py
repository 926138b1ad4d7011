"""The command `handout`: write the course as a class gets it, without solutions."""

import shutil
from argparse import Namespace
from pathlib import Path
from typing import Any

from course_lib.errors import InvalidValue
from course_lib.places import BLANK, BLANK_NOTEBOOKS, COURSE, EXERCISES, NOTEBOOKS, SOLUTIONS

FILES = ["LICENSE", "LICENSE-TEXT", "Makefile", "constraints.txt", "environment.yml", "postBuild"]
FILES += ["pyproject.toml", "notebooks/*.ipynb", "samples/**/*", "exercises/checks/**/*.py"]
FILES += ["exercises/analyses.json", "course_lib/**/*", "docs/**/*"]
LEFT_OUT = {"__pycache__", ".ipynb_checkpoints", "teaching.md", "template_notebook.ipynb"}
README = """# Chunking, from the first cut to the last citation

You need Python 3.11.2 or newer, `make`, and about 450 MB of disk.

```sh
make lab     # sets everything up, then opens the course in JupyterLab
```

Work through a notebook, then through the exercise of the same number. `check` tells how an answer
stands. Hand in the exercise's own file, with the name that it has. To put an exercise back and keep
your copy: `.venv/bin/python -m course_lib reset 03`; for the notebook, add `--notebook`.

Without make:

```sh
python -m venv .venv
.venv/bin/python -m pip install --constraint constraints.txt --editable ".[lab]"
.venv/bin/jupyter lab notebooks/00_start_here.ipynb
```
"""


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "handout",
        help="write the course for a class, without the solutions",
        description="Write the course into a folder as a class gets it: without solutions, "
        "right and wrong answers, and tests. Checks are in it, since they run in the learners' "
        "notebooks.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new or an empty folder")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Write the course, with every exercise as it was before anybody answered it."""
    from course_lib.grading.build import blank_exercise

    folder: Path = options.folder
    solutions = sorted(SOLUTIONS.glob("[0-9][0-9]_*.ipynb"))
    if not solutions:
        raise InvalidValue(f"{SOLUTIONS} holds no solutions: a class's copy cannot be handed out")
    if folder.resolve().is_relative_to(COURSE):
        raise InvalidValue(f"{folder} lies inside of the course: name a folder beside it")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidValue(f"{folder} holds something already: name a new folder")
    for pattern in FILES:
        for path in sorted(COURSE.glob(pattern)):
            if path.is_file() and LEFT_OUT.isdisjoint(path.parts):
                target = folder / path.relative_to(COURSE)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)
    for place in (EXERCISES, BLANK):
        target = folder / place.relative_to(COURSE)
        target.mkdir(parents=True, exist_ok=True)
        for solution in solutions:
            (target / solution.name).write_bytes(blank_exercise(solution))
    blank = folder / BLANK_NOTEBOOKS.relative_to(COURSE)
    shutil.copytree(folder / NOTEBOOKS.relative_to(COURSE), blank)
    (folder / "README.md").write_text(README, "utf-8")
    print(f"{folder} holds the course for a class, with {len(solutions)} exercises")
    return 0
