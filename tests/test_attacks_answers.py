"""Attacks by an answer's own code: on its sandbox, on what it returns, on what it may not call."""

import time
from random import Random

import pytest
from submissions import left_running, usable
from verdicts import QUESTIONS

from course_lib.grading.answers import NotebookAnswers, NotYet, WorkerAnswers
from course_lib.grading.questions import find_check
from course_lib.grading.sandbox import Sandbox
from course_lib.grading.source import used_of_the_course
from course_lib.places import CHECKS, EXERCISES

# --- the course's own code, by another door ---

DOORS = [
    "import course_lib.measure",
    "import course_lib.samples\nspans = course_lib.NaiveChunker(9, 0).spans('x')",
    "from course_lib import measure",
    "from course_lib import *",
    "from course_lib.samples import *\nimport course_lib as c",
    "merge = __import__('course_lib.measure').measure.merge",
    "from importlib import import_module\nmerge = import_module('course_lib.measure').merge",
    "import importlib\nmerge = importlib.import_module(name='course_lib.measure').merge",
    "import sys\nmerge = sys.modules['course_lib.measure'].merge",
    "import sys\nmerge = sys.modules.get('course_lib').measure",
    "spans = globals()['NaiveChunker'](9, 0).spans",
    "spans = vars().get('NaiveChunker')",
    "spans = eval('NaiveChunker(9, 0)').spans",
    "exec('from course_lib.measure import merge')",
    "exec(compile('import course_lib.units', '', 'exec'))",
    "import runpy\nmerge = runpy.run_module('course_lib.measure.intervals')['merge']",
    "import __main__\nchunker = getattr(__main__, 'NaiveChunker')",
    "class Mine(NaiveChunker): pass",
    "def f(chunker=NaiveChunker): return chunker",
    "f = lambda: [NaiveChunker for _ in '1']",
]


@pytest.mark.parametrize("source", DOORS)
def test_the_course_cannot_be_called_by_another_door(source):
    assert used_of_the_course(source, ["NaiveChunker"])


@pytest.mark.parametrize(
    "source",
    [
        "from course_lib import samples\ntext = samples.load_document('x').text",
        "from course_lib.samples import load_documents\ntexts = load_documents()",
        "from course_lib.grading import check, open_database",
        '"""As NaiveChunker of course_lib does."""\nsize = 3',
        "print('course_lib', 'NaiveChunker')",
        "found = {'a': 1}.get('a')",
        "name = getattr(object, '__name__')",
        "# course_lib.measure",
        "class course: pass",
    ],
)
def test_who_only_speaks_of_the_course_or_loads_a_sample_may_do_so(source):
    assert used_of_the_course(source, ["NaiveChunker"]) == ""


# --- what an answer returns ---

VALUES = {
    "a list in itself": "x = []\nx.append(x)",
    "a dict in itself": "x = {}\nx['x'] = x",
    "keys that look alike": "x = {1: 'a', '1': 'b'}",
    "a property that leaves": (
        "class X:\n    def __getattr__(self, name): raise SystemExit(7)\nx = X()"
    ),
    "a class that lies": "class X:\n    __class__ = property(lambda self: dict)\nx = X()",
    "a class without a name": (
        "class M(type):\n    __name__ = property(lambda self: 1 / 0)\n"
        "class X(metaclass=M): pass\nx = X()"
    ),
    "an iterator without end": "import itertools\nx = itertools.count()",
    "an array that lies": "class X:\n    def tolist(self): return self\nx = X()",
    "a number that lies": (
        "class X(int):\n    __int__ = lambda self: 7\n    __eq__ = lambda *_: 1\nx = X(3)"
    ),
    "a number that raises": (
        "import numbers\nclass X(numbers.Rational):\n    pass\n"
        "X.__abstractmethods__ = frozenset()\nx = X()"
    ),
    "a very long number": "x = 10 ** 100_000",
    "a very small number": "from decimal import Decimal\nx = Decimal('1e-99999999')",
    "a dict that lies": "class X(dict):\n    items = lambda self: 7\nx = X(a=1)",
    "a text that lies": "class X(str):\n    __str__ = lambda self: 7\nx = X('a')",
    "a module": "import sys\nx = sys",
    "an error": "x = KeyError('x')",
    "a type": "x = list",
}


