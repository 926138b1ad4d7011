"""The record chunker: fields stay whole, and no value of JSON is lost."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_texts import field_texts, json_texts
from test_invariants import check_growth, counted_patterns  # noqa: F401 (a fixture)
from texts import FAMILY, SIZES, make_document, round_trips, texts

from course_lib.chunkers import MalformedJson, ParagraphChunker, RecordChunker
from course_lib.chunkers.json_cuts import find_json_cuts
from course_lib.samples import load_document


def pieces(text, size):
    """Each chunk's context and text, once it is sure that only white space lies between them."""
    found = RecordChunker(size).spans(text)
    edges = [0, *(edge for start, end, _ in found for edge in (start, end)), len(text)]
    assert edges == sorted(edges)
    gaps = zip(edges[::2], edges[1::2], strict=True)
    assert [text[start:end] for start, end in gaps if text[start:end].strip()] == []
    return [(context, text[start:end]) for start, end, context in found]


# --- `Field: value` lines ---

FIELDS = {
    "short fields travel together": (
        "Claim: 1\nPeril: water\nPaid: 8,760 crowns\n",
        21,
        [((), "Claim: 1\nPeril: water"), ((), "Paid: 8,760 crowns")],
    ),
    "a value continues in indented lines": (
        "Claim: 1\nCause: a joint\n  under the sink\nPaid: 2\n",
        31,
        [((), "Claim: 1"), ((), "Cause: a joint\n  under the sink"), ((), "Paid: 2")],
    ),
    "a value that is cut has its field's name beside it": (
        "Cause: a joint\n  under the sink\n  gave way\nPaid: 2\n",
        20,
        [
            ((), "Cause: a joint"),
            (("Cause",), "  under the sink"),
            (("Cause",), "  gave way"),
            ((), "Paid: 2"),
        ],
    ),
    "and so in one long line": (
        "Claim: 1\nDate of loss: one two three four\n",
        18,
        [((), "Claim: 1"), ((), "Date of loss: one"), (("Date of loss",), "two three four")],
    ),
    "a blank line parts records": (
        "A: 1\nB: 2\n\nA: 3\nB: 4\n\nA: 5\n",
        25,
        [((), "A: 1\nB: 2\n\nA: 3\nB: 4"), ((), "A: 5")],
    ),
    "records are cut apart before fields are": (
        "A: 1\nB: 2\n\nA: 3\nB: 4\n",
        18,
        [((), "A: 1\nB: 2"), ((), "A: 3\nB: 4")],
    ),
    "a value may hold a blank line": (
        "Note: one\n\n  two\nPaid: 3\n",
        18,
        [((), "Note: one\n\n  two"), ((), "Paid: 3")],
    ),
    "what is indented before the first field": (
        "  note\nClaim: 1\n",
        20,
        [((), "  note\nClaim: 1")],
    ),
    "lines without a name": (
        "CLAIM 88431\n\nPeril: water\nthat came down\nPaid: 3\n",
        29,
        [((), "CLAIM 88431"), ((), "Peril: water\nthat came down"), ((), "Paid: 3")],
    ),
    "a line at the margin is no part of the field before it": (
        "Cause: a joint\nthat came down\n",
        15,
        [((), "Cause: a joint"), ((), "that came down")],
    ),
    "white space before the colon is no part of the name": (
        "Cause : one two\nPaid: 3\n",
        11,
        [((), "Cause : one"), (("Cause",), "two"), ((), "Paid: 3")],
    ),
    "an empty value": ("Paid:\nExcess: 2\n", 10, [((), "Paid:"), ((), "Excess: 2")]),
    "a field behind a byte order mark": (
        "\ufeffA: one two three\nB: 2\n",
        12,
        [((), "\ufeffA: one two"), (("A",), "three"), ((), "B: 2")],
    ),
    "CRLF": (
        "A: 1\r\nB: one\r\n two\r\nC: 3\r\n",
        13,
        [((), "A: 1"), ((), "B: one\r\n two"), ((), "C: 3")],
    ),
    "lone CR": ("A: 1\rB: 2\rC: 3\r", 9, [((), "A: 1\rB: 2"), ((), "C: 3")]),
    "equal fields": ("A: 1\n" * 4, 9, [((), "A: 1\nA: 1")] * 2),
    "a time, a ratio and an address are no fields": (
        "Seen: at 10:30\n 1:2\n https://marrow.example\n",
        30,
        [((), "Seen: at 10:30\n 1:2"), (("Seen",), " https://marrow.example")],
    ),
    "a family": (f"A: {FAMILY}\n", 6, [((), "A:"), (("A",), FAMILY)]),
}


