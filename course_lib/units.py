"""The units in which people count a position in a text, and why two programs disagree.

This course counts code points. The other three are here to be recognised and converted.
"""

from collections.abc import Callable, Mapping

from course_lib.chunk import Span
from course_lib.document import encode


def in_code_points(text: str, at: int) -> int:
    """Count a position as Python does: each character is one.

    >>> in_code_points("é🌊x", 2)
    2
    """
    return len(text[:at])


def in_utf16(text: str, at: int) -> int:
    """Count a position as JavaScript and Java do: a character beyond U+FFFF is two.

    >>> in_utf16("é🌊x", 2)
    3
    """
    return len(text[:at].encode("utf-16-le")) // 2


def in_bytes(text: str, at: int) -> int:
    """Count a position in bytes of UTF-8, as a file on disk does.

    >>> in_bytes("é🌊x", 2)
    6
    """
    return len(encode(text[:at]))


def after_open(text: str, at: int) -> int:
    r"""Count a position in the text that `open()` gives, where a \r\n has become one \n.

    >>> after_open("a\r\nb", 3)
    2
    """
    return len(text[:at].replace("\r\n", "\n").replace("\r", "\n"))


UNITS: Mapping[str, Callable[[str, int], int]] = {
    "code points": in_code_points,
    "UTF-16 units": in_utf16,
    "bytes": in_bytes,
    "after open()": after_open,
}


def span_in(unit: str, text: str, span: Span) -> Span:
    """Return a span of code points, counted in another unit."""
    return UNITS[unit](text, span[0]), UNITS[unit](text, span[1])
