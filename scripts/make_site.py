"""Build the course as a site that needs no server: make site.

JupyterLite draws JupyterLab, and Pyodide is the Python in the browser. All of it lies in
`build/site` afterwards, and its pages ask no other host. pip and npm fetch the parts; none of them
is committed. Matplotlib for Pyodide is on neither PyPI nor npm: it is taken from Pyodide's own
release where that can be reached. Elsewhere it is left out, and a picture's sentence stands alone.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import requires, version
from pathlib import Path

import nbformat
from jupyterlite_pyodide_kernel.constants import (
    PYODIDE_CDN_URL,
    PYODIDE_PYTHON_VERSION,
    PYODIDE_VERSION,
)
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pyodide_lock import PyodideLockSpec
from pyodide_lock.spec import PackageSpec
from pyodide_lock.utils import add_wheels_to_spec

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
PARTS = ROOT / "build" / "site-parts"  # what the site is put together from
LITE = PARTS / "lite"
BUILT = PARTS / "built"  # which takes the place of the site once it is whole
PYODIDE = LITE / "static" / "pyodide"
EXTENSION = Path(sys.prefix, "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension")

KERNEL = ["ipython", "jedi", "micropip"]  # what JupyterLite's kernel needs of Pyodide's packages
BROUGHT = ["ipykernel", "piplite", "pyodide-kernel"]  # and by wheels in its own extension
BESIDE_THE_COURSE = ["anywidget", "ipywidgets", "markdown-it-py", "pypdf"]  # what notebooks import
DRAWS = re.compile(r"^def \w+_picture\(", re.MULTILINE)  # in a module that imports matplotlib
SMALLER_IN_JUPYTERLITE = {"widgetsnbextension"}  # it brings an empty one
COPIED = ["notebooks/*.ipynb", "exercises/*.ipynb", "samples/*.md", "samples/*.txt"]
COPIED += ["docs/how_sure.ipynb"]
BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
BROWSER |= {"python_version": PYODIDE_PYTHON_VERSION, "os_name": "posix"}
KERNELSPEC = {"display_name": "Python", "language": "python", "name": "python"}  # JupyterLite's
START = "lab/index.html?path=notebooks/00_start_here.ipynb"
INDEX = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Chunking</title>
<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{{}}</script>
<meta http-equiv="refresh" content="0; url={START}"></head>
<body><a href="{START}">Open the course</a></body></html>
"""  # the pages of JupyterLite read its settings, which are empty


def main() -> None:
    """Fetch the parts, put them together, and say where the site lies and how large it is."""
    for folder in (LITE, BUILT):
        shutil.rmtree(folder, ignore_errors=True)
    unpack_pyodide()
    lock = read_lock()
    wheels = [
        build_course_wheel(),
        *sorted(EXTENSION.glob("static/pypi/*.whl")),
        *fetch_wheels(lock),
    ]
    pictures = fetch_matplotlib(lock)
    add_to_lock(lock, wheels, pictures)
    copy_course()
    (LITE / "jupyter-lite.json").write_text(json.dumps(settings()), "utf-8")
    build = [sys.executable, "-m", "jupyter", "lite", "build", "--lite-dir", LITE, "--apps", "lab"]
    run(*build, "--output-dir", BUILT, "--no-sourcemaps", cwd=LITE)
    (BUILT / "index.html").write_text(INDEX, "utf-8")
    shutil.rmtree(SITE, ignore_errors=True)
    BUILT.rename(SITE)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"{SITE.relative_to(ROOT)} holds the site, {size / 1e6:.0f} MB: make site-serve shows it")


def run(*command: object, cwd: Path = ROOT) -> None:
    """Run a program that has nothing to say unless it fails."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def unpack_pyodide() -> None:
    """Unpack Pyodide's core from npm, without what only a developer reads."""
    package = PARTS / f"pyodide-{PYODIDE_VERSION}.tgz"
    PYODIDE.mkdir(parents=True)
    if not package.exists():
        run("npm", "pack", "--silent", f"pyodide@{PYODIDE_VERSION}", cwd=PARTS)
    with tarfile.open(package) as packed:
        for member in packed:
            member.name = Path(member.name).name
            if member.name.endswith((".mjs", ".wasm", ".zip", "-lock.json")):
                packed.extract(member, PYODIDE, filter="data")


def read_lock() -> PyodideLockSpec:
    """What Pyodide's release holds, by name."""
    found = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    found["info"].setdefault("version", PYODIDE_VERSION)  # which the library asks for
    return PyodideLockSpec(**found)


