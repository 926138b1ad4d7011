"""The exercise is cut out of the solution: the same bytes every time, or a refusal that helps."""

import nbformat
import pytest
from submissions import SOLUTION, SOURCE

from course_lib.grading.build import (
    BEGIN,
    END,
    BadSolution,
    build,
    exercise_of,
    read_solution,
    stubbed,
)
from course_lib.grading.notebook import question_of
from course_lib.places import ANALYSES, EXERCISES, SOLUTIONS

ANSWER = f"{BEGIN}\nsize = 3\n{END}"
CHECK = 'check("01.q1")'


def code(source, id_="cell-0"):
    return nbformat.v4.new_code_cell(source, id=id_)


def text(source, id_="text-0"):
    return nbformat.v4.new_markdown_cell(source, id=id_)


@pytest.fixture
def written(tmp_path):
    """Write a notebook of these cells and return its path."""

    def write(*cells):
        path = tmp_path / "01_made_up.ipynb"
        path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=list(cells))), "utf-8")
        return path

    return write


def test_building_again_gives_the_stored_bytes(tmp_path):
    paths = build(SOLUTIONS, tmp_path)
    stored = [*sorted(EXERCISES.glob("[0-9][0-9]_*.ipynb")), EXERCISES / ANALYSES]
    assert [path.name for path in paths] == [path.name for path in stored]
    for fresh, kept in zip(paths, stored, strict=True):
        assert fresh.read_bytes() == kept.read_bytes(), f"{kept.name}: run make exercises"


def test_an_exercise_is_a_valid_notebook_without_outputs():
    notebook = exercise_of(SOURCE)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in cells)


def test_making_the_exercise_leaves_the_solution_as_it_is():
    before = nbformat.writes(SOURCE.notebook)
    exercise_of(SOURCE)
    assert nbformat.writes(SOURCE.notebook) == before


def test_the_analysis_is_gone_and_everything_else_keeps_its_place():
    ids = [cell.id for cell in exercise_of(SOURCE).cells]
    all_ids = [cell.id for cell in SOURCE.notebook.cells]
    assert ids == [id_ for id_ in all_ids if not id_.endswith("-analysis")]
    assert len(ids) < len(all_ids)


def test_no_line_of_a_solution_and_no_marker_is_left():
    exercise = "\n".join(cell.source for cell in exercise_of(SOURCE).cells)
    assert BEGIN not in exercise
    assert END not in exercise
    for cell in SOURCE.answers.values():
        inside = cell.source.partition(BEGIN)[2].partition(END)[0]
        for line in filter(None, map(str.strip, inside.splitlines())):
            assert line not in exercise


def test_answer_cells_are_labelled_with_their_question_and_no_other_cell_is():
    cells = exercise_of(SOURCE).cells
    labels = {cell.id: cell.metadata for cell in cells if cell.metadata}
    assert labels == {
        cell.id: {"course": {"answer": question}} for question, cell in SOURCE.answers.items()
    }


@pytest.mark.parametrize("depth", ["", "    ", "        ", "\t"])
def test_the_stub_stands_at_the_depth_of_the_region(depth):
    source = f"{depth}before\n{depth}{BEGIN}\n{depth}    deep = 1\n{depth}{END}\n{depth}after"
    assert stubbed(source) == f"{depth}before\n{depth}...  # your answer\n{depth}after"


def test_every_region_of_a_cell_becomes_a_stub():
    source = f"def f():\n    {BEGIN}\n    a\n    {END}\n\ndef g():\n    {BEGIN}\n    b\n    {END}"
    assert stubbed(source) == (
        "def f():\n    ...  # your answer\n\ndef g():\n    ...  # your answer"
    )


@pytest.mark.parametrize("cell", exercise_of(SOURCE).cells, ids=lambda cell: cell.id)
def test_every_cell_of_the_exercise_is_python(cell):
    if cell.cell_type == "code":
        compile(cell.source, cell.id, "exec")


def test_a_source_knows_its_parts(written):
    path = written(code("import json"), text("t"), code(ANSWER, "a"), code(CHECK, "c"))
    source = read_solution(path)
    assert source.exercise == "01"
    assert source.setup == ("import json",)
    assert source.answers["01.q1"].id == "a"
    assert source.checks["01.q1"].id == "c"


REFUSED = {
    "a region inside a region": [code(f"{BEGIN}\n{BEGIN}\n{END}\n{END}", "bad"), code(CHECK)],
    "a region that is never closed": [code(f"{BEGIN}\nsize = 3", "bad"), code(CHECK)],
    "an end without a beginning": [code(f"size = 3\n{END}", "bad"), code(CHECK)],
    "a marker that is not alone on its line": [code(f"size = 3  {BEGIN}", "bad"), code(CHECK)],
    "a region in a text cell": [text(ANSWER, "bad"), code(ANSWER), code(CHECK, "c")],
    "an answer and a check in one cell": [code(f"{ANSWER}\n{CHECK}", "bad")],
    "an answer that no check follows": [code(ANSWER, "bad")],
    "an answer before the last one was checked": [code(ANSWER), code(ANSWER, "bad")],
    "a check of 01.q1 with no answer before it": [code(CHECK, "bad")],
    "a second check of 01.q1": [
        *(code(ANSWER, "a"), code(CHECK, "b")),
        *(code(ANSWER, "c"), code(CHECK, "bad")),
    ],
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_bad_source_is_refused_with_the_cell_and_the_reason(what, written):
    with pytest.raises(BadSolution) as refused:
        read_solution(written(*REFUSED[what]))
    assert str(refused.value).startswith(f"cell 'bad' holds {what}: ")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"id": "two"', '"id": "one"', "cell 'one' holds an id that another cell has: 'b'"),
        ('"id": "two",', "", "cell None holds no id: 'b'"),
    ],
)
def test_ids_that_would_change_with_each_build_are_refused(old, new, why, written):
    path = written(text("a", "one"), text("b", "two"))
    stored = path.read_text("utf-8")
    assert old in stored
    path.write_text(stored.replace(old, new), "utf-8")
    with pytest.raises(BadSolution) as refused:
        read_solution(path)
    assert str(refused.value).startswith(why)


def test_a_marker_that_shares_its_line_with_the_end_is_refused(written):
    with pytest.raises(BadSolution, match="not alone on its line"):
        read_solution(written(code(f"{BEGIN}\nsize = 3\n{END}  # done", "bad"), code(CHECK)))


def test_a_notebook_without_checks_is_refused_by_name(written):
    with pytest.raises(BadSolution, match=r"01_made_up\.ipynb holds no check"):
        read_solution(written(code("1")))


@pytest.mark.parametrize(
    ("source", "question"),
    [
        (CHECK, "01.q1"),
        ("check('02.deep.er')", "02.deep.er"),
        (f"# at last\n{CHECK}  ", "01.q1"),
        ("check(question)", None),
        (f"    {CHECK}", None),
        (f"print({CHECK})", None),
    ],
)
def test_the_question_of_a_cell(source, question):
    assert question_of(code(source)) == question
    assert question_of(text(source)) is None


def test_building_writes_nothing_beside_the_exercises(tmp_path):
    solutions = tmp_path / "solutions"
    solutions.mkdir()
    (solutions / SOLUTION.name).write_bytes(SOLUTION.read_bytes())
    (solutions / "notes.ipynb").write_text("not numbered, so no exercise", "utf-8")
    build(solutions, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *(SOLUTION.name, ANALYSES, "solutions")
    ]
