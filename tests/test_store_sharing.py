"""Several at one file: writers, threads, forks, an interrupted kernel; locks, and no room."""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from stores import (
    HAZEL,
    HOME,
    ROOT,
    SETUP,
    assert_whole_and_free,
    own_connection,
    plain,
    replace,
    script,
    shown,
    split,
    version,
)
from texts import make_document

from course_lib import ChunkStore
from course_lib.store import (
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
)
from course_lib.store import opening as connections

# --- several writers ---

RIVAL = """
with ChunkStore(path, timeout=60) as store:
    for number in range(int(sys.argv[2]), int(sys.argv[2]) + 60):
        document = version(number)
        store.replace(document, split(document))
        put(store, "my own", source_id=f"policy/{number}")
print("done")
"""


@pytest.mark.outside
def test_two_processes_write_one_source_and_the_last_one_wins(store, path):
    replace(store, 0)
    with script(RIVAL, path, 1_000) as one, script(RIVAL, path, 2_000) as other:
        assert [one.stdout.read(), other.stdout.read()] == ["done\n", "done\n"]
    assert store.verify().faults == ()
    assert len(store.sources(HAZEL)) == 121
    for number in [*range(1_000, 1_060), *range(2_000, 2_060)]:
        store.delete(HOME, f"policy/{number}")
    assert shown(path) in {1_059, 2_059}


@pytest.mark.outside
def test_two_processes_make_the_same_new_store(path):
    code = 'sys.stdin.readline(); ChunkStore(path).close(); print("done")'
    with script(code, path) as one, script(code, path) as other:
        for process in (one, other):
            process.stdin.write("go\n")
            process.stdin.flush()
        assert [one.stdout.read(), other.stdout.read()] == ["done\n", "done\n"]
    with ChunkStore(path) as store:
        assert store.verify().clean


def test_a_new_store_waits_for_somebody_who_is_writing_to_the_empty_file(path):
    writing = threading.Event()

    def write():
        with plain(path) as other:
            other.execute("BEGIN IMMEDIATE")
            writing.set()
            time.sleep(0.1)
            other.execute("ROLLBACK")

    rival = threading.Thread(target=write)
    rival.start()
    writing.wait()
    with ChunkStore(path) as store:
        assert replace(store, 1).status == "inserted"
    rival.join()


