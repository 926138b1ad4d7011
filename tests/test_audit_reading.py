"""Chunks in every form that holds them: files, tables, answers, tuples, and names of one's own."""

import csv
import json
import string
import sys
from collections import namedtuple
from io import StringIO
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from texts import SIZES, make_document, texts

from course_lib import ParagraphChunker
from course_lib.auditing import audit, fields_of, of_source, read_chunk_file, read_chunks
from course_lib.auditing.fields import MAPPED, NESTED, POSITIONS, TEXTS
from course_lib.auditing.readers import read_items
from course_lib.auditing.rows import rows_in
from course_lib.errors import InvalidType, InvalidValue, UnknownName

TEXT = "Roof renewed. “Pipes” old.\n\nKitchen: see page 4.\n"
ROWS = [
    {"text": "Roof renewed.", "start": 0, "end": 13},
    {"text": "“Pipes” old.", "start": 14, "end": 26},
    {"text": "Kitchen: see page 4.", "start": 28, "end": 48},
]


def column(name):
    return [row[name] for row in ROWS]


# --- names and places ---

IN_POINTS = [names for names in POSITIONS if names.unit == "code points"]


def nested(path: str, value: Any) -> Any:
    """A value at a path; a number among the parts makes a list."""
    first, _, rest = path.partition(".")
    inner = nested(rest, value) if rest else value
    return {first: inner}


def merged(one: dict, other: dict) -> dict:
    both = {**one, **other}
    for name in one.keys() & other.keys():
        both[name] = merged(one[name], other[name])
    return both


def as_lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {name: as_lists(each) for name, each in value.items()}
    return [inner["0"], inner["1"]] if inner.keys() == {"0", "1"} else inner


@pytest.mark.parametrize("names", IN_POINTS, ids=lambda names: names.start)
@pytest.mark.parametrize("spell", ["snake", "camel", "flat"])
def test_every_pair_of_names_is_read_in_every_spelling(names, spell):
    rows = []
    for row in ROWS:
        ends = nested(names.end, row["end"]) if names.end else {}
        made = as_lists(merged(nested(names.start, row["start"]), ends))
        if spell == "camel":
            made = {camel(name): value for name, value in made.items()}
        if spell == "flat":
            made = {names.start: row["start"]} | ({names.end: row["end"]} if names.end else {})
        rows.append({"text": row["text"], **made})
    assert audit(TEXT, rows).clean


def camel(name):
    first, *rest = name.split("_")
    return first + string.capwords(" ".join(rest)).replace(" ", "")


@pytest.mark.parametrize("length", [names for names in POSITIONS if names.length])
def test_a_length_stands_for_an_end(length):
    rows = [
        {"text": r["text"], length.start: r["start"], length.length: r["end"] - r["start"]}
        for r in ROWS
    ]
    unit = {"units": (length.unit,)} if length.unit != "code points" else {}
    report = audit(
        TEXT.replace("“", '"').replace("”", '"'),
        [{**row, "text": row["text"].replace("“", '"').replace("”", '"')} for row in rows],
    )
    assert report.clean, str(report)
    assert not unit or report.units == unit["units"]
    rows[1][length.length] -= 1
    assert not audit(TEXT, rows).clean


@pytest.mark.parametrize("place", NESTED)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("as_json", [False, True])
def test_every_text_is_read_in_every_place(place, text, as_json):
    if as_json and place in TEXTS:
        as_json = False  # a string there is a text, though it looks like JSON
    rows = []
    for row in ROWS:
        inner = {text: row["text"], "start": row["start"], "end": row["end"]}
        rows.append({"id": 7, place: json.dumps(inner) if as_json else inner})
    assert audit(TEXT, rows).clean


def test_a_field_of_the_database_is_no_field_of_the_chunk():
    rows = [
        {"_index": "notes", "_id": "7", "position": "top", "from": "ann@x", "to": "bob@x"} | row
        for row in ROWS
    ]
    assert audit(TEXT, rows).clean
    assert {item.number for item in read_items(rows)} == {None}


