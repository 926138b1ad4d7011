"""Where the parts of the course lie that the grader reads."""

from pathlib import Path

COURSE = Path(__file__).resolve().parents[2]
NOTEBOOKS = COURSE / "notebooks"
EXERCISES = COURSE / "exercises"
SOLUTIONS = EXERCISES / "solutions"
CHECKS = EXERCISES / "checks"
BLANK = EXERCISES / "blank"  # the exercises as handed out, in a course without solutions
ANALYSES = "analyses.json"  # in EXERCISES: of all questions, for a class that has no solutions
