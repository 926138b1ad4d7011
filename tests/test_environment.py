"""What Binder, conda, pip and the pins say of the environment is one and the same."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parents[1]
CONDA_NAMES = {"matplotlib-base": "matplotlib"}
BY_CONDA_ALONE = {"python", "pip"}
PYTHONS = ("3.11.2", "3.12.0", "3.13.0", "3.14.0")  # the oldest of each that is promised


def project() -> dict:  # type: ignore[type-arg]
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", CONDA_NAMES.get(found[0], found[0])).lower()


def conda() -> dict[str, str]:
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    return {name_of(line): line for line in listed}


class Pin(NamedTuple):
    """One line of constraints.txt: a version, and on which Pythons it holds."""

    name: str
    version: str
    marker: Marker | None

    def holds_on(self, python: str) -> bool:
        return self.marker is None or self.marker.evaluate(on(python))


def on(python: str) -> dict[str, str]:
    """What markers see on that Python, on Linux."""
    minor = ".".join(python.split(".")[:2])
    return {
        "python_full_version": python,
        "python_version": minor,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }


def pins() -> list[Pin]:
    found = []
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        pin = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.!+]+)(?: ; (python_\S+ .+))?", line)
        assert pin, f"{line}: write name==version, or name==version ; python_version < 'X.Y'"
        found.append(Pin(name_of(pin[1]), pin[2], Marker(pin[3]) if pin[3] else None))
    return found


def pins_on(python: str) -> dict[str, str]:
    return {pin.name: pin.version for pin in pins() if pin.holds_on(python)}


def installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def needed_on(python: str, extras: set[str]) -> dict[str, list[Requirement]]:
    """All that the course needs there, as far as it is installed here, and who asks for it how."""
    found: dict[str, list[Requirement]] = {}
    asked = {("course-lib", extra) for extra in ("", *extras)}
    done = set()
    while asked:
        name, extra = asked.pop()
        done.add((name, extra))
        package = installed(name)
        for line in (package.requires or []) if package else []:
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate(on(python) | {"extra": extra}):
                found.setdefault(name_of(wanted.name), []).append(wanted)
                asked |= {(name_of(wanted.name), more) for more in ("", *wanted.extras)} - done
    return found


def test_binder_and_pip_install_the_same_packages() -> None:
    wanted = [*project()["dependencies"], *project()["optional-dependencies"]["lab"]]
    assert set(conda()) - BY_CONDA_ALONE == {name_of(line) for line in wanted}


def test_binder_gets_an_exact_python_that_the_package_accepts() -> None:
    found = re.fullmatch(r"python=3\.(\d+)", conda()["python"])
    assert found
    assert f"{conda()['python'].partition('=')[2]}.0" in PYTHONS


def test_every_package_of_the_environment_says_why_it_is_there() -> None:
    for line in (ROOT / "environment.yml").read_text().splitlines():
        if line.startswith("  - ") and "conda-forge" not in line:
            assert re.search(r"  # \w+", line), line


def test_every_extra_says_why_it_is_there() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    block = text.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    for extra in re.split(r"\n(?=\w+ = \[)", block.strip()):
        heading, *packages = [line for line in extra.splitlines() if line.strip() != "]"]
        assert "#" in heading or all("#" in line for line in packages), extra


def test_the_core_needs_one_parser() -> None:
    assert [name_of(line) for line in project()["dependencies"]] == ["markdown-it-py"]


def test_no_package_is_pinned_twice_on_a_python() -> None:
    for python in PYTHONS:
        names = [pin.name for pin in pins() if pin.holds_on(python)]
        assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("python", PYTHONS)
def test_what_the_course_needs_is_pinned_to_what_suits_all_who_ask(python: str) -> None:
    pinned, needed = (
        pins_on(python),
        needed_on(python, {"lab", "test", "browser", "embeddings", "postgres", "scale", "site"}),
    )
    assert len(needed) > 100, "the walk over what is installed found next to nothing"
    assert set(needed) <= set(pinned)
    for name, requirements in needed.items():
        for requirement in requirements:
            assert requirement.specifier.contains(pinned[name], prereleases=True), requirement


@pytest.mark.parametrize("python", PYTHONS)
def test_every_pin_that_is_installed_here_runs_on_every_python(python: str) -> None:
    seen = 0
    for name, version in pins_on(python).items():
        package = installed(name)
        if package and package.version == version:
            seen += 1
            accepted = SpecifierSet(package.metadata.get("Requires-Python") or "")
            assert accepted.contains(python), f"{name} {version} asks for Python {accepted}"
    assert seen > 100


def test_the_oldest_python_is_the_same_everywhere() -> None:
    oldest = PYTHONS[0]
    major, minor, patch = oldest.split(".")
    assert project()["requires-python"] == f">= {oldest}"
    assert f"({major}, {minor}, {patch})" in (ROOT / "Makefile").read_text()
    assert f"({major}, {minor}, {patch})" in (ROOT / "course_lib/__init__.py").read_text()
    for page in ("README.md", "Makefile"):
        assert f"Python {oldest} or newer" in (ROOT / page).read_text("utf-8")


@pytest.mark.parametrize("version", ["3.10.13", "3.11.1"])
def test_too_old_a_python_is_told_so_by_the_package(version: str) -> None:
    """The first lines of the package, run alone: an old Python could not read the others."""
    source = (ROOT / "course_lib/__init__.py").read_text("utf-8")
    check = source.partition("# A clear sentence")[2].partition("\n\n")[0].partition("\n")[2]
    old = SimpleNamespace(
        version_info=tuple(map(int, version.split("."))), version=f"{version} (x)"
    )
    with pytest.raises(ImportError, match=f"needs Python {PYTHONS[0]} or newer; this is {version}"):
        exec(check, {"sys": old})
    exec(check, {"sys": sys})


def test_the_package_itself_is_installed_after_the_environment() -> None:
    script = ROOT / "postBuild"
    assert script.stat().st_mode & 0o111, "Binder runs it, so it must be executable"
    assert "pip install --no-deps --editable ." in script.read_text()


@pytest.mark.outside
def test_binder_builds_what_we_mean() -> None:
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    dockerfile = run.stdout + run.stderr
    assert "environment.yml" in dockerfile
    assert "postBuild" in dockerfile
    wanted = conda()["python"].partition("=")[2]
    assert f"conda environment for python={wanted}" in dockerfile
