"""The command `reset`: put an exercise back as it was handed out."""

import shutil
from argparse import Namespace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from course_lib.errors import InvalidValue
from course_lib.places import BLANK, COURSE, EXERCISES, SOLUTIONS


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "reset",
        help="put an exercise back as it was handed out",
        description="Put an exercise back as it was handed out; your copy is kept beside it, and "
        "the questions of the exercise no longer count as passed.",
    )
    parser.add_argument("exercise", metavar="NN", help="the exercise's number, for example 01 or 1")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Write the exercise anew and forget its progress; a copy that was there is kept, by time."""
    from course_lib.grading import progress
    from course_lib.grading.build import write_exercise

    exercise = options.exercise.zfill(2)
    folder = SOLUTIONS if SOLUTIONS.is_dir() else BLANK
    sources = {path.stem[:2]: path for path in folder.glob("*.ipynb")}
    if exercise not in sources:
        raise InvalidValue(f"no exercise {options.exercise}; there is {', '.join(sorted(sources))}")
    source = sources[exercise]
    target = EXERCISES / source.name
    if target.exists():
        kept = _free_name(target)
        target.rename(kept)
        print(f"your copy is kept as {kept.relative_to(COURSE)}")
    if source.parent == BLANK:
        shutil.copyfile(source, target)
    else:
        write_exercise(source, target)
    progress.forget(exercise)
    print(f"{target.relative_to(COURSE)} is as it was handed out")
    return 0


def _free_name(target: Path) -> Path:
    stamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{target.stem}.{stamp}{f'-{number}' if number else ''}.ipynb" for number in count())
    return next(path for path in map(target.with_name, names) if not path.exists())