STAND_FOR = {"a number that lies": 3, "a text that lies": "a", "a very small number": 0.0}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_of_any_kind_is_plain_data_or_a_hint(name):
    names = {}
    exec(VALUES[name], names)
    answers = NotebookAnswers(names)
    if name in STAND_FOR:
        value = answers.value("x")
        assert (type(value), value) == (type(STAND_FOR[name]), STAND_FOR[name])
    else:
        with pytest.raises(NotYet, match="`x`"):
            answers.value("x")


# --- the sandbox ---


@pytest.fixture(params=["bubblewrap", "unshare"])
def shut(request):
    return Sandbox(usable(request.param))


def ask(sandbox, source, *arguments, seconds=20.0):
    answer = {"setup": [], "source": source, "seconds": seconds}
    with WorkerAnswers(answer, sandbox) as answers:
        return answers.call("f", *arguments)


FORBIDDEN = {  # each gives [] or a false value when it is in vain
    "the roots of other processes": """
import os
def f(places):
    numbers = [p for p in os.listdir("/proc") if p.isdigit()]
    roots = [f"/proc/{p}/{way}" for p in numbers for way in ("root", "cwd")]
    seen = []
    for root in roots:
        for place in places:
            try: seen += os.listdir(root + place)
            except OSError: pass
    return seen
""",
    "a user of its own, who may uncover": """
import subprocess
def f(places):
    command = "; ".join(f"umount -l {p}; ls -A {p}" for p in places)
    run = subprocess.run(["unshare", "-rm", "sh", "-c", command], capture_output=True, text=True)
    return run.stdout
""",
    "limits of its own": """
import resource
def f(_):
    raised = []
    for name in ("RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE"):
        try: resource.setrlimit(getattr(resource, name), (-1, -1))
        except (OSError, ValueError): continue
        raised.append(name)
    return raised
""",
    "a device": """
import os
def f(_):
    try: os.mknod("disk", 0o60600, os.makedev(8, 0)); open("disk", "rb").read(1)
    except OSError: return False
    return True
""",
    "a mount": """
import subprocess
def f(places):
    done = [subprocess.run(["mount", "-t", "tmpfs", "none", "."], stderr=-3).returncode == 0]
    return [one for one in done if one]
""",
    "another user": """
import os
def f(_):
    for change in (lambda: os.setuid(12345), lambda: os.chroot("/"), lambda: os.setgroups([])):
        try: change()
        except OSError: continue
        return True
    return False
""",
    "another host's name": """
import socket
def f(_):
    try: socket.sethostname("graded")
    except OSError: return False
    return True
""",
    "the network by its address": """
import socket
def f(_):
    found = []
    for family, address in ((socket.AF_INET, ("192.0.2.1", 80)), (socket.AF_INET6, ("::1", 80))):
        try: socket.socket(family).connect(address)
        except OSError: continue
        found.append(address[0])
    return found
""",
    "files that others wrote": """
import os
def f(_):
    return [p for place in ("/tmp", "/var/tmp", "/dev/shm", ".") if os.path.isdir(place)
            for p in os.listdir(place) if p.startswith(("answer-", "grade-", "left"))
            and p != os.path.basename(os.getcwd())]
""",
    "the command lines of others": """
def f(_):
    import glob
    lines = [open(p, "rb").read() for p in glob.glob("/proc/[0-9]*/cmdline")]
    return [1 for line in lines if b"pytest" in line]
""",
    "what the grader has open": """
import os
def f(_):
    found = []
    for number in range(3, 64):
        try: found.append(os.readlink(f"/proc/self/fd/{number}"))
        except OSError: pass
    return [place for place in found if place.startswith("/") and "null" not in place
            and not place.startswith(("/proc", "/dev/urandom"))]
""",
    "a secret in its memory": """
import gc
def f(_):
    return [1 for one in gc.get_objects() if isinstance(one, dict) and "seed" in one
            and "covered" in one]
""",
}


