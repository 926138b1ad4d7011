"""A served database behaves as sqlite3's own; whoever serves it sees and bounds each statement."""

import json
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.grading.served import Connection, Server, open_database

CREATE = "CREATE TABLE chunk (position INTEGER PRIMARY KEY, text)"


@pytest.fixture
def server():
    with Server(sqlite3.connect(":memory:", isolation_level=None)) as server:
        yield server


def over_json(server):
    """A connection whose messages pass through JSON, as they do between two processes."""
    return Connection(
        lambda message: json.loads(json.dumps(server.serve(json.loads(json.dumps(message)))))
    )


def outcome_of(work, connection):
    try:
        return work(connection)
    except (sqlite3.Error, sqlite3.Warning, TypeError, ValueError, OverflowError) as error:
        return type(error), str(error)


def filled(connection):
    connection.execute(CREATE)
    connection.executemany("INSERT INTO chunk VALUES (?, ?)", [(2, "b"), (1, "a"), (3, None)])
    return connection


def in_with(connection):
    filled(connection)
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM chunk")
    return connection.in_transaction, connection.execute("SELECT count(*) FROM chunk").fetchone()


def in_with_that_fails(connection):
    filled(connection)
    try:
        with connection:
            connection.execute("BEGIN")
            connection.execute("DELETE FROM chunk")
            raise KeyError("lost")
    except KeyError:
        pass
    return connection.in_transaction, connection.execute("SELECT * FROM chunk").fetchall()


def rows_by_name(connection):
    filled(connection).row_factory = sqlite3.Row
    row = connection.execute("SELECT position AS at, text FROM chunk ORDER BY at DESC").fetchone()
    return row["at"], row[1], row.keys(), len(row)


def rows_by_a_factory_of_ones_own(connection):
    filled(connection)
    connection.row_factory = lambda cursor, row: {cursor.description[0][0]: row[0]}
    return connection.execute("SELECT * FROM chunk ORDER BY 1").fetchall()


def cursors(connection):
    cursor = filled(connection).cursor()
    cursor.execute("SELECT position FROM chunk WHERE position > :least ORDER BY 1", {"least": 1})
    first, rest = next(cursor), list(cursor)
    cursor.execute("INSERT INTO chunk VALUES (9, x'00ff')")
    found = cursor.rowcount, cursor.lastrowid, cursor.description
    return (
        first,
        rest,
        found,
        cursor.execute("SELECT text FROM chunk WHERE position = 9").fetchall(),
    )


WORKS = {
    "rows": lambda c: filled(c).execute("SELECT * FROM chunk ORDER BY 1").fetchmany(2),
    "a second row with one key": lambda c: filled(c).execute("INSERT INTO chunk VALUES (1, '')"),
    "no such table": lambda c: c.execute("SELECT * FROM chunks"),
    "too few values": lambda c: filled(c).execute("INSERT INTO chunk VALUES (?, ?)", (1,)),
    "a number that is too large": lambda c: c.execute("SELECT ?", (2**70,)),
    "a lone surrogate": lambda c: (
        filled(c).execute("INSERT INTO chunk VALUES (4, ?)", ("\ud800",)).rowcount
    ),
    "commit without a transaction": lambda c: (c.commit(), c.rollback(), c.in_transaction),
    "COMMIT without a transaction": lambda c: c.execute("COMMIT"),
    "BEGIN within a transaction": lambda c: (c.execute("BEGIN"), c.execute("BEGIN")),
    "a script": lambda c: (
        c.executescript(CREATE + "; INSERT INTO chunk VALUES (1, ';')"),
        c.execute("SELECT text FROM chunk").fetchall(),
    )[1],
    "changes": lambda c: filled(c).total_changes,
    "in with": in_with,
    "in with that fails": in_with_that_fails,
    "rows by name": rows_by_name,
    "rows by a factory": rows_by_a_factory_of_ones_own,
    "cursors": cursors,
}


