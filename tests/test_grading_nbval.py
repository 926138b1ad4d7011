"""The grade by nbval and sandboxes: a right, a wrong and many hostile submissions."""

import csv
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from submissions import (
    ALL,
    BUT_Q2,
    LINE,
    RIGHT,
    SOLUTION,
    WRONG,
    earned,
    feedback_of,
    hidden_notebook,
    left_running,
    processes,
    solved,
    write,
)
from verdicts import QUESTIONS as EXERCISE
from verdicts import RIGHT as ANSWERS

from course_lib.grading.build import exercise_of
from course_lib.grading.course import Course
from course_lib.grading.grade import grade
from course_lib.grading.handed_in import collect
from course_lib.grading.sandbox import best_isolation
from course_lib.places import CHECKS, COURSE

pytestmark = pytest.mark.outside
MARK = f"76543.{time.monotonic_ns()}"  # of a process that an answer leaves behind


def is_shut() -> bool:
    """Whether answers have a disk and a network of their own here."""
    return best_isolation() != "limits"


# --- hostile: all but question 2 is right, and question 2 does this ---

LOOKING_AROUND = """
import os
def window_spans(length, size, overlap):
    seen = []
    for place in PLACES:
        try:
            seen.append(os.listdir(place) if os.path.isdir(place) else open(place).read(1))
        except OSError:
            pass
    if any(seen):
        raise RuntimeError(f"sees {seen}")
    return [(s, min(s + size, length)) for s in range(0, length, size - overlap)]
"""
HOSTILE: dict[str, tuple[str, str, str]] = {
    "check redefined": (
        f"def check(_):\n    print({LINE!r}, end='')\n{WRONG}",
        BUT_Q2,
        "there is no window at all",
    ),
    "input transformer": (
        f"get_ipython().input_transformers_cleanup.append(lambda _: ['pass'])\n{WRONG}",
        BUT_Q2,
        "raised NameError",
    ),
    "an error that looks like a pass": (
        f"def window_spans(*_):\n    raise ValueError('\\n' + {LINE!r})",
        BUT_Q2,
        "raised ValueError",
    ),
    "ends its process": ("import os\nos._exit(0)", BUT_Q2, "ended the Python process"),
    "kills its parent": (
        f"import os\nif os.getppid() > 1:\n    os.kill(os.getppid(), 9)\n{WRONG}",
        BUT_Q2,
        "not yet",
    ),
    "runs for ever": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        BUT_Q2,
        "took longer than",
    ),
    "skips nbval": (f"# NBVAL_SKIP\n{WRONG}", BUT_Q2, "there is no window at all"),
    "leaves a fork": (
        "import os\nif os.fork() == 0:\n    os.execv('/bin/sleep', ['sleep', "
        f"{MARK!r}])\n" + RIGHT["q2"],
        ALL,
        "",
    ),
}


