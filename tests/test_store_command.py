"""The commands index, search and verify: what they store, print and report, and how they end."""

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from stores import plain
from texts import ENTRY, forbid

from course_lib import ChunkStore, Identity, Scope, samples
from course_lib.cli import main
from course_lib.document import read_text

SCOPE = Scope("marrow-quill", "prod")
HAZEL = Identity("hazel", SCOPE, ["underwriter"])
LABELS = ["--tenant", "marrow-quill", "--environment", "prod", "--roles", "underwriter,auditor"]
ASK = ["--tenant", "marrow-quill", "--environment", "prod", "--roles", "underwriter"]


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "texts"
    (made / "claims").mkdir(parents=True)
    (made / "note.txt").write_bytes(b"Roof renewed.\r\n\r\nPipes old.")
    (made / "claims" / "guide.md").write_bytes(b"# Leaks\n\nTurn off the water.\n")
    return made


@pytest.fixture
def db(tmp_path):
    return tmp_path / "chunks.db"


@pytest.fixture
def run(capsys):
    def command(*arguments):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as exit_:
            status = exit_.code
        return status, *capsys.readouterr()

    return command


@pytest.fixture
def index(run, folder, db):
    return lambda *options: run("index", folder, "--db", db, *options)


def sources(db):
    with ChunkStore(db) as store:
        assert store.verify().faults == ()
        return {source.source_id: source for source in store.inventory()}


def errors(err):
    said = [line for line in err.splitlines() if not line.endswith(" documents")]
    return [line for line in said if not line.startswith("passed over: ")]


# --- index, with labels for all ---


def test_every_text_of_the_folder_is_stored_under_the_labels_given(index, db, folder):
    status, out, err = index(*LABELS, "--doc-type", "memo")
    assert (status, out) == (0, "2 inserted, 0 replaced, 0 unchanged; 2 chunks\n")
    assert err == "1 of 2 documents\n2 of 2 documents\n"
    stored = sources(db)
    assert list(stored) == ["claims/guide.md", "note.txt"]
    for source in stored.values():
        assert (source.scope, source.doc_type) == (SCOPE, "memo")
        assert source.acl_roles == {"underwriter", "auditor"}
        written = (folder / source.source_id).stat().st_mtime
        assert source.updated_at.timestamp() == pytest.approx(written, abs=1e-3)
    with ChunkStore(db) as store:
        assert store.document("note.txt", HAZEL).text == "Roof renewed.\r\n\r\nPipes old."
        assert store.get("claims/guide.md", 0, HAZEL).context == ("Leaks",)


def test_only_what_changed_is_written_again(index, db, folder):
    index(*LABELS)
    before = sources(db)
    (folder / "note.txt").write_text("Roof old.")
    assert index(*LABELS)[1] == "0 inserted, 1 replaced, 1 unchanged; 2 chunks\n"
    after = sources(db)
    assert after["claims/guide.md"] == before["claims/guide.md"]
    assert after["note.txt"].doc_id != before["note.txt"].doc_id


def test_a_file_that_was_only_touched_is_unchanged(index, db, folder):
    index(*LABELS)
    before = sources(db)
    os.utime(folder / "note.txt", (1, 1))
    assert index(*LABELS)[1].startswith("0 inserted, 0 replaced, 2 unchanged")
    assert sources(db) == before


def test_other_roles_or_another_chunker_are_written(index):
    index(*LABELS)
    assert index(*LABELS[:-1], "underwriter")[1].startswith("0 inserted, 2 replaced")
    assert index(*LABELS[:-1], "underwriter", "--size", "700")[1].startswith("0 inserted, 2 rep")


