"""What the builder of the site takes from Pyodide's release, and what it does without one.

It runs in the environment that `make site` made for it.
"""

from __future__ import annotations

import json
import os
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYTHON = ROOT / ".venv-site" / "bin" / "python"
NEEDS = {"matplotlib": ["numpy", "Pillow_x"], "numpy": [], "pillow-x": ["numpy"], "other": []}
BUILDER = """
import json, sys
from pathlib import Path
import make_site
make_site.PARTS, make_site.PYODIDE = map(Path, sys.argv[2:])
make_site.PYODIDE_CDN_URL = Path(sys.argv[1]).as_uri()
fetched = make_site.fetch_matplotlib(make_site.read_lock())
print(json.dumps([fetched, sorted(path.name for path in make_site.PYODIDE.glob("*.whl"))]))
"""
pytestmark = pytest.mark.outside


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A release of Pyodide with some small wheels, and its lock as npm brings it."""
    folder, unpacked = tmp_path / "release", tmp_path / "pyodide"
    folder.mkdir()
    unpacked.mkdir()
    packages = {}
    for name, needs in NEEDS.items():
        file = folder / f"{name}-1.whl"
        file.write_text(name)
        packages[name] = {"name": name, "version": "1", "file_name": file.name, "depends": needs}
        packages[name] |= {"install_dir": "site", "sha256": sha256(name.encode()).hexdigest()}
    info = {"arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}
    lock = json.dumps({"info": info, "packages": packages})
    (unpacked / "pyodide-lock.json").write_text(lock)
    return folder


def fetched(release: Path) -> tuple[list[str], list[str], str]:
    """The packages that the builder takes, the wheels that it copies, and what it says."""
    folders = [release, release.parent / "parts", release.parent / "pyodide"]
    done = subprocess.run(
        [PYTHON, "-c", BUILDER, *folders],
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    *said, last = done.stdout.splitlines()
    names, wheels = json.loads(last)
    return names, wheels, "\n".join(said)


def test_matplotlib_comes_with_all_that_it_needs(release: Path) -> None:
    names, wheels, said = fetched(release)
    assert sorted(names) == ["matplotlib", "numpy", "pillow-x"]
    assert wheels == ["matplotlib-1.whl", "numpy-1.whl", "pillow-x-1.whl"]
    assert said == ""


def test_what_was_fetched_is_not_fetched_again(release: Path) -> None:
    fetched(release)
    for wheel in release.glob("*.whl"):
        wheel.unlink()
    assert len(fetched(release)[0]) == 3


@pytest.mark.parametrize("wheel", ["matplotlib-1.whl", "pillow-x-1.whl"])
@pytest.mark.parametrize("damage", ["missing", "another"])
def test_a_release_out_of_reach_leaves_nothing_half(release: Path, wheel: str, damage: str) -> None:
    if damage == "missing":
        (release / wheel).unlink()
    else:
        (release / wheel).write_text("another file")
    names, wheels, said = fetched(release)
    assert (names, wheels) == ([], [])
    assert "so matplotlib is left out" in said
    assert "the sentence of a picture stands alone" in said


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_make_names_npm_where_it_is_missing() -> None:
    done = make("site", "NPM=")
    assert done.returncode
    assert "make site needs npm" in done.stderr


def test_make_says_what_does_not_run_without_npm_and_firefox() -> None:
    planned = make("--dry-run", "test-all", "NPM=", "FIREFOX=", "CHROMIUM=/usr/bin/chromium").stdout
    assert "No npm found: the tests of the site" in planned
    assert "No Firefox found" in planned
    assert "--ignore tests/test_site.py" in planned
    assert '-k "not firefox"' in planned
    assert "make_site.py" not in planned.replace("--ignore tests/test_make_site.py", "")
