"""The file at the path is the one that was opened, with its own log: swapped, copied, removed."""

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from stores import HAZEL, SETUP, plain, put, replace, script

from course_lib import ChunkStore
from course_lib.store import StoreError, StoreReplaced


def fill(path, number):
    """A closed store with one version of the document."""
    with ChunkStore(path) as store:
        replace(store, number)
    return path


def shows(store):
    """The version that a search shows."""
    [number] = {hit.chunk.text.split()[1] for hit in store.search("version", HAZEL, k=100)}
    return int(number)


def copy_of(path, to):
    """The file and its log, as anything may copy them that knows nothing of SQLite."""
    shutil.copy(path, to)
    if Path(f"{path}-wal").exists():
        shutil.copy(f"{path}-wal", f"{to}-wal")
    return to


def abandoned(path):
    """What a killed process leaves: the file, and all that is new in its log."""
    with ChunkStore(path) as store:
        replace(store, 1)
        replace(store, 2)
        kept = copy_of(path, path.with_name("kept"))
    Path(f"{path}-wal").unlink(missing_ok=True)
    kept.replace(path)
    Path(f"{kept}-wal").replace(f"{path}-wal")
    return path


CALLS = {
    "search": lambda store: store.search("version", HAZEL),
    "get": lambda store: store.get("policy/1", 0, HAZEL),
    "document": lambda store: store.document("policy/1", HAZEL),
    "sources": lambda store: store.sources(HAZEL),
    "inventory": lambda store: store.inventory(),
    "replace": lambda store: replace(store, 9),
    "delete": lambda store: store.delete(HAZEL.scope, "policy/1"),
    "verify": lambda store: store.verify(),
}


def swap_by_rename(path):
    fill(path.with_name("next"), 5).replace(path)


def write_over(path):
    shutil.copyfile(fill(path.with_name("next"), 5), path)


def write_older_self_over(path):
    shutil.copyfile(path.with_name("yesterday"), path)


def write_sibling_over(path):
    sibling = path.with_name("yesterday")
    with ChunkStore(sibling) as store:
        for number in range(20, 24):
            replace(store, number)
    shutil.copyfile(sibling, path)


def remove(path):
    path.unlink()


def remove_all(path):
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def move_folder(path):
    path.parent.rename(path.parent.with_name("elsewhere"))


SWAPS = [
    swap_by_rename,
    write_over,
    write_older_self_over,
    write_sibling_over,
    remove,
    remove_all,
    move_folder,
]


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("brought_in", [False, True], ids=["in the log", "brought in"])
def test_an_open_store_notices_that_its_file_is_another(tmp_path, swap, call, brought_in):
    path = tmp_path / "home" / "chunks.db"
    path.parent.mkdir()
    shutil.copy(fill(path, 0), path.with_name("yesterday"))
    with ChunkStore(path) as store:
        replace(store, 1)
        if brought_in:
            with plain(path) as other:
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert shows(store) == 1
        swap(path)
        for _ in range(2):
            with pytest.raises(StoreReplaced, match=r"close this store") as raised:
                call(store)
            assert str(path) in str(raised.value)


@pytest.mark.parametrize("swap", [swap_by_rename, write_over, write_sibling_over])
def test_a_file_that_meets_the_log_of_another_is_refused_and_left_as_it_is(path, swap):
    shutil.copy(fill(path, 0), path.with_name("yesterday"))
    swap(abandoned(path))
    before = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    with pytest.raises(StoreReplaced, match=r"belongs to another file .* move the log away"):
        ChunkStore(path)
    assert (path.read_bytes(), Path(f"{path}-wal").read_bytes()) == before
    Path(f"{path}-wal").unlink()
    with ChunkStore(path) as store:  # as the message says
        assert shows(store) == (23 if swap is write_sibling_over else 5)
        assert store.verify().clean


def test_the_log_of_the_file_itself_is_no_foreign_one(path):
    with ChunkStore(abandoned(path)) as store:
        assert shows(store) == 2
        assert store.verify().clean


