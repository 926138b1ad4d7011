"""The law of overlap: how likely a window that looks at nothing keeps a piece of evidence whole.

Windows of `size` characters step by `size - overlap`; the evidence has `length` characters and lies
anywhere, each place as likely as the other. It is whole where it starts no later than `size -
length` characters into some window. Everything is an exact Fraction.
"""

from __future__ import annotations

from fractions import Fraction


def intact_share(size: int, overlap: int, length: int) -> Fraction:
    """Return the share of all places, in an endless text, where one window holds the evidence.

    It is 1 exactly when `overlap >= length - 1` and `length <= size`. Raises ValueError for windows
    that cannot advance and for evidence without a character.

    >>> intact_share(size=400, overlap=0, length=100), intact_share(400, 99, 100)
    (Fraction(301, 400), Fraction(1, 1))
    """
    _check(size, overlap, length)
    return min(Fraction(1), Fraction(max(0, size - length + 1), size - overlap))


def intact_share_of_text(text_length: int, size: int, overlap: int, length: int) -> Fraction:
    """Return the same share for a text of `text_length` characters: no place is left out.

    Raises ValueError like `intact_share`, and for evidence longer than the text.

    >>> intact_share_of_text(1006, size=400, overlap=0, length=100)
    Fraction(709, 907)
    """
    _check(size, overlap, length)
    if length > text_length:
        raise ValueError(f"evidence of {length} characters does not fit in {text_length}")
    places, step = text_length - length + 1, size - overlap
    whole_steps, rest = divmod(places, step)
    good = max(0, min(step, size - length + 1))
    return Fraction(whole_steps * good + min(rest, good), places)


def storage_factor(size: int, overlap: int) -> Fraction:
    """Return how many times an endless text is stored: `size / (size - overlap)`.

    >>> storage_factor(800, 100)
    Fraction(8, 7)
    """
    _check(size, overlap, 1)
    return Fraction(size, size - overlap)


def _check(size: int, overlap: int, length: int) -> None:
    if size < 1:
        raise ValueError("size must be positive")
    if not 0 <= overlap < size:
        raise ValueError("overlap must be in [0, size)")
    if length < 1:
        raise ValueError("evidence has at least one character")
