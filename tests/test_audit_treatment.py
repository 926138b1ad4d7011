"""What was done to a slice: every change that is made is named, and nothing that was not."""

from __future__ import annotations

import html
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from course_lib.auditing.treatment import (
    CHANGES,
    added_around,
    changed_after,
    common_length,
    length_of_rest,
    normalize_newlines,
    one_blank,
    replaced_inside,
)

SLICE = "  “Café” \r\nMöwe & the Roof — renewed.\u200b"
some = st.text(st.sampled_from("abA é.\n-"), max_size=20)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (SLICE.strip(), "white space around it was stripped"),
        (SLICE.replace("\r\n", "\n"), "its line ends were translated"),
        (unicodedata.normalize("NFD", SLICE), "it was normalised to NFD"),
        (" ".join(SLICE.split()), "its white space was rewritten"),
        (
            html.escape(SLICE, quote=False),
            "characters were written as HTML entities, or those as characters",
        ),
        (SLICE.replace("\u200b", ""), "characters that cannot be seen were removed"),
        (SLICE.replace("é", "e").replace("ö", "o"), "its accents were changed"),
        (SLICE.upper(), "its case was changed"),
        (SLICE.replace("“", '"').replace("”", '"').replace("—", "-"), "quotes and dashes"),
        (SLICE.replace(".", ""), "its punctuation was changed"),
        ("cafe mowe the roof renewed", "its case was changed"),
    ],
)
def test_a_change_is_named(wanted, said):
    assert said in changed_after(SLICE, wanted)


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_alone_is_named_alone(change):
    text = "\ufeff  Cafe\u0301 &amp; Möwe \r\n  two  blanks "
    text = text.removeprefix("\ufeff") if change == "white space around it was stripped" else text
    changed = CHANGES[change](text)
    assert changed != text
    assert CHANGES[change](text) == CHANGES[change](changed)  # done twice, it is as done once
    assert changed_after(text, changed) != ""


def test_several_changes_are_named_together_and_no_others():
    said = changed_after("Roof  Renewed.", "roof renewed")
    assert "its case was changed" in said
    assert "its punctuation was changed" in said
    assert "accents" not in said
    assert "HTML" not in said


@pytest.mark.parametrize("wanted", ["Another text.", "", "Roof", "Möwe & the Roof — rebuilt."])
def test_another_text_is_no_treatment(wanted):
    assert changed_after(SLICE, wanted) == ""


def test_of_marks_alone_nothing_is_left_to_compare():
    assert changed_after("...", "---") == ""


@given(some, some, some)
def test_what_was_added_is_told_to_the_character(before, kept, behind):
    assume(kept and (before or behind) and (before + kept + behind).find(kept) == len(before))
    said = added_around(kept, before + kept + behind)
    for part, where in ((before, "before"), (behind, "behind")):
        assert (f"{len(part):,} characters stand {where} it" in said) == bool(part)
    assert "changed itself" not in said


def test_what_was_added_to_a_changed_slice_is_told_too():
    said = added_around("Roof renewed.", "Report: ROOF RENEWED.")
    assert "stand before it" in said
    assert said.endswith("and it was changed itself")
    assert added_around("Roof renewed.", "Pipes old.") == ""
    assert added_around("...", "Report: Roof") == ""  # nothing is left of it to look for


@given(some, some)
def test_the_common_beginning_is_found_by_halving_as_by_walking(one, other):
    walked = 0
    while walked < min(len(one), len(other)) and one[walked] == other[walked]:
        walked += 1
    assert common_length(one, other) == walked


@pytest.mark.parametrize(
    ("claimed", "wanted", "place", "said"),
    [
        ("Ask Ann Lee for the keys.", "Ask [NAME] for the keys.", 4, "'Ann Lee' became '[NAME]'"),
        ("aaaa", "aaa", 3, "'a' became ''"),
        ("The roof is new and dry.", "The roof was new and dry.", 9, "'i' became 'wa'"),
        ("The roof is new.", "Pipes are old, they say.", 0, ""),
    ],
)
def test_the_one_part_that_differs_is_shown(claimed, wanted, place, said):
    assert replaced_inside(claimed, wanted) == (place, said)


@given(some)
def test_line_ends_and_blanks_are_written_as_they_say(text):
    assert "\r" not in normalize_newlines(text.replace("\n", "\r\n") + "\r")
    assert normalize_newlines(text) == text
    assert one_blank(text).split() == text.split()
    assert one_blank(one_blank(text)) == one_blank(text)


def test_how_much_is_left_to_match_ends_where_the_words_end():
    text = "Roof  Renewed. Pipes old."
    assert text[: length_of_rest(text, "roof renewed.")] == "Roof  Renewed."
    assert length_of_rest(text, text) == len(text)
    assert length_of_rest(text, "") == 0
