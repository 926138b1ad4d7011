"""The still pictures: real PNGs of a small size, with a sentence that says the same."""

from __future__ import annotations

from io import BytesIO

import matplotlib.image
import pytest

from course_lib.measure import Split
from course_lib.show.figures import (
    Picture,
    split_picture,
    storage_picture,
    whole_or_torn_picture,
)

SPLITS = {
    "whole": Split(1006, [(0, 800), (700, 1006)], [(337, 508)]),
    "torn": Split(1006, [(0, 400), (400, 800), (800, 1006)], [(337, 508)]),
    "many": Split(100_000, [(i, i + 20) for i in range(0, 100_000, 20)], [(50, 90)]),
    "no question": Split(10, [(0, 10)]),
    "empty": Split(0, []),
}


def pixels(picture: Picture):  # type: ignore[no-untyped-def]
    return matplotlib.image.imread(BytesIO(picture.png))


@pytest.mark.parametrize("name", SPLITS)
def test_a_split_has_a_picture(name: str) -> None:
    picture = split_picture(SPLITS[name])
    assert pixels(picture).std() > 0, "it is not blank"
    assert len(picture.png) < 60_000
    assert 300 < picture.width < 900


def test_the_sentence_says_what_the_picture_shows() -> None:
    alt = split_picture(SPLITS["torn"]).alt
    assert "3 chunks over 1,006 characters" in alt
    assert "Split: the answer (337–508) is cut at 400" in alt
    assert "Stored 1.00 times" in alt


def test_other_splits_have_other_pictures() -> None:
    assert split_picture(SPLITS["whole"]).png != split_picture(SPLITS["torn"]).png


def test_the_same_split_has_the_same_picture() -> None:
    assert split_picture(SPLITS["whole"]) == split_picture(SPLITS["whole"])


def test_a_grid_of_verdicts_counts_its_rows() -> None:
    grid = [[True, False, False, False], [True, True, True, False]]
    picture = whole_or_torn_picture(grid, [100, 200, 300, 400], [0, 50])
    assert "At overlap 0 it is whole at 25% of the sizes, at overlap 50 at 75%." in picture.alt
    dark = (pixels(picture)[..., 0] < 0.3).mean()
    assert 0.2 < dark < 0.6, "torn settings are dark, and half of these are torn"


def test_storage_names_its_ends() -> None:
    alt = storage_picture(400, [(0, 1.0), (200, 1.99)]).alt
    assert "1.00 times the document at overlap 0, 1.99 times at overlap 200" in alt


def test_a_bundle_is_a_png_and_a_sentence() -> None:
    bundle = split_picture(SPLITS["whole"]).bundle()
    assert set(bundle) == {"image/png", "text/plain"}
