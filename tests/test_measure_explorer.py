"""The measured grid: every setting is there, and the view draws what was measured."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product
from math import log2

import pytest

from course_lib.samples import load_measurements
from course_lib.show.measure_explorer import (
    SHARES,
    MeasureExplorer,
    curve_html,
    find_row,
    measured_html,
    sentence_of,
)

ROWS = load_measurements()
SIZES = sorted({row.size for row in ROWS if row.size})
CHUNKERS = ("naive", "paragraph", "markdown")
READINGS = list(dict.fromkeys(row.price for row in ROWS))


def open_explorer(**knobs: object) -> MeasureExplorer:
    return MeasureExplorer(ROWS, key="measure", **knobs)  # type: ignore[arg-type]


def test_every_position_of_the_controls_was_measured() -> None:
    found = {
        id(find_row(ROWS, *position)) for position in product(CHUNKERS, SIZES, SHARES, READINGS)
    }
    assert len(found) == len(ROWS) == len(READINGS) * len(SIZES) * (len(SHARES) + 2)


def test_what_was_not_measured_is_said() -> None:
    with pytest.raises(KeyError, match="naive 777, half, reading 5 chunks was not measured"):
        find_row(ROWS, "naive", 777, "half", "5 chunks")
    with pytest.raises(KeyError, match="was not measured"):
        open_explorer(reading="3 chunks")


@pytest.mark.parametrize("reading", READINGS)
def test_the_view_draws_the_row_the_floor_and_the_series(reading: str) -> None:
    explorer = open_explorer(reading=reading)
    for chunker, size, share in product(CHUNKERS, SIZES, SHARES):
        explorer.chunker.value, explorer.size.value = chunker, size
        explorer.overlap.value = share
        row = find_row(ROWS, chunker, size, share, reading)
        series = [find_row(ROWS, chunker, each, share, reading) for each in SIZES]
        floor = find_row(ROWS, "naive", 800, "one eighth", reading)
        assert measured_html(row, floor, series) in explorer.summary.value
        assert explorer.verdict.words.lower() == f"{sentence_of(row)}.".lower()
        assert explorer.sentence == sentence_of(row)
        assert explorer.overlap.disabled is (chunker != "naive")
        assert ("never overlaps" in explorer.summary.value) is (chunker != "naive")


def test_the_drawing_says_in_words_what_it_shows() -> None:
    series = [find_row(ROWS, "naive", size, "no overlap", "5 chunks") for size in SIZES]
    floor = find_row(ROWS, "naive", 800, "one eighth", "5 chunks")
    drawn = curve_html(series[2], floor, series)
    places = [float(x) for x in re.findall(r'cx="([\d.]+)"', drawn)]
    doublings = [log2(later / earlier) for earlier, later in pairwise(SIZES)]
    steps = [(later - earlier) for earlier, later in pairwise(places)]
    assert [step / steps[0] for step in steps] == pytest.approx(
        [each / doublings[0] for each in doublings], abs=0.02
    )
    for row in series:
        assert f"{row.figures['recall']:.2f} at {row.size}" in drawn
    assert drawn.count("cl-chosen") == 1
    assert drawn.count("cl-dot") == len(series) - 1


def test_the_floor_is_eight_hundred_and_one_hundred() -> None:
    floor = open_explorer().floor
    assert (floor.chunker, floor.size, floor.overlap) == ("naive", 800, 100)


def test_a_share_without_a_value_is_drawn_as_none() -> None:
    row = ROWS[0]
    figures = {**row.figures, "covered": None}
    blank = replace(row, figures=figures)
    assert "0%" in measured_html(blank, row, [row])


def test_controls_have_names_and_the_view_closes() -> None:
    explorer = open_explorer()
    controls = (explorer.chunker, explorer.size, explorer.overlap, explorer.reading)
    assert [each.description for each in controls] == ["chunker", "size", "overlap", "reading"]
    assert explorer._repr_mimebundle_()[0]["text/plain"] == explorer.sentence
    explorer.close()
    assert explorer.size.comm is None
