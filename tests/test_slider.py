"""The slider: its traits are those of an IntSlider, and links, interact and knobs use it so."""

from __future__ import annotations

import ipywidgets
import pytest
import traitlets
from hypothesis import given
from hypothesis import strategies as st

from course_lib.errors import InvalidValue
from course_lib.show.controls import knob
from course_lib.show.slider import Slider


def sliders() -> tuple[Slider, Slider]:
    return Slider(5, 0, 10), Slider(5, 0, 10)


@given(st.integers(-50, 50), st.integers(0, 50), st.integers(-200, 200))
def test_a_value_is_held_in_its_bounds_as_an_int_slider_holds_it(
    low: int, reach: int, value: int
) -> None:
    bounds = {"min": low, "max": low + reach}
    ours, theirs = Slider(value, **bounds), ipywidgets.IntSlider(value, **bounds)
    assert ours.value == theirs.value == min(max(value, low), low + reach)
    ours.close()
    theirs.close()


def test_moved_bounds_take_the_value_with_them_and_never_cross() -> None:
    slider = Slider(5, 0, 10)
    slider.max = 3
    assert slider.value == 3
    slider.min = 2
    slider.value = -1
    assert slider.value == 2
    with pytest.raises(traitlets.TraitError, match="max < min"):
        slider.max = 1


def test_it_sends_its_value_name_unit_and_script() -> None:
    slider = Slider(800, 50, 2000, 10, description="size", unit="characters")
    state = slider.get_state()
    names = ("value", "min", "max", "step", "description", "unit", "powers")
    assert [state[name] for name in names] == [800, 50, 2000, 10, "size", "characters", False]
    assert state["_model_module"] == state["_view_module"] == "anywidget"
    assert "stopPropagation" in state["_esm"]
    assert ".cl-slider" in state["_css"]


def test_what_the_page_sends_is_observed_and_held_in_the_bounds() -> None:
    slider, seen = Slider(5, 0, 10), []
    slider.observe(lambda change: seen.append(change.new), "value")
    slider.set_state({"value": 7})
    slider.set_state({"value": 70})
    assert seen == [7, 10]


def test_links_hold_two_sliders_together() -> None:
    one, other = sliders()
    link = traitlets.link((one, "value"), (other, "value"))
    one.value = 8
    assert other.value == 8
    link.unlink()
    in_the_page = ipywidgets.jslink((one, "value"), (other, "value"))
    assert in_the_page.get_state()["source"] == [f"IPY_MODEL_{one.model_id}", "value"]


def test_interact_uses_it_as_it_is() -> None:
    slider, called = Slider(5, 0, 10), []
    view = ipywidgets.interactive(lambda x: called.append(x), x=slider)
    assert view.children[0] is slider
    slider.value = 7
    assert called[-1] == 7
    assert slider.description == "x"


def test_a_knob_is_a_slider_and_refuses_what_lies_outside() -> None:
    size = knob("size", 403, (50, 2000), step=10)
    assert isinstance(size, Slider)
    assert (size.value, size.min, size.max, size.step) == (403, 50, 2000, 10)
    assert (size.description, size.unit) == ("size", "characters")
    for value in (49, 2001):
        with pytest.raises(InvalidValue, match=f"size {value} is outside of the slider: 50 to 20"):
            knob("size", value, (50, 2000))
