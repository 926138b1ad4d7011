"""WordPiece against the field's own tokenizer, and what a window leaves out of chunks."""

import pickle
import unicodedata
from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib import Chunk, Document, InvalidType, InvalidValue, MarkdownChunker, NaiveChunker
from course_lib.chunk import cut
from course_lib.samples import load_documents
from course_lib.tokens import BERT_UNCASED, WordPiece, text_to_embed, window_report

TOKENIZER = WordPiece()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@cache
def library() -> Any:
    """The tokenizer of Hugging Face's `tokenizers`, an extra that only the comparisons need."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    names = BERT_UNCASED.read_text(encoding="utf-8").splitlines()
    ids = {name: number for number, name in enumerate(names)}
    made = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.add_special_tokens(SPECIAL)
    return made


def of_library(text: str) -> list[tuple[int, int, int]]:
    found = library().encode(text, add_special_tokens=False)
    return [(number, *place) for number, place in zip(found.ids, found.offsets, strict=True)]


# Characters that every table of Unicode knows since 3.2, and of which it still says the same.
KNOWN = [
    char
    for char in map(chr, range(0x110000))
    if unicodedata.category(char) == unicodedata.ucd_3_2_0.category(char) not in ("Cn", "Cs")
]
known_texts = st.lists(
    st.sampled_from(KNOWN)
    | st.sampled_from("abcdefgh ABC.,-é\u0301\n[]")
    | st.sampled_from(["roof", " pipes", "unbelievably ", *SPECIAL])
).map("".join)


def test_the_vocabulary_is_the_published_file() -> None:
    digest = sha256(BERT_UNCASED.read_bytes()).hexdigest()
    assert digest in BERT_UNCASED.with_name("NOTICE").read_text(encoding="utf-8")


@pytest.mark.outside
@pytest.mark.parametrize("document", load_documents(), ids=lambda document: document.source_id)
def test_ids_and_places_on_the_samples_are_the_librarys(document: Document) -> None:
    assert TOKENIZER.tokens(document.text) == of_library(document.text)


@pytest.mark.outside
@given(known_texts)
def test_ids_and_places_on_random_texts_are_the_librarys(text: str) -> None:
    assert TOKENIZER.tokens(text) == of_library(text)


@pytest.mark.outside
def test_each_known_character_is_read_as_the_library_reads_it() -> None:
    assert len(KNOWN) > 200_000
    for first in range(0, len(KNOWN), 1_000):
        text = " a".join(KNOWN[first : first + 1_000])
        assert TOKENIZER.tokens(text) == of_library(text)


@pytest.mark.outside
@pytest.mark.parametrize(
    "text",
    ["x" * 100, "x" * 101, "é" * 101, "a [SEP] b", "[CLS][cls]", "\ufffd\0\u200bfi\u0301n", ""],
)
def test_what_is_rare_is_read_as_the_library_reads_it(text: str) -> None:
    assert TOKENIZER.tokens(text) == of_library(text)


def test_a_tokenizer_travels_to_another_process_without_its_vocabulary() -> None:
    assert len(pickle.dumps(TOKENIZER.count)) < 1_000
    assert pickle.loads(pickle.dumps(TOKENIZER)) == TOKENIZER


def test_what_is_no_vocabulary_is_refused(tmp_path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("roof\npipe\n", encoding="utf-8")
    with pytest.raises(InvalidValue, match=r"words\.txt is no vocabulary of WordPiece"):
        WordPiece(path).count("roof")


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidType, match="text must be a str"):
        TOKENIZER.tokens(Document.of_text("roof"))  # type: ignore[arg-type]


# --- windows ---

NOTE = Document.of_text("The roof was renewed. " * 40, source_id="note/1")


def of_one(chunk: Chunk, window: int) -> int:
    return window_report([chunk], TOKENIZER, window).readings[0].read_end


@given(st.integers(3, 60), st.integers(1, 200))
def test_what_is_read_holds_as_many_tokens_as_fit(window: int, size: int) -> None:
    for chunk in NaiveChunker(size, 0).split(NOTE):
        read = NOTE.text[chunk.char_start : of_one(chunk, window)]
        tokens = TOKENIZER.tokens(chunk.text)
        assert TOKENIZER.tokens(read) == tokens[: window - 2]
        assert (read == chunk.text) == (len(tokens) <= window - 2)


def test_a_chunk_that_fills_the_window_is_read_whole() -> None:
    (chunk,) = cut(NOTE, [(0, 21)])  # five tokens, and two of the model's own
    assert (of_one(chunk, 7), of_one(chunk, 6)) == (21, 20)
    assert window_report([chunk], TOKENIZER, 7).longer == []


def test_context_is_read_first_and_may_leave_nothing() -> None:
    text = "# The rates of the year before\n\nTwelve crowns."
    (chunk,) = cut(Document.of_text(text), [(32, 46, ("The rates of the year before",))])
    assert text_to_embed(chunk) == "The rates of the year before\nTwelve crowns."
    ends = [of_one(chunk, window) for window in (3, 8, 9, 10, 11)]
    assert ends == [32, 32, 38, 45, 46]


def test_what_the_next_chunk_repeats_is_not_unread() -> None:
    apart = window_report(NaiveChunker(100, 0).split(NOTE), TOKENIZER, 20)
    repeated = window_report(NaiveChunker(100, 50).split(NOTE), TOKENIZER, 20)
    assert apart.never_read == sum(reading.beyond for reading in apart.readings) > 0
    assert repeated.never_read < sum(reading.beyond for reading in repeated.readings)


def test_sources_are_counted_each_for_itself() -> None:
    other = Document.of_text(NOTE.text, source_id="note/2")
    chunks = NaiveChunker(300, 0).split(NOTE)
    both = window_report([*chunks, *NaiveChunker(300, 0).split(other)], TOKENIZER, 20)
    assert both.never_read == 2 * window_report(chunks, TOKENIZER, 20).never_read
    assert both.held == 2 * len(NOTE.text)


def test_any_tokenizer_will_do() -> None:
    class Words:
        special = 0

        def tokens(self, text: str) -> list[tuple[int, int, int]]:
            return [(0, at, at + 1) for at, char in enumerate(text) if char != " "]

    (chunk,) = cut(NOTE, [(0, 21)])
    assert window_report([chunk], Words(), 4).readings[0].read_end == 5


def test_nothing_to_read_is_no_error() -> None:
    report = window_report([], TOKENIZER, 256)
    assert str(report).startswith("0 of 0 chunks")


@pytest.mark.parametrize("window", [2, 0, -1])
def test_a_window_without_room_is_refused(window: int) -> None:
    with pytest.raises(InvalidValue, match="has no room for text"):
        window_report(MarkdownChunker(100).split(NOTE), TOKENIZER, window)


def test_what_is_no_chunk_is_refused() -> None:
    with pytest.raises(InvalidType, match=r"a window reads chunks, got 'The roof'"):
        window_report(["The roof"], TOKENIZER, 256)  # type: ignore[list-item]
