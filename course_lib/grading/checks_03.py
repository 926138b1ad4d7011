"""The checks of notebook and exercise 03: units, spans that are carried, spans that are checked."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

from course_lib.grading.answers import Answers, NotYet, pairs_of, shown
from course_lib.samples import load_document
from course_lib.units import in_bytes, in_utf16

PIECES = ("Limit 500.", "Fire.", "Café", "🌊🌊", "e\u0301", "Limit 500.", "日本", "  padded ", "x")


def byte_numbers(answers: Answers, _random: Random) -> str:
    """Notebook: where the claim's number stands, in bytes."""
    given = answers.value("my_bytes")
    if not isinstance(given, list) or len(given) != 2 or any(type(n) is not int for n in given):
        raise NotYet(f"`my_bytes` is {shown(given)}; write two whole numbers such as (10, 15)")
    mine = (given[0], given[1])
    text = load_document("policy/55012").text
    start = text.index("88431")
    right = (in_bytes(text, start), in_bytes(text, start + 5))
    if mine == (start, start + 5):
        raise NotYet("these are still code points; count the bytes of what stands before")
    if mine[1] - mine[0] != 5:
        raise NotYet("five digits take five bytes: the two numbers differ by 5")
    if mine != right:
        raise NotYet(f"off by {mine[0] - right[0]:+}: which character before takes more than one?")
    return "the dash in the first line takes three bytes, two more than one"


def q1(answers: Answers, random: Random) -> str:
    """A position in code points, turned into bytes and into UTF-16 units."""
    texts = ["abc", "Café Möwe 🌊 x", "🌊", "a\r\nb", *(_random_text(random) for _ in range(20))]
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
    if mine == at:
        return f"returned {mine}, the code points themselves; some characters take more"
    return f"returned {mine}, expected {wanted}"


def q2(answers: Answers, random: Random) -> str:
    """The lines of a text as spans, trimmed by moving their ends."""
    texts = ["one\ntwo", "one\r\n two \r\n\r\nthree", "", "\n\n", "same\nsame\nsame"]
    ends = ("\n", "\r\n", "\n\n")
    texts += [random.choice(ends).join(_random_pieces(random)) for _ in range(40)]
    for text in [*texts, "one\u2028two\nthree", "one\rtwo\x0cthree\nfour"]:
        call = f"line_spans({shown(text)})"
        mine = pairs_of(answers.call("line_spans", text), f"`{call}`")
        right = trimmed_spans(text, "\n")
        if mine != right:
            ends_as_feeds = "".join("\n" if c.splitlines() == [""] else c for c in text)
            if mine == trimmed_spans(ends_as_feeds, "\n"):
                raise NotYet(f"{call}: a line ends at a line feed alone; splitlines() knows more")
            raise NotYet(f"{call}: {_why_other_spans(mine, right, text)}")
    return "every line stands where its span says, twins too"


def q3(answers: Answers, random: Random) -> str:
    """The splitter that searched, repaired."""
    texts = [
        "One\nline.\n\nTwo.",
        "Fire.\n\nLimit 500.\n\nFlood.\n\nLimit 500.",
        "a\n\na\n\na",
        " x \n\n x ",
        "   one\n\ntwo \n\n\nthree",
        "",
        "Fire\n\nre",
    ]
    for text in [*texts, *("\n\n".join(_random_pieces(random)) for _ in range(40))]:
        call = f"split_paragraphs({shown(text)})"
        mine = answers.call("split_paragraphs", text)
        right = trimmed_spans(text, "\n\n")
        found = _with_texts(mine, call)
        if any(start < 0 for start, _ in found):
            raise NotYet(f"{call}: an offset is -1: find() says so when it finds nothing")
        wrong = [piece for start, piece in found if not text.startswith(piece, start)]
        if wrong:
            raise NotYet(f"{call}: {wrong[0]!r} does not stand where its offset says")
        spans = [(start, start + len(piece)) for start, piece in found]
        if spans != right:
            raise NotYet(f"{call}: {_why_other_spans(spans, right, text)}")
    return "every paragraph stands where it says, twins and padded ones too"


def _with_texts(value: Any, call: str) -> list[tuple[int, str]]:
    if not isinstance(value, list) or not all(
        isinstance(pair, list)
        and len(pair) == 2
        and type(pair[0]) is int
        and isinstance(pair[1], str)
        for pair in value
    ):
        raise NotYet(f"`{call}` is {shown(value)}; return a list of (start, text)")
    return [(start, text) for start, text in value]


def _why_other_spans(mine: list[tuple[int, int]], right: list[tuple[int, int]], text: str) -> str:
    if len(set(mine)) < len(mine):
        return "two pieces claim the same place: twins; carry the position instead of searching"
    if mine != right and [b - a for a, b in mine] == [b - a for a, b in right]:
        number = next(i for i, pair in enumerate(mine) if pair != right[i])
        return f"piece {number} is at {mine[number]}, but it stands at {right[number]}"
    if any(not text[start:end].strip() for start, end in mine):
        return "a blank piece is in the list: leave it out"
    if any(text[start:end] != text[start:end].strip() for start, end in mine):
        return "a piece still has white space at an end: move the span's ends"
    if len(mine) != len(right):
        return f"{len(mine)} pieces, expected {len(right)}"
    number = next(i for i, pair in enumerate(mine) if pair != right[i])
    return f"piece {number} is at {mine[number]}, but it stands at {right[number]}"


def trimmed_spans(text: str, separator: str) -> list[tuple[int, int]]:
    """Where the pieces between separators stand, without white space at their ends."""
    spans, start = [], 0
    for piece in text.split(separator):
        first = start + len(piece) - len(piece.lstrip())
        if piece.strip():
            spans.append((first, first + len(piece.strip())))
        start += len(piece) + len(separator)
    return spans


def q4(answers: Answers, random: Random) -> str:
    """A span that is checked: in bounds, and still the text that was hashed."""
    for text in ["Roof renewed. Pipes old.", *(_random_text(random) for _ in range(30))]:
        start = random.randrange(len(text))
        end = random.randint(start + 1, len(text))
        digest = sha256(text[start:end].encode()).hexdigest()
        changed = text[:start] + ("#" if text[start] != "#" else "+") + text[start + 1 :]
        cases = [
            ((text, start, end, digest), "verified"),
            ((text + " more", start, end, digest), "verified"),
            ((changed, start, end, digest), "changed"),
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
    return f"said {mine!r}, should be {right!r}"


def _random_pieces(random: Random) -> list[str]:
    return [random.choice(PIECES) for _ in range(random.randint(1, 8))]


def _random_text(random: Random) -> str:
    return " ".join(_random_pieces(random))


CHECKS = {"bytes": byte_numbers, "q1": q1, "q2": q2, "q3": q3, "q4": q4}