@pytest.mark.parametrize("value", [20.0, 20])
def test_a_whole_number_may_be_a_float(value):
    assert read_items([{"text": "a", "start": value}])[0].start == 20
    assert audit(TEXT, [{**row, "start": float(row["start"])} for row in ROWS]).clean
    missing = audit(TEXT, [{**row, "start": float("nan"), "end": None} for row in ROWS])
    assert missing.counts == {"position": 3}


# --- a unit that the names tell ---


def count(at, unit):
    before = TEXT[:at]
    return {
        "byte": len(before.encode()),
        "line": before.count("\n") + 1,
        "word": len(before.split()),
        "token": round(at / 4),
    }[unit]


def in_unit(unit, shift=0):
    rows = []
    for row in ROWS:
        start, end = count(row["start"], unit), count(row["end"], unit)
        rows.append({"text": row["text"], f"{unit}_start": start + shift, f"{unit}_end": end})
    return rows


@pytest.mark.parametrize("unit", ["byte", "line", "word", "token"])
def test_a_named_unit_is_no_fault_and_is_said(unit):
    report = audit(TEXT, in_unit(unit))
    assert report.clean, str(report)
    assert report.units[0].startswith(unit)
    assert f"positions count, by their names: {unit}" in str(report)
    assert any("token" in words for words in report.unknown) == (unit == "token")
    assert any("first line" in words for words in report.unknown) == (unit == "line")


@pytest.mark.parametrize("unit", ["byte", "word"])
def test_a_wrong_position_in_a_named_unit_is_found(unit):
    rows = in_unit(unit)
    rows[1][f"{unit}_start"] += 1
    [finding] = audit(TEXT, rows).findings
    assert (finding.kind, finding.index) == ("slice", 1)
    assert "is not at these " in finding.message
    assert finding.message.endswith("; its text stands at 14–26")


def test_a_unit_that_is_named_wrongly_is_said():
    rows = [{"text": r["text"], "byte_start": r["start"], "byte_end": r["end"]} for r in ROWS]
    findings = audit(TEXT, rows).findings
    assert [finding.index for finding in findings] == [1, 2]
    for finding in findings:
        assert "says bytes of UTF-8, but counts code points: name them so" in finding.message


def test_a_text_that_is_json_tells_no_position():
    for name in TEXTS:
        chunk = {name: '{"start": 0, "text": "Roof."}'}
        [item] = read_items([chunk])
        assert (item.text, item.start) == (chunk[name], None)


def test_tokens_that_stand_nowhere_are_found():
    [finding] = audit("Roof.", [{"text": "Ruin.", "token_start": 0}]).findings[:1]
    assert "is not in the text; its text stands nowhere" in finding.message


# --- tables, answers, tuples ---

