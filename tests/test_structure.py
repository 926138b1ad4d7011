"""The options of all structure-aware chunkers: what they promise, on random text."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_texts import markdown
from record_texts import field_texts
from texts import SIZES, clusters, round_trips, texts

from course_lib import MarkdownChunker, ParagraphChunker
from course_lib.chunkers import RecordChunker
from course_lib.chunkers.structure import StructureChunker, context_length, shortened
from course_lib.errors import InvalidType, InvalidValue

CHUNKERS = [ParagraphChunker, MarkdownChunker, RecordChunker]
each_chunker = pytest.mark.parametrize("chunker", CHUNKERS, ids=lambda kind: kind.__name__)
inputs = texts() | markdown() | field_texts()


def pieces(chunker, text):
    return [text[start:end] for start, end, _ in chunker.spans(text)]


def spans(chunker, text):
    try:
        return chunker.spans(text)
    except InvalidValue:  # a record that begins like JSON
        return []


# --- the options themselves ---

REFUSED = [
    ({"max_chars": 0}, InvalidValue, "max_chars must be positive"),
    ({"max_chars": "9"}, InvalidType, "max_chars must be a whole number, got '9'"),
    ({"min_chars": -1}, InvalidValue, r"min_chars must be in \[0, max_chars\]"),
    ({"min_chars": 801}, InvalidValue, r"min_chars must be in \[0, max_chars\]"),
    ({"min_chars": 1.0}, InvalidType, "min_chars must be a whole number, got 1.0"),
    ({"overlap": 800}, InvalidValue, r"overlap must be in \[0, max_chars\)"),
    ({"overlap": -1}, InvalidValue, r"overlap must be in \[0, max_chars\)"),
    ({"overlap": None}, InvalidType, "overlap must be a whole number, got None"),
    ({"count_context": 1}, InvalidType, "count_context must be True or False, got 1"),
]


@each_chunker
@pytest.mark.parametrize(("options", "error", "message"), REFUSED)
def test_what_cannot_be_is_refused(chunker, options, error, message):
    with pytest.raises(error, match=message):
        chunker(**options)


@each_chunker
def test_options_are_given_by_name(chunker):
    with pytest.raises(TypeError):
        chunker(800, 100)


@each_chunker
def test_a_chunker_is_written_with_the_options_in_use(chunker):
    name = chunker.__name__
    assert repr(chunker(400)) == f"{name}(max_chars=400)"
    made = chunker(400, min_chars=100, overlap=50, count_context=True)
    assert repr(made) == f"{name}(max_chars=400, min_chars=100, overlap=50, count_context=True)"
    assert eval(repr(made), {name: chunker}) == made
    assert round_trips(made) == [made] * 3
    assert made != chunker(400)


# --- the context has a bound ---

contexts = st.lists(st.text(max_size=60), max_size=12).map(tuple)


@given(context=contexts, size=SIZES, counted=st.booleans())
def test_a_context_is_never_longer_than_it_may_be(context, size, counted):
    chunker = MarkdownChunker(size, count_context=counted)
    bounded = chunker.bound(context)
    assert context_length(bounded) <= (size // 2 if counted else max(size // 2, 100))
    assert bounded == context or context_length(context) > context_length(bounded)


@given(context=contexts, share=st.integers(0, 99))
def test_only_the_longest_elements_of_a_context_are_shortened(context, share):
    kept = shortened(context, context_length(context) * share // 100)
    dropped = len(context) - len(kept)
    whole = [part for part, short in zip(context[dropped:], kept, strict=True) if part == short]
    cut = [(a, b) for a, b in zip(context[dropped:], kept, strict=True) if a != b]
    assert all(b.endswith("…") and a.startswith(b[:-1]) for a, b in cut)
    assert all(len(a) > len(b) for a, b in cut)
    assert max(map(len, whole), default=0) <= min((len(a) for a, _ in cut), default=10**9)
    for a, b in cut:
        ends = {0, *(end for _, end in clusters(a))}
        assert any(a[:end].rstrip() == b[:-1] for end in ends)


def test_a_title_of_fifteen_hundred_characters_does_not_multiply():
    text = "word " * 300 + "\n---\n\n" + "body text of it. " * 440
    spans = MarkdownChunker(400).spans(text)
    assert max(context_length(context) for _, _, context in spans) <= 200
    assert sum(context_length(context) for _, _, context in spans) < len(text) / 2 + 200


def test_a_header_of_three_hundred_columns_does_not_multiply():
    row = "|".join(f" column {number} " for number in range(300))
    text = f"|{row}|\n|{'-|' * 300}\n" + f"|{row}|\n" * 30
    spans = MarkdownChunker(800).spans(text)
    assert max(context_length(context) for _, _, context in spans) <= 400
    assert sum(context_length(context) for _, _, context in spans) < len(text)


# --- count_context ---


@each_chunker
@given(text=inputs, size=SIZES)
def test_a_chunk_and_its_context_fit_when_both_count(chunker, text, size):
    for start, end, context in spans(chunker(size, count_context=True), text):
        assert end - start + context_length(context) <= size


def test_what_counts_makes_chunks_shorter_and_what_does_not_leaves_them():
    text = "# A heading of it\n\n" + "word " * 100
    plain, counted = MarkdownChunker(60), MarkdownChunker(60, count_context=True)
    assert max(map(len, pieces(plain, text))) == 59
    assert max(map(len, pieces(counted, text))) == 44
    assert {context for *_, context in counted.spans(text)} == {("A heading of it",)}


# --- min_chars ---

SECTIONS = "# A\n\nIntro.\n\n## B\n\none\n\n### C\n\ntwo\n\n## D\n\nthree\n\n# E\n\nfour\n"


@pytest.mark.parametrize(
    ("least", "contexts"),
    [
        (0, [("A",), ("A", "B"), ("A", "B", "C"), ("A", "D"), ("E",)]),
        (10, [("A",), ("A", "B"), ("A", "D"), ("E",)]),
        (400, [()]),
    ],
)
def test_small_neighbours_are_joined_deepest_first(least, contexts):
    found = [context for *_, context in MarkdownChunker(400, min_chars=least).spans(SECTIONS)]
    assert found == contexts


def test_only_neighbours_under_one_parent_are_joined():
    text = "# A\n\n## B\n\none\n\n# C\n\n## D\n\ntwo\n"
    found = [context for *_, context in MarkdownChunker(400, min_chars=400).spans(text)]
    assert found == [("A", "B"), ("C", "D")]


@each_chunker
@given(text=inputs, size=SIZES, share=st.integers(1, 4))
def test_joined_chunks_are_runs_of_the_chunks_that_are_not(chunker, text, size, share):
    plain = spans(chunker(size), text)
    joined = spans(chunker(size, min_chars=size // share), text)
    starts, ends = {start for start, *_ in plain}, {end for _, end, _ in plain}
    assert all(start in starts and end in ends for start, end, _ in joined)
    assert [s for s, *_ in joined[:1]] == [s for s, *_ in plain[:1]]
    assert len(joined) <= len(plain)


@given(text=inputs, size=st.integers(20, 150))
def test_no_paragraph_chunk_below_the_least_has_a_neighbour_that_it_would_fit_with(text, size):
    found = ParagraphChunker(size, min_chars=size // 4).spans(text)
    for one, other in pairwise(found):
        smaller = min(one[1] - one[0], other[1] - other[0])
        assert smaller >= size // 4 or other[1] - one[0] > size


def test_rows_of_one_table_keep_their_header_and_join_no_other_section():
    rows = "".join(f"| k{n} | value {n} |\n" for n in range(5))
    text = f"# A\n\n## B\n\n| k | v |\n|---|---|\n{rows}\n## C\n\nEnd.\n"
    found = MarkdownChunker(70, min_chars=60).spans(text)
    assert [context for *_, context in found] == [
        ("A", "B"),
        ("A", "B", "| k | v |"),
        ("A", "C"),
    ]


# --- overlap ---


@each_chunker
@given(text=inputs, size=SIZES, share=st.integers(1, 9))
def test_a_chunk_repeats_no_more_than_it_may_and_moves_on(chunker, text, size, share):
    overlap = size * share // 10
    found = spans(chunker(size, overlap=overlap), text)
    for (start, end, _), (following, its_end, _) in pairwise(found):
        assert start < following
        assert end < its_end
        assert end - following <= overlap
        assert its_end - following <= size


@each_chunker
@given(text=inputs, size=SIZES)
def test_without_overlap_nothing_overlaps(chunker, text, size):
    assert all(a[1] <= b[0] for a, b in pairwise(spans(chunker(size), text)))


def test_what_is_repeated_are_whole_sentences():
    text = "One two three. Four five six. Seven eight nine. Ten eleven twelve."
    assert pieces(ParagraphChunker(50, overlap=20), text) == [
        "One two three. Four five six. Seven eight nine.",
        "Seven eight nine. Ten eleven twelve.",
    ]
    assert pieces(ParagraphChunker(32, overlap=16), text) == [
        "One two three. Four five six.",
        "Four five six. Seven eight nine.",
        "Ten eleven twelve.",
    ]


def test_half_a_sentence_is_never_repeated():
    text = "word " * 100
    assert ParagraphChunker(50, overlap=25).spans(text) == ParagraphChunker(50).spans(text)


def test_a_block_that_fits_is_not_torn_for_what_is_repeated():
    fence = "```\n" + "x = 1\n" * 10 + "```"
    text = f"One two three. Four five.\n\n{fence}\n\nSix seven."
    assert fence in pieces(MarkdownChunker(len(fence), overlap=30), text)


@pytest.mark.parametrize("chunker", [ParagraphChunker, MarkdownChunker])
def test_nor_is_a_paragraph(chunker):
    paragraph = "Six seven eight nine ten eleven."
    text = f"One two three. Four five.\n\n{paragraph}\n\nTwelve."
    assert paragraph in pieces(chunker(len(paragraph), overlap=14), text)


def test_nothing_is_repeated_across_sections():
    text = "# A\n\nOne two. Three four.\n\n# B\n\nFive six."
    assert pieces(MarkdownChunker(30, overlap=15), text) == [
        "# A\n\nOne two. Three four.",
        "# B\n\nFive six.",
    ]
    longer = "# A\n\nOne two. Three four.\n\n# B\n\nFive six. Seven eight. Nine ten. Eleven."
    assert pieces(MarkdownChunker(30, overlap=29), longer)[1].startswith("# B")
    sections = "[a]\none = 1\n\n[b]\ntwo = 2\nthree = 3\n"
    assert pieces(RecordChunker(14, overlap=13), sections)[1] == "[b]\ntwo = 2"


def test_a_chunker_of_your_own_has_the_options():
    class Words(StructureChunker):
        def pieces(self, text):
            from course_lib.chunkers.structure import Piece

            at = 0
            for word in text.split(" "):
                yield Piece(at, at + len(word))
                at += len(word) + 1

    assert len(Words(9).spans("aa bb cc dd")) == 4
    assert Words(9, min_chars=4).spans("aa bb cc dd") == [(0, 8, ()), (9, 11, ())]
