"""What submissions are held against: references, hidden checks, weights, isolation."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from course_lib.grading.build import Source, question_of, read_source
from course_lib.grading.places import SOLUTIONS
from course_lib.grading.sandbox import best_isolation
from course_lib.grading.submission import Unreadable, read_notebook


@dataclass(frozen=True, slots=True)
class Course:
    """What submissions are held against: the references, hidden checks, weights, isolation."""

    sources: tuple[Source, ...]
    hidden: Any = None
    weights: Mapping[str, float] = field(default_factory=dict)
    isolation: str = "limits"
    seed: str = ""

    @classmethod
    def load(
        cls,
        solutions: Path = SOLUTIONS,
        hidden: Path | None = None,
        weights: Mapping[str, float] | None = None,
        isolation: str | None = None,
        seed: str | None = None,
    ) -> Course:
        """Read the references; raises BadSource or Unreadable for one that cannot be graded by."""
        sources = tuple(read_source(path) for path in sorted(solutions.glob("*.ipynb")))
        if not sources:
            raise Unreadable(f"no solutions in {solutions}")
        notebook = read_notebook(hidden) if hidden else None
        course = cls(
            sources,
            notebook,
            weights or {},
            isolation or best_isolation(),
            seed or secrets.token_hex(8),
        )
        for source in sources:
            for question, cell in course.checks_of(source).items():
                _require_stored_line(question, cell)
        return course

    def checks_of(self, source: Source) -> dict[str, Any]:
        """The check cells that count for an exercise, the teacher's hidden ones last."""
        hidden = self.hidden.cells if self.hidden else []
        more = {question: cell for cell in hidden if (question := question_of(cell))}
        return source.checks | {
            question: cell
            for question, cell in more.items()
            if question.startswith(f"{source.exercise}.")
        }

    def pristine(self, source: Source) -> Any:
        """The notebook that nbval runs: set-up and checks of the reference, nothing else."""
        start = "from course_lib.grading.check import use_submission"
        cells = [_code(f'{start}\nuse_submission("submission.json")')]
        cells += [_code(text) for text in source.setup]
        hidden = [c for c in (self.hidden.cells if self.hidden else []) if c.cell_type == "code"]
        for cell in (*source.checks.values(), *hidden):
            question = question_of(cell)
            if question and question not in self.checks_of(source):
                continue
            label = {"course": {"check": question}} if question else {}
            cells.append(_code(cell.source, cell.outputs, label))
        return nbformat.v4.new_notebook(cells=cells)


def _require_stored_line(question: str, cell: Any) -> None:
    stored = "".join(output.get("text", "") for output in cell.outputs)
    if not stored.startswith(f"{question} ok: "):
        raise Unreadable(
            f"the reference's check of {question} has no stored line that says ok; "
            "run the solution again with make exercises"
        )


def _code(source: str, outputs: Sequence[Any] = (), metadata: Any = None) -> Any:
    return nbformat.v4.new_code_cell(
        source,
        outputs=list(outputs),
        metadata=metadata or {},
        execution_count=1 if outputs else None,
    )
