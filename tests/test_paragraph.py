"""The paragraph chunker: the largest whole units that fit, by hand and against known faults."""

import pytest
from hypothesis import given
from texts import FAMILY, FLAG, SIZES, make_document, texts

from course_lib import (
    InvalidText,
    MarkdownChunker,
    NaiveChunker,
    ParagraphChunker,
    Passage,
    Profile,
    RecordChunker,
    chunk_document,
    split_paragraphs,
)
from course_lib.chunkers import packing
from course_lib.errors import InvalidType


def pieces(text, size):
    """The chunks' texts, once it is sure that only white space lies around them."""
    spans = split_paragraphs(text, size)
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    assert edges == sorted(edges)
    gaps = zip(edges[::2], edges[1::2], strict=True)
    assert [text[start:end] for start, end in gaps if text[start:end].strip()] == []
    return [text[start:end] for start, end in spans]


LADDER = [
    (
        "two paragraphs that fit together stay together",
        "One.\n\nTwo.\n\nThree.",
        10,
        ["One.\n\nTwo.", "Three."],
    ),
    ("a paragraph that does not fit goes to the next chunk", "One.\n\nTwo.", 9, ["One.", "Two."]),
    ("a text that fits is one chunk", "One.\n\nTwo.", 10, ["One.\n\nTwo."]),
    (
        "a paragraph break wins over words that would still fit",
        "One.\n\nTwo three four five.",
        12,
        ["One.", "Two three", "four five."],
    ),
    (
        "a line that holds only white space parts paragraphs",
        "One.\n \t \nTwo.\n\u00a0\nThree.",
        11,
        ["One.", "Two.", "Three."],
    ),
    (
        "paragraphs with CRLF",
        "One.\r\n\r\nTwo.\r\n \r\nThree.",
        12,
        ["One.\r\n\r\nTwo.", "Three."],
    ),
    ("lines", "alpha\nbravo\ncharlie", 12, ["alpha\nbravo", "charlie"]),
    (
        "a line end that stands wins over a sentence end",
        "One two\nThree. Four five",
        15,
        ["One two", "Three.", "Four five"],
    ),
    (
        "a sentence end wins over a line break in wrapped text",
        "One two\nthree. Four five",
        15,
        ["One two\nthree.", "Four five"],
    ),
    ("lines with CRLF", "alpha\r\nbravo\r\ncharlie", 12, ["alpha\r\nbravo", "charlie"]),
    (
        "sentences",
        "It leaks. It is old. It is wet.",
        22,
        ["It leaks. It is old.", "It is wet."],
    ),
    (
        "a sentence end wins over words that would still fit",
        "It leaks. It is very old",
        18,
        ["It leaks.", "It is very old"],
    ),
    (
        "a number is no sentence end",
        "It is 3.14 now",
        9,
        ["It is", "3.14 now"],
    ),
    (
        "a closing quote stays with its sentence",
        'He: "No." He left.',
        12,
        ['He: "No."', "He left."],
    ),
    (
        "Chinese sentences need no space",
        "水管很旧。为什么？换掉它！",
        10,
        ["水管很旧。为什么？", "换掉它！"],
    ),
    (
        "Japanese brackets stay with their sentence",
        "「古い。」と彼女は言う。",
        6,
        ["「古い。」", "と彼女は言", "う。"],
    ),
    ("words", "alpha bravo charlie", 12, ["alpha bravo", "charlie"]),
    (
        "several spaces between words",
        "alpha   bravo \t charlie",
        5,
        ["alpha", "bravo", "charl", "ie"],
    ),
    ("clusters", "cafe\u0301cafe\u0301", 4, ["caf", "e\u0301ca", "fe\u0301"]),
    ("a cluster longer than a chunk is cut hard", FAMILY, 2, [FAMILY[:2], FAMILY[2:4], FAMILY[4]]),
    ("an endless word is cut hard", "x" * 25, 10, ["x" * 10, "x" * 10, "x" * 5]),
    ("size one", "ab c", 1, ["a", "b", "c"]),
    ("white space at both ends belongs to no chunk", "\n\nOne.  \n", 20, ["One."]),
    ("but the first line keeps its indent", "\n\n  One.  \n", 20, ["  One."]),
    ("unless it leaves too little room", "  One.\n  Two.", 5, ["One.", "Two."]),
    ("white space after the limit costs nothing", "One.    \n\n   Two.", 4, ["One.", "Two."]),
    (
        "white space between what fits together is kept",
        "One.\n\n\n   Two.",
        14,
        ["One.\n\n\n   Two."],
    ),
    ("an exact fit before more text", "alpha bravo", 5, ["alpha", "bravo"]),
    ("one over", "alpha bravo", 4, ["alph", "a", "brav", "o"]),
]

