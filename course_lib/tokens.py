"""Tokens are what a model reads: WordPiece with its places, and what a window leaves out.

The rules are those of BERT's uncased tokenizer: `BasicTokenizer` and `WordpieceTokenizer` in
https://github.com/google-research/bert/blob/master/tokenization.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

from course_lib.chunk import Chunk, Span, require_text
from course_lib.errors import InvalidType, InvalidValue, require_int
from course_lib.measure.intervals import union_length

BERT_UNCASED = Path(__file__).parent / "vocabularies" / "bert_uncased.txt"


class Token(NamedTuple):
    """A token's number in the vocabulary, and where in the text it stands, in code points."""

    id: int
    char_start: int
    char_end: int


class Tokenizer(Protocol):
    """What a window is measured with: anything that says where each token of a text stands."""

    @property
    def special(self) -> int:
        """How many tokens of its own the model adds to every text, such as [CLS] and [SEP]."""

    def tokens(self, text: str) -> Sequence[tuple[int, int, int]]:
        """Return each token's number and place, in order."""


@dataclass(frozen=True, slots=True)
class WordPiece:
    """BERT's uncased tokenizer, as all-MiniLM-L6-v2 uses it; `count` is a length for chunkers.

    Accents and case are dropped, each ideograph and mark stands alone, and a word that is not in
    the vocabulary becomes the longest pieces that are, or one [UNK]. `vocabulary` is a file with a
    token in each line. Raises InvalidValue, when it is first read, for a file without [UNK].

    >>> tokenizer = WordPiece()
    >>> text = "Überlauf: 5\u00a0%"
    >>> [(tokenizer.name(token.id), text[token[1] : token[2]]) for token in tokenizer.tokens(text)]
    [('uber', 'Über'), ('##lau', 'lau'), ('##f', 'f'), (':', ':'), ('5', '5'), ('%', '%')]
    >>> tokenizer.count(text)
    6
    """

    special: ClassVar[int] = 2  # [CLS] before the text and [SEP] after it

    vocabulary: Path = BERT_UNCASED

    def tokens(self, text: str) -> list[Token]:
        """Return the tokens in order, without [CLS] and [SEP]; raises InvalidType for no text."""
        require_text(text)
        pieces_of = _read(self.vocabulary).pieces_of
        found = []
        letters, places = _letters(text)
        for word in _WORD.finditer(letters):
            first = word.start()
            for number, start, end in pieces_of(word[0]):
                found.append(Token(number, places[first + start], places[first + end - 1] + 1))
        return found

    def count(self, text: str) -> int:
        """Return how many tokens a text has, without [CLS] and [SEP]."""
        return len(self.tokens(text))

    def name(self, number: int) -> str:
        """Return a token as it stands in the vocabulary.

        >>> WordPiece().name(101)
        '[CLS]'
        """
        return _read(self.vocabulary).names[number]


# --- from characters to words ---

# A word, or a token of the model's own, which is read as such wherever it stands in a text.
_WORD = re.compile(r"[^ ]+")
_SPECIAL = re.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK)\]")
_IDEOGRAPH = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b81f"
    r"\U0002b820-\U0002ceaf\U0002f800-\U0002fa1f]"
)
_ASCII_MARK = re.compile(r"[!-/:-@\[-`{-~]")


class _LettersOfEach(dict[str, str]):
    """What is read of each character, found when it is first asked for; a space ends a word."""

    def __missing__(self, char: str) -> str:
        self[char] = _read_char(char)
        return self[char]


def _read_char(char: str) -> str:
    if char in "\t\n\r":
        return " "
    if char == "\ufffd" or unicodedata.category(char) in ("Cc", "Cf", "Co"):
        return ""
    if char.isspace():
        return " "
    plain = (part for part in unicodedata.normalize("NFD", char) if not _is_accent(part))
    letters = "".join(f" {part} " if _is_mark(part) else part.lower() for part in plain)
    return f" {letters} " if _IDEOGRAPH.match(char) else letters


def _is_accent(char: str) -> bool:
    return unicodedata.category(char) == "Mn"


def _is_mark(char: str) -> bool:
    return _ASCII_MARK.match(char) is not None or unicodedata.category(char)[0] == "P"


_letters_of_each = _LettersOfEach()


def _letters(text: str) -> tuple[str, list[int]]:
    """Return what is read of a text, and where in the text each of its characters stands."""
    parts = [_letters_of_each[char] for char in text]
    for found in _SPECIAL.finditer(text):
        first, last = found.start(), found.end() - 1
        parts[first : last + 1] = text[first : last + 1]
        parts[first], parts[last] = " [", "] "
    places = [at for at, part in enumerate(parts) for _ in part]
    return "".join(parts), places


# --- from words to pieces ---

_LONGEST_WORD = 100  # characters; a longer one is one [UNK]
_Pieces: TypeAlias = tuple[tuple[int, int, int], ...]


