"""What Binder, conda, pip and the pins say of the environment is one and the same."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
CONDA_NAMES = {"matplotlib-base": "matplotlib"}
BY_CONDA_ALONE = {"python", "pip"}


def project() -> dict:  # type: ignore[type-arg]
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def name_of(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", CONDA_NAMES.get(found[0], found[0])).lower()


def conda() -> dict[str, str]:
    listed = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    return {name_of(line): line for line in listed}


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return {name_of(line): line.partition("==")[2] for line in lines}


def test_binder_and_pip_install_the_same_packages() -> None:
    lab = {name_of(line) for line in project()["optional-dependencies"]["lab"]}
    assert set(conda()) - BY_CONDA_ALONE == lab


def test_binder_gets_an_exact_python_that_the_package_accepts() -> None:
    found = re.fullmatch(r"python=3\.(\d+)", conda()["python"])
    assert found
    assert int(found[1]) >= 11
    assert project()["requires-python"] == ">= 3.11"


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


def test_the_core_needs_nothing() -> None:
    assert project()["dependencies"] == []


def test_pins_are_plain_and_cover_what_is_installed() -> None:
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line), line
    extras = project()["optional-dependencies"]
    wanted = {name_of(line) for extra in ("lab", "test", "browser") for line in extras[extra]}
    assert wanted <= set(pins())


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