@pytest.mark.parametrize(
    ("options", "made_by"),
    [
        ([], {"MarkdownChunker(max_chars=800)", "ParagraphChunker(max_chars=800)"}),
        (["--size", "300"], {"MarkdownChunker(max_chars=300)", "ParagraphChunker(max_chars=300)"}),
        (["--chunker", "record"], {"RecordChunker(max_chars=800)"}),
        (
            ["--chunker", "record", "--min-chars", "9", "--overlap", "5", "--count-context"],
            {"RecordChunker(max_chars=800, min_chars=9, overlap=5, count_context=True)"},
        ),
        (
            ["--chunker", "naive", "--size", "50", "--overlap", "5"],
            {"NaiveChunker(chunk_size=50, overlap=5, keep_contained_tail=True)"},
        ),
        (
            ["--chunker", "naive", "--size", "80"],
            {"NaiveChunker(chunk_size=80, overlap=10, keep_contained_tail=True)"},
        ),
    ],
)
def test_the_chunker_is_chosen_by_name_or_by_suffix(index, db, folder, options, made_by):
    assert index(*LABELS, *options)[0] == 0
    assert {source.made_by for source in sources(db).values()} == made_by


def test_hidden_files_the_manifest_and_the_store_itself_are_passed_over(run, folder):
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    (folder / ".hidden").write_text("x")
    (folder / "manifest.toml").write_text("")
    db = folder / "chunks.db"
    for expected in ["2 inserted", "0 inserted"]:
        with ChunkStore(db):  # its log stands beside it
            status, out, err = run("index", folder, "--db", db, *LABELS)
        assert (status, out[:10]) == (0, expected)
        assert err.splitlines()[-1].startswith(
            "passed over: .git (hidden), .hidden (hidden), chunks.db (in use), chunks.db-"
        )
        assert err.endswith(", manifest.toml (a manifest)\n")
    assert len(sources(db)) == 2


def test_the_copy_of_an_older_store_beside_it_is_no_text(run, folder):
    db = folder / "chunks.db"
    old = Path(__file__).with_name("store_version_1.sql").read_text("utf-8")
    with plain(db) as connection:
        connection.executescript(old)
    assert run("index", folder, "--db", db, *LABELS)[0] == 0
    status, _, err = run("index", folder, "--db", db, *LABELS)
    assert status == 0
    assert "chunks.db.version-1 (in use)" in err


def test_what_cannot_be_used_is_named_and_the_rest_goes_on(index, db, folder):
    (folder / "broken.txt").write_bytes(b"Caf\xe9")
    (folder / "data.json").write_text('{"claim": 1,}')
    (folder / " padded.txt").write_text("x")
    status, out, err = index(*LABELS)
    assert (status, out) == (1, "3 inserted, 0 replaced, 0 unchanged; 3 chunks\n")
    assert [line.count(f"{folder}/") >= 1 for line in errors(err)] == [True, True, True]
    assert "not stored: " in err
    assert "data.json: no JSON, cut as text: a name in double quotes is missing at line 1" in err
    assert "' padded.txt' is padded with white space" in err
    assert "broken.txt is not UTF-8: byte 0xe9 at position 3" in err
    status, _, err = index(*LABELS, "--chunker", "record")
    assert status == 1
    assert "data.json" in err


def test_a_file_that_cannot_be_read_is_named_and_what_was_stored_of_it_stays(index, db, folder):
    index(*LABELS)
    (folder / "note.txt").write_bytes(b"\xff")
    status, out, err = index(*LABELS, "--prune")
    assert (status, out) == (1, "0 inserted, 0 replaced, 1 unchanged; 1 chunks\n")
    assert "note.txt is not UTF-8" in err
    assert "note.txt" in sources(db)


def test_a_link_that_leads_elsewhere_is_not_stored_and_nothing_is_pruned(
    index, db, folder, tmp_path
):
    (tmp_path / "secret.txt").write_text("x")
    (folder / "same.txt").symlink_to(folder / "note.txt")
    assert index(*LABELS)[0] == 0
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "note.txt").unlink()  # and same.txt now leads nowhere
    status, _, err = index(*LABELS, "--prune")
    assert status == 1
    assert errors(err) == [
        "nothing deleted: --prune needs a folder that can be used whole",
        f"not stored: {folder}/link.txt: the file lies outside of the folder {folder}",
        f"not stored: {folder}/same.txt: the link leads nowhere",
    ]
    assert list(sources(db)) == ["claims/guide.md", "note.txt", "same.txt"]


