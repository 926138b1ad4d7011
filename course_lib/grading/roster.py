"""The list of a class: who there is, and whose a submission is."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from course_lib.document import read_text
from course_lib.errors import InvalidValue

COLUMNS = {"id": "id", "name": "name", "email": "email", "e-mail": "email", "mail": "email"}


@dataclass(frozen=True, slots=True)
class Student:
    """One line of the list."""

    id: str
    name: str = ""
    email: str = ""


def read_roster(path: Path) -> list[Student]:
    """Read a CSV with the columns id, name and e-mail, in the order of its lines.

    Commas, semicolons and tabs part the columns. Raises InvalidValue that says what is missing.
    """
    text = read_text(path).removeprefix("\ufeff")
    head = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=head.count)
    try:
        lines = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
        rows = [row for row in lines if any(map(str.strip, row))]
    except csv.Error as error:
        raise InvalidValue(f"{path} is no CSV that can be read: {error}") from None
    names = [COLUMNS.get(name.strip().lower(), "") for name in rows[0]] if rows else []
    if missing := [name for name in ("id", "name", "email") if name not in names]:
        raise InvalidValue(
            f"{path} has no column {' and no column '.join(missing)}: its first line should say "
            f"id,name,email, and says {head!r}"
        )
    if doubled := [name for name, count in Counter(filter(None, names)).items() if count > 1]:
        raise InvalidValue(f"{path} has more than one column {doubled[0]}: leave one")
    students = []
    for number, row in enumerate(rows[1:], 2):
        values = {name: value.strip() for name, value in zip(names, row, strict=False) if name}
        if not values.get("id"):
            raise InvalidValue(f"{path}, row {number}: the id is missing in {row!r}")
        students.append(Student(**values))
    ids = Counter(student.id.casefold() for student in students)
    if twice := next((one.id for one in students if ids[one.id.casefold()] > 1), ""):
        raise InvalidValue(f"{path} lists the id {twice!r} {ids[twice.casefold()]} times")
    return students


def find_student(name: str, roster: list[Student]) -> Student | None:
    """Return the one student whom the name of a folder or file means; None if none or several.

    It means who is named by id or e-mail in it, else whose names all stand in it, in any order.

    >>> class_ = [Student("7", "Anna Müller", "anna@x"), Student("17", "Jan Kowal", "jan@x")]
    >>> find_student("Müller, Anna_12345_assignsubmission_file", class_).id
    '7'
    >>> find_student("17_exercise", class_).name, find_student("somebody", class_)
    ('Jan Kowal', None)
    """
    words = _words(name)
    by_id = [one for one in roster if _words(one.id) and _stands_in(_words(one.id), words)]
    by_mail = [one for one in roster if one.email and one.email.casefold() in name.casefold()]
    by_name = [one for one in roster if one.name and set(_words(one.name)) <= set(words)]
    most = max((len(_words(one.name)) for one in by_name), default=0)
    by_full_name = [one for one in by_name if len(_words(one.name)) == most]
    for found in (by_id, by_mail, by_full_name):
        if len(found) == 1:
            return found[0]
    return None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).casefold())


def _stands_in(part: list[str], words: list[str]) -> bool:
    last = len(words) - len(part)
    return any(words[at : at + len(part)] == part for at in range(last + 1))
