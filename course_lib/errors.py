"""What the course refuses: one base class, and the plain kinds of Python's own errors under it.

`except CourseError` catches all that this package refuses; `except ValueError` and the other
built-in names work as everywhere in Python.
"""


class CourseError(Exception):
    """Something that the course refuses; the message says what is wrong, where, and what to do."""


class InvalidValue(CourseError, ValueError):
    """A value of the right type that cannot be used."""


class InvalidType(CourseError, TypeError):
    """A value of a type that cannot be used."""


class UnknownName(CourseError, KeyError):
    """A name that stands for nothing; the message lists those that do."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


def require_int(name: str, value: object) -> None:
    """Raise InvalidType unless `value` is an int, and no bool.

    >>> require_int("k", 3)
    >>> require_int("k", "3")
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidType: k must be a whole number, got '3'
    """
    if type(value) is not int:
        raise InvalidType(f"{name} must be a whole number, got {value!r}")