def test_links_to_folders_and_nested_manifests_are_named(index, db, folder, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.txt").write_text("x")
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    (folder / "twice").symlink_to(folder / "claims")
    (folder / "nowhere").symlink_to(folder / "gone")
    (folder / "claims" / "manifest.toml").write_text(ENTRY)
    status, _, err = index(*LABELS)
    assert status == 1
    assert errors(err) == [
        f"not stored: {folder}/linked: the file lies outside of the folder {folder}",
        f"not stored: {folder}/nowhere: the link leads nowhere",
        f"not stored: {folder}/twice: a link to a folder is not followed: list that folder itself",
    ]
    assert "passed over: claims/manifest.toml (a manifest)" in err
    assert list(sources(db)) == ["claims/guide.md", "note.txt"]


def test_a_name_with_a_line_break_forges_no_line(index, folder):
    (folder / "a\n402 inserted").write_text("x")
    (folder / ".b\nc").write_text("x")
    status, _, err = index(*LABELS)
    assert status == 1
    _, _, passed_over, fault = err.splitlines()
    assert passed_over == r"passed over: .b\nc (hidden)"
    assert fault.startswith(rf"not stored: {folder}/a\n402 inserted: source_id 'a\n402 inserted'")


# --- what is gone ---


def test_a_folder_that_cannot_be_read_is_named_and_nothing_is_pruned(
    index, db, folder, monkeypatch
):
    index(*LABELS)
    forbid(monkeypatch, folder / "claims")
    status, out, err = index(*LABELS, "--prune")
    assert (status, out) == (1, "0 inserted, 0 replaced, 1 unchanged; 1 chunks\n")
    assert f"not stored: {folder}/claims: Permission denied" in err
    assert "nothing deleted: --prune needs a folder that can be used whole" in err
    assert len(sources(db)) == 2
    forbid(monkeypatch, folder)
    status, _, err = index(*LABELS, "--prune")
    assert status == 2
    assert f"holds no text ({folder}: Permission denied): nothing was stored" in err


def test_a_listed_file_that_cannot_be_seen_is_not_gone(index, db, folder, monkeypatch):
    (folder / "manifest.toml").write_text(ENTRY)
    index()
    stat = Path.stat

    def closed(path, **options):
        if path.name == "note.txt":
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, **options)

    monkeypatch.setattr(Path, "stat", closed)
    assert index("--prune")[1] == "0 inserted, 0 replaced, 1 unchanged; 1 chunks\n"


def test_a_folder_whose_name_ends_alike_is_another_one(run, db, folder, tmp_path):
    inner = tmp_path / f"notes of {folder}"
    inner.mkdir(parents=True)
    (inner / "theirs.txt").write_text("Kitchen wet.")
    run("index", inner, "--db", db, *LABELS)
    run("index", folder, "--db", db, *LABELS, "--prune")
    assert list(sources(db)) == ["claims/guide.md", "note.txt", "theirs.txt"]
    (inner / "theirs.txt").rename(inner / "ours.txt")
    run("index", inner, "--db", db, *LABELS, "--prune")
    assert list(sources(db)) == ["claims/guide.md", "note.txt", "ours.txt"]


def test_what_is_gone_is_reported_and_deleted_only_when_asked(index, db, folder):
    index(*LABELS)
    (folder / "note.txt").unlink()
    out = index(*LABELS)[1]
    assert out.splitlines()[1] == (
        "1 gone from the folder and still stored (--prune deletes): note.txt in marrow-quill/prod"
    )
    assert "note.txt" in sources(db)
    status, out, _ = index(*LABELS, "--prune")
    assert status == 0
    assert out.splitlines()[1] == (
        "1 deleted with 1 chunk, gone from the folder: note.txt in marrow-quill/prod"
    )
    assert list(sources(db)) == ["claims/guide.md"]
    assert len(index(*LABELS, "--prune")[1].splitlines()) == 1


def test_pruning_leaves_what_came_from_elsewhere(run, index, db, folder, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "theirs.txt").write_text("Kitchen wet.")
    run("index", other, "--db", db, *LABELS)
    elsewhere = ["--tenant", "puddlewick", *LABELS[2:], "--origin", "theirs"]
    run("index", folder, "--db", db, *elsewhere)
    index(*LABELS)
    (folder / "note.txt").unlink()
    index(*LABELS, "--prune")
    with ChunkStore(db) as store:
        listed = [(str(s.scope), s.source_id) for s in store.inventory()]
    assert listed == [
        ("marrow-quill/prod", "claims/guide.md"),
        ("marrow-quill/prod", "theirs.txt"),
        ("puddlewick/prod", "claims/guide.md"),
        ("puddlewick/prod", "note.txt"),
    ]


