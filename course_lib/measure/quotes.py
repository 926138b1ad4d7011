"""Where a quote stands in a text: to the letter, or loosely where that is asked for.

Text that was taken out of a PDF has line ends in the middle of sentences, words that are divided at
line ends, and typographic marks. Somebody who quotes it types none of these. A loose comparison
ignores them, and what it returns is still the true span: two numbers into the text as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from unicodedata import normalize

from course_lib.chunk import Span
from course_lib.errors import InvalidType, InvalidValue

_TWINS = {
    **dict.fromkeys("‘’‚‛′`´ʼ‹›", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "…": "...",
    **{ligature: normalize("NFKC", ligature) for ligature in "ﬀﬁﬂﬃﬄﬅﬆ"},
}
_UNSEEN = "\u00ad\u200b\u2060\ufeff"  # soft hyphen, and what has no width
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u065f\u3099\u309a"
_LETTER = r"[^\W\d_]"
_DASH = r"(?:--+|[-‐‑‒–—―−\u00ad])"
_LINE_END = r"(?:\s*[\n\v\f\r\x85\u2028\u2029]\s*)"
_NOT_PLAIN = re.compile(
    rf"(?P<hyphen>(?<={_LETTER}){_DASH}{_LINE_END}?(?={_LETTER}))"
    rf"|(?P<dash>(?<=\w){_DASH}{_LINE_END}(?=\w)|--+)"
    rf"|(?P<white>\s[\s{_UNSEEN}]*)"
    rf"|(?P<unseen>[{_UNSEEN}]+)"
    rf"|(?P<marked>\w[{_MARKS}]+|[\u1100-\u11ff]+|[\u2126\u212a\u212b])"  # Ω, K and Å of units
    rf"|[{''.join(_TWINS)}]"
)


def locate(text: str, quote: str, loose: bool = False) -> Span:
    r"""Return the span of a quote that occurs exactly once in the text.

    A quote that is not there to the letter is looked for once more if `loose` is true: then any
    white space matches any other, a dash between two letters may be there or not, with or without
    a line end behind it, and typographic marks match those of a typewriter. Raises InvalidType
    for what is no string, and InvalidValue when the quote is empty, missing, or there more than
    once. The time it takes grows with the text and no faster.

    >>> locate("Roof renewed. Pipes old.", "Pipes old.")
    (14, 24)
    >>> locate("the largest differ-\nence “by far”", 'largest difference "by far"', loose=True)
    (4, 33)
    >>> locate("old roof, old pipes", "old")
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: the answer 'old' occurs more than once, ... 0 and 10; ...
    """
    if not isinstance(text, str) or not isinstance(quote, str):
        raise InvalidType(
            f"text and quote must be strings, got {type(text).__name__} and "
            f"{type(quote).__name__}: write locate(document.text, quote)"
        )
    if not quote:
        raise InvalidValue("the answer is empty; quote the words of the document that answer")
    places = _places(text, quote)
    if places or not loose:
        found = [(place, place + len(quote)) for place in places]
        what = "quote it exactly, with its line breaks and spaces"
    else:
        found = _loose_places(text, quote)
        what = "quote it exactly; only white space, hyphens and typographic marks may differ"
    if not found:
        raise InvalidValue(f"the answer {_shortened(quote)} is not in the document; {what}")
    if len(found) > 1:
        raise InvalidValue(
            f"the answer {_shortened(quote)} occurs more than once, first at characters "
            f"{found[0][0]} and {found[1][0]}; quote more of the text around the place you mean"
        )
    return found[0]


def is_loose(text: str, quote: str, span: Span) -> bool:
    """Say whether a quote was found by a loose comparison only.

    >>> is_loose("Pipes\\nold.", "Pipes old.", (0, 10)), is_loose("Pipes old.", "old", (6, 9))
    (True, False)
    """
    return text[span[0] : span[1]] != quote


def _places(text: str, quote: str) -> list[int]:
    """The first two places where a quote stands to the letter."""
    first = text.find(quote)
    second = text.find(quote, first + 1) if first >= 0 else -1
    return [place for place in (first, second) if place >= 0]


def _loose_places(text: str, quote: str) -> list[Span]:
    skeleton, starts, pieces = _skeleton(text)
    wanted = _skeleton(quote)[0].strip(" ")
    if not wanted:
        raise InvalidValue("the answer is empty; quote the words of the document that answer")

    def source(at: int, end: bool) -> int:
        """Where a character of the skeleton comes from, or where that ends."""
        number = bisect_right(starts, at) - 1
        start, stop, is_plain = pieces[number]
        return start + at - starts[number] + end if is_plain else (stop if end else start)

    return [
        (source(place, end=False), source(place + len(wanted) - 1, end=True))
        for place in _places(skeleton, wanted)
    ]


def _skeleton(text: str) -> tuple[str, Sequence[int], Sequence[tuple[int, int, bool]]]:
    """What a loose comparison compares, where its pieces start, and what they come from.

    Of each piece: where it starts and ends in the text, and whether it was taken over as it is.
    """
    parts: list[str] = []
    starts: list[int] = []
    pieces: list[tuple[int, int, bool]] = []
    length = done = 0

    def add(part: str, start: int, end: int, is_plain: bool) -> None:
        nonlocal length
        if part:
            parts.append(part)
            starts.append(length)
            pieces.append((start, end, is_plain))
            length += len(part)

    for found in _NOT_PLAIN.finditer(text):
        add(text[done : found.start()], done, found.start(), True)
        add(_plain(found), found.start(), found.end(), False)
        done = found.end()
    add(text[done:], done, len(text), True)
    return "".join(parts), starts, pieces


def _plain(found: re.Match[str]) -> str:
    """What stands in the skeleton for something that is not compared to the letter."""
    if found["hyphen"] or found["unseen"]:
        return ""
    if found["white"]:
        return " "
    if found["dash"]:
        return "-"
    if found["marked"]:
        return normalize("NFC", found[0])
    return _TWINS[found[0]]


def _shortened(quote: str, most: int = 60) -> str:
    return repr(quote if len(quote) <= most else quote[: most - 1] + "…")
