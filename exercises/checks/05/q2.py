"""Three leaks that can be read off the code."""

from __future__ import annotations

from random import Random

from course_lib.grading.answers import Answers

from .common import require_leak
from .probe import search_a, search_b, search_c


def check(answers: Answers, _random: Random) -> str:
    require_leak(answers, "leak_a", search_a, "which name of a role lies inside another one?")
    require_leak(answers, "leak_b", search_b, "which argument of search_b is never used?")
    require_leak(answers, "leak_c", search_c, "for whom is no condition added?")
    return "a role inside a role, an environment forgotten, and nobody who became everybody"
