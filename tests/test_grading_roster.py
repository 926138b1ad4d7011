"""The list of a class, and whom a folder's name means."""

import pytest

from course_lib.errors import InvalidValue
from course_lib.grading.roster import Student, find_student, read_roster

CLASS = [
    Student("s1", "Anna Berg", "anna.berg@school.example"),
    Student("s12", "Jan Müller", "jan@school.example"),
    Student("s3", "Jan", "jan3@school.example"),
    Student("s4", "Zoë de la Cruz", "zoe@school.example"),
    Student("s5"),
]


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("s1", "s1"),
        ("S12", "s12"),
        ("s12_late", "s12"),
        ("exercise 01 (s4)", "s4"),
        ("Berg, Anna", "s1"),
        ("anna-berg_123_assignsubmission_file", "s1"),
        ("MÜLLER Jan", "s12"),
        ("Mu\u0308ller_Jan", "s12"),
        ("jan", "s3"),
        ("anna.berg@school.example", "s1"),
        ("de la Cruz Zoë", "s4"),
        ("s5", "s5"),
        ("s1x", None),
        ("anna", None),
        ("bergmann anna", None),
        ("", None),
        ("s1 s4", None),
    ],
)
def test_whom_a_name_means(name, student):
    found = find_student(name, CLASS)
    assert (found and found.id) == student


@pytest.mark.parametrize(
    "text",
    [
        "id,name,email\n1,Anna Berg,a@x\n2,Jan Müller,j@x\n",
        "\ufeffID;Name;E-Mail\n1;Anna Berg;a@x\n\n2;Jan Müller;j@x",
        "group\tmail\tid\tname\nA\ta@x\t1\tAnna Berg\nB\tj@x\t2\tJan Müller\n",
        'id,name,email\r\n1,"Anna Berg",a@x\r\n2, Jan Müller ,j@x\r\n',
    ],
)
def test_a_list_in_any_usual_shape(tmp_path, text):
    path = tmp_path / "class.csv"
    path.write_bytes(text.encode())
    assert read_roster(path) == [
        Student("1", "Anna Berg", "a@x"),
        Student("2", "Jan Müller", "j@x"),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no column id and no column name and no column email"),
        ("id,name\n1,x\n", "no column email: its first line should say id,name,email"),
        ("name,email\nx,y\n", "no column id"),
        ("id,name,email\n1,a,b\n1,c,d\n", "lists the id '1' 2 times"),
        ("id,name,email\n,a,b\n", r"row 2: the id is missing"),
    ],
)
def test_a_list_that_cannot_be_used_is_refused(tmp_path, text, why):
    path = tmp_path / "class.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidValue, match=why):
        read_roster(path)
