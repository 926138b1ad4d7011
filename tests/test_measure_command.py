"""The command `measure`: the table, the CSV, the picture, and what it refuses."""

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest

from course_lib import NaiveChunker, samples
from course_lib.cli import main
from course_lib.measure.experiment import evaluate
from course_lib.measure.table import COLUMNS, row_of, rows_from_csv


@pytest.fixture(autouse=True)
def few_samples(monkeypatch):
    """Two documents and what is asked of them: enough for a command."""
    documents = samples.load_documents()[:2]
    questions = [q for q in samples.load_questions() if q.document in documents]
    monkeypatch.setattr(samples, "load_documents", lambda: documents)
    monkeypatch.setattr(samples, "load_questions", lambda: questions)
    return documents, questions


@pytest.fixture
def run(capsys):
    """Run `measure` in this process: (exit status, stdout, stderr)."""

    def measure(*arguments):
        try:
            status = main(["measure", *map(str, arguments)])
        except SystemExit as exit_:
            status = exit_.code
        return status, *capsys.readouterr()

    return measure


@pytest.fixture
def own(tmp_path):
    """A folder with one text and a file of questions with the given lines."""

    def write(*lines):
        folder = tmp_path / "texts"
        folder.mkdir()
        (folder / "note.txt").write_bytes(b"The roof was renewed.\nThe pipes are old.")
        path = tmp_path / "questions.jsonl"
        path.write_bytes("\n".join(map(json.dumps, lines)).encode())
        return "--folder", folder, "--questions", path

    return write


GOOD = {"source": "note.txt", "question": "old pipes?", "evidence": "The pipes are old."}


def test_the_table_has_a_row_for_each_setting_and_says_what_was_measured(run, few_samples):
    status, out, err = run(
        *("--chunker", "naive", "paragraph", "--size", 200, 400, "--overlap", 0, 50),
        *("--budget", 800),
    )
    documents, questions = few_samples
    heading, _, head, *rows = out.splitlines()
    characters = sum(len(document.text) for document in documents)
    passages = sum(len(question.spans) for question in questions)
    assert status == 0
    assert heading.startswith(
        f"2 documents of {characters:,} characters; {len(questions)} questions with {passages} "
        "pieces of evidence; "
    )
    assert heading.endswith("% of a question's content words stand in its evidence")
    assert head.split()[:4] == ["chunker", "size", "overlap", "read"]
    assert [tuple(row.split()[:3]) for row in rows] == [
        *(("naive", "200", "0"), ("naive", "200", "50"), ("naive", "400", "0")),
        *(("naive", "400", "50"), ("paragraph", "200", "–"), ("paragraph", "200", "50")),
        *(("paragraph", "400", "–"), ("paragraph", "400", "50")),
    ]
    assert err.splitlines()[-1] == f"{8 * len(questions)} of {8 * len(questions)} questions, " + (
        "8 of 8 settings"
    )


def test_csv_on_stdout_is_csv_alone_and_says_what_evaluate_says(run, few_samples):
    status, out, _ = run("--size", 300, "--overlap", 20, "--k", 2, "--csv", "-")
    result = evaluate(NaiveChunker(300, 20), *few_samples, k=2)
    assert status == 0
    assert rows_from_csv(out) == [row_of(result)]
    assert next(csv.reader(StringIO(out))) == list(COLUMNS)


def test_csv_and_picture_are_written_beside_the_table(run, tmp_path):
    table, picture = tmp_path / "table.csv", tmp_path / "picture.png"
    status, out, err = run("--size", 200, 400, "--budget", 400, "--csv", table, "--plot", picture)
    assert status == 0
    assert [row.size for row in rows_from_csv(table.read_bytes().decode())] == [200, 400]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "pieces of evidence" in out
    assert f"{picture}: Recall over chunk size, reading 400 characters: naive" in err


def test_every_chunker_can_be_measured(run):
    status, out, _ = run(
        "--chunker", "naive", "paragraph", "markdown", "record", "--size", 400, "--k", 1
    )
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[3:]] == [
        *("naive", "paragraph", "markdown", "record"),
    ]


def test_an_overlap_that_does_not_fit_one_size_of_several_is_left_out_and_said(run):
    status, out, err = run("--size", 100, 400, "--overlap", 0, 200, "--k", 1)
    assert status == 0
    assert [tuple(line.split()[1:3]) for line in out.splitlines()[3:]] == [
        *(("100", "0"), ("400", "0"), ("400", "200")),
    ]
    assert err.splitlines()[0] == "left out: overlap 200 is not smaller than size 100"


