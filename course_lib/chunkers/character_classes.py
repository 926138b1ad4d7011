"""Parts of the generated classes that `re` finds ten times as fast as the whole."""

import re

_RANGE = re.compile(r"\\[uU][0-9a-f]+(?:-\\[uU][0-9a-f]+)?")


def near(ranges: str) -> str:
    r"""Return the ranges of a class that lie below U+10000.

    >>> near(r"\u0021\u2047-\u2049\U00011047-\U00011048")
    '\\u0021\\u2047-\\u2049'
    """
    return "".join(part for part in _RANGE.findall(ranges) if r"\U" not in part)


def ascii_part(ranges: str) -> str:
    r"""Return the ranges of a class that begin in ASCII.

    >>> ascii_part(r"\u0021\u2047-\u2049\U00011047-\U00011048")
    '\\u0021'
    """
    return "".join(part for part in _RANGE.findall(near(ranges)) if part < r"\u0080")
