"""Answers that do harm, in every isolation that works on this machine."""

from __future__ import annotations

import socket
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest
from submissions import RIGHT, SOLUTION, left_running, usable

from course_lib.grading import sandbox
from course_lib.grading.answers import NotYet, WorkerAnswers
from course_lib.grading.questions import find_check
from course_lib.grading.report import ISOLATION_WORDS
from course_lib.grading.sandbox import ISOLATIONS, Sandbox, best_isolation, works
from course_lib.places import CHECKS, COURSE, EXERCISES
from course_lib.samples import load_documents

pytestmark = pytest.mark.outside
SIX = "\ndef f(*_):\n    return 6\n"


@pytest.fixture(params=ISOLATIONS)
def isolation(request):
    return usable(request.param)


@pytest.fixture(params=[name for name in ISOLATIONS if name != "limits"])
def shut(request):
    """An isolation that has a disk and a network of its own."""
    return usable(request.param)


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """Where answers run; nothing may be left there."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def ask(isolation, source, *arguments, seconds=20.0, covered=()):
    """Return what `f` of this answer returns in a sandbox, or raise the hint."""
    answer = {"setup": [], "source": source, "seconds": seconds}
    with WorkerAnswers(answer, Sandbox(isolation, covered)) as answers:
        return answers.call("f", *arguments)


def hint(isolation, source, *arguments, seconds=20.0):
    with pytest.raises(NotYet) as raised:
        ask(isolation, source, *arguments, seconds=seconds)
    return str(raised.value)


def test_limits_always_work():
    assert works("limits")


def test_a_right_answer_passes(isolation):
    answer = {"setup": [], "source": RIGHT["q2"]}
    with WorkerAnswers(answer, Sandbox(isolation)) as answers:
        assert find_check("01.q2")(answers, Random(1)).startswith("46 settings")


def test_the_course_and_its_samples_are_there_for_an_answer(isolation):
    source = """
from course_lib import NaiveChunker, samples
from course_lib.grading import check
def f(size):
    check("01.q1")
    return [len(samples.load_documents()), len(NaiveChunker(size, 0).spans("x" * 25))]
"""
    assert ask(isolation, source, 10) == [len(load_documents()), 3]


# --- time ---

ENDLESS = {
    "in the cell": "while True: pass",
    "in the function": "def f():\n    while True: pass",
    "catching everything": """
def f():
    while True:
        try:
            while True: pass
        except BaseException: pass
""",
    "deaf to signals": """
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
def f():
    while True: pass
""",
    "asleep": "import time\ndef f():\n    time.sleep(1e6)",
    "in threads": """
import threading
def spin():
    while True: pass
for _ in range(3): threading.Thread(target=spin).start()
def f():
    spin()
""",
}


@pytest.mark.parametrize("how", ENDLESS)
def test_an_endless_answer_is_ended(how, isolation):
    assert hint(isolation, ENDLESS[how], seconds=0.4) == ("the answer took longer than 0.4 seconds")


def test_the_time_is_that_of_all_calls_together(isolation):
    source = "import time\ndef f():\n    time.sleep(0.1)\n    return 1"
    answer = {"setup": [], "source": source, "seconds": 0.8}

    def call_often():
        with WorkerAnswers(answer, Sandbox(isolation)) as answers:
            for _ in range(100):
                answers.call("f")

    with pytest.raises(NotYet) as raised:
        call_often()
    assert str(raised.value) == "the answer took longer than 0.8 seconds"


def test_an_answer_that_never_reads_its_question_is_ended(isolation):
    source = """
import os
for number in range(3, 10):
    try: os.write(number, b'{"value": null}\\n')
    except OSError: pass
while True: pass
"""
    assert "longer than 1 seconds" in hint(isolation, source, "x" * 1_000_000, seconds=1)


# --- memory and output ---


def test_memory_is_limited(isolation):
    assert hint(isolation, "def f():\n    return len(bytearray(3 << 30))").endswith(
        "raised MemoryError:"
    )


def test_memory_of_the_cell_itself_is_limited(isolation):
    assert hint(isolation, "x = bytearray(3 << 30)").startswith("the answer cell raised MemoryErr")


def test_a_flood_of_output_goes_nowhere(isolation):
    source = """
import os, sys
def f():
    for _ in range(300):
        print("x" * 1_000_000)
        print("x" * 1_000_000, file=sys.stderr)
        os.write(1, b"x" * 1_000_000)
    return 6
"""
    assert ask(isolation, source) == 6


@pytest.mark.parametrize("value", ["'x' * 3_000_000", "[7] * 1_000_000", "{'k' * 1_000_000: 1}"])
def test_a_very_long_value_is_a_hint(value, isolation):
    said = hint(isolation, f"def f():\n    return {value}")
    assert said == "`f()` is more than a million characters long"


def test_a_flood_into_the_reply_is_a_hint(isolation):
    source = """
