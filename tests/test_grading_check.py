"""check() in a notebook: one line, the same each time, and never an exception."""

import json
import os
import sys
from contextlib import contextmanager
from random import Random

import pytest
from submissions import QUESTIONS, RIGHT, SOURCE
from verdicts import module_of

import course_lib
from course_lib.grading import check, progress
from course_lib.grading.answers import NotebookAnswers, NotYet, one_line, printable, shown
from course_lib.grading.questions import find_check, hidden_check, question_names
from course_lib.grading.worker import NotPlain, plain


@pytest.fixture
def line(capsys):
    """Run `check(question)` in a notebook with these names and return the line that it prints."""

    def run(question, **names):
        exec("check(question)", {"check": check, "question": question, **names})
        out, err = capsys.readouterr()
        assert err == ""
        assert out.endswith("\n")
        assert len(out.splitlines()) == 1, out
        return out[:-1]

    return run


@pytest.fixture
def solved():
    """The names of a notebook in which every answer is right."""
    names = {}
    for source in (*SOURCE.setup, *RIGHT.values()):
        exec(source, names)
    return {name: value for name, value in names.items() if name != "check"}


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder of its own for the file of progress."""
    monkeypatch.delenv(progress.OFF, raising=False)
    monkeypatch.setattr(progress, "FILE", tmp_path / ".progress.json")
    return tmp_path


# --- one line ---


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_right_answer_prints_what_the_solution_stores(question, line, solved):
    stored = SOURCE.checks[question].outputs[0].text
    assert line(question, **solved) + "\n" == stored


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_answer_yet_is_a_hint(question, line):
    assert line(question).startswith(f"{question} not yet: there is no `")


def raising(error):
    def answer(*_arguments):
        raise error

    return answer


def endless_recursion(*arguments):
    return endless_recursion(*arguments)


class Awkward:
    """Fails whatever is done to it."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __repr__(self):
        raise RuntimeError("no repr")

    __str__ = __eq__ = __hash__ = __len__ = __iter__ = __repr__


class EqualToAll:
    """Claims to equal whatever it is compared with."""

    def __eq__(self, _other):
        return True

    def __ne__(self, _other):
        return False

    __hash__ = None


class LyingList(EqualToAll, list):
    """A list that claims to be the right one."""


class LyingInt(EqualToAll, int):
    """A number that claims to be the right one."""


class Text(EqualToAll, str):
    """A text that claims to be the right one."""

    def __repr__(self):
        return "any"


class Number(EqualToAll, float):
    """A fraction that claims to be the right one."""

    __repr__ = Text.__repr__


class AwkwardError(Exception):
    def __str__(self):
        raise RuntimeError("no text either")


