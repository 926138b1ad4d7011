"""Exercises 04 to 06: they give what is checked, other right ways pass, and a grade agrees."""

from __future__ import annotations

import ast
import inspect
import re
from random import Random

import in_process
import nbformat
import pytest
from in_process import InProcess
from lone_probe import doubled
from submissions import usable
from verdicts import QUESTIONS, RIGHT, in_its_lane, module_of, verdict
from verdicts import setup_of as cells_before

from course_lib.grading.answers import NotebookAnswers, NotYet, WorkerAnswers
from course_lib.grading.build import exercise_of
from course_lib.grading.course import Course
from course_lib.grading.grade import grade
from course_lib.grading.questions import find_check
from course_lib.grading.sandbox import ISOLATIONS, Sandbox

PROBE_05, PROBE_06 = module_of("05.probe"), module_of("06.probe")
GIVEN = ["make_store", "as_words", "best", *(f"search_{letter}" for letter in "abcde")]


def setup_of(exercise):
    return "\n\n".join(QUESTIONS[f"{exercise}.q1"].setup)


# --- what an exercise gives is what its check relies on ---


class Untyped(ast.NodeTransformer):
    """Takes the annotations out of functions."""

    def visit_arg(self, node):
        return ast.arg(node.arg)

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        return node


def plain_text(function):
    return ast.unparse(Untyped().visit(ast.parse(inspect.getsource(function))))


