"""An error that a notebook means to show: caught, printed, and missed when it does not come."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def expect(error: type[Exception]) -> Iterator[None]:
    """Print the error of the block under the name expected; raises AssertionError when none comes.

    >>> with expect(ValueError):
    ...     int("eighty")
    ValueError: invalid literal for int() with base 10: 'eighty'
    """
    try:
        yield
    except error as raised:
        print(f"{error.__name__}: {raised}")
    else:
        raise AssertionError(f"expected {error.__name__}, but nothing was raised")
