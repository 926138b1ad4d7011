"""Splitters and searches of one's own on the command line: taken by name, and what is wrong with
them is said in one line."""

import re

import pytest
from pipelines import P, here, run  # noqa: F401 (a fixture)

from course_lib.commands.yours import made
from course_lib.errors import InvalidValue
from course_lib.measure.table import rows_from_csv

pytestmark = pytest.mark.usefixtures("here")


def test_a_splitter_and_a_search_are_measured_beside_ours_and_compared(capsys):
    status, out, _ = run(
        capsys,
        *("measure", "--chunker", "naive", "--size", 400, "--splitter", f"{P}:lines"),
        *("--search", "store", f"{P}:longest", "--budget", 900),
    )
    assert status == 0
    firsts = [line.split("  ")[0] for line in out.splitlines()[3:7]]
    assert firsts == ["naive", "lines", "naive search=longest", "lines search=longest"]
    assert "recall against naive 400, paired, 95 %:" in out
    assert len(re.findall(r", (?:higher|lower|we cannot tell)$", out, re.M)) == 3


def test_without_a_chunker_the_splitter_is_measured_alone(capsys):
    status, out, _ = run(
        capsys, "measure", "--splitter", f"{P}:lines", "--budget", 900, "--csv", "-"
    )
    assert status == 0
    (row,) = rows_from_csv(out)
    assert (row.chunker, row.size, row.overlap) == ("lines", None, None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--splitter", f"{P}:rewritten"],
            "rewritten gives wrong positions of policy/55012; sli",
        ),
        (
            ["--splitter", f"{P}:no_list"],
            "no_list failed on policy/55012: InvalidType: chunks",
        ),
        (
            ["--search", f"{P}:distances"],
            "the search distances, place 2 of .* best first, and",
        ),
        (
            ["--search", f"{P}:words"],
            "the search words, place 1 of .* score 'high' is no ",
        ),
        (["--splitter", "lines"], "lines: write MODULE:FACTORY, for example my_pipeline:splitter"),
        (["--splitter", f"{P}:line"], f"{P}:line: there is no line in {P}"),
        (["--splitter", "nowhere_at_all:x"], "nowhere_at_all cannot be imported: ModuleNotFound"),
        (["--splitter", f"{P}:NUMBER"], "NUMBER is a int: name a function that returns it"),
        (["--search", f"{P}:breaks"], r"breaks\(\) raised KeyError: 'no model'"),
        (["--search", "builtins:int"], r"int\(\) returned 0: a search is a function of chunks"),
        (["--splitter", "builtins:int"], "a splitter is a function of a text, or has one of"),
        (["--splitter", f"{P}:lines", "--plot", "a.png"], "--plot draws recall over size"),
    ],
    ids=str,
)
def test_what_is_wrong_with_them_is_said_in_one_line(capsys, arguments, words):
    status, out, err = run(capsys, "measure", "--budget", 3_000, *arguments)
    assert (status, out) == (2, "")
    assert re.search(words, err.splitlines()[-1]), err


def test_an_object_will_do_for_a_splitter():
    assert callable(made(f"{P}:lines"))
    with pytest.raises(InvalidValue, match="there is no nothing in"):
        made(f"{P}:nothing")