@pytest.mark.parametrize("name", GIVEN)
def test_the_store_and_the_leaks_of_05_are_those_that_are_tried(name):
    tree = ast.parse(setup_of("05"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert set(functions) == set(GIVEN)
    assert ast.unparse(functions[name]) == plain_text(getattr(PROBE_05, name))


def constants_of(exercise):
    assigned = [node for node in ast.parse(setup_of(exercise)).body if isinstance(node, ast.Assign)]
    return {node.targets[0].id: node.value for node in assigned}


def test_the_rows_the_tables_and_the_form_of_a_line_are_those_that_are_tried():
    store = constants_of("05")
    assert ast.literal_eval(store["ROWS"]) == PROBE_05.ROWS
    assert ast.literal_eval(store["ROLES"]) == PROBE_05.ROLES
    assert ast.literal_eval(store["SCHEMA"]) == PROBE_05.SCHEMA
    assert ast.literal_eval(constants_of("06")["SCHEMA"]) == PROBE_06.SCHEMA
    pattern = constants_of("04")["LINE"].args[0]
    assert re.compile(ast.literal_eval(pattern)) == module_of("04.q4").LINE


def test_every_role_that_exercise_05_names_can_read_something():
    assert {role for row in PROBE_05.ROWS for role in row[3]} == set(PROBE_05.ROLES)


# --- other right ways ---

LOCKED = """
def replace(connection, key, fingerprint, chunks):
    cursor = connection.cursor()
    cursor.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key)
    if cursor.fetchone() == (fingerprint,):
        return "unchanged"
"""
TAIL = """
        cursor.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        values = [*key, fingerprint]
        cursor.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)", values)
        for position, chunk in enumerate(chunks):
            cursor.execute("INSERT INTO chunks VALUES (?,?,?,?,?,?,?)", [*key, position, *chunk])
"""
OTHER_WAYS = {
    "04.q1 field by field": (
        "04.q1",
        """
def require_name(label, name):
    if not isinstance(name, str):
        raise TypeError(f"{label} is no string")
    if not name or name != name.strip():
        raise ValueError(f"{label} is empty or padded")

def seal(labels):
    require_name("source_id", labels.source_id)
    require_name("tenant", labels.tenant)
    require_name("environment", labels.environment)
    if not isinstance(labels.acl_roles, (list, tuple, set, frozenset)):
        raise TypeError("acl_roles is no collection")
    for role in labels.acl_roles:
        require_name("acl_roles", role)
    if not isinstance(labels.updated_at, datetime):
        raise TypeError("updated_at is no moment")
    if labels.updated_at.utcoffset() is None:
        raise ValueError("updated_at has no zone")
    object.__setattr__(labels, "acl_roles", frozenset(labels.acl_roles))
""",
    ),
    "04.q2 by find": (
        "04.q2",
        """
def verdict(text, start, quote):
    if text[start:start + len(quote)] == quote:
        return ["verified", [start]]
    places, at = [], text.find(quote)
    while at >= 0:
        places.append(at)
        at = text.find(quote, at + 1)
    if places:
        return ["moved", places]
    agreed = 0
    for one, other in zip(text[start:], quote):
        if one != other:
            break
        agreed += 1
    return ["changed", [start + agreed]]
""",
    ),
    "06.q1 compared first of all": ("06.q1", 'my_order = ["E", "C", "G", "D", "A", "F", "B"]'),
    "06.q1 compared before the lock": ("06.q1", 'my_order = list("CGEDAFB")'),
    "06.q3 by repr": (
        "06.q3",
        """
def fingerprint(document, settings):
    parts = {**document, "roles": sorted(set(document["roles"]))}
    parts["metadata"] = sorted(document["metadata"].items())
    text = repr((sorted(parts.items()), sorted(settings.items())))
    return sha256(text.encode()).hexdigest()
""",
    ),
    "06.q4 methods of the connection": (
        "06.q4",
        f"""{LOCKED}
    connection.execute("BEGIN IMMEDIATE")
    try:{TAIL}
        connection.commit()
        return "replaced"
    except BaseException:
        connection.rollback()
        raise
""",
    ),
    "06.q4 begin inside try, undone only if begun": (
        "06.q4",
        f"""{LOCKED}
    try:
        connection.execute("BEGIN IMMEDIATE"){TAIL}
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return "replaced"
""",
    ),
    "06.q4 written out, the lock taken first": (
        "06.q4",
        """
def replace(connection, key, fingerprint, chunks):
    connection.execute("BEGIN IMMEDIATE")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        if connection.execute(ask, key).fetchone() == (fingerprint,):
            connection.execute("ROLLBACK")
            return "unchanged"
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
        insert_chunks(connection, key, chunks)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
""",
    ),
    "06.q5 one statement": (
        "06.q5",
        """
def read(connection, key):
    rows = connection.execute(
        "SELECT fingerprint, text FROM documents LEFT JOIN chunks "
        "USING (tenant, environment, source_id) "
        f"WHERE {SOURCE} ORDER BY position", key,
    ).fetchall()
    if not rows:
        return None
    return rows[0][0], [text for _, text in rows if text is not None]
""",
    ),
    "06.q5 begin inside try": (
        "06.q5",
        """
def read(connection, key):
    try:
        connection.execute("BEGIN")
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        found = connection.execute(ask, key).fetchall()
        ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
        texts = [row[0] for row in connection.execute(ask, key).fetchall()]
        return [found[0][0], texts] if found else None
    finally:
        if connection.in_transaction:
            connection.execute("COMMIT")
""",
    ),
    "05.q1 as one expression": (
        "05.q1",
        """
def visible(labels, identity):
    return (
        bool(labels["tenant"]) and labels["tenant"] == identity["tenant"]
        and bool(labels["environment"]) and labels["environment"] == identity["environment"]
        and any(role and role in (identity["roles"] or []) for role in labels["roles"] or [])
    )
""",
    ),
    "05.q2 other questions": (
        "05.q2",
        """
leak_a = ("lantern row", "marrow-quill", "prod", ["personnel", "underwriter"])
leak_b = ("premium", "marrow-quill", "dev", ["underwriter"])
leak_c = ("premium", "puddlewick", "prod", [])
""",
    ),
    "05.q3 other questions": (
        "05.q3",
        """
leak_d = ('x) OR owner : "puddlewick" AND (premium', "marrow-quill", "prod", ["underwriter"])
starved = ("premium", "marrow-quill", "prod", ["underwriter", "contact_centre"])
""",
    ),
    "05.q4 one statement of its own, checked again": (
        "05.q4",
        """
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    found = store.execute(
        "SELECT chunks.id, chunks.text FROM words, chunks WHERE chunks.id = words.rowid "
        "AND words MATCH ? AND environment = ? AND tenant = ? AND EXISTS "
        f"(SELECT 1 FROM readers WHERE chunk_id = chunks.id AND role IN ({marks})) "
        "ORDER BY rank, chunks.id", [as_words(query), environment, tenant, *roles],
    ).fetchmany(k) if k else []
    ids = [row[0] for row in found]
    for number in ids:
        ask = "SELECT tenant FROM chunks WHERE id = ?"
        assert store.execute(ask, [number]).fetchone() == (tenant,)
    return ids
""",
    ),
}


@pytest.mark.parametrize("seed", ["", "a/"])
@pytest.mark.parametrize("name", OTHER_WAYS)
def test_another_right_way_passes(name, seed):
    question, source = OTHER_WAYS[name]
    passed, hint = verdict(question, source, seed)
    assert passed, hint


# --- the same mistake in another guise ---

GUISES = {
    "06.q5 sorted by where the rows happen to lie": (
        "06.q5",
        RIGHT["06.q5"].replace("ORDER BY position", "ORDER BY rowid"),
        "without ORDER BY position",
    ),
    "06.q3 merged the other way round": (
        "06.q3",
        RIGHT["06.q3"].replace("{**document,", "{**settings, **document,"),
        "gets a label chunker that the settings have too",
    ),
    "05.q1 the one who asks has lost the roles": (
        "05.q1",
        RIGHT["05.q1"].replace('identity["roles"] or []', 'identity["roles"]'),
        "'roles': None})` raised TypeError",
    ),
    "05.q1 a generator": (
        "05.q1",
        "def visible(labels, identity):\n    return (role for role in [])",
        "returned a generator; return True or False: visible({",
    ),
}


@pytest.mark.parametrize("name", GUISES)
def test_a_mistake_in_another_guise_gets_the_hint_too(name):
    question, source, hint = GUISES[name]
    assert source != RIGHT[question]
    passed, said = verdict(question, source)
    assert not passed
    assert hint in said


# --- an answer tried by code of the check's own ---


def test_a_probe_and_an_answer_do_not_share_their_names():
    source = "FACTOR = 5\ndoubled = None\ndef length(view):\n    return len(view) * FACTOR"
    answer = {"setup": [], "source": source, "seconds": 20.0}
    with InProcess(answer) as answers:
        assert answers.probe(doubled, "length", 3) == 3 * 5 * 2
        assert answers.value("doubled") is None


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("", "there is no `f` yet: define it in the answer cell, and run that"),
        ("def f(view): return helper(view)", "`f` raised NameError: name 'helper' is not defined"),
        ("def f(view): raise ValueError(len(view))", "`f` raised ValueError: 3"),
        ("def f(view): return view", "`f` raised TypeError: unsupported operand"),
        ("def f(view): return ...", "`f` raised TypeError: unsupported operand"),
    ],
)
def test_a_probe_that_fails_is_a_hint(source, hint):
    answer = {"setup": [], "source": source, "seconds": 20.0}
    with InProcess(answer) as answers, pytest.raises(NotYet) as raised:
        answers.probe(doubled, "f", 3)
    assert str(raised.value).startswith(hint)


