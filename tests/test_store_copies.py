"""A store's file as a whole: backup, restore, compact, lines of JSON, a list to verify against."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stores import (
    DEV,
    ELSEWHERE,
    HAZEL,
    HOME,
    contents,
    contract,
    empty,
    plain,
    put,
    replace,
    script,
)
from texts import make_document, texts

from course_lib import ChunkStore
from course_lib.errors import InvalidType, InvalidValue
from course_lib.store import (
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
    StoreReplaced,
)


def shows(store):
    """The version that a search shows."""
    [number] = {hit.chunk.text.split()[1] for hit in store.search("version", HAZEL, k=100)}
    return int(number)


def fill(store):
    """Sources in three scopes, one of which nobody may see."""
    replace(store, 1)
    put(
        store,
        "水道管は古い。\n\nRoof.",
        source_id="memo",
        scope=ELSEWHERE,
        metadata={"a\0": "\ud800"},
    )
    put(store, "Seen by nobody.", source_id="hidden", acl_roles=[], scope=DEV)
    put(store, " \n ", source_id="blank")


# --- backup ---


def test_a_backup_of_an_open_store_holds_all_of_it(store, path, tmp_path):
    fill(store)
    store.backup(tmp_path / "backup")
    replace(store, 2)
    with ChunkStore(tmp_path / "backup") as copy:
        assert copy.verify().clean
        assert shows(copy) == 1
        assert len(copy.inventory()) == 4
        replace(copy, 3)
    assert shows(store) == 2
    assert sorted(each.name for each in tmp_path.iterdir() if "backup" in each.name) == ["backup"]


def test_a_backup_is_another_file_whose_log_is_not_that_of_its_original(store, path, tmp_path):
    replace(store, 1)
    store.backup(tmp_path / "backup")
    replace(store, 2)
    shutil.copy(f"{path}-wal", tmp_path / "backup-wal")
    with pytest.raises(StoreReplaced, match="belongs to another file"):
        ChunkStore(tmp_path / "backup")


def test_a_backup_takes_no_name_that_is_taken(store, path, tmp_path):
    for taken in (path, tmp_path / "taken"):
        taken.touch()
        before = taken.read_bytes()
        with pytest.raises(StoreError, match="is there already, and was left as it is"):
            store.backup(taken)
        assert taken.read_bytes() == before


@pytest.mark.parametrize("name", ["nowhere/backup", "chunks.db/backup"])
def test_a_backup_that_cannot_be_written_leaves_nothing(store, tmp_path, name):
    replace(store, 1)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(StoreError, match=f"{name} cannot be"):
        store.backup(tmp_path / name)
    assert sorted(tmp_path.iterdir()) == before
    assert shows(store) == 1


WRITES = """
with ChunkStore(path, timeout=60) as store:
    number = 0
    print("ready", flush=True)
    while not os.path.exists(path + ".done"):
        number += 1
        document = version(number)
        store.replace(document, split(document))
