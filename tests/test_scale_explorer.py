"""The scale explorer: its bars and words are what the rates make of its sliders."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from course_lib.errors import InvalidValue
from course_lib.scale.rates import Rate, measure_rates, stored_rates, told_time
from course_lib.show import ScaleExplorer
from course_lib.show.scale_explorer import bars_html, origin_of, rates_picture, times_picture


def open_explorer(**settings: int) -> ScaleExplorer:
    return ScaleExplorer(key="scale", **settings)


def test_every_position_shows_what_the_rates_make_of_it() -> None:
    explorer = open_explorer()
    for gigabytes in (1, 2, 999, explorer.gigabytes.max):
        for workers in (1, 2, 64, explorer.workers.max):
            explorer.gigabytes.value, explorer.workers.value = gigabytes, workers
            for rate in explorer.rates:
                seconds = rate.seconds * gigabytes / (1 if rate.stage == "store" else workers)
                assert explorer.seconds[rate.stage] == pytest.approx(seconds)
                assert f"{rate.stage} {told_time(explorer.seconds[rate.stage])}" in explorer.figures
            assert explorer.verdict.words == f"{explorer.figures}."
            assert f"{gigabytes:,} GB on {workers:,} worker" in explorer.sentence
            longest = max(explorer.seconds, key=explorer.seconds.__getitem__)
            assert explorer.sentence.endswith(f": {longest} takes the longest")


def test_the_store_stays_as_it_is_however_many_workers_there_are() -> None:
    explorer = open_explorer(gigabytes=100)
    before = explorer.seconds
    explorer.workers.value = 1000
    assert explorer.seconds["store"] == before["store"]
    assert explorer.seconds["embed"] == pytest.approx(before["embed"] / 1000)


def test_what_is_stored_in_a_notebook_is_the_same_on_every_machine() -> None:
    slower = [Rate(rate.stage, 3 * rate.seconds, measured=True) for rate in stored_rates()]
    here = ScaleExplorer(slower, gigabytes=10, workers=4, key="here")
    there = open_explorer(gigabytes=10, workers=4)
    assert here.figures != there.figures
    (mine, look), (theirs, _) = here._repr_mimebundle_(), there._repr_mimebundle_()
    assert (
        mine["text/plain"] == theirs["text/plain"] == "10 GB on 4 workers: embed takes the longest"
    )
    assert look["image/png"]["alt"] == here.figures
    assert rates_picture(slower).alt == rates_picture(stored_rates()).alt


def test_the_longest_stage_is_told_of_measured_rates_too() -> None:
    assert "The longest by far is embed." in rates_picture(measure_rates(0.001)).alt


def test_a_bar_is_longer_for_more_and_stays_on_the_scale() -> None:
    def lengths(seconds: list[float]) -> list[int]:
        drawing = bars_html({str(number): each for number, each in enumerate(seconds)})
        ElementTree.fromstring(drawing)
        return [
            int(found)
            for found in re.findall(r'fill-opacity="0.6" x="\d+" y="\d+" width="(\d+)"', drawing)
        ]

    found = lengths([0, 0.001, 0.1, 1, 10, 1e5, 1e9, 1e30])
    assert found == sorted(found)
    assert found[:2] == [0, 0]
    assert found[-2] == found[-1] == 400
    assert found[4] - found[3] == pytest.approx((found[5] - found[4]) / 4, abs=1)


def test_names_are_escaped() -> None:
    drawing = bars_html({"<b>&": 1.0})
    assert "<b>" not in drawing
    ElementTree.fromstring(drawing)


def test_what_was_measured_and_what_was_stored_is_said() -> None:
    assert origin_of(stored_rates()).startswith("Stored with the course: extract, cut, audit")
    assert origin_of([Rate("cut", 1.0, measured=True)]) == "Measured on this machine: cut."
    assert origin_of(stored_rates()) in open_explorer().summary.value


def test_pictures_are_drawn() -> None:
    for picture in (rates_picture(stored_rates()), times_picture({"cut": 0.0001}, "Nearly none.")):
        assert picture.png.startswith(b"\x89PNG")


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(InvalidValue, match="at least one rate"):
        ScaleExplorer([])
    with pytest.raises(InvalidValue, match="outside of the slider"):
        open_explorer(workers=0)
    with pytest.raises(InvalidValue, match="outside of the slider"):
        open_explorer(gigabytes=10_001)
