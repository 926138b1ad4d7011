"""A page about a class: what was passed, which wrong ideas it has, and what to talk about.

Pictures are matplotlib's, inside the page; without it the tables stand alone.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from html import escape
from io import StringIO
from typing import Any

from course_lib.grading.analyses import analysis_of
from course_lib.grading.answers import one_line, printable
from course_lib.grading.feedback import PAGE
from course_lib.grading.grade import Grade
from course_lib.grading.report import Row, Run
from course_lib.grading.source import syntax_of

SMALLEST = 25  # nodes of an answer's syntax: shorter ones are equal by chance
MOST_HINTS = 3  # of a question


def as_page(rows: Sequence[Row], run: Run) -> str:
    """Return the page, complete in itself."""
    parts = [f"<h1>The class, {escape(run.date)}</h1>", _overview(rows)]
    parts += [_picture(_passed_picture, rows), _picture(_score_picture, rows)]
    parts += [_monday(rows), _questions(rows), _equal_answers(rows), f"<p>{escape(str(run))}</p>"]
    return PAGE.format(title="The class", body="\n".join(filter(None, parts)))


def passed_shares(rows: Sequence[Row]) -> dict[str, tuple[int, int]]:
    """Return for each question how many passed it, of how many whose answer was graded."""
    found: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        for mark in row.marks:
            if not mark.is_skipped:
                found[mark.question].append(mark.points >= mark.possible)
    return {question: (sum(found[question]), len(found[question])) for question in sorted(found)}


def frequent_hints(rows: Sequence[Row]) -> dict[str, list[tuple[str, int]]]:
    """Return for each question the hints that came most often, and how often."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        for mark in row.marks:
            if mark.points < mark.possible:
                found[mark.question][_idea(mark.feedback)] += 1
    return {question: found[question].most_common(MOST_HINTS) for question in sorted(found)}


def equal_answers(grades: Iterable[Grade]) -> list[tuple[str, list[str]]]:
    """Return who gave answers to a question that are equal but for names, spaces and comments.

    Short answers are left out: there is often only one way to write them.
    """
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for grade in grades:
        whose = grade.student or grade.path.stem
        for question, copies in grade.answers.items():
            for shape in {shape for source in copies if (shape := shape_of(source))}:
                if whose not in found[question, shape]:
                    found[question, shape].append(whose)
    return sorted((q, sorted(who)) for (q, _), who in found.items() if len(who) > 1)


def shape_of(source: str) -> str:
    """Return an answer without its names, spaces, comments and docstrings; empty if it is short.

    >>> shape_of("a = 1")
    ''
    """
    tree = syntax_of(source)
    if tree is None or sum(1 for _ in ast.walk(tree)) < SMALLEST:
        return ""
    names: dict[str, str] = {}

    def renamed(name: str) -> str:
        return names.setdefault(name, f"n{len(names)}")

    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = renamed(node.id)
        elif isinstance(node, ast.arg):
            node.arg = renamed(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            node.name = renamed(node.name)
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] or [ast.Pass()]
    try:
        return ast.dump(tree)
    except RecursionError:  # nobody's style
        return ""


def _idea(feedback: str) -> str:
    """A hint without the case that it was found with, so that equal mistakes are counted as one."""
    _, _, hint = feedback.partition("not yet: ")
    call, colon, why = hint.rpartition("): ")
    return why if colon and call else hint


def _overview(rows: Sequence[Row]) -> str:
    graded = sum(bool(row.counted) for row in rows)
    missing = [row.student.name or row.student.id for row in rows if not row.grades]
    refused = [f"{g.path}: {g.error}" for row in rows for g in row.grades if g.error]
    text = f"<p>{graded} of {len(rows)} students have work that was graded."
    if missing:
        text += f" Nothing came from {_listed(missing)}."
    text += "</p>"
    if refused:
        text += "<p>Not graded:</p>" + _list(refused)
    return text


