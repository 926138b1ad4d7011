"""The still pictures: real PNGs of a small size, with a sentence that says the same numbers."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import matplotlib.image
import pytest

from course_lib.measure import Row, Split
from course_lib.measure.table import BOUNDED, FURTHER, MEASURED
from course_lib.show.pictures import (
    _values,
    k_and_budget_picture,
    law_picture,
    recall_picture,
    split_picture,
    storage_picture,
    structure_picture,
    whole_or_torn_picture,
)
from course_lib.show.stills import Picture

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


def test_the_sentence_says_what_the_picture_shows() -> None:
    alt = split_picture(SPLITS["torn"]).alt
    assert "3 chunks over 1,006 characters" in alt
    assert "Torn: the answer (337–508) is cut at 400" in alt
    assert "Stored 1.00 times" in alt


def test_other_splits_have_other_pictures() -> None:
    assert split_picture(SPLITS["whole"]).png != split_picture(SPLITS["torn"]).png


def test_the_same_split_has_the_same_picture() -> None:
    assert split_picture(SPLITS["whole"]).png == split_picture(SPLITS["whole"]).png


def test_a_grid_of_verdicts_counts_its_rows() -> None:
    grid = [[True, False, False, False], [True, True, True, False]]
    picture = whole_or_torn_picture(grid, [100, 200, 300, 400], [0, 50])
    assert "At overlap 0 it is whole at 25% of the sizes, at overlap 50 at 75%." in picture.alt
    dark = (pixels(picture)[..., 0] < 0.3).mean()
    assert 0.2 < dark < 0.6, "torn settings are dark, and half of these are torn"


def test_storage_names_its_ends() -> None:
    alt = storage_picture(400, [(0, 1.0), (200, 1.99)]).alt
    assert "1.00 times the document at overlap 0, 1.99 times at overlap 200" in alt


# --- pictures of measurements ---


def row(chunker="naive", size=400, overlap=0, k=5, budget=None, **figures):  # type: ignore[no-untyped-def]
    """A row whose figures are .5 unless given, each surely within .1 of it."""
    known = dict.fromkeys((*MEASURED, *FURTHER), 0.5) | figures
    bounds = {name: (max(0.0, known[name] - 0.1), known[name] + 0.1) for name in BOUNDED}
    return Row(chunker, size, overlap, k, budget, 10, 12, known, bounds)


AT_K = [row(size=s, recall=r, precision=p) for s, r, p in [(100, 0.3, 0.1), (400, 0.6, 0.02)]]
AT_BUDGET = [
    row(size=s, k=None, budget=3200, recall=r) for s, r in [(100, 0.5), (400, 0.8), (1600, 0.7)]
]
OVERLAPS = [row(overlap=o, intact=i) for o, i in [(200, 0.9), (0, 0.6), (100, 0.75)]]
MANY = [row(overlap=overlap) for overlap in range(11)]


def test_a_bar_reaches_from_the_low_bound_to_the_high_one() -> None:
    bounds = {"recall": (0.25, 1.0)}
    values, (below, above) = _values([replace(row(recall=0.5), bounds=bounds)], "recall")
    assert (values, below, above) == ([0.5], [0.25], [0.5])


PICTURES = {
    "recall": lambda: recall_picture([*AT_BUDGET, row("paragraph", overlap=None, recall=0.9)]),
    "k and budget": lambda: k_and_budget_picture(AT_K, AT_BUDGET),
    "law": lambda: law_picture(OVERLAPS, [50, 200]),
    "structure": lambda: structure_picture(OVERLAPS),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_measurement_is_drawn_in_greys_and_is_the_same_again(name: str) -> None:
    picture = PICTURES[name]()
    pixels = matplotlib.image.imread(BytesIO(picture.png))[..., :3]
    assert pixels.std() > 0, "it is not blank"
    assert (pixels.max(axis=2) - pixels.min(axis=2)).max() < 0.01, "there is no colour to miss"
    assert len(picture.png) < 60_000
    assert PICTURES[name]().png == picture.png


SENTENCES = {
    "recall": "Recall over chunk size, reading 3,200 characters or 5 chunks: naive, overlap 0: "
    "0.50 (0.40–0.60) at 100, 0.80 (0.70–0.90) at 400, 0.70 (0.60–0.80) at 1,600; paragraph: "
    "0.90 (0.80–1.00) at 400.",
    "k and budget": "Recall over chunk size. Left, reading 5 chunks, naive, overlap 0: 0.30 "
    "(0.20–0.40) at 100, 0.60 (0.50–0.70) at 400. Right, reading 3,200 characters, naive, overlap "
    "0: 0.50 (0.40–0.60) at 100, 0.80 (0.70–0.90) at 400, 0.70 (0.60–0.80) at 1,600.",
    "law": "Share of evidence that one chunk of 400 characters holds: at overlap 0 measured 0.60, "
    "by the law 0.69; at overlap 100 measured 0.75, by the law 0.83; at overlap 200 measured 0.90, "
    "by the law 1.00.",
    "structure": "Evidence kept and read, reading 5 chunks: naive 400/200 keeps 0.90 whole and "
    "reads 0.50 (0.40–0.60); naive 400 keeps 0.60 whole and reads 0.50 (0.40–0.60); naive 400/100 "
    "keeps 0.75 whole and reads 0.50 (0.40–0.60).",
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_sentence_says_what_was_measured(name: str) -> None:
    assert PICTURES[name]().alt == SENTENCES[name]


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^11 lines cannot be told apart: draw at most 10"):
        recall_picture(MANY)
    with pytest.raises(ValueError, match=r"^there is nothing to draw: no row has a size$"):
        recall_picture([replace(AT_K[0], size=None)])
    with pytest.raises(ValueError, match=r"^there is nothing to draw: give at least one row$"):
        structure_picture([])
    for rows, lengths in ((AT_K, [50]), (OVERLAPS, [])):
        with pytest.raises(ValueError, match=r"^the law is drawn for rows of one size and "):
            law_picture(rows, lengths)
