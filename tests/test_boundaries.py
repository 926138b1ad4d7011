"""Where a text may be cut: each rung of the ladder by hand, and at any edge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import texts

from course_lib.chunkers.boundaries import (
    LADDER,
    last_line,
    last_paragraph,
    last_sentence,
    last_word,
)

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
        "One.\nTwo.\n",
        "One.\r\nTwo.\r\n",
        "One.\n.\nTwo.",
        "One.  Two.",
        "",
    ],
    last_line: [
        "one\n|two",
        "one\ntwo\n|three",
        "one\r\n|two",
        "one\r\n\r\n|two",
        "one\n|",
        "\n|one",
        "one\rtwo",
        "one\u2028two",
        "one two",
        "",
    ],
    last_sentence: [
        "It leaks. It is old.| It",
        "It leaks.|\r\nIt leaks badly",
        "Why? No!| Yes",
        "Really?!...| Yes",
        "Wait…| what",
        'He asked "why?"| and left',
        "(He said “no.”)| Then",
        "‘It is wet.’ «Oui.»| Then",
        "e.g.| this",
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
        "no end at all",
        "",
    ],
    last_word: [
        "one two |three",
        "one  |two",
        "one\t|two",
        "one\u3000|two",
        "one\r\n|two",
        "one |",
        " |one",
        "one-two.three",
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
    assert tuple(RUNGS) == LADDER


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.__name__)
@given(st.data())
def test_a_rung_answers_inside_its_reach(rung, data):
    text = data.draw(texts())
    start = data.draw(st.integers(0, len(text)))
    edge = data.draw(st.integers(start, len(text)))
    at = rung(text, start, edge)
    assert start <= at <= edge
    if rung is not last_sentence:  # it also looks at what follows the reach
        assert at == start + rung(text[start:edge], 0, edge - start)


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