def run(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command line, as a teacher runs it."""
    return subprocess.run(
        [sys.executable, "-m", "course_lib", "grade", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(COURSE), "PYTHONUTF8": "1", "PYTEST_ADDOPTS": "-k no"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


# --- a class, graded by one command from another folder ---

TRICKS = """
rehearse = read_beside = search_results = make_labels = lambda *_: []
probe = literal_eval = plain = serve = lambda *_: {}
"""


def tricky(exercise):
    """The first answer right, the others blank, and names of the check's own redefined in each."""
    notebook = exercise_of(EXERCISE[f"{exercise}.q1"])
    for cell in notebook.cells:
        if question := cell.metadata.get("course", {}).get("answer"):
            cell.source = f"{TRICKS}\n{ANSWERS[question] if question[-1] == '1' else cell.source}"
    return notebook


@pytest.fixture(scope="module")
def graded_class(tmp_path_factory):
    """What one command printed, and the row of each submission in its CSV."""
    root = tmp_path_factory.mktemp("class")
    folder, home = root / "handed in", root / "teacher"
    folder.mkdir()
    home.mkdir()
    write(folder, "solved-01", solved())
    write(folder, "wrong-01", solved(q2=WRONG))
    for exercise in ("04", "05", "06", "07"):
        write(folder, f"solved-{exercise}", EXERCISE[f"{exercise}.q1"].notebook)
    write(folder, "tricky-06", tricky("06"))
    write(folder, "blank-07", exercise_of(EXERCISE["07.q1"]))
    write(folder, "empty", b"")
    hidden_notebook(home / "hidden.ipynb")
    options = ["--csv", "grades.csv", "--hidden", "hidden.ipynb", "--seed", "class"]
    done = run("../handed in", *options, folder=home)
    with (home / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    return done, rows


EARNS = {
    "solved-01": lambda question: True,
    "wrong-01": lambda question: not question.startswith("01.q2"),
    "solved-04": lambda question: True,
    "solved-05": lambda question: True,
    "solved-06": lambda question: True,
    "solved-07": lambda question: True,
    "tricky-06": lambda question: question == "06.q1",
    "blank-07": lambda question: False,
}


@pytest.mark.parametrize("name", EARNS)
def test_a_grade_by_nbval_gives_each_its_due(name, graded_class):
    earns = EARNS[name]
    _, rows = graded_class
    asked = [question for question in EXERCISE if question[:2] == name[-2:]]
    asked += ["01.q2.hidden"] if name.endswith("01") else []
    assert {question: rows[name][question] for question in asked} == {
        question: str(int(earns(question))) for question in asked
    }
    assert float(rows[name]["score"]) == sum(map(earns, asked))


def test_a_class_is_graded_without_a_word_beside_the_table(graded_class):
    done, rows = graded_class
    assert "\n8 of 9 graded · " in done.stdout
    assert (done.returncode, done.stderr) == (1, "")
    assert rows["empty"]["not graded"] == "empty.ipynb: the file is empty"
    assert {row["isolation"] for row in rows.values()} == {best_isolation()}


# --- hostile submissions ---


class Hostile:
    """What the grade made of hostile submissions, some of them no notebooks at all."""

    def __init__(self, root: Path) -> None:
        self.folder, self.outside = root / "handed in", root / "outside"
        self.folder.mkdir()
        self.outside.mkdir()
        self.hidden = hidden_notebook(self.outside / "hidden.ipynb")
        for name, (text, *_) in HOSTILE.items():
            write(self.folder, name, solved(q2=text))
        looking = f"PLACES = {[str(p) for p in self.places]!r}\n{LOOKING_AROUND}"
        write(self.folder, "looks around", solved(q2=looking))
        target = str(self.outside / "written")
        writing = f"try: open({target!r}, 'w').close()\nexcept OSError: pass\n{RIGHT['q2']}"
        write(self.folder, "writes outside", solved(q2=writing))
        loops = solved(q2="while True: pass")
        for number in range(3):
            more = {"course": {"answer": "01.q2"}}
            loops.cells.append(
                nbformat.v4.new_code_cell("while True: pass", id=f"l{number}", metadata=more)
            )
        write(self.folder, "many loops", loops)
        (self.folder / "link.ipynb").symlink_to(SOLUTION)
        os.mkfifo(self.folder / "pipe.ipynb")
        (self.folder / "folder.ipynb").mkdir()
        (self.folder / "linked").symlink_to(SOLUTION.parent)
        vanishing = write(self.folder, "vanishes", solved())
        found = [one.path for one in collect([self.folder], root) if not one.refused]
        paths = [*found, self.folder / "folder.ipynb", self.folder / "never there.ipynb"]
        self.shown: list[tuple[int, int]] = []

        def show(done: int, total: int) -> None:
            vanishing.unlink(missing_ok=True)
            self.shown.append((done, total))

        course = replace(Course.load(hidden=self.hidden), seconds=6.0)
        self.grades = {g.path.stem: g for g in grade(paths, course, show)}

    @property
    def places(self) -> list[Path]:
        places = [SOLUTION, SOLUTION.parents[1], CHECKS / "01" / "q2.py"]
        return [*places, COURSE / ".git", self.hidden, self.folder, self.folder / "vanishes.ipynb"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    return Hostile(tmp_path_factory.mktemp("hostile"))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_submission_gets_the_points_it_deserves(name, hostile):
    if name == "kills its parent" and not is_shut():
        pytest.skip("plain limits let an answer kill the grader's kernel, at its own cost")
    _, questions, words = HOSTILE[name]
    assert earned(hostile.grades[name]) == set(questions.split())
    assert words in feedback_of(hostile.grades[name], "01.q2")


def test_no_answer_sees_solutions_checks_classmates_or_hidden_checks(hostile):
    if not is_shut():
        pytest.skip("neither bubblewrap nor unshare works here: the disk is open to answers")
    one = hostile.grades["looks around"]
    assert earned(one) == set(ALL.split()), feedback_of(one, "01.q2")


def test_nothing_is_written_outside(hostile):
    if not is_shut():
        pytest.skip("neither bubblewrap nor unshare works here: the disk is open to answers")
    assert earned(hostile.grades["writes outside"]) == set(ALL.split())
    assert [path.name for path in hostile.outside.iterdir()] == ["hidden.ipynb"]


def test_no_process_is_left(hostile):
    assert earned(hostile.grades["leaves a fork"])
    assert left_running(MARK) == []
    assert os.getpid() in processes("")  # it can see processes at all


def test_many_endless_copies_cost_only_their_own_question(hostile):
    one = hostile.grades["many loops"]
    assert earned(one) == set(BUT_Q2.split())
    assert feedback_of(one, "01.q2") == "01.q2 not yet: the answer took longer than 6 seconds"
    assert "q2: 4 copies" in one.notes


@pytest.mark.parametrize("name", ["link", "pipe", "folder"])
def test_what_is_no_file_of_its_own_is_refused(name, hostile):
    assert hostile.grades[name].error == "not a file of its own but a link, a folder or a device"


def test_a_linked_folder_is_not_followed(hostile):
    assert SOLUTION.stem not in hostile.grades


def test_a_file_that_vanishes_is_graded_by_what_was_read_or_reported(hostile):
    assert earned(hostile.grades["vanishes"]) == set(ALL.split())
    assert hostile.grades["never there"].error == "No such file or directory"


def test_the_progress_is_counted_in_files(hostile):
    graded = sum(not one.error for one in hostile.grades.values())
    assert hostile.shown[0] == (1, graded)
    assert hostile.shown[-1] == (graded, graded)


PYTEST_PLUGIN = """
import pytest

class Cell:
    metadata = {"course": {"check": "01.q1"}}

@pytest.fixture(autouse=True)
def as_a_check(request):
    request.node.cell = Cell()

def test_passes(): pass
@pytest.mark.xfail
def test_xpasses(): pass
@pytest.mark.xfail
def test_xfails(): raise ValueError
def test_fails(): raise ValueError
@pytest.mark.skip
def test_skips(): pass
def test_skips_late(): pytest.skip("late")
"""


def test_neither_xfail_nor_xpass_nor_skip_is_a_pass(tmp_path):
    (tmp_path / "test_it.py").write_text(PYTEST_PLUGIN, "utf-8")
    ours, theirs = os.pipe()
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "course_lib.grading.plugin", "-c", os.devnull],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(COURSE),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "PYTEST_ADDOPTS": "",
            "COURSE_LIB_OUTCOMES": str(theirs),
        },
        stdout=subprocess.DEVNULL,
        pass_fds=[theirs],
        check=False,
    )
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as outcomes:
        passed = [json.loads(line)["passed"] for line in outcomes]
    assert passed == [True, False, False, False, False]  # and one was never called
