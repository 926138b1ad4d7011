"""A printed line, looked up in the texts of today."""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import line_of, random_edit

LINE = re.compile(r"\[(\d+)\] (.+) · characters (\d+)–(\d+) · sha256 ([0-9a-f]{16})…")


def check(answers: Answers, random: Random) -> str:
    text = "Fire. Limit 500. Flood. Limit 500."
    right_line = line_of(1, "claim/1", 24, 34, "Limit 500.")
    cases = [
        (right_line, {"claim/1": text}),
        (right_line, {"claim/1": f"{text} More.", "memo/1": ""}),
        (right_line, {"claim/1": f"One. {text}"}),
        (right_line, {"claim/1": "Limit 500."}),
        (right_line, {"claim/1": "Fire."}),
        (right_line, {"claim/1": ""}),
        (right_line, {"memo/1": text}),
        (right_line, {"claim": text, "claim/11": text}),
        (f"{right_line} and so on", {"claim/1": text}),
        (f"see {right_line}", {"claim/1": text}),
        (right_line.replace("–", "-"), {"claim/1": text}),
        (right_line.replace("24–34", "34–24"), {"claim/1": text}),
        (line_of(1, "claim/1", 4, 4, ""), {"claim/1": text}),
        ("", {}),
        (line_of(1, "claim/1", 24, 35, "Limit 500."), {"claim/1": text}),
        (line_of(1, "claim/1", 24, 99, "Limit 500."), {"claim/1": text}),
        (line_of(12, "a · b", 0, 4, "Fire"), {"a · b": text, "a": ""}),
        (line_of(1, "claim/1", 0, 2, "aa"), {"claim/1": "baaaa"}),
    ]
    for _ in range(40):
        changed, start, words = random_edit(random)
        line = line_of(1, "claim/1", start, start + len(words), words)
        cases.append((line, {"claim/1": changed, "memo/1": words}))
    for line, texts in cases:
        mine, right = answers.call("look_up", line, texts), [*looked_up(line, texts)]
        if mine != right or any(type(n) is not int for n in mine[1]):
            raise NotYet(f"look_up({line!r}, {shown(texts)}): {_why_other_look_up(mine, right)}")
    return f"{len(cases)} lines are read, and their words found where they stand today"


def looked_up(line: str, texts: dict[str, str]) -> tuple[str, list[int]]:
    """What became of a printed line."""
    found = LINE.fullmatch(line)
    if not found or int(found[3]) >= int(found[4]):
        return "no citation", []
    if found[2] not in texts:
        return "unknown source", []
    text, start, length = texts[found[2]], int(found[3]), int(found[4]) - int(found[3])
    stretches = (text[at : at + length] for at in range(len(text) - length + 1))
    digests = [sha256(stretch.encode()).hexdigest()[:16] for stretch in stretches]
    places = [at for at, digest in enumerate(digests) if digest == found[5]]
    if start in places:
        return "verified", [start]
    return ("moved", places) if places else ("changed", [])


def _why_other_look_up(mine: Any, right: list[Any]) -> str:
    words = ("no citation", "unknown source", "verified", "moved", "changed")
    if not isinstance(mine, list) or len(mine) != 2 or mine[0] not in words:
        return f"returned {shown(mine)}; return a pair such as ('moved', [24])"
    if mine[0] == right[0]:
        return f"{mine[0]}, with the places {mine[1]}; they should be {right[1]}"
    if right[0] == "no citation":
        return f"said {mine[0]!r}: is the whole line a citation, and its end behind its start?"
    if mine[0] == "verified" and right[0] == "changed":
        return "said 'verified', should be 'changed': a slice may be shorter than you asked for"
    return f"said {mine[0]!r}, should be {right[0]!r}: {_what_is_so(*right)}"


def _what_is_so(word: str, places: list[int]) -> str:
    if word == "unknown source":
        return "there is no text of that name"
    if word == "changed":
        return "no passage of this length has these digits now"
    return f"such a passage stands at {places[0]}"
