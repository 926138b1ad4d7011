"""Anybody's splitter as a chunker: what is right is measured to the last digit as by a hand-written
adapter, and what says where it does not stand is refused by name, with nothing cut."""

import os
import re
from contextlib import suppress
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import make_document, texts

from course_lib import Chunker, NaiveChunker, ParagraphChunker, audit, samples
from course_lib.adapters import CALLS, Foreign, WrongPositions
from course_lib.errors import InvalidType, InvalidValue
from course_lib.measure import evaluate
from course_lib.measure.corpus import setting_of
from course_lib.measure.experiment import FIGURES

TEXT = "Roof renewed.\n\nPipes old.\n\nRoof renewed.\n"


def sentences(text):
    """Each line with where it really starts."""
    return [(found.start(), found[0]) for found in re.finditer(r"\S.*", text)]


def spans(splitter, text=TEXT):
    return [chunk.span for chunk in Foreign(splitter).split(make_document(text))]


documents = texts().map(make_document)


# --- what is right ---


@pytest.mark.parametrize("unit", ["line", "byte", "token"])
def test_positions_that_are_right_in_another_unit_are_refused(unit):
    def split(text):
        return [{"text": text, f"{unit}_start": 0}]

    with pytest.raises(WrongPositions, match=rf"^split counts {unit}.* in this text; let the"):
        Foreign(split).spans("Roof.\n")


@settings(max_examples=15)
@given(documents, st.integers(1, 30))
def test_a_chunker_of_ours_that_is_handed_over_as_foreign_cuts_the_same(document, size):
    own = ParagraphChunker(size)
    chunks = own.split(document)
    foreign = Foreign(lambda text: [chunk.as_dict() for chunk in own.split(make_document(text))])
    assert foreign.split(document) == chunks, "text, labels, hash, context and number"
    assert foreign.spans(document.text) == own.spans(document.text)


class ByHand(Chunker):
    """The adapter of four lines that the findings call unsafe, and that is right here."""

    def spans(self, text):
        return [(start, start + len(line), ()) for start, line in sentences(text)]


def test_the_figures_are_those_of_an_adapter_written_by_hand():
    notes = [d for d in samples.load_documents() if len(d.text) < 4_000]
    asked = [q for q in samples.load_questions() if q.document in notes][::4]
    budget = 3_000
    by_hand = evaluate(ByHand(), notes, asked, budget=budget)
    foreign = evaluate(Foreign(sentences), notes, asked, budget=budget)
    assert [by_hand.figure(name) for name in FIGURES] == [foreign.figure(name) for name in FIGURES]
    assert by_hand.outcomes == foreign.outcomes
    assert (by_hand.exact_storage, foreign.chunker) == (foreign.exact_storage, "sentences")


def pieces(text):
    """The same chunks as every library would hold them."""
    return [(start, start + len(line), line) for start, line in sentences(text)]


class LangChain:
    def create_documents(self, texts):
        return [
            SimpleNamespace(page_content=piece, metadata={"start_index": start})
            for text in texts
            for start, _, piece in pieces(text)
        ]

    def split_text(self, text):
        raise AssertionError("this method knows no positions")


class SemanticTextSplitter:
    def chunk_indices(self, text):
        return [(start, piece) for start, _, piece in pieces(text)]

    def chunks(self, text):
        raise AssertionError("this method knows no positions")


class Chonkie:
    def chunk(self, text):
        return [
            SimpleNamespace(text=piece, start_index=start, end_index=end)
            for start, end, piece in pieces(text)
        ]

    def __call__(self, text):
        raise AssertionError("the method by which it is known comes first")


@pytest.mark.parametrize("splitter", [LangChain(), SemanticTextSplitter(), Chonkie(), sentences])
def test_objects_are_called_by_the_method_that_knows_positions(splitter):
    assert spans(splitter) == [(0, 13), (15, 25), (27, 40)]


def test_an_empty_piece_stands_nowhere_and_is_left_out():
    assert spans(lambda text: [(0, text), (len(text), "")]) == [(0, len(TEXT))]


def test_a_generator_will_do():
    assert spans(lambda text: (pair for pair in sentences(text))) == spans(sentences)