nested = []
nested.append(nested)
ODD_RESULTS = {
    "None": None,
    "Ellipsis": ...,
    "NaN": float("nan"),
    "infinity": float("inf"),
    "huge number": 10**10_000,
    "huge text": "x" * 3_000_000,
    "huge list": [0] * 1_000_000,
    "generator": (n for n in range(3)),
    "function": len,
    "class": int,
    "set": {1},
    "bytes": b"ab",
    "nested in itself": nested,
    "awkward object": Awkward(),
    "awkward inside": [Awkward()],
    "odd keys": {(1, 2): {Awkward: 1}},
    "lone surrogate": "\ud800",
    "several lines": "a\nb\r\nc\x1b[2J",
    "triples": [(1, 2, 3)],
    "floats": [(0.0, 10.0)],
    "true": True,
    "a lying list": LyingList(),
    "lying pairs": [LyingList([1, 2])] * 5,
    "lying numbers": [(LyingInt(1), LyingInt(1))] * 5,
    "a lying number": LyingInt(7_777),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("what", ODD_RESULTS)
def test_an_odd_result_is_a_hint(what, question, line, solved):
    odd = ODD_RESULTS[what]
    answers = dict.fromkeys(
        ["window_spans", "without_contained", "smallest_overlap", "tearing_overlap"],
        lambda *_: odd,
    )
    said = line(question, **{**solved, **answers, "my_spans": odd})
    assert said.startswith(f"{question} not yet: ")
    assert "the check itself failed" not in said
    assert len(said) < 500
    assert said.isprintable()


ERRORS = {
    "an error": ValueError("size\nmust be"),
    "a message with control characters": ValueError("\x1b[2J\ud800"),
    "an error without a text": AwkwardError(),
    "sys.exit": SystemExit(0),
    "an interrupt": KeyboardInterrupt(),
    "a closed generator": GeneratorExit(),
    "no memory": MemoryError(),
    "a forged verdict": RuntimeError(
        "\n01.q2 ok: 46 settings give the windows that the rule gives"
    ),
}


@pytest.mark.parametrize("what", ERRORS)
def test_an_answer_that_raises_is_a_hint_which_shows_the_call(what, line):
    said = line("01.q2", window_spans=raising(ERRORS[what]))
    assert said.startswith("01.q2 not yet: `window_spans(26, 10, 4)` ")
    assert said.isprintable()


def test_the_hint_says_what_was_raised(line):
    said = line("01.q2", window_spans=raising(ValueError("no")))
    assert said == "01.q2 not yet: `window_spans(26, 10, 4)` raised ValueError: no"
    said = line("01.q2", window_spans=raising(KeyboardInterrupt()))
    assert said == "01.q2 not yet: `window_spans(26, 10, 4)` was interrupted"
    assert "RecursionError" in line("01.q2", window_spans=endless_recursion)
    assert "takes 1 positional" in line("01.q2", window_spans=raising)
    assert "not callable" in line("01.q2", window_spans=[])


def test_a_generator_is_told_to_become_a_list(line):
    said = line("01.q2", window_spans=lambda *_: iter([]))
    assert "where a list is expected: write list(...)" in said


def test_an_answer_gets_copies_with_tuples_as_tuples(line, solved):
    seen = []

    def without_contained(spans):
        seen.append(list(spans))
        unique = sorted(set(spans))  # pairs that were lists could not stand in a set
        spans.clear()
        return solved["without_contained"](unique)

    names = {**solved, "without_contained": without_contained}
    assert line("01.q3", **names).startswith("01.q3 ok: ")
    assert all(type(span) is tuple for spans in seen for span in spans)


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("01.q9", "there is no such question; exercise 01 has overlap, q1, q2, q3, q4, q5"),
        ("99.q1", "there is no such question; no such exercise"),
        ("", "there is no such question; no such exercise"),
        ("..", "there is no such question; no such exercise"),
        ("01", "there is no such question; exercise 01 has "),
        ("../01.q1", "there is no such question; no such exercise"),
    ],
)
def test_an_unknown_question_is_a_hint(question, hint, line):
    assert line(question).startswith(f"{question} not yet: {hint}")


@pytest.mark.parametrize("question", [None, 1, [], {}, "01.q1\n01.q2 ok: yes", "\ud800", "x" * 999])
def test_what_is_no_question_at_all_is_a_line_too(question, line):
    said = line(question)
    assert " not yet: there is no such question" in said
    assert said.isprintable()


@pytest.mark.parametrize("fault", [ZeroDivisionError("a fault of ours"), RecursionError("deep")])
def test_a_check_that_fails_itself_says_so(fault, line, monkeypatch):
    monkeypatch.setattr(module_of("01.q1"), "check", raising(fault))
    said = line("01.q1", my_spans=[])
    assert said == (f"01.q1 not yet: the check itself failed ({type(fault).__name__}: {fault})")


def test_the_same_answers_get_the_same_line(line, solved):
    wrong = {**solved, "window_spans": lambda length, size, overlap: [(0, min(length, 37))]}
    for names in (solved, wrong):
        said = {question: line(question, **names) for question in QUESTIONS}
        assert said == {question: line(question, **names) for question in reversed(QUESTIONS)}


def test_the_names_are_those_of_the_notebook_and_not_of_the_caller(line):
    my_size = 300  # a local name of this test, which a check must not see
    assert line("00.size").startswith("00.size not yet: there is no `my_size`")
    assert line("00.size", my_size=my_size).startswith("00.size ok: ")


def test_a_float_is_no_overlap(line, solved):
    names = {**solved, "smallest_overlap": lambda *a: _as_float(solved["smallest_overlap"](*a))}
    assert line("01.q4", **names).endswith("return a whole number or None")


def _as_float(value):
    return None if value is None else float(value)


