"""Traps of SQLite, each shown on a plain connection, and that the store does not fall in."""

import sqlite3
import threading
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta, timezone

import pytest
from stores import ELSEWHERE, HAZEL, HOME, own_connection, plain, put, split
from texts import make_document

from course_lib import ChunkStore, Identity, cut
from course_lib.store import schema


@pytest.fixture
def store(store):
    put(store, "Roof old.\n\nPipes old.")
    return store


@pytest.fixture
def connection(tmp_path):
    """A plain database with one table of two rows, shared by whoever opens it again."""
    with plain(tmp_path / "plain.db") as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("CREATE TABLE chunk (key INTEGER PRIMARY KEY, text TEXT)")
        opened.execute("INSERT INTO chunk (text) VALUES ('Roof old.'), ('Pipes old.')")
        yield opened


def file_of(connection):
    return connection.execute("PRAGMA database_list").fetchone()[2]


def count(connection):
    return connection.execute("SELECT count(*) FROM chunk").fetchone()[0]


def statements(store, call):
    """What the store's connection is told while it runs a call, statements of triggers aside."""
    own = own_connection(store)
    executed = []
    own.set_trace_callback(executed.append)
    try:
        call()
    finally:
        own.set_trace_callback(None)
    return [sql for sql in executed if not sql.startswith("--")]


def replace(store, text, **labels):
    document = make_document(text, **labels)
    return store.replace(document, split(document))


def fail_at_the_second_chunk(path):
    with plain(path) as connection:
        connection.execute(
            "CREATE TRIGGER sabotage BEFORE INSERT ON chunk WHEN new.text LIKE 'Two%'"
            " BEGIN SELECT raise(ABORT, 'the second one fails'); END"
        )


def texts_of(store, query="old new one two", identity=HAZEL):
    return sorted(hit.chunk.text for hit in store.search(query, identity, k=100))


def test_1_with_a_connection_is_no_transaction_when_nobody_began_one(connection, store, path):
    with suppress(ZeroDivisionError), connection:
        connection.execute("DELETE FROM chunk")
        raise ZeroDivisionError
    assert count(connection) == 0

    fail_at_the_second_chunk(path)
    with pytest.raises(sqlite3.IntegrityError, match="the second one fails"):
        replace(store, "One is new.\n\nTwo is new.")
    assert texts_of(store) == ["Pipes old.", "Roof old."]


def test_2_a_script_commits_what_is_pending(connection, store):
    connection.execute("BEGIN")
    connection.execute("DELETE FROM chunk")
    connection.executescript("SELECT 1")
    with pytest.raises(sqlite3.OperationalError, match="no transaction is active"):
        connection.execute("ROLLBACK")
    assert count(connection) == 0

    executed = statements(store, lambda: replace(store, "One is new.\n\nTwo is new."))
    assert executed[-1] == "COMMIT"
    assert executed.count("COMMIT") == executed.count("BEGIN IMMEDIATE")
    first, last = (
        executed.index("BEGIN IMMEDIATE"),
        len(executed) - executed[::-1].index("BEGIN IMMEDIATE"),
    )
    words = {"SELECT", "INSERT", "DELETE", "UPDATE"}  # the last one renews the name of the state
    assert all(sql.split()[0] in words for sql in executed[last:-1])
    assert all(sql.startswith("SELECT") for sql in executed[:first])


def test_3_many_rows_without_begin_are_many_transactions(connection, store, path):
    with pytest.raises(sqlite3.IntegrityError):
        connection.executemany("INSERT INTO chunk VALUES (?, 'new')", [(7,), (8,), (7,)])
    assert count(connection) == 4

    fail_at_the_second_chunk(path)
    with pytest.raises(sqlite3.IntegrityError):
        replace(store, "One is new.\n\nTwo is new.", source_id="policy/2")
    assert [source.source_id for source in store.sources(HAZEL)] == ["policy/1"]
    [fault] = store.verify().faults  # all that is wrong is what the test itself put there
    assert "trigger sabotage" in fault