print(number)
"""


@pytest.mark.outside
def test_backups_and_restores_beside_a_writer_are_whole(store, path, tmp_path):
    replace(store, 0)
    with script(WRITES, path) as writer:
        assert writer.stdout.readline() == "ready\n"
        for number in range(10):
            store.backup(tmp_path / f"backup-{number}")
            if number % 3 == 2:
                store.restore(tmp_path / f"backup-{number - 1}")
            assert shows(store) >= 0
        Path(f"{path}.done").touch()
        assert int(writer.stdout.readline()) > 0
    assert store.verify().clean
    for number in range(10):
        with ChunkStore(tmp_path / f"backup-{number}") as copy:
            assert copy.verify().clean
            assert shows(copy) >= 0


# --- restore ---


def test_what_is_restored_is_seen_by_whoever_has_the_file_open(store, path, tmp_path):
    fill(store)
    kept = contents(store)
    store.backup(tmp_path / "backup")
    with ChunkStore(path) as other, ChunkStore(path, read_only=True) as reader:
        put(store, "Later.", source_id="later")
        replace(other, 2)
        assert shows(reader) == 2
        store.restore(tmp_path / "backup")
        for each in (store, other, reader):
            assert shows(each) == 1
            assert contents(each) == kept
            assert each.verify().clean
        assert replace(other, 5).status == "replaced"
        assert shows(store) == shows(reader) == 5
    store.close()
    with ChunkStore(path) as again:
        assert shows(again) == 5
        assert again.verify().clean


def test_a_damaged_backup_is_not_restored(store, tmp_path):
    replace(store, 1)
    store.backup(tmp_path / "backup")
    with plain(tmp_path / "backup") as connection:
        connection.execute("DELETE FROM chunk WHERE chunk_key = 3")
    with pytest.raises(StoreDamaged, match="backup is damaged, and nothing was restored: "):
        store.restore(tmp_path / "backup")
    assert shows(store) == 1
    assert store.verify().clean


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda path: None, "there is no store"),
        (Path.touch, "is empty, and no store yet"),
        (lambda path: path.write_text("Roof. " * 99), "is no SQLite database"),
    ],
    ids=["missing", "empty", "a text"],
)
def test_only_a_store_is_restored(store, tmp_path, write, words):
    replace(store, 1)
    write(tmp_path / "backup")
    with pytest.raises(StoreError, match=words):
        store.restore(tmp_path / "backup")
    assert shows(store) == 1


def test_a_restore_waits_for_a_writer_and_no_longer_than_the_timeout(path, tmp_path):
    with ChunkStore(path, timeout=0.2) as store:
        replace(store, 1)
        store.backup(tmp_path / "backup")
        with plain(path) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreLocked, match=r"is locked: .* for 0.2 s"):
                store.restore(tmp_path / "backup")
        assert shows(store) == 1


def test_what_may_only_be_read_is_backed_up_and_not_restored(path, tmp_path):
    with ChunkStore(path) as store:
        replace(store, 1)
    with ChunkStore(path, read_only=True) as reader:
        reader.backup(tmp_path / "backup")
        assert len(list(reader.export())) == 2
        for call in (lambda: reader.restore(tmp_path / "backup"), reader.compact):
            with pytest.raises(StoreReadOnly, match="may not be written"):
                call()


# --- compact ---


def test_compacting_leaves_no_word_of_what_was_deleted(store, path):
    fill(store)
    put(store, "Thistlewood's roof. " * 500, source_id="gone")
    before = sum(each.stat().st_size for each in (path, Path(f"{path}-wal")))
    kept = [line for line in contents(store) if "histlewood" not in line]
    store.delete(HOME, "gone")
    store.compact()
    for each in (path, Path(f"{path}-wal")):
        assert b"histlewood" not in each.read_bytes().lower()
    assert path.stat().st_size <= before
    assert contents(store) == kept
    assert store.verify().clean
    store.close()
    with ChunkStore(path) as again:
        assert shows(again) == 1


# --- lines ---


@contract
def test_all_that_is_stored_comes_back_from_its_lines(pair):
    store, other = map(empty, pair)
    fill(store)
    lines = list(store.export())
    assert json.loads(lines[0]) == {"format": "chunks", "version": 1, "sources": 4}
    assert [change.status for change in other.import_(lines)] == ["inserted"] * 4
    assert contents(other) == contents(store)
    assert other.verify(store.inventory()).clean
    assert {change.status for change in other.import_(store.export())} == {"unchanged"}


@contract
@given(texts(), st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=2))
def test_every_text_comes_back_from_its_line(pair, text, metadata):
    one, two = map(empty, pair)
    document = put(one, text, metadata=metadata)
    two.import_(line + "\n" for line in one.export())
    assert two.document("policy/1", HAZEL) == document
    assert two.inventory() == one.inventory()


def changed(number, **fields):
    def change(lines):
        read = json.loads(lines[number])
        read.update(fields)
        return [*lines[:number], json.dumps(read), *lines[number + 1 :]]

    return change


BAD_LINES = {
    "nothing": (lambda lines: [], "names None sources, and 0 follow"),
    "cut short": (lambda lines: lines[:-1], "names 4 sources, and 3 follow"),
    "cut in a line": (lambda lines: [*lines[:-1], lines[-1][:-9]], "line 5 is not as export"),
    "a line twice": (lambda lines: [*lines, lines[-1]], "names 4 sources, and 5 follow"),
    "no first line": (lambda lines: lines[1:], "line 1 is not as export"),
    "another format": (changed(0, format="recipes"), "of another format or version"),
    "another version": (changed(0, version=2), "of another format or version"),
    "another text": (changed(2, text="Roof renewed? "), "line 3 is not as export"),
    "other roles": (changed(2, acl_roles=["underwriter", "board"]), "digest was made of"),
    "no date": (changed(2, updated_at="yesterday"), "line 3 is not as export"),
    "roles in a string": (changed(2, acl_roles="all"), "line 3 is not as export"),
    "spans that do not lie in the text": (changed(2, chunks=[[0, 999, []]]), "line 3 is not"),
    "a list": (lambda lines: [*lines[:2], "[]", *lines[3:]], "line 3 is not as export"),
    "nested beyond reading": (lambda lines: [*lines[:2], "[" * 99_999], "line 3 is not"),
}


@contract
@pytest.mark.parametrize(("spoil", "words"), BAD_LINES.values(), ids=BAD_LINES)
def test_of_lines_that_are_not_whole_nothing_is_stored(pair, spoil, words):
    store, other = map(empty, pair)
    fill(store)
    lines = sorted(store.export(), key=lambda line: "sources" not in line)
    replace(other, 9)
    before = contents(other)
    with pytest.raises(InvalidValue, match=words) as raised:
        other.import_(spoil(lines))
    assert "nothing was stored" in str(raised.value)
    assert contents(other) == before


# --- a list to verify against ---


@contract
def test_verify_says_what_it_cannot_prove_and_that_a_store_is_empty(store):
    assert store.verify().remarks[0].startswith("THE STORE IS EMPTY")
    replace(store, 1)
    [remark] = store.verify().remarks
    assert remark.startswith("not proved: that no source is missing")


@contract
def test_verify_compares_with_a_list_of_sources(store):
    fill(store)
    listed = store.inventory()
    pairs = [(source.scope, source.source_id) for source in listed]
    for whole in (listed, pairs):
        assert store.verify(iter(whole)).faults == store.verify(whole).remarks == ()
    unlisted = "policy/1 in marrow-quill/prod: stored, and not on the list of sources"
    assert unlisted in store.verify([]).faults
    store.delete(HOME, "blank")
    replace(store, 2)
    missing = "blank in marrow-quill/prod: missing"
    assert store.verify(listed).faults == (
        missing,
        "policy/1 in marrow-quill/prod: another version than on the list of sources",
    )
    assert store.verify(pairs).faults == (missing,)
    other = "policy/1 in marrow-quill/prod: another version than on the list of sources"
    assert other in store.verify([make_document("Roof.")]).faults


@contract
@pytest.mark.parametrize("sources", [["policy/1"], [("a", "b")], [HOME], "policy/1"])
def test_a_list_of_something_else_is_refused(store, sources):
    with pytest.raises(InvalidType, match="sources must hold what inventory returned"):
        store.verify(sources)


def test_a_full_temporary_folder_is_named(store, monkeypatch, tmp_path):
    def full(connection):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    fill(store)
    monkeypatch.setenv("SQLITE_TMPDIR", str(tmp_path))
    monkeypatch.setattr("course_lib.store.faults._slices", full)
    with pytest.raises(StoreFull, match=f"the temporary folder {tmp_path} has no room"):
        store.verify()


@contract
def test_empty_is_what_the_store_is_after_all_was_deleted(store):
    fill(store)
    assert empty(store).verify().remarks[0].startswith("THE STORE IS EMPTY")
