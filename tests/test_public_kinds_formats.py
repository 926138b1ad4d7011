"""Faults that users reported of other chunkers, each with its report, on input of our own."""

import json

import pytest
from test_record import pieces
from texts import make_document

from course_lib import CodeChunker, MarkdownChunker, RecordChunker, chunker_for, parents
from course_lib.chunkers import NotJson


def texts_of(chunker, text):
    return [text[start:end] for start, end, _ in chunker.spans(text)]


def test_a_quoted_line_end_is_inside_of_a_row():
    """https://github.com/highcharts/highcharts/issues/25193, pola-rs/polars/issues/19078."""
    text = 'Place,Note\nMarrow,"wet\nwalls, and\nfloors"\nReed,"dry"\n'
    rows = ['Marrow,"wet\nwalls, and\nfloors"', 'Reed,"dry"']
    assert texts_of(RecordChunker(30), text) == ["Place,Note", *rows]


def test_the_number_of_a_row_is_not_the_number_of_a_line():
    """https://github.com/infiniflow/ragflow/pull/16881."""
    text = 'question,answer\n"Who\npays?","We,\nsoon"\nWhen?,May\nWhere?,Reed\n'
    rows = ['"Who\npays?","We,\nsoon"', "When?,May", "Where?,Reed"]
    assert texts_of(RecordChunker(23), text) == ["question,answer", *rows[:1], "\n".join(rows[1:])]


def test_later_rows_keep_the_names_of_their_columns():
    """https://github.com/ducroo/SICTIC-AI/pull/49, wikit-ai/chunknorris/pull/45."""
    text = "place\tsum\tpaid\n" + "Marrow\t310\tyes\n" * 30
    contexts = [context for _, _, context in RecordChunker(60).spans(text)]
    assert contexts[0] == ()
    assert {*contexts[1:]} == {("place\tsum\tpaid",)}


def test_a_blank_line_among_lines_of_json_loses_no_record():
    """https://github.com/microsoft/graphrag/issues/2424."""
    text = '{"text": "a"}\n\n   \n{"text": "b"}\n'
    assert texts_of(RecordChunker(14), text) == ['{"text": "a"}', '{"text": "b"}']


def test_a_line_that_is_no_json_is_named_and_kept():
    """https://github.com/banso-labs/banso/issues/1193, microsoft/dpu-utils/pull/12."""
    lines = [json.dumps({"claim": number}) for number in range(5)]
    lines[2] = '{"claim": 2, "cau'
    with pytest.warns(NotJson, match=r"^no JSON, kept as text: line 3 \(.+ at column 14\)$"):
        assert texts_of(RecordChunker(20), "\n".join(lines)) == lines
    lines[0] = "claims of May"
    with pytest.warns(NotJson, match=r"line 1 \(.+\), line 3 \("):
        assert texts_of(RecordChunker(20), "\n".join(lines)) == lines


def test_numbers_as_python_writes_them_are_read():
    """https://github.com/PaulJuliusMartinez/jless/issues/51."""
    text = json.dumps({"paid": float("nan"), "most": [float("inf"), -float("inf")]})
    assert pieces(text, 20) == [
        ((), '{"paid": NaN,'),
        ((), '"most": [Infinity,'),
        (("most",), "-Infinity]}"),
    ]


def test_the_rest_of_a_turn_is_not_given_to_another_speaker():
    """https://github.com/vectorize-io/hindsight/issues/4572, feyninc/chonkie/issues/658."""
    text = "Iris: We keep the price. We want them to stay.\nReed: No.\nIris: Yes.\nReed: Why?\n"
    assert pieces(text, 30)[:3] == [
        ((), "Iris: We keep the price."),
        (("Iris",), "We want them to stay."),
        ((), "Reed: No.\nIris: Yes."),
    ]


def test_decorators_stay_with_their_function():
    """https://github.com/DariuszNewecki/CORE/issues/211."""
    text = "import a\n\n\n@a.register(\n    'roof',\n)\n@a.cached\ndef roof():\n    return 1\n"
    assert texts_of(CodeChunker(70), text)[1].startswith("@a.register(")


def test_code_is_cut_at_characters_and_not_at_bytes():
    """https://github.com/run-llama/llama_index/pull/18702."""
    text = "dächer = {'größe': '🌊' * 9}\n\n\ndef füge(ä, ö):\n    return ä + ö\n\n\nübel = 1\n"
    assert texts_of(CodeChunker(32), text) == [
        "dächer = {'größe': '🌊' * 9}",
        "def füge(ä, ö):\n    return ä + ö",
        "übel = 1",
    ]


def test_a_method_has_the_name_of_its_class_beside_it():
    """https://github.com/run-llama/llama_index/issues/7419, feyninc/chonkie/issues/228."""
    methods = "".join(f"\n    def {name}(self):\n        ...\n" for name in "ab")
    text = f"class Roof:\n    slates: int = 5\n{methods}"
    assert [(context, text[a:b]) for a, b, context in CodeChunker(36).spans(text)] == [
        ((), "class Roof:\n    slates: int = 5"),
        (("Roof",), "    def a(self):\n        ..."),
        (("Roof",), "    def b(self):\n        ..."),
    ]


def test_two_chunks_of_one_parent_read_it_once():
    """https://github.com/LLPhant/LLPhant/pull/193, vstorm-co/agenticos/pull/1805."""
    chunks = MarkdownChunker(20).split(
        make_document("# Roof\n\nOld slates.\n\nNew lead.\n\n# Pipes\n\nDry.")
    )
    found = parents(chunks)
    assert len(chunks) == 3
    assert list(dict.fromkeys(found)) == [(0, 30), (32, 45)]


def test_files_that_are_no_markdown_are_cut_too():
    """https://github.com/jeanibarz/knowledge-base-mcp-server/issues/45."""
    text = "line of text here\n" * 500
    for name in ("a.txt", "a.rst", "a.go", "a.csv", "a.log", "LICENSE"):
        assert max(map(len, texts_of(chunker_for(name, 400), text))) <= 400