Row = namedtuple("Row", ["text", "start", "end"])
Parts = namedtuple("Parts", ["id", "payload"])
HELD = {
    "rows": ROWS,
    "a generator": lambda: (row for row in ROWS),
    "chunks": {"file": "a.md", "chunks": ROWS},
    "deep": {"data": {"Get": {"Note": ROWS}}},
    "by id": {f"id-{at}": row for at, row in enumerate(ROWS)},
    "by id, deep": {"vectors": {f"id-{at}": row for at, row in enumerate(ROWS)}, "usage": {}},
    "columns": {name: column(name) for name in ROWS[0]},
    "columns in the plural": {"texts": column("text"), "starts": column("start")},
    "columns by row": {
        name: {str(at): value for at, value in enumerate(column(name))} for name in ROWS[0]
    },
    "columns, one list a query": {"documents": [column("text")], "start": [column("start")]},
    "(start, text)": [(row["start"], row["text"]) for row in ROWS],
    "(text, start)": [(row["text"], row["start"]) for row in ROWS],
    "(start, end, text)": [(row["start"], row["end"], row["text"]) for row in ROWS],
    "(text, (start, end))": [(row["text"], (row["start"], row["end"])) for row in ROWS],
    "[text, [start, end]]": [[row["text"], [row["start"], row["end"]]] for row in ROWS],
    "(text, metadata)": [(row["text"], {"start": row["start"]}) for row in ROWS],
    "(document, score)": [(SimpleNamespace(**row), 0.5) for row in ROWS],
    "(dict, score)": [(row, 1) for row in ROWS],
    "named tuples": [Row(**row) for row in ROWS],
    "objects": [SimpleNamespace(**row) for row in ROWS],
    "objects that hold": [Parts(at, row) for at, row in enumerate(ROWS)],
    "a tuple with an offset": ([SimpleNamespace(payload=row) for row in ROWS], None),
    "an answer": SimpleNamespace(objects=[SimpleNamespace(properties=row) for row in ROWS]),
    "an answer's body": SimpleNamespace(body={"hits": {"hits": [{"_source": r} for r in ROWS]}}),
    "a table of Arrow": SimpleNamespace(to_pylist=lambda: ROWS),
    "a table of Polars": SimpleNamespace(to_dicts=lambda: ROWS),
    "a table of pandas": SimpleNamespace(to_dict=lambda _orient: ROWS, columns=["text"]),
}


@pytest.mark.parametrize("held", HELD.values(), ids=HELD)
def test_chunks_are_found_in_whatever_holds_them(held):
    chunks = held() if callable(held) else held
    report = audit(TEXT, chunks)
    assert report.clean, str(report)
    assert report.chunks == 3


@pytest.mark.parametrize("held", [name for name in HELD if isinstance(HELD[name], (list, dict))])
def test_and_in_json(held):
    if held in ("objects that hold", "named tuples"):
        return  # they lose their names
    try:
        written = json.dumps(HELD[held])
    except TypeError:
        return  # objects are in no JSON
    chunks = read_chunks(written)
    assert audit(TEXT, chunks).clean
    assert audit(TEXT, read_chunks("\n".join(json.dumps(chunk) for chunk in chunks))).clean


@pytest.mark.parametrize(
    "empty", [[], (), {"chunks": []}, {"documents": [], "ids": []}, {"text": []}]
)
def test_nothing_is_no_chunk(empty):
    assert audit(" ", empty).chunks == 0
    assert read_chunks(json.dumps(empty)) == []


def test_one_chunk_is_no_list_though_it_holds_lists():
    chunk = {"text": "Roof.", "sentences": [{"text": "Roof.", "start": 0}], "metadata": {}}
    assert rows_in(chunk) is None
    assert read_chunks(json.dumps(chunk)) == [chunk]
    with pytest.raises(InvalidType, match="must be a list of chunks, got one dict"):
        audit("Roof.", chunk)
    with pytest.raises(InvalidType, match="got one SimpleNamespace"):
        audit("Roof.", SimpleNamespace(page_content="Roof."))


def test_a_bulk_file_is_read_without_its_actions():
    lines = [line for row in ROWS for line in ({"index": {"_id": "7"}}, row)]
    assert read_chunks("\n".join(map(json.dumps, lines))) == ROWS


def test_lists_of_texts_are_texts_without_positions():
    assert audit("One. Two.", read_chunks('["One.", "Two."]')).counts == {"position": 2}


# --- files ---


def test_a_table_of_text_is_read_whatever_parts_its_cells(tmp_path):
    for delimiter, suffix in [(",", ".csv"), (";", ".csv"), ("\t", ".tsv"), ("|", ".CSV")]:
        out = StringIO()
        table = csv.DictWriter(out, ROWS[0].keys(), delimiter=delimiter)
        table.writeheader()
        table.writerows(ROWS)
        path = tmp_path / f"chunks{suffix}"
        path.write_text("\ufeff" + out.getvalue(), "utf-8", newline="")
        assert audit(TEXT, read_chunk_file(path)).clean