def test_4_a_reading_transaction_that_begins_to_write_is_refused_at_once(connection, store, path):
    with closing(sqlite3.connect(file_of(connection), timeout=60, isolation_level=None)) as other:
        other.execute("BEGIN")
        count(other)
        connection.execute("DELETE FROM chunk")
        with pytest.raises(sqlite3.OperationalError) as raised:
            other.execute("DELETE FROM chunk")
        assert raised.value.sqlite_errorcode == sqlite3.SQLITE_BUSY_SNAPSHOT

    with ChunkStore(path) as rival:
        assert texts_of(store) == ["Pipes old.", "Roof old."]
        replace(rival, "Old is one.")
        assert replace(store, "New is two.").removed == 1
        assert "BEGIN IMMEDIATE" in statements(store, lambda: replace(store, "New is one."))


def test_5_foreign_keys_are_off_in_every_new_connection_and_in_a_transaction(connection, store):
    connection.execute("CREATE TABLE word (chunk INTEGER REFERENCES chunk)")
    connection.execute("INSERT INTO word VALUES (1)")
    connection.execute("BEGIN")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("DELETE FROM chunk")
    connection.execute("COMMIT")
    assert len(connection.execute("PRAGMA foreign_key_check").fetchall()) == 1

    def orphan(connection):
        connection.execute("DELETE FROM source")

    raised = []

    def work():
        try:
            store._file.write(orphan)
        except sqlite3.IntegrityError as error:
            raised.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    work()
    assert raised == ["FOREIGN KEY constraint failed"] * 2


def test_6_an_index_told_other_words_than_before_finds_another_chunk(connection, store):
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (text, content = 'chunk')")
    connection.execute("INSERT INTO words (words) VALUES ('rebuild')")
    connection.execute("UPDATE chunk SET text = 'Kitchen new.' WHERE key = 1")  # nobody tells
    find = "SELECT text FROM words WHERE words MATCH 'roof'"
    assert connection.execute(find).fetchall() == [("Kitchen new.",)]
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")

    replace(store, "Kitchen new.")
    assert store.search("roof", HAZEL) == []
    assert texts_of(store, "kitchen") == ["Kitchen new."]
    store._file.read(lambda c: c.execute("INSERT INTO words_1 (rowid, text) VALUES (9, 'roof')"))
    assert store.verify().faults == ("the index of words does not agree with the chunks",)


def test_7_on_a_shared_connection_one_thread_commits_the_others_half(connection, store):
    with closing(
        sqlite3.connect(file_of(connection), isolation_level=None, check_same_thread=False)
    ) as shared:
        shared.execute("BEGIN")
        shared.execute("DELETE FROM chunk")  # and before A inserts the new ones …
        thread = threading.Thread(target=lambda: shared.execute("COMMIT"))  # … B is done
        thread.start()
        thread.join()
    assert count(connection) == 0

    half_way, go_on = threading.Event(), threading.Event()

    def slowly(connection):
        connection.execute("DELETE FROM chunk")
        half_way.set()
        go_on.wait()
        raise ZeroDivisionError

    def work():
        with suppress(ZeroDivisionError):
            store._file.write(slowly)

    thread = threading.Thread(target=work)
    thread.start()
    half_way.wait()
    seen = texts_of(store)
    go_on.set()
    thread.join()
    replace(store, "New roof.", source_id="policy/2")
    assert seen == ["Pipes old.", "Roof old."]
    assert texts_of(store) == ["New roof.", "Pipes old.", "Roof old."]


