"""The audit of what libraries and vector stores hand out: clean when right, else the true cause.

`exports.json` was made with the real ones by scripts/make_exports.py, which names their versions.
"""

import importlib
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.auditing import audit, read_chunk_file, read_chunks
from course_lib.auditing.fields import POSITIONS

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
make_exports = importlib.import_module("make_exports")
TEXT, SPANS, CHUNKS = make_exports.TEXT, make_exports.SPANS, make_exports.CHUNKS
STORED = json.loads(make_exports.STORED.read_text("utf-8"))
EXPORTS = {name: stored["export"] for name, stored in STORED.items()}
IN_LINES = {"LangChain.js"}
IN_PEERS = {"langchain-core", "llama-index-core", "haystack-ai", "chonkie"}
STARTS = {names.start for names in POSITIONS}
ENDS = {names.end for names in POSITIONS}

each_export = pytest.mark.parametrize("name", EXPORTS)


class Piece(NamedTuple):
    """A chunk before it is exported."""

    text: str
    start: int
    end: int


PIECES = [Piece(*chunk) for chunk in CHUNKS]


def exported(export: Any, pieces: list[Piece]) -> Any:
    """The same export of other chunks: texts and positions are exchanged wherever they stand."""
    texts = {old.text: new.text for old, new in zip(PIECES, pieces, strict=True)}
    starts = {old.start: new.start for old, new in zip(PIECES, pieces, strict=True)}
    ends = {old.end: new.end for old, new in zip(PIECES, pieces, strict=True)}
    twin = iter([new.text for old, new in zip(PIECES, pieces, strict=True) if old.text == FEE])

    def exchanged(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: exchanged(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [exchanged(inner) for inner in value]
        if isinstance(value, str) and value.startswith('{"'):
            return json.dumps(exchanged(json.loads(value)))
        if value == FEE:
            return next(twin, value)
        if isinstance(value, str):
            return texts.get(value, value)
        if key in STARTS:
            return starts[value]
        return ends[value] if key in ENDS and value is not None else value

    return exchanged(export)


FEE = "Fee is 5 EUR."


# --- right ---


@each_export
def test_what_a_library_exports_is_clean(name):
    export = EXPORTS[name]
    report = audit(TEXT, export)
    assert report.clean, str(report)
    assert report.chunks == len(PIECES) if name not in IN_LINES else report.chunks > 5
    assert report.units == (("lines",) if name in IN_LINES else ("code points",))
    assert audit(TEXT, read_chunks(json.dumps(export))) == report
    assert audit(TEXT, read_chunks(json.dumps(export, ensure_ascii=False, indent=2))) == report


@each_export
def test_the_rows_of_an_export_are_clean_as_json_lines_in_any_order(name, tmp_path):
    rows = read_chunks(json.dumps(EXPORTS[name]))
    report = audit(TEXT, rows)
    for lines in (rows, rows[::-1], rows[1::2] + rows[::2]):
        path = tmp_path / "chunks.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in lines), "utf-8")
        again = audit(TEXT, read_chunk_file(path))
        assert again.clean, str(again)
        assert again.chunks == report.chunks


@given(order=st.permutations(range(len(PIECES))))
def test_the_order_of_a_database_is_no_fault(order):
    rows = [{"text": PIECES[at].text, "start": PIECES[at].start} for at in order]
    assert audit(TEXT, rows).clean
    assert audit(TEXT, [{**row, "index": at} for row, at in zip(rows, order, strict=True)]).clean


@pytest.mark.outside
@pytest.mark.parametrize(
    "name", [name for name, stored in STORED.items() if stored["made_by"].keys() <= IN_PEERS]
)
def test_the_installed_libraries_still_export_such_chunks(name):
    build, _ = make_exports.EXPORTS[name]
    made = make_exports.tidied(build())
    assert audit(TEXT, made).clean
    assert (
        read_chunks(json.dumps(made))[0].keys() == read_chunks(json.dumps(EXPORTS[name]))[0].keys()
    )


# --- spoiled ---


def each(change):
    return lambda: [change(piece) for piece in PIECES]


def counted(count):
    return each(lambda p: Piece(p.text, count(p.start), count(p.end)))


def in_bytes(at):
    return len(TEXT[:at].encode())


def in_utf16(at):
    return len(TEXT[:at].encode("utf-16-le")) // 2


def in_words(at):
    return len(TEXT[:at].split())


def in_tokens(at):
    return round(at / 3.7)


def line_of(piece):
    first = TEXT.count("\n", 0, piece.start) + 1
    return Piece(piece.text, first, first + piece.text.count("\n"))


def without_a_chunk():
    gone = PIECES[3]
    return [Piece("", p.start, p.start) if p == gone else p for p in PIECES]


def swapped():
    texts = [piece.text for piece in PIECES[1:]] + [PIECES[0].text]
    return [Piece(text, p.start, p.end) for text, p in zip(texts, PIECES, strict=True)]


def with_text(change):
    return each(lambda p: Piece(change(p.text), p.start, p.end))


SPOILED = {  # what was done, and the words that name it, in most of the findings of that kind
    "bytes": (counted(in_bytes), "counts bytes of UTF-8"),
    "UTF-16": (counted(in_utf16), "counts units of UTF-16"),
    "lines": (each(line_of), "counts lines from 1"),
    "words": (counted(in_words), "counts words from 0"),
    "tokens": (counted(in_tokens), "seems to count tokens"),
    "off by one": (counted(lambda at: at + 1), "is off by one"),
    "drift": (counted(lambda at: at + 9 * (at > 40)), "is off by 9"),
    "prefix": (with_text(lambda t: f"# Report\n{t}"), "9 characters stand before it ('# Report"),
    "suffix": (with_text(lambda t: f"{t} (page 1)"), "9 characters stand behind it (' (page"),
    "both": (
        with_text(lambda t: f"Note: {t} [1]"),
        "6 characters stand before it ('Note: ') and 4",
    ),
    "white space": (with_text(lambda t: " ".join(t.split())), "its white space was rewritten"),
    "case": (with_text(str.lower), "its case was changed"),
    "case and blanks": (
        with_text(lambda t: " ".join(t.upper().split())),
        "its case was changed and its white space was rewritten",
    ),
    "masked": (with_text(lambda t: t.replace("the ", "[X] ")), "became '[X"),
    "a lost chunk": (without_a_chunk, "are in no chunk: extend a chunk"),
    "another's text": (swapped, "its text stands at"),
}


TREATED = {"prefix", "suffix", "both", "white space", "case", "case and blanks", "masked"}


@pytest.mark.parametrize("spoil", SPOILED)
@pytest.mark.parametrize("name", [name for name in EXPORTS if name not in IN_LINES])
def test_the_true_cause_is_named_in_every_export(name, spoil):
    make, words = SPOILED[spoil]
    report = audit(TEXT, exported(EXPORTS[name], make()))
    assert not report.clean
    said = [finding.message for finding in report.findings if finding.kind != "blank"]
    assert sum(words in message for message in said) >= max(1, len(said) // 2), str(report)
    if (
        "characters stand" in words
        or "changed" in words
        or "rewritten" in words
        or "became" in words
    ):
        assert report.uncovered == 0, "the claimed span counts"