@given(text=texts(), size=SIZES)
def test_a_table_carries_any_text(text, size, tmp_path_factory):
    chunks = ParagraphChunker(size).split(make_document(text))
    out = StringIO()
    table = csv.writer(out)
    table.writerow(["id", "chunk", "metadata"])
    for chunk in chunks:
        table.writerow([7, chunk.text, json.dumps({"start_index": chunk.char_start})])
    path = tmp_path_factory.mktemp("table") / "chunks.csv"
    path.write_text(out.getvalue(), "utf-8", newline="")
    if "\0" in text:
        return  # no cell of CSV holds it in every version of Python
    report = audit(text, read_chunk_file(path), max_chars=size)
    assert report.clean, str(report)
    assert report.chunks == len(chunks)


def test_a_text_of_digits_stays_a_text(tmp_path):
    path = tmp_path / "chunks.csv"
    path.write_text("text,start,end\n12,0,\n345,3,6\n", "utf-8")
    assert audit("12 345", read_chunk_file(path)).clean


def test_a_parquet_file_is_read_with_pyarrow(tmp_path, monkeypatch):
    path = tmp_path / "chunks.parquet"
    path.write_bytes(b"PAR1")

    class ArrowException(Exception):
        pass

    def read_table(asked):
        if asked != path:
            raise ArrowException("no footer")
        return SimpleNamespace(to_pylist=lambda: ROWS)

    arrow, parquet = ModuleType("pyarrow"), ModuleType("pyarrow.parquet")
    parquet.read_table, arrow.parquet, arrow.ArrowException = read_table, parquet, ArrowException
    monkeypatch.setitem(sys.modules, "pyarrow", arrow)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", parquet)
    assert read_chunk_file(path) == ROWS
    with pytest.raises(InvalidValue, match=r"other.parquet: it cannot be read as Parquet: no foot"):
        read_chunk_file(tmp_path / "other.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidValue, match=r"chunks.parquet: Parquet is read with pyarrow, which"):
        read_chunk_file(path)


@pytest.mark.outside
def test_a_real_parquet_file_is_read(tmp_path):
    import pyarrow
    from pyarrow import parquet

    path = tmp_path / "chunks.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(ROWS), path)
    assert audit(TEXT, read_chunk_file(path)).clean
    assert audit(TEXT, pyarrow.Table.from_pylist(ROWS)).clean
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InvalidValue, match="it cannot be read as Parquet: "):
        read_chunk_file(path)


@pytest.mark.parametrize(
    ("name", "written", "words"),
    [
        ("a.csv", "", []),
        ("a.csv", "text,start\n", []),
        (
            "a.csv",
            "name,start\nRoof,0\n",
            r"a.csv: row 1 has no text: give it one of text, .*; it ",
        ),
        ("a.csv", 'text\n"Roof', "a.csv: it cannot be read as CSV: unexpected end of data; quote"),
        ("a.csv", b"\xff", "a.csv is not UTF-8: byte 0xff at position 0"),
        ("a.json", '[{"para": "Roof."}]', r"a.json: chunk #0 has no text: .*--map text=para$"),
        ("a.jsonl", '{"text": "Roof."}\n{"at": 3}', r"a.jsonl: line 2 has no text: .*; it has at$"),
    ],
)
def test_files_that_cannot_be_used_are_named(tmp_path, name, written, words):
    path = tmp_path / name
    path.write_bytes(written if isinstance(written, bytes) else written.encode())
    if words == []:
        assert read_chunk_file(path) == []
        return
    with pytest.raises(InvalidValue, match=words) as raised:
        read_chunk_file(path)
    assert str(raised.value).count(name) == 1


# --- names that are not known ---

ODD = [
    {"id": at, "payload": {"para": row["text"], "at": [row["start"], row["end"]], "title": "Note"}}
    for at, row in enumerate(ROWS)
]
MAP = {"text": "payload.para", "start": "payload.at.0", "end": "payload.at.1"}


