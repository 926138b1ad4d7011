"""Made-up texts of any length for the benchmarks; the same length always gives the same text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from random import Random

_WORDS = [
    "the",
    "of",
    "a",
    "and",
    "in",
    "for",
    "after",
    "before",
    "without",
    "roof",
    "claim",
    "water",
    "premium",
    "policy",
    "inspection",
    "kitchen",
    "pipe",
    "hail",
    "renewal",
    "deductible",
    "insurer",
    "surveyor",
    "café",
    "reported",
    "renewed",
    "raised",
    "declined",
    "repaired",
    "inspected",
    "measured",
    "early",
    "late",
    "again",
    "damp",
    "steep",
    "old",
    "new",
    "costly",
]
_HAN = "保険契約者火災水害屋根修理費用請求調査結果更新日付"
_CLUSTERS = ("👩‍👩‍👧", "🇩🇪", "👍🏽", "🏳️‍🌈", "🙂", "❤️", "👨‍🚒", "🇯🇵")


def prose(length: int) -> str:
    """Paragraphs of sentences, with wrapped, long and unbroken ones for each rung of the ladder."""
    return _fill(_paragraphs(Random(11)), length)


def endless_word(length: int) -> str:
    """Letters and digits without a single space, as in base64."""
    random = Random(12)
    return _fill((f"{random.getrandbits(256):064x}" for _ in count()), length)


def short_lines(length: int) -> str:
    """Lines and no blank line among them, as in a log."""
    random = Random(13)
    return _fill((f"{n} {' '.join(random.choices(_WORDS, k=6))}\n" for n in count()), length)


def chinese_characters(length: int) -> str:
    """Sentences without spaces, each closed by an ideographic full stop."""
    random = Random(14)
    sentences = ("".join(random.choices(_HAN, k=random.randint(5, 60))) + "。" for _ in count())
    return _fill(sentences, length)


def emoji(length: int) -> str:
    """Families, flags and skin tones: clusters of one to eight code points, without spaces."""
    random = Random(15)
    return _fill(("".join(random.choices(_CLUSTERS, k=50)) for _ in count()), length)


TEXTS: dict[str, Callable[[int], str]] = {
    "prose": prose,
    "endless word": endless_word,
    "short lines": short_lines,
    "CJK": chinese_characters,
    "emoji": emoji,
}


def repeated(text: str) -> Callable[[int], str]:
    """Return a maker of texts that repeats `text`; raises ValueError when it is blank."""
    if not text.strip():
        raise ValueError("the text is blank: there is nothing to cut")
    return lambda length: (text * (length // len(text) + 1))[:length]


def _fill(parts: Iterator[str], length: int) -> str:
    taken: list[str] = []
    size = 0
    while size < length:
        some = "".join(islice(parts, 100))
        taken.append(some)
        size += len(some)
    return "".join(taken)[:length]


def _paragraphs(random: Random) -> Iterator[str]:
    sentences = [_sentence(random, random.randint(4, 24)) for _ in range(2000)]
    for number in count():
        several = random.choices(sentences, k=random.randint(2, 8))
        match number % 10:
            case 0 | 1 | 2:
                yield textwrap.fill(" ".join(several), 72)
            case 3:
                yield " ".join(random.choices(sentences, k=random.randint(10, 25)))
            case 4 if number % 20 == 4:
                yield "\n".join(chain(["Findings:"], (f"- {line}" for line in several * 4)))
            case 5 if number % 40 == 5:
                yield _sentence(random, 400)
            case 6 if number % 100 == 6:
                yield f"{random.getrandbits(8000):x}"
            case _:
                yield " ".join(several)
        yield "\n\n"


def _sentence(random: Random, words: int) -> str:
    chosen = random.choices(_WORDS, k=words)
    chosen[words // 2] = random.choice(["3.14 %", "“as is”", "88431", "(see below)", "EUR 2,400"])
    return " ".join(chosen).capitalize() + random.choice([".", ".", ".", "?", ".”"])