def test_an_empty_folder_prunes_nothing(index, db, folder):
    index(*LABELS)
    for path in [folder / "note.txt", folder / "claims" / "guide.md"]:
        path.unlink()
    status, out, err = index(*LABELS, "--prune")
    assert (status, out) == (2, "")
    assert "holds no text: nothing was stored, nothing deleted" in err
    assert len(sources(db)) == 2


def test_many_that_are_gone_are_not_all_named(index, folder):
    for number in range(30):
        (folder / f"{number:02}.txt").write_text("x")
    index(*LABELS)
    for number in range(30):
        (folder / f"{number:02}.txt").unlink()
    assert "09.txt in marrow-quill/prod and 20 more" in index(*LABELS)[1]


# --- index, with a manifest ---


def test_the_samples_are_stored_with_the_labels_of_their_manifest(run, db):
    documents = samples.load_documents()
    status, out, err = run("index", samples.FOLDER, "--db", db)
    assert status == 0
    assert out.startswith(f"{len(documents)} inserted, 0 replaced, 0 unchanged")
    with ChunkStore(db) as store:
        stored = {(s.scope, s.source_id): s for s in store.inventory()}
    assert {key: source.guardrails for key, source in stored.items()} == {
        (document.scope, document.source_id): document.guardrails for document in documents
    }
    manifest = tomllib.loads((samples.FOLDER / "manifest.toml").read_text("utf-8"))
    named = {samples.FOLDER / each["file"] for each in manifest["document"]}
    named.add(samples.FOLDER / "manifest.toml")
    others = sorted(
        path.relative_to(samples.FOLDER).as_posix()
        for path in samples.FOLDER.rglob("*")
        if path.is_file() and path not in named
    )
    told = [f"{name} (not in the manifest)" for name in others[:10]]
    assert err.splitlines()[-1] == f"passed over: {', '.join(told)} and {len(others) - 10} more"


def test_a_file_that_the_manifest_lists_and_that_is_missing_is_named(index, db, folder):
    manifest = folder / "manifest.toml"
    manifest.write_text(ENTRY + ENTRY.replace("policy/1", "guide").replace("note.txt", "gone.md"))
    status, out, err = index()
    assert (status, out) == (1, "1 inserted, 0 replaced, 0 unchanged; 1 chunks\n")
    assert errors(err) == [f"not stored: {folder / 'gone.md'}: No such file or directory"]


def test_what_left_the_manifest_is_gone_whatever_its_scope(index, db, folder):
    manifest = folder / "manifest.toml"
    manifest.write_text(ENTRY + ENTRY.replace('"prod"', '"dev"'))
    index()
    manifest.write_text(ENTRY)
    assert index("--prune")[1].splitlines()[1] == (
        "1 deleted with 1 chunk, stored from here under labels that are no longer given "
        "(to keep both, give each an --origin): policy/1 in marrow-quill/dev"
    )
    assert [source.scope for source in sources(db).values()] == [SCOPE]


def test_labels_given_for_all_come_before_the_manifest(index, db, folder):
    (folder / "manifest.toml").write_text(ENTRY)
    index(*LABELS)
    assert list(sources(db)) == ["claims/guide.md", "note.txt"]


BROKEN = {
    "no entry": ("", "holds no text: nothing was stored"),
    "a field left out": (
        ENTRY.replace("tenant", "owner"),
        "document 1 (note.txt): it lacks tenant",
    ),
}


