"""Sections of INI and TOML: the names are those that the standard library reads."""

import configparser
import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_invariants import check_growth, counted_patterns  # noqa: F401 (a fixture)
from test_record import pieces

from course_lib import RecordChunker
from course_lib.chunkers.section_cuts import find_sections

names = st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,8}", fullmatch=True)
ini_values = st.sampled_from(["", "water", "8,760 crowns", "a = b", "one\n  two\n\n  three", "[x]"])
comments = st.sampled_from(["", "", "# note\n", "; note = x\n", "\n"])
ini_entries = st.lists(
    st.tuples(comments, names, st.sampled_from([" = ", "=", ": "]), ini_values).map("".join),
    max_size=5,
)
headings = names | names.map('remote "{}"'.format) | st.just("it's")
ini_texts = st.lists(
    st.tuples(comments, headings, ini_entries).map(
        lambda s: f"{s[0]}[{s[1]}]\n" + "".join(f"{entry}\n" for entry in s[2])
    ),
    min_size=1,
    max_size=5,
).map("".join)


@given(ini_texts)
def test_sections_and_entries_are_those_of_configparser(text):
    parser = configparser.RawConfigParser(strict=False, default_section="\0")
    parser.optionxform = str
    parser.read_string(text)
    found = {}
    for section in find_sections(text):
        entries = found.setdefault(" ".join(section.path), {})
        entries.update(dict.fromkeys(c.inner_context[0] for c in section.cuts if c.inner_context))
    assert {name: set(entries) for name, entries in found.items()} == {
        name: set(parser[name]) for name in parser.sections()
    }


toml_strings = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=9)
toml_values = st.one_of(
    st.integers().map(str),
    toml_strings.map(lambda text: json.dumps(text, ensure_ascii=False)),
    st.just('"""\n[no.section]\nname = 1\n"""'),
    st.just("'''\n[no.section]\n'''"),
    st.just("[\n1,\n[2, 3],\n\n# ] a note\n'[',\n]"),
    st.just("{ a = [1, 2], b = 2 }"),
    st.just("[ # open\n  [ 1 ],\n]"),
)
toml_keys = names | names.map('"{}"'.format) | names.map('"a = {}"'.format)
# A quoted key is the same as the bare one, and TOML refuses it twice.
toml_entries = st.lists(
    st.tuples(toml_keys, toml_values), max_size=5, unique_by=lambda entry: entry[0].strip('"')
)
toml_texts = st.tuples(
    toml_entries, st.dictionaries(st.tuples(names, names), toml_entries, max_size=4)
)


@given(toml_texts)
def test_each_section_of_toml_holds_the_keys_that_tomllib_reads(parts):
    head, tables = parts
    as_text = lambda entries: "".join(f"{key} = {value}\n" for key, value in entries)  # noqa: E731
    text = as_text(head) + "".join(
        f"[_{n}.{a}.'{b}']\n{as_text(entries)}"
        for n, ((a, b), entries) in enumerate(tables.items())
    )
    tomllib.loads(text)
    sections = find_sections(text)
    if not tables:  # flat entries are one section without a name, if they are read at all
        assert all(section.path == () for section in sections)
        return
    begin = 0
    for section in sections:
        value = tomllib.loads(text[begin : section.stop])
        for name in section.path:
            value = value[name]
        keys = [cut.inner_context[0] for cut in section.cuts if cut.inner_context]
        assert {key.strip("'\"") for key in keys} == {key.strip("'\"") for key in value}
        begin = section.stop
    assert begin == len(text)


