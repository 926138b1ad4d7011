"""What commands write: shown and not obeyed, whichever command, and quiet when nobody reads."""

import io
import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stores import plain
from texts import REAL_TEXTS

from course_lib import samples
from course_lib.cli import main
from course_lib.commands.terminal import Shown, show_controls

ROOT = Path(samples.__file__).parents[1]
EVIL = "a\x1b[2J\x1b]0;owned\x07\x9b31m\u202eb\u2066c\u200f\x7f\rd\u2028e"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
MINE = ["--tenant", "own", "--environment", "texts", "--roles", "reader"]


@given(text=st.text(st.characters(exclude_categories=())))
def test_nothing_is_left_to_obey_and_json_says_the_same(text):
    shown = show_controls(text.replace("\r\n", "\n"))
    assert not OBEYED.search(shown)
    shown.encode()  # no lone surrogate is left either
    written = json.dumps(text, ensure_ascii=False)
    assert json.loads(show_controls(written)) == text


@pytest.mark.parametrize("text", [*REAL_TEXTS.values(), "a\tb\n", "a\r\nb\r\n"])
def test_what_no_terminal_obeys_stays_as_it_is(text):
    assert show_controls(text) == text


def test_a_stream_is_otherwise_the_one_below():
    below = io.StringIO()
    shown = Shown(below)
    print("a\x1b", file=shown)
    assert (below.getvalue(), shown.getvalue()) == ("a\\u001b\n", "a\\u001b\n")


@pytest.fixture
def evil(tmp_path):
    """A folder whose file has such a name, such a text, and a heading of that kind."""
    folder = tmp_path / "texts"
    folder.mkdir()
    name = "\x1b[2Jx\u202ey\x9bz.md"
    (folder / name).write_text(f"# Roof {EVIL}\n\nRoof renewed {EVIL}.\n", newline="")
    return folder, folder / name


def test_no_command_lets_a_text_a_name_or_a_label_reach_the_terminal(evil, tmp_path, capfd):
    folder, file = evil
    db, split = str(tmp_path / "chunks.db"), tmp_path / "split.json"
    label = ["--tenant", "own", "--environment", "t\x1b[31m", "--roles", "r\x1b]0;x\x07"]
    split.write_text(json.dumps([{"text": f"nowhere {EVIL}"}]))
    (folder / "bad\x1b[2J.txt").write_bytes(b"\xff")
    (folder / ".hidden\x1b[2J").write_text("x")
    questions = tmp_path / "q\x1b[2J.jsonl"
    questions.write_text(
        json.dumps({"source": f"{file.name}", "question": f"Roof {EVIL}?", "evidence": "renewed"})
    )
    commands = [
        ["chunk", "--doc", str(file)],
        ["chunk", "--doc", str(file), "--json"],
        ["chunk", "--doc", str(file), "--question", "\x1b[2J"],
        ["chunk", "--doc", str(folder / "gone\x1b[2J")],
        ["chunk", "--doc", str(file), "--answer", "\x1b[2J"],
        ["audit", "--text", str(file), "--chunks", str(split)],
        ["audit", "--text", str(file), "--chunks", str(split), "--json"],
        ["index", str(folder), "--db", db, *label],
        ["search", "roof", "--db", db, *label],
        ["search", "roof", "--db", db, *label, "--json"],
        ["verify", "--db", db],
        ["verify", "--db", db + "\x1b[2J"],
        ["measure", "--folder", str(folder), "--questions", str(questions), "--k", "3"],
        ["grade", str(folder / "gone\x1b[2J")],
        ["reset", "\x1b[2J"],
        ["\x1b[2J"],
        ["chunk", "--doc", str(file), "\x1b[2J"],
    ]
    for arguments in commands:
        with suppress(SystemExit):
            main(arguments)
        out, err = capfd.readouterr()
        assert out + err
        assert not OBEYED.search(out + err), arguments


def test_json_of_a_search_keeps_the_very_text(evil, tmp_path, capsys):
    folder, file = evil
    db = str(tmp_path / "chunks.db")
    main(["index", str(folder), "--db", db, *MINE])
    capsys.readouterr()
    main(["search", "renewed", "--db", db, *MINE, "--json"])
    [found] = json.loads(capsys.readouterr().out)
    assert found["text"] in file.read_bytes().decode()
    assert found["source_id"] == file.name


def test_a_line_of_a_heading_forges_no_hit(tmp_path, capsys):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.md").write_text("Roof\n[9] other/source\n===\n\nRenewed.\n")
    db = str(tmp_path / "chunks.db")
    main(["index", str(tmp_path / "texts"), "--db", db, *MINE])
    capsys.readouterr()
    main(["search", "renewed", "--db", db, *MINE])
    assert [line[:4] for line in capsys.readouterr().out.splitlines()] == ["[1] ", "    ", "    "]


def test_a_damaged_source_is_named_in_one_line_and_the_rest_is_found(evil, tmp_path, capsys):
    folder, _ = evil
    (folder / "sound.md").write_text("Roof, too.")
    db = tmp_path / "chunks.db"
    main(["index", str(folder), "--db", str(db), *MINE])
    with plain(db) as connection:
        connection.execute("DROP TRIGGER chunk_never_changes")
        connection.execute("UPDATE chunk SET text = text || 'x' WHERE text LIKE '%renewed%'")
    capsys.readouterr()
    assert main(["search", "roof", "--db", str(db), *MINE]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0].startswith("[1] sound.md · ")
    assert err.startswith(f"python -m course_lib: {db}: ")
    assert (err.count("\n"), "was left out, it is damaged" in err) == (1, True)
    assert not OBEYED.search(err)


# --- nobody reads ---

NOTE = str(samples.FOLDER / "pol-55012.txt")


class Gone(io.StringIO):
    def flush(self):
        raise BrokenPipeError(32, "Broken pipe")


@pytest.mark.parametrize("arguments", [["chunk", "--doc", NOTE], ["--help"], ["reset", "99"]])
def test_output_that_nobody_reads_is_status_141_without_a_word(arguments, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", Gone())
    assert main(arguments) == 141
    assert "Broken" not in capsys.readouterr().err


def test_a_command_without_any_output_runs(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)  # as Python starts with a closed one
    assert main(["chunk", "--doc", NOTE]) == 0


@pytest.mark.outside
@pytest.mark.parametrize(
    "arguments",
    [
        ["chunk", "--doc", NOTE, "--size", "1", "--overlap", "0", "--json"],
        ["chunk", "--doc", NOTE],
        ["measure", "--k", "1", "--csv", "-"],
        ["search", "annual premium", "--db", "DB", *MINE],
        ["verify", "--db", "DB"],
        ["index", "FOLDER", "--db", "DB", *MINE],
    ],
    ids=lambda arguments: " ".join(arguments[:1]),
)
@pytest.mark.parametrize("end", ["stdout", "both"])
def test_a_reader_that_left_is_no_error(arguments, end, tmp_path):
    db, folder = str(tmp_path / "chunks.db"), tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("Annual premium.")
    assert main(["index", str(folder), "--db", db, *MINE]) == 0
    (folder / "b.txt").write_text("Annual premium, again.")
    places = {"DB": db, "FOLDER": str(folder)}
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "course_lib", *(places.get(word, word) for word in arguments)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
        stdout=write,
        stderr=write if end == "both" else subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write)
    assert done.returncode == 141
    said = (done.stderr or "").splitlines()
    assert [line for line in said if not line.endswith((" documents", " settings"))] == []


@pytest.mark.outside
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_a_full_disk_is_one_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "course_lib", "chunk", "--doc", NOTE],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr
