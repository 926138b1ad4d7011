"""Anybody's texts and questions: what is read, what is left out and named, what is an error."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from texts import forbid, make_document, texts

from course_lib.document import InvalidText
from course_lib.measure.questions import (
    FUNCTION_WORDS,
    OwnQuestion,
    content_words,
    mean_shared_words,
    read_benchmark,
    read_folder,
    shared_words,
)

NOTE = "Roof renewed.\r\nPipes old."


@pytest.fixture
def folder(tmp_path):
    """Two texts, one of them in a folder of its own."""
    texts = tmp_path / "texts"
    (texts / "sub").mkdir(parents=True)
    (texts / "note.txt").write_bytes(NOTE.encode())
    (texts / "sub" / "家.md").write_bytes("水道管は古い。".encode())
    return texts


@pytest.fixture
def ask(folder, tmp_path):
    """Read the folder with questions, each given as an object or as a line of text."""

    def read(*lines, path=tmp_path / "questions.jsonl"):
        written = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_bytes("\n".join(written).encode())
        return read_folder(folder, path)

    return read


def question(**fields):
    return {"source": "note.txt", "question": "How old?", "evidence": "Pipes old."} | fields


GOOD = question()


def test_texts_and_questions_are_read_and_evidence_is_located(ask):
    two = question(source="sub/家.md", evidence=["水道管", "古い"])
    found = ask(GOOD, "", two, "  \r")
    assert [document.source_id for document in found.documents] == ["note.txt", "sub/家.md"]
    assert found.documents[0].text == NOTE
    assert [(q.id, q.text, q.document.source_id, q.spans) for q in found.questions] == [
        ("line 1", "How old?", "note.txt", ((15, 25),)),
        ("line 3", "How old?", "sub/家.md", ((0, 3), (4, 6))),
    ]
    assert found.remarks == []


def test_a_byte_order_mark_and_other_line_ends_do_no_harm(ask):
    found = ask("\ufeff" + json.dumps(GOOD) + "\r", json.dumps(GOOD) + "\r")
    assert len(found.questions) == 2


UNUSABLE = {
    "no JSON": ("{roof}", "it is no JSON: Expecting property name"),
    "too deep": ("[" * 100_000, "it is no JSON: "),
    "no object": ("[1, 2]", "it is no JSON object: write source, question and evidence"),
    "no source": (question(source=None), "source must be a text, got None"),
    "blank question": (question(question=" "), "question must be a text, got ' '"),
    "evidence of another kind": (
        question(evidence=5),
        "evidence must be a quote or a list of quotes, got 5",
    ),
    "no evidence at all": (
        {"source": "note.txt", "question": "How old?"},
        "evidence must be a quote or a list of quotes, got None",
    ),
    "an empty quote": (question(evidence=[""]), "evidence must be a quote or a list of quotes"),
    "an empty list": (question(evidence=[]), "there is no evidence: quote the words"),
    "another source": (
        question(source="memo.txt"),
        "there is no text 'memo.txt'; choose from note.txt, sub/家.md",
    ),
}


@pytest.mark.parametrize(("line", "message"), UNUSABLE.values(), ids=UNUSABLE.keys())
def test_a_line_that_cannot_be_used_is_named_and_the_others_are_read(ask, tmp_path, line, message):
    found = ask(GOOD, line, GOOD)
    assert [question.id for question in found.questions] == ["line 1", "line 3"]
    (remark,) = found.remarks
    assert remark.startswith(f"{tmp_path / 'questions.jsonl'} line 2: {message}")
    assert "\n" not in remark


def test_evidence_that_is_not_in_the_text_is_an_error_that_names_it(ask):
    with pytest.raises(ValueError, match=r"line 2, note.txt: the answer 'New pipes' is not in the"):
        ask(GOOD, question(evidence=["Roof renewed.", "New pipes"]))


def test_evidence_that_is_there_twice_is_an_error_that_names_it(ask):
    with pytest.raises(ValueError, match=r"line 1, note.txt: the answer 'e' occurs more than once"):
        ask(question(evidence="e"))


@pytest.mark.parametrize("lines", [[], [""], ["{roof}"]])
def test_questions_without_a_usable_line_are_an_error(ask, lines):
    with pytest.raises(ValueError, match=r"questions\.jsonl holds no usable question"):
        ask(*lines)


def test_questions_that_are_not_utf8_are_an_error(folder, tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(InvalidText, match=r"questions\.jsonl is not UTF-8: byte 0xff"):
        read_folder(folder, path)


def test_the_questions_may_lie_among_the_texts_and_hidden_files_do_not_count(folder, ask):
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    (folder / ".hidden.txt").write_text("x")
    found = ask(GOOD, path=folder / "questions.jsonl")
    assert [document.source_id for document in found.documents] == ["note.txt", "sub/家.md"]


def test_a_file_that_is_no_text_is_left_out_and_named(folder, ask):
    (folder / "scan.pdf").write_bytes(b"%PDF\xe2\xe3")
    found = ask(GOOD)
    assert [document.source_id for document in found.documents] == ["note.txt", "sub/家.md"]
    (remark,) = found.remarks
    assert "scan.pdf is no PDF: it does not begin with %PDF-" in remark


def test_a_file_that_cannot_be_read_is_left_out_and_named(folder, ask, monkeypatch):
    reading = Path.read_bytes

    def read_bytes(path):
        if path.name == "note.txt":
            raise PermissionError(13, "Permission denied", str(path))
        return reading(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    found = ask(question(source="sub/家.md", evidence="水道管"))
    assert [document.source_id for document in found.documents] == ["sub/家.md"]
    assert found.remarks == [f"{folder / 'note.txt'}: Permission denied"]


def test_a_file_whose_name_no_document_could_have_is_left_out_and_named(folder, ask):
    (folder / " padded.txt").write_bytes(b"x")
    found = ask(GOOD)
    assert [document.source_id for document in found.documents] == ["note.txt", "sub/家.md"]
    (remark,) = found.remarks
    assert remark.startswith(f"{folder / ' padded.txt'}: source_id ' padded.txt' is padded")


def test_a_folder_that_cannot_be_read_is_left_out_and_named(folder, ask, monkeypatch):
    forbid(monkeypatch, folder / "sub")
    found = ask(GOOD)
    assert [document.source_id for document in found.documents] == ["note.txt"]
    assert found.remarks == [f"{folder / 'sub'}: Permission denied"]


def test_an_empty_folder_and_no_folder_are_errors(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=r"empty holds no text to measure$"):
        read_folder(tmp_path / "empty", tmp_path / "questions.jsonl")
    with pytest.raises(ValueError, match=r"nowhere is not a folder: name the one that holds"):
        read_folder(tmp_path / "nowhere", tmp_path / "questions.jsonl")


def test_questions_that_are_not_there_are_an_error(folder):
    with pytest.raises(FileNotFoundError):
        read_folder(folder, folder / "questions.jsonl")


# --- the shape of a public benchmark ---


@pytest.fixture
def benchmark(tmp_path):
    """Read a benchmark of two corpora with the rows that are given."""
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "note.md").write_bytes(NOTE.encode())
    (tmp_path / "corpora" / "memo.md").write_bytes(b"Kitchen wet.")

    def read(*rows, columns=("question", "references", "corpus_id")):
        with (tmp_path / "questions_df.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([columns, *rows])
        return read_benchmark(tmp_path)

    return read


def reference(content, start, end):
    return {"content": content, "start_index": start, "end_index": end}


def row(*references, corpus="note"):
    return ["How old?", json.dumps(references), corpus]


def test_a_benchmark_is_read(benchmark):
    roof, pipes = reference("Roof renewed.", 0, 13), reference("Pipes old.", 15, 25)
    found = benchmark(row(roof, pipes), row(reference("wet", 8, 11), corpus="memo"))
    assert [document.source_id for document in found.documents] == ["memo", "note"]
    assert [(q.id, q.document.source_id, q.spans) for q in found.questions] == [
        ("row 1", "note", ((0, 13), (15, 25))),
        ("row 2", "memo", ((8, 11),)),
    ]


BAD_ROWS = {
    "moved": (row(reference("Pipes old.", 14, 24)), "'Pipes old.' does not stand at 14–24"),
    "empty": (row(reference("", 3, 3)), "the reference '' does not stand at 3–3"),
    "none": (row(), "references must be a JSON list of at least one"),
    "no JSON": (["How old?", "roof", "note"], "Expecting value"),
    "past the end": (row(reference("Pipes old.", 15, 99)), "does not stand at 15–99"),
    "nested too deep": (["How old?", "[" * 100_000, "note"], "references are no JSON: "),
    "too long": (["How old?", "[" * 200_000, "note"], "field larger than field limit"),
    "too short": (["How old?"], "the row lacks references, corpus_id"),
    "no object": (row("Roof"), "a reference must be a JSON object, got 'Roof'"),
    "no number": (row(reference("Roof", "0", 4)), "slice indices must be integers"),
    "a field too few": (
        row({"content": "Roof"}),
        "row 2: a reference lacks start_index, end_index",
    ),
    "another corpus": (
        row(reference("wet", 8, 11), corpus="claims"),
        "there is no text 'claims'; choose from memo, note",
    ),
}


@pytest.mark.parametrize(("bad", "message"), BAD_ROWS.values(), ids=BAD_ROWS.keys())
def test_a_row_that_does_not_fit_is_an_error_that_names_it(benchmark, bad, message):
    with pytest.raises(ValueError, match=r"questions_df\.csv row 2: ") as raised:
        benchmark(row(reference("Roof", 0, 4)), bad)
    assert message in str(raised.value)


def test_a_benchmark_without_its_columns_corpora_or_rows_is_an_error(benchmark, tmp_path):
    with pytest.raises(ValueError, match=r"questions_df\.csv has no column corpus_id$"):
        benchmark(columns=("question", "references", "corpus"))
    with pytest.raises(ValueError, match=r"questions_df\.csv holds no question$"):
        benchmark()
    with pytest.raises(ValueError, match=r"corpora holds no \.md file: name the folder that"):
        read_benchmark(tmp_path / "corpora")


# --- words that a question shares with its evidence ---

WORDS = {
    "nothing but function words": ("What is it that they would have?", set()),
    "short words": ("a is of TV", set()),
    "case and punctuation": ("Roof, ROOF; “roof”!", {"roof"}),
    "numbers": ("Claim 88431: 2,392 crowns", {"claim", "88431", "392", "crowns"}),
    "apostrophe": ("the plumber's", {"plumber"}),
    "composed and not": ("de\u0301tecteur d\u00e9tecteur", {"d\u00e9tecteur"}),
    "German": ("Wie groß ist die Prüfung für das Dach?", {"gross", "prüfung", "dach"}),
    "Hindi": ("छत की मरम्मत किसने की?", {"मरम्मत"}),
    "Arabic": ("هل تم تجديد السقف؟", {"تجديد", "السقف"}),
    "Japanese": ("水道管", {"水道", "道管"}),
    "hiragana alone": ("これはなに", set()),
    "kana and kanji": ("屋根の", {"屋根", "根の"}),
    "katakana": ("ガス", {"ガス"}),
    "both in one": ("roof屋根", {"roof", "屋根"}),
}


@pytest.mark.parametrize(("text", "words"), WORDS.values(), ids=WORDS.keys())
def test_content_words(text, words):
    assert content_words(text) == words


@given(texts())
def test_a_question_shares_every_word_with_itself(text):
    if content_words(text):
        assert shared_words(text, text) == 1
        assert shared_words(text, "") == 0
        assert shared_words(text, ["", text]) == 1
    else:
        with pytest.raises(ValueError, match=r"has no content word$"):
            shared_words(text, text)


def test_words_count_once_however_often_they_stand_there():
    assert shared_words("roof roof pipes", "roof, roof and roof") == Fraction(1, 2)


def test_function_words_are_written_as_they_are_compared():
    assert {word for word in FUNCTION_WORDS if content_words(word + "x") != {word + "x"}} == set()
    assert {word for word in FUNCTION_WORDS if content_words(word.upper())} == set()


def test_the_mean_is_over_questions_that_have_a_content_word():
    document = make_document("Roof renewed. Pipes old.")
    half = OwnQuestion("1", "old roof", document, ((0, 13),))
    whole = OwnQuestion("2", "pipes", document, ((14, 24),))
    empty = OwnQuestion("3", "what is it?", document, ((0, 13),))
    assert mean_shared_words([half, whole, empty]) == Fraction(3, 4)
    with pytest.raises(ValueError, match=r"^no question has a content word$"):
        mean_shared_words([empty])


def test_two_passages_count_as_one_evidence():
    document = make_document("Roof renewed. Pipes old.")
    question = OwnQuestion("1", "roof pipes", document, ((0, 13), (14, 24)))
    assert mean_shared_words([question]) == 1
