"""A choice for the harbour, on questions that only the grade has.

They lie with the solutions, which no handout holds; there the questions of the folder are asked.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from course_lib.chunk import Chunker
from course_lib.chunkers import MarkdownChunker, NaiveChunker, ParagraphChunker
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure import Result, difference, sweep
from course_lib.measure.questions import read_folder
from course_lib.places import SOLUTIONS
from course_lib.samples import HARBOUR

KINDS = {"naive": NaiveChunker, "paragraph": ParagraphChunker, "markdown": MarkdownChunker}
SIZES = (100, 200, 300, 400, 600, 800)
BUDGET = 800
HELD_OUT = SOLUTIONS / "11_held_out.jsonl"
VISIBLE = HARBOUR / "questions.jsonl"


def check(answers: Answers, _random: Random) -> str:
    given = answers.value("my_choice")
    kinds = ", ".join(KINDS)
    if not isinstance(given, list) or len(given) != 2:
        raise NotYet(f'`my_choice` is {shown(given)}; write a pair such as ("naive", 400)')
    kind, size = given
    if kind not in KINDS:
        raise NotYet(f"{shown(kind)} is none of {kinds}")
    if type(size) is not int or size not in SIZES:
        raise NotYet(f"{shown(size)} is none of the sizes {', '.join(map(str, SIZES))}")
    for questions in filter(Path.exists, (VISIBLE, HELD_OUT)):
        results = measured(questions)
        best, mine = max(results.values(), key=lambda r: r.recall), results[kind, size]
        if difference(best, mine, "recall")[1].low > 0:
            which = "you have" if questions == VISIBLE else "were kept back"
            raise NotYet(
                f"{mine.setting}, on the questions that {which}: surely worse than the best, "
                f"{mine.recall:.2f} of the evidence against {best.recall:.2f}"
            )
    return "at this price it is not surely worse than any other"


@cache
def measured(questions: Path) -> dict[tuple[str, int], Result]:
    """Return each setting, measured on the harbour's documents with these questions."""
    found = read_folder(HARBOUR / "texts", questions)
    made: dict[tuple[str, int], Chunker] = {
        (kind, size): make(size, 0) if kind == "naive" else make(size)
        for kind, make in KINDS.items()
        for size in SIZES
    }
    results = sweep(list(made.values()), found.documents, found.questions, budgets=[BUDGET])
    return dict(zip(made, results, strict=True))
