"""A citation: which source of whom, which characters, which hash; anybody can check it later.

It prints as one line and is read back from that line. Against the document of today it is verified,
moved (the same words stand elsewhere), changed (they stand nowhere), or unknown: the text is too
long to look for words of which only the hash is known.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from course_lib.chunk import Chunk, Span, check_span, hash_text
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.guardrails import Scope, require_name, require_scope

PRINTED_DIGITS = 32  # of the hash: two texts that share them take 2^64 attempts to prepare
_HASH = re.compile(r"[0-9a-f]{12,64}")
_QUOTED = r'"(?:[^"\\]|\\.)*"'  # as JSON writes it: a name that holds a separator or a quote
_SOURCE, _NAME = rf'({_QUOTED}|[^"·]+)', rf'({_QUOTED}|[^"·/]+)'
_WORDS = r" · characters (\d+)–(\d+) · sha256 ([0-9a-f]{12,64})…?"
_LINE = re.compile(rf"\[(\d+)\] {_SOURCE}(?: · scope {_NAME}/{_NAME})?{_WORDS}")
_OLD_LINE = re.compile(rf"\[(\d+)\] (.+)()(){_WORDS}")  # no scope, and no name in quotes
SEARCHED = 1_000_000_000  # characters that may be hashed to find words of which we have no quote
SEARCHED_TEXT = 2_000_000  # characters of the longest text in which that is tried
MOST_PLACES = 1_000
_FORM = (
    "[1] claim/88431 · scope marrow-quill/prod · characters 474–649 · "
    "sha256 3f2a5c1e0f6a9d3b7c8e4a5d6f1b2c3d…"
)
_SHOWN = 24
_LINE_SHOWN = 300
_AGREED = 8  # fewer characters than this agree by chance


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a citation: its status, where the words stand now, and why we say so."""

    status: Literal["verified", "moved", "changed", "unknown"]
    places: tuple[Span, ...]
    why: str

    def __str__(self) -> str:
        return f"{self.status}: {self.why}"


