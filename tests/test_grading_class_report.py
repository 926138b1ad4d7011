"""The page about a class: shares, wrong ideas, equal answers; complete in itself."""

import sys
from pathlib import Path

import pytest

from course_lib.grading.class_report import (
    as_page,
    equal_answers,
    frequent_hints,
    passed_shares,
    shape_of,
)
from course_lib.grading.grade import Grade, Mark
from course_lib.grading.report import Run, rows_of
from course_lib.grading.roster import Student

RUN = Run("bubblewrap", "s", "2026-03-14", "course 0.1.0")
ANSWER = """
def window_spans(length, size, overlap):
    step = size - overlap
    return [(start, min(start + size, length)) for start in range(0, length, step)]
"""
RENAMED = ANSWER.replace("start", "a").replace("step", "jump").replace("    ", "  ")
COMMENTED = ANSWER.replace("    step", '    """Words."""  # more\n    step')
ANOTHER = ANSWER.replace("size - overlap", "size - overlap + 0")


def grade_of(student, passed, source=ANSWER, hint="window_spans(9, 4, 1): the end is missing"):
    said = "ok: fine" if passed else f"not yet: {hint}"
    mark = Mark("01.q2", float(passed), 1.0, f"01.q2 {said}")
    answers = {"01.q2": [source]}
    return Grade(Path(f"{student}.ipynb"), "01", (mark,), student=student, answers=answers)


CLASS = [
    grade_of("anna", True),
    grade_of("ben", False, RENAMED),
    grade_of("cy", False, ANOTHER, "window_spans(26, 10, 4): the end is missing"),
    Grade(Path("dee.py"), error="a .py file", student="dee"),
]
ROWS = rows_of(CLASS, [Student(name) for name in ("anna", "ben", "cy", "dee", "<eve>")])


def test_shares_count_what_was_graded():
    assert passed_shares(ROWS) == {"01.q2": (1, 3)}


def test_one_wrong_idea_is_counted_as_one_whatever_case_it_was_found_with():
    assert frequent_hints(ROWS) == {"01.q2": [("the end is missing", 2)]}


@pytest.mark.parametrize("other", [RENAMED, COMMENTED, "\n\n" + ANSWER])
def test_an_answer_in_other_clothes_has_the_same_shape(other):
    assert shape_of(other) == shape_of(ANSWER) != ""


def test_another_answer_has_another_shape_and_a_short_or_broken_one_none():
    assert shape_of(ANOTHER) != shape_of(ANSWER)
    assert shape_of("x = 1") == shape_of("def f(:") == ""


def test_equal_answers_are_named_together_and_nobody_twice():
    twice = grade_of("anna", True)
    assert equal_answers([*CLASS, twice]) == [("01.q2", ["anna", "ben"])]


def test_the_page_tells_the_class_and_needs_nothing_else():
    page = as_page(ROWS, RUN)
    for words in (
        "3 of 5 students have work that was graded",
        "Nothing came from &lt;eve&gt;",
        "dee.py: a .py file",
        "01.q2, 2 students: the end is missing.",
        "1 of 3",
        "01.q2: anna, ben",
        "2026-03-14",
    ):
        assert words in page
    assert page.count("<svg") == 2
    for needed in ("<script", "http://", "<link", "<img", "@import"):
        assert needed not in page.replace("http://www.w3.org", "")


def test_the_same_class_gives_the_same_page():
    assert as_page(ROWS, RUN) == as_page(ROWS, RUN)


def test_without_matplotlib_the_tables_stand_alone(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = as_page(ROWS, RUN)
    assert "<svg" not in page
    assert "1 of 3" in page


def test_a_class_of_nobody_is_a_page_too():
    assert "0 of 0 students" in as_page([], RUN)
