"""Attacks on a served database and its messages: who serves it stays whole and is not held up."""

import json
import sqlite3

import pytest
from verdicts import RIGHT, in_a_worker

from course_lib.grading.served import Connection, Server

NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9000000)"
LONG = "hex(zeroblob(49000))"


@pytest.fixture
def server():
    with Server(sqlite3.connect(":memory:", isolation_level=None)) as server:
        yield server


REFUSED = {  # statements without end, without bound, and those that reach further than the database
    "endless": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT max(i) FROM n",
    "a long value": "SELECT length(zeroblob(100001))",
    "a long value, doubled": f"SELECT length(replace({LONG}, '0', '0000'))",
    "a long pattern": f"SELECT {LONG} LIKE '{'%0' * 600}'",
    "a long pattern for GLOB": f"SELECT {LONG} GLOB '{'*0' * 600}'",
    "slow functions": f"{NUMBERS} SELECT sum(instr({LONG}, substr({LONG}, 1, 9) || i)) FROM n",
    "slow comparisons": f"{NUMBERS} SELECT count(*) FROM n WHERE {LONG} LIKE '%{'0' * 900}' || i",
    "many long rows": f"{NUMBERS} SELECT {LONG} FROM n",
    "many short rows": f"{NUMBERS} SELECT i FROM n",
    "a product of tables": f"{NUMBERS} SELECT count(*) FROM n a, n b, n c",
    "sorting": f"{NUMBERS} SELECT {LONG} || i AS t FROM n ORDER BY t",
    "filling the database": f"CREATE TABLE big AS {NUMBERS} SELECT {LONG} AS t FROM n",
    "filling a temporary table": f"CREATE TEMP TABLE big AS {NUMBERS} SELECT {LONG} AS t FROM n",
    "one long text": f"{NUMBERS} SELECT group_concat({LONG}) FROM n",
    "many columns": f"SELECT {', '.join('1' * 101)}",
    "deep parentheses": f"SELECT {'(' * 9000}1{')' * 9000}",
    "other files": "ATTACH 'other.db' AS other",
    "a copy": "VACUUM INTO 'other.db'",
    "an extension": "SELECT load_extension('./other')",
    "the address of a tokenizer": "SELECT FTS3_Tokenizer('simple')",
    "a tokenizer by address": "SELECT fts3_tokenizer('x', x'4141414141414141')",
    "the schema as a table": "UPDATE sqlite_master SET sql = 'nothing'",
    "pages": "SELECT * FROM sqlite_dbpage",
    "files": "SELECT readfile('/etc/passwd')",
    "bytes that are no text": "SELECT CAST(x'ff' AS TEXT)",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_statement_that_asks_for_too_much_is_refused_and_the_next_one_runs(
    server, name, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("course_lib.grading.served._SECONDS", 0.3)
    connection = Connection(server.serve)
    with pytest.raises((sqlite3.Error, MemoryError)):
        connection.execute(REFUSED[name]).fetchall()
    assert connection.execute("SELECT 1").fetchall() == [(1,)]
    assert list(tmp_path.iterdir()) == []


SETTINGS = [
    *("writable_schema = ON", "journal_mode = OFF", "max_page_count = 1073741823"),
    *("temp_store_directory = '/'", "hard_heap_limit = 1", "page_size = 512", "query_only = ON"),
    *("trusted_schema = ON", "data_store_directory = '/'", "wal_checkpoint(TRUNCATE)"),
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_setting_is_changed_and_none_is_told(server, setting):
    before = server.connection.total_changes
    connection = Connection(server.serve)
    assert connection.execute(f"PRAGMA {setting}").fetchall() == []
    connection.execute("CREATE TABLE t (a)")
    connection.execute("INSERT INTO t VALUES (1)")
    assert server.connection.total_changes == before + 1


def execute(statement, *values, cursor=1, what="execute"):
    return {"what": what, "cursor": cursor, "statement": statement, "values": [*values]}


MESSAGES = {
    "no list of values": {**execute("SELECT ?"), "values": 7},
    "values of no kind": execute("SELECT ?", []),
    "bytes that are none": execute("SELECT ?", {"bytes": "no hex"}),
    "bytes in bytes": execute("SELECT ?", {"bytes": {"bytes": ""}}),
    "a number without end": execute("SELECT ?", 10**3000),
    "rows that are numbers": execute("SELECT ?", 1, what="executemany"),
    "a list for a cursor": execute("", cursor=[]),
    "a text for a cursor": execute("", cursor="x"),
    "a dict for a statement": execute({}),
    "a NUL in a statement": execute("SELECT 1;\0"),
    "a lone surrogate": execute("\ud800"),
    "two statements": execute("BEGIN; BEGIN"),
    "dropping what is no list": {"what": "state", "dropped": 7},
    "dropping lists": {"what": "state", "dropped": [[]]},
    "a size without end": {"what": "fetch", "cursor": 1, "size": 10**40},
    "a size that is none": {"what": "fetch", "cursor": 1, "size": "all"},
    "what is a list": {"what": [], "dropped": []},
    "a serve of its own": {"what": "serve", "connection": None},
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_forged_message_gets_an_answer_and_leaves_no_trace(server, name):
    reply = server.serve(json.loads(json.dumps(MESSAGES[name])))
    assert json.dumps(reply)
    assert set(reply) in ({"raise"}, {"rows"}, {"in_transaction", "total_changes"})
    assert not server.connection.in_transaction
    assert Connection(server.serve).execute("SELECT 1").fetchall() == [(1,)]


def test_a_cursor_that_is_not_ones_own_gives_its_own_rows_and_no_others(server):
    say = {"what": "execute", "statement": "SELECT ?", "values": [1], "cursor": 7}
    server.serve(say)
    assert server.serve({"what": "fetch", "cursor": 7, "size": -1}) == {"rows": [[1]]}
    assert server.serve({"what": "fetch", "cursor": 7, "size": -1}) == {"rows": []}
    assert server.serve({"what": "fetch", "cursor": 8, "size": -1}) == {"rows": []}


def test_the_number_of_open_cursors_is_bounded_and_they_can_be_let_go(server):
    connection = Connection(server.serve)
    held = [connection.execute("SELECT 1") for _ in range(1_000)]
    with pytest.raises(sqlite3.OperationalError, match="more than 1,000 cursors"):
        connection.execute("SELECT 1")
    del held
    connection.settle()
    for _ in range(3_000):
        connection.execute("SELECT 1").fetchone()


def test_an_error_that_quotes_a_value_is_seen_as_what_left_the_database(server):
    seen = []
    server.watch = seen.extend
    connection = Connection(server.serve)
    connection.execute("CREATE TABLE chunk (text)")
    connection.execute("INSERT INTO chunk VALUES ('the secret')")
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("SELECT json_extract('{}', text) FROM chunk").fetchall()
    assert "the secret" in str(seen)


# --- in a process of its own, by the checks of exercises 05 and 06 ---

LATE = """
RANKED = "FROM words JOIN chunks ON chunks.id = words.rowid WHERE words MATCH ?"
ORDER = "ORDER BY bm25(words), chunks.id"

def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    match = [as_words(query)]
    def ranked(what):
        return store.execute(f"SELECT {what} {RANKED} {ORDER}", match)
    {trick}
    marks = ", ".join("?" * len(roles))
    mine = f"SELECT 1 FROM chunks JOIN readers ON chunk_id = id WHERE id = ? AND tenant = ? "
    mine += f"AND environment = ? AND role IN ({marks})"
    reader = [tenant, environment, *roles]
    return [n for n in found if store.execute(mine, [n, *reader]).fetchone()][:k]
"""
TRICKS = {  # how numbers leave the database in disguise, to be sieved in Python
    "plainly": "found = [n for n, in ranked('id')]",
    "times seven": "found = [n // 7 for n, in ranked('id * 7')]",
    "in letters": "found = [int(bytes.fromhex(n)) for n, in ranked('hex(id)')]",
    "as a float": "found = [round(n * 3) for n, in ranked('id / 3.0')]",
    "as a long blob": "found = [len(n) for n, in ranked('zeroblob(id)')]",
    "in the words of an error": """found = []
    try:
        store.execute("SELECT json_extract('{}', (SELECT group_concat(id * 7) FROM "
                      f"(SELECT id {RANKED} {ORDER})))", match).fetchall()
    except Exception as error:
        found = [int(n) // 7 for n in str(error).split("'")[1].split(",")]""",
    "as the number of a row": """found = []
    for at in range(99):
        store.execute("CREATE TEMP TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY)")
        store.execute("DELETE FROM t")
        made = store.execute(f"INSERT INTO t SELECT id {RANKED} {ORDER} LIMIT 1 OFFSET {at}", match)
        if not made.rowcount:
            break
        found.append(made.lastrowid)
    store.execute("DROP TABLE IF EXISTS t")""",
    "by the index's own tables": """
    store.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.v USING "
                  "fts5vocab(main, words, instance)")
    seen = {n // 7 for n, in store.execute("SELECT doc * 7 FROM temp.v")}
    found = [n // 7 for n, in ranked("id * 7") if n // 7 in seen]""",
    "by a trigger": """
    store.execute("CREATE TABLE IF NOT EXISTS log (n)")
    store.execute("CREATE TABLE IF NOT EXISTS ask (n)")
    store.execute("CREATE TRIGGER IF NOT EXISTS t AFTER INSERT ON ask BEGIN "
                  "INSERT INTO log VALUES (-new.n); END")
    store.execute("DELETE FROM log")
    store.execute(f"INSERT INTO ask SELECT id {RANKED} {ORDER}", match)
    found = [-n for n, in store.execute("SELECT n FROM log ORDER BY rowid")]""",
}


@pytest.mark.outside
@pytest.mark.parametrize("name", TRICKS)
def test_no_disguise_lets_a_hidden_chunk_out_of_the_database(name):
    passed, remark = in_a_worker("05.q4", LATE.replace("{trick}", TRICKS[name]))
    assert not passed, remark
    assert "filter in the statement" in remark


@pytest.mark.outside
def test_the_right_answer_passes_where_they_do_not():
    passed, remark = in_a_worker("05.q4", RIGHT["05.q4"])
    assert passed, remark


SCHEMES = {  # a replacement without a transaction, and what it does to look whole all the same
    "tables that hide the others": "CREATE TEMP TABLE chunks AS SELECT * FROM main.chunks",
    "a view in front": "CREATE TEMP VIEW documents AS SELECT * FROM main.documents",
    "a trigger that writes later": (
        "CREATE TRIGGER later AFTER INSERT ON documents BEGIN DELETE FROM chunks WHERE FALSE; END"
    ),
    "a savepoint that is let go": "SAVEPOINT one; RELEASE one",
    "a second BEGIN": "BEGIN; COMMIT",
    "no look from outside": "PRAGMA locking_mode = EXCLUSIVE",
    "a comment for a statement": "/* BEGIN IMMEDIATE */ SELECT 1",
    "an index of its own": "CREATE INDEX IF NOT EXISTS i ON chunks (text)",
    "another name for the table": "ALTER TABLE chunks RENAME TO chunks",
}
TORN = """
def replace(connection, key, fingerprint, chunks):
    try:
        for statement in {scheme!r}.split("; "):
            connection.execute(statement)
    except Exception:
        pass
    found = connection.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key).fetchone()
    if found == (fingerprint,):
        return "unchanged"
    connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
    insert_chunks(connection, key, chunks)
    connection.execute("REPLACE INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
    return "replaced"
"""


@pytest.mark.outside
@pytest.mark.parametrize("name", SCHEMES)
def test_no_scheme_makes_a_replacement_whole(name):
    passed, remark = in_a_worker("06.q4", TORN.replace("{scheme!r}", repr(SCHEMES[name])))
    assert not passed, remark


LINES = {  # what an answer writes by itself into the channel while it is asked
    "a message without end": b'{"served": {"what": "state", "dropped": [' + b"1," * 600_000,
    "the same message for ever": b'{"served": {"what": "state"}}\n' * 200_000,
    "an answer to the grader's message": b'{"in_transaction": true, "total_changes": 7}\n',
    "a message that is a list": b'{"served": [1]}\n',
    "a message that is deep": b'{"served": ' + b"[" * 5_000 + b"]" * 5_000 + b"}\n",
    "a replaced value": b'{"value": "replaced"}\n',
    "many values": b'{"value": "replaced"}\n' * 500,
    "a crash of its own": b'{"problem": "raised", "message": "RuntimeError: the crash"}\n',
    "a commit": b'{"served": {"what": "commit"}}\n',
}


@pytest.mark.outside
@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("question", ["06.q4", "06.q5"])
def test_what_is_written_into_the_channel_earns_nothing(name, question):
    source = f"""
import os
def replace(connection, *_):
    for number in range(3, 10):
        try: os.write(number, {LINES[name]!r})
        except OSError: pass
    return "replaced"
read = replace
"""
    passed, remark = in_a_worker(question, source, seconds=2.0)
    assert not passed, remark
