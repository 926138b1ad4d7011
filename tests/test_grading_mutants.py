"""Every check catches known mistakes, each with its own hint, and the mutants that a machine makes.

A mutant is the solution with one small change. One that passes a check must be listed in
EQUIVALENT, with the reason why it is no mistake.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Any

import pytest
from verdicts import QUESTIONS, RIGHT, in_its_lane, verdict

from course_lib.grading.build import exercise_of
from course_lib.places import EXERCISES

# A mutant without end is stopped wherever it is, in the __del__ of a cursor too.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
SEEDS = ("", "a/", "b/")  # a notebook's own, and two grades
WRONG = sorted((EXERCISES / "wrong_answers").glob("[0-9][0-9]/*.py"))


# --- the solution and the blank ---


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("question", [*map(in_its_lane, QUESTIONS)])
def test_the_solution_passes_whatever_the_random_inputs_are(question, seed):
    passed, remark = verdict(question, RIGHT[question], seed)
    assert passed
    assert (
        "".join(QUESTIONS[question].checks[question].outputs[0].text)
        == f"{question} ok: {remark}\n"
    )


@pytest.mark.parametrize("question", [*map(in_its_lane, QUESTIONS)])
def test_the_blank_earns_nothing(question):
    blank = exercise_of(QUESTIONS[question])
    labels = {cell.metadata.get("course", {}).get("answer"): cell for cell in blank.cells}
    passed, _ = verdict(question, labels[question].source)
    assert not passed


# --- known mistakes ---


def hint_of(path):
    first = path.read_text("utf-8").splitlines()[0]
    assert first.startswith("# hint: "), path.name
    return first.removeprefix("# hint: ")


def name_of(path):
    return f"{path.parent.name}-{path.stem}"


def question_of(path):
    return f"{path.parent.name}.{path.name.partition('_')[0]}"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", [in_its_lane(question_of(p), p, id=name_of(p)) for p in WRONG])
def test_a_known_mistake_gets_its_own_hint(path, seed):
    wait = 1 if "loops" in path.stem else 60  # seconds
    passed, hint = verdict(question_of(path), path.read_text("utf-8"), seed, wait=wait)
    assert not passed
    assert hint_of(path) in hint
    others = {hint_of(p) for p in WRONG if question_of(p) == question_of(path) and p != path}
    assert not [other for other in others if other in hint]


@pytest.mark.parametrize("question", QUESTIONS)
def test_at_least_three_mistakes_are_known_for_each_question(question):
    hints = [hint_of(path) for path in WRONG if question_of(path) == question]
    assert len(hints) >= 3
    assert len(set(hints)) == len(hints)


def test_every_known_mistake_belongs_to_a_question():
    assert {question_of(path) for path in WRONG} == set(QUESTIONS)


# --- mistakes made by machine ---

SWAPPED = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OTHER = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And}


def moved(node: ast.expr) -> list[ast.expr]:
    """The expression plus one and minus one."""
    return [ast.BinOp(node, operator, ast.Constant(1)) for operator in (ast.Add(), ast.Sub())]


def changes(node: ast.AST, parent: ast.AST | None) -> Iterator[ast.AST]:
    """What could stand in place of a node by a small mistake."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in SWAPPED.get(type(operator), ()):
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
    if isinstance(node, ast.BoolOp):
        yield ast.BoolOp(OTHER[type(node.op)](), node.values)
        yield from node.values
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    if isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        yield ast.BinOp(node.left, OTHER[type(node.op)](), node.right)
        if isinstance(node.op, ast.Sub):
            yield ast.BinOp(node.right, node.op, node.left)
    if isinstance(node, ast.Constant):
        if type(node.value) is int:
            yield ast.Constant(node.value + 1)
            yield ast.Constant(node.value - 1)
        if type(node.value) is bool:
            yield ast.Constant(not node.value)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        called = isinstance(parent, ast.Call) and parent.func is node
        if isinstance(parent, (ast.BinOp, ast.Call, ast.Compare, ast.Return)) and not called:
            yield from moved(node)
    if isinstance(node, ast.Call):
        for first in range(len(node.args) - 1):
            swapped = list(node.args)
            swapped[first : first + 2] = swapped[first : first + 2][::-1]
            yield ast.Call(node.func, swapped, node.keywords)
        for dropped in range(len(node.args)):
            yield ast.Call(node.func, node.args[:dropped] + node.args[dropped + 1 :], node.keywords)
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            for place, argument in enumerate(node.args):
                for other in moved(argument):
                    new = [*node.args[:place], other, *node.args[place + 1 :]]
                    yield ast.Call(node.func, new, node.keywords)
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            other_name = "max" if node.func.id == "min" else "min"
            yield ast.Call(ast.Name(other_name, ast.Load()), node.args, node.keywords)
            yield from node.args
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
        yield ast.Tuple(node.elts[::-1], ast.Load())
    if isinstance(node, ast.List) and isinstance(node.ctx, ast.Load):
        for dropped in range(len(node.elts)):
            yield ast.List(node.elts[:dropped] + node.elts[dropped + 1 :], ast.Load())
    if isinstance(node, ast.stmt) and not isinstance(node, (ast.FunctionDef, ast.Pass)):
        yield ast.Pass()
    if isinstance(node, (ast.For, ast.If)):  # the line alone dropped, its block kept
        yield ast.If(ast.Constant(value=True), node.body, [])
    if isinstance(node, ast.If):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def mutants(source: str) -> dict[str, str]:
    """Every source with one small change, named by its line, what stood there, and what does."""
    tree, found = ast.parse(source), {}
    as_it_was = ast.unparse(tree)
    for parent in ast.walk(tree):
        for name, field in ast.iter_fields(parent):
            items = field if isinstance(field, list) else [field]
            for index, node in enumerate(items):
                if not isinstance(node, ast.AST):
                    continue
                for other in changes(node, parent):
                    changed = list(items)
                    changed[index] = other
                    setattr(parent, name, changed if isinstance(field, list) else other)
                    text = ast.unparse(tree)
                    setattr(parent, name, field)
                    if text != as_it_was:
                        label = f"{one_line(node)} → {one_line(other)} (line {node.lineno})"
                        while label in found:  # the same words twice on one line
                            label += " again"
                        found[label] = text
    return found


