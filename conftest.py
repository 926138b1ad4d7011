"""How pytest runs here, for the tests, the doctests and the notebooks alike."""

from __future__ import annotations

import os
import runpy
from importlib.util import find_spec
from pathlib import Path

from hypothesis import settings

# The course needs no network, so the tests have none: this process, and all that it starts.
OFFLINE = str(Path(__file__).parent / "tests" / "offline")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [OFFLINE, os.environ.get("PYTHONPATH")]))
runpy.run_path(str(Path(OFFLINE, "sitecustomize.py")))

# Kernels inherit it: running the course's own solutions is nobody's progress.
os.environ["COURSE_LIB_NO_PROGRESS"] = "1"

# No clock, and the same examples every time where CI is set.
# HYPOTHESIS_PROFILE=thorough make test tries ten times as many.
settings.register_profile("local", deadline=None, max_examples=50)
settings.register_profile("repeatable", settings.get_profile("local"), derandomize=True)
settings.register_profile("thorough", settings.get_profile("local"), max_examples=500)
usual = "repeatable" if os.environ.get("CI") else "local"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or usual)

# Without playwright the browser's tests cannot even be read. The header says so, and so does make.
BROWSER = find_spec("playwright") is not None
WITH_BROWSER = ("hands", "lab", "sight", "test_browser", "twin", "walk")
collect_ignore = ["tests/offline"]
collect_ignore += [] if BROWSER else [f"tests/{name}.py" for name in WITH_BROWSER]


def pytest_report_header() -> str:
    """Say whether the browser's tests run."""
    return f"browser tests: {'run' if BROWSER else 'do NOT run, playwright is not installed'}"
