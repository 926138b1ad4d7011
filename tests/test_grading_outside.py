"""What an answer says about itself earns no point: attacks on what its process could tell."""

from __future__ import annotations

import pytest
from verdicts import RIGHT, in_a_worker

pytestmark = pytest.mark.outside

NO_TRANSACTION = """
def replace(connection, key, fingerprint, chunks):
    {attack}
    found = connection.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key).fetchone()
    if found == (fingerprint,):
        return "unchanged"
    connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
    insert_chunks(connection, key, chunks)
    connection.execute("REPLACE INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
    return "replaced"
"""
TWO_STATEMENTS = """
def read(connection, key):
    {attack}
    found = connection.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key).fetchone()
    texts = connection.execute(f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position", key)
    return (found[0], [text for (text,) in texts]) if found else None
"""
FILTERED_LATE = """
def search(store, query, tenant, environment, roles, k):
    {attack}
    if not query.split():
        return []
    found = store.execute(
        "SELECT chunks.id, chunks.tenant, chunks.environment FROM words JOIN chunks "
        "ON chunks.id = words.rowid WHERE words MATCH ? ORDER BY bm25(words), chunks.id",
        [as_words(query)],
    )
    kept = []
    for number, *scope in [tuple(row) for row in found.fetchall()]:
        readers = store.execute("SELECT role FROM readers WHERE chunk_id = ?", [number]).fetchall()
        if scope == [tenant, environment] and {row[0] for row in readers} & set(roles):
            kept.append(number)
    return kept[:k]
"""
NAMES = {"06.q4": "connection", "06.q5": "connection", "05.q4": "store"}
LEAKY = {"06.q4": NO_TRANSACTION, "06.q5": TWO_STATEMENTS, "05.q4": FILTERED_LATE}

ATTACKS = {  # each runs as the first statement of an answer that is wrong without it
    "none": "pass",
    "no step is reported": "CONNECTION.before = lambda _: None",
    "no trace": "setattr(CONNECTION, 'set_trace_callback', None)",
    "an own row factory": "CONNECTION.row_factory = lambda _cursor, row: row",
    "sqlite3.Row": "import sqlite3; CONNECTION.row_factory = sqlite3.Row",
    "no server": "CONNECTION.server = None",
    "an own way to ask": "CONNECTION.ask = type(CONNECTION).ask.__get__(CONNECTION)",
    "the class says that it entered": "type(CONNECTION).in_transaction = False",
    "pretends to be equal": "type(CONNECTION).__eq__ = lambda *_: True",
    "no trace function": "import sys; sys.settrace(None); sys.setprofile(None)",
    "the journal is off": "CONNECTION.execute('PRAGMA journal_mode = OFF')",
    "reads what is not final": "CONNECTION.execute('PRAGMA read_uncommitted = ON')",
    "locks for good": "CONNECTION.execute('PRAGMA locking_mode = EXCLUSIVE')",
    "one more connection": (
        "import sqlite3; path = CONNECTION.execute('PRAGMA database_list').fetchall(); "
        "sqlite3.connect(path[0][2] if path else ':memory:').close()"
    ),
    "no output is compared": "import builtins; builtins.print = lambda *_: None",
    "json that forges": 'import json; json.dumps = lambda *_, **__: \'{"value": "replaced"}\'',
    "the interpreter's main": "import __main__; __main__.serve = __main__.call = lambda *_: None",
    "frames": "import sys; [frame.clear for frame in sys._current_frames().values()]",
    "messages of its own": "CONNECTION.ask('commit'); CONNECTION.ask('rollback')",
    "a hook on every statement": (
        "run = type(CONNECTION).ask; "
        "type(CONNECTION).ask = lambda self, what, **parts: run(self, what, **parts)"
    ),
}


def attacked(question, attack):
    return LEAKY[question].replace("{attack}", attack.replace("CONNECTION", NAMES[question]))


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.parametrize("question", LEAKY)
def test_an_attack_earns_nothing(question, name):
    passed, remark = in_a_worker(question, attacked(question, ATTACKS[name]))
    assert not passed, remark


HONEST = {  # the same tricks are no crime in an answer that is right
    "a row factory": "CONNECTION.row_factory = dict; CONNECTION.row_factory = None",
    "a setting": "CONNECTION.execute('PRAGMA foreign_keys = ON')",
    "what it printed": "print(CONNECTION)",
    "a cursor of its own": "cursor = CONNECTION.cursor(); cursor.execute('SELECT 1').fetchone()",
}


@pytest.mark.parametrize("name", HONEST)
@pytest.mark.parametrize("question", ["05.q4", "06.q4"])
def test_an_honest_answer_may_do_what_it_likes(question, name):
    head, _, body = RIGHT[question].partition("\n")
    trick = HONEST[name].replace("CONNECTION", NAMES[question])
    passed, remark = in_a_worker(question, f"{head}\n    {trick}\n{body}")
    assert passed, remark