def test_a_hidden_check_is_found_by_its_name(line, monkeypatch):
    monkeypatch.setattr("course_lib.grading.questions._hidden", {})

    @hidden_check("01.q1.more")
    def more(answers, _random):
        if answers.value("my_spans") != [[0, 1]]:
            raise NotYet("not what I think of")
        return "guessed"

    assert line("01.q1.more", my_spans=[(0, 1)]) == "01.q1.more ok: guessed"
    assert line("01.q1.more", my_spans=[]) == "01.q1.more not yet: not what I think of"
    assert find_check("01.q1.more") is more


def test_in_a_grade_the_last_three_copies_are_tried_and_then_all_as_one(monkeypatch):
    module = sys.modules["course_lib.grading.check"]
    tried = []

    @contextmanager
    def answers(answer, _sandbox):
        tried.append(answer["source"])
        yield NotebookAnswers({"my_spans": answer["source"]})

    monkeypatch.setattr(module, "WorkerAnswers", answers)
    orders = {
        "isolation": "limits",
        "covered": [],
        "seed": "s",
        "setup": [],
        "wanted": {},
        "cells": {},
    }
    monkeypatch.setattr(module, "_submission", {**orders, "answers": {"01.q1": list("abcde")}})
    with pytest.raises(NotYet, match=r"`my_spans` is 'e'"):
        module._judge_submission("01.q1", find_check("01.q1"))
    assert tried == ["e", "d", "c", "a\nb\nc\nd\ne"]


def test_plain_data_is_what_it_stands_for():
    lying = plain({"a": [LyingInt(7)], "b": LyingList([1]), "c": Text("x"), "d": Number(0.5)})
    assert repr(lying) == "{'a': [7], 'b': [1], 'c': 'x', 'd': 0.5}"
    assert [type(v) for v in (lying["a"][0], lying["b"], lying["c"], lying["d"])] == [
        *(int, list, str, float),
    ]


def test_a_set_is_a_list_only_where_order_does_not_matter():
    assert plain({7}, sets=True) == [7]
    with pytest.raises(NotPlain, match="a set, which has no order: write a list"):
        plain({7})


def test_plain_data_is_not_nested_for_ever():
    nested = []
    for _ in range(20):
        nested = [nested]
    assert plain(nested) == nested
    with pytest.raises(NotPlain, match="nested too deeply"):
        plain([nested])


# --- text for people ---


def test_a_hint_is_one_short_printable_line():
    assert one_line("a\n\nb\tc") == "a b c"
    assert one_line("f('  x  ')") == "f('  x  ')"
    assert one_line("x" * 300) == "x" * 199 + "…"
    assert printable("a\x00b\ud800") == "a�b�"
    assert shown("a\x1b") == r"'a\x1b'"


def test_random_inputs_differ_between_grades_and_repeat_within_one():
    asked = {}

    class Listening(NotebookAnswers):
        def call(self, name, *arguments):
            asked[self.seed].append(arguments)
            return super().call(name, *arguments)

    for seed in ("a/01.q2", "b/01.q2", "a/01.q2"):
        names = {}
        exec(RIGHT["q2"], names)
        answers = Listening(names)
        answers.seed = seed
        before = asked.get(seed)
        asked[seed] = []
        find_check("01.q2")(answers, Random(seed))
        assert before in (None, asked[seed])
    assert asked["a/01.q2"] != asked["b/01.q2"]


# --- progress ---


def passed_in(path):
    return json.loads(path.read_text("utf-8"))["passed"]


def test_only_a_pass_is_recorded(line, solved, home):
    line("01.q1", my_spans=[])
    line("01.nothing")
    assert list(home.iterdir()) == []
    line("01.q1", **solved)
    line("01.q2", **solved)
    line("01.q1", my_spans=[])  # what was passed stays passed
    assert passed_in(progress.FILE) == ["01.q1", "01.q2"]
    assert [path.name for path in home.iterdir()] == [".progress.json"]
    assert progress.FILE.stat().st_size < 1_000


def test_nothing_is_recorded_while_the_course_tests_itself(line, solved, home, monkeypatch):
    monkeypatch.setenv(progress.OFF, "1")
    line("01.q1", **solved)
    assert list(home.iterdir()) == []


