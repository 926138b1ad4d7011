"""Passages and chunks: slices that know where they live, made in one place."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import LABELS, make_document, round_trips, texts

from course_lib import (
    Chunk,
    Chunker,
    Guardrails,
    InvalidText,
    MarkdownChunker,
    NaiveChunker,
    ParagraphChunker,
    Passage,
    Profile,
    RecordChunker,
    Scope,
    chunk_document,
    cut,
)
from course_lib.auditing import audit
from course_lib.chunk import hash_text, require_chunker
from course_lib.errors import InvalidType

TEXT = "“Naïve” 🐙\r\ncafe\u0301 caf\u00e9."
OUTSIDE = [(0, 0), (3, 2), (-1, 2), (-3, -1), (0, len(TEXT) + 1), (len(TEXT), len(TEXT) + 1)]
NO_NUMBERS = [(0.0, 1), (0, 1.0), ("0", 1), (0, None), (False, 1), (0, True)]


@st.composite
def texts_with_a_span(draw):
    text = draw(texts().filter(bool))
    start = draw(st.integers(0, len(text) - 1))
    return text, start, draw(st.integers(start + 1, len(text)))


# --- Passage ---


@given(texts_with_a_span())
def test_a_passage_verifies_in_the_text_it_was_cut_from(case):
    text, start, end = case
    passage = Passage.cut_from(text, start, end)
    assert passage.text == text[start:end]
    assert passage.span == (start, end)
    assert passage.chunk_sha256 == sha256(text[start:end].encode()).hexdigest()
    assert passage.verify(text)


def passage_at(start, end, text="Pipes", digest=None):
    return Passage(text, start, end, digest or hash_text(text))


@pytest.mark.parametrize(
    "passage",
    [
        passage_at(5, 10),
        passage_at(7, 12),
        passage_at(6, 10),
        passage_at(6, 11, text="pipes"),
        passage_at(6, 11, digest=hash_text("pipes")),
        passage_at(6, 11, digest=hash_text("Pipes").upper()),
        passage_at(-5, 11),
        passage_at(-5, 99),
        passage_at(6, 12),
        passage_at(6, 99),
        passage_at(11, 6, text=""),
        passage_at(20, 20, text=""),
        passage_at(-1, -1, text=""),
    ],
    ids=repr,
)
def test_a_passage_with_a_wrong_place_text_or_hash_does_not_verify(passage):
    assert passage_at(6, 11).verify("Roof. Pipes")
    assert not passage.verify("Roof. Pipes")


@pytest.mark.parametrize("text", ["", "Roof", "Roof. pipes", " Roof. Pipes", "Roof.  Pipes"])
def test_a_passage_does_not_verify_in_another_text(text):
    assert not passage_at(6, 11).verify(text)


@pytest.mark.parametrize("span", OUTSIDE)
def test_a_passage_outside_of_the_text_cannot_be_cut(span):
    with pytest.raises(ValueError, match="does not lie in a text of"):
        Passage.cut_from(TEXT, *span)


@pytest.mark.parametrize("span", NO_NUMBERS)
def test_a_passage_has_whole_numbers(span):
    with pytest.raises(TypeError, match="a span is two whole numbers"):
        Passage.cut_from(TEXT, *span)


def test_a_lone_surrogate_cannot_be_hashed():
    with pytest.raises(InvalidText, match="U\\+D83D at character 1"):
        Passage.cut_from("ab\ud83d", 1, 3)


# --- cut ---


@given(st.data())
def test_cut_slices_hashes_and_numbers(data):
    text, *_ = data.draw(texts_with_a_span())
    starts = st.integers(0, len(text) - 1)
    spans = data.draw(
        st.lists(starts.flatmap(lambda s: st.tuples(st.just(s), st.integers(s + 1, len(text)))))
    )
    document = make_document(text)
    chunks = cut(document, spans)
    assert [chunk.span for chunk in chunks] == spans
    assert [chunk.text for chunk in chunks] == [text[start:end] for start, end in spans]
    assert [chunk.index for chunk in chunks] == list(range(len(spans)))
    for chunk in chunks:
        assert chunk.chunk_sha256 == sha256(chunk.text.encode()).hexdigest()
        assert chunk.doc_id == document.doc_id
        assert chunk.chunk_id == f"{document.doc_id}#{chunk.index}"
        assert chunk.verify(text)


def test_positions_are_code_points_not_bytes():
    chunk, after = cut(make_document(TEXT), [(8, 9), (11, 16)])
    assert (chunk.text, after.text) == ("🐙", "cafe\u0301")


@pytest.mark.parametrize("span", OUTSIDE)
def test_a_span_outside_of_the_text_is_refused_with_the_rule(span):
    with pytest.raises(ValueError, match="0 <= start < end <= length") as raised:
        cut(make_document(TEXT), [(0, 1), span])
    assert f"span {span} does not lie in a text of {len(TEXT)} characters" in str(raised.value)


@pytest.mark.parametrize("span", NO_NUMBERS)
def test_a_span_of_anything_but_whole_numbers_is_refused(span):
    with pytest.raises(TypeError) as raised:
        cut(make_document(TEXT), [span])
    assert str(raised.value) == f"a span is two whole numbers, got ({span[0]!r}, {span[1]!r})"


def test_an_empty_text_has_no_span():
    assert cut(make_document(""), []) == []
    with pytest.raises(ValueError, match="text of 0 characters"):
        cut(make_document(""), [(0, 0)])


def test_context_stands_beside_the_slice():
    plain, headed = cut(make_document(TEXT), [(0, 7), (0, 7, ("Ops", "24/7 desk"))])
    assert (plain.context, headed.context) == ((), ("Ops", "24/7 desk"))
    assert (plain.text, plain.chunk_sha256) == (headed.text, headed.chunk_sha256)
    assert plain != headed


@pytest.mark.parametrize("context", ["Heading", ["Heading"], None])
def test_context_is_a_tuple_and_no_bare_string(context):
    with pytest.raises(InvalidType) as raised:
        cut(make_document(TEXT), [(0, 7, context)])
    assert str(raised.value) == f"context must be a tuple of strings, got {context!r}"


def test_spans_may_come_one_by_one():
    assert len(cut(make_document(TEXT), ((at, at + 2) for at in range(4)))) == 4


def test_all_chunks_share_their_guardrails_by_reference():
    document = make_document("x " * 2_000, acl_roles=[f"role-{n}" for n in range(5_000)])
    chunks = NaiveChunker(10, 0).split(document)
    assert len(chunks) == 400
    assert all(chunk.guardrails is document.guardrails for chunk in chunks)
    assert all(chunk.acl_roles is document.acl_roles for chunk in chunks)
    assert all(chunk.metadata is document.metadata for chunk in chunks)


def test_a_chunk_reads_its_labels_as_its_own():
    (chunk,) = cut(make_document(), [(0, 4)])
    assert {name: getattr(chunk, name) for name in LABELS} == LABELS


def test_a_chunk_id_names_content_and_not_an_address():
    here, there = make_document(TEXT), make_document(TEXT, scope=Scope("puddlewick", "prod"))
    (mine,), (yours,) = cut(here, [(0, 5)]), cut(there, [(0, 5)])
    assert mine.chunk_id == yours.chunk_id
    assert mine != yours


def test_equal_slices_have_equal_hashes_and_different_ids():
    first, second = cut(make_document("tick tick"), [(0, 4), (5, 9)])
    assert first.chunk_sha256 == second.chunk_sha256
    assert first.chunk_id != second.chunk_id


# --- Chunk: a value ---


@pytest.mark.parametrize(
    "name", [*LABELS, "text", "char_start", "chunk_sha256", "index", "chunk_id", "context", "new"]
)
def test_nothing_can_be_assigned_to_a_chunk(name):
    (chunk,) = cut(make_document(), [(0, 4)])
    with pytest.raises((AttributeError, TypeError)):
        setattr(chunk, name, "changed")
    assert [chunk] == cut(make_document(), [(0, 4)])


def test_a_round_trip_changes_neither_chunk_nor_passage():
    (chunk,) = cut(make_document(TEXT), [(2, 9, ("Heading",))])
    for value in [chunk, Passage.cut_from(TEXT, 2, 9)]:
        for back in round_trips(value):
            assert back == value
            assert type(back) is type(value)
            assert hash(back) == hash(value)
            assert back.verify(TEXT)


def test_a_chunk_is_a_passage():
    assert issubclass(Chunk, Passage)


# --- as JSON ---


def test_a_chunk_comes_back_from_json_with_its_labels():
    (chunk,) = cut(make_document(TEXT), [(2, 9, ("Heading", "Part"))])
    read = json.loads(json.dumps(chunk.as_dict()))
    labels = Guardrails.from_dict(read)
    places = (read["text"], read["char_start"], read["char_end"], read["chunk_sha256"])
    context = tuple(read["context"])
    assert chunk == Chunk(*places, read["index"], read["doc_id"], labels, context)
    assert audit(make_document(TEXT), [read]).counts == {"uncovered": 2}


def test_roles_stand_in_order_and_a_copy_changes_nothing():
    (chunk,) = cut(make_document(acl_roles={"c", "a", "b"}), [(0, 4)])
    assert chunk.as_dict()["acl_roles"] == ["a", "b", "c"]
    chunk.as_dict()["metadata"]["language"] = "de"
    assert chunk.metadata == {"language": "en"}


def test_a_passage_is_the_same_without_labels():
    assert passage_at(6, 11).as_dict() == {
        "char_start": 6,
        "char_end": 11,
        "chunk_sha256": hash_text("Pipes"),
        "text": "Pipes",
    }


# --- Chunker ---


class HalfAndHalf:
    """A chunker that knows nothing of the package's classes."""

    def spans(self, text):
        return [(0, 1, ()), (1, len(text), ())]

    def split(self, document):
        return cut(document, [(0, 1), (1, len(document.text))])


