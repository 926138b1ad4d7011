"""Ways around row-level security: each leaks, each repair holds, and what leaks nothing."""

from __future__ import annotations

import itertools
import re
from dataclasses import asdict
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from stores import DEV, ELSEWHERE, HAZEL, HOME, contents, put

from course_lib import Identity
from course_lib.postgres import LEAKS, Leak, PostgresStore, prepare, try_leak
from course_lib.postgres.connection import become, reader, writer
from course_lib.postgres.server import Served, new_database
from course_lib.show.served import PostgresHere

pytestmark = pytest.mark.outside
NUMBERS = itertools.count()
OTHER = Identity("sorrel", ELSEWHERE, ["underwriter"])


@pytest.fixture
def own(served: Served) -> Served:
    """A database with 3 chunks that hazel may see, 4 others of her tenant, and 5 elsewhere."""
    database = new_database(served.admin, f"leaks_{next(NUMBERS)}")
    with PostgresStore(database.writer) as store:
        for count, labels in (
            (3, {}),
            (2, {"acl_roles": ["board"]}),
            (2, {"scope": DEV}),
            (5, {"scope": ELSEWHERE}),
        ):
            for number in range(count):
                put(store, "Roof.", source_id=f"{labels}{number}", **labels)
    with psycopg.connect(database.admin) as connection:  # roles are of the server
        connection.execute('DROP ROLE IF EXISTS "tenant:marrow-quill"')
    return database


SEEN = {
    "a superuser": (12, 3),
    "the owner without FORCE": (12, 0),
    "an identity that outlives its transaction": (5, 0),
    "a partition named directly": (5, 0),
    "a view": (12, 3),
    "a materialized view": (12, 3),
    "a security-definer function": (12, 3),
    "uniqueness as an oracle": (1, 0),
    "a login that may say any SQL": (5, 0),
}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_mistake_leaks_and_its_repair_does_not(own: Served, leak: Leak) -> None:
    seen = try_leak(own, leak, HAZEL, OTHER)
    assert (seen.stored, seen.permitted) == (12, 3)
    assert (seen.leaked, seen.repaired) == SEEN[leak.name]
    with PostgresStore(own.writer) as store, PostgresStore(own.reader) as answers:
        assert store.verify().faults == ()  # no fence is down after the repair
        assert len(answers.search("roof", HAZEL)) == 3
        put(store, "Roof.", scope=ELSEWHERE)


def test_all_mistakes_one_after_the_other_are_repaired(own: Served) -> None:
    for leak in LEAKS:
        seen = try_leak(own, leak, HAZEL, OTHER)
        assert (seen.leaked, seen.repaired) == SEEN[leak.name]


def test_what_the_notebook_prints_is_what_was_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    here = PostgresHere()
    assert here.served, "make test-all installs the extra postgres"
    live = [str(here.two_writers()), *map(asdict, here.leaks())]
    monkeypatch.setattr(here, "served", None)
    assert "not installed" in str(here)
    assert [str(here.two_writers()), *map(asdict, here.leaks())] == live


# --- what a login with free SQL can learn of what it may not see ---


def learned(own: Served, *statements: str, identity: Identity = HAZEL) -> list[tuple[object, ...]]:
    """What a reader finds, who says any SQL and no other identity."""
    with psycopg.connect(own.reader) as connection:
        become(connection, reader(identity))
        for statement in statements:
            found = connection.execute(statement)
        return found.fetchall()


def estimate(own: Served, condition: str) -> int:
    """How many rows the planner expects, as EXPLAIN tells anybody."""
    plan = learned(own, f"EXPLAIN SELECT FROM chunks.chunk WHERE {condition}")
    return int(re.findall(r"rows=(\d+)", str(plan[0]))[0])


@pytest.mark.parametrize(
    ("known", "unknown"),
    [
        ("words @@ '''thistle'''", "words @@ '''nowhere'''"),
        ("acl_roles @> '{board}'", "acl_roles @> '{nobody}'"),
        ("source_id = 'offer'", "source_id = 'other'"),
        (
            "tenant = 'puddlewick' AND environment = 'prod'",
            "tenant = 'puddlewick' AND environment = 'test'",
        ),
    ],
    ids=["word", "role", "source", "environment"],
)
def test_explain_tells_nothing_of_what_is_hidden_since_no_statistics_are_kept(
    own: Served, known: str, unknown: str
) -> None:
    with PostgresStore(own.writer) as store:
        for scope in (HOME, ELSEWHERE):
            labels = {"acl_roles": ["board"], "scope": scope}
            put(store, "\n\n".join(["thistle and so on."] * 400), source_id="offer", **labels)

    def told() -> bool:
        with psycopg.connect(own.admin, autocommit=True) as connection:
            connection.execute("ANALYZE")
        return estimate(own, known) != estimate(own, unknown)

    assert not told()
    with PostgresStore(own.writer) as store:
        assert store.verify().faults == ()
        with psycopg.connect(own.admin, autocommit=True) as connection:
            for table in connection.execute(
                "SELECT oid::regclass::text FROM pg_class WHERE relname ~ '^chunk'"
                " AND relnamespace = 'chunks'::regnamespace AND relkind IN ('r', 'p')"
            ).fetchall():
                for column in ("tenant", "environment", "source_id", "acl_roles", "words"):
                    connection.execute(f"ALTER TABLE {table[0]} ALTER {column} SET STATISTICS 100")
        assert told()
        assert all("EXPLAIN tells of them" in fault for fault in store.verify().faults)
        assert store.verify().faults