@pytest.mark.outside
@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_sandbox_holds(name, shut):
    places = [str(EXERCISES), str(CHECKS)]
    assert not ask(shut, FORBIDDEN[name], places), name


HARM = {  # to itself: a hint, in time, and nothing is left
    "stops itself": "os.kill(os.getpid(), 19); time.sleep(60)",
    "kills all": "os.kill(-1, 9); raise OSError('the first process of a namespace lives')",
    "kills its group": "os.killpg(0, 9); raise OSError('as above')",
    "closes everything": "os.closerange(0, 999)",
    "sleeps with a child that keeps its channel": (
        "os.fork() or time.sleep(60); os._exit(0) if os.getpid() == 1 else time.sleep(60)"
    ),
    "recurses in C": "import sys; sys.setrecursionlimit(10**9); x = lambda: x(); x()",
    "an alarm": "import signal; signal.alarm(1); time.sleep(60)",
    "no memory left": "x = [bytes(1 << 26) for _ in range(99)]",
    "many threads": (
        "import threading; [threading.Thread(target=time.sleep, args=(60,)).start() "
        "for _ in range(500)]; time.sleep(60)"
    ),
    "a long exit": "import atexit; atexit.register(time.sleep, 60); raise SystemExit",
    "an error that cannot be shown": (
        "raise type('E', (Exception,), {'__str__': lambda self: 1 / 0})()"
    ),
    "an error with a very long text": "raise ValueError('x' * 5_000_000)",
    "a group of errors": "raise BaseExceptionGroup('x', [SystemExit(), KeyboardInterrupt()])",
}


@pytest.mark.outside
@pytest.mark.parametrize("name", HARM)
def test_what_harms_itself_is_a_hint_in_time(name, shut):
    mark = f"97531.{time.monotonic_ns()}"
    source = f"import os, time\ndef f():\n    {HARM[name]}\n"
    source = f"import subprocess\nsubprocess.Popen(['/bin/sleep', {mark!r}], env={{}})\n{source}"
    start = time.monotonic()
    with pytest.raises(NotYet):
        ask(shut, source, seconds=1.5)
    assert time.monotonic() - start < 20
    assert left_running(mark) == []


@pytest.mark.outside
def test_two_answers_cannot_meet(shut):
    talk = """
import os, socket
def f(word):
    left = socket.socket(socket.AF_UNIX)
    try: left.connect("\\0meeting")
    except OSError: pass
    else: return "met"
    left.bind("\\0meeting"); left.listen()
    globals()["kept"] = left
    for place in ("/tmp/left", "/var/tmp/left", "/dev/shm/left", "left"):
        try:
            if os.path.exists(place): return place
            open(place, "w").write(word)
        except OSError: pass
    return ""
"""
    answer = {"setup": [], "source": talk, "seconds": 20.0}
    with WorkerAnswers(answer, shut) as one, WorkerAnswers(answer, shut) as two:
        assert [one.call("f", "a"), two.call("f", "b")] == ["", ""]
    assert ask(shut, talk, "c") == ""


QUEUED = """
import os
def say(line):
    for number in range(3, 10):
        try: os.write(number, line + b"\\n")
        except OSError: pass
{name} = lambda *_: [say(b'{{"value": %s}}' % value) for value in {values!r}] and 7
"""


@pytest.mark.outside
@pytest.mark.parametrize("question", ["01.q2", "05.q1", "07.q1"])
def test_answers_that_are_given_before_they_are_asked_earn_nothing(question, shut):
    name = next(iter(QUESTIONS[question].answers[question].source.split("def ")[1:])).split("(")[0]
    values = [b"[[0, 10], [6, 16], [12, 22], [18, 26], [24, 26]]", b"true", b"[[0, 1]]"] * 9
    source = QUEUED.format(name=name, values=values)
    answer = {"setup": list(QUESTIONS[question].setup), "source": source, "seconds": 10.0}
    with WorkerAnswers(answer, shut) as answers, pytest.raises(NotYet):
        find_check(question)(answers, Random(3))