def build_course_wheel() -> Path:
    """Build course_lib with samples, notebooks and checks in it."""
    folder = PARTS / "course"
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def fetch_wheels(lock: PyodideLockSpec) -> list[Path]:
    """Fetch pure wheels from PyPI: of the kernel as Pyodide has them, of the course as here."""
    versions = {name: version(name) for name in needed(BESIDE_THE_COURSE) - SMALLER_IN_JUPYTERLITE}
    versions |= {name: lock.packages[name].version for name in locked(lock, KERNEL)}
    folder = PARTS / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
    target = ["--python-version", PYODIDE_PYTHON_VERSION, "--platform", "any"]
    names = [f"{name}=={number}" for name, number in versions.items()]
    run(*pip, *target, "--only-binary", ":all:", *names)
    return sorted(folder.glob("*.whl"))


def needed(names: Iterable[str]) -> set[str]:
    """These packages and all that they need in a browser, as their installed metadata says."""
    found: set[str] = set()
    asked = set(names)
    while asked:
        name = asked.pop()
        found.add(name)
        for requirement in map(Requirement, requires(name) or []):
            if requirement.marker is None or requirement.marker.evaluate(BROWSER):
                asked |= {canonicalize_name(requirement.name)} - found
    return found


def locked(lock: PyodideLockSpec, names: Iterable[str]) -> list[str]:
    """These packages and all that they need, as Pyodide's release says."""
    found = list(names)
    for name in found:
        depends = map(canonicalize_name, lock.packages[name].depends)
        found += [other for other in depends if other not in found]
    return found


def fetch_matplotlib(lock: PyodideLockSpec) -> list[str]:
    """Fetch matplotlib and all it needs from Pyodide's release; nothing where that fails."""
    names = locked(lock, ["matplotlib"])
    try:
        wheels = [fetch(lock.packages[name]) for name in names]
    except OSError as error:
        print(f"Pyodide's release is out of reach ({error}), so matplotlib is left out:")
        print("in the site the sentence of a picture stands alone.")
        return []
    for wheel in wheels:
        shutil.copy(wheel, PYODIDE)
    return names


def fetch(package: PackageSpec) -> Path:
    """Fetch one wheel of Pyodide's release, unless it was fetched before."""
    kept = PARTS / "release" / package.file_name
    if not kept.exists():
        with urllib.request.urlopen(f"{PYODIDE_CDN_URL}/{package.file_name}", timeout=60) as answer:
            data = answer.read()
        if sha256(data).hexdigest() != package.sha256:
            raise OSError(f"{package.file_name} is not the file that Pyodide's lock names")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(data)
    return kept


def add_to_lock(lock: PyodideLockSpec, wheels: list[Path], fetched: list[str]) -> None:
    """Say in Pyodide's lock what there is, so that a cell's own import loads it."""
    copied = [Path(shutil.copy(wheel, PYODIDE)) for wheel in wheels]
    lock.packages = {name: lock.packages[name] for name in fetched}
    lock = add_wheels_to_spec(lock, copied)
    lock.packages["course-lib"].depends += BESIDE_THE_COURSE
    if fetched:
        modules = ROOT.glob("course_lib/show/*.py")
        drawing = [path.stem for path in modules if DRAWS.search(path.read_text("utf-8"))]
        lock.packages["matplotlib"].imports += [f"course_lib.show.{name}" for name in drawing]
    lock.to_json(PYODIDE / "pyodide-lock.json")


def copy_course() -> None:
    """Copy what a learner opens; solutions and checks are not among it."""
    for pattern in COPIED:
        for path in filter(Path.is_file, ROOT.glob(pattern)):
            target = LITE / "files" / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".ipynb":
                target.write_text(json.dumps(for_jupyterlite(path)), "utf-8")
            else:
                shutil.copy(path, target)


def for_jupyterlite(path: Path) -> nbformat.NotebookNode:
    """A notebook that names JupyterLite's kernel, with each source as one string, as it asks."""
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.kernelspec = {
        "display_name": "Python",
        "language": "python",
        "name": "python",
    }
    return notebook


def settings() -> dict[str, object]:
    """JupyterLite's settings: the kernel's packages come from the lock, and none from PyPI."""
    kernel = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": ["comm", *KERNEL, *BROUGHT]},
    }
    config = {
        "appName": "Chunking",
        "exposeAppInBrowser": True,
        "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": config}


if __name__ == "__main__":
    main()
