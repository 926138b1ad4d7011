"""What a class handed in is found, named and opened safely, whatever it is."""

import os
import stat
import zipfile

import pytest
import submissions

from course_lib.grading import handed_in
from course_lib.grading.handed_in import collect
from course_lib.grading.notebook import MOST_BYTES


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "class").mkdir()
    (tmp_path / "unpacked").mkdir()
    return tmp_path / "class"


def found(folder, *paths):
    return collect(paths or [folder], folder.parent / "unpacked")


def put(folder, name, data=b"{}"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def zipped(folder, name, members):
    return put(folder, name, submissions.zipped(members))


def test_a_student_is_the_first_folder_or_the_files_own_name(folder):
    for name in ("anna/01.ipynb", "anna/late/03.ipynb", "ben.ipynb", "j.mueller/01.ipynb"):
        put(folder, name)
    zipped(folder, "carl.zip", [("01.ipynb", "{}"), ("x/y.ipynb", "{}")])
    zipped(folder, "dora/all.zip", [("01.ipynb", "{}")])
    students = {one.name: one.student for one in found(folder)}
    assert students == {
        "anna/01.ipynb": "anna",
        "anna/late/03.ipynb": "anna",
        "ben.ipynb": "ben",
        "carl.zip/01.ipynb": "carl",
        "carl.zip/x/y.ipynb": "carl",
        "dora/all.zip/01.ipynb": "dora",
        "j.mueller/01.ipynb": "j.mueller",
    }


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("exported.py", "a .py file: hand in the notebook itself"),
        ("notes", "a file without .ipynb at its end: hand in the notebook itself"),
        ("scan.PDF", "a .pdf file: hand in the notebook itself"),
        ("UPPER.IPYNB", ""),
        ("Mixed.IpYnB", ""),
    ],
)
def test_every_file_is_named_with_the_reason(folder, name, why):
    put(folder, name)
    assert [(one.name, one.refused) for one in found(folder)] == [(name, why)]


def test_what_systems_put_beside_files_is_no_work(folder):
    for name in (".DS_Store", "__MACOSX/a", ".ipynb_checkpoints/a.ipynb", "a/.git/b", "Thumbs.db"):
        put(folder, name)
    zipped(folder, "a.zip", [("__MACOSX/._01.ipynb", "x"), ("01.ipynb", "{}")])
    assert [one.name for one in found(folder)] == ["a.zip/01.ipynb"]


def linked():
    member = zipfile.ZipInfo("link.ipynb")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


@pytest.mark.parametrize(
    ("member", "why"),
    [
        ("../out.ipynb", "a path that leads out of its zip"),
        ("/etc/out.ipynb", "a path that leads out of its zip"),
        ("a/../../out.ipynb", "a path that leads out of its zip"),
        ("..\\out.ipynb", "a path that leads out of its zip"),
        ("C:\\out.ipynb", "a path that leads out of its zip"),
        ("inner.zip", "a zip inside a zip: unpack it"),
        ("a.docx", "a .docx file: hand in the notebook itself"),
        (linked(), "a link inside a zip"),
    ],
)
def test_what_a_zip_must_not_hold_is_named_and_the_rest_is_there(folder, member, why):
    zipped(folder, "a.zip", [(member, "{}"), ("good.ipynb", "{}")])
    one, good = found(folder)
    assert (one.refused, good.refused) == (why, "")
    assert good.path.read_bytes() == b"{}"
    assert good.path.parent.name == "unpacked"
    assert not list(folder.parent.glob("**/out.ipynb"))


def test_a_zip_bomb_is_stopped_at_the_size_of_a_notebook(folder):
    zipped(folder, "bomb.zip", [("a.ipynb", bytes(50 * MOST_BYTES)), ("b.ipynb", "{}")])
    bomb, good = found(folder)
    assert "more than 10,000,000 bytes" in bomb.refused
    assert not good.refused
    assert sum(path.stat().st_size for path in (folder.parent / "unpacked").iterdir()) < 10


def test_a_zip_of_very_many_files_is_refused_whole(folder, monkeypatch):
    monkeypatch.setattr(handed_in, "MOST_FILES", 3)
    zipped(folder, "many.zip", [(f"{number}.ipynb", "{}") for number in range(4)])
    assert [one.refused for one in found(folder)] == ["a zip of 4 files, more than 3"]


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip", b"PK\x03\x04" + bytes(40)])
def test_what_is_no_zip_is_named(folder, data):
    put(folder, "a.zip", data)
    (one,) = found(folder)
    assert one.refused.startswith("no zip that can be opened")


def test_an_empty_zip_and_one_that_was_cut_short_are_named(folder):
    zipped(folder, "a.zip", [])
    whole = zipped(folder, "b.zip", [("01.ipynb", os.urandom(10_000))])
    whole.write_bytes(whole.read_bytes().replace(b"\x00\x01", b"\x01\x00"))
    reasons = [one.refused for one in found(folder)]
    assert reasons[0] == "an empty zip"
    assert len(reasons) == 2


def test_a_zip_with_a_password_is_named(folder):
    path = zipped(folder, "a.zip", [("01.ipynb", "{}")])
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    path.write_bytes(data)
    assert [one.refused for one in found(folder)] == ["a zip with a password"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_cannot_be_read_is_named_and_the_rest_found(folder):
    put(folder, "shut/a.ipynb")
    put(folder, "open.ipynb")
    (folder / "shut").chmod(0)
    try:
        reasons = {one.name: one.refused for one in found(folder)}
    finally:
        (folder / "shut").chmod(0o755)
    assert reasons == {"open.ipynb": "", "shut": "Permission denied"}


def test_files_and_zips_can_be_named_themselves(folder):
    one = put(folder, "a.ipynb")
    two = zipped(folder, "class.zip", [("Müller_77/01.ipynb", "{}")])
    assert [(f.name, f.student) for f in found(folder, one, two)] == [
        ("a.ipynb", "a"),
        ("class.zip/Müller_77/01.ipynb", "Müller_77"),
    ]
