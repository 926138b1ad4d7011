"""The pictures of notebook 08: each has its figures in a sentence, and draws."""

from __future__ import annotations

from course_lib.measure.bootstrap import Difference, Interval
from course_lib.samples import load_recalls
from course_lib.show.search_pictures import differences_picture, searches_picture


def test_recall_over_size_is_told_for_each_search() -> None:
    rows = [
        row
        for row in load_recalls()
        if (row.questions, row.budget) == ("visible", 1600)
        and row.search in ("words", "both")
        and row.setting.startswith("paragraph")
    ]
    picture = searches_picture(rows)
    assert picture.alt.startswith("Recall over the size of paragraph chunks, by search: words 0.71")
    assert "; both 0.78 at 200, 0.82 at 400" in picture.alt
    assert picture.png.startswith(b"\x89PNG")


def test_differences_are_told_with_their_bounds() -> None:
    picture = differences_picture({"a − b": Difference(0.1, Interval(-0.02, 0.22))})
    assert picture.alt == "Differences of recall: a − b +0.10 (-0.02 to +0.22)."
    assert picture.png.startswith(b"\x89PNG")