def one_line(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


MUTANTS = {
    f"{question} {label}": (question, text)
    for question in QUESTIONS
    for label, text in mutants(RIGHT[question]).items()
}
EQUIVALENT = {
    "02.q3 60 → 61 (line 2)": "no line of the text has room for another character",
    "01.q2 min(start + size, length) → min(length, start + size) (line 4)": (
        "the smaller of two numbers does not depend on their order"
    ),
    "01.q3 0 → -1 (line 3)": "every window ends at 1 or later, above both",
    "01.q4 return None → pass (line 6)": "a function that ends without return returns None",
    "01.q4 length → length + 1 (line 4)": (
        "windows that begin before the fact stay where they are, and only the text's end moves"
    ),
    "01.q5 return None → pass (line 9)": "a function that ends without return returns None",
    "01.q5 range(size) → range(size - 1) (line 4)": (
        "with overlap size - 1 a window begins at every place: what ever was whole is whole"
    ),
    "01.q5 size → size - 1 (line 4)": "the same as range(size - 1)",
    "01.q5 helped or whole → whole (line 8)": (
        "the first tear comes right after an overlap at which the fact was whole"
    ),
    "01.q5 length → length + 1 (line 5)": "as in question 4",
    "03.q1 text[:at].encode('utf-8') → text[:at].encode() (line 3)": "UTF-8 is the default",
    "03.q4 passage.encode('utf-8') → passage.encode() (line 6)": "UTF-8 is the default",
    "04.q2 range(len(text)) → range(len(text) + 1) (line 5)": (
        "a quote is never empty, so none stands at the very end"
    ),
    "04.q3 (source_id, start, end) → (end, start, source_id) (line 5)": (
        "a key in another order tells the same passages apart"
    ),
    "06.q5 0 → -1 (line 9)": "the row has one column",
    "07.q1 max(whole[-1][1], end) → max(end, whole[-1][1]) (line 6)": "the larger of two numbers",
    "07.q3 range(0, text_length, size - overlap) → "
    "range(0, text_length + 1, size - overlap) (line 3)": (
        "a window that begins at the end of the text holds nothing"
    ),
    "07.q3 text_length → text_length + 1 (line 3)": "the same window",
    "07.q3 max(0, min(size - overlap, size - length + 1)) → "
    "max(min(size - overlap, size - length + 1), 0) (line 11)": "the larger of two numbers",
    "07.q3 min(size - overlap, size - length + 1) → "
    "min(size - length + 1, size - overlap) (line 11)": "the smaller of two numbers",
    "07.q4 stop → stop + 1 (line 7)": "another name for each place, and as many are paid for",
    "07.q4 stop → stop - 1 (line 7)": "the same",
    "07.q5 stored < found[0] → stored <= found[0] (line 8)": (
        "the question leaves open which of two splits that store the same is taken"
    ),
    "07.q5 stored → stored - 1 (line 8)": "the same, in whole numbers",
    "08.q1 range(len(word), start, -1) → range(len(word) + 1, start, -1) (line 5)": "a slice ends "
    "where the word does",
    "08.q1 range(len(word), start, -1) → range(len(word), start - 1, -1) (line 5)": "an empty "
    "piece is in no vocabulary",
    "08.q1 start → start - 1 (line 5)": "an empty piece is in no vocabulary",
    "08.q3 True → False (line 4)": "both lists are of one length",
    "08.q4 True → False (line 4)": "both lists are of one length",
    "09.q3 True → False (line 8)": "the three lists are of one length",
    "09.q5 max(start, chunk[0]) → max(chunk[0], start) (line 3)": "the larger of two numbers",
    "09.q5 min(end, chunk[1]) → min(chunk[1], end) (line 3)": "the smaller of two numbers",
    "10.q3 ('ENABLE', 'FORCE') → ('FORCE', 'ENABLE') (line 9)": "both hold when the last is run",
}


def with_seeds_in_turn(names: list[str]) -> list[Any]:
    """Each name with the seed of one grade or the other, in turns."""
    return [
        in_its_lane(MUTANTS[name][0], name, seed, id=f"{name}-{seed}")
        for name, seed in zip(names, cycle(SEEDS[1:]), strict=False)
    ]


@cache
def enough(question: str) -> float:
    """Seconds of processor time after which a mutant counts as endless.

    That is several times what the solution takes here, so that no mutant that would pass is stopped
    before it does.
    """
    verdict(question, RIGHT[question])  # the first time something is imported or read
    before = time.process_time()
    verdict(question, RIGHT[question])
    return 0.1 + 4 * (time.process_time() - before)


def test_there_are_mutants_of_every_question():
    counts = {question: sum(q == question for q, _ in MUTANTS.values()) for question in QUESTIONS}
    assert min(counts.values()) >= 5, counts


@pytest.mark.parametrize(
    ("name", "graded"), with_seeds_in_turn([name for name in MUTANTS if name not in EQUIVALENT])
)
def test_a_mutant_fails_its_check_whatever_the_random_inputs_are(name, graded):
    question, text = MUTANTS[name]
    for seed in (SEEDS[0], graded):
        passed, remark = verdict(question, text, seed, enough(question))
        assert not passed, f"slipped through with seed {seed!r}: {remark}\n{text}"
        if "TooLong" in remark:
            break  # it runs for ever, whatever it is given


@pytest.mark.parametrize(
    "name", [in_its_lane(MUTANTS[name][0], name, id=name) for name in EQUIVALENT]
)
def test_what_is_listed_as_equivalent_is_a_mutant_that_passes(name):
    question, text = MUTANTS[name]
    assert all(verdict(question, text, seed)[0] for seed in SEEDS)