def test_an_older_copy_of_the_file_itself_is_refused_beside_a_later_log(path):
    yesterday = shutil.copy(fill(path, 0), path.with_name("yesterday"))
    for number in range(1, 4):
        fill(path, number)
    abandoned(path)
    shutil.copyfile(yesterday, path)
    with pytest.raises(StoreReplaced, match="belongs to another file"):
        ChunkStore(path)


@pytest.mark.parametrize("sources", [0, 1, 20])
@pytest.mark.parametrize("before", [0, 3], ids=["new", "old"])
def test_a_copy_without_its_log_is_refused(path, sources, before):
    copy = path.with_name("copy")
    with ChunkStore(path) as store:
        for number in range(before):
            put(store, "Roof.", source_id=f"old/{number}")
    with ChunkStore(path) as store:
        for number in range(sources):
            put(store, "Roof.", source_id=f"policy/{number}")
        shutil.copy(path, copy)
    if not sources:  # nothing stood in the log alone
        with ChunkStore(copy) as opened:
            assert len(opened.inventory()) == before
        return
    for read_only in (False, True):
        with pytest.raises(StoreReplaced, match=r"without its log .* put the log beside it"):
            ChunkStore(copy, read_only=read_only)


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_a_copy_with_an_empty_log_is_refused_too(path, end):
    copy = path.with_name("copy")
    with ChunkStore(path) as store:
        replace(store, 1)
        shutil.copy(path, copy)
    Path(f"{copy}{end}").touch()
    with pytest.raises(StoreReplaced, match="without its log"):
        ChunkStore(copy)


def test_after_a_checkpoint_the_next_write_is_announced_again(path):
    copy = path.with_name("copy")
    with ChunkStore(path) as store:
        for number in range(3):
            replace(store, number)
            with plain(path) as other:
                other.execute("PRAGMA wal_checkpoint(PASSIVE)")
            shutil.copy(path, copy)
            with ChunkStore(copy) as opened:  # all was in the file
                assert shows(opened) == number
            Path(f"{copy}-wal").unlink(missing_ok=True)
            replace(store, number + 10)
            shutil.copy(path, copy)
            with pytest.raises(StoreReplaced, match="without its log"):
                ChunkStore(copy)


# --- what is no reason to cry wolf ---


def test_ordinary_life_is_never_refused(path, tmp_path):
    """Closing, checkpoints, copies of SQLite's own, moved folders, links, other connections."""
    for number in range(4):
        fill(path, number)
    with ChunkStore(path) as store, ChunkStore(path) as other:
        replace(store, 5)
        assert shows(other) == 5
        for kind in ("PASSIVE", "FULL", "RESTART", "TRUNCATE"):
            with plain(path) as admin:
                admin.execute(f"PRAGMA wal_checkpoint({kind})")
            assert shows(store) == shows(other)
            replace(other, 6)
            replace(store, 7)
        with plain(path) as admin:
            with plain(tmp_path / "backup") as copy:
                admin.backup(copy)
            admin.execute("VACUUM INTO ?", [str(tmp_path / "into")])
            admin.execute("VACUUM")
        assert shows(store) == shows(other) == 7
    for copy in ("backup", "into"):
        with ChunkStore(tmp_path / copy) as opened:
            assert shows(opened) == 7
    folder = tmp_path / "folder"
    folder.mkdir()
    shutil.copy(path, folder / "chunks.db")
    folder.rename(tmp_path / "renamed")
    (tmp_path / "link").symlink_to(tmp_path / "renamed" / "chunks.db")
    with ChunkStore(tmp_path / "link") as opened:
        replace(opened, 8)
        assert shows(opened) == 8


def test_a_store_that_nobody_closed_is_opened_as_ever(path):
    for number in range(5):
        store = ChunkStore(path)
        replace(store, number)
        del store
        with ChunkStore(path) as again:
            assert shows(again) == number


def test_another_tool_may_close_the_file_last(path):
    with plain(path) as other, ChunkStore(path) as store:
        replace(store, 1)
        other.execute("SELECT * FROM source").fetchall()
    with ChunkStore(path) as again:
        assert shows(again) == 1


