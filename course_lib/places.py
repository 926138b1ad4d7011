"""Where the parts of the course lie: beside the package in its repository, inside it in a wheel."""

import sys
from pathlib import Path

IN_BROWSER = sys.platform == "emscripten"  # a kernel without processes, threads and a terminal

_PACKAGE = Path(__file__).resolve().parent
_CARRIED = _PACKAGE / "course"  # what pyproject.toml puts into a wheel
_IN_WHEEL = _CARRIED.is_dir()
COURSE = _CARRIED if _IN_WHEEL else _PACKAGE.parent
SAMPLES = COURSE / "samples"
NOTEBOOKS = COURSE / "notebooks"
BLANK_NOTEBOOKS = NOTEBOOKS / "blank"  # as handed out, where Git does not keep them
EXERCISES = COURSE / "exercises"
SOLUTIONS = EXERCISES / "solutions"
CHECKS = EXERCISES / "checks"
BLANK = EXERCISES / "blank"  # the exercises as handed out, in a course without solutions
ANALYSES = "analyses.json"  # in EXERCISES: of all questions, for a class that has no solutions

_DRIVE = Path("/drive")  # what JupyterLite keeps in the browser
_WORK = _DRIVE if IN_BROWSER else Path.cwd() if _IN_WHEEL else NOTEBOOKS
PROGRESS = _WORK / ".progress.json"
