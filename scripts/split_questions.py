"""Split the questions of the samples into a visible and a held-out half, by lot.

    .venv/bin/python scripts/split_questions.py

It writes the `held_out` lines of samples/manifest.toml anew. Each document's questions are split
apart for themselves, those with one passage of evidence and those with several: of either kind half
are held out, and an odd one is held out in every second case. So both halves ask of the same
documents, and a difference between them is chance. What the course shows stays visible.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from random import Random

from course_lib.samples import FOLDER, Question, load_questions

SEED = 2026
SHOWN_DOCUMENTS = ("policy/55012", "memo/55012", "audit/2026")  # all that is asked of these
SHOWN = ("what-failed",)  # of claim/88431, in notebook 02
_QUESTION = re.compile(r'(id = "([^"]+)"\ntext = .*\n)(?:held_out = true\n)?')


def is_shown(question: Question) -> bool:
    """Say whether a notebook, a page or a test names the question, or shows its answer."""
    document = question.document
    ours = document.source_id in SHOWN_DOCUMENTS and document.scope.environment == "prod"
    return ours or question.id in SHOWN


def held_out(questions: Sequence[Question], seed: int = SEED) -> set[str]:
    """Return the ids of the questions that are held out: the same for the same seed."""
    draw = Random(seed)
    strata: dict[tuple[object, ...], list[Question]] = defaultdict(list)
    for question in questions:
        document = question.document
        strata[len(question.spans), document.scope, document.source_id].append(question)
    # Drawn, then by the number of passages: every second odd one is of each kind of question.
    in_turn = sorted(draw.sample([*strata], len(strata)), key=lambda stratum: stratum[0] != 1)
    chosen: set[str] = set()
    odd = draw.randrange(2)
    for stratum in in_turn:
        free = [question.id for question in strata[stratum] if not is_shown(question)]
        count, rest = divmod(len(strata[stratum]), 2)
        if free and rest:
            count, odd = count + odd, 1 - odd
        chosen.update(draw.sample(free, min(count, len(free))))
    return chosen


def marked(manifest: str, chosen: set[str]) -> str:
    """Return the manifest with the lines that say which questions are held out."""

    def line(found: re.Match[str]) -> str:
        return found[1] + ("held_out = true\n" if found[2] in chosen else "")

    return _QUESTION.sub(line, manifest)


if __name__ == "__main__":
    path = FOLDER / "manifest.toml"
    text = path.read_text("utf-8")
    path.write_text(marked(text, held_out(load_questions())), "utf-8", newline="")