import os
def f():
    while True:
        for number in range(3, 10):
            try: os.write(number, b"[" * 60_000)
            except OSError: pass
"""
    assert hint(isolation, source) == "the answer returned more than a million characters"


def test_files_are_limited(isolation):
    source = """
def f():
    with open("big", "wb") as file:
        for _ in range(17):
            file.write(bytes(1 << 20))
"""
    assert "File too large" in hint(isolation, source)


def test_all_files_together_are_limited(shut):
    source = """
def f():
    for number in range(20):
        with open(str(number), "wb") as file:
            file.write(bytes(8 << 20))
"""
    assert "No space left" in hint(shut, source)


# --- ends ---


@pytest.mark.parametrize(
    "how",
    [
        "os._exit(0)",
        "os._exit(1)",
        "os.abort()",
        "ctypes.string_at(0)",
        "os.execv('/bin/true', ['true'])",
    ],
)
@pytest.mark.parametrize("where", ["{}", "def f():\n    {}"], ids=["cell", "function"])
def test_an_answer_that_ends_its_process_is_a_hint(where, how, isolation):
    source = "import ctypes, os\n" + where.format(how)
    assert hint(isolation, source) == "the answer ended the Python process"


def test_an_answer_that_kills_itself_is_a_hint(isolation):
    source = "import os\ndef f():\n    os.kill(os.getpid(), 9)\n    raise RuntimeError('immortal')"
    # the first process of a namespace cannot kill itself
    assert hint(isolation, source) in (
        "the answer ended the Python process",
        "`f()` raised RuntimeError: immortal",
    )


@pytest.mark.parametrize("how", ["sys.exit(0)", "exit(0)", "raise SystemExit", "input()"])
def test_leaving_and_asking_are_errors_like_others(how, isolation):
    said = hint(isolation, f"import sys\ndef f():\n    {how}")
    assert said.startswith(
        ("`f()` raised SystemExit", "`f()` raised EOFError", "`f()` raised NameE")
    )


def test_an_error_names_the_missing_name(isolation):
    answer = {"setup": [], "source": "def f():\n    return helper()"}
    with WorkerAnswers(answer, Sandbox(isolation)) as answers, pytest.raises(NotYet) as raised:
        answers.call("f")
    assert str(raised.value) == "`f()` raised NameError: name 'helper' is not defined"


@pytest.mark.parametrize(
    "way",
    [
        "if os.fork() == 0: os.execv('/bin/sleep', ['sleep', MARK])",
        "subprocess.Popen(['/bin/sleep', MARK])",
        "subprocess.Popen(['/bin/sleep', MARK], start_new_session=True)",
    ],
    ids=["fork", "Popen", "new session"],
)
def test_no_process_is_left_running(way, isolation):
    mark = f"98765.{time.monotonic_ns()}"
    source = f"import os, subprocess\nMARK = {mark!r}\n{way}\n{SIX}"
    assert ask(isolation, source) == 6
    assert left_running(mark) == []


def test_no_process_is_left_that_also_hides_where_it_comes_from(shut):
    mark = f"98765.{time.monotonic_ns()}"
    way = f"subprocess.Popen(['/bin/sleep', {mark!r}], start_new_session=True, env={{}}, cwd='/')"
    assert ask(shut, f"import subprocess\n{way}\n{SIX}") == 6
    assert left_running(mark) == []


def test_another_folder_is_nobodys_business(isolation):
    assert ask(isolation, f"import os\nos.chdir('/')\n{SIX}") == 6


# --- forged replies ---


def forging(*lines):
    return f"""
import os
def say(data):
    for number in range(3, 10):
        try: os.write(number, data)
        except OSError: pass
def f(*_):
    for line in {list(lines)!r}:
        say(line)
    return 6
