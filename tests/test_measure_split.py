"""The measure of a split, against brute force over single characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import make_document

from course_lib import MarkdownChunker, NaiveChunker, ParagraphChunker
from course_lib.errors import InvalidType
from course_lib.measure import Split, holds, locate, overlap_length

# --- locate ---


@given(st.text(alphabet="ab \n", max_size=12), st.text(alphabet="ab \n", min_size=1, max_size=3))
def test_a_quote_is_located_exactly_when_it_occurs_once(text, quote):
    places = [at for at in range(len(text)) if text[at : at + len(quote)] == quote]
    if len(places) == 1:
        assert locate(text, quote) == (places[0], places[0] + len(quote))
    else:
        with pytest.raises(ValueError, match=r"^the answer "):
            locate(text, quote)


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("", "the answer is empty; quote the words of the document that answer"),
        (
            "new",
            "the answer 'new' is not in the document; "
            "quote it exactly, with its line breaks and spaces",
        ),
        (
            "old",
            "the answer 'old' occurs more than once, first at characters 0 and 10; "
            "quote more of the text around the place you mean",
        ),
        (
            "dd",
            "the answer 'dd' occurs more than once, first at characters 21 and 22; "
            "quote more of the text around the place you mean",
        ),
    ],
)
def test_a_quote_that_cannot_be_located_says_why_and_what_to_do(quote, message):
    with pytest.raises(ValueError) as raised:  # noqa: PT011 (the whole message follows)
        locate("old roof, old pipes, ddd", quote)
    assert str(raised.value) == message


def test_a_long_quote_is_shortened_in_the_message():
    with pytest.raises(ValueError, match="not in the document") as raised:
        locate("text", "x" * 500)
    assert "'" + "x" * 59 + "…'" in str(raised.value)
    assert "x" * 60 not in str(raised.value)


def test_a_line_break_in_a_quote_keeps_the_message_on_one_line():
    with pytest.raises(ValueError, match=r"^the answer 'a\\nb' is not in the document; [^\n]+$"):
        locate("a b", "a\nb")


@pytest.mark.parametrize(("text", "quote"), [(make_document("Roof."), "Roof"), ("Roof.", ["Roof"])])
def test_what_is_no_text_and_no_quote_is_refused(text, quote):
    with pytest.raises(InvalidType, match=r"^text and quote must be strings, got .*: write locate"):
        locate(text, quote)


# --- against brute force ---

LENGTH = 40


def characters(spans):
    return {at for start, end in spans for at in range(start, end)}


@st.composite
def intervals(draw):
    start = draw(st.integers(0, LENGTH - 1))
    return start, draw(st.integers(start + 1, LENGTH))


@st.composite
def passages_apart(draw):
    """Some passages of evidence, none of which overlaps or touches another."""
    edges = draw(st.lists(st.integers(0, LENGTH), unique=True, max_size=6).map(sorted))
    return list(zip(edges[::2], edges[1::2], strict=False))


some_evidence = passages_apart().filter(bool)


@given(intervals(), some_evidence)
def test_one_chunk_holds_all_some_or_none_of_the_evidence(chunk, evidence):
    inside = characters([chunk]) & characters(evidence)
    assert overlap_length(chunk, evidence) == len(inside)
    assert holds(chunk, evidence) is (inside == characters(evidence))


def test_what_stands_beside_the_chunks_is_stored_too():
    note = make_document("# Roof\n\nSlate.\n")
    split = Split.of(note, MarkdownChunker(40))
    assert split.stored == len("# Roof\n\nSlate.") + len("Roof\n")
    assert split.storage == split.stored / len(note.text)
    assert split.mean_length == len("# Roof\n\nSlate.")


@given(st.lists(intervals(), max_size=8), passages_apart())
def test_a_split_is_measured_as_by_counting_characters(spans, evidence):
    split = Split(LENGTH, spans, evidence)
    needed = characters(evidence)
    held = [characters([span]) & needed for span in spans]
    edges = {edge for span, some in zip(spans, held, strict=True) if some for edge in span}
    assert split.lengths == [len(characters([span])) for span in spans]
    assert split.stored == sum(len(characters([span])) for span in spans)
    assert split.storage == split.stored / LENGTH
    assert split.mean_length == (split.stored / len(spans) if spans else 0)
    assert split.evidence_length == len(needed)
    assert split.touched == [index for index, some in enumerate(held) if some]
    assert split.whole_in == [index for index, some in enumerate(held) if some and some == needed]
    assert split.whole is any(some == needed for some in held if some)
    assert split.cuts == sorted(edge for edge in edges if {edge - 1, edge} <= needed)


@given(st.lists(intervals(), max_size=8), some_evidence)
def test_evidence_and_noise_share_the_shortest_answering_chunk(spans, evidence):
    split = Split(LENGTH, spans, evidence)
    answering = [end - start for start, end in spans if holds((start, end), evidence)]
    if answering:
        assert split.evidence_share == len(characters(evidence)) / min(answering)
        assert split.evidence_share + split.noise_share == pytest.approx(1)
    else:
        assert split.evidence_share == split.noise_share == 0


@given(st.integers(1, 60), st.integers(1, 20), st.integers(0, 19), st.integers(1, 20))
def test_the_law_of_overlap_counts_the_places_where_an_answer_stays_whole(n, size, overlap, length):
    overlap, length = overlap % size, (length - 1) % n + 1
    spans = [(start, end) for start, end, _ in NaiveChunker(size, overlap).spans("x" * n)]
    places = [(start, start + length) for start in range(n - length + 1)]
    step = size - overlap
    rounds, rest = divmod(len(places), step)
    good = max(0, min(step, size - length + 1))
    whole = sum(Split(n, spans, [place]).whole for place in places)
    assert whole == rounds * good + min(rest, good)


# --- corners and words ---


@pytest.mark.parametrize("evidence", [(-1, 3), (3, 3), (5, 3), (8, 11), (10, 11)])
def test_evidence_outside_of_the_text_is_refused(evidence):
    with pytest.raises(ValueError) as raised:  # noqa: PT011 (the whole message follows)
        Split(10, [(0, 10)], [(1, 2), evidence])
    assert str(raised.value) == f"evidence {evidence} does not lie in 10 characters"


def test_an_empty_text_measures_as_nothing():
    split = Split(0, [])
    assert (split.stored, split.storage, split.mean_length, split.lengths) == (0, 0, 0, [])
    assert (split.touched, split.whole_in, split.whole, split.cuts) == ([], [], False, [])


VERDICTS = {
    "whole": ([(0, 50), (50, 100)], [(10, 20)], "whole: the answer (10–20) lies in chunk #0"),
    "whole to the very edge": (
        [(0, 10), (10, 20)],
        [(10, 20)],
        "whole: the answer (10–20) lies in chunk #1",
    ),
    "whole in two": (
        [(0, 50), (5, 55), (60, 90)],
        [(10, 20)],
        "whole: the answer (10–20) lies in chunks #0 and #1",
    ),
    "whole in many": (
        [(0, 50)] * 6,
        [(10, 20), (30, 40)],
        "whole: the answer (10–20 and 30–40) lies in chunks #0, #1, … and #5",
    ),
    "torn": (
        [(0, 15), (15, 30)],
        [(10, 20)],
        "torn: the answer (10–20) is cut at 15, spread over chunks #0 and #1",
    ),
    "split with a gap": (
        [(0, 13), (15, 30)],
        [(10, 20)],
        "torn: the answer (10–20) is cut at 13 and 15, spread over chunks #0 and #1",
    ),
    "split into three": (
        [(0, 12), (12, 14), (14, 30)],
        [(10, 20)],
        "torn: the answer (10–20) is cut at 12 and 14, spread over chunks #0, #1 and #2",
    ),
    "half of it in no chunk": (
        [(0, 15)],
        [(10, 20)],
        "torn: the answer (10–20) is cut at 15, spread over chunk #0",
    ),
    "apart": (
        [(0, 50), (50, 100)],
        [(10, 20), (60, 70)],
        "torn: the answer (10–20 and 60–70) is in passages that lie apart, "
        "spread over chunks #0 and #1",
    ),
    "lost": (
        [(0, 10), (20, 100)],
        [(10, 20)],
        "lost: no chunk holds any of the answer (10–20)",
    ),
    "no chunk at all": ([], [(10, 20)], "lost: no chunk holds any of the answer (10–20)"),
    "no question": ([(0, 100)], [], "no question asked"),
}


@pytest.mark.parametrize(("spans", "evidence", "words"), VERDICTS.values(), ids=VERDICTS.keys())
def test_the_verdict_in_words(spans, evidence, words):
    assert Split(100, spans, evidence).verdict == words


@pytest.mark.parametrize("chunker", [NaiveChunker(10, 3), ParagraphChunker(10)], ids=repr)
def test_any_chunker_can_be_measured(chunker):
    document = make_document("Roof renewed.\n\nPipes old. Kitchen wet.")
    split = Split.of(document, chunker, [(5, 12)])
    assert split.length == len(document.text)
    assert split.spans == [chunk.span for chunk in chunker.split(document)]
    assert split.evidence == [(5, 12)]
    assert Split.of(document, chunker).verdict == "no question asked"


def test_a_split_cannot_be_assigned_to():
    with pytest.raises(AttributeError):
        Split(10, [(0, 10)]).length = 20