KNOWN_FAULTS = [
    (
        "repeated words",
        "tick tock tick tock tick tock tick tock",
        9,
        ["tick tock"] * 4,
    ),
    (
        "repeated paragraphs",
        "Fee is 5 EUR.\n\nNote.\n\nFee is 5 EUR.\n\nNote.\n\nFee is 5 EUR.",
        22,
        ["Fee is 5 EUR.\n\nNote."] * 2 + ["Fee is 5 EUR."],
    ),
    ("repeated lines", "Same line here.\n" * 6, 16, ["Same line here."] * 6),
    (
        "repeated words and blank lines at the end",
        "word " * 5 + "\n\n\n   ",
        10,
        ["word word"] * 2 + ["word"],
    ),
    (
        "white space of every length",
        "  One.\n\n\n   Two.   \n\nThree.",
        12,
        ["  One.", "   Two.", "Three."],
    ),
    (
        "white space of every kind",
        "One two  three\tfour\nfive six",
        14,
        ["One two  three", "four\nfive six"],
    ),
    (
        "quotes and dashes of several bytes",
        "“naïve” — déjà vu. Second sentence",
        12,
        ["“naïve” —", "déjà vu.", "Second", "sentence"],
    ),
    (
        "letters of several bytes",
        "日本語テキスト" * 5,
        8,
        ["日本語テキスト日", "本語テキスト日本", "語テキスト日本語", "テキスト日本語テ", "キスト"],
    ),
    (
        "CRLF and small chunks",
        "one\r\ntwo\r\n\r\nthree\r\nfour\r\n",
        7,
        ["one", "two", "three", "four"],
    ),
    ("no tail inside its predecessor", "abcdefghijk", 6, ["abcdef", "ghijk"]),
    ("exactly one chunk", "abcdef", 6, ["abcdef"]),
    ("short lines", "ab\n" * 30, 20, ["ab\n" * 6 + "ab"] * 4 + ["ab\nab"]),
    ("a million equal letters", "x" * 1_000_000, 100, ["x" * 100] * 10_000),
    ("nothing", "", 10, []),
    ("only white space", " \n\t\n ", 10, []),
    ("lines shorter than anything", "a\n\nb", 10, ["a\n\nb"]),
    ("no line end at all", "word " * 400, 100, [("word " * 20)[:-1]] * 20),
    ("a word longer than a chunk", "x" * 57 + " end", 10, ["x" * 10] * 5 + ["x" * 7, "end"]),
    (
        "a last line longer than a chunk",
        "A" * 9 + "\n" + "B" * 9 + "\n" + "C" * 30,
        15,
        ["A" * 9, "B" * 9, "C" * 15, "C" * 15],
    ),
    ("tabs and hard spaces", "all:\n\tcc\u00a0x\n", 20, ["all:\n\tcc\u00a0x"]),
    ("families", f"ok {FAMILY} go {FAMILY} go", 8, [f"ok {FAMILY}", f"go {FAMILY}", "go"]),
    ("flags", FLAG * 5, 5, [FLAG * 2, FLAG * 2, FLAG]),
    ("white space longer than a chunk", "Top." + " " * 40 + "End.", 10, ["Top.", "End."]),
    ("a byte order mark", "\ufeff# A\n\ntext", 6, ["\ufeff# A", "text"]),
    ("NUL", "a\0b\0 c", 4, ["a\0b\0", "c"]),
]


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [pytest.param(*case, id=name) for name, *case in [*LADDER, *KNOWN_FAULTS]],
)
def test_by_hand(text, size, expected):
    assert pieces(text, size) == expected


def test_each_rung_is_tried_before_the_next():
    text = "One two. Three\nFour\n\nfive"
    assert [pieces(text, size)[0] for size in (22, 19, 14, 9, 5, 2)] == [
        "One two. Three\nFour",
        "One two. Three\nFour",
        "One two. Three",
        "One two.",
        "One",
        "On",
    ]


def test_what_is_left_of_a_torn_cluster_starts_a_chunk_as_full_as_any():
    torn = "e" + "\u0301" * 3
    assert pieces(f"{torn}ab cd", 3) == [torn[:3], torn[3:] + "ab", "cd"]


def test_a_mark_on_a_blank_takes_the_blank_along():
    assert pieces("ab \u0301c", 2) == ["ab", " \u0301", "c"]


