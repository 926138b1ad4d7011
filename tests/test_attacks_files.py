"""Attacks by what is handed in or named on the command line: each stops only itself, by name."""

import json
import random
import time
import zipfile

import nbformat
import pytest
from submissions import RIGHT, graded, solved, write, zipped

from course_lib.cli import main
from course_lib.errors import InvalidValue
from course_lib.grading import analyses, handed_in
from course_lib.grading.analyses import analysis_of
from course_lib.grading.class_report import as_page, shape_of
from course_lib.grading.feedback import write_feedback
from course_lib.grading.handed_in import collect
from course_lib.grading.report import Run, as_csv, as_junit, as_table, rows_of
from course_lib.grading.roster import Student, find_student, read_roster

RUN = Run("bubblewrap", "s", "2026-03-14", "course 1")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


@pytest.fixture
def opened(tmp_path):
    """What `collect` makes of one zip beside a good file."""

    def found(data):
        folder, unpacked = tmp_path / "class", tmp_path / "unpacked"
        for place in (folder, unpacked):
            place.mkdir(exist_ok=True)
        (folder / "a.zip").write_bytes(data)
        (folder / "b.ipynb").write_text("{}", "utf-8")
        return collect([folder], unpacked), unpacked

    return found


@pytest.mark.parametrize("method", METHODS)
def test_a_zip_with_any_byte_changed_is_named_and_the_rest_found(opened, method):
    whole = zipped([("a.ipynb", random.Random(1).randbytes(300) + bytes(300))], method)
    chance = random.Random(2)
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        files, _ = opened(bytes(damaged))
        assert files[-1].name == "b.ipynb"
        assert all(one.refused or one.path.is_file() for one in files)
        assert all(one.refused.isprintable() for one in files)


@pytest.mark.parametrize("length", [0, 1, 21, 22, 60])
def test_a_zip_that_was_cut_short_is_named(opened, length):
    files, _ = opened(zipped([("a.ipynb", "{}")])[:length])
    assert files[0].refused.startswith("no zip that can be opened")


@pytest.mark.parametrize(
    "name",
    [".", "./", "/", "//", "a/../b.ipynb", "./../x.ipynb", "~", "con.ipynb", " .ipynb", "\\"],
)
def test_a_strange_name_in_a_zip_leads_nowhere(opened, name):
    files, unpacked = opened(zipped([(name, "{}"), ("good.ipynb", "{}")]))
    assert [one.name for one in files if not one.refused][-2:] == ["a.zip/good.ipynb", "b.ipynb"]
    assert {one.path.parent for one in files if one.path.suffix == ".ipynb"} <= {
        unpacked,
        unpacked.parent / "class",
    }


@pytest.mark.parametrize("name", [".", "./.", "//"])
def test_a_member_without_a_name_does_not_stop_the_zip_of_a_class(tmp_path, name):
    (tmp_path / "class.zip").write_bytes(zipped([(name, "{}"), ("s1/good.ipynb", "{}")]))
    (tmp_path / "unpacked").mkdir()
    *_, good = collect([tmp_path / "class.zip"], tmp_path / "unpacked")
    assert (good.student, good.refused) == ("s1", "")


def test_many_bombs_in_one_zip_fill_no_disk(opened, monkeypatch):
    monkeypatch.setattr(handed_in, "MOST_UNPACKED", 100_000)
    files, unpacked = opened(zipped([(f"{n}.ipynb", bytes(30_000)) for n in range(30)]))
    assert sum(path.stat().st_size for path in unpacked.iterdir()) <= 100_000
    assert sum("its zip holds more than 100,000 bytes" in one.refused for one in files) == 27


def test_two_members_of_one_name_are_both_there(opened):
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped([("a.ipynb", "1"), ("a.ipynb", "22")])
    files, _ = opened(data)
    assert len({one.path for one in files}) == 3


LONG = [
    "漢" * 300,
    "a" * 400,
    "😀" * 200,
    "é" * 250,
    "x-" * 300,
    "=cmd|'/c calc'!A1",
    "\x1b[2J\n",
    "",
]


@pytest.mark.parametrize("student", LONG)
def test_feedback_is_written_under_a_name_that_every_disk_takes(tmp_path, student):
    grades = [graded(student=student), graded(student=student)]
    written = write_feedback(tmp_path / "back", grades, RUN)
    assert len(set(written)) == 4
    assert all(
        len(path.name.encode()) < 256 and path.parent == tmp_path / "back" for path in written
    )


