"""Which course a grade was made by."""

from hashlib import sha256
from importlib.metadata import version

from course_lib.places import CHECKS, SOLUTIONS


def course_version() -> str:
    """Return the version of the course, and a short hash of what it grades by.

    >>> course_version().startswith("course 0.1.0, checks ")
    True
    """
    digest = sha256()
    for path in sorted([*CHECKS.rglob("*.py"), *SOLUTIONS.glob("*.ipynb")]):
        digest.update(path.read_bytes())
    return f"course {version('course_lib')}, checks {digest.hexdigest()[:12]}"
