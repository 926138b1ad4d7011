"""What submissions are held against: references, hidden checks, weights, isolation."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat

from course_lib.grading.answers import SECONDS, one_line
from course_lib.grading.build import Source, question_of, read_source
from course_lib.grading.places import SOLUTIONS
from course_lib.grading.sandbox import best_isolation
from course_lib.grading.submission import (
    Unreadable,
    find_exercise,
    named_exercise,
    read_notebook,
)


@dataclass(frozen=True, slots=True)
class Course:
    """What submissions are held against, the seconds an answer gets, and what it must not see.

    `unfit` names the exercises whose reference nothing can be held against, and says why.
    """

    sources: tuple[Source, ...]
    unfit: Mapping[str, str] = field(default_factory=dict)
    hidden: Any = None
    weights: Mapping[str, float] = field(default_factory=dict)
    isolation: str = "limits"
    seed: str = ""
    seconds: float = SECONDS
    covered: tuple[Path, ...] = ()

    @classmethod
    def load(
        cls,
        solutions: Path = SOLUTIONS,
        hidden: Path | None = None,
        weights: Mapping[str, float] | None = None,
        isolation: str | None = None,
        seed: str | None = None,
    ) -> Course:
        """Read the references; raises Unreadable when there is none that can be graded by."""
        sources, unfit = _references(solutions)
        if not sources and not unfit:
            raise Unreadable(f"no solutions in {solutions}")
        if all(source.exercise in unfit for source in sources):
            raise Unreadable(next(iter(unfit.values())))
        notebook = read_notebook(hidden) if hidden else None
        course = cls(
            sources,
            unfit,
            notebook,
            weights or {},
            isolation or best_isolation(),
            seed or secrets.token_hex(8),
            covered=(hidden,) if hidden else (),
        )
        for source in sources:
            for question, cell in course.checks_of(source).items():
                if question not in source.checks:
                    _require_stored_line(question, cell)
        _require_known(course)
        return course

    def source_of(self, notebook: Any) -> Source:
        """The reference of the exercise that a notebook answers; raises Unreadable without one."""
        self._require_fit(named_exercise(notebook))
        source = find_exercise(notebook, self.sources)
        self._require_fit(source.exercise)
        return source

    def _require_fit(self, exercise: str) -> None:
        if exercise in self.unfit:
            raise Unreadable(f"exercise {exercise} cannot be graded: {self.unfit[exercise]}")

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


def _references(solutions: Path) -> tuple[tuple[Source, ...], dict[str, str]]:
    """Read every solution; one that is not finished stops its own exercise and no other."""
    sources, unfit = [], {}
    for path in sorted(solutions.glob("*.ipynb")):
        try:
            source = read_source(path)
            sources.append(source)
            for question, cell in source.checks.items():
                _require_stored_line(question, cell)
        except Exception as error:  # a file that is being written can be damaged in any way
            unfit[path.stem[:2]] = one_line(error)
    return tuple(sources), unfit


def _require_stored_line(question: str, cell: Any) -> None:
    stored = "".join(output.get("text", "") for output in cell.outputs)
    if not stored.startswith(f"{question} ok: "):
        raise Unreadable(
            f"the reference's check of {question} has no stored line that says ok; "
            "run the solution again with make exercises"
        )


def _require_known(course: Course) -> None:
    """Refuse hidden checks of no question, and weights that would count for nothing."""
    known = {question for source in course.sources for question in source.checks}
    if course.hidden:
        hidden = {question for cell in course.hidden.cells if (question := question_of(cell))}
        stray = sorted(q for q in hidden if q in known or q.rpartition(".")[0] not in known)
        if stray or not hidden:
            what = f"a check of {stray[0]}" if stray else "no check"
            raise Unreadable(f"the hidden notebook holds {what}; name checks like 01.q1.hidden")
        known |= hidden
    for question in course.weights:
        if question not in known and question.partition(".")[0] not in course.unfit:
            raise Unreadable(
                f"no question {question} to weigh; there is {', '.join(sorted(known))}"
            )


def _code(source: str, outputs: Sequence[Any] = (), metadata: Any = None) -> Any:
    return nbformat.v4.new_code_cell(
        source,
        outputs=list(outputs),
        metadata=metadata or {},
        execution_count=1 if outputs else None,
    )
