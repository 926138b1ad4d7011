"""The longest pieces of a word that are in a vocabulary."""

from __future__ import annotations

from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, shown

from .common import SYLLABLES, random_word


def pieces(word: str, vocabulary: list[str]) -> list[str]:
    """The pieces of a word, the longest first part at each step; one [UNK] if some part has none.

    >>> pieces("roofed", ["roof", "ro", "##of", "##ed"]), pieces("roofs", ["roof"])
    (['roof', '##ed'], ['[UNK]'])
    """
    found, start = [], 0
    while start < len(word):
        starts = [("##" if start else "") + word[start:end] for end in range(len(word), start, -1)]
        piece = next((piece for piece in starts if piece in vocabulary), None)
        if piece is None:
            return ["[UNK]"]
        found.append(piece)
        start += len(piece.removeprefix("##") if start else piece)
    return found


def check(answers: Answers, random: Random) -> str:
    cases = [
        ("roof", ["roof"]),
        ("roofs", ["roof", "##s"]),
        ("roofed", ["ro", "roof", "##of", "##ed", "##e", "##d"]),
        ("roofs", ["roof", "s"]),
        ("roofs", ["roof"]),
        ("s", ["##s"]),
        ("ededed", ["ed", "##ed"]),
        ("unable", ["un", "una", "##able", "##ble"]),
        ("unable", ["un", "una", "##able"]),
        ("##s", ["##s", "#", "####s", "s"]),
        ("水é", ["水", "##é"]),
    ]
    for _ in range(60):
        words = [random_word(random) for _ in range(4)]
        parts = random.sample(SYLLABLES, 6) + [word[: random.randint(1, 6)] for word in words]
        vocabulary = list(dict.fromkeys([*parts, *(f"##{part}" for part in parts if part != "a")]))
        cases += [(word, vocabulary) for word in words[:2]]
    for word, vocabulary in cases:
        mine, right = answers.call("pieces", word, vocabulary), pieces(word, vocabulary)
        if mine != right:
            call = f"pieces({shown(word)}, {shown(vocabulary)})"
            raise NotYet(f"{call}: {_why_other_pieces(mine, right, word)}")
    return f"{len(cases)} words in their pieces"


def _why_other_pieces(mine: Any, right: list[str], word: str) -> str:
    if not isinstance(mine, list) or any(not isinstance(piece, str) for piece in mine):
        return f"returned {shown(mine)}; return a list of texts"
    if right == ["[UNK]"] and "[UNK]" in mine:
        return f"returned {shown(mine)}: a word is known as a whole, or it is one [UNK]"
    plain = [piece.removeprefix("##") for piece in mine]
    if mine == [piece.removeprefix("##") for piece in right]:
        return f"returned {shown(mine)}: a piece inside a word begins with ##"
    bare = any(not piece.startswith("##") for piece in mine[1:])
    if mine == ["[UNK]"] or ("".join(plain) == word and bare):
        return (
            f"returned {shown(mine)}: inside a word, only pieces with ## count, and there they do"
        )
    if right == ["[UNK]"] and "".join(plain) == word:
        return f"returned {shown(mine)}: take the longest piece and never step back"
    if right == ["[UNK]"]:
        return f"returned {shown(mine)}: for some part there is no piece, so the word is one [UNK]"
    if "".join(plain) == word:
        return f"returned {shown(mine)}: at each step the longest piece is taken"
    return f"returned {shown(mine)}, expected {shown(right)}"