@pytest.mark.parametrize("chunker", [NaiveChunker(), ParagraphChunker(), HalfAndHalf()], ids=type)
def test_whatever_has_spans_and_can_split_is_a_chunker(chunker):
    assert isinstance(chunker, Chunker)


@pytest.mark.parametrize("thing", [None, 7, ["split"], cut, make_document()], ids=type)
def test_whatever_cannot_split_is_no_chunker(thing):
    assert not isinstance(thing, Chunker)


class Letters(Chunker):
    """A chunker that writes `spans` alone."""

    def spans(self, text):
        return [(at, at + 1, ("letter",)) for at in range(len(text))]


def test_a_chunker_needs_only_spans():
    document = make_document("ab")
    assert isinstance(Letters(), Chunker)
    assert Letters().split(document) == cut(document, [(0, 1, ("letter",)), (1, 2, ("letter",))])


def test_a_chunker_without_spans_cannot_be_made():
    class Unfinished(Chunker):
        pass

    with pytest.raises(TypeError, match="abstract method"):
        Unfinished()


CHUNKERS = [NaiveChunker(9), ParagraphChunker(9), MarkdownChunker(9), RecordChunker(9)]
each_chunker = pytest.mark.parametrize("chunker", CHUNKERS, ids=lambda chunker: type(chunker))


