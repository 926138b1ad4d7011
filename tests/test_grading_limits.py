"""Plain limits protect no mark, and still no answer reaches another's grade or a later run."""

from __future__ import annotations

import os
import sys

import pytest
from submissions import RIGHT, blank, earned, hidden_notebook, left_running, solved, write

from course_lib.grading.course import Course
from course_lib.grading.grade import grade

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux can find what hides"),
]

DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    os.execve({python!r}, [{python!r}, "-c", {code!r}, {mark!r}], {{}})
"""
FORGE_OUTCOMES = """
import glob, json, os, time
outcome = {"folder": FOLDER, "question": "01.q1", "passed": True, "line": "01.q1 ok: forged"}
end = time.monotonic() + 15
while time.monotonic() < end:
    for process in glob.glob("/proc/[0-9]*"):
        try:
            if b"nbval.plugin" not in open(process + "/cmdline", "rb").read():
                continue  # nothing but the grader's own processes
            for place in glob.glob(process + "/fd/*"):
                if os.readlink(place).startswith(("pipe:", "socket:")):
                    descriptor = os.open(place, os.O_WRONLY | os.O_NONBLOCK)
                    os.write(descriptor, json.dumps(outcome).encode() + b"\\n")
                    os.close(descriptor)
        except OSError:
            pass
"""
REWRITE_OTHERS = """
import glob, json, time
right = RIGHT
end = time.monotonic() + 20
while time.monotonic() < end:
    for place in glob.glob(FOLDERS + "/grade-*/*/submission.json"):
        try:
            found = json.loads(open(place).read())
            found["answers"] = {q: [s] for q, s in right.items()}
            open(place, "w").write(json.dumps(found))
        except (OSError, ValueError):
            pass
"""


def daemon(code: str, mark: str) -> str:
    """An answer that is right, and starts what hides: a session of its own, no environment."""
    start = DAEMON.format(python=sys.executable, code=code, mark=mark)
    return f"{start}\ntime.sleep(1)\n{RIGHT['q1']}"


def graded(tmp_path, first, *others):
    paths = [write(tmp_path, "a first", solved(q1=first))]
    paths += [write(tmp_path, f"b {number}", other) for number, other in enumerate(others)]
    return grade(paths, Course.load(isolation="limits", seed="s"))


def test_what_hides_from_the_grader_is_ended_with_its_answer(tmp_path):
    mark = f"hides-{os.getpid()}-{tmp_path.name}"
    graded(tmp_path, daemon("import time; time.sleep(300)", mark))
    assert left_running(mark) == []


def test_no_outcome_is_forged_for_another_or_for_a_later_run(tmp_path):
    code = f"FOLDER = '00001'\n{FORGE_OUTCOMES}"
    first, other = graded(tmp_path, daemon(code, "forges"), blank())
    assert (earned(first), earned(other)) == ({"q1", "q2", "q3", "q4", "q5"}, set())
    (later,) = grade([tmp_path / "b 0.ipynb"], Course.load(isolation="limits", seed="s"))
    assert earned(later) == set()


def test_anothers_answers_cannot_be_written_anew(tmp_path):
    right = {f"01.{name}": text for name, text in RIGHT.items()}
    folders = os.environ.get("TMPDIR", "/tmp")
    code = f"RIGHT = {right!r}\nFOLDERS = {folders!r}\n{REWRITE_OTHERS}"
    _, other = graded(tmp_path, daemon(code, "rewrites"), blank())
    assert earned(other) == set()


def test_processes_have_a_limit(tmp_path):
    if os.geteuid() == 0:
        pytest.skip("the limit of processes does not hold for root")
    bomb = "import os\ntry:\n    [os.fork() for _ in range(20)]\nexcept OSError: pass\n"
    (one,) = graded(tmp_path, bomb + RIGHT["q1"])
    assert left_running("course_lib.grading") == []
    assert one.exercise == "01"


def test_a_row_says_that_its_marks_are_unprotected(tmp_path, capsys):
    from course_lib.cli import main

    write(tmp_path, "a", blank())
    main(["grade", str(tmp_path), "--isolation", "limits", "--csv", str(tmp_path / "g.csv")])
    assert "unprotected: install bubblewrap or unshare" in capsys.readouterr().out
    assert "unprotected" in (tmp_path / "g.csv").read_text("utf-8-sig").splitlines()[1]


def test_hidden_checks_are_refused(tmp_path, capsys):
    from course_lib.cli import main

    hidden = hidden_notebook(tmp_path / "hidden.ipynb")
    arguments = ["grade", str(write(tmp_path, "a", blank())), "--isolation", "limits"]
    assert main([*arguments, "--hidden", str(hidden)]) == 2
    said = capsys.readouterr().err
    assert "hidden checks need bubblewrap or unshare" in said
    assert said.count("\n") == 1
