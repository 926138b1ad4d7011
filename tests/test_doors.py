"""What `from course_lib import …` gives: functions, not modules, and nothing dear at once."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import course_lib
from course_lib import CourseError
from course_lib.auditing import report
from course_lib.measure import experiment

PACKAGE = Path(course_lib.__file__).parent


def test_the_flagships_are_functions():
    from course_lib import audit, evaluate

    assert audit is report.audit
    assert evaluate is experiment.evaluate


def test_a_star_import_gives_every_exported_name():
    names = {}
    exec("from course_lib import *", names)
    assert {*names} - {"__builtins__"} == {*course_lib.__all__}
    assert sorted(course_lib.__all__) == course_lib.__all__
    assert {*course_lib.__all__} <= {*dir(course_lib)}


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'course_lib' has no attribute 'evaluated'"):
        course_lib.evaluated  # noqa: B018


@pytest.mark.outside
def test_importing_the_package_does_not_import_what_measures():
    code = "import sys, course_lib; print('course_lib.measure' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# --- what the package refuses ---

ERRORS = [getattr(course_lib, name) for name in course_lib.__all__]
ERRORS = [error for error in ERRORS if isinstance(error, type) and issubclass(error, Exception)]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_every_refusal_is_a_course_error_and_one_of_pythons_own(error):
    assert issubclass(error, CourseError)
    assert error is CourseError or issubclass(error, (ValueError, TypeError, KeyError, OSError))


REFUSING = [path for path in sorted(PACKAGE.rglob("*.py")) if "grading" not in path.parts]


@pytest.mark.parametrize("path", REFUSING, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_raises_no_error_that_is_not_the_courses(path):
    nodes = ast.walk(ast.parse(path.read_bytes()))
    raised = [node.exc for node in nodes if isinstance(node, ast.Raise)]
    called = [error.func for error in raised if isinstance(error, ast.Call)]
    names = {name.id for name in called if isinstance(name, ast.Name)}
    assert names.isdisjoint({"ValueError", "TypeError", "KeyError", "Exception"})
