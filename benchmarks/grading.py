"""How long a class takes to grade: thirty submissions of one exercise, in seconds.

    python -m benchmarks.grading [FOLDER …]

A folder is another copy of the course, for example an older commit's; each grades its own solution.
CPU is that of all processes together, and less disturbed than the clock by what else runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.chunkers import print_table

COURSE = Path(__file__).resolve().parents[1]
EXERCISES = ("01", "06")
STUDENTS = 30


def seconds(course: Path, exercise: str) -> tuple[float, float]:
    """The seconds of the clock and of CPU that a grade of thirty solutions takes."""
    with TemporaryDirectory() as folder:
        [solution] = (course / "exercises" / "solutions").glob(f"{exercise}_*.ipynb")
        for number in range(STUDENTS):
            shutil.copyfile(solution, Path(folder, f"student {number:02}.ipynb"))
        start, before = perf_counter(), _cpu()
        subprocess.run(
            [sys.executable, "-m", "course_lib", "grade", folder, "--require-full"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(course)},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return perf_counter() - start, _cpu() - before


def _cpu() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(courses: list[Path]) -> None:
    """Print a row for each exercise and course."""
    rows = []
    for exercise in EXERCISES:
        for course in courses:
            wall, cpu = seconds(course, exercise)
            rows.append([exercise, course.name, f"{wall:.1f}", f"{cpu:.1f}"])
    print_table([["exercise", "course", "seconds", "of CPU"], *rows])


if __name__ == "__main__":
    main([COURSE, *(Path(name).resolve() for name in sys.argv[1:])])
