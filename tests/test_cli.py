"""The command line: what it prints, and one line on stderr with exit status 2 for bad input."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from course_lib import NaiveChunker, ParagraphChunker, samples
from course_lib.auditing import read_chunks
from course_lib.cli import main
from course_lib.commands.options import NAMES, make_chunker

ROOT = Path(samples.__file__).parents[1]
NOTE = samples.FOLDER / "pol-55012.txt"
NAIVE = "--chunker", "naive"
TEXT = NOTE.read_bytes().decode()


@pytest.fixture
def run(capsys):
    """Run `chunk` in this process: (exit status, stdout, stderr)."""

    def chunk(*arguments):
        try:
            status = main(["chunk", *map(str, arguments)])
        except SystemExit as exit_:
            status = exit_.code
        return status, *capsys.readouterr()

    return chunk


@pytest.fixture
def own(tmp_path):
    """A document of one's own, in a folder of its own."""

    def write(data):
        path = tmp_path / "own.txt"
        path.write_bytes(data)
        return path

    return write


def run_module(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "course_lib", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


# --- the table ---


def test_the_table_shows_ranges_the_answering_chunk_the_verdict_and_the_storage(run):
    status, out, err = run("--doc", NOTE, *NAIVE, "--size", 800, "--overlap", 100)
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines == [
        f"{NOTE}: 1,006 characters, "
        "NaiveChunker(chunk_size=800, overlap=100, keep_contained_tail=True)",
        "",
        "#0 0–800 800 characters holds the answer",
        "#1 700–1006 306 characters",
        "",
        "whole: the answer (337–508) lies in chunk #0",
        "evidence 21% of that chunk, the rest is noise",
        "stored 1,106 characters, 1.10 times the document",
    ]


def test_800_and_100_are_the_defaults(run):
    explicit = "--size", 800, "--overlap", 100
    assert run("--doc", NOTE, *NAIVE) == run("--doc", NOTE, *NAIVE, *explicit)


def test_without_a_chunker_the_suffix_of_the_file_chooses(run, tmp_path):
    for name, kind in {
        "a.md": "Markdown",
        "a.csv": "Record",
        "a.py": "Code",
        "a": "Paragraph",
    }.items():
        (tmp_path / name).write_text("x = 1\n", "utf-8")
        assert f"{kind}Chunker(max_chars=800" in run("--doc", tmp_path / name)[1]
    options = "--size", 300, "--overlap", 9, "--min-chars", 20, "--count-context"
    assert (
        "MarkdownChunker(max_chars=300, min_chars=20, overlap=9, count_context=True)"
        in (run("--doc", tmp_path / "a.md", *options)[1])
    )


def test_what_is_no_json_is_named_and_cut_as_text(run, tmp_path):
    path = tmp_path / "claims.jsonl"
    path.write_text('{"a": 1}\n{"a": \n{"a": 3}\n', "utf-8")
    status, out, err = run("--doc", path, "--size", 12)
    words = "no JSON, kept as text: line 2 (a value is missing at column 6)"
    assert (status, err) == (0, f"{path}: {words}\n")
    assert out.count("characters\n") == 3


def test_a_torn_answer_is_shown_where_it_is_cut_and_in_both_chunks(run):
    _, out, _ = run("--doc", NOTE, *NAIVE, "--size", 400, "--overlap", 0)
    assert "#0" in out
    assert "   holds 63 of the answer's 171 characters" in out
    assert "   holds 108 of the answer's 171 characters" in out
    assert "torn: the answer (337–508) is cut at 400, spread over chunks #0 and #1" in out
    assert "evidence" not in out


def test_the_paragraph_chunker_takes_a_size_and_an_overlap_of_whole_units(run):
    status, out, _ = run("--doc", NOTE, "--chunker", "paragraph", "--size", 400)
    assert status == 0
    assert "ParagraphChunker(max_chars=400)" in out
    for start, end, _ in ParagraphChunker(400).spans(TEXT):
        assert f" {start}–{end} " in out
    overlapping = run("--doc", NOTE, "--chunker", "paragraph", "--size", 400, "--overlap", 99)[1]
    for start, end, _ in ParagraphChunker(400, overlap=99).spans(TEXT):
        assert f" {start}–{end} " in overlapping


def test_an_answer_may_be_given_in_words(run):
    _, out, _ = run("--doc", NOTE, "--answer", "No cellar.")
    start = TEXT.index("No cellar.")
    assert f"whole: the answer ({start}–{start + 10}) lies in chunk #0" in out


def test_a_question_of_the_manifest_may_be_chosen(run):
    start, end = samples.load_question("money-back").spans[0]
    _, out, _ = run("--doc", NOTE, "--question", "money-back")
    assert f"({start}–{end})" in out


def test_a_document_of_ones_own_has_no_question_until_one_is_asked(run, own):
    path = own(b"Roof renewed.\r\n\r\nPipes old.")
    status, out, _ = run("--doc", path, *NAIVE, "--size", 20, "--overlap", 5)
    assert status == 0
    assert "no question asked" in out
    _, out, _ = run("--doc", path, *NAIVE, "--size", 20, "--overlap", 5, "--answer", "Pipes old.")
    assert "whole: the answer (17–27) lies in chunk #1" in out


@pytest.mark.parametrize(
    "data", [b"", b" \r\n\t\n", b"\xef\xbb\xbf"], ids=["empty", "blank", "BOM"]
)
@pytest.mark.parametrize("chunker", ["naive", "paragraph"])
def test_a_document_without_words_is_no_error(run, own, data, chunker):
    status, out, err = run("--doc", own(data), "--chunker", chunker)
    assert (status, err) == (0, "")
    assert "no question asked" in out


# --- JSON ---


@pytest.mark.parametrize(
    ("options", "chunker"),
    [
        (["--size", 300, "--overlap", 30, "--chunker", "naive"], NaiveChunker(300, 30)),
        (["--size", 300, "--chunker", "paragraph"], ParagraphChunker(300)),
    ],
    ids=["naive", "paragraph"],
)
def test_every_chunk_of_the_json_can_be_cut_and_hashed_again(run, options, chunker):
    status, out, err = run("--doc", NOTE, "--json", *options)
    assert (status, err) == (0, "")
    report = json.loads(out)
    spans = [(chunk["char_start"], chunk["char_end"], ()) for chunk in report["chunks"]]
    assert spans == chunker.spans(TEXT)
    for index, chunk in enumerate(report["chunks"]):
        piece = TEXT[chunk["char_start"] : chunk["char_end"]]
        assert chunk["index"] == index
        assert chunk["text"] == piece
        assert chunk["chunk_sha256"] == sha256(piece.encode()).hexdigest()
    assert report["characters"] == len(TEXT)
    assert report["storage"] == sum(end - start for start, end, _ in spans) / len(TEXT)


def test_the_json_tells_the_verdict_in_numbers(run):
    _, out, _ = run("--doc", NOTE, "--json", *NAIVE, "--size", 800, "--overlap", 100)
    answer = json.loads(out)["answer"]
    assert (answer["spans"], answer["whole"], answer["cuts"]) == ([[337, 508]], True, [])
    assert (answer["whole_in"], answer["touched"]) == ([0], [0])
    assert answer["evidence_share"] == 171 / 800
    _, out, _ = run("--doc", NOTE, "--json", *NAIVE, "--size", 400, "--overlap", 0)
    answer = json.loads(out)["answer"]
    assert (answer["whole"], answer["cuts"], answer["touched"]) == (False, [400], [0, 1])
    assert (answer["whole_in"], answer["evidence_share"]) == ([], 0)


def test_the_json_of_a_document_without_a_question_says_so(run, own):
    _, out, _ = run("--doc", own(b"Roof"), "--json")
    assert json.loads(out)["answer"]["whole"] is None


# --- errors ---

ERRORS = {
    "a size of nothing": (["--size", 0, "--chunker", "naive"], "chunk_size must be positive"),
    "a negative size": (["--size", -5], "max_chars must be positive"),
    "an overlap as large as the size": (
        ["--size", 100, "--overlap", 100, "--chunker", "naive"],
        "overlap must be in [0, chunk_size)",
    ),
    "a negative overlap": (["--overlap", -1], "overlap must be in [0, max_chars)"),
    "a minimum above the size": (["--min-chars", 801], "min_chars must be in [0, max_chars]"),
    "a paragraph size of nothing": (
        ["--chunker", "paragraph", "--size", 0],
        "max_chars must be positive",
    ),
    "an option that the chunker does not have": (
        ["--chunker", "naive", "--count-context"],
        "naive looks at nothing in the text: leave --min-chars and --count-context out",
    ),
    "a size in letters": (["--size", "abc"], "argument --size: invalid int value: 'abc'"),
    "a broken size": (["--size", "8.5"], "argument --size: invalid int value: '8.5'"),
    "a size left out": (["--size"], "argument --size: expected one argument"),
    "an unknown option": (["--colour"], "unrecognized arguments: --colour"),
    "an unknown chunker": (["--chunker", "best"], "argument --chunker: invalid choice: 'best'"),
    "an answer that is not there": (
        ["--answer", "The roof leaks."],
        "the answer 'The roof leaks.' is not in the document; quote it exactly",
    ),
    "an answer that is there twice": (["--answer", "crowns"], "occurs more than once, first at"),
    "an empty answer": (["--answer", ""], "the answer is empty; quote the words"),
    "an unknown question": (
        ["--question", "premium"],
        "no question 'premium' for this file; there is premium-change, roof-state, money-back, fl",
    ),
}


def assert_one_line(status, out, err, words):
    assert (status, out) == (2, "")
    assert words in err
    assert err.startswith("python -m course_lib")
    assert err.endswith("\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("options", "words"), ERRORS.values(), ids=ERRORS.keys())
def test_bad_input_is_one_line_and_exit_status_2(run, options, words):
    assert_one_line(*run("--doc", NOTE, *options), words)


def test_a_missing_file_is_named(run, tmp_path):
    path = tmp_path / "nothing.txt"
    assert_one_line(*run("--doc", path), f"{path}: No such file or directory")


def test_a_folder_is_no_document(run, tmp_path):
    assert_one_line(*run("--doc", tmp_path), f"{tmp_path}: ")


def test_a_file_that_is_not_utf8_is_named_with_the_byte(run, own):
    path = own(b"Caf\xe9 au lait")
    words = f"{path} is not UTF-8: byte 0xe9 at position 3 (invalid continuation byte); save it as"
    assert_one_line(*run("--doc", path), words)


def test_a_document_of_ones_own_has_no_question_in_the_manifest(run, own):
    words = "no question 'flood' for this file; there is none; give the answer's words with --ans"
    assert_one_line(*run("--doc", own(b"Roof"), "--question", "flood"), words)


def test_a_missing_manifest_is_named(run, own, tmp_path, monkeypatch):
    monkeypatch.setattr(samples, "FOLDER", tmp_path)
    words = f"{tmp_path / 'manifest.toml'} is missing: the samples lie beside the package"
    assert_one_line(*run("--doc", own(b"Roof"), "--question", "flood"), words)


def test_no_document_and_no_command_are_errors_too(run, capsys):
    assert_one_line(*run(), "the following arguments are required: --doc")
    with pytest.raises(SystemExit) as raised:
        main([])
    assert_one_line(raised.value.code, *capsys.readouterr(), "required: COMMAND")


def test_a_mistake_of_ours_keeps_its_traceback(run, monkeypatch):
    def mistaken(*arguments, **options):
        raise ValueError("a mistake in this package")

    monkeypatch.setattr("course_lib.commands.chunk.make_chunker", mistaken)
    with pytest.raises(ValueError, match="a mistake in this package"):
        run("--doc", NOTE)


# --- as a program ---


@pytest.mark.outside
def test_the_module_runs_from_any_folder(tmp_path, run):
    done = run_module(
        "chunk", "--doc", NOTE, *NAIVE, "--size", 400, "--overlap", 0, folder=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("--doc", NOTE, *NAIVE, "--size", 400, "--overlap", 0)[1]


def test_the_samples_question_is_found_by_a_relative_path(run, monkeypatch):
    monkeypatch.chdir(samples.FOLDER)
    assert "whole: the answer (337–508)" in run("--doc", NOTE.name)[1]
    monkeypatch.chdir(samples.FOLDER.parent)
    assert "whole: the answer (337–508)" in run("--doc", f"{samples.FOLDER.name}/{NOTE.name}")[1]


@pytest.mark.outside
def test_the_module_ends_with_status_2_and_no_traceback(own, tmp_path):
    done = run_module("chunk", "--doc", own(b"\xff\xfeR\0"), folder=tmp_path)
    assert_one_line(done.returncode, done.stdout, done.stderr, "byte 0xff at position 0")
    done = run_module("chunk", "--doc", NOTE, "--size", "abc", folder=tmp_path)
    assert_one_line(done.returncode, done.stdout, done.stderr, "invalid int value: 'abc'")


def test_help_names_every_option(capsys):
    with pytest.raises(SystemExit) as raised:
        main(["chunk", "--help"])
    out = capsys.readouterr().out
    assert raised.value.code == 0
    for option in ["--doc", "--chunker", "--size", "--overlap", "--answer", "--question", "--json"]:
        assert option in out


def audit_files(folder, text, chunks):
    (folder / "text.txt").write_text(text, "utf-8")
    lines = "".join(json.dumps(chunk) + "\n" for chunk in chunks)
    (folder / "chunks.jsonl").write_text(lines, "utf-8")
    return ["audit", "--text", str(folder / "text.txt"), "--chunks", str(folder / "chunks.jsonl")]


HARD_TEXTS = {
    "prose": "Größe und Wärme.\r\n\r\nDas Dach. 👩\u200d👩 𝒜ll is wet.\r\n\r\nEnde.\r\n" * 3,
    "markdown": "# Öl\r\n\r\nEins 🌊 zwei.\r\n\r\n## Über uns\r\n\r\n* Ärger\r\n* 𝒜pfel\r\n" * 3,
    "record": "Fläche: 90 m²\r\nZustand: gut 👍🏽, außen trocken\r\nOrt: Köln\r\n" * 3,
    "json": json.dumps([{"größe": "ä🌊" * 9, "ort": {"straße": "a\r\nb"}}] * 3, ensure_ascii=False),
    "one line": "ä" * 90 + "🌊" * 30,
    "a mark": "\ufeffDach.\r\n\r\nRohre.",
    "blank": " \r\n\t",
    "empty": "",
}


@pytest.mark.parametrize("chunker", NAMES)
@pytest.mark.parametrize("text", HARD_TEXTS.values(), ids=HARD_TEXTS.keys())
@pytest.mark.parametrize("size", [25, 800])
def test_audit_reads_what_chunk_printed(run, own, tmp_path, capsys, text, chunker, size):
    path = own(text.encode())
    overlap = ["--overlap", 0] if chunker == "naive" else []
    status, out, _ = run(*("--doc", path, "--chunker", chunker, "--size", size, "--json"), *overlap)
    chunks = tmp_path / "split.json"
    chunks.write_bytes(out.encode())
    again = read_chunks(out)
    assert status == 0
    assert [
        (chunk["char_start"], chunk["char_end"], tuple(chunk["context"])) for chunk in again
    ] == make_chunker(chunker, size, 0).spans(text)
    command = ["audit", "--text", str(path), "--chunks", str(chunks), "--max-chars", str(size)]
    status = main([*command, "--json"])
    report = json.loads(capsys.readouterr().out)
    assert set(report["counts"]) <= ({"cluster", "blank"} if chunker == "naive" else set())
    assert report["unchecked"] == (["labels"] if again else ["labels", "hashes", "index"])
    assert status == (0 if report["clean"] else 1)
    if not again:
        return
    again[-1]["char_start"] += 1  # and what is wrong is found
    chunks.write_text(json.dumps({"chunks": again}), "utf-8")
    assert main(command) == 1


def test_json_can_be_printed_where_stdout_is_not_utf8(own, monkeypatch):
    path = own("Größe 🌊".encode())
    for encoding in ["utf-8", "latin-1", "ascii"]:
        stdout = TextIOWrapper(BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", stdout)
        assert main(["chunk", "--doc", str(path), "--json"]) == 0
        stdout.flush()
        printed = stdout.buffer.getvalue()
        assert read_chunks(printed.decode())[0]["text"] == "Größe 🌊"
        assert ("Größe" in printed.decode()) == (encoding == "utf-8")


def test_a_table_that_stdout_cannot_hold_is_one_line(own, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(BytesIO(), encoding="ascii"))
    assert main(["chunk", "--doc", str(own(b"Roof"))]) == 2
    assert capsys.readouterr().err == (
        "python -m course_lib: stdout cannot hold '\\u2013': set PYTHONIOENCODING=utf-8\n"
    )


def test_audit_finds_a_wrong_offset(tmp_path, capsys):
    command = audit_files(tmp_path, "Roof. Pipes.", [{"text": "Pipes.", "start_index": 5}])
    assert main([*command, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["counts"] == {"slice": 1, "uncovered": 1}


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ('{"text": "Roof."}\n{broken\n', "chunks.jsonl: line 2 is no JSON: "),
        ('{"chunks": [\n{"text": "Roof."},\n{broken}]}', "chunks.jsonl: line 3 is no JSON: "),
        ('[{"text": "Roof."}, {"start": 5}]', "chunks.jsonl: chunk #1 has no text"),
        (b"\xff", "chunks.jsonl is not UTF-8: byte 0xff at position 0"),
    ],
)
def test_chunks_that_cannot_be_read_are_one_line_that_says_where(tmp_path, capsys, written, words):
    command = audit_files(tmp_path, "Roof.", [])
    data = written if isinstance(written, bytes) else written.encode()
    (tmp_path / "chunks.jsonl").write_bytes(data)
    assert_one_line(main(command), *capsys.readouterr(), words)


@pytest.mark.parametrize(
    ("chunker", "name"),
    [("markdown", "guide-water-damage.md"), ("record", "claim-88431.txt")],
)
def test_structure_is_named_on_the_command_line(chunker, name, capsys):
    note = str(samples.FOLDER / name)
    assert main(["chunk", "--doc", note, "--chunker", chunker, "--size", "500"]) == 0
    assert "whole: the answer" in capsys.readouterr().out


def test_malformed_json_is_a_clear_error(tmp_path, capsys):
    (tmp_path / "record.json").write_text('{"claim": 88431,}')
    command = ["chunk", "--doc", str(tmp_path / "record.json"), "--chunker", "record"]
    assert main(command) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_usual_overlap_fits_a_small_size(capsys):
    assert main(["chunk", "--doc", str(NOTE), "--chunker", "naive", "--size", "80"]) == 0
    assert "chunk_size=80, overlap=10" in capsys.readouterr().out


def test_json_keeps_the_context(capsys):
    guide = str(samples.FOLDER / "guide-water-damage.md")
    assert main(["chunk", "--doc", guide, "--chunker", "markdown", "--size", "400", "--json"]) == 0
    chunks = json.loads(capsys.readouterr().out)["chunks"]
    assert chunks[1]["context"] == ["Escape of water: a guide for the desk", "On the telephone"]


def test_a_folder_of_submissions_that_is_not_there_is_refused(tmp_path, capsys):
    table = tmp_path / "grades.csv"
    assert main(["grade", str(tmp_path / "nowhere"), "--csv", str(table)]) == 2
    assert "does not exist" in capsys.readouterr().err
    assert not table.exists()
