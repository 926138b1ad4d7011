"""What always holds, for every chunker, over random text and random sizes (the nine promises)."""

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from markdown_texts import markdown
from record_texts import field_texts, json_texts
from texts import FAMILY, FLAG, LABELS, REAL_TEXTS, SIZES, cluster_around, make_document, texts

import course_lib.chunkers
from course_lib import Chunker, CodeChunker, Document, NaiveChunker, ParagraphChunker
from course_lib.chunkers import MalformedJson, MarkdownChunker, RecordChunker
from course_lib.chunkers.structure import context_length


@dataclass(frozen=True)
class Subject:
    """A chunker under test, made for a size and an overlap, and what it is exempt from."""

    name: str
    make: Callable[[int, int], Chunker]
    repeats_its_tail: bool = False
    may_be_blank: bool = False
    may_tear_clusters: bool = False
    may_refuse: bool = False
    counts_context: bool = False


def with_all(chunker):
    return lambda size, overlap: chunker(
        size, min_chars=size // 3, overlap=overlap, count_context=True
    )


SUBJECTS = [
    Subject("naive", NaiveChunker, True, True, True),
    Subject("naive without tail", lambda s, o: NaiveChunker(s, o, False), False, True, True),
    Subject("paragraph", lambda size, _: ParagraphChunker(size)),
    Subject("markdown", lambda size, _: MarkdownChunker(size)),
    Subject("record", lambda size, _: RecordChunker(size), may_refuse=True),
    Subject("code", lambda size, _: CodeChunker(size)),
    Subject("paragraph, repeating", lambda size, overlap: ParagraphChunker(size, overlap=overlap)),
    Subject("markdown, all options", with_all(MarkdownChunker), counts_context=True),
    Subject("record, all options", with_all(RecordChunker), may_refuse=True, counts_context=True),
    Subject("code, all options", with_all(CodeChunker), counts_context=True),
]


def each(subjects):
    return pytest.mark.parametrize("subject", subjects, ids=lambda subject: subject.name)


each_chunker = each(SUBJECTS)
each_that_keeps_clusters = each([s for s in SUBJECTS if not s.may_tear_clusters])
SETTINGS = st.tuples(SIZES, st.integers(0, 1_000)).map(lambda pair: (pair[0], pair[1] % pair[0]))
random_input = given(
    text=texts()
    | st.sampled_from(list(REAL_TEXTS.values()))
    | markdown()
    | field_texts()
    | json_texts(),
    setting=SETTINGS,
)


def split(subject, text, setting):
    try:
        return subject.make(*setting).split(make_document(text))
    except MalformedJson:
        assert subject.may_refuse
        return reject()  # the example, not the chunker


# --- one test for each promise ---


@each_chunker
@random_input
def test_1_a_chunk_is_the_slice_that_it_says_it_is(subject, text, setting):
    doc_id = sha256(text.encode()).hexdigest()
    for chunk in split(subject, text, setting):
        assert text[chunk.char_start : chunk.char_end] == chunk.text
        assert chunk.chunk_sha256 == sha256(chunk.text.encode()).hexdigest()
        assert chunk.verify(text)
        assert chunk.doc_id == doc_id


@each_chunker
@random_input
def test_2_every_character_but_white_space_lies_in_some_chunk(subject, text, setting):
    chunks = split(subject, text, setting)
    covered = {at for chunk in chunks for at in range(chunk.char_start, chunk.char_end)}
    assert [at for at, char in enumerate(text) if at not in covered and not char.isspace()] == []


@each_chunker
@random_input
def test_3_starts_increase_and_so_do_ends(subject, text, setting):
    for before, after in pairwise(split(subject, text, setting)):
        assert before.char_start < after.char_start
        assert before.char_end < after.char_end or (
            subject.repeats_its_tail and before.char_end == after.char_end == len(text)
        )


@each_chunker
@random_input
def test_4_no_chunk_is_longer_than_the_size(subject, text, setting):
    assert all(0 < len(chunk.text) <= setting[0] for chunk in split(subject, text, setting))


@each_chunker
@random_input
def test_5_no_chunk_is_blank_and_numbers_are_dense(subject, text, setting):
    chunks = split(subject, text, setting)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    if text.isspace() or not text:
        assert chunks == []
    if not subject.may_be_blank:
        assert [chunk.span for chunk in chunks if chunk.text.isspace()] == []


