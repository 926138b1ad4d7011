"""Where two texts differ: what is not an edit is equal, and a place keeps its words."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from course_lib.show.edits import MOST_COMPARED, edits, moved_to

TEXTS = st.lists(st.sampled_from(["roof", " ", "12", "\n", "é", "🌊", "."]), max_size=20).map(
    "".join
)


@given(TEXTS, TEXTS)
def test_between_the_edits_both_texts_are_equal(old: str, new: str) -> None:
    changes = [((0, 0), (0, 0)), *edits(old, new), ((len(old),) * 2, (len(new),) * 2)]
    for (before, after), (next_before, next_after) in pairwise(changes):
        assert old[before[1] : next_before[0]] == new[after[1] : next_after[0]]
    assert bool(edits(old, new)) == (old != new)


@given(TEXTS, TEXTS, st.data())
def test_words_outside_of_every_edit_move_with_their_place(
    old: str, new: str, data: st.DataObject
) -> None:
    changes = edits(old, new)
    start = data.draw(st.integers(0, len(old)))
    end = data.draw(st.integers(start, len(old)))
    first, last = moved_to((start, end), changes)
    assert 0 <= first <= len(new)
    assert 0 <= last <= len(new)
    touched = any((a < end and start < b) or start < a == b < end for (a, b), _ in changes)
    if start < end and not touched:
        assert new[first:last] == old[start:end]


def test_very_different_long_texts_are_one_edit() -> None:
    words = int(MOST_COMPARED**0.5) + 1
    assert edits("a " * words, "b." * words) == [((0, 2 * words), (0, 2 * words))]
