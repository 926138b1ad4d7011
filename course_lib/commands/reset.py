"""The command `reset`: put an exercise or a notebook back as it was handed out."""

import subprocess
from argparse import Namespace
from collections.abc import Iterable
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from course_lib.errors import InvalidValue
from course_lib.places import BLANK, BLANK_NOTEBOOKS, COURSE, EXERCISES, NOTEBOOKS, SOLUTIONS


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "reset",
        help="put an exercise or a notebook back as it was handed out",
        description="Put an exercise back as it was handed out; your copy is kept beside it, and "
        "the questions of the exercise no longer count as passed. With --notebook, the notebook of "
        "that number; your copy is kept in notebooks/kept. Close the file in JupyterLab first: it "
        "would save what it shows.",
    )
    parser.add_argument("number", metavar="NN", help="its number, for example 01 or 1")
    parser.add_argument("--notebook", action="store_true", help="the notebook, not the exercise")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Write the file anew and forget its progress; a copy that was there is kept, by time."""
    from course_lib.grading import progress

    number = options.number.zfill(2) if options.number else ""
    if options.notebook:
        name, text = _notebook(number, options.number)
        target, kept_in = NOTEBOOKS / name, NOTEBOOKS / "kept"  # beside it, it would be run as one
    else:
        name, text = _exercise(number, options.number)
        target, kept_in = EXERCISES / name, EXERCISES
    if target.exists():
        kept_in.mkdir(exist_ok=True)
        kept = _free_name(kept_in / name)
        target.rename(kept)
        print(f"your copy is kept as {kept.relative_to(COURSE)}")
    target.write_bytes(text)
    progress.forget(number, notebook=options.notebook)
    print(f"{target.relative_to(COURSE)} is as it was handed out")
    return 0


def _exercise(number: str, typed: str) -> tuple[str, bytes]:
    from course_lib.grading.build import blank_exercise

    folder = SOLUTIONS if SOLUTIONS.is_dir() else BLANK
    source = _named(number, folder.glob("*.ipynb"), f"no exercise {typed}")
    return source.name, source.read_bytes() if folder == BLANK else blank_exercise(source)


def _notebook(number: str, typed: str) -> tuple[str, bytes]:
    """A class's copy keeps every notebook as it was handed out; elsewhere Git does."""
    wrong = f"no notebook {typed}"
    if BLANK_NOTEBOOKS.is_dir():
        source = _named(number, BLANK_NOTEBOOKS.glob("*.ipynb"), wrong)
        return source.name, source.read_bytes()
    folder = NOTEBOOKS.relative_to(COURSE).as_posix()
    listed = _git("ls-tree", "--name-only", "HEAD", f"{folder}/")
    source = _named(number, map(Path, listed.decode().splitlines()), wrong)
    return source.name, _git("show", f"HEAD:./{source.as_posix()}")


def _git(*command: str) -> bytes:
    try:
        found = subprocess.run(
            ["git", "-C", str(COURSE), *command], check=True, capture_output=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        found = b""
    if not found:
        raise InvalidValue(
            "notebooks are put back from the history of the course, and there is none here: "
            f"{COURSE} is no clone of it, or Git is missing; download the course again beside it"
        )
    return found


def _named(number: str, paths: Iterable[Path], wrong: str) -> Path:
    found = {path.stem[:2]: path for path in paths if path.stem[:2].isdecimal()}
    if number not in found:
        raise InvalidValue(f"{wrong}; there is {', '.join(sorted(found))}")
    return found[number]


def _free_name(target: Path) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{target.stem}.{stamp}{f'-{number}' if number else ''}.ipynb" for number in count())
    return next(path for path in map(target.with_name, names) if not path.exists())