@each_chunker
@random_input
def test_6_labels_are_the_documents_own_and_move_no_cut(subject, text, setting):
    heavy = make_document(
        text,
        source_id="memo/" + "9" * 500,
        acl_roles=[f"role-{number}" for number in range(400)],
        metadata={"summary": text.encode().hex() + "x" * 5_000},
    )
    plain = split(subject, text, setting)
    chunks = subject.make(*setting).split(heavy)
    assert all(chunk.guardrails is heavy.guardrails for chunk in chunks)
    assert [chunk.span for chunk in chunks] == [c.span for c in plain]


@each_chunker
def test_6_no_label_of_one_chunk_can_be_changed(subject):
    first, second = split(subject, "One. Two. " * 3, (10, 0))[:2]
    for name in LABELS:
        with pytest.raises((AttributeError, TypeError)):
            setattr(first, name, "changed")
    with pytest.raises(AttributeError):
        first.acl_roles.add("everybody")
    with pytest.raises(TypeError):
        first.metadata["language"] = "de"
    assert {name: getattr(second, name) for name in LABELS} == LABELS


@each_that_keeps_clusters
@random_input
def test_7_no_cut_lies_inside_a_grapheme_cluster_that_fits(subject, text, setting):
    around = cluster_around(text)
    for chunk in split(subject, text, setting):
        room = setting[0] - subject.counts_context * context_length(chunk.context)
        torn = [around[edge] for edge in chunk.span if edge in around]
        assert [(start, end) for start, end in torn if end - start <= room] == []


@each_chunker
@random_input
def test_9_a_second_call_changes_nothing_in_the_first_result(subject, text, setting):
    split(subject, text, setting)  # what is refused ends here
    chunker, document = subject.make(*setting), make_document(text)
    first = chunker.split(document)
    kept = list(first)
    chunker.split(make_document("Another text. " * 3))
    second = chunker.split(document)
    assert first == kept == second
    assert first is not second


# --- 8: work grows with the text, and no faster ---


class CountedText(str):
    """A text that counts how many characters each look at it may cost."""

    seen = 0

    def __getitem__(self, key):
        piece = super().__getitem__(key)
        self.seen += len(piece)
        return piece

    def __iter__(self):
        self.seen += len(self)
        return super().__iter__()

    @classmethod
    def count_calls(cls, name):
        plain = getattr(str, name)

        def method(self, *arguments):
            bounds = [at for at in arguments if isinstance(at, int)]
            self.seen += len(range(len(self))[slice(*bounds)] if bounds else self)
            return plain(self, *arguments)

        setattr(cls, name, method)

    def find(self, part, start=0, end=sys.maxsize):
        found = super().find(part, start, end)
        self.seen += (found if found >= 0 else min(end, len(self))) - start
        return found


for _name in dir(str):
    if not _name.startswith("_") and _name != "find":
        CountedText.count_calls(_name)


class CountedPattern:
    """A compiled pattern that counts how many characters it passes over.

    One that begins with a greedy `.*` runs to the end of its reach. Any other passes over what it
    finds; where a match fails, over one line at most, or one character if it repeats nothing.
    """

    def __init__(self, pattern):
        self.pattern = pattern
        self.runs_to_the_end = pattern.pattern.startswith("(?s:.*)")
        without_classes = re.sub(r"\[[^]]*\]", "", pattern.pattern)
        self.repeats = re.search(r"[*+]|,\d*\}", without_classes)

    def match(self, text, start=0, end=sys.maxsize):
        found = self.pattern.match(text, start, end)
        if self.runs_to_the_end:
            stop = end
        elif found:
            stop = found.end()
        else:
            stop = str.find(text, "\n", start, end) if self.repeats else start + 1
        self._count(text, start, stop if stop >= 0 else end)
        return found

    def search(self, text, start=0, end=sys.maxsize):
        found = self.pattern.search(text, start, end)
        self._count(text, start, found.end() if found else end)
        return found

    def _count(self, text, start, stop):
        if isinstance(text, CountedText):
            text.seen += max(0, min(stop, len(text)) - start)

    def __getattr__(self, name):
        return getattr(self.pattern, name)

    def finditer(self, text, start=0, end=sys.maxsize):
        for found in self.pattern.finditer(text, start, end):
            if isinstance(text, CountedText):
                text.seen += len(found.group())
            yield found


