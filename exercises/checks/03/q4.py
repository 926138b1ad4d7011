"""A span that is checked: in bounds, and still the text that was hashed."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import random_text


def check(answers: Answers, random: Random) -> str:
    for text in ["Roof renewed. Pipes old.", *(random_text(random) for _ in range(30))]:
        start = random.randrange(len(text))
        end = random.randint(start + 1, len(text))
        digest = sha256(text[start:end].encode()).hexdigest()
        changed = text[:start] + ("#" if text[start] != "#" else "+") + text[start + 1 :]
        cases = [
            ((text, start, end, digest), "verified"),
            ((text + " more", start, end, digest), "verified"),
            ((changed, start, end, digest), "changed"),
            ((text, start, end, digest[:-1] + ("1" if digest[-1] == "0" else "0")), "changed"),
            ((text, start, end, digest[:12]), "changed"),
            ((text, 0, len(text) + 3, sha256(text.encode()).hexdigest()), "out of bounds"),
            ((text, -len(text), end, sha256(text[:end].encode()).hexdigest()), "out of bounds"),
            ((text, end, start, digest), "out of bounds"),
            ((text, -1, len(text), sha256(text[-1:].encode()).hexdigest()), "out of bounds"),
            ((text, start, start, sha256(b"").hexdigest()), "out of bounds"),
        ]
        for arguments, right in cases:
            mine = answers.call("verify", *arguments)
            if mine != right:
                call = f"verify({shown(arguments[0])}, {arguments[1]}, {arguments[2]}, …)"
                raise NotYet(f"{call}: {_why_other_verdict(mine, right, arguments)}")
    return "sound spans pass; changed ones and those out of bounds do not"


def _why_other_verdict(mine: Any, right: str, arguments: tuple[str, int, int, str]) -> str:
    if mine not in ("verified", "changed", "out of bounds"):
        return f"returned {shown(mine)}; answer 'verified', 'changed' or 'out of bounds'"
    if right == "out of bounds" and arguments[2] > len(arguments[0]):
        return f"said {mine!r}: slicing forgives an end behind the text, you must not"
    if right == "out of bounds" and arguments[1] == arguments[2]:
        return f"said {mine!r}: an empty span holds nothing that could be verified"
    if right == "out of bounds":
        return f"said {mine!r}: a span needs 0 <= start < end"
    if right == "verified":
        return f"said {mine!r}, should be {right!r}: compare hexdigest() of text[start:end] alone"
    text, start, end, digest = arguments
    if sha256(text[start:end].encode()).hexdigest().startswith(digest[:12]):
        return f"said {mine!r}, should be {right!r}: all 64 digits of the digest must agree"
    return f"said {mine!r}, should be {right!r}: the words at {start} to {end} have another sha256"