class _Vocabulary(NamedTuple):
    names: list[str]
    pieces_of: Callable[[str], _Pieces]


@cache
def _read(path: Path) -> _Vocabulary:
    names = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    ids = {name: number for number, name in enumerate(names)}
    if "[UNK]" not in ids:
        raise InvalidValue(f"{path} is no vocabulary of WordPiece: no line of it is [UNK]")

    @lru_cache(maxsize=2**16)
    def pieces_of(word: str) -> _Pieces:
        """Return the longest pieces that are in the vocabulary, from left to right."""
        pieces: list[tuple[int, int, int]] = []
        start = 0
        while start < len(word) <= _LONGEST_WORD:
            prefix = "##" if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if prefix + word[start:end] in ids), None)
            if end is None:
                break
            pieces.append((ids[prefix + word[start:end]], start, end))
            start = end
        return tuple(pieces) if start == len(word) else ((ids["[UNK]"], 0, len(word)),)

    return _Vocabulary(names, pieces_of)


# --- what a window leaves out ---


def text_to_embed(chunk: Chunk) -> str:
    """Return what a model is given of a chunk: its context, a line each, and then its text."""
    return "\n".join((*chunk.context, chunk.text))


class Reading(NamedTuple):
    """How far a model reads one chunk: its tokens, special ones too, and where reading ends.

    `read_end` counts code points of the document, as the chunk's own places do.
    """

    chunk: Chunk
    tokens: int
    read_end: int

    @property
    def beyond(self) -> int:
        """How many code points at the end of the chunk are not read."""
        return self.chunk.char_end - self.read_end


@dataclass(frozen=True, slots=True)
class WindowReport:
    """How far a model with a window reads each chunk; printed, what it never reads."""

    window: int
    readings: tuple[Reading, ...]

    @property
    def longer(self) -> list[Reading]:
        """The chunks that are longer than the window."""
        return [reading for reading in self.readings if reading.tokens > self.window]

    @property
    def held(self) -> int:
        """How many code points lie in a chunk."""
        return _length((reading.chunk, reading.chunk.char_end) for reading in self.readings)

    @property
    def never_read(self) -> int:
        """How many code points lie in a chunk, but in no part of one that is read."""
        return self.held - _length((reading.chunk, reading.read_end) for reading in self.readings)

    def __str__(self) -> str:
        share = 100 * self.never_read / self.held if self.held else 0
        lines = [
            f"{len(self.longer):,} of {len(self.readings):,} chunks are longer than "
            f"{self.window:,} tokens; {self.never_read:,} of {self.held:,} characters "
            f"({share:.0f} %) are never read"
        ]
        for chunk, tokens, read_end in self.longer:
            lines.append(
                f"{chunk.source_id} {chunk.char_start}–{chunk.char_end}: "
                f"{tokens:,} tokens, read up to {read_end}"
            )
        return "\n".join(lines)


def window_report(chunks: Iterable[Chunk], tokenizer: Tokenizer, window: int) -> WindowReport:
    """Say how far a model reads each chunk whose window is so many tokens, special ones included.

    The model is given the context, too, before the text. Raises InvalidType for what is no chunk,
    and InvalidValue for a window that has no room beside the tokenizer's special tokens.

    >>> from course_lib import Document, NaiveChunker
    >>> document = Document.of_text("The roof was renewed. " * 4, source_id="note/1")
    >>> print(window_report(NaiveChunker(60, 0).split(document), WordPiece(), 8))
    2 of 2 chunks are longer than 8 tokens; 45 of 88 characters (51 %) are never read
    note/1 0–60: 16 tokens, read up to 25
    note/1 60–88: 10 tokens, read up to 78
    """
    require_int("window", window)
    room = window - tokenizer.special
    if room < 1:
        raise InvalidValue(
            f"a window of {window} tokens has no room for text: "
            f"the model adds {tokenizer.special} of its own to each"
        )
    return WindowReport(window, tuple(_read_chunk(chunk, tokenizer, room) for chunk in chunks))


def _read_chunk(chunk: Chunk, tokenizer: Tokenizer, room: int) -> Reading:
    if not isinstance(chunk, Chunk):
        raise InvalidType(f"a window reads chunks, got {chunk!r:.80}: write chunker.split(...)")
    text = text_to_embed(chunk)
    tokens = tokenizer.tokens(text)
    read = chunk.char_end
    if len(tokens) > room:
        context_length = len(text) - len(chunk.text)
        read = chunk.char_start + max(0, tokens[room - 1][2] - context_length)
    return Reading(chunk, len(tokens) + tokenizer.special, read)


def _length(ends: Iterable[tuple[Chunk, int]]) -> int:
    """Return how many code points lie between the start of a chunk and its end, counted once."""
    spans: dict[object, list[Span]] = {}
    for chunk, end in ends:
        spans.setdefault((chunk.scope, chunk.source_id), []).append((chunk.char_start, end))
    return sum(map(union_length, spans.values()))
