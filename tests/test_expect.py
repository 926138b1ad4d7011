"""An expected error is printed; a missing or another one is not swallowed."""

import pytest

from course_lib.errors import InvalidValue
from course_lib.show.expect import expect


def test_it_prints_the_error(capsys: pytest.CaptureFixture[str]) -> None:
    with expect(ValueError):
        raise ValueError("too small")
    assert capsys.readouterr().out == "ValueError: too small\n"


def test_it_prints_the_name_that_was_expected(capsys: pytest.CaptureFixture[str]) -> None:
    with expect(ValueError):
        raise InvalidValue("too small")
    assert capsys.readouterr().out == "ValueError: too small\n"


def test_it_misses_an_error_that_does_not_come() -> None:
    with (
        pytest.raises(AssertionError, match="expected ValueError, but nothing was raised"),
        expect(ValueError),
    ):
        pass


def test_it_lets_another_error_through() -> None:
    with pytest.raises(KeyError), expect(ValueError):
        raise KeyError("other")
