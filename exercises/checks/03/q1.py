"""A position in code points, turned into bytes and into UTF-16 units."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.units import in_bytes, in_utf16

from .common import random_text


def check(answers: Answers, random: Random) -> str:
    texts = ["abcd", "Café Möwe 🌊 x", "🌊", "a\r\nb", *(random_text(random) for _ in range(20))]
    for text in texts:
        for at in {0, len(text) // 2, len(text)}:
            for name, right in (("to_bytes", in_bytes), ("to_utf16", in_utf16)):
                mine, wanted = answers.call(name, text, at), right(text, at)
                if mine != wanted or type(mine) is not int:
                    call = f"{name}({shown(text)}, {at})"
                    raise NotYet(f"{call}: {_why_other_unit(name, mine, wanted, text, at)}")
    return f"both units are right in {len(texts)} texts"


def _why_other_unit(name: str, mine: Any, wanted: int, text: str, at: int) -> str:
    before = text[:at]
    if type(mine) is not int:
        return f"returned {shown(mine)}; return a whole number"
    if mine == len(before.encode("utf-16")) and name == "to_utf16":
        return f"returned {mine}: bytes, with a byte order mark; a unit is two bytes"
    if mine == wanted + 1 != 2 and name == "to_utf16":  # 2 may be bytes, too
        return f'returned {mine}, one too many: "utf-16" puts a byte order mark first'
    if mine == 2 * wanted and name == "to_utf16":
        return f"returned {mine}: bytes; a UTF-16 unit is two of them"
    if mine in (len(text.encode()), len(text.encode("utf-16-le")) // 2):
        return f"returned {mine}, the length of the whole text; count what stands before {at}"
    if not before:
        return f"returned {mine}, but nothing stands before 0: was a byte order mark counted?"
    if mine == at:
        return f"returned {mine}, the code points themselves; some characters take more"
    if name == "to_utf16" and mine == sum(1 + (not each.isascii()) for each in before):
        return f"returned {mine}, expected {wanted}: only a character beyond U+FFFF is two units"
    return f"returned {mine}, expected {wanted}"