def test_the_options_of_chunkers_that_look_at_the_text_are_measured(run):
    chunkers = "--chunker", "naive", "markdown", "suffix"
    status, out, err = run(*chunkers, "--min-chars", 0, 200, 900, "--count-context", "--k", 1)
    assert status == 0
    named = [line.split("  ")[0] for line in out.splitlines()[3:]]
    counted = [f"{name} count_context=True" for name in ("markdown", "suffix")]
    joined = [f"{name} min_chars=200 count_context=True" for name in ("markdown", "suffix")]
    assert named == ["naive", counted[0], joined[0], counted[1], joined[1]]
    assert err.splitlines()[0] == "left out: min-chars 900 is larger than size 800"


def test_what_is_no_json_is_named_once_and_a_strict_reader_refuses_it_by_name(run, own):
    arguments = own(GOOD)
    (arguments[1] / "claim.json").write_text('{"a": 1,, "b": 2}', "utf-8")
    status, _, err = run(*arguments, "--chunker", "suffix", "--size", 30, 40, "--k", 1)
    named = [line for line in err.splitlines() if "JSON" in line]
    words = "a name in double quotes is missing at line 1, column 9"
    assert (status, named) == (0, [f"claim.json: no JSON, cut as text: {words}"])
    err = refused(run, *arguments, "--chunker", "record", "--k", 1)
    assert f"claim.json: the text begins like JSON, but {words}" in err


def test_a_question_that_finds_nothing_is_no_silent_zero(run, own):
    status, out, _ = run(*own(GOOD, GOOD | {"question": "cellar?"}), "--size", 30, "--k", 1)
    assert status == 0
    assert out.splitlines()[-1] == "naive 30: questions that found nothing: 1"


def test_questions_without_a_content_word_are_measured(run, own):
    status, out, _ = run(*own(GOOD | {"question": "how are the"}), "--size", 30, "--k", 1)
    assert status == 0
    assert "; – of a question's content words stand in its evidence" in out


# --- texts of one's own ---


def test_texts_of_ones_own_are_measured(run, own):
    status, out, _ = run(*own(GOOD), "--size", 30, "--k", 1, "--csv", "-")
    (row,) = rows_from_csv(out)
    assert status == 0
    assert (row.questions, row.evidence, row.figures["intact"]) == (1, 1, 0)


def test_a_line_that_cannot_be_used_is_said_and_the_rest_is_measured_with_status_1(run, own):
    status, out, err = run(*own(GOOD, {"source": "memo.txt"}, GOOD), "--size", 30, "--k", 1)
    assert status == 1
    assert "2 questions with 2 pieces of evidence" in out
    assert "questions.jsonl line 2: question must be a text, got None" in err


def test_what_is_no_text_is_named_and_the_same_as_for_the_index(run, own, tmp_path, capsys):
    arguments = own(GOOD)
    folder = arguments[1]
    (folder / "manifest.toml").write_text("x")
    (folder / ".hidden").write_text("x")
    (tmp_path / "outside.txt").write_text("The pipes are old.")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    status, out, err = run(*arguments, "--size", 30, "--k", 1)
    assert status == 1
    assert out.startswith("1 documents of 40 characters; ")
    passed_over = "passed over: .hidden (hidden), manifest.toml (a manifest)"
    fault = f"{folder}/link.txt: the file lies outside of the folder {folder}"
    assert err.splitlines()[:2] == [passed_over, f"left out: {fault}"]
    labels = ["--tenant", "own", "--environment", "texts", "--roles", "reader"]
    assert main(["index", str(folder), "--db", str(tmp_path / "chunks.db"), *labels]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("1 inserted")
    assert err.splitlines()[-2:] == [passed_over, f"not stored: {fault}"]


def test_a_benchmark_is_measured(run, tmp_path):
    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "note.md").write_bytes(b"Roof renewed. Pipes old.")
    references = json.dumps([{"content": "Pipes old.", "start_index": 14, "end_index": 24}])
    with (tmp_path / "questions_df.csv").open("w", newline="") as file:
        csv.writer(file).writerows(
            [["question", "references", "corpus_id"], ["Old pipes?", references, "note"]]
        )
    status, out, _ = run("--benchmark", tmp_path, "--size", 12, "--k", 1, "--csv", "-")
    (row,) = rows_from_csv(out)
    assert status == 0
    assert (row.figures["intact"], row.figures["recall"]) == (1, 1)


# --- one line on stderr and exit status 2 ---


def refused(run, *arguments):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    return err


