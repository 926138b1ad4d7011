"""A bet: nothing is shown before a prediction is typed, and then the result stands beside it."""

from collections.abc import Callable, Collection


def settle(bet: object, kind: type | Collection[object], result: Callable[[], object]) -> None:
    """Print the result beside the bet; until a bet of the right kind is typed, ask for it alone.

    `kind` is int for any number, or all that may be typed. `result` is called for a bet only, and
    what it returns is printed.

    >>> settle("", int, lambda: "13 chunks")
    type your bet first: a number
    >>> settle(12, int, lambda: "13 chunks")
    13 chunks
    your bet: 12
    >>> settle("tea", ["pool", "executor"], lambda: "executor")
    type your bet first: pool or executor
    """
    if isinstance(kind, type):
        typed, wanted = type(bet) in (kind, float), "a number"
    else:
        typed, wanted = bet in kind, " or ".join(map(str, kind))
    if not typed:
        print(f"type your bet first: {wanted}")
        return
    print(result())
    print("your bet:", bet)