@pytest.mark.parametrize(("text", "size", "expected"), FIELDS.values(), ids=FIELDS.keys())
def test_fields(text, size, expected):
    assert pieces(text, size) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The roof was renewed.\n\nThe pipes are old, and so on.",
        "At 10:30 we met.\nhttps://marrow.example\n1: one",
        "One line.\nAnother line.\nNote: a single field does not make a record.",
        "A name that is far too long to be the name of a field: one",
        "  Indented: one\n  Lines: two",
        " \n\n",
        "",
    ],
)
def test_prose_is_cut_as_prose(text):
    assert RecordChunker(20).spans(text) == ParagraphChunker(20).spans(text)


def test_a_name_has_at_most_forty_characters():
    longest, too_long = "N" * 40, "N" * 41
    assert [context for context, _ in pieces(f"{longest}: one two\n", 45)] == [(), (longest,)]
    assert [context for context, _ in pieces(f"{too_long}: one two\n", 46)] == [(), ()]


def test_a_claim_keeps_every_field_whole_that_fits():
    claim = load_document("claim/88431")
    chunks = RecordChunker(200).split(claim)
    starts = {found.start() for found in re.finditer(r"(?m)^(?=\S)", claim.text)}
    assert {chunk.char_start for chunk in chunks} <= starts
    assert {chunk.context for chunk in chunks} == {()}
    assert all(chunk.guardrails is claim.guardrails for chunk in chunks)


# --- JSON ---

CLAIMS = '[{"id": 1, "cause": "one two three"}, {"id": 2, "paid": {"a": 3, "b": 4}}]'
JSON = {
    "objects of an array": (
        CLAIMS,
        40,
        [((), CLAIMS[:37]), ((), CLAIMS[38:])],
    ),
    "members that belong together stay together": (
        '{"a": 1, "b": 2, "c": 3}',
        16,
        [((), '{"a": 1, "b": 2,'), ((), '"c": 3}')],
    ),
    "members of an inner object have its path beside them": (
        '{"id": 1, "paid": {"joinery": 2, "plaster": 3}}',
        34,
        [((), '{"id": 1,'), ((), '"paid": {"joinery": 2,'), (("paid",), '"plaster": 3}}')],
    ),
    "a value that is cut has its path beside it": (
        '[{"cause": "one two three four"}]',
        20,
        [((), '[{"cause": "one two'), (("0", "cause"), 'three four"}]')],
    ),
    "elements": ("[1, 2, 3, 4]", 6, [((), "[1, 2,"), ((), "3, 4]")]),
    "one value after another": (
        '{"a": 1}\n{"a": 2}\n{"a": 3}\n',
        17,
        [((), '{"a": 1}\n{"a": 2}'), ((), '{"a": 3}')],
    ),
    "names with escapes": (
        '{"caf\\u00e9": "one two"}',
        16,
        [((), '{"caf\\u00e9":'), (("café",), '"one two"}')],
    ),
    "a name with half a character": (
        '{"\\ud83d": "one two"}',
        13,
        [((), '{"\\ud83d":'), (("?",), '"one two"}')],
    ),
    "marks of JSON in a string": (
        '{"a": "} ] , \\" : {", "b": 2}',
        21,
        [((), '{"a": "} ] , \\" : {",'), ((), '"b": 2}')],
    ),
    "values are cut apart before their members are": (
        '{"a": 1}\n{"b": 2, "c": 3}',
        20,
        [((), '{"a": 1}'), ((), '{"b": 2, "c": 3}')],
    ),
    "a byte order mark and white space": ('\ufeff \n{"a": 1}', 20, [((), '\ufeff \n{"a": 1}')]),
    "lines": (
        '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n',
        14,
        [((), '{\r\n  "a": 1,'), ((), '  "b": 2\r\n}')],
    ),
    "equal records": ('[{"a": 1}, {"a": 1}]', 10, [((), '[{"a": 1},'), ((), '{"a": 1}]')]),
    "empty values": ('[{}, [], ""]', 6, [((), "[{},"), ((), "[],"), ((), '""]')]),
}


