"""Rates, and what they make of an amount of text and a number of workers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.errors import InvalidValue
from course_lib.scale import rates
from course_lib.scale.rates import (
    ONE_WRITER,
    STORED,
    Rate,
    cost_table,
    measure_rates,
    stored_rates,
    told_time,
)

amounts = st.floats(0.001, 1e5)
workers = st.integers(1, 10_000)


def test_every_stage_is_measured_or_as_it_was_stored() -> None:
    found = measure_rates(0.001)
    assert [rate.stage for rate in found] == list(STORED)
    for rate in found:
        assert rate.seconds > 0
        assert rate.measured or rate in stored_rates()
    assert {rate.stage for rate in found if rate.measured} >= {"cut", "audit", "store"}


def test_a_stage_whose_package_is_missing_is_as_it_was_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: object) -> None:
        raise InvalidValue("not installed")

    monkeypatch.setattr(rates, "read_pages", missing)
    monkeypatch.setattr(rates.MiniLM, "embed", missing)
    found = {rate.stage: rate for rate in measure_rates(0.001)}
    assert not found["extract"].measured
    assert not found["embed"].measured
    assert found["cut"].measured
    assert found["embed"].seconds == STORED["embed"]


def test_a_fault_of_a_stage_is_no_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "audit", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        measure_rates(0.001)


@given(amounts, workers)
def test_workers_share_all_but_the_store(gigabytes: float, count: int) -> None:
    for rate in stored_rates():
        alone, shared = rate.hours(gigabytes, 1), rate.hours(gigabytes, count)
        assert shared == pytest.approx(alone if rate.stage == ONE_WRITER else alone / count)
        assert rate.hours(2 * gigabytes, count) == pytest.approx(2 * shared)
        assert alone * 3600 == pytest.approx(rate.seconds * gigabytes)


@given(st.integers(1, 5000), st.floats(0.001, 10), amounts)
def test_the_table_adds_up(cores: int, price: float, terabytes: float) -> None:
    some = [Rate("cut", 3600.0), Rate(ONE_WRITER, 7200.0), Rate("embed", 36_000_000.0)]
    head, *lines = cost_table(some, [terabytes], cores, price, "USD").splitlines()
    assert head.split() == f"{terabytes:g} TB core hours hours on {cores:,} cores USD".split()
    found = {}
    for line in lines:
        stage, *numbers = line.split()
        found[stage] = [float(number.replace(",", "")) for number in numbers]
    assert list(found) == ["cut", ONE_WRITER, "embed", "together"]
    for column in range(3):
        parts = sum(found[stage][column] for stage in ("cut", ONE_WRITER, "embed"))
        assert found["together"][column] == pytest.approx(parts, abs=2)
    alone, shared, money = found["embed"]
    assert alone == pytest.approx(10_000 * 1000 * terabytes, abs=0.6)
    assert shared == pytest.approx(10_000 * 1000 * terabytes / cores, rel=1e-3, abs=0.06)
    assert money == pytest.approx(10_000 * 1000 * terabytes * price, rel=1e-3, abs=0.6)
    assert found[ONE_WRITER][1] == pytest.approx(2000 * terabytes, rel=1e-3, abs=0.06)


def test_several_amounts_stand_one_below_the_other() -> None:
    one, ten = (cost_table(stored_rates(), [amount], 100, 0.05) for amount in (1, 10))
    assert cost_table(stored_rates(), [1, 10], 100, 0.05) == f"{one}\n{ten}"


@given(st.floats(0.001, 1e12))
def test_a_time_is_told_in_a_unit_that_can_be_read(seconds: float) -> None:
    number, unit = told_time(seconds).split()
    size = {"s": 1, "min": 60, "h": 3600, "days": 86_400, "years": 31_557_600}[unit]
    told = float(number.replace(",", "")) * size
    assert told == pytest.approx(seconds, rel=0.5)
    if unit != "s":
        assert float(number.replace(",", "")) >= 2
    if unit != "years":
        assert float(number.replace(",", "")) <= 730