def test_any_name_can_be_mapped():
    assert audit(TEXT, ODD, fields=MAP).clean
    assert audit(TEXT, {"found": {"rows": ODD}}, fields=MAP).clean
    assert audit(TEXT, [SimpleNamespace(**row) for row in ODD], fields=MAP).clean
    shifted = [{**row, "payload": {**row["payload"], "at": [3, 9]}} for row in ODD]
    assert audit(TEXT, shifted, fields=MAP).counts["slice"] == 3


@pytest.mark.parametrize("name", sorted(MAPPED))
def test_a_name_that_is_mapped_is_read_where_it_is_mapped_to(name):
    chunk = {"text": "Roof.", "here": "there", name: "Roof."}
    assert fields_of([f"{name}=here"]) == {name: "here"}
    assert read_items([chunk], {name: "here"})[0].text == ("there" if name == "text" else "Roof.")


def test_a_mapped_name_stands_for_all_names_of_its_kind():
    row = {"text": "title", "content": "Roof.", "char_start": 9, "at": 0}
    [item] = read_items([row], {"text": "content", "start": "at"})
    assert (item.text, item.start) == ("Roof.", 0)
    [item] = read_items([{"text": "Roof.", "char_start": 9}], {"start": "at"})
    assert item.start is None


def test_what_is_not_known_is_answered_with_the_keys_and_a_guess():
    with pytest.raises(InvalidType) as raised:
        audit(TEXT, ODD)
    assert str(raised.value).startswith("chunk #0 (dict) has no text: give it one of text, page_")
    assert str(raised.value).endswith(
        "it has id, payload.para, payload.at.0, payload.at.1, payload.title; "
        "perhaps --map text=payload.para start=id"
    )
    chunk = {"n": 14, "head": "A long title that is in no text", "body_text": ROWS[1]["text"]}
    with pytest.raises(InvalidType, match=r"perhaps --map text=body_text start=n$"):
        audit(TEXT, [chunk])
    with pytest.raises(
        InvalidType, match=r"there is no string under prose; it has n, head, body_t"
    ):
        audit(TEXT, [chunk], fields={"text": "prose"})
    with pytest.raises(InvalidValue, match=r"and 12 more; perhaps --map text=k0$"):
        read_chunks(json.dumps([{f"k{at}": "x" * (30 - at) for at in range(20)}]))


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["text"], InvalidValue, "'text' maps nothing: write it as text=payload.para"),
        (["text="], InvalidValue, "'text=' maps nothing"),
        (["title=head"], UnknownName, "'title' is no field of a chunk; choose among text, start, "),
        (["=head"], UnknownName, "'' is no field of a chunk"),
    ],
)
def test_what_maps_nothing_is_refused(words, error, message):
    with pytest.raises(error) as raised:
        fields_of(words)
    assert str(raised.value).startswith(message)


# --- the chunks of many texts ---


def test_the_chunks_of_one_source_are_chosen():
    rows = [{**row, "metadata": {"source": name}} for name in ("a.md", "b.md") for row in ROWS]
    assert audit(TEXT, rows).counts == {"contained": 3}
    assert "they name 2 sources (a.md, b.md); choose one" in str(audit(TEXT, rows))
    chosen = of_source(rows, "b.md", {})
    assert chosen == rows[3:]
    assert not any("sources" in words for words in audit(TEXT, chosen).unknown)
    assert of_source([{"text": "a", "at": 7}], "7", {"source": "at"})
    assert of_source([], "b.md", {}) == []
    with pytest.raises(InvalidValue, match=r"no chunk is of the source 'c'; they name 'a.md', 'b"):
        of_source(rows, "c", {})
    with pytest.raises(InvalidValue, match="no chunk says which document it is of: it has text, s"):
        of_source(ROWS, "a.md", {})
