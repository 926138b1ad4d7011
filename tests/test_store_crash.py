"""Old or new, never a mixture: readers, killed writers, failures at every step."""

import dis
import json
import os
import sqlite3
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings
from stores import HAZEL, assert_whole_and_free, own_connection, plain, replace, script, shown

from course_lib import ChunkStore
from course_lib.store import connection, guard, transaction
from course_lib.store import opening as connections

# --- a reader beside a writer ---

READER = """
with ChunkStore(path) as store:
    seen, mixed, reads = set(), 0, 0
    print("ready", flush=True)
    while not os.path.exists(path + ".done"):
        found, chunks = versions(store)
        seen |= found
        mixed += len(found) != 1 or chunks != 13
        document = store.document("policy/1", HAZEL)
        mixed += [f"version {n} " in document.text for n in found] == []
        reads += 1
print(json.dumps([len(seen), mixed, reads]))
"""


@pytest.mark.outside
def test_a_reader_sees_no_mixture_in_a_thousand_replacements(store, path):
    replace(store, 0)
    with script(READER, path) as reader:
        assert reader.stdout.readline() == "ready\n"
        for number in range(1, 1_001):
            assert replace(store, number).status == "replaced"
        Path(f"{path}.done").touch()
        seen, mixed, reads = json.loads(reader.stdout.readline())
    assert mixed == 0
    assert reads > 50
    assert seen > 10
    assert shown(path) == 1_000


# --- a writer that is killed ---

WRITERS = """
def write_forever(number):
    with ChunkStore(path, timeout=60) as store:
        while True:
            number += 1
            document = version(number)
            REPLACE
            if not number % 3:
                store.delete(HOME, "policy/2")
            else:
                put(store, "another source", source_id="policy/2")


def start(number):
    child = os.fork()
    if not child:
        try:
            write_forever(number)
        finally:
            os._exit(1)
    return child


def check(store):
    found, chunks = versions(store)
    return len(found) == 1 and chunks == 13


random.seed(1)
dirty = 0
kills = int(sys.argv[2])
children = [start(0), start(1_000_000)]
for kill in range(kills):
    time.sleep(random.uniform(0.005, 0.03))
    child = children.pop(0)  # the other one goes on writing
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    with ChunkStore(path, timeout=60) as store:
        dirty += not check(store) or (kill % 10 == 9 and not store.verify().clean)
    children.append(start(2_000_000 + kill * 1_000))
for child in children:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
print(dirty)
"""
WHOLE = "store.replace(document, split(document))"
PIECEMEAL = """
            store.delete(HOME, "policy/1")
            time.sleep(0.001)
            store.replace(document, split(document))
"""


@pytest.mark.outside
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork to start writers quickly")
@pytest.mark.parametrize("how", [WHOLE, PIECEMEAL], ids=["whole", "piecemeal"])
def test_two_writers_killed_at_random_moments_leave_nothing_half(store, path, how):
    """A hundred times, and a thousand in the thorough run."""
    replace(store, 0)
    store.close()
    kills = 2 * settings().max_examples if how is WHOLE else 20
    with script(WRITERS.replace("REPLACE", how), path, kills) as killer:
        dirty = int(killer.stdout.read())
    if how is WHOLE:
        assert dirty == 0
        with ChunkStore(path) as again:
            assert again.verify().faults == ()
            assert replace(again, -1).status == "replaced"
    else:
        assert dirty > 0  # the same test sees what deleting first and inserting later leaves


# --- a failure at every step ---


class Failing(connections.Connection):
    """A connection whose nth statement fails, before or after it has run."""

    left = None
    after = False
    error = KeyboardInterrupt

    def execute(self, *arguments):
        return self._or_fail(super().execute, *arguments)

    def executemany(self, *arguments):
        return self._or_fail(super().executemany, *arguments)

    def _or_fail(self, run, sql, *arguments):
        kind = type(self)
        if kind.left is None or sql.startswith("ROLLBACK"):
            return run(sql, *arguments)
        kind.left -= 1
        if kind.left == 0 and not kind.after:
            raise kind.error
        result = run(sql, *arguments)
        if kind.left == 0:
            raise kind.error
        return result