def test_a_write_that_fails_after_it_was_announced_leaves_a_whole_file(path):
    def fail(connection):
        raise ZeroDivisionError

    store = ChunkStore(fill(path, 1))
    with pytest.raises(ZeroDivisionError):
        store._file.write(fail)
    store.close()
    assert not Path(f"{path}-wal").exists()
    with ChunkStore(path) as again:
        assert shows(again) == 1


def test_a_reader_with_an_old_state_keeps_no_writer_waiting(path):
    fill(path, 0)
    with ChunkStore(path) as store, plain(path) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM source").fetchall()
        for number in range(1, 20):
            replace(store, number)
            assert shows(store) == number
            with ChunkStore(path) as other:
                assert shows(other) == number


BUSY = """
deadline = time.monotonic() + 2
opened = 0
while time.monotonic() < deadline:
    with ChunkStore(path, timeout=60) as store:
        opened += 1
        document = version(opened)
        store.replace(document, split(document))
        versions(store)
        if opened % 3 == 0:
            with plain(path) as other:
                other.execute("PRAGMA busy_timeout = 5000")
                other.execute(f"PRAGMA wal_checkpoint({random.choice(['PASSIVE', 'TRUNCATE'])})")
print(opened)
"""


@pytest.mark.outside
def test_processes_that_open_write_and_close_at_once_never_cry_wolf(path):
    with script(BUSY, path) as one, script(BUSY, path) as two, script(BUSY, path) as three:
        opened = [int(each.stdout.read()) for each in (one, two, three)]
    assert min(opened) > 3
    with ChunkStore(path) as store:
        assert store.verify().clean


def test_threads_that_write_and_read_at_once_never_cry_wolf(store, path):
    raised = []

    def work(thread):
        try:
            for number in range(40):
                put(store, f"version {number}", source_id=f"policy/{thread}")
                store.search("version", HAZEL)
                if number % 9 == thread:
                    with plain(path) as other:
                        other.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except StoreError as error:
            raised.append(error)

    threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert raised == []


# --- what may only be read ---


def test_a_store_opened_for_reading_refuses_to_write(path):
    fill(path, 1)
    with ChunkStore(path, read_only=True) as store:
        assert shows(store) == 1
        assert replace(store, 1).status == "unchanged"
        for name in ("replace", "delete"):
            with pytest.raises(StoreError, match="may not be written"):
                CALLS[name](store)
        fill(path, 2)
        assert shows(store) == 2
        assert store.verify().clean


@pytest.mark.parametrize("write", [lambda path: None, Path.touch], ids=["missing", "empty"])
def test_there_is_nothing_to_read_where_there_is_no_store(path, write):
    write(path)
    with pytest.raises(StoreError, match=r"there is no store|is empty, and no store yet"):
        ChunkStore(path, read_only=True)
    assert not path.exists() or not path.stat().st_size


READ = """
with ChunkStore(path, read_only=bool(int(sys.argv[2]))) as store:
    print(*versions(store), store.verify().clean)
"""


def in_sandbox(folder, code, *arguments):
    """What another Python prints that sees the whole machine as a read-only mount."""
    command = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/dev/shm"]
    command += ["--setenv", "TMPDIR", "/dev/shm", sys.executable, "-c", SETUP + code]
    done = subprocess.run(
        [*command, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr[-500:]


@pytest.mark.outside
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
@pytest.mark.parametrize("read_only", [0, 1])
@pytest.mark.parametrize("log", [False, True], ids=["closed", "with its log"])
def test_a_store_on_a_read_only_mount_is_searched(path, log, read_only):
    if log:
        abandoned(path)
    else:
        fill(path, 2)
    assert in_sandbox(path.parent, READ, path, read_only) == "{'2'} 13 True\n"
    assert bool(Path(f"{path}-wal").exists()) == log


@pytest.mark.outside
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_a_store_of_version_1_on_a_read_only_mount_is_searched(path):
    with plain(path) as connection:
        connection.executescript(Path(__file__).with_name("store_version_1.sql").read_text("utf-8"))
    before = path.read_bytes()
    code = "print(len(ChunkStore(path).search('roof', HAZEL)))"
    assert in_sandbox(path.parent, code, path) == "1\n"
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]