def in_threads(count, work):
    """Run the work in several threads at once; return what they raised."""
    raised = queue.SimpleQueue()

    def run(number):
        try:
            work(number)
        except BaseException as error:
            raised.put(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [raised.get() for _ in range(raised.qsize())]


def test_threads_share_a_store(store):
    def work(thread):
        for number in range(30):
            document = make_document(f"version {number}", source_id=f"policy/{thread % 3}")
            store.replace(document, split(document))
            for hit in store.search("version", HAZEL):
                assert hit.citation.verify(
                    make_document(hit.chunk.text, source_id=hit.chunk.source_id)
                )

    assert in_threads(6, work) == []
    assert len(store.sources(HAZEL)) == 3
    assert store.verify().faults == ()


def test_threads_one_after_the_other_share_one_connection(store):
    first = own_connection(store)
    for _ in range(5):
        assert in_threads(1, lambda _: store.search("roof", HAZEL)) == []
    assert store._file._idle == [first]


def test_a_relative_path_stays_the_same_file(path, monkeypatch, tmp_path):
    monkeypatch.chdir(path.parent)
    with ChunkStore(path.name) as store:
        replace(store, 1)
        (tmp_path / "elsewhere").mkdir()
        monkeypatch.chdir(tmp_path / "elsewhere")
        found = []
        assert in_threads(1, lambda _: found.extend(store.search("version", HAZEL, k=100))) == []
        assert len(found) == 13


def test_closing_ends_every_threads_use(store):
    opened, closed = threading.Event(), threading.Event()

    def work(_):
        store.search("roof", HAZEL)
        opened.set()
        closed.wait()
        with pytest.raises(StoreClosed):
            store.search("roof", HAZEL)

    def close(_):
        opened.wait()
        store.close()
        closed.set()

    assert in_threads(2, lambda number: [work, close][number](number)) == []


class SlowToClose(connections.Connection):
    """Whoever looks too early finds it still open."""

    def close(self):
        time.sleep(0.05)
        super().close()


def test_closing_waits_for_what_another_thread_is_writing(path, monkeypatch):
    monkeypatch.setattr(connections, "Connection", SlowToClose)
    store, begun = ChunkStore(path), threading.Event()

    def slowly(connection):
        begun.set()
        connection.execute("INSERT INTO scope (scope_id, tenant, environment) VALUES (7, 'a', 'b')")
        time.sleep(0.05)

    writer = threading.Thread(target=store._file.write, args=[slowly])
    writer.start()
    begun.wait()
    store.close()
    assert not Path(f"{path}-wal").exists()  # nobody has the file open
    writer.join()
    with plain(path) as other:
        assert other.execute("SELECT scope_id FROM scope").fetchall() == [(7,)]


def test_closing_waits_no_longer_than_the_timeout_and_the_writer_closes_its_own(path):
    store = ChunkStore(path, timeout=0)
    begun, closed = threading.Event(), threading.Event()

    def slowly(connection):
        begun.set()
        closed.wait()

    writer = threading.Thread(target=store._file.write, args=[slowly])
    writer.start()
    begun.wait()
    store.close()
    closed.set()
    writer.join()
    assert store._file._idle == []
    assert not Path(f"{path}-wal").exists()


# --- forks ---

FORKED = """
store = ChunkStore(path)
put(store, "before the fork", source_id="policy/2")
child = os.fork()
if not child:
    time.sleep(0.3)  # the parent has closed its store
    for number in range(5):
        put(store, f"forked {number}", source_id=f"forked/{number}")
    os._exit(0)  # without closing: what was acknowledged stays
put(store, "by the parent", source_id="policy/3")
store.close()
os.waitpid(child, 0)
with ChunkStore(path) as again:
    print(sorted(source.source_id for source in again.sources(HAZEL)), again.verify().clean)
"""


@pytest.mark.outside
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_parent_and_child_of_a_fork_both_go_on_and_lose_nothing(store, path):
    replace(store, 1)
    store.close()  # else it keeps the journal that the parent's close removes
    with script(FORKED, path) as process:
        printed = process.stdout.read().strip()
    forked = [f"forked/{number}" for number in range(5)]
    assert printed == f"{[*forked, 'policy/1', 'policy/2', 'policy/3']} True"


FORKED_MEANWHILE = """
store = ChunkStore(path)
begun = threading.Event()


def slowly(connection):
    connection.execute("DELETE FROM label_role")
    begun.set()
    time.sleep(0.2)
    raise ZeroDivisionError


def write():
    try:
        store._file.write(slowly)
    except ZeroDivisionError:
        pass


writer = threading.Thread(target=write)
writer.start()
begun.wait()
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # newer Pythons warn of forks beside threads
    child = os.fork()
if not child:
    time.sleep(0.3)
    put(store, "by the child", source_id="policy/2")
    store.close()
    os._exit(0)
writer.join()
put(store, "by the parent", source_id="policy/3")
store.close()
os.waitpid(child, 0)
with ChunkStore(path) as again:
    print(sorted(source.source_id for source in again.sources(HAZEL)), again.verify().clean)
"""
FORKED_WITHIN = """
store = ChunkStore(path)


def work(connection):
    global child
    connection.execute("DELETE FROM label_role")
    child = os.fork()


try:
    store._file.write(work)
except sqlite3.ProgrammingError as error:
    put(store, "again", source_id=f"policy/{2 if child else 3}")
    store.close()
    if not child:
        os._exit(0)
os.waitpid(child, 0)
with ChunkStore(path) as again:
    print(sorted(source.source_id for source in again.sources(HAZEL)), again.verify().clean)
"""


@pytest.mark.outside
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("code", [FORKED_MEANWHILE, FORKED_WITHIN], ids=["beside", "within"])
def test_a_fork_beside_or_within_a_write_splits_no_transaction(store, path, code):
    replace(store, 1)
    store.close()
    with script(code, path) as process:
        assert process.stdout.read().strip() == "['policy/1', 'policy/2', 'policy/3'] True"


TWICE = """
first = ChunkStore(path)
second = ChunkStore(path)
print("open", flush=True)
sys.stdin.readline()
for number in range(20):
    put(first, f"acknowledged {number}", source_id=f"kept/{number}")
os._exit(0)
"""


@pytest.mark.outside
def test_a_file_that_is_opened_twice_in_one_process_keeps_its_locks(store, path):
    """Another handle on the file, once closed, would drop them all: POSIX has it so."""
    replace(store, 1)
    with script(TWICE, path) as process:
        assert process.stdout.readline() == "open\n"
        store.close()  # the last to close would remove the journal that the others write
        process.stdin.write("\n")
        process.stdin.close()
        process.wait(timeout=60)
    with ChunkStore(path) as again:
        kept = {source.source_id for source in again.inventory(HAZEL.scope)}
        assert kept >= {f"kept/{number}" for number in range(20)}
        assert again.verify().clean


def test_a_call_from_a_signal_handler_never_touches_the_transaction_below_it(store, path):
    """The handler is run by hand, from the middle of a replacement."""
    replace(store, 1)
    refused = []

    def work(connection):
        connection.execute("DELETE FROM chunk")
        with pytest.raises(StoreBusy, match="must not use the store"):
            store.search("version", HAZEL)
        with pytest.raises(StoreBusy, match="must not use the store"):
            replace(store, 2)
        with pytest.raises(StoreBusy, match="must not use the store"):
            store.close()
        refused.append(connection.in_transaction)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store._file.write(work)
    assert refused == [True]
    assert shown(path) == 1
    assert store.verify().clean


# --- a real kernel, interrupted ---


KERNEL = """
import threading
from jupyter_client.manager import start_new_kernel


def run_cell(code):
    "Run a cell to its end; return what it printed and the name of the error that it raised."
    message, printed, error = client.execute(code), "", None
    while True:
        reply = client.get_iopub_msg(timeout=60)
        if reply["parent_header"].get("msg_id") == message:
            content = reply["content"]
            printed += content["text"] if reply["msg_type"] == "stream" else ""
            error = content["ename"] if reply["msg_type"] == "error" else error
            if content.get("execution_state") == "idle":
                return printed, error


def interrupt_when_running():
    while not os.path.exists(path + ".runs"):
        time.sleep(0.01)
    time.sleep(random.uniform(0, 0.1))
    manager.interrupt_kernel()


def state():
    "Take the write lock, waiting for nobody, and say what a fresh look at the file shows."
    with plain(path) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    with ChunkStore(path, timeout=0) as store:
        found, chunks = versions(store)
        return len(found), chunks, store.verify().faults


manager, client = start_new_kernel(kernel_name="python3")
try:
    print(run_cell(sys.argv[2]))
    for _ in range(5):
        interrupter = threading.Thread(target=interrupt_when_running)
        interrupter.start()
        print(run_cell(sys.argv[3]), state())
        interrupter.join()
        os.unlink(path + ".runs")
    print(run_cell("print(store.replace(version(-1), split(version(-1))).status)"), state())
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
"""
LOOP = """
open(path + ".runs", "w").close()
number = 0
while True:
    number += 1
    store.replace(version(number), split(version(number)))
"""


@pytest.mark.outside
def test_a_cell_interrupted_in_a_real_kernel_leaves_store_and_others_free(store, path):
    replace(store, 0)
    opening = f"import sys; sys.argv[1:] = [{str(path)!r}]{SETUP}store = ChunkStore(path)"
    with script(KERNEL, path, opening, LOOP) as process:
        printed = process.stdout.read().splitlines()
    assert printed == [
        "('', None)",
        *["('', 'KeyboardInterrupt') (1, 13, ())"] * 5,
        "('replaced\\n', None) (1, 13, ())",
    ]
    assert shown(path) == -1


# --- locked, full, read-only ---


def test_a_locked_file_is_a_clear_error_after_a_bounded_wait(path):
    with ChunkStore(path, timeout=0.1) as store, plain(path) as other:
        replace(store, 0)
        other.execute("BEGIN IMMEDIATE")
        document = version(1)
        for write in [
            lambda: store.replace(document, split(document)),
            lambda: store.delete(HOME, "policy/1"),
        ]:
            with pytest.raises(
                StoreLocked, match=r"is locked: .* for 0.1 s, and nothing was written"
            ):
                write()
        assert len(store.search("version", HAZEL, k=100)) == 13  # readers wait for nobody
        assert replace(store, 0).status == "unchanged"
        assert store.verify().clean
        other.execute("ROLLBACK")
        assert replace(store, 1).status == "replaced"


def test_a_file_locked_against_reading_is_a_clear_error_too(path):
    with ChunkStore(path) as store:
        replace(store, 0)
    with plain(path) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreLocked, match="is locked"):
            ChunkStore(path, timeout=0.1)