@each_chunker
@given(text=texts())
def test_every_chunker_names_its_places_in_one_shape(chunker, text):
    text = text.replace("[", "(").replace("{", "(")  # what begins like JSON may be refused
    spans = chunker.spans(text)
    assert type(spans) is list
    assert all(type(span) is tuple and type(span[2]) is tuple for span in spans)
    chunks = chunker.split(make_document(text))
    assert [(*chunk.span, chunk.context) for chunk in chunks] == spans


@each_chunker
@pytest.mark.parametrize(("thing", "kind"), [("text", "str"), (None, "NoneType"), (5, "int")])
def test_split_says_what_to_write_for_what_is_no_document(chunker, thing, kind):
    with pytest.raises(InvalidType) as raised:
        chunker.split(thing)
    assert str(raised.value) == (
        f"split takes a Document, got {kind}: write split(Document.of_text(text)), "
        "or chunk_document(text, chunker) for passages"
    )


@each_chunker
@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (5, "got int: write chunker.spans(document.text)"),
        (None, "got NoneType: write chunker.spans(document.text)"),
        (b"text", "got bytes: write chunker.spans(document.text)"),
        (make_document(), "got a Document: write chunker.split(document)"),
    ],
    ids=type,
)
def test_spans_and_chunk_document_say_what_to_write_for_what_is_no_text(chunker, thing, words):
    for call in [chunker.spans, lambda thing: chunk_document(thing, chunker)]:
        with pytest.raises(InvalidType) as raised:
            call(thing)
        assert str(raised.value) == f"text must be a str, {words}"


@pytest.mark.parametrize("made", CHUNKERS, ids=type)
def test_a_chunker_that_was_not_made_is_refused(made):
    name = type(made).__name__
    with pytest.raises(InvalidType) as raised:
        require_chunker(type(made))
    assert str(raised.value) == (
        f"a chunker must be made first, got the class {name}: write {name}(800)"
    )
    require_chunker(made)


@pytest.mark.parametrize(
    ("thing", "size"), [(300, 300), (None, 800), ("paragraph", 800), (True, 800), (Profile(9), 800)]
)
def test_what_is_no_chunker_is_refused_with_one_that_is(thing, size):
    with pytest.raises(InvalidType) as raised:
        require_chunker(thing)
    assert str(raised.value) == (
        f"a chunker is needed, got {thing!r}: write ParagraphChunker({size})"
    )


def test_cut_says_what_it_takes():
    with pytest.raises(InvalidType, match=r"cut takes a Document, got str: write cut\(document, s"):
        cut("text", [(0, 4)])
    with pytest.raises(InvalidType, match="spans must be a list of spans, got 5"):
        cut(make_document("text"), 5)
    for span in [5, None, (1,), (0, 1, (), ()), "0"]:
        with pytest.raises(InvalidType, match=r"a span is \(char_start, char_end\) or"):
            cut(make_document("text"), [span])
