r"""How the index reads a text, and how a query becomes words that it can look up.

SQLite's tokenizer takes letters, digits and marks between two spaces for one word. Chinese,
Japanese or Thai set no spaces, so their characters are set apart here, and a query asks for
each pair of neighbours. Both sides are composed first (NFKC), and lose vowel points that writers
leave out as they please.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

MOST_CHARACTERS = 100_000
MOST_WORDS = 100
LONGEST_WORD = 2_000

_BASE = (
    "\u0e01-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u0e50-\u0e59"  # Thai
    "\u0e81-\u0eb0\u0eb2-\u0eb3\u0ebd-\u0ec6\u0ed0-\u0edf"  # Lao
    "\u1000-\u102a\u103f-\u1049\u1050-\u1055\u105a-\u105d\u1061\u1065\u1066"  # Burmese
    "\u106e-\u1070\u1075-\u1081\u108e\u1090-\u1099"
    "\u1780-\u17b3\u17d7\u17dc\u17e0-\u17e9"  # Khmer
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # Japanese
    "\u3105-\u312f\u31a0-\u31bf"  # Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7a3"  # Hangul: spaces, but its particles cling to the word
)
_MARKS = (
    "\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd"
    "\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074"
    "\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d3\u17dd\u3099\u309a"
)
_CHARACTER = re.compile(f"[{_BASE}][{_MARKS}]*")
_PIECE = re.compile(f"(?P<run>(?:[{_BASE}][{_MARKS}]*)+)|[^\\s{_BASE}]+")
_LEFT_OUT = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1-\u05c7"  # Hebrew points
    "\u064b-\u065f\u0670\u06d6-\u06dc"  # Arabic vowels
    "\xad\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]"  # soft hyphen, joiner, variants of a shape
)
_CASED = re.compile(
    "[A-Z\u00c0-\u037e\u0380-\u0523\u0531-\u0556\u1e00-\u1fff]+"
)  # folded by the index too
_ACCENTED = re.compile(
    "([a-z])[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]+"
)
_INSIDE = re.compile(  # a word: apostrophes and the like, hyphens, the marks of a number
    r"(?<=\w)['’׳״·\u200c\u2010-](?=\w)|(?<=\d)\.(?=\d)|(?<=\d),(?=\d{1,3}(?!\d))"
)
_UNSAYABLE = re.compile("[\0\ud800-\udfff]")


def as_indexed(text: str) -> str:
    """Return the text as the index reads it: composed, and unspaced writing set apart.

    >>> as_indexed("Roof renewed."), as_indexed("水管")
    ('Roof renewed.', ' 水  管 ')
    """
    return text if text.isascii() else _CHARACTER.sub(r" \g<0> ", _composed(text))


def match_phrases(query: str) -> list[str]:
    r"""Return the query's words in the index's own syntax, each of them quoted.

    The first 100 different words of the first 100,000 characters count; a word of more than 2,000
    characters is passed over. Punctuation parts words, except an apostrophe or a hyphen between
    two letters (it's, flood-plain) and the marks inside a number (8,760): these look for the whole.

    >>> print(*match_phrases('roof AND "C++" 水道管 Roof?'))
    "roof" "AND" "C" "水 道" "道 管"
    >>> print(*match_phrases("premium/flood—it's 8,760 flood-plain"))
    "premium" "flood" "it's" "8,760" "flood-plain"
    """
    words: dict[str, str] = {}
    seen = set()
    for word in _words(_composed(_UNSAYABLE.sub(" ", query[:MOST_CHARACTERS]))):
        if word not in seen:
            seen.add(word)
            words.setdefault(_as_compared(word), word)
        if len(words) == MOST_WORDS:
            break
    return ['"' + word.replace('"', '""') + '"' for word in words.values()]


def _words(text: str) -> Iterator[str]:
    for piece in _PIECE.finditer(text):
        word = piece.group()
        if piece["run"] and not _CHARACTER.fullmatch(word):
            characters = (found.group() for found in _CHARACTER.finditer(word))
            yield from map(" ".join, pairwise(characters))
        else:
            for part in _parts(word):
                long = len(part) > LONGEST_WORD
                pieces = _INSIDE.sub(" ", part).split() if long else [part]
                yield from (piece for piece in pieces if len(piece) <= LONGEST_WORD)


def _parts(piece: str) -> list[str]:
    """Part a piece at whatever is no letter, digit or mark, and does not belong inside a word."""
    if piece.isascii() and piece.isalnum():
        return [piece]
    inside = {found.start() for found in _INSIDE.finditer(piece)}
    return "".join(
        character if at in inside or unicodedata.category(character)[0] in "LNM" else " "
        for at, character in enumerate(piece)
    ).split()


def _as_compared(word: str) -> str:
    """Fold what the index does not tell apart: case, and the accents of Latin letters."""
    lower = _CASED.sub(lambda found: found.group().lower(), word)
    return _ACCENTED.sub(r"\1", unicodedata.normalize("NFD", lower))


def _composed(text: str) -> str:
    return text if text.isascii() else _LEFT_OUT.sub("", unicodedata.normalize("NFKC", text))