def test_a_full_disk_writes_nothing_and_loses_nothing(store, path):
    replace(store, 1)
    own = own_connection(store)
    [(pages,)] = own.execute("PRAGMA page_count").fetchall()
    own.execute(f"PRAGMA max_page_count = {pages + 2}").fetchall()
    large = make_document("version 2 " * 20_000)
    with pytest.raises(StoreFull, match=r"no room left: nothing was written .* make room"):
        store.replace(large, split(large, 200))
    assert_whole_and_free(store, path, {1})
    own.execute("PRAGMA max_page_count = 1000000").fetchall()
    assert store.replace(large, split(large, 200)).status == "replaced"


LIMITED = """
import resource
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
with ChunkStore(path) as store:
    for number in range(1000):
        try:
            put(store, f"version {number} " * 500, source_id=f"policy/{number}")
        except OSError as error:
            print(type(error).__name__, number)
            print(len(store.sources(HAZEL)), store.verify().faults)
            break
"""


@pytest.mark.outside
@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_file_system_that_is_full_loses_nothing(path):
    with script(LIMITED, path) as process:
        [kind, stored], [listed, faults] = (line.split() for line in process.stdout)
    assert kind in {"StoreFull", "StoreError"}
    assert (listed, faults) == (stored, "()")
    with ChunkStore(path) as store:
        assert store.verify().clean
        assert replace(store, 1).status == "replaced"