def test_what_an_answer_does_to_its_arguments_stays_with_it():
    given = {"roles": ["clerk"], "spans": [(0, 1)]}

    def spoil(value):
        assert value["spans"] == [(0, 1)]
        value["roles"].append("everybody")
        return value.pop("spans")

    answers = NotebookAnswers({"spoil": spoil})
    assert answers.call("spoil", given) == [[0, 1]]
    assert given == {"roles": ["clerk"], "spans": [(0, 1)]}


@pytest.mark.outside
@pytest.mark.parametrize("isolation", ISOLATIONS)
@pytest.mark.parametrize("question", ["04.q1", "05.q4", "06.q4", "06.q5"])
def test_databases_can_be_tried_in_a_worker(question, isolation):
    answer = {"setup": cells_before(question, RIGHT[question]), "source": RIGHT[question]}
    with WorkerAnswers(answer, Sandbox(usable(isolation))) as answers:
        remark = find_check(question)(answers, Random(question))
    assert verdict(question, RIGHT[question]) == (True, remark)


# --- graded ---


@pytest.mark.parametrize(
    "exercise",
    [
        in_its_lane("10.q3" if exercise == "10" else exercise, exercise, id=exercise)
        for exercise in sorted({question[:2] for question in QUESTIONS})
    ],
)
def test_a_solution_earns_every_point_and_a_blank_none(exercise, tmp_path, monkeypatch):
    in_process.use(monkeypatch)
    solution = QUESTIONS[f"{exercise}.q1"]
    nbformat.write(solution.notebook, tmp_path / "solved.ipynb")
    nbformat.write(exercise_of(solution), tmp_path / "blank.ipynb")
    paths = [tmp_path / "solved.ipynb", tmp_path / "blank.ipynb"]
    solved, blank = grade(paths, Course.load(isolation="limits"))
    assert [mark.question for mark in solved.marks] == list(solution.checks)
    assert solved.score == solved.possible == blank.possible == len(solution.checks)
    assert blank.score == 0


def test_the_check_of_the_ladder_knows_the_text_that_the_exercise_gives():
    names = {}
    for text in QUESTIONS["02.q3"].setup:
        exec(text, names)
    module = module_of("02.q3")
    assert names["TERMS"] == module.TERMS
    assert names["word_cut"](module.TERMS, 0, 30) == module_of("02.common").word_cut(
        module.TERMS, 0, 30
    )