def test_8_an_interrupt_leaves_the_transaction_open_and_others_locked_out(connection, store, path):
    with closing(sqlite3.connect(file_of(connection), isolation_level=None)) as cell:
        with suppress(KeyboardInterrupt):
            try:
                cell.execute("BEGIN")
                cell.execute("DELETE FROM chunk")
                raise KeyboardInterrupt
            except Exception:
                cell.execute("ROLLBACK")
        with pytest.raises(sqlite3.OperationalError, match="database is locked"):
            connection.execute("DELETE FROM chunk")
        cell.execute("COMMIT")  # of something else, later
    assert count(connection) == 0

    def interrupted(connection):
        connection.execute("DELETE FROM chunk")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store._file.write(interrupted)
    with ChunkStore(path, timeout=0) as other:
        replace(other, "New roof.", source_id="policy/2")
    assert texts_of(store) == ["New roof.", "Pipes old.", "Roof old."]


def test_9_a_half_read_cursor_keeps_an_old_state(connection, store, path):
    with closing(sqlite3.connect(file_of(connection), isolation_level=None)) as reader:
        cursor = reader.execute("SELECT text FROM chunk")
        cursor.fetchone()
        connection.execute("DELETE FROM chunk")
        assert count(reader) == 2
        busy = "PRAGMA wal_checkpoint(TRUNCATE)"
        assert connection.execute(busy).fetchone()[0] == 1
        cursor.close()

    store.search("old", HAZEL, k=1)
    store.sources(HAZEL)
    store.get("policy/1", 0, HAZEL)
    with ChunkStore(path) as other:
        replace(other, "New roof.")
    assert texts_of(store) == ["New roof."]
    with plain(path) as checker:
        assert checker.execute(busy).fetchone()[0] == 0


def test_10_a_bound_query_is_still_a_query_language(connection, store):
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (tenant, text)")
    connection.execute("INSERT INTO words VALUES ('ours', 'rota'), ('theirs', 'salary')")
    match = "SELECT text FROM words WHERE words MATCH ?"
    injected = connection.execute(match, ("tenant:ours AND (text:rota) OR (text:salary)",))
    assert ("salary",) in injected.fetchall()
    for query in ["C++", "foo-bar", "it's", "", '"', "AND"]:
        with pytest.raises(sqlite3.OperationalError):
            connection.execute(match, (query,)).fetchall()

    put(store, "Salary list.", source_id="theirs", scope=ELSEWHERE)
    put(store, "C++ and foo-bar; it's all a b.", source_id="policy/2")
    assert store.search("rota) OR (salary", HAZEL) == []
    found = [
        len(store.search(q, HAZEL)) for q in ["C++", "foo-bar", "it's", "", '"', "a\0b", "AND"]
    ]
    assert found == [1, 1, 1, 0, 0, 1, 1]


def test_11_how_rare_a_word_is_tells_what_others_have(connection, store):
    connection.execute("CREATE VIRTUAL TABLE words USING fts5 (text, tenant UNINDEXED)")
    rows = [("kitchen here", "ours"), ("cellar here", "ours"), ("kitchen there", "theirs")]
    connection.executemany("INSERT INTO words VALUES (?, ?)", rows)
    ask = "SELECT bm25(words) FROM words WHERE words MATCH ? AND tenant = 'ours'"
    assert len({connection.execute(ask, (word,)).fetchone() for word in ["kitchen", "cellar"]}) == 2

    put(store, "Kitchen here.", source_id="a")
    put(store, "Cellar here.", source_id="b")
    put(store, "Kitchen there.", source_id="theirs", scope=ELSEWHERE)
    put(store, "Kitchen there.", source_id="hidden", acl_roles=["auditor"])
    hits = [store.search(word, HAZEL)[0] for word in ["kitchen", "cellar"]]
    assert [hit.chunk.source_id for hit in hits] == ["a", "b"]
    assert hits[0].score == hits[1].score


def test_12_a_role_compared_as_a_substring_lets_others_in(connection, store):
    connection.execute("CREATE TABLE label (roles TEXT)")
    connection.execute("INSERT INTO label VALUES ('chr-admin,sales')")
    admitted = connection.execute(
        "SELECT roles FROM label WHERE roles LIKE '%' || ? || '%'", ("hr",)
    )
    assert len(admitted.fetchall()) == 1

    put(store, "Old salary list.", acl_roles=["chr-admin", "sales"])
    for role in ["hr", "admin", "chr", "sale", "%", "_", "CHR-ADMIN", "chr-admin,sales"]:
        assert texts_of(store, identity=Identity("x", HOME, [role])) == []
    assert texts_of(store, identity=Identity("x", HOME, ["hr", "sales"])) == ["Old salary list."]


