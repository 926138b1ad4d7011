"""What the commands share: a chunker by its name, and lines on stdout and stderr."""

import json
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import CodeChunker, MarkdownChunker, NaiveChunker, ParagraphChunker, RecordChunker
from course_lib.commands.options import (
    NAMES,
    make_chunker,
    name_some,
    open_store,
    print_json,
    roles_of,
    show_progress,
    warn,
    warn_of_passed_over,
)
from course_lib.errors import InvalidValue


def test_every_name_makes_its_chunker():
    made = [make_chunker(name, 300, None) for name in NAMES]
    assert made == [
        *(NaiveChunker(300), ParagraphChunker(300), MarkdownChunker(300), RecordChunker(300)),
        CodeChunker(300),
    ]


def test_without_a_name_the_suffix_of_the_file_chooses():
    assert make_chunker(None, 300, None, Path("a/b.csv")) == RecordChunker(300, lenient=True)
    assert make_chunker(None, 300, 0, "b.PY") == CodeChunker(300)
    assert make_chunker(None, 300, None) == ParagraphChunker(300)


def test_every_chunker_overlaps_and_naive_has_no_other_option():
    assert make_chunker("naive", 300, 20) == NaiveChunker(300, 20)
    assert make_chunker("record", 300, 20) == RecordChunker(300, overlap=20)
    options = {"min_chars": 30, "count_context": True}
    assert make_chunker("code", 300, **options) == CodeChunker(300, **options)
    assert make_chunker(None, 300, 9, "a.md", **options) == MarkdownChunker(
        300, overlap=9, **options
    )
    for option in options.items():
        with pytest.raises(InvalidValue, match="leave --min-chars and --count-context out"):
            make_chunker("naive", 300, **dict([option]))


@given(
    value=st.recursive(
        st.text() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
@pytest.mark.parametrize("encoding", ["UTF8", "cp1252"])
def test_json_comes_back_whatever_stdout_can_hold(value, encoding):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), encoding=encoding))
        print_json(value)
        sys.stdout.flush()
        assert json.loads(sys.stdout.buffer.getvalue().decode(encoding)) == value


def test_json_is_readable_where_it_can_be(capsys):
    print_json(["Größe 🌊"])
    assert capsys.readouterr().out == '[\n  "Größe 🌊"\n]\n'


class Terminal(StringIO):
    def isatty(self):
        return True


def test_progress_writes_over_one_line_of_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    show_progress("1 of 2", last=False, elsewhere=False)
    show_progress("2 of 2", last=True, elsewhere=False)
    assert sys.stderr.getvalue() == "\r1 of 2\r2 of 2\n"


def test_progress_is_written_elsewhere_only_when_that_is_asked(capsys):
    show_progress("1 of 2", last=False, elsewhere=False)
    show_progress("2 of 2", last=True, elsewhere=True)
    assert capsys.readouterr().err == "2 of 2\n"


@given(message=st.text())
def test_a_warning_is_one_line_of_what_can_be_printed(message):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", StringIO())
        warn(message)
        line = sys.stderr.getvalue()
    assert line.endswith("\n")
    assert line[:-1].isprintable()
    assert line[:-1] == message or not message.isprintable()


def test_what_is_passed_over_is_named_if_there_is_any(capsys):
    warn_of_passed_over([])
    assert capsys.readouterr().err == ""
    warn_of_passed_over([".git (hidden)", "a\nb (in use)"])
    assert capsys.readouterr().err == "passed over: .git (hidden), a\\nb (in use)\n"


@given(count=st.integers(0, 30))
def test_ten_names_are_named_and_the_others_counted(count):
    line = name_some([f"n{number}" for number in range(count)])
    named, _, more = line.partition(" and ")
    assert named.split(", ") == [f"n{number}" for number in range(min(count, 10))] or not count
    assert more == (f"{count - 10} more" if count > 10 else "")


@given(roles=st.lists(st.text(st.characters(exclude_characters="\r\n\0")), min_size=1))
def test_roles_are_read_as_they_are_written_in_quotes(roles):
    quoted = ",".join('"' + role.replace('"', '""') + '"' for role in roles)
    assert roles_of(quoted) == roles


@pytest.mark.parametrize(
    ("listed", "roles"),
    [
        ("a,b", ["a", "b"]),
        ("", [""]),
        ("a, b", ["a", " b"]),
        ('"claims, motor"', ["claims, motor"]),
    ],
)
def test_a_comma_stands_between_roles_or_in_quotes(listed, roles):
    assert roles_of(listed) == roles


@pytest.mark.parametrize("listed", ['"claims', '"claims"motor', '"a\nb', "a\nb"])
def test_a_quote_that_never_ends_is_refused(listed):
    with pytest.raises(InvalidValue, match="--roles "):
        roles_of(listed)


def test_an_empty_file_is_no_store_and_stays_as_it_is(tmp_path):
    (tmp_path / "empty.db").touch()
    with pytest.raises(InvalidValue, match="is an empty file and no store: make one with"):
        open_store(tmp_path / "empty.db")
    with pytest.raises(InvalidValue, match="there is no store"):
        open_store(tmp_path / "none.db")
    assert [(path.name, path.stat().st_size) for path in tmp_path.iterdir()] == [("empty.db", 0)]