@dataclass(frozen=True, slots=True)
class Citation:
    """Names characters of a source so that anybody can look them up and check them.

    Positions are code points. `chunk_sha256` may be the first 12 or more of the 64 digits, as in a
    printed line; `doc_id`, `quote` (the cited words) and `scope` are None where they are not known.
    Raises InvalidValue or InvalidType for what can name nothing.

    >>> from course_lib import NaiveChunker
    >>> from course_lib.samples import load_document
    >>> chunk = NaiveChunker(300, 0).split(load_document("claim/88431"))[1]
    >>> citation = Citation.of(chunk)
    >>> print(citation)
    [1] claim/88431 · scope marrow-quill/prod · characters 300–600 · sha256 ef71e9a97022eac3...…
    >>> print(citation.verify(load_document("claim/88431")))
    verified: the same document, and the same characters at 300–600
    """

    source_id: str
    char_start: int
    char_end: int
    chunk_sha256: str
    doc_id: str | None = None
    quote: str | None = field(default=None, repr=False, compare=False)
    number: int = field(default=1, compare=False)
    scope: Scope | None = None

    def __post_init__(self) -> None:
        require_name("source_id", self.source_id, "a citation without a source proves nothing")
        if self.scope is not None:
            require_scope(self.scope)
        check_span(self.char_start, self.char_end, self.char_end)
        if not _HASH.fullmatch(self.chunk_sha256):
            raise InvalidValue(
                f"chunk_sha256 {self.chunk_sha256!r} is no hash: give 12 to 64 hexadecimal digits"
            )
        if self.quote is not None and not self._agrees(self.quote):
            raise InvalidValue(f"the quote is not what {self} names: its length or hash differs")

    @classmethod
    def of(cls, chunk: Chunk, number: int = 1) -> Citation:
        """Cite a whole chunk, as number so-and-so of an answer."""
        return cls(
            chunk.source_id,
            *chunk.span,
            chunk.chunk_sha256,
            chunk.doc_id,
            chunk.text,
            number,
            chunk.scope,
        )

    @classmethod
    def parse(cls, line: str) -> Citation:
        """Read a printed citation, of old without a scope; raises InvalidValue that shows the form.

        >>> Citation.parse("[2] memo/55012 · characters 63–260 · sha256 5c1e0f6a9d3b…").span
        (63, 260)
        """
        found = _LINE.fullmatch(line.strip()) or _OLD_LINE.fullmatch(line.strip())
        shown = repr(line) if len(line) <= _LINE_SHOWN else f"{line[:_LINE_SHOWN]!r}…"
        if not found:
            raise InvalidValue(f"{shown} is no citation; one looks like this: {_FORM}")
        number, source_id, tenant, environment, start, end, digits = found.groups()
        try:
            if found.re is _LINE:
                source_id = _unquoted(source_id)
            scope = Scope(_unquoted(tenant), _unquoted(environment)) if tenant else None
            return cls(source_id, int(start), int(end), digits, number=int(number), scope=scope)
        except ValueError as error:
            raise InvalidValue(
                f"{shown} is no citation: {error}; one looks like this: {_FORM}"
            ) from None

    @property
    def span(self) -> Span:
        """Where the cited characters lie: `(char_start, char_end)`."""
        return self.char_start, self.char_end

    def __str__(self) -> str:
        whose = ""
        if self.scope is not None:
            tenant, environment = self.scope.tenant, self.scope.environment
            whose = f" · scope {_quoted(tenant, '·/')}/{_quoted(environment, '·/')}"
        return (
            f"[{self.number}] {_quoted(self.source_id, '·')}{whose} · "
            f"characters {self.char_start}–{self.char_end} · "
            f"sha256 {self.chunk_sha256[:PRINTED_DIGITS]}…"
        )

    def verify(self, document: Document) -> Verdict:
        """Say what became of the citation in this version of its source, and why.

        At most the first 1,000 places are named. Without a quote, a text of more than 2,000,000
        characters, or with more than 1,000,000,000 to hash, leaves it unknown. Where no more than a
        few digits of the hash are known, the verdict says how many agree. Raises InvalidValue for a
        document of another source, or of a source of that name in another scope.
        """
        if document.source_id != self.source_id:
            raise InvalidValue(
                f"the citation names {self.source_id}, this document is {document.source_id}"
            )
        if self.scope not in (None, document.scope):
            raise InvalidValue(
                f"the citation names {self.source_id} of {self.scope}, this document is another "
                f"one of that name, of {document.scope}"
            )
        if self._matches(document.text[self.char_start : self.char_end]):
            where = f"{self._what_agrees()} at {_words([self.span])}"
            same = document.doc_id == self.doc_id
            why = f"the same document, and {where}" if same else f"{where} of the text given"
            return Verdict("verified", (self.span,), why + self._unsaid())
        if self._beyond_search(document.text):
            there = f"at {self.char_start} there is {_excerpt(document.text, self.char_start)}"
            why = f"{there}; the text is too long to look for a hash alone elsewhere"
            return Verdict("unknown", (), why)
        places = tuple(islice(self._places(document.text), MOST_PLACES))
        if places:
            why = f"{self._what_agrees('now ')} at {_words(places)}"
            return Verdict("moved", places, why + self._unsaid())
        return Verdict("changed", (), self._difference(document.text))

    def _matches(self, text: str) -> bool:
        return self._agrees(text) if self.quote is None else text == self.quote

    def _agrees(self, text: str) -> bool:
        length = self.char_end - self.char_start
        return len(text) == length and hash_text(text).startswith(self.chunk_sha256)

    def _what_agrees(self, now: str = "") -> str:
        """Name what a match proves: the characters, or only some digits of their hash."""
        digits = len(self.chunk_sha256)
        if self.quote is None and digits < PRINTED_DIGITS:
            return f"the first {digits} digits of the hash {now}agree"
        return f"the same characters {now}stand" if now else "the same characters"

    def _unsaid(self) -> str:
        return "" if self.scope else "; the citation does not say of which scope"

    def _beyond_search(self, text: str) -> bool:
        length = self.char_end - self.char_start
        if self.quote is not None or length > len(text):
            return False
        return len(text) > SEARCHED_TEXT or len(text) * length > SEARCHED

    def _places(self, text: str) -> Iterator[Span]:
        length = self.char_end - self.char_start
        if self.quote is not None:
            at = text.find(self.quote)
            while at >= 0:
                yield at, at + length
                at = text.find(self.quote, at + 1)
        else:
            for at in range(len(text) - length + 1):
                if self._matches(text[at : at + length]):
                    yield at, at + length

    def _difference(self, text: str) -> str:
        """Show the first character that is another one, where the words may still be recognised."""
        if self.quote is None:
            there = f"at {self.char_start} there is {_excerpt(text, self.char_start)}"
            return f"these characters stand nowhere in it; {there}"
        start, agreed = _longest_beginning(self.quote, text, self.char_start)
        at = start + agreed
        return (
            f"the first difference is at character {at}: "
            f"cited {_excerpt(self.quote, agreed)}, now {_excerpt(text, at)}"
        )


def _quoted(name: str, separators: str) -> str:
    """Put a name into quotes where a reader could not tell where it ends."""
    return json.dumps(name, ensure_ascii=False) if {*separators, '"'} & {*name} else name


def _unquoted(name: str) -> str:
    return str(json.loads(name)) if name.startswith('"') else name


def _longest_beginning(quote: str, text: str, usual: int) -> tuple[int, int]:
    """Where the longest beginning of the quote stands, and its length."""
    most = bisect_left(range(len(quote)), True, key=lambda at: quote[: at + 1] not in text)
    if most < _AGREED or text.startswith(quote[:most], usual):
        agreed = next((i for i in range(most) if text[usual + i : usual + i + 1] != quote[i]), most)
        return usual, agreed
    return text.index(quote[:most]), most


def _excerpt(text: str, at: int) -> str:
    if at >= len(text):
        return f"the end of the text, which has {len(text)} characters"
    piece = text[at : at + _SHOWN]
    return repr(piece) if at + _SHOWN >= len(text) else f"{piece!r}…"


def _words(places: tuple[Span, ...] | list[Span]) -> str:
    shown = " and ".join(f"{start}–{end}" for start, end in places[:2])
    if len(places) <= 2:
        return shown
    least = "at least " if len(places) == MOST_PLACES else ""
    return f"{shown} and {least}{len(places) - 2} more places"
