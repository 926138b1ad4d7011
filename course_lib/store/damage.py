"""What is done about a row that is not what was stored: never served, and always named."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from course_lib.access import Identity, visible
from course_lib.guardrails import Guarded
from course_lib.store.errors import StoreDamaged
from course_lib.store.rows import UNREADABLE, DamagedRow

_REPAIR = "see verify; delete the source and index it again, or restore a backup"


class DamagedSource(UserWarning):
    """What was asked for is served without a source that is damaged; the warning names it."""


def require_visible(thing: Guarded, identity: Identity) -> None:
    """Raise DamagedRow for what the filter let pass and its own labels do not."""
    if not visible(thing, identity):
        raise DamagedRow("the filter and its labels do not agree")


@contextmanager
def left_out(path: str, labels: Sequence[Any]) -> Iterator[None]:
    """Go on without a damaged row, with a warning; `labels` are the columns of GUARDRAILS."""
    try:
        yield
    except UNREADABLE as error:
        name = f"{labels[0]} in {labels[1]}/{labels[2]}"
        warnings.warn(
            DamagedSource(f"{path}: {name!a} was left out, it is damaged ({error}); {_REPAIR}"),
            stacklevel=5,
        )


@contextmanager
def index_read(path: str, identity: Identity) -> Iterator[None]:
    """Raise StoreDamaged where the index of words says what cannot be."""
    try:
        yield
    except (*UNREADABLE, ArithmeticError, LookupError) as error:
        raise StoreDamaged(
            f"{path}: the index of words of {identity.scope} is damaged ({error}); see verify, and "
            "restore a backup or export into a new store"
        ) from error


@contextmanager
def refused(path: str, name: str) -> Iterator[None]:
    """Raise StoreDamaged for a damaged row."""
    try:
        yield
    except UNREADABLE as error:
        raise StoreDamaged(f"{path}: {name} is damaged ({error}); {_REPAIR}") from error