def _monday(rows: Sequence[Row]) -> str:
    """The wrong ideas that most of the class share."""
    hints = [
        (times, question, hint)
        for question, found in frequent_hints(rows).items()
        for hint, times in found
        if times > 1
    ]
    hints.sort(key=lambda one: (-one[0], one[1:]))
    lines = []
    for times, question, hint in hints[:MOST_HINTS]:
        known = analysis_of(question)
        rule = f" Rule to keep: {known.rule}" if known else ""
        lines.append(f"{question}, {times} students: {hint}.{rule}")
    said = "No hint came twice." if not lines else ""
    return f"<h2>What to talk about on Monday</h2><p>{said}</p>{_list(lines)}"


def _questions(rows: Sequence[Row]) -> str:
    hints = frequent_hints(rows)
    lines = []
    for question, (passed, all_of) in passed_shares(rows).items():
        known = analysis_of(question)
        often = "<br>".join(f"{n} × {_shown(hint)}" for hint, n in hints.get(question, []))
        title = _shown(known.title) if known else ""
        lines.append(
            f"<tr><td>{_shown(question)}</td><td>{title}</td>"
            f"<td>{passed} of {all_of}</td><td>{often}</td></tr>"
        )
    head = "<tr><th>question</th><th></th><th>passed</th><th>most frequent hints</th></tr>"
    return f"<h2>Question by question</h2><table>{head}{''.join(lines)}</table>"


def _equal_answers(rows: Sequence[Row]) -> str:
    lines = [
        f"{question}: {', '.join(who)}"
        for question, who in equal_answers(grade for row in rows for grade in row.grades)
    ]
    if not lines:
        return ""
    return (
        "<h2>Answers that are equal but for names, spaces and comments</h2>"
        "<p>People may have worked together, or there may be few ways to write it.</p>"
        + _list(lines)
    )


def _picture(draw: Callable[[Any, Sequence[Row]], str], rows: Sequence[Row]) -> str:
    """A picture as SVG, or nothing without matplotlib."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        return ""
    figure = Figure(figsize=(7, 2.6), layout="constrained")
    words = escape(draw(figure.subplots(), rows))
    if not words:
        return ""
    out = StringIO()
    with rc_context({"svg.hashsalt": "class"}):  # the same picture has the same ids
        figure.savefig(
            out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type"))
        )
    _, _, svg = out.getvalue().partition("<svg")
    return (
        f'<figure><svg role="img" aria-label="{words}"{svg}'
        f"<figcaption>{words}</figcaption></figure>"
    )


def _passed_picture(axes: Any, rows: Sequence[Row]) -> str:
    shares = passed_shares(rows)
    if not shares:
        return ""
    heights = [100 * passed / all_of for passed, all_of in shares.values()]
    axes.bar(list(shares), heights, color="#3b7dd8")
    axes.set_ylim(0, 100)
    axes.set_ylabel("passed, %")
    axes.tick_params(axis="x", rotation=60)
    least = min(shares, key=lambda question: shares[question][0] / shares[question][1])
    return f"Share of answers that passed; fewest passed {least}."


def _score_picture(axes: Any, rows: Sequence[Row]) -> str:
    scores = [100 * (row.score or 0) / row.possible for row in rows if row.possible]
    if not scores:
        return ""
    axes.hist(scores, bins=range(0, 101, 10), color="#3b7dd8", edgecolor="white")
    axes.set_xlabel("points of what was graded, %")
    axes.set_ylabel("students")
    middle = sorted(scores)[len(scores) // 2]
    return f"How many students earned how much; the middle one has {middle:.0f} %."


def _listed(names: Sequence[str]) -> str:
    return escape(printable(", ".join(names)))


def _shown(text: str) -> str:
    return escape(one_line(text, 300))


def _list(lines: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{_shown(line)}</li>" for line in lines) + "</ul>" if lines else ""