"""


def test_who_forges_a_value_has_given_an_answer(isolation):
    assert ask(isolation, forging(b'{"value": 7}\n')) == 7


@pytest.mark.parametrize(
    "line",
    [
        b"no JSON\n",
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b'{"value": ' + b"9" * 5_000 + b"}\n",
    ],
    ids=["words", "bytes", "nested", "digits"],
)
def test_what_is_no_reply_is_a_hint(line, isolation):
    assert hint(isolation, forging(line)) == "the answer wrote into the grader's channel"


@pytest.mark.parametrize(
    "line",
    [
        b"7\n",
        b"null\n",
        b'"ok"\n',
        b"[1]\n",
        b"{}\n",
        b'{"value": NaN}\n',
        b'{"value": {"a": 1}}\n',
    ],
)
def test_a_reply_of_another_shape_passes_no_check(line, isolation):
    answer = {"setup": [], "source": forging(line).replace("def f", "def window_spans")}
    with WorkerAnswers(answer, Sandbox(isolation)) as answers, pytest.raises(NotYet) as raised:
        find_check("01.q2")(answers, Random(1))
    assert str(raised.value).startswith("`window_spans(26, 10, 4)` is ")


def test_a_forged_problem_is_a_printable_hint(isolation):
    line = b'{"problem": [], "message": ["\\u001b[2J\\n01.q2 ok"], "name": {}}\n'
    said = hint(isolation, forging(line))
    assert said.startswith("`f()` raised ")
    assert said.isprintable()


# --- tricks with Python that must not help ---

TRICKS = {
    "a list that equals everything": """
class Liar(list):
    __eq__ = lambda *_: True
    __ne__ = lambda *_: False
    __hash__ = None
def window_spans(*_): return Liar()
""",
    "numbers that equal everything": """
class Liar(int):
    __eq__ = lambda *_: True
    __ne__ = lambda *_: False
    __hash__ = int.__hash__
    __gt__ = __lt__ = lambda *_: False
def window_spans(*_): return [(Liar(1), Liar(1))] * 5
""",
    "json that lies": """
import json
json.dumps = lambda *_: '{"value": [[0, 10], [6, 16], [12, 22], [18, 26], [24, 26]]}'
def window_spans(*_): return []
""",
    "builtins that lie": """
import builtins
builtins.print = builtins.isinstance = builtins.len = lambda *_, **__: True
def window_spans(*_): return []
""",
    "the frames of the worker": """
import sys
def window_spans(*_):
    frame = sys._getframe()
    while frame:
        for name in ("serve", "plain", "problem"):
            frame.f_globals[name] = lambda *_: {"value": [[0, 10]]}
        frame = frame.f_back
    return []
""",
    "the grader, imported": """
import sys
sys.modules.pop("course_lib.grading", None)
from importlib import import_module
window_spans = import_module("course_lib.grading.checks.01.common").windows
""",
    "another check": """
def check(question): print(question, "ok: 46 settings give the windows that the rule gives")
def window_spans(*_): return []
""",
    "IPython's input transformers": """
get_ipython().input_transformers_cleanup.append(lambda lines: ["pass"])
def window_spans(*_): return []
""",
    "a hostile pickle": """
class Pickled:
    def __reduce__(self): return exec, ("raise SystemExit",)
def window_spans(*_): return Pickled()
""",
}


@pytest.mark.parametrize("trick", TRICKS)
def test_a_trick_passes_no_check(trick, isolation):
    if isolation == "limits" and trick == "the grader, imported":
        assert "MARKS ARE UNPROTECTED" in ISOLATION_WORDS["limits"]  # open, and said to be
        return
    with (
        WorkerAnswers({"setup": [], "source": TRICKS[trick]}, Sandbox(isolation)) as answers,
        pytest.raises(NotYet),
    ):
        find_check("01.q2")(answers, Random(1))


def test_the_environment_is_scrubbed(isolation, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    source = "import os\ndef f():\n    return dict(os.environ)"
    seen = ask(isolation, source)
    assert "s3cret" not in str(seen)
    assert set(seen) <= {
        "PATH",
        "LANG",
        "HOME",
        "TMPDIR",
        "PWD",
        "SHLVL",
        "_",
        "OLDPWD",
        "LC_CTYPE",
    }


# --- what only a namespace can keep ---


def test_there_is_no_network(shut):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        source = f"""
import socket
def f():
    socket.create_connection(("127.0.0.1", {port}), 2)
"""
        assert "raised" in hint(shut, source)
        server.settimeout(0)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_nothing_secret_can_be_read(shut, tmp_path):
    handed_in = tmp_path / "handed_in.ipynb"
    handed_in.write_text("{}", "utf-8")
    places = [SOLUTION, EXERCISES, CHECKS / "01" / "q2.py", COURSE / ".git"]
    places += [COURSE / "tests", handed_in, Path("/etc/passwd")]
    source = """
import os
def f(places):
    seen = []
    for place in places:
        try: seen.append(bool(os.listdir(place) if os.path.isdir(place) else open(place).read()))
        except OSError: seen.append(False)
    return [place for place, found in zip(places, seen) if found]
"""
    assert ask(shut, source, [str(place) for place in places], covered=[tmp_path]) == []


def test_what_is_covered_is_hidden_also_inside_what_is_shown(shut, tmp_path, monkeypatch):
    shown = tmp_path / "shown and more"
    (shown / "folder").mkdir(parents=True)
    for name in ("open", "secret", "folder/secret"):
        (shown / name).write_text("seen", "utf-8")
    monkeypatch.setattr(sandbox, "SYSTEM", (*sandbox.SYSTEM, str(shown)))
    source = """