@pytest.mark.parametrize(("text", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_manifest_stores_nothing(index, db, folder, text, words):
    (folder / "manifest.toml").write_text(text)
    status, out, err = index()
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert not db.exists()


# --- index: what cannot be asked ---

REFUSED = {
    "neither labels nor a manifest": (
        [],
        "has no manifest.toml: write one, or give labels",
    ),
    "half the labels": (LABELS[:2], "labels for all need --environment, --roles too"),
    "a kind without labels": (["--doc-type", "memo"], "--doc-type goes with --tenant"),
    "no role": ([*LABELS[:-1], ""], "a role in acl_roles is empty"),
    "a padded role": ([*LABELS[:-1], "a, b"], "a role in acl_roles ' b' is padded"),
    "an empty tenant": (["--tenant", "", *LABELS[2:]], "tenant is empty"),
    "no size": ([*LABELS, "--size", "0"], "max_chars must be positive"),
    "a minimum of naive": (
        [*LABELS, "--chunker", "naive", "--min-chars", "9"],
        "naive looks at nothing in the text: leave --min-chars and --count-context out",
    ),
    "an overlap too large": (
        [*LABELS, "--chunker", "naive", "--size", "9", "--overlap", "9"],
        "overlap must be in [0, chunk_size)",
    ),
    "an unknown chunker": ([*LABELS, "--chunker", "best"], "invalid choice: 'best'"),
}


@pytest.mark.parametrize(("options", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_request_that_means_nothing_is_one_line_and_status_2(index, db, options, words):
    status, out, err = index(*options)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
    assert not db.exists()


def test_a_folder_that_is_none_is_refused(run, folder, db):
    for path in [folder / "note.txt", folder / "nowhere"]:
        status, _, err = run("index", path, "--db", db, *LABELS)
        assert status == 2
        assert f"{path} is not a folder" in err


def test_a_store_that_is_none_is_refused_and_left_as_it_is(run, index, folder, db):
    db.write_text("a letter")
    for command in [["index", folder, *LABELS], ["search", "roof", *ASK], ["verify"]]:
        status, out, err = run(*command, "--db", db)
        assert (status, out) == (2, "")
        assert "is no SQLite database" in err
    assert db.read_text() == "a letter"


def test_a_locked_store_ends_it_at_once_and_does_not_blame_a_file(index, db, monkeypatch):
    index(*LABELS)
    monkeypatch.setattr("course_lib.commands.index.ChunkStore", lambda path: ChunkStore(path, 0.05))
    with plain(db) as other:
        other.execute("BEGIN IMMEDIATE")
        status, out, err = index(*LABELS[:-1], "auditor")
    assert (status, out) == (2, "")
    assert "is locked: somebody else has been writing" in err
    assert "not stored: " not in err


def test_an_interrupt_between_two_texts_keeps_the_first_and_is_status_130(index, db, monkeypatch):
    replace = ChunkStore.replace

    def interrupted(store, document, *arguments, **options):
        if document.source_id == "note.txt":
            raise KeyboardInterrupt
        return replace(store, document, *arguments, **options)

    monkeypatch.setattr(ChunkStore, "replace", interrupted)
    status, out, err = index(*LABELS)
    assert (status, out) == (130, "")
    assert err.endswith("\ninterrupted: what is stored stays; run it again to continue\n")
    assert list(sources(db)) == ["claims/guide.md"]
    monkeypatch.undo()
    assert index(*LABELS)[1].startswith("1 inserted, 0 replaced, 1 unchanged;")


SLOWLY = """
import signal, sys, time
from course_lib import ChunkStore
from course_lib.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
at_once = ChunkStore.replace
ChunkStore.replace = lambda *a, **k: (time.sleep(0.02), at_once(*a, **k))[1]
raise SystemExit(main(sys.argv[1:]))
"""


@pytest.mark.outside
def test_an_interrupted_run_keeps_what_is_stored_and_goes_on_the_next_time(folder, db):
    for number in range(400):
        (folder / f"{number:03}.txt").write_text(f"Version 1 of text {number}.\n\n" * 40)
    arguments = ["index", str(folder), "--db", str(db), *LABELS]
    environment = {**os.environ, "PYTHONPATH": str(Path(samples.__file__).parents[1])}
    slowly = [sys.executable, "-c", SLOWLY, *arguments]  # however long the signal takes
    with subprocess.Popen(slowly, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline() == "41 of 402 documents\n"
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    assert process.returncode == 130
    assert "interrupted: what is stored stays; run it again to continue" in said
    stored = len(sources(db))
    assert 41 <= stored < 402
    command = [sys.executable, "-m", "course_lib", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{402 - stored} inserted, 0 replaced, {stored} unchanged;")


# --- search ---


@pytest.fixture
def search(run, index, db):
    index(*LABELS)
    return lambda *options: run("search", *options, "--db", db)


def test_what_is_found_is_a_citation_its_context_and_an_excerpt(search):
    status, out, err = search("water", "pipes", *ASK)
    assert (status, err) == (0, "")
    assert [line.split(" · sha256 ")[0] for line in out.splitlines()] == [
        "[1] note.txt · scope marrow-quill/prod · characters 0–27",
        "    Roof renewed. Pipes old.",
        "",
        "[2] claims/guide.md · scope marrow-quill/prod · characters 0–28",
        "    in Leaks",
        "    # Leaks Turn off the water.",
    ]


def test_a_printed_citation_can_be_verified(search, db):
    line = search("water", *ASK, "-k", "1")[1].splitlines()[0]
    from course_lib import Citation

    with ChunkStore(db) as store:
        document = store.document("claims/guide.md", HAZEL)
    assert Citation.parse(line).verify(document).status == "verified"


def test_a_long_chunk_is_cut_short(run, index, search, folder):
    (folder / "long.txt").write_text("Kitchen wet. " * 50)
    index(*LABELS)
    excerpt = search("kitchen", *ASK)[1].splitlines()[1]
    assert len(excerpt) == 4 + 240 + 1
    assert excerpt.endswith("…")


def test_json_holds_everything(search):
    found = json.loads(search("pipes", *ASK, "--json")[1])
    assert [(f["source_id"], f["index"], f["text"]) for f in found] == [
        ("note.txt", 0, "Roof renewed.\r\n\r\nPipes old.")
    ]
    assert found[0]["score"] > 0
    assert json.loads(search("nothing", *ASK, "--json")[1]) == []


@pytest.mark.parametrize(
    "options",
    [
        ["zebra", *ASK],
        ["roof", *ASK[:-1], "somebody"],
        ["roof", *ASK[:-1], ""],
        ["roof", "--tenant", "puddlewick", *ASK[2:]],
        ["roof", *ASK, "--doc-type", "memo"],
        ['"', *ASK],
    ],
)
def test_nothing_is_an_honest_answer(search, options):
    assert search(*options) == (0, "nothing found that you may see\n", "")


def test_kinds_narrow_the_search(search):
    assert "note.txt" in search("roof", *ASK, "--doc-type", "memo", "--doc-type", "document")[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["roof", *ASK, "-k", "0"], "k must be positive"),
        (["roof", *ASK, "-k", "x"], "argument -k: invalid int value"),
        (["roof", *ASK[2:]], "the following arguments are required: --tenant"),
        (["roof", *ASK[:-2]], "the following arguments are required: --roles"),
        (ASK, "search needs a WORD to look for"),
        (["roof", "--tenant", " ", *ASK[2:]], "tenant is empty"),
    ],
)
def test_a_search_that_means_nothing_is_one_line_and_status_2(search, options, words):
    status, out, err = search(*options)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


# --- search, narrowed ---


@pytest.fixture
def dated(run, db, folder, search):
    """Three sources of other days and metadata."""
    entries = [
        ENTRY.replace("policy/1", f"policy/{n}")
        .replace("2026-03-14T09:30:00+09:00", f"2026-03-1{n}T23:30:00-01:00")
        .replace('"en"', f'"{language}"')
        for n, language in enumerate(["en", "de", "en"], 1)
    ]
    (folder / "manifest.toml").write_text("".join(entries))
    run("index", folder, "--db", db)
    return search


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ([], "123"),
        (["--source", "policy/3", "--source", "policy/1"], "13"),
        (["--source", "policy/9"], ""),
        (["--since", "2026-03-13"], "23"),
        (["--since", "2026-03-12T01:30+01:00"], "123"),
        (["--since", "2026-03-12T01:31+01:00"], "23"),
        (["--before", "2026-03-13"], "1"),
        (["--since", "2026-03-13", "--before", "2026-03-14"], "2"),
        (["--metadata", "language=en"], "13"),
        (["--metadata", "language=en", "--since", "2026-03-13"], "3"),
        (["--metadata", "language=fr"], ""),
        (["--metadata", "colour=red"], ""),
    ],
)
def test_a_search_and_its_count_are_narrowed_alike(dated, options, found):
    hits = json.loads(dated("roof", *ASK, "--json", *options)[1])
    of_the_manifest = [hit for hit in hits if hit["source_id"].startswith("policy/")]
    assert "".join(sorted(hit["source_id"][-1] for hit in of_the_manifest)) == found
    assert dated("roof", *ASK, "--count", *options)[:2] == (0, f"{len(hits)}\n")
    everything = {
        hit["source_id"]: hit["score"] for hit in json.loads(dated("roof", *ASK, "--json")[1])
    }
    assert all(hit["score"] == everything[hit["source_id"]] for hit in hits)


def test_a_count_without_words_is_of_all_that_they_may_see(dated):
    assert dated("--count", *ASK) == (0, "3\n", "")
    assert dated("--count", *ASK[:-1], "somebody") == (0, "0\n", "")


def test_neighbours_stand_around_what_was_found(run, db, tmp_path):
    (tmp_path / "long").mkdir()
    (tmp_path / "long" / "a.txt").write_text("\n\n".join(f"word{n}." for n in range(5)))
    run("index", tmp_path / "long", "--db", db, *LABELS, "--size", "8")
    status, out, _ = run("search", "word2", "--db", db, *ASK, "--neighbours", "1")
    assert status == 0
    assert out.splitlines()[1:] == ["    (-1) word1.", "    word2.", "    (+1) word3."]
    [hit] = json.loads(run("search", "word4", "--db", db, *ASK, "--neighbours", "2", "--json")[1])
    assert [chunk["index"] for chunk in hit["neighbours"]] == [2, 3]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--since", "yesterday"], "--since 'yesterday' is no date: write 2026-03-14, or"),
        (["--before", "2026-03-14T09:30"], "has no time zone: add one, for example 2026-03-14T09"),
        (["--metadata", "language"], "--metadata 'language' is not of the form KEY=VALUE"),
        (["--metadata", "a=b", "--metadata", "a=c"], "two values of 'a': nothing has both"),
        (["--neighbours", "-1"], "neighbours"),
        (["--roles", '"a'], "--roles"),
    ],
)
def test_a_narrowing_that_means_nothing_is_one_line_and_status_2(search, options, words):
    status, out, err = search("roof", *ASK, *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_a_role_with_a_comma_can_be_given_and_asked_for(run, folder, db):
    roles = '"claims, motor",auditor'
    run("index", folder, "--db", db, *LABELS[:-1], roles)
    assert sources(db)["note.txt"].acl_roles == {"claims, motor", "auditor"}
    assert "note.txt" in run("search", "roof", "--db", db, *ASK[:-1], '"claims, motor"')[1]
    assert run("search", "roof", "--db", db, *ASK[:-1], "claims")[1].startswith("nothing found")


# --- verify ---


def test_verify_says_clean_or_names_the_fault(run, index, db):
    index(*LABELS)
    status, out, err = run("verify", "--db", db)
    assert (status, err) == (0, "")
    assert out.startswith("sources: 2, chunks: 2, faults: none\nnot proved: that no source is")
    assert out.endswith("\ntext: 55 characters, context: 6\n")
    with plain(db) as connection:
        connection.execute("DELETE FROM label_role")
    status, out, err = run("verify", "--db", db)
    assert (status, err) == (1, "")
    assert out.startswith("sources: 2, chunks: 2, faults: 1\nlabel 1 names the roles")


@pytest.mark.parametrize("command", [["search", "roof", *ASK], ["verify"]])
def test_a_store_that_is_not_there_is_not_made(run, db, command):
    status, out, err = run(*command, "--db", db)
    assert (status, out) == (2, "")
    assert f"there is no store {db}: make it with the command index" in err
    assert not db.exists()


def test_verify_compares_with_a_list_of_what_must_be_there(run, index, db, tmp_path):
    index(*LABELS)
    listed = tmp_path / "list.jsonl"
    address = {"tenant": "marrow-quill", "environment": "prod"}
    lines = [json.dumps({**address, "source_id": name}) for name in ("note.txt", "claims/guide.md")]
    listed.write_text("\n".join(lines) + "\n\n")
    assert run("verify", "--db", db, "--sources", listed)[0] == 0
    listed.write_text("\n".join([*lines, json.dumps({**address, "source_id": "gone.txt"})]))
    status, out, _ = run("verify", "--db", db, "--sources", listed)
    assert status == 1
    assert "gone.txt" in out


@pytest.mark.parametrize("line", ["x", "3", "{}", '{"tenant": "", "environment": "a"}', "[" * 9999])
def test_a_list_that_is_none_is_refused_with_its_line(run, index, db, tmp_path, line):
    index(*LABELS)
    (tmp_path / "list.jsonl").write_text(f"\n{line}\n")
    status, out, err = run("verify", "--db", db, "--sources", tmp_path / "list.jsonl")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "list.jsonl, line 2: no JSON object with tenant, environment and source_id" in err


# --- copies ---


def test_a_copy_is_made_put_back_and_compacted(run, index, db, folder, tmp_path):
    index(*LABELS)
    copy = tmp_path / "copy.db"
    assert run("backup", copy, "--db", db) == (0, f"{copy} is a copy of {db}\n", "")
    before = sources(db)
    assert sources(copy) == before
    (folder / "note.txt").write_text("Roof old.")
    index(*LABELS)
    assert sources(db) != before
    assert run("restore", copy, "--db", db) == (0, f"{db} holds what {copy} holds\n", "")
    assert sources(db) == before
    status, out, _ = run("compact", "--db", db)
    assert (status, out.endswith(" bytes now\n")) == (0, True)
    assert sources(db) == before


def test_all_that_a_store_holds_goes_through_json_lines(run, index, db, tmp_path):
    index(*LABELS)
    lines, other = tmp_path / "all.jsonl", tmp_path / "other.db"
    assert run("export", lines, "--db", db)[0] == 0
    assert run("import", lines, "--db", other)[0] == 0
    assert sources(other) == sources(db)
    assert run("verify", "--db", other, "--sources", lines)[0] == 0


@pytest.mark.parametrize("written", [b"", b"\xff\n", b"{}\n", b"[3]\n", "half"])
def test_lines_that_export_did_not_write_store_nothing(run, index, db, tmp_path, written):
    index(*LABELS)
    lines, other = tmp_path / "all.jsonl", tmp_path / "other.db"
    run("export", lines, "--db", db)
    whole = lines.read_bytes()
    lines.write_bytes(whole[: len(whole) // 2] if written == "half" else written)
    status, out, err = run("import", lines, "--db", other)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sources(other) == {}


def test_a_file_that_is_there_is_no_place_for_a_copy(run, index, db, tmp_path):
    index(*LABELS)
    (tmp_path / "letter").write_text("x")
    status, out, err = run("backup", tmp_path / "letter", "--db", db)
    assert (status, out) == (2, "")
    assert f"{tmp_path / 'letter'} is there already, and was left as it is" in err
    for command in ["backup", "export"]:
        status, out, err = run(command, tmp_path / "nowhere" / "copy", "--db", db)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert str(tmp_path / "nowhere") in err


@pytest.mark.parametrize("command", ["backup", "compact", "export"])
def test_a_store_that_is_not_there_has_no_copy(run, db, tmp_path, command):
    file = [] if command == "compact" else [tmp_path / "copy"]
    status, out, err = run(command, *file, "--db", db)
    assert (status, out) == (2, "")
    assert f"there is no store {db}" in err
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("command", ["restore", "import"])
def test_a_copy_that_is_not_there_is_named_and_no_store_is_made(run, db, tmp_path, command):
    status, out, err = run(command, tmp_path / "copy", "--db", db)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert str(tmp_path / "copy") in err
    assert not db.exists()


@pytest.mark.parametrize("command", ["index", "search", "verify", "backup", "import"])
def test_help_names_every_option(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    out = capsys.readouterr().out
    assert "--db" in out
    for option in {"index": ["--prune", "--roles"], "search": ["--json", "-k"]}.get(command, []):
        assert option in out


def test_the_store_reads_what_the_file_says(index, db, folder):
    (folder / "bom.txt").write_bytes(b"\xef\xbb\xbfRoof.\0\r\n")
    index(*LABELS)
    with ChunkStore(db) as store:
        assert store.document("bom.txt", HAZEL).text == read_text(folder / "bom.txt")
