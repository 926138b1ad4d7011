"""A bet: nothing is shown before a prediction is typed, and then the result stands beside it."""

from collections.abc import Callable, Collection
from numbers import Real

from course_lib.show.revealed import REVEALED


def settle(
    bet: object,
    kind: type | Collection[object],
    result: Callable[[], object],
    notebook: str | None = None,
) -> None:
    """Print the result beside the bet; until a bet of the right kind is typed, ask for it alone.

    `kind` is int for any number, a tuple such as (int, int) for several of them, or all words that
    may be typed. `result` is called for a bet only, and what it returns is printed. Below it stands
    what the bet of a `notebook`, such as "00", reveals.

    >>> settle("", int, lambda: "13 chunks")
    type your bet first: a number
    >>> settle("twelve", int, lambda: "13 chunks")
    'twelve' is no bet here; type a number
    >>> settle(12, int, lambda: "13 chunks")
    13 chunks
    your bet: 12
    >>> settle(None, (int, int), lambda: (3, 4))
    type your bet first: 2 numbers, for example (0, 1)
    >>> settle("tea", ["pool", "executor"], lambda: "executor")
    'tea' is no bet here; type "pool" or "executor"
    """
    if _fits(bet, kind):
        print(result())
        if notebook:
            print(REVEALED[notebook])
        print("your bet:", bet)
    elif bet is None or bet is ... or (isinstance(bet, str) and not bet.strip()):
        print(f"type your bet first: {_wanted(kind)}")
    else:
        print(f"{bet!r:.80} is no bet here; type {_wanted(kind)}")


def _fits(bet: object, kind: type | Collection[object]) -> bool:
    if isinstance(kind, type):
        return isinstance(bet, Real) and not isinstance(bet, bool)
    if int in kind:
        several = isinstance(bet, tuple | list) and len(bet) == len(kind)
        return several and all(map(_fits, bet, kind))  # type: ignore[call-overload]
    return isinstance(bet, str) and bet in kind


def _wanted(kind: type | Collection[object]) -> str:
    if isinstance(kind, type):
        return "a number"
    if int in kind:
        return f"{len(kind)} numbers, for example {tuple(range(len(kind)))}"
    return " or ".join(f'"{word}"' for word in kind)
