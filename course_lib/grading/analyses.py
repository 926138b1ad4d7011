"""What is said of a question once it is answered: why it is so, and the rule to keep."""

from __future__ import annotations

import json
from dataclasses import dataclass

from course_lib.places import ANALYSES, EXERCISES


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """The analysis of one question, drawn as Markdown in a notebook."""

    title: str = ""
    analysis: str = ""
    rule: str = ""

    def __repr__(self) -> str:
        return f"{self.analysis}\n{self.rule}"

    def _repr_markdown_(self) -> str:
        return f"**Analysis** {self.analysis} *Rule to keep: {self.rule}*"


def analysis_of(question: str) -> Analysis | None:
    """Return the analysis of a question; None where there is none, or no such file.

    >>> analysis_of("06.q5").rule
    'what belongs together is read together.'
    """
    try:
        return Analysis(**json.loads((EXERCISES / ANALYSES).read_bytes())[question])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):  # a file is damaged
        return None
