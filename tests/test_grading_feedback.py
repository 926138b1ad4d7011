"""What is handed back: one file a submission, with nothing of others and nothing hidden."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from course_lib.grading.feedback import as_markdown, write_feedback
from course_lib.grading.grade import Grade, Mark
from course_lib.grading.report import Run

RUN = Run("bubblewrap", "seed-7", "2026-03-14", "course 0.1.0")
MARKS = (
    Mark("01.q1", 1.0, 1.0, "01.q1 ok: five plain windows"),
    Mark("01.q2", 0.0, 2.0, "01.q2 not yet: the end is not part of the window"),
    Mark("01.q2.hidden", 0.0, 1.0, "01.q2.hidden not yet: the secret is 42"),
)
ONE = Grade(Path("anna/01.ipynb"), "01", MARKS, ("q1: 2 copies",), student="anna")


def test_feedback_goes_question_by_question():
    text = as_markdown(ONE, RUN)
    assert "# Exercise 01, anna" in text
    assert "## 01.q1 · By hand" in text
    assert "0 of 2: not yet: the end is not part of the window" in text
    assert "*Rule to keep: refuse an overlap that cannot advance" in text
    assert "**1 of 3 points.**" in text
    assert "q1: 2 copies" in text
    assert "2026-03-14 with seed seed-7, course 0.1.0" in text


def test_nothing_hidden_stands_in_it(tmp_path):
    for path in write_feedback(tmp_path, [ONE], RUN):
        text = path.read_text("utf-8")
        assert "hidden" not in text
        assert "42" not in text


def test_nothing_of_others_stands_in_it(tmp_path):
    other = Grade(Path("ben/01.ipynb"), "01", MARKS[:1], student="ben")
    paths = write_feedback(tmp_path, [ONE, other], RUN)
    assert [path.name for path in paths] == [
        *("anna-01.md", "anna-01.html", "ben-01.md", "ben-01.html")
    ]
    for path in paths:
        mine, theirs = ("anna", "ben") if "anna" in path.name else ("ben", "anna")
        text = path.read_text("utf-8")
        assert mine in text
        assert theirs not in text


def test_what_was_not_graded_says_why():
    one = Grade(Path("a.py"), error="a .py file: hand in the notebook itself", student="a")
    assert "It was not graded: a .py file: hand in the notebook itself." in as_markdown(one, RUN)


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    "evil", ["<script>x</script>", "](javascript:x)", "![](http://x/y)", "a`b"]
)
def test_what_a_learner_wrote_is_text_and_no_page_needs_another(evil, tmp_path):
    mark = Mark("01.q1", 0.0, 1.0, f"01.q1 not yet: `f` raised {evil}")
    grade = Grade(Path(f"{evil}.ipynb".replace("/", "")), "01", (mark,), (evil,), student=evil)
    (_, page) = write_feedback(tmp_path, [grade], RUN)
    parser = Tags()
    parser.feed(page.read_text("utf-8"))
    assert not {"script", "a", "img", "link", "iframe"} & {tag for tag, _ in parser.tags}
    assert not [tag for tag, attrs in parser.tags if {"src", "href", "onload"} & set(attrs)]


def test_names_that_differ_in_nothing_but_their_signs_get_files_of_their_own(tmp_path):
    names = ["a b", "a-b", "A b", "…", "名前"]
    paths = write_feedback(tmp_path, [Grade(Path("x"), student=name) for name in names], RUN)
    assert len({path.name.casefold() for path in paths}) == len(paths) == 2 * len(names)