HOSTILE = [
    "<script>x</script>",
    "![x](http://x)",
    "a\n# b",
    "\x1b[2J",
    "\ud800",
    "=1+1",
    "]]>",
    "`*_",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup_a_formula_or_an_escape_anywhere(tmp_path, text):
    one = graded(path=f"{text}.ipynb", points=0, student=text, notes=(text,), answers={"01.q1": []})
    rows = rows_of([one], [Student(text or "x", text, text)])
    write_feedback(tmp_path / "back", [one], RUN)
    pages = [path.read_text("utf-8") for path in (tmp_path / "back").iterdir()]
    pages += [as_page(rows, RUN), as_csv(rows, RUN), as_table([one], RUN), as_junit([one], RUN)]
    for page in pages:
        assert page.encode()
        assert "\x1b" not in page
    html = [page for page in pages if page.startswith("<!doctype")]
    assert not any("<script>" in page or "<img" in page for page in html)
    assert not any("<h1>b" in page for page in html)


SHAPES = {
    "deep sums": f"x = 1{' + 1' * 2_500}",
    "deep signs": f"x = {'-' * 5_000}1",
    "deep brackets": f"x = {'[' * 5_000}{']' * 5_000}",
    "deep attributes": f"x = a{'.b' * 5_000}",
    "deep calls": f"x = a{'()' * 5_000}",
    "deep lambdas": f"x = {'lambda: ' * 3_000}1",
    "a NUL": "x = 1\0",
    "a lone surrogate": "x = '\ud800'",
    "bad escapes": r"x = '\d'" * 2,
}


@pytest.mark.parametrize("name", SHAPES)
def test_no_answer_stops_the_page_about_its_class(name):
    assert shape_of(SHAPES[name]) is not None
    one = graded(answers={"01.q1": [SHAPES[name], RIGHT["q2"]]})
    assert as_page(rows_of([one, one]), RUN)


ANALYSES = ["[]", "7", "null", "", "{", '{"01.q1": 7}', '{"01.q1": {"more": 1}}', "[" * 99_999]


@pytest.mark.parametrize("text", ANALYSES)
def test_a_damaged_file_of_analyses_shows_none(tmp_path, monkeypatch, text):
    (tmp_path / "analyses.json").write_text(text, "utf-8")
    monkeypatch.setattr(analyses, "EXERCISES", tmp_path)
    assert analysis_of("01.q1") is None


ROSTERS = {
    "a field without end": "id,name,email\n1," + "x" * 200_000 + ",a\n",
    "a quote without end": 'id,name,email\n1,"' + "x" * 200_000,
    "a column twice": "id,name,email,mail\n1,a,b,c\n",
    "an id in other capitals": "id,name,email\ns1,a,b\nS1,c,d\n",
    "an id with spaces": "id,name,email\n7,a,b\n 7 ,c,d\n",
    "no lines": "\n\n\n",
    "a head that is quoted whole": '"id,name,email"\n1,a,b\n',
}


@pytest.mark.parametrize("name", ROSTERS)
def test_a_list_that_could_mislead_is_refused_with_one_line(tmp_path, name):
    path = tmp_path / "class.csv"
    path.write_text(ROSTERS[name], "utf-8")
    with pytest.raises(InvalidValue) as raised:
        read_roster(path)
    assert str(raised.value).count("\n") == 0


def test_a_name_of_two_lines_stays_one_student(tmp_path):
    path = tmp_path / "class.csv"
    path.write_text('id,name,email\n1,"Anna\nBerg",a@x\n2,Jan\u2028Kowal,b@x\n', "utf-8")
    assert [student.id for student in read_roster(path)] == ["1", "2"]
    assert find_student("Anna Berg", read_roster(path)).id == "1"


@pytest.mark.parametrize(
    "options",
    [
        ["--seed", "\x1b[2J"],
        ["--seed", "a\nb"],
        ["--date", "tomorrow"],
        ["--date", "2026-02-30"],
        ["--date", "=1+1"],
        ["--points", "01.q1=nan"],
        ["--points", "01.q1=-1"],
        ["--points", "=1"],
        ["--csv", "a.ipynb"],
        ["--csv", "out.csv", "--moodle", "out.csv"],
        ["--csv", "missing/out.csv"],
        ["--csv", "."],
        ["--feedback", "class.csv"],
        ["--feedback", "missing/back"],
        ["--report", "back", "--feedback", "back"],
        ["--roster", "missing.csv"],
    ],
)
def test_what_cannot_be_used_is_said_before_anything_is_graded(
    tmp_path, monkeypatch, capsys, options
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("course_lib.commands.grade._grade", lambda *_: pytest.fail("graded"))
    write(tmp_path, "a", solved())
    (tmp_path / "class.csv").write_text("id,name,email\n", "utf-8")
    before = sorted((path.name, path.read_bytes()) for path in tmp_path.iterdir())
    assert main(["grade", "a.ipynb", *options]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "\x1b" not in said
    assert sorted((path.name, path.read_bytes()) for path in tmp_path.iterdir()) == before


def test_a_cell_of_very_many_names_costs_no_more_than_its_text(tmp_path):
    from course_lib.grading.bounded import take_apart
    from course_lib.grading.course import Course
    from course_lib.grading.grade import for_check

    notebook = solved()
    names = " = ".join(f"name_{number}" for number in range(20_000))
    notebook.cells.append(nbformat.v4.new_code_cell(f"{names} = 1"))
    course = Course.load(isolation="limits", seed="s")
    before = time.process_time()
    _, submission = take_apart(write(tmp_path, "a", notebook), course)
    text = json.dumps(for_check(submission, course.solutions[0], course, []))
    assert len(text) < 2_000_000
    assert time.process_time() - before < 60