def test_a_price_is_asked_for(run):
    assert "one of the arguments --budget --k is required" in refused(run, "--size", 400)
    assert "not allowed with" in refused(run, "--k", 1, "--budget", 400)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", 400, "--budget", 300], "a budget of 300 characters cannot read the longest"),
        (["--size", 400, "--k", 9_000], "k is 9000, but NaiveChunker"),
        (["--size", 400, "--k", 0], "k must be at least 1, got 0"),
        (["--size", 0, "--k", 1], "chunk_size must be positive"),
        (["--size", 9, "--overlap", 9, "--k", 1], "overlap 9 is not smaller than size 9"),
        (["--size", 9, "--overlap", -1, "--k", 1], "overlap must be in [0, chunk_size)"),
        (["--min-chars", 50, "--k", 1], "naive looks at nothing in the text: leave --min-chars"),
        (["--count-context", "--k", 1], "naive looks at nothing in the text: leave --min-chars"),
        (
            ["--chunker", "record", "--size", 9, "--min-chars", 10, "--k", 1],
            "min-chars 10 is larger than size 9",
        ),
        (["--chunker", "best", "--k", 1], "invalid choice: 'best'"),
        (["--folder", ".", "--k", 1], "--folder and --questions belong together: give both"),
        (["--benchmark", ".", "--folder", ".", "--k", 1], "give --benchmark, or --folder with"),
        (["--k", 1, "--plot", "picture.jpg"], "--plot picture.jpg: a picture is a .png file"),
        (["--k", 1, "--csv", "nowhere/table.csv"], "there is no folder nowhere; make it first"),
        (["--k", 1, "--plot", "nowhere/a.png"], "there is no folder nowhere; make it first"),
    ],
    ids=str,
)
def test_what_cannot_be_measured_is_refused_in_one_line(run, arguments, message):
    assert message in refused(run, *arguments)


def test_evidence_that_is_not_found_is_an_error_that_names_it(run, own):
    err = refused(run, *own(GOOD | {"evidence": "The roof leaks."}), "--k", 1)
    assert "line 1, note.txt: the answer 'The roof leaks.' is not in the document" in err


@pytest.fixture
def unmeasured(monkeypatch):
    """Measuring fails the test: what is refused is refused before."""

    def sweep(*arguments, **options):
        raise AssertionError("it was measured")

    monkeypatch.setattr("course_lib.commands.measure.sweep", sweep)


@pytest.mark.parametrize(("option", "name"), [("--csv", "table"), ("--plot", "a.png")])
def test_a_folder_in_place_of_a_file_is_refused_before_measuring(
    run, unmeasured, tmp_path, option, name
):
    (tmp_path / name).mkdir()
    err = refused(run, "--k", 1, option, tmp_path / name)
    assert f"{tmp_path / name} is a folder: name a file in it" in err


def test_too_many_lines_for_a_picture_are_refused_before_measuring(run, unmeasured, tmp_path):
    settings = ["--size", 400, "--overlap", *range(11), "--plot", tmp_path / "a.png"]
    assert "--plot: 11 lines cannot be told apart" in refused(run, "--k", 1, *settings)


def test_an_interrupt_is_one_line_and_status_130(run, monkeypatch):
    def sweep(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("course_lib.commands.measure.sweep", sweep)
    assert run("--k", 1) == (130, "", "python -m course_lib: interrupted\n")


def test_without_matplotlib_a_picture_is_refused_before_anything_is_measured(run, monkeypatch):
    monkeypatch.setattr("course_lib.commands.measure.find_spec", lambda name: None)
    assert "--plot draws with matplotlib, which is not installed" in refused(
        run, "--k", 1, "--plot", "picture.png"
    )


# --- the two halves of the samples' questions ---


def test_the_visible_questions_are_asked_unless_the_held_out_ones_are_wanted(
    few_samples, monkeypatch, capsys
):
    first, *rest = few_samples[1]
    halves = [replace(first, held_out=True), *rest]
    monkeypatch.setattr(samples, "load_questions", lambda: halves)
    setting = ["measure", "--chunker", "naive", "--size", "1600", "--k", "1", "--csv", "-"]
    asked = {}
    for half in ([], ["--held-out"]):
        assert main([*setting, *half]) == 0
        (row,) = rows_from_csv(capsys.readouterr().out)
        asked[bool(half)] = row.questions
    assert asked == {False: len(rest), True: 1}


def test_texts_of_ones_own_have_no_held_out_half(tmp_path, capsys):
    assert main(["measure", "--k", "1", "--held-out", "--folder", str(tmp_path)]) == 2
    (tmp_path / "q.jsonl").write_text("")
    own = ["--folder", str(tmp_path), "--questions", str(tmp_path / "q.jsonl")]
    assert main(["measure", "--k", "1", "--held-out", *own]) == 2
    assert "--held-out is about the samples" in capsys.readouterr().err