@pytest.fixture
def counted_patterns(monkeypatch):
    for module in pkgutil.iter_modules(course_lib.chunkers.__path__, "course_lib.chunkers."):
        names = vars(importlib.import_module(module.name))
        for name, value in list(names.items()):
            if isinstance(value, re.Pattern):
                monkeypatch.setitem(names, name, CountedPattern(value))


def work(chunker: Chunker, text: str) -> int:
    """Count the calls that a split makes and the characters that it looks at: no clock needed."""
    counted = CountedText(text)
    document = make_document(counted)
    calls = 0

    def on_event(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    counted.seen = 0
    before = sys.getprofile()
    sys.setprofile(on_event)
    try:
        chunker.split(document)
    finally:
        sys.setprofile(before)
    assert counted.seen >= len(text), "a split that looks at less than the text was not counted"
    return calls + counted.seen


def check_growth(chunker: Chunker, once: str, twice: str) -> None:
    assert work(chunker, twice) <= 2.5 * work(chunker, once)


SHAPES = {
    "prose": "The roof was renewed. The pipes are old: see 3.14.\n" * 3 + "\n",
    "one endless word": "x",
    "headings": "# Heading\n\n",
    "only line ends": "\n",
    "CRLF": "\r\n",
    "spaces": " ",
    "blank lines that hold blanks": "a\n \t \n",
    "flags": FLAG,
    "families": FAMILY,
    "one endless family": "\U0001f469\u200d",
    "combining marks": "\u0301",
    "marks on spaces": " \u0301",
    "conjuncts": "\u0915\u094d",
    "joiners": "\u200d",
    "closing brackets": "。」」」",
    "full stops": ".",
    "opening brackets": "( ",
}


@each_chunker
@pytest.mark.parametrize("unit", SHAPES.values(), ids=SHAPES.keys())
@pytest.mark.usefixtures("counted_patterns")
def test_8_twice_the_text_is_at_most_two_and_a_half_times_the_work(subject, unit):
    once, twice = ((unit * length)[:length] + "\n\nEnd." for length in (3_000, 6_000))
    check_growth(subject.make(60, 10), once, twice)


# --- input that is hard or huge ---

HARD = {
    "one word": "Thistlewood",
    "only white space": " \t\r\n\u00a0\u2028\n" * 50,
    "only emoji": (FAMILY + FLAG + "👍🏽❤️") * 50,
    "only marks": "\u0301\u200d" * 100,
    "NUL": "a\0b\0\0" * 50,
    "CRLF": "one\r\ntwo\r\n\r\nthree\r\n" * 20,
    "lone CR": "one\rtwo\r\r" * 30,
    "a byte order mark": "\ufeff# Heading\r\n\r\nText.",
    "nothing": "",
}


@each_chunker
@pytest.mark.parametrize("text", HARD.values(), ids=HARD.keys())
@pytest.mark.parametrize("size", [1, 2, 7, 800])
def test_hard_input_goes_through_without_loss(subject, text, size):
    document = Document.from_bytes(text.encode(), **LABELS)
    chunks = subject.make(size, 0).split(document)
    assert "".join("".join(c.text for c in chunks).split()) == "".join(text.split())
    assert all(chunk.verify(text) for chunk in chunks)


@each_chunker
def test_fifty_megabytes_go_through_without_loss(subject):
    paragraph = "The roof was renewed in 2021; the pipes are as old as the house. " * 31 + "\n\n"
    data = (paragraph * (50_000_000 // len(paragraph) + 1)).encode()
    document = Document.from_bytes(data, **LABELS)
    chunks = subject.make(4_000, 0).split(document)
    gaps = zip([0, *(chunk.char_end for chunk in chunks)], chunks, strict=False)
    assert all(not document.text[end : after.char_start].strip() for end, after in gaps)
    assert not document.text[chunks[-1].char_end :].strip()
    assert max(len(chunk.text) for chunk in chunks) <= 4_000
    assert all(chunk.verify(document.text) for chunk in chunks[:: len(chunks) // 100])