def test_passing_again_does_not_write_again(line, solved, home):
    line("01.q1", **solved)
    os.utime(progress.FILE, (1, 1))
    line("01.q1", **solved)
    assert progress.FILE.stat().st_mtime == 1


DAMAGED = {
    "no JSON": b"{",
    "empty": b"",
    "a list": b"[]",
    "another shape": b'{"passed": 5}',
    "a text for a list": b'{"passed": "01.q1"}',
    "a null": b'{"passed": null}',
    "no UTF-8": b"\xff\xfe",
    "nested": b"[" * 100_000,
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_file_is_set_aside_and_kept(what, line, solved, home):
    progress.FILE.write_bytes(DAMAGED[what])
    assert line("01.q1", **solved).startswith("01.q1 ok: ")
    assert (home / ".progress.json.damaged").read_bytes() == DAMAGED[what]
    assert passed_in(progress.FILE) == ["01.q1"]


def test_what_was_set_aside_before_is_kept_as_well(home):
    for data in (b"one", b"two", b"three"):
        progress.FILE.write_bytes(data)
        text = repr(course_lib.progress())
    assert text.startswith(
        "The file of your progress was damaged; it is kept as .progress.json.damaged-2.\n"
    )
    kept = {path.name: path.read_bytes() for path in home.iterdir()}
    assert kept == {
        ".progress.json.damaged": b"one",
        ".progress.json.damaged-1": b"two",
        ".progress.json.damaged-2": b"three",
    }


def test_a_folder_that_cannot_be_written_is_no_crash(line, solved, home, monkeypatch):
    def refuse(*_arguments, **_named):
        raise PermissionError(30, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    assert line("01.q1", **solved).startswith("01.q1 ok: ")
    assert list(home.iterdir()) == []


def test_a_damaged_file_that_cannot_be_moved_is_no_crash(home, monkeypatch):
    def refuse(*_arguments):
        raise PermissionError(30, "Read-only file system")

    progress.FILE.write_bytes(b"{")
    monkeypatch.setattr("pathlib.Path.rename", refuse)
    assert repr(course_lib.progress()).startswith(
        "The file of your progress, .progress.json, cannot be read.\n"
    )


@pytest.mark.parametrize("made", ["nowhere", "a file"])
def test_a_folder_that_is_not_there_is_no_crash(made, line, solved, home, monkeypatch):
    (home / "a file").write_text("in the way", "utf-8")
    monkeypatch.setattr(progress, "FILE", home / made / ".progress.json")
    assert line("01.q1", **solved).startswith("01.q1 ok: ")
    assert "01.q1" in repr(course_lib.progress())


def test_progress_lists_every_question_in_order_and_what_comes_next(line, solved, home):
    fresh = repr(course_lib.progress()).splitlines()
    assert fresh[0] == "· notebook 00, 00.size"
    assert fresh[1] == "· notebook 01, 01.overlap"
    assert [row[-5:] for row in fresh[2:7]] == list(QUESTIONS)
    assert fresh[2].startswith("· exercise 01, ")
    assert fresh[-1] == "Next: notebook 00, 00.size"

    line("00.size", my_size=300)
    line("01.q1", **solved)
    later = repr(course_lib.progress()).splitlines()
    assert later[0] == "✔ notebook 00, 00.size"
    assert later[2] == "✔ exercise 01, 01.q1"
    assert later[-1] == "Next: notebook 01, 01.overlap"


def test_progress_says_when_all_is_passed(home):
    steps = repr(course_lib.progress()).splitlines()[:-1]
    for step in steps:
        progress.record(step.rpartition(" ")[2])
    done = repr(course_lib.progress()).splitlines()
    assert [row[0] for row in done[:-1]] == ["✔"] * len(steps)
    assert done[-1] == "All passed."


def test_what_is_passed_but_unknown_is_kept(home):
    progress.FILE.write_text('{"passed": ["77.q1"]}', "utf-8")
    progress.record("01.q1")
    assert passed_in(progress.FILE) == ["01.q1", "77.q1"]


def test_the_question_names_an_exercise():
    assert question_names("01") == ["overlap", "q1", "q2", "q3", "q4", "q5"]
    assert question_names("77") == question_names("x") == question_names("") == []