@pytest.mark.parametrize(("text", "size", "expected"), JSON.values(), ids=JSON.keys())
def test_json(text, size, expected):
    assert pieces(text, size) == expected


def test_each_value_has_its_cut_be_it_empty_or_nested():
    text = '[[], {}, [[1], 2], {"\\n": {}, "b": [ ]}]'
    assert [
        (text[cut.at :][:4], cut.context, cut.inner_context) for cut in find_json_cuts(text)
    ] == [
        ("[[],", (), ()),
        ("[], ", (), ("0",)),
        ("{}, ", (), ("1",)),
        ("[[1]", (), ("2",)),
        ("[1],", ("2",), ("2", "0")),
        ("1], ", ("2", "0"), ("2", "0", "0")),
        ("2], ", ("2",), ("2", "1")),
        ('{"\\n', (), ("3",)),
        ('"\\n"', ("3",), ("3", "\n")),
        ('"b":', ("3",), ("3", "b")),
    ]


def value_at(value, path):
    for step in path:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def decode_at(text, at, is_member):
    decoder = json.JSONDecoder()
    value, end = decoder.raw_decode(text, at)
    if is_member:
        end = re.compile(r"\s*:\s*").match(text, end).end()
        value, end = decoder.raw_decode(text, end)
    return value


def leaves(value, path=()):
    """Every path of a JSON value below its root, an inner one before those inside it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in inside:
        yield (*path, str(step))
        if isinstance(inner, (dict, list)):
            yield from leaves(inner, (*path, str(step)))


@given(json_texts())
def test_there_is_a_cut_for_each_value_and_it_lies_at_that_value(text):
    record = json.loads(text)
    first, *cuts = find_json_cuts(text)
    assert (first.at, first.inner_context) == (0, ())
    assert [cut.inner_context for cut in cuts] == list(leaves(record))
    for cut in cuts:
        path = cut.inner_context
        is_member = isinstance(value_at(record, path[:-1]), dict)
        assert cut.context == path[:-1]
        assert decode_at(text, cut.at, is_member) == value_at(record, path)


@given(json_texts(), st.data())
def test_what_the_standard_library_refuses_is_refused_and_nothing_else(text, data):
    at = data.draw(st.integers(1, len(text)))
    junk = data.draw(
        st.sampled_from(["", "{", "]", '"', ",", ":", "0", "-", "tru", "NaN", "\\", "\n", "x"])
    )
    length = data.draw(st.integers(0, 2))
    text = text[:at] + junk + text[at + length :]
    try:
        json.loads(text)
    except ValueError as error:
        if getattr(error, "msg", "") == "Extra data":
            return  # one value after another is no fault
        with pytest.raises(MalformedJson) as raised:
            find_json_cuts(text)
        assert 0 < raised.value.position <= len(text)
    else:
        assert find_json_cuts(text)


FAULTS = {
    '{"a" 1}': ("a : is missing", 1, 6, 5),
    '{"a": }': ("a value is missing", 1, 7, 6),
    "[1, 2": ("a comma or ] is missing", 1, 6, 5),
    "[1, 2,]": ("a value is missing", 1, 7, 6),
    '{"a": 1,}': ("a name in double quotes is missing", 1, 9, 8),
    '{"a": 1 "b": 2}': ("a comma or } is missing", 1, 9, 8),
    '{\r\n "a": 1,\r"b": tru\n}': ("a value is missing", 3, 6, 17),
    '{\n\n"é": "one\ntwo"}': ("a string is not closed", 3, 6, 8),
    '["\\x"]': ("a string is not closed, or holds a bad escape", 1, 2, 1),
    "[1, 01]": ("a comma or ] is missing", 1, 6, 5),
    "[1] [x]": ("a value is missing", 1, 6, 5),
    "\ufeff{": ("a name in double quotes is missing", 1, 3, 2),
    "[" * 300 + "]" * 300: ("it is nested deeper than 200 levels", 1, 202, 201),
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=map(ascii, FAULTS))
def test_a_fault_is_named_with_its_place_and_with_what_to_do(text, fault):
    problem, line, column, position = fault
    with pytest.raises(MalformedJson) as raised:
        RecordChunker(20).split(make_document(text))
    error = raised.value
    assert (error.line, error.column, error.position) == (line, column, position)
    assert str(error).startswith(f"the text begins like JSON, but {problem}")
    assert f" at line {line}, column {column} (character {position}); " in str(error)
    assert str(error).endswith("correct it there, or use ParagraphChunker if it is no JSON")
    assert isinstance(error, ValueError)


def test_an_error_survives_the_way_back_from_another_process():
    with pytest.raises(MalformedJson) as raised:
        RecordChunker(20).spans('{"a": 1,\n"b"}')
    for back in round_trips(raised.value):
        assert str(back) == str(raised.value)
        assert (back.line, back.column, back.position) == (2, 4, 12)


# --- promises of this chunker alone; the others are in test_invariants ---


prose = texts().filter(lambda text: text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["))
inputs = given(text=json_texts() | field_texts() | prose, size=SIZES)


@inputs
def test_only_blanks_lie_between_chunks(text, size):
    assert "".join("".join(piece for _, piece in pieces(text, size)).split()) == "".join(
        text.split()
    )


@given(st.lists(st.sampled_from(["A: 1", "Paid: 8 760", "Cause: one\n  two", "B:"])), SIZES)
def test_a_field_that_fits_is_never_cut(fields, size):
    text = "\n".join(fields)
    edges = {edge for start, end, _ in RecordChunker(size).spans(text) for edge in (start, end)}
    at = 0
    for field in fields:
        assert len(field) > size or not edges & set(range(at + 1, at + len(field)))
        at += len(field) + 1


# --- huge, and in linear time ---

HUGE = {
    "50,000 fields": "Claim: 88431\n" * 50_000,
    "one value of half a million characters": "Cause: " + "word " * 100_000,
    "one value of 50,000 lines": "Cause: a\n" + "  joint\n" * 50_000,
    "50,000 objects": json.dumps([{"claim": number} for number in range(50_000)]),
    "one string of half a million characters": json.dumps({"cause": "x" * 500_000}),
    "50,000 lines of JSON": '{"claim": 88431}\n' * 50_000,
    "200 levels": '{"a":' * 200 + "1" + "}" * 200,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE.keys())
def test_huge_records_go_through_without_loss(text):
    found = [piece for _, piece in pieces(text, 500)]
    assert "".join("".join(found).split()) == "".join(text.split())
    assert max(map(len, found)) <= 500


SHAPES = {
    "fields": "Claim: 88431\n",
    "half a field": "Claim",
    "lines that continue": "Claim: 1\n  a\n",
    "blank lines": "Claim: 1\n\n",
    "elements": ("[", "1, ", "1]"),
    "objects": ("[", '{"a": 1}, ', "1]"),
    "members": ("{", '"a": {"b": 1}, ', '"c": 1}'),
    "a string": ('["', "word ", '"]'),
    "escapes": ('["', "\\n", '"]'),
    "spaces": ("[", " ", "]"),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
@pytest.mark.usefixtures("counted_patterns")
def test_twice_the_text_is_at_most_two_and_a_half_times_the_work(shape):
    begin, unit, end = ("", shape, "") if isinstance(shape, str) else shape
    count = 4_000 // len(unit)
    once, twice = (begin + unit * n + end for n in (count, 2 * count))
    check_growth(RecordChunker(60), once, twice)


@pytest.mark.parametrize("size", [0, -1, 2.5, "9", True])
def test_a_size_that_cannot_be_is_refused(size):
    with pytest.raises((ValueError, TypeError), match="max_chars must be"):
        RecordChunker(size)


def test_a_chunker_is_a_value():
    assert RecordChunker() == RecordChunker(800) != RecordChunker(801)


def test_a_comment_goes_with_what_it_stands_above_or_before_and_one_behind_with_what_is_before():
    text = '{\n  "roof": 1, // old\n  // the wall\n  "wall": 2, /* pipes */ "pipes": 3\n}\n'
    assert pieces(text, 30) == [
        ((), '{\n  "roof": 1, // old'),
        ((), '  // the wall\n  "wall": 2,'),
        ((), '/* pipes */ "pipes": 3\n}'),
    ]