def failing(error, after):
    return type("Failing", (Failing,), {"error": error, "after": after})


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, sqlite3.OperationalError])
def test_a_failure_at_every_statement(path, monkeypatch, error, after):
    kind = failing(error, after)
    monkeypatch.setattr(connections, "Connection", kind)
    with ChunkStore(path) as store:
        replace(store, 0)
        failed = 0
        for step in range(1, 100):
            kind.left = step
            try:
                replace(store, step)
            except error:
                failed += 1
            else:
                break
            finally:
                kind.left = None
            assert not own_connection(store).in_transaction
            assert_whole_and_free(store, path, {0, step} if after else {0})
            replace(store, 0)
        assert failed > 8


# Since 3.14 it marks a branch: it does nothing, no signal is taken there, and no `try` covers it.
NOT_TAKEN = dis.opmap.get("NOT_TAKEN")
MONITORING = sys.version_info >= (3, 12)  # where 3.12.1 traces no instructions
TOOL = 4  # one of those that sys.monitoring leaves to anybody


@contextmanager
def interrupts(files):
    """Yield `arm`: after arm(n), KeyboardInterrupt comes before their nth instruction."""
    left = 0

    def count(code, offset):
        nonlocal left
        if (
            code.co_filename not in files or code.co_name == "__del__"
        ):  # an error there is swallowed
            return sys.monitoring.DISABLE if MONITORING else None
        if code.co_code[offset] != NOT_TAKEN:
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        return None

    def trace(frame, event, _):
        frame.f_trace_opcodes = frame.f_code.co_filename in files
        if event == "opcode":
            count(frame.f_code, frame.f_lasti)
        return trace

    def arm(step):
        nonlocal left
        left = step
        if not MONITORING:
            sys.settrace(trace)  # each time: it ends with the first error that it raises

    before = sys.gettrace()
    if MONITORING:
        sys.monitoring.use_tool_id(TOOL, "interrupts")
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.INSTRUCTION, count)
        sys.monitoring.set_events(TOOL, sys.monitoring.events.INSTRUCTION)
    try:
        yield arm
    finally:
        if MONITORING:
            sys.monitoring.set_events(TOOL, 0)
            sys.monitoring.free_tool_id(TOOL)
        else:
            sys.settrace(before)


# Between opening the log and `with` nobody closes it but Python, which says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_at_every_instruction_of_the_transaction(store, path):
    """As an interrupted cell does it: KeyboardInterrupt between any two bytecodes of ours."""
    replace(store, 0)
    interrupted = 0
    with interrupts({each.__file__ for each in (connection, guard, transaction)}) as arm:
        for step in range(1, 5_000):
            arm(step)
            try:
                replace(store, step)
            except KeyboardInterrupt:
                interrupted += 1
            else:
                break
            finally:
                arm(0)
            with plain(path) as other:
                other.execute("BEGIN IMMEDIATE")
                other.execute("ROLLBACK")
    assert interrupted > 200
    assert shown(path) == step
    assert store._file._busy == {}
    assert len(store._file._idle) == 1


def test_what_an_interrupt_of_an_interrupt_left_is_undone_at_the_next_use(store, path):
    replace(store, 1)
    connection = own_connection(store)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM chunk")
    assert len(store.search("version", HAZEL, k=100)) == 13
    assert shown(path) == 1


@pytest.mark.parametrize("every", [1, 2, 7, 31, 61, 127, 251])
def test_a_failure_in_the_midst_of_any_statement(store, path, every):
    replace(store, 0)
    own = own_connection(store)
    stopped = 0
    for stop in range(12):
        calls = iter([0] * stop + [1])
        own.set_progress_handler(lambda calls=calls: next(calls, 0), every)
        try:
            replace(store, 1)
        except sqlite3.OperationalError as error:
            stopped += error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT
        finally:
            own.set_progress_handler(None, 0)
        assert not own.in_transaction
        assert_whole_and_free(store, path, {0, 1})
        replace(store, 0)
    assert stopped > 0


def test_a_failure_while_the_store_is_made_leaves_an_empty_file_that_becomes_one(path, monkeypatch):
    for step in range(1, 100):
        kind = failing(MemoryError, after=False)
        kind.left = step
        monkeypatch.setattr(connections, "Connection", kind)
        try:
            ChunkStore(path).close()
        except MemoryError:
            continue
        finally:
            monkeypatch.undo()
        break
    assert step > 15
    with ChunkStore(path) as store:
        assert replace(store, 1).status == "inserted"
        assert store.verify().clean