import os
def f(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            try: found[os.path.relpath(path, folder)] = open(path).read()
            except OSError: pass
    return found
"""
    covered = [shown / "secret", shown / "folder"]
    assert ask(shut, source, str(shown), covered=covered) in (
        {"open": "seen"},
        {"open": "seen", "secret": ""},
    )
    writing = "def f(path):\n    open(path, 'w')"
    for name in ("open", "new", "folder/new"):
        assert "Read-only file system" in hint_of(shut, writing, str(shown / name), covered)
    assert sorted(path.name for path in shown.rglob("*")) == ["folder", "open", "secret", "secret"]


def hint_of(isolation, source, argument, covered):
    with pytest.raises(NotYet) as raised:
        ask(isolation, source, argument, covered=covered)
    return str(raised.value)


def test_a_course_inside_a_system_folder_stays_hidden(shut, monkeypatch):
    monkeypatch.setattr(sandbox, "SYSTEM", (*sandbox.SYSTEM, str(COURSE.parent)))
    source = """
import os
from course_lib import NaiveChunker
def f(place):
    return [os.path.relpath(root, place) for root, _, names in os.walk(place) if names]
"""
    full = ask(shut, source, str(COURSE))
    python = {".venv"} if Path(sys.prefix).parent == COURSE else set()
    assert {place.partition("/")[0] for place in full} == {"course_lib", "samples"} | python


def test_the_exercises_stay_hidden_where_the_course_itself_is_shown(shut, monkeypatch):
    monkeypatch.setattr(sandbox, "SYSTEM", (*sandbox.SYSTEM, str(COURSE)))
    source = """
import os
def f(place):
    return sorted(name for name in os.listdir(place) if os.path.isdir(os.path.join(place, name))
                  and os.listdir(os.path.join(place, name)))
"""
    seen = ask(shut, source, str(COURSE))
    assert {"course_lib", "samples", "notebooks"} <= set(seen)
    assert not {"exercises", "tests", ".git"} & set(seen)


def test_nothing_is_written_outside(shut, tmp_path):
    source = """
def f(places):
    written = []
    for place in places:
        try: open(place, "a").close()
        except OSError: continue
        written.append(place)
    return written
"""
    places = [tmp_path / "x", COURSE / "x", COURSE / "course_lib" / "x", "/x", "/dev/x", "/usr/x"]
    places += ["/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", Path.home() / "x"]
    assert ask(shut, source, [str(place) for place in places]) == []
    assert ask(shut, source, ["here"]) == ["here"]


def test_an_answer_has_no_privileges(shut):
    source = """
import subprocess
def f():
    lines = open("/proc/self/status").read().splitlines()
    held = dict(line.split(":\\t") for line in lines if line.startswith(("Cap", "NoNewPrivs")))
    mounts = [line.split()[1] for line in open("/proc/self/mounts")]
    undone = [m for m in mounts if subprocess.run(["umount", "-l", m], stderr=-3).returncode == 0]
    return [held["CapEff"], held["CapBnd"], held["NoNewPrivs"], undone]
"""
    assert ask(shut, source) == ["0" * 16, "0" * 16, "1", []]


def test_other_processes_are_out_of_sight(shut):
    source = """
import os
def f():
    return [int(p) for p in os.listdir("/proc") if p.isdigit()]
"""
    assert max(ask(shut, source)) <= 3


# --- which one is in force ---


@pytest.mark.parametrize("missing", [(), ("bubblewrap",), ("bubblewrap", "unshare")])
def test_the_best_that_works_is_taken(missing, monkeypatch):
    monkeypatch.setattr(sandbox, "works", lambda name: name not in missing)
    assert best_isolation() == ISOLATIONS[len(missing)]


def test_a_program_that_is_missing_or_forbidden_does_not_work(tmp_path, monkeypatch):
    works.cache_clear()
    monkeypatch.setattr(sandbox, "_program", lambda name: str(tmp_path / name))
    assert [name for name in ISOLATIONS if works(name)] == ["limits"]
    for name in ("bwrap", "unshare"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    works.cache_clear()
    assert [name for name in ISOLATIONS if works(name)] == ["limits"]
    works.cache_clear()


def test_a_limit_that_is_already_lower_is_no_obstacle(monkeypatch):
    ceiling = sandbox.resource.getrlimit(sandbox.resource.RLIMIT_NOFILE)[1]
    monkeypatch.setitem(sandbox.LIMITS, sandbox.resource.RLIMIT_NOFILE, ceiling + 1)
    assert ask("limits", SIX) == 6