def test_it_is_called_what_it_is_called():
    assert repr(Foreign(sentences)) == "Foreign('sentences')"
    assert repr(Foreign(Chonkie())) == "Foreign('Chonkie')"
    named = Foreign(sentences, "by line", chunk_size=400, overlap=0)
    assert repr(named) == "Foreign('by line', chunk_size=400, overlap=0)"
    assert setting_of(named) == ("by line", 400, 0)
    assert setting_of(Foreign(sentences)) == ("sentences", None, None)


# --- wrong positions: each is refused by name, and nothing is cut ---


def in_bytes(text):
    return [(len(text[:start].encode()), piece) for start, piece in sentences(text)]


def in_utf16(text):
    return [(len(text[:start].encode("utf-16-le")) // 2, piece) for start, piece in sentences(text)]


def edges(start, end, text):
    return {"start": start, "end": end, "text": text}


WRONG = {
    "searched from the start": (lambda t: [(t.find(p), p) for _, p in sentences(t)], "twin"),
    "all at 0": (lambda t: [(0, p) for _, p in sentences("go\n" * 4)], "twin"),
    "searched in vain": (lambda t: [(t.find(p + "!"), p) for _, p in sentences(t)], "position"),
    "off by one": (lambda t: [(s + 1, p) for s, p in sentences(t)], "slice"),
    "bytes": (in_bytes, "slice"),
    "UTF-16": (in_utf16, "slice"),
    "none": (lambda t: [p for _, p in sentences(t)], "position"),
    "text rewritten": (lambda t: [(s, p.lower()) for s, p in sentences(t)], "slice"),
    "white space rewritten": (lambda t: [(0, " ".join(t.split()))], "slice"),
    "prefixed": (lambda t: [edges(s, s + len(p), f"# {p}") for s, p in sentences(t)], "slice"),
    "numbers": (lambda t: list(enumerate(p for _, p in sentences(t))), "slice"),
    "past the end": (lambda t: [edges(s, s + 900, p) for s, p in sentences(t)], "slice"),
    "reversed": (lambda t: [edges(4, 0, t[:4])], "position"),
    "halves": (lambda t: [edges(0.5, 4.5, t[:4])], "position"),
}


@pytest.mark.parametrize(("splitter", "kind"), WRONG.values(), ids=WRONG)
def test_wrong_positions_are_refused_by_name(splitter, kind):
    text = "Café 🏠 renewed.\n\nPipes old.\n\nCafé 🏠 renewed.\n"
    if kind == "twin":
        text = "go\n" * 4
    document = make_document(text, source_id="memo/7")
    with pytest.raises(WrongPositions) as raised:
        Foreign(splitter, "theirs").split(document)
    message = str(raised.value)
    assert message.startswith("theirs gives wrong positions of memo/7; ")
    assert f"; {kind} (" in message
    assert "; let the splitter say where it cut: " in message
    assert kind in raised.value.report.counts
    with pytest.raises(WrongPositions, match=r"^theirs gives wrong positions of this text; "):
        Foreign(splitter, "theirs").spans(text)


@settings(max_examples=15)
@given(documents, st.data())
def test_whatever_is_cut_is_the_text_that_was_handed_over(document, data):
    pieces = [chunk.as_dict() for chunk in NaiveChunker(9, 2).split(document)]
    for piece in pieces:
        piece["char_start"] += data.draw(st.sampled_from([0, 0, 1]))
    with suppress(WrongPositions):
        chunks = Foreign(lambda text: pieces).split(document)
        assert [chunk.text for chunk in chunks] == [piece["text"] for piece in pieces]
        assert all(chunk.verify(document.text) for chunk in chunks)


# --- what is no splitter, and one that fails ---


@pytest.mark.parametrize(
    ("splitter", "words"),
    [
        (400, "a splitter is a function of a text, or has one of get_nodes_from_documents, crea"),
        ("langchain", "a splitter is a function of a text, or has one of"),
        (Chonkie, "a splitter must be made first, got the class Chonkie: call it"),
    ],
)
def test_what_is_no_splitter_is_refused_at_once(splitter, words):
    with pytest.raises(InvalidType, match=words):
        Foreign(splitter)


def fails(text):
    raise RuntimeError("no tokenizer")


@pytest.mark.parametrize(
    ("splitter", "words"),
    [
        (fails, "fails failed on memo/7: RuntimeError: no tokenizer"),
        (lambda text: text, "failed on memo/7: InvalidType: chunks must be a list of chunks, got"),
        (lambda text: None, "failed on memo/7: InvalidType: chunks must be a list of chunks, got"),
        (
            lambda text: {"a": 1},
            "failed on memo/7: InvalidType: chunks must be a list of chunks, got",
        ),
        (lambda text: [1], "failed on memo/7: InvalidType: chunk #0 .int. has no text"),
    ],
)
def test_a_splitter_that_fails_is_named_with_its_document(splitter, words):
    with pytest.raises(InvalidValue, match=words):
        Foreign(splitter).split(make_document(TEXT, source_id="memo/7"))


# --- the real libraries ---


def real():
    os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"  # it would look for the network
    from chonkie import RecursiveChunker, SentenceChunker
    from haystack.components.preprocessors import DocumentSplitter
    from langchain_text_splitters import MarkdownTextSplitter, RecursiveCharacterTextSplitter
    from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter
    from semantic_text_splitter import MarkdownSplitter, TextSplitter

    placed = {"chunk_size": 400, "add_start_index": True}
    return {
        "LangChain recursive": RecursiveCharacterTextSplitter(**placed, chunk_overlap=0),
        "LangChain recursive 100": RecursiveCharacterTextSplitter(**placed, chunk_overlap=100),
        "LangChain Markdown": MarkdownTextSplitter(**placed, chunk_overlap=0),
        "LlamaIndex sentence": SentenceSplitter(chunk_size=128, chunk_overlap=20),
        "LlamaIndex Markdown": MarkdownNodeParser(),
        "Haystack": DocumentSplitter(split_by="word", split_length=60),
        "Chonkie recursive": RecursiveChunker(tokenizer="character", chunk_size=400),
        "Chonkie sentence": SentenceChunker(tokenizer="character", chunk_size=400, chunk_overlap=0),
        "sts": TextSplitter(400),
        "sts Markdown": MarkdownSplitter(400),
    }


@pytest.mark.outside
@pytest.mark.filterwarnings("default")  # what their packages warn of is theirs
def test_the_splitters_of_each_library_run_on_every_sample():
    for name, splitter in real().items():
        for document in samples.load_documents():
            chunks = Foreign(splitter, name).split(document)
            assert chunks, (name, document.source_id)
            assert all(chunk.verify(document.text) for chunk in chunks)
            kinds = audit(document, chunks).counts.keys()
            assert not kinds & {"position", "slice", "twin", "unlabelled", "mislabelled", "hash"}


@pytest.mark.outside
@pytest.mark.filterwarnings("default")
def test_what_they_measure_is_what_their_positions_say():
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    class ByHand(Chunker):
        def spans(self, text):
            made = splitter.create_documents([text])
            starts = [each.metadata["start_index"] for each in made]
            return [
                (start, start + len(each.page_content), ())
                for start, each in zip(starts, made, strict=True)
            ]

    splitter = RecursiveCharacterTextSplitter(
        chunk_size=400, chunk_overlap=100, add_start_index=True
    )
    texts = samples.load_documents()
    asked = [question for question in samples.load_questions() if not question.held_out]
    by_hand = evaluate(ByHand(), texts, asked, budget=1_600)
    foreign = evaluate(Foreign(splitter), texts, asked, budget=1_600)
    assert by_hand.outcomes == foreign.outcomes
    assert by_hand.exact_storage == foreign.exact_storage


@pytest.mark.outside
@pytest.mark.filterwarnings("default")
def test_their_wrong_positions_are_refused():
    from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter
    from llama_index.core.node_parser import SentenceSplitter

    repeated = make_document("go go go. " * 60)
    with pytest.raises(WrongPositions, match=r"twin \(\d+\)"):
        Foreign(SentenceSplitter(chunk_size=60, chunk_overlap=30)).split(repeated)
    for splitter in [
        RecursiveCharacterTextSplitter(chunk_size=20, chunk_overlap=0),
        MarkdownHeaderTextSplitter([("#", "title")]),
    ]:
        with pytest.raises(WrongPositions, match=r"position \(\d+\).*(?s:.*)add_start_index=True"):
            Foreign(splitter).split(repeated)


def test_every_way_to_call_is_tried_with_a_library():
    assert list(CALLS) == [
        "get_nodes_from_documents",
        "create_documents",
        "chunk_indices",
        "chunk",
        "run",
        "split_text",
    ]