FULL = """
with ChunkStore(path) as store:
    number = 0
    while True:
        try:
            put(store, f"version {number} part. " * 200, source_id=f"policy/{number}")
        except StoreFull as error:
            print("make room, or delete sources" in str(error))
            break
        number += 1
    print(number > 20, len(store.sources(HAZEL)) == number, store.verify().faults)
    print(all(store.delete(HOME, f"policy/{each}") for each in range(10)))
    put(store, "version 0 is short", source_id="policy/0")
with ChunkStore(path) as store:
    print(len(store.sources(HAZEL)) - number, store.verify().faults)
"""


def on_a_small_disk(code, temporary, *arguments):
    """What another Python prints whose /tmp has 6 MB of room, and whose /dev/shm has plenty."""
    sandbox = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/dev/shm"]
    sandbox += ["--size", "6000000", "--tmpfs", "/tmp", "--ro-bind", ROOT, ROOT]
    sandbox += ["--setenv", "SQLITE_TMPDIR", temporary]
    command = [*sandbox, sys.executable, "-c", SETUP + code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [*done.stdout.splitlines(), *done.stderr.splitlines()[-1:]]


@pytest.mark.outside
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_a_full_disk_is_left_by_deleting():
    code = "from course_lib.store import StoreFull\n" + FULL
    printed = on_a_small_disk(code, "/dev/shm", "/tmp/chunks.db")
    assert printed == ["True", "True True ()", "True", "-9 ()"]


FULL_TEMPORARY = """
with ChunkStore(path) as store:
    put(store, "version 1 part. " * 200_000)
    open("/tmp/other", "wb").write(bytes(5_000_000))
    for call in (store.verify, store.compact, lambda: list(store.export())):
        try:
            call()
        except OSError as error:
            print(error)
    os.unlink("/tmp/other")
    print(store.search("version", HAZEL) != [])
"""


@pytest.mark.outside
@pytest.mark.skipif(not shutil.which("bwrap"), reason="needs bubblewrap")
def test_a_full_temporary_folder_is_named_and_the_store_is_not_blamed():
    *errors, found = on_a_small_disk(FULL_TEMPORARY, "/tmp", "/dev/shm/chunks.db")
    assert found == "True"
    for error in errors:
        assert "the temporary folder /tmp" in error
        assert "/dev/shm/chunks.db has no room" not in error
    assert len(errors) == 3


@contextmanager
def powerless(folder):
    """Without the rights of root, whom permissions do not stop."""
    if os.geteuid():
        yield
        return
    temporary = Path(tempfile.gettempdir())
    for each in [folder, *folder.parents]:
        if each != temporary and each.is_relative_to(temporary):
            each.chmod(0o755)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the permissions of POSIX")
def test_a_read_only_file_can_be_read_and_says_that_it_cannot_be_written(store, path):
    replace(store, 1)
    path.chmod(0o444)
    with powerless(path.parent), ChunkStore(path) as reader:
        assert len(reader.search("version", HAZEL, k=100)) == 13
        assert replace(reader, 1).status == "unchanged"
        assert reader.verify().clean
        with pytest.raises(StoreReadOnly, match="may not be written: change the permissions"):
            replace(reader, 2)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the permissions of POSIX")
def test_a_folder_that_may_not_be_written_is_a_clear_error(tmp_path):
    tmp_path.chmod(0o555)
    try:
        with powerless(tmp_path), pytest.raises(StoreError, match="its folder exists and may be"):
            ChunkStore(tmp_path / "chunks.db")
    finally:
        tmp_path.chmod(0o755)