def test_13_a_shallow_copy_of_labels_shares_what_is_nested(store):
    labels = {"roles": ["hr"]}
    copied = dict(labels)
    copied["roles"].append("everybody")
    assert labels == {"roles": ["hr", "everybody"]}

    metadata, roles = {"language": "en"}, ["underwriter"]
    document = make_document("Roof old.", metadata=metadata, acl_roles=roles)
    store.replace(document, split(document))
    metadata["language"] = "de"
    roles.append("everybody")
    [hit] = store.search("roof", HAZEL)
    with pytest.raises(TypeError):
        hit.chunk.metadata["language"] = "de"
    assert store.get("policy/1", 0, HAZEL).guardrails == document.guardrails
    assert texts_of(store, identity=Identity("x", HOME, ["everybody"])) == []


def test_14_the_number_of_a_deleted_row_is_given_again(connection, store, path):
    def last(connection, table):
        return connection.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0]

    before = last(connection, "chunk")
    connection.execute("DELETE FROM chunk WHERE key = ?", (before,))
    connection.execute("INSERT INTO chunk (text) VALUES ('somebody else')")
    assert last(connection, "chunk") == before

    with plain(path) as checker:
        before = {table: last(checker, table) for table in ["source", "chunk"]}
        store.delete(HOME, "policy/1")
        put(store, "Somebody else.", acl_roles=["auditor"])
        assert all(last(checker, table) > before[table] for table in before)


def test_15_the_length_of_a_text_ends_at_its_first_nul(connection, store):
    text = "Roof\0 and old pipes."
    connection.execute("INSERT INTO chunk VALUES (9, ?)", (text,))
    ask = "SELECT length(text), substr(text, 7) FROM chunk WHERE key = 9"
    assert connection.execute(ask).fetchall() == [(4, "")]

    document = make_document(text)
    store.replace(document, cut(document, [(0, 5), (5, len(text))]))
    assert store.document("policy/1", HAZEL).text == text
    assert texts_of(store, "pipes") == [" and old pipes."]
    assert store.sources(HAZEL)[0].characters == len(text)
    assert store.verify().clean


def test_16_times_as_text_sort_by_their_letters(connection, store):
    early = datetime(2026, 3, 14, 9, 0, tzinfo=timezone(timedelta(hours=9)))  # 00:00 UTC
    late = datetime(2026, 3, 14, 1, 0, tzinfo=UTC)
    assert early < late
    stored = [early.isoformat(), late.isoformat()]
    asked = "SELECT ? AS time UNION ALL SELECT ? ORDER BY time"
    assert [time for (time,) in connection.execute(asked, stored)] == stored[::-1]

    put(store, "Roof.", source_id="policy/1", updated_at=early)
    put(store, "Roof.", source_id="policy/2", updated_at=late)
    times = [source.updated_at for source in store.sources(HAZEL)]
    assert sorted(times) == times == [early, late]
    assert [time.isoformat() for time in times] == stored


def test_17_what_newer_versions_of_sqlite_can_do_is_not_relied_upon(connection):
    if sqlite3.sqlite_version_info < (3, 43):
        with pytest.raises(sqlite3.OperationalError, match="unrecognized option"):
            connection.execute(
                "CREATE VIRTUAL TABLE words USING fts5 (text, content='', contentless_delete=1)"
            )
    if sqlite3.sqlite_version_info < (3, 45):
        with pytest.raises(sqlite3.OperationalError, match="no such function: jsonb"):
            connection.execute("SELECT jsonb('[]')")

    told = " ".join(schema.STATEMENTS)
    assert [name for name in ["contentless", "json", "secure-delete"] if name in told] == []