@pytest.mark.parametrize("name", WORKS)
def test_a_served_database_does_what_sqlite3_does(server, name):
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as real:
        right = outcome_of(WORKS[name], real)
    found = outcome_of(WORKS[name], over_json(server))
    if (
        isinstance(right, tuple)
        and isinstance(right[0], type)
        and not issubclass(right[0], sqlite3.Error)
    ):
        assert issubclass(found[0], (right[0], sqlite3.Error))
    else:
        assert found == right


values = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.binary(max_size=9)
)
values |= st.text(st.characters(exclude_categories=["Cs"]), max_size=9)


@given(st.lists(st.tuples(values, values), max_size=5))
def test_every_value_comes_back_as_from_sqlite3(rows):
    found = []
    for connect in (lambda c: c, lambda c: over_json(Server(c))):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as real:
            connection = connect(real)
            connection.execute("CREATE TABLE t (a, b)")
            connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
            found.append(connection.execute("SELECT * FROM t ORDER BY rowid").fetchall())
    assert repr(found[0]) == repr(found[1])


@pytest.mark.parametrize("statement", ["ATTACH ? AS other", "VACUUM INTO ?"])
def test_no_statement_reaches_another_file(server, tmp_path, statement):
    with pytest.raises(sqlite3.DatabaseError, match="auth"):
        Connection(server.serve).execute(statement, (str(tmp_path / "other.db"),))
    assert not list(tmp_path.iterdir())


def test_a_setting_is_left_as_it_is(server):
    Connection(server.serve).execute("PRAGMA query_only = ON")
    filled(Connection(server.serve))


def test_a_statement_without_end_is_stopped_and_the_next_one_runs(server):
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    connection = Connection(server.serve)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        connection.execute(endless)
    assert connection.execute("SELECT 1").fetchall() == [(1,)]


def test_a_value_has_a_bound(server):
    with pytest.raises(sqlite3.DataError, match="too big"):
        Connection(server.serve).execute("SELECT zeroblob(1000000000)")


class Watched(Server):
    def __init__(self, connection):
        super().__init__(connection)
        self.steps, self.rows = [], []
        self.watch = self.rows.append

    def before(self, statement):
        self.steps.append(statement)
        if len(self.steps) == 4:
            raise KeyboardInterrupt("the crash")


def test_each_statement_row_and_commit_is_a_step_and_may_be_stopped():
    with Watched(sqlite3.connect(":memory:", isolation_level=None)) as server:
        connection = Connection(server.serve)
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE t (a)")
        with pytest.raises(KeyboardInterrupt, match="the crash"):
            connection.executemany("INSERT INTO t VALUES (?)", [(1,), (2,)])
        connection.commit()
        insert = "INSERT INTO t VALUES (?)"
        assert server.steps == ["BEGIN", "CREATE TABLE t (a)", insert, insert, "COMMIT"]


def test_each_row_that_leaves_is_seen_whatever_makes_of_it_a_row():
    with Watched(sqlite3.connect(":memory:", isolation_level=None)) as server:
        connection = Connection(server.serve)
        connection.row_factory = lambda *_: "nothing"
        assert connection.execute("SELECT 7").fetchone() == "nothing"
        assert server.rows == [(7,)]


def test_a_cursor_that_nobody_holds_any_more_lets_its_rows_go(server):
    connection = filled(Connection(server.serve))
    connection.execute("SELECT * FROM chunk").fetchone()
    connection.settle()
    assert not server._cursors


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"what": "fetch"},
        {"what": "execute", "cursor": 1},
        {"what": 7},
        {"what": "execute", "cursor": 1, "statement": 3, "values": []},
    ],
)
def test_a_forged_message_is_answered(server, message):
    assert server.serve(message)


@pytest.mark.parametrize("name", ["create_function", "backup", "iterdump", "set_authorizer"])
def test_what_is_not_there_is_named(name):
    with pytest.raises(AttributeError, match=name):
        getattr(open_database(), name)


def test_a_cursor_does_not_claim_what_its_connection_has():
    with pytest.raises(AttributeError, match="this cursor has execute"):
        open_database().cursor().executescript("SELECT 1")
