"""Where a text may be cut: each rung of the ladder by hand, and at any edge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import texts

from course_lib.chunkers.boundaries import LADDER_OF_LINES, last_break, last_word
from course_lib.chunkers.line_ends import last_line, last_paragraph
from course_lib.chunkers.sentences import last_sentence

# --- the ladder: `|` stands where the last boundary is; without it there is none ---

RUNGS = {
    last_paragraph: [
        "One.\n\n|Two.",
        "One.\n\nTwo.\n\n|Three.\nFour.",
        "One.\n\n\n\n|Two.",
        "One.\n \t \n|Two.",
        "One.\n\u00a0\n|Two.",
        "One.\n\n|  Two.",
        "One.\r\n\r\n|Two.",
        "One.\r\n  \r\n|Two.",
        "One.\n\n|",
        "\n\n|One.",
        "One.\r\r|Two.",
        "One.\n\r|Two.",
        "One.\u0085\u2028|Two.",
        "One.\n\f|Two.",
        "One.\u2029|Two.",
        "One.\v \v|Two.",
        "One.\nTwo.\n",
        "One.\r\nTwo.\r\n",
        "One.\rTwo.\r",
        "One.\n.\nTwo.",
        "One.  Two.",
        "",
    ],
    last_line: [
        "One\n|Two",
        "One\nTwo\n|Three",
        "One\r\n|Two",
        "One\r\n\r\n|Two",
        "One\n|",
        "\n|One",
        "One\r|Two",
        "One\u2028|two",
        "One\v|two",
        "One\f|two",
        "One\u0085|Two",
        "one two",
        "",
    ],
    last_sentence: [
        "It leaks. It is old.| It",
        "It leaks.|\r\nIt leaks badly",
        "Why? No!| Yes",
        "Really?!...| Yes",
        "Wait… what",
        'He asked "why?" and left',
        "(He said “no.”)| Then",
        "‘It is wet.’ «Oui.»| Then",
        "e.g. this",
        "水管很旧。为什么？太旧了！|换掉它",
        "很旧。|Then",
        "「古い。」|と彼女",
        "（「古い。」）|と彼女",
        "ふるい｡|と",
        "هل السقف سليم؟| نعم",
        "چھت ٹھیک ہے۔| پانی",
        "छत नई है।| पानी",
        "जलम्॥| जलम्",
        "It rose by 3.14 and 2,392.50 crowns",
        "See www.marrow.example/a.html and v1.2-rc",
        "Stop!Go.Now",
        "1. Open the windows",
        "Dry it?| 1. Open the windows",
        "Open it.| 12. Close it",
        "iv. Close it",
        "2.3. Close it",
        "She met J. R. Kim",
        "It is made in the U.S. Army",
        "on Interstate 55.| Twenty-five cars",
        "He met M.\u00a0Dupont",
        "cf.| Fig.\u202f3",
        "No. \u20605",
        "etc. – and more",
        "a. 5 apples",
        "It rose by 4. (see there)",
        "It is done.| (See there.",
        "no end at all",
        "",
    ],
    last_word: [
        "one two |three",
        "one  |two",
        "one\t|two",
        "one\u3000|two",
        "one\r\n|two",
        " |one",
        "one-two.three",
        "one\u200b|two",
        "one\u00a0two",
        "one |5\u00a0000\u202fEUR",
        "one |(two",
        "oui |« non »",
        "Bonjour !",
        "水|管",
        "Python|的",
        "水|Py",
        "水。",
        "",
    ],
    last_break: [
        "one-|two",
        "one/|two",
        "one—|two",
        "co\u00ad|operate",
        "지|붕",
        "one|\U0001f600",
        "one\u2011two",
        "3.14",
        "don't",
        "หลังคาใหม่",
        "",
    ],
}


@pytest.mark.parametrize(
    ("rung", "marked"),
    [(rung, marked) for rung, examples in RUNGS.items() for marked in examples],
    ids=lambda value: getattr(value, "__name__", ascii(value)),
)
def test_the_last_boundary_of_a_rung(rung, marked):
    text = marked.replace("|", "")
    assert rung(text, 0, len(text)) == max(marked.find("|"), 0)


def test_the_ladder_goes_from_the_largest_unit_to_the_smallest():
    text = "One.\n\nTwo\nThree. four Five. six-sev"
    ends = [last_boundary(text, 0, len(text)) for last_boundary in LADDER_OF_LINES]
    assert [text[:end] for end in ends] == [
        "One.\n\n",
        "One.\n\nTwo\n",
        "One.",
        "One.\n\nTwo\nThree. four Five. ",
        "One.\n\nTwo\nThree. four Five. six-",
    ]


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.__name__)
@given(st.data())
def test_a_rung_answers_inside_its_reach(rung, data):
    text = data.draw(texts())
    start = data.draw(st.integers(0, len(text)))
    edge = data.draw(st.integers(start, len(text)))
    at = rung(text, start, edge)
    assert start <= at <= edge


@pytest.mark.parametrize(
    ("text", "stop"),
    [("水。」と", 2), ("水。」」と", 2), ("水？）』」と", 2), ("木。水。」）》", 4)],
)
def test_closing_brackets_stay_with_their_sentence_wherever_the_reach_ends(text, stop):
    torn = range(stop, len(text.rstrip("と")))
    assert [e for e in range(len(text) + 1) if last_sentence(text, 0, e) in torn] == []


@pytest.mark.parametrize("edge", range(9))
def test_a_full_stop_ends_a_sentence_once_the_space_after_it_is_in_reach(edge):
    assert last_sentence("Ja. 3.14", 0, edge) == (3 if edge > 3 else 0)