CASES = {
    "a section's name is beside all of it": (
        "[claim]\nperil: water\ncause: sink\n",
        30,
        [(("claim",), "[claim]\nperil: water"), (("claim",), "cause: sink")],
    ),
    "and the entry's name beside a value that is cut": (
        "[claim]\ncause = one two three four\npaid = 2\n",
        24,
        [
            (("claim",), "[claim]\ncause = one two"),
            (("claim", "cause"), "three four"),
            (("claim",), "paid = 2"),
        ],
    ),
    "sections are not mixed": (
        "[a]\nx=1\n[b]\ny=2\n",
        80,
        [(("a",), "[a]\nx=1"), (("b",), "[b]\ny=2")],
    ),
    "comments go with what follows": (
        "[a]\nx=1\n# about b\n[b]\n# about y\ny=2\n",
        24,
        [(("a",), "[a]\nx=1"), (("b",), "# about b\n[b]"), (("b",), "# about y\ny=2")],
    ),
    "entries that are indented": (
        "[core]\n\teditor = vim\n\tpager = less\n",
        22,
        [(("core",), "[core]\n\teditor = vim"), (("core",), "\tpager = less")],
    ),
    "names without values": (
        "[web]\nhost1\nhost2\n\n[db]\nhost3\n",
        12,
        [(("web",), "[web]\nhost1"), (("web",), "host2"), (("db",), "[db]\nhost3")],
    ),
    "dotted names": ("[a.'b.c'.d]\nx = 1\n", 40, [(("a", "b.c", "d"), "[a.'b.c'.d]\nx = 1")]),
    "entries before the first section": (
        "# TOML\ntitle = 1\n\n[[a]]\nx = 1\n",
        40,
        [((), "# TOML\ntitle = 1"), (("a",), "[[a]]\nx = 1")],
    ),
    "an array that is never closed": (
        "[a]\nx = [abc\ny = 2\n[b]\nz = 3\n",
        16,
        [(("a",), "[a]\nx = [abc"), (("a",), "y = 2"), (("b",), "[b]\nz = 3")],
    ),
    "a string that is never closed": (
        '[a]\nx = """\ny = 2\n',
        16,
        [(("a",), '[a]\nx = """'), (("a",), "y = 2")],
    ),
    "CRLF": ("[a]\r\nx=1\r\n[b]\r\ny=2\r\n", 40, [(("a",), "[a]\r\nx=1"), (("b",), "[b]\r\ny=2")]),
    "a byte order mark": ("\ufeff[a]\nx=1\n", 40, [(("a",), "\ufeff[a]\nx=1")]),
}


@pytest.mark.parametrize(("text", "size", "expected"), CASES.values(), ids=CASES.keys())
def test_sections(text, size, expected):
    assert pieces(text, size) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[![badge](a.svg)](a)\n\n# Roof\n\nOld: yes\n",
        "[1] The first note.\n[2] The second one.\n",
        "[ ] open the window\n[x] move the shelf\n",
        "[2026-12-01 10:00] it began to rain\n",
        "{name}, thank you for your letter.\n",
        "{% if wet %}\nold\n{% endif %}\n",
        "Roof renewed.\nPipes old.\nAll dry.\n[sic]\n",
    ],
)
def test_what_only_begins_with_a_bracket_is_text(text):
    assert find_sections(text) == []
    assert {context for context, _ in pieces(text, 20)} == {()}


@pytest.mark.parametrize(
    "unit",
    [
        "[a]\nx = 1\n",
        "x = [\n",
        'x = """\n',
        "x = [1,\n2]\n",
        "# note\n",
        "  on\n",
        "[" * 50 + "\n",
        "[a'\n",
        "x.y",
    ],
)
@pytest.mark.usefixtures("counted_patterns")
def test_twice_the_sections_are_at_most_two_and_a_half_times_the_work(unit):
    count = 4_000 // len(unit)
    check_growth(RecordChunker(60), "[s]\n" + unit * count, "[s]\n" + unit * 2 * count)


def test_entries_without_a_section_are_entries_all_the_same():
    text = "# roof\nage = 40\nslates = [\n  1,\n  2,\n]\nlong = one two three four\n"
    assert pieces(text, 24) == [
        ((), "# roof\nage = 40"),
        ((), "slates = [\n  1,\n  2,\n]"),
        ((), "long = one two three"),
        (("long",), "four"),
    ]
