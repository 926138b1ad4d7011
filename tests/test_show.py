"""The front door of the views: all are there by name, and a name costs only what it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from course_lib import show
from course_lib.show.controls import LiveView

FOLDER = Path(show.__file__).parent


def test_every_view_is_exported_and_lives_in_the_file_of_its_name() -> None:
    files = {path.stem for path in FOLDER.glob("[a-z]*_*.py") if "_pictures" not in path.stem}
    views = {name: getattr(show, name) for name in show.__all__ if name[0].isupper()}
    assert {view.__module__ for view in views.values()} == {f"{show.__name__}.{f}" for f in files}
    for name, view in views.items():
        assert view.__name__ == name
        assert issubclass(view, LiveView)
    assert set(show.__all__) <= set(dir(show))


def test_expect_is_the_function() -> None:
    from course_lib.show.expect import expect

    assert show.expect is expect


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'course_lib.show' has no attribute 'Wal"):
        _ = show.WalkExplorer


@pytest.mark.outside
def test_widgets_and_pictures_are_imported_when_they_are_used() -> None:
    code = (
        "import sys, course_lib.show as show; from course_lib.show import expect\n"
        "assert not {'ipywidgets', 'matplotlib'} & set(sys.modules)\n"
        "show.CutLab\n"
        "assert 'ipywidgets' in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
