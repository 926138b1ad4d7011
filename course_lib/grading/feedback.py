"""What a learner gets back: one file a submission, question by question, for reading anywhere.

Nothing of other learners stands in it, and nothing of a teacher's hidden checks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from course_lib.grading.analyses import analysis_of
from course_lib.grading.answers import printable
from course_lib.grading.grade import Grade, Mark
from course_lib.grading.report import UNPROTECTED, Run

MOST_OF_A_NAME = 200  # bytes; most file systems allow 255

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }}
body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
code {{ font-family: ui-monospace, monospace; }}
</style></head><body>
{body}
</body></html>
"""


def write_feedback(folder: Path, grades: Sequence[Grade], run: Run) -> list[Path]:
    """Write feedback for each file, as Markdown and as HTML; return what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    taken: set[str] = set()
    for grade in grades:
        name = _free_name(grade, taken)
        text = as_markdown(grade, run)
        page = PAGE.format(title=escape(_title(grade)), body=as_html(text))
        for path, content in ((f"{name}.md", text), (f"{name}.html", page)):
            (folder / path).write_text(content, "utf-8")
            written.append(folder / path)
    return written


def as_markdown(grade: Grade, run: Run) -> str:
    """Return the feedback on one file."""
    lines = [f"# {_title(grade)}", "", f"Your file: {_plain(str(grade.path))}", ""]
    if grade.error:
        lines += [f"It was not graded: {_plain(grade.error)}.", ""]
    marks = [mark for mark in grade.marks if not is_hidden(mark)]
    for mark in marks:
        lines += [*_of_question(mark), ""]
    if marks:
        earned, possible = sum(m.points for m in marks), sum(m.possible for m in marks)
        lines += [f"**{earned:g} of {possible:g} points.**", ""]
    told = [note for note in grade.notes if "found by" not in note]  # how, is for the teacher
    lines += [f"- {_plain(note)}" for note in told]
    if run.isolation == "limits":
        lines.append(f"- marks are {UNPROTECTED}")
    lines += ["", f"Graded {run.date} with seed {run.seed}, {run.version}."]
    return "\n".join(lines) + "\n"


def as_html(markdown: str) -> str:
    """Return feedback as HTML: headings, lists and paragraphs are all that it holds."""
    from markdown_it import MarkdownIt

    html: str = MarkdownIt("commonmark", {"html": False}).render(markdown)
    return html


def is_hidden(mark: Mark) -> bool:
    """Whether a mark is of a check of the teacher's own, such as 01.q2.hidden."""
    return mark.question.count(".") > 1


def _of_question(mark: Mark) -> list[str]:
    known = analysis_of(mark.question)
    title = f" · {known.title}" if known else ""
    _, _, said = mark.feedback.partition(" ")
    lines = [
        f"## {mark.question}{title}",
        "",
        f"{mark.points:g} of {mark.possible:g}: {_plain(said)}",
    ]
    if known and known.rule:
        lines += ["", f"*Rule to keep: {known.rule}*"]
    return lines


def _title(grade: Grade) -> str:
    exercise = f"Exercise {grade.exercise}" if grade.exercise else "Not graded"
    return _plain(f"{exercise}, {grade.student or grade.path.stem}")


def _plain(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\`*_\[\]<>#&|~])", r"\\\1", printable(text))


def _free_name(grade: Grade, taken: set[str]) -> str:
    words = re.findall(
        r"[^\W_]+", printable(f"{grade.student or grade.path.stem} {grade.exercise}")
    )
    short = "-".join(words).encode()[:MOST_OF_A_NAME].decode("utf-8", "ignore")
    name = base = short or "submission"
    number = 1
    while name.casefold() in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name.casefold())
    return name