def test_a_prepended_sign_keeps_the_blank_that_it_joins():
    assert pieces("ab\u0600 cd", 4) == ["ab\u0600 ", "cd"]


# --- the other two ways to the same cut ---


@given(texts(), SIZES)
def test_all_ways_to_split_agree(text, size):
    chunks = ParagraphChunker(size).split(make_document(text))
    passages = chunk_document(text, Profile(size))
    assert [chunk.span for chunk in chunks] == split_paragraphs(text, size)
    expected = [(start, end, ()) for start, end in split_paragraphs(text, size)]
    assert ParagraphChunker(size).spans(text) == expected
    assert [type(passage) for passage in passages] == [Passage] * len(chunks)
    assert [(p.text, p.span, p.chunk_sha256) for p in passages] == [
        (c.text, c.span, c.chunk_sha256) for c in chunks
    ]


@given(texts())
def test_a_text_that_fits_is_one_chunk_without_the_blanks_around_it(text):
    size = max(len(text), 1)
    whole = [text.strip()] if text.strip() else []
    assert [piece.strip() for piece in pieces(text, size)] == whole


@given(texts())
def test_at_size_one_every_character_but_the_blanks_is_a_chunk(text):
    assert pieces(text, 1) == list("".join(text.split()))


@pytest.mark.parametrize(
    "make",
    [Profile, ParagraphChunker, lambda size: split_paragraphs("One.", size)],
    ids=["Profile", "ParagraphChunker", "split_paragraphs"],
)
@pytest.mark.parametrize(
    ("size", "error", "words"),
    [
        (0, ValueError, "max_chars must be positive"),
        (-5, ValueError, "max_chars must be positive"),
        (8.0, TypeError, "max_chars must be a whole number, got 8.0"),
        ("8", TypeError, "max_chars must be a whole number, got '8'"),
        (True, TypeError, "max_chars must be a whole number, got True"),
        (None, TypeError, "max_chars must be a whole number, got None"),
    ],
)
def test_a_size_that_cannot_be_is_refused(make, size, error, words):
    with pytest.raises(error) as raised:
        make(size)
    assert str(raised.value) == words


def test_a_profile_is_a_value():
    assert Profile().max_chars == ParagraphChunker().max_chars == 800
    assert len({Profile(5), Profile(5), Profile(6)}) == 2
    with pytest.raises(AttributeError):
        Profile(5).max_chars = 6


MARKDOWN = "# One\n\ntext text text\n\n# Two\n\nmore more more\n"


@pytest.mark.parametrize(
    "chunker", [NaiveChunker(20), ParagraphChunker(40), MarkdownChunker(40), RecordChunker(40)]
)
def test_bare_text_is_cut_by_the_chunker_that_was_given(chunker):
    passages = chunk_document(MARKDOWN, chunker)
    assert [type(passage) for passage in passages] == [Passage] * len(passages)
    chunks = chunker.split(make_document(MARKDOWN))
    assert [p.as_dict() for p in passages] == [Passage.as_dict(chunk) for chunk in chunks]


def test_a_markdown_chunker_is_no_profile_of_paragraphs():
    markdown = [passage.text for passage in chunk_document(MARKDOWN, MarkdownChunker(40))]
    assert markdown == ["# One\n\ntext text text", "# Two\n\nmore more more"]
    assert chunk_document(MARKDOWN, Profile(40)) == chunk_document(MARKDOWN, ParagraphChunker(40))


@pytest.mark.parametrize(
    ("way", "words"),
    [
        (800, "a chunker is needed, got 800: write ParagraphChunker(800)"),
        (None, "a chunker is needed, got None: write ParagraphChunker(800)"),
        (Profile, "a chunker must be made first, got the class Profile: write Profile(800)"),
        (
            MarkdownChunker,
            "a chunker must be made first, got the class MarkdownChunker: "
            "write MarkdownChunker(800)",
        ),
    ],
)
def test_what_cannot_cut_is_refused_with_what_can(way, words):
    with pytest.raises(InvalidType) as raised:
        chunk_document("Roof renewed.", way)
    assert str(raised.value) == words


def test_a_lone_surrogate_makes_no_passage():
    with pytest.raises(InvalidText, match="lone surrogate U\\+D83D"):
        chunk_document("ab\ud83d cd", Profile(20))


@given(texts(), SIZES)
def test_the_short_way_through_bare_text_chooses_the_same_cuts(text, size):
    text = f"{text} The roof.\n" * 3
    chosen = split_paragraphs(text, size)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "_bare_end", lambda *_: 0)
        assert split_paragraphs(text, size) == chosen