def test_statistics_are_hidden_and_the_size_of_a_partition_and_its_tenant_are_not(
    own: Served,
) -> None:
    with psycopg.connect(own.admin, autocommit=True) as connection:
        connection.execute("ANALYZE")
    assert learned(own, "SELECT count(*) FROM pg_stats WHERE schemaname = 'chunks'") == [(0,)]
    sizes = learned(
        own,
        "SELECT pg_get_expr(relpartbound, oid), reltuples FROM pg_class"
        " WHERE relnamespace = 'chunks'::regnamespace AND relkind = 'r' AND relname ~ '^chunk_'"
        " ORDER BY 1",
    )
    assert sizes == [("FOR VALUES IN ('marrow-quill')", 7), ("FOR VALUES IN ('puddlewick')", 5)]


def test_a_cheap_function_in_a_condition_sees_permitted_rows_alone(own: Served) -> None:
    """PostgreSQL asks the policy first, unless a function is declared leakproof."""
    with psycopg.connect(own.admin, autocommit=True) as connection:
        connection.execute("""
            CREATE FUNCTION tell(bytea) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS
            $$ BEGIN RAISE NOTICE 'seen'; RETURN true; END $$""")
    told = []
    with psycopg.connect(own.reader) as connection:
        connection.add_notice_handler(lambda notice: told.append(notice.message_primary))
        become(connection, reader(HAZEL))
        connection.execute("SELECT count(*) FROM chunks.chunk WHERE tell(text)")
    assert told == ["seen"] * 3


def test_nobody_who_says_nothing_sees_anything(own: Served) -> None:
    with psycopg.connect(own.writer) as connection:
        for role in ("SELECT", "SET LOCAL ROLE chunks_reader", "SET LOCAL ROLE chunks_writer"):
            connection.execute(role)
            for table in ("chunk", "source"):
                assert connection.execute(f"SELECT FROM chunks.{table}").fetchall() == []


def test_a_name_that_another_tenant_has_is_free_here(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Theirs.", source_id="offer/thistlewood", scope=ELSEWHERE)
        put(store, "Ours.", source_id="offer/thistlewood")
        assert store.document("offer/thistlewood", HAZEL).text == "Ours."
        assert store.document("offer/thistlewood", OTHER).text == "Theirs."


def test_copy_into_a_guarded_table_is_refused(own: Served) -> None:
    with psycopg.connect(own.writer) as connection:
        become(connection, writer(HOME))
        with (
            pytest.raises(psycopg.errors.FeatureNotSupported, match="row-level security"),
            connection.cursor().copy("COPY chunks.chunk FROM STDIN") as copy,
        ):
            copy.write("")


def tool(own: Served, name: str, *arguments: str, login: str = "admin") -> str:
    """Run one of PostgreSQL's own programs on a database."""
    import subprocess

    parts = conninfo_to_dict(getattr(own, login))
    path = Path(own.server.bin_path, name)
    command = [path, "-h", parts["host"], "-U", parts["user"], "-d", parts["dbname"], *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stderr


def test_a_dump_is_whole_or_refused_unless_one_asks_for_less(
    served: Served, own: Served, tmp_path: Path
) -> None:
    own = own._replace(server=served.server)
    kept = str(tmp_path / "kept.dump")
    as_writer = ("-Fc", "-f", kept, "-n", "chunks", "--role", "chunks_writer")
    assert "permission denied" in tool(own, "pg_dump", *as_writer, login="writer")
    assert tool(own, "pg_dump", "-Fc", "-f", kept, "-n", "chunks") == ""
    fresh = new_database(served.admin, f"restored_{next(NUMBERS)}")._replace(server=served.server)
    with psycopg.connect(fresh.admin, autocommit=True) as connection:
        connection.execute("DROP SCHEMA chunks CASCADE")
    assert tool(fresh, "pg_restore", kept) == ""
    with PostgresStore(own.writer) as store, PostgresStore(fresh.writer) as restored:
        assert restored.verify(store.inventory()).faults == ()
        assert contents(restored) == contents(store)
    prepare(fresh.admin)
