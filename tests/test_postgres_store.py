"""PostgresStore beyond the contract: who may log in, what is fenced, what is lost and what not."""

from __future__ import annotations

import dataclasses
import itertools
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from stores import DEV, ELSEWHERE, HAZEL, HOME, contents, put, replace, split, version
from texts import make_document

from course_lib import ChunkStore, Identity, ParagraphChunker, Scope, cut
from course_lib.access import visible
from course_lib.document import InvalidText
from course_lib.errors import InvalidValue
from course_lib.postgres import PostgresStore, prepare
from course_lib.postgres.schema import require_server
from course_lib.postgres.server import Served, new_database
from course_lib.samples import load_documents
from course_lib.store import (
    DamagedSource,
    NotAStore,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreLocked,
    StoreReadOnly,
    StoreUnreachable,
    StoreUnsafe,
)

pytestmark = pytest.mark.outside
NUMBERS = itertools.count()


@pytest.fixture
def own(served: Served) -> Served:
    """A database of this test's own."""
    return new_database(served.admin, f"own_{NUMBERS.__next__()}")


def run(conninfo: str, *statements: str) -> None:
    """Run each statement as a transaction of its own."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def rows(conninfo: str, *statements: str) -> list[tuple[object, ...]]:
    """Run statements in one transaction, and return what the last one finds."""
    with psycopg.connect(conninfo) as connection:
        for statement in statements:
            found = connection.execute(statement)
        return found.fetchall()


def partition(conninfo: str, table: str = "chunk") -> str:
    [[name], *_] = rows(
        conninfo,
        "SELECT inhrelid::regclass::text FROM pg_inherits"
        f" WHERE inhparent = 'chunks.{table}'::regclass ORDER BY 1",
    )
    return str(name)


# --- a database that is prepared, or not ---


def test_preparing_twice_changes_nothing(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.")
        prepare(own.admin)
        assert len(store.search("roof", HAZEL)) == 1


def test_a_database_that_is_not_prepared_is_told_so(own: Served) -> None:
    run(own.admin, "DROP SCHEMA chunks CASCADE")
    with pytest.raises(NotAStore, match=r"holds no store yet: its owner calls prepare"):
        PostgresStore(own.writer)


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("a store of course_lib, version 7", "a store of version 7, and this course reads version"),
        ("recipes", "a schema named chunks that is something else"),
    ],
)
def test_a_schema_of_another_kind_is_refused_and_left(
    own: Served, comment: str, words: str
) -> None:
    run(own.admin, f"COMMENT ON SCHEMA chunks IS '{comment}'")
    for use in (prepare, PostgresStore):
        with pytest.raises(NotAStore, match=words):
            use(own.admin if use is prepare else own.writer)
    assert rows(own.admin, "SELECT count(*) FROM chunks.chunk") == [(0,)]


def test_an_old_server_is_told_so() -> None:
    old = SimpleNamespace(info=SimpleNamespace(server_version=150_004))
    with pytest.raises(StoreError, match=r"needs PostgreSQL 16 or newer, .* version 15"):
        require_server(old, "here")


def test_whoever_owns_a_database_and_may_make_roles_can_prepare_it(served: Served) -> None:
    run(
        served.admin,
        "CREATE ROLE keeper LOGIN CREATEROLE",
        "GRANT chunks_owner, chunks_reader, chunks_writer TO keeper WITH ADMIN TRUE, SET FALSE,"
        " INHERIT FALSE",  # as if keeper had made them
        "CREATE DATABASE kept OWNER keeper",
    )
    kept = make_conninfo(served.admin, dbname="kept")
    prepare(make_conninfo(kept, user="keeper"))
    with PostgresStore(make_conninfo(kept, user="indexer")) as store:
        put(store, "Roof.")
        assert store.verify().clean


# --- who may log in ---


@pytest.mark.parametrize(
    "danger",
    [
        "ALTER ROLE {login} SUPERUSER",
        "ALTER ROLE {login} BYPASSRLS",
        "GRANT chunks_owner TO {login}",
        "GRANT chunks_owner TO {login} WITH INHERIT FALSE, SET FALSE, ADMIN TRUE",
    ],
)
def test_a_role_that_sees_everything_is_refused(own: Served, danger: str) -> None:
    login = f"danger_{NUMBERS.__next__()}"
    run(own.admin, f"CREATE ROLE {login} LOGIN", f"GRANT chunks_reader TO {login}")
    PostgresStore(make_conninfo(own.admin, user=login)).close()
    run(own.admin, danger.format(login=login))
    with pytest.raises(StoreUnsafe, match="this role sees everything"):
        PostgresStore(make_conninfo(own.admin, user=login))


@pytest.mark.parametrize("how", ["DISABLE ROW LEVEL SECURITY", "NO FORCE ROW LEVEL SECURITY"])
@pytest.mark.parametrize("whole", [True, False])
def test_a_table_whose_policies_do_not_hold_is_refused(own: Served, how: str, whole: bool) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.")
    table = "chunks.source" if whole else partition(own.admin)
    run(own.admin, f"ALTER TABLE {table} {how}")
    with pytest.raises(StoreUnsafe, match=f"not on and forced for {table.split('.')[1]}: ALTER"):
        PostgresStore(own.writer)


def test_who_may_read_only_cannot_write_or_list_for_the_owner(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        document = put(store, "Roof.")
    with PostgresStore(own.reader) as store:
        assert store.document("policy/1", HAZEL) == document
        for call in (
            lambda: put(store, "Roof."),
            lambda: store.delete(HOME, "policy/1"),
            store.inventory,
            store.verify,
            lambda: list(store.export()),
        ):
            with pytest.raises(StoreReadOnly, match="GRANT chunks_reader to whoever reads"):
                call()
        assert store.document("policy/1", HAZEL) == document


def test_without_a_server_or_the_right_password_there_is_one_clear_error(own: Served) -> None:
    with pytest.raises(StoreUnreachable, match="does not answer") as raised:
        PostgresStore("postgresql://hazel:open-sesame@localhost:1/course")
    assert "open-sesame" not in str(raised.value)
    with pytest.raises(StoreUnreachable, match="does not exist"):
        PostgresStore(make_conninfo(own.writer, user="stranger"))
    [[hba]] = rows(own.admin, "SHOW hba_file")
    kept = Path(str(hba)).read_text()
    try:
        Path(str(hba)).write_text(f"local all answers scram-sha-256\n{kept}")
        run(own.admin, "ALTER ROLE answers PASSWORD 'right'", "SELECT pg_reload_conf()")
        while not rows(own.admin, "SELECT FROM pg_hba_file_rules WHERE user_name = '{answers}'"):
            pass
        PostgresStore(make_conninfo(own.reader, password="right")).close()
        with pytest.raises(StoreUnreachable, match="password authentication failed") as raised:
            PostgresStore(make_conninfo(own.reader, password="wr0ng"))
        assert "wr0ng" not in str(raised.value)
    finally:
        Path(str(hba)).write_text(kept)
        run(own.admin, "SELECT pg_reload_conf()")


@pytest.mark.parametrize("conninfo", [None, 7, b"dbname=course", "what is this"])
def test_what_is_no_connection_string_is_named(conninfo: object) -> None:
    with pytest.raises(InvalidValue, match="connection string"):
        PostgresStore(conninfo)  # type: ignore[arg-type]


# --- fences ---


def test_no_login_can_name_a_partition_change_a_row_or_empty_a_table(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.")
    name = partition(own.admin)
    for login, role in ((own.reader, "chunks_reader"), (own.writer, "chunks_writer")):
        for statement in (
            f"SELECT count(*) FROM {name}",
            "UPDATE chunks.chunk SET number = number + 1",
            "TRUNCATE chunks.chunk",
            "ALTER TABLE chunks.chunk DISABLE ROW LEVEL SECURITY",
            "DROP POLICY read ON chunks.chunk",
            "CREATE TABLE chunks.mine (a int)",
            "SELECT chunks.protect('chunks.chunk')",
            "SET ROLE chunks_owner",
        ):
            for before in ("SELECT", f"SET LOCAL ROLE {role}"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    rows(login, before, statement)
    with PostgresStore(own.writer) as store:
        assert store.verify().clean


def test_the_policies_of_a_partition_hold_even_where_it_may_be_named(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.")
        put(store, "Roof.", source_id="hidden", acl_roles=["board"])
        name = partition(own.admin)
        run(own.admin, f"GRANT SELECT ON {name} TO chunks_reader")
        count = f"SELECT count(*) FROM {name}"
        role = "SET LOCAL ROLE chunks_reader"
        assert rows(own.reader, role, count) == [(0,)]
        who = (
            "SELECT set_config('chunks.tenant', 'marrow-quill', true),"
            " set_config('chunks.environment', 'prod', true),"
            " set_config('chunks.roles', '{underwriter}', true)"
        )
        assert rows(own.reader, role, who, count) == [(1,)]
        [fault] = store.verify().faults
        assert fault.endswith("may be named directly by chunks_reader")


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        ("DROP POLICY read ON {part}", "its policies are not those of chunk"),
        ("CREATE POLICY all_of_it ON {part} USING (true)", "its policies are not those of chunk"),
        ("ALTER POLICY read ON {part} USING (true)", "its policies are not those of chunk"),
        ("ALTER TABLE {part} NO FORCE ROW LEVEL SECURITY", "row security is not on and forced"),
        ("GRANT SELECT ON {part} TO PUBLIC", "may be named directly by -"),
    ],
)
def test_verify_names_a_fence_that_is_down(own: Served, mistake: str, words: str) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.")
        assert store.verify().faults == ()
        run(own.admin, mistake.format(part=partition(own.admin)))
        [fault] = store.verify().faults
        assert words in fault


def test_a_writer_writes_in_the_scope_that_is_set_and_in_no_other(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.", scope=ELSEWHERE)
        put(store, "Roof.")
    acting = (
        "SET LOCAL ROLE chunks_writer",
        "SELECT set_config('chunks.tenant', 'marrow-quill', true),"
        " set_config('chunks.environment', 'prod', true)",
    )
    theirs = "INSERT INTO chunks.source SELECT 'puddlewick', {} FROM chunks.source"
    [[columns]] = rows(
        own.admin,
        "SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute"
        " WHERE attrelid = 'chunks.source'::regclass AND attnum > 1",
    )
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        rows(own.writer, *acting, theirs.format(columns))  # and not "is there already"
    seen = "SELECT DISTINCT tenant FROM chunks.source"
    assert rows(own.writer, *acting, seen) == [("marrow-quill",)]
    gone = "WITH gone AS (DELETE FROM chunks.source RETURNING 1) SELECT count(*) FROM gone"
    assert rows(own.writer, *acting, gone) == [(1,)]
    assert rows(own.writer, "SET LOCAL ROLE chunks_writer", seen) == []


# --- pooled connections ---


def forgotten(store: PostgresStore) -> bool:
    """Whether every pooled connection is nobody's."""
    asked = (
        "SELECT current_user = session_user, coalesce(current_setting('chunks.tenant', true), ''),"
        " coalesce(current_setting('chunks.roles', true), '')"
    )
    pooled = store._database._mine()
    assert pooled
    return all(c.execute(asked).fetchone() == (True, "", "") for c in pooled)


def test_a_pooled_connection_forgets_who_used_it(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.")
        assert forgotten(store)
        store.search("roof", HAZEL)
        assert forgotten(store)

        def interrupted() -> Iterator[tuple[object, ...]]:
            yield make_document("Good."), split(make_document("Good.")), ""
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            store.replace_all(interrupted())  # type: ignore[arg-type]
        assert forgotten(store)
        with pytest.raises(LookupError):
            store.document("none", HAZEL)
        assert forgotten(store)
        assert store.document("policy/1", HAZEL).text == "Roof."


def test_fifty_identities_over_pooled_connections_see_no_forbidden_row(own: Served) -> None:
    random = Random(3)
    roles = ["underwriter", "auditor", "claims, motor", '"', "board"]
    with PostgresStore(own.writer) as store:
        for number in range(60):
            scope = [HOME, DEV, ELSEWHERE][number % 3]
            held = random.sample(roles, number % 3)
            text = "Roof renewed here.\n\nRoof renewed there."
            put(store, text, source_id=f"s/{number}", scope=scope, acl_roles=held)
        listed = store.inventory()
        people = [
            Identity(f"p{n}", [HOME, DEV, ELSEWHERE][n % 3], random.sample(roles, n % 4))
            for n in range(50)
        ]
        wrong: list[str] = []

        def ask(mine: Random) -> None:
            for _ in range(150):
                person = mine.choice(people)
                due = {s.source_id for s in listed if visible(s, person)}
                hits = store.search("roof", person, k=99)
                seen = {hit.chunk.source_id for hit in hits if visible(hit.chunk, person)}
                if seen != due or len(hits) != sum(2 if s in due else 0 for s in due):
                    wrong.append(str(person))

        threads = [threading.Thread(target=ask, args=(Random(n),)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert len(store._database._mine()) <= 5


def test_closing_ends_every_use_and_leaves_no_connection(own: Served) -> None:
    store = PostgresStore(own.writer)
    put(store, "Roof.")
    store.close()
    with pytest.raises(StoreClosed):
        store.search("roof", HAZEL)
    named = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    for _ in range(200):
        if rows(own.admin, named) == [(1,)]:
            return
    raise AssertionError("a connection is still open")


def test_parent_and_child_of_a_fork_both_go_on(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        replace(store, 1)
        with store.snapshot(HAZEL) as view:
            child = os.fork()
            if not child:
                code = 1
                try:
                    replace(store, 2)
                    try:
                        view.sources()
                    except StoreClosed:
                        code = 0 if store.document("policy/1", HAZEL) == version(2) else 2
                finally:
                    os._exit(code)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
            assert view.document("policy/1") == version(1)
        assert store.document("policy/1", HAZEL) == version(2)


# --- what goes wrong meanwhile ---


def end_others(own: Served) -> None:
    """End every other connection to the database, as a restart does."""
    run(
        own.admin,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


def test_a_connection_lost_between_calls_is_passed_over(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        document = put(store, "Roof.")
        end_others(own)
        assert store.document("policy/1", HAZEL) == document
        with store.snapshot(HAZEL) as view:
            end_others(own)
            with pytest.raises(StoreUnreachable):
                view.sources()
        assert put(store, "Roof again.") == store.document("policy/1", HAZEL)


def test_a_connection_lost_in_the_middle_of_a_replacement_leaves_nothing_half(
    own: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    from course_lib.postgres import store as module

    with PostgresStore(own.writer) as store:
        replace(store, 1)
        before = contents(store)
        columns = module.chunk_columns

        def late(*told: object) -> object:
            end_others(own)
            return columns(*told)  # type: ignore[arg-type]

        monkeypatch.setattr(module, "chunk_columns", late)
        with pytest.raises(StoreUnreachable, match="nothing was written"):
            replace(store, 2)
        monkeypatch.undo()
        assert contents(store) == before
        assert replace(store, 2).status == "replaced"


def test_a_connection_lost_while_committing_is_said_to_be_unknown(
    own: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresStore(own.writer) as store:
        replace(store, 1)
        commit = store._database._commit

        def late(connection: object) -> None:
            end_others(own)
            commit(connection)  # type: ignore[arg-type]

        monkeypatch.setattr(store._database, "_commit", late)
        with pytest.raises(StoreUnreachable, match="as a whole or not at all; read it again"):
            replace(store, 2)
        monkeypatch.undo()
        assert store.document("policy/1", HAZEL) == version(1)


def test_who_waits_too_long_for_another_writer_is_told_so(own: Served) -> None:
    with PostgresStore(own.writer) as store, PostgresStore(own.writer, timeout=0.1) as other:
        replace(store, 1)

        def slow() -> Iterator[object]:
            yield version(2), split(version(2)), ""
            with pytest.raises(StoreLocked, match="nothing was written here: try again"):
                replace(other, 3)
            assert put(other, "Roof.", source_id="policy/2").text == "Roof."  # which nobody holds

        store.replace_all(slow())  # type: ignore[arg-type]
        assert store.document("policy/1", HAZEL) == version(2)


def test_two_who_wait_for_each_other_do_not_wait_for_ever(own: Served) -> None:
    both = threading.Barrier(2)
    errors: list[StoreError] = []

    def write(names: list[str]) -> None:
        def documents() -> Iterator[object]:
            for name in names:
                document = make_document("Roof.", source_id=name)
                yield document, split(document), ""
                if name == names[0]:
                    both.wait()

        with PostgresStore(own.writer, timeout=60) as store:
            try:
                store.replace_all(documents())  # type: ignore[arg-type]
            except StoreError as error:
                errors.append(error)

    with PostgresStore(own.writer) as store:
        put(store, "Roof.", source_id="c")
        threads = [threading.Thread(target=write, args=(list(n),)) for n in ("ab", "ba")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [type(error) for error in errors] == [StoreLocked]
        assert [source.source_id for source in store.inventory()] == ["a", "b", "c"]
        assert store.verify().clean


# --- what PostgreSQL cannot hold ---


@pytest.mark.parametrize(
    ("labels", "field"),
    [
        ({"source_id": "a\0b"}, "source_id"),
        ({"scope": Scope("a\0b", "prod")}, "scope"),
        ({"scope": Scope("a", "pr\0d")}, "scope"),
        ({"doc_type": "a\0b"}, "doc_type"),
        ({"acl_roles": ["a\0b"]}, "acl_roles"),
    ],
)
def test_a_name_that_postgresql_cannot_hold_is_named(
    own: Served, labels: dict[str, object], field: str
) -> None:
    with PostgresStore(own.writer) as store:
        with pytest.raises(InvalidText, match=f"{field} .* holds the character NUL"):
            put(store, "Roof.", **labels)
        assert store.inventory() == []
        assert store.delete(HOME, "a\0b") == store.delete(Scope("a\0b", "prod"), "x") == 0


def test_what_is_too_large_is_a_clear_error_with_nothing_written(own: Served) -> None:
    many = " ".join(f"word{number}" for number in range(90_000))
    with PostgresStore(own.writer) as store:
        replace(store, 1)
        before = contents(store)
        for text, name in ((many, "policy/1"), ("Roof.", os.urandom(9_000).hex())):
            document = make_document(text, source_id=name)
            with pytest.raises(StoreError, match=r"of that size, and nothing .* cut it smaller"):
                store.replace(document, cut(document, [(0, len(text))]))
        assert contents(store) == before


def test_a_word_of_any_length_is_found_again(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        for number, word in enumerate(["r" * 1_999, "屋" + "\u0301" * 900, "'\\' it's \\'"]):
            document = make_document(word, source_id=f"s/{number}")
            store.replace(document, cut(document, [(0, len(word))]))
            assert [hit.chunk.text for hit in store.search(word, HAZEL)] == [word]
        assert store.verify().clean


# --- damage ---


DAMAGE: dict[str, tuple[str, str]] = {
    "a text": ("UPDATE chunks.source SET text = 'Rood'", "the text is not the one that was hashed"),
    "no UTF-8": (r"UPDATE chunks.source SET text = '\xff'", "can't decode"),
    "a slice": ("UPDATE chunks.chunk SET text = 'Pipes new.' WHERE number = 1", "chunk 1 is not"),
    "a place": ("UPDATE chunks.chunk SET char_start = 1, char_end = 14", "chunk"),
    "a chunk that is gone": ("DELETE FROM chunks.chunk WHERE number = 0", "its index is 1"),
    "the last chunk": ("DELETE FROM chunks.chunk WHERE number = 1", "are not those that were"),
    "roles": ("UPDATE chunks.source SET acl_roles = '{board}'", "are not those that were stored"),
    "roles of a chunk": (
        "UPDATE chunks.chunk SET acl_roles = '{underwriter,board}'",
        "the filter's roles or the index's words are not those of its chunks",
    ),
    "words": ("UPDATE chunks.chunk SET words = '''salary'':1'", "the index's words are not"),
    "a date": ("UPDATE chunks.source SET moment = moment + 1", "its moment is not its date"),
    "another date": (
        "UPDATE chunks.source SET updated_at = '2031-01-01T00:00:00+00:00'",
        "are not those that were stored",
    ),
    "no date": ("UPDATE chunks.source SET updated_at = 'soon'", "Invalid isoformat"),
    "metadata": ("UPDATE chunks.source SET metadata = '{[}'", "Expecting value"),
    "no source": ("DELETE FROM chunks.source", "chunks without their source"),
    "a count": ("UPDATE chunks.source SET chunks = 7", "are not those that were stored"),
}


@pytest.mark.parametrize(("spoil", "words"), DAMAGE.values(), ids=DAMAGE)
def test_verify_names_what_is_not_what_was_stored(own: Served, spoil: str, words: str) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof renewed.\n\nPipes old.")
        put(store, "Sound.", scope=ELSEWHERE)
        here = f"{'AND' if 'WHERE' in spoil else 'WHERE'} tenant = 'marrow-quill'"
        run(own.admin, f"{spoil} {here}")
        report = store.verify()
        assert [fault for fault in report.faults if words in fault], report
        assert all("policy/1 in marrow-quill/prod" in fault for fault in report.faults)


def test_a_damaged_chunk_is_left_out_named_and_refused(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        for number in range(5):
            put(store, "Roof renewed. Roof.", source_id=f"s/{number}")
        run(own.admin, "UPDATE chunks.chunk SET text = 'Rood' WHERE source_id IN ('s/0', 's/3')")
        with pytest.warns(DamagedSource, match=r"'s/[03] in marrow-quill/prod' was left out"):
            hits = store.search("roof", HAZEL, k=3)
        assert [hit.chunk.source_id for hit in hits] == ["s/1", "s/2", "s/4"]
        assert [hit.citation.number for hit in hits] == [1, 2, 3]
        with pytest.raises(StoreDamaged, match="s/3 in marrow-quill/prod is damaged"):
            store.get("s/3", 0, HAZEL)
        run(own.admin, "UPDATE chunks.source SET text = 'Rood' WHERE source_id = 's/1'")
        with pytest.raises(StoreDamaged, match="not the one that was hashed"):
            store.document("s/1", HAZEL)


def test_a_chunk_that_its_source_does_not_admit_is_not_served(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        put(store, "Roof.", acl_roles=["board"])
        run(own.admin, "UPDATE chunks.chunk SET acl_roles = '{underwriter}'")
        assert store.search("roof", HAZEL) == []
        with pytest.raises(LookupError):
            store.get("policy/1", 0, HAZEL)


# --- from SQLite and back ---


def test_a_file_moves_to_postgresql_and_back_with_all_hashes(own: Served, tmp_path: Path) -> None:
    with ChunkStore(tmp_path / "a.db") as file, PostgresStore(own.writer) as store:
        for document in load_documents():
            chunker = ParagraphChunker(300)
            file.replace(document, chunker.split(document), made_by=repr(chunker), origin="samples")
        put(file, "a\0b 水道管", source_id="odd", metadata={"k\0": "\ud800"}, acl_roles=[])
        assert {change.status for change in store.import_(file.export())} == {"inserted"}
        assert store.verify(file.inventory()).faults == ()
        assert store.inventory() == file.inventory()  # with doc_id and digest
        assert contents(store) == contents(file)
        with ChunkStore(tmp_path / "b.db") as again:
            again.import_(store.export())
            assert again.inventory() == file.inventory()
            assert again.verify(file.inventory()).clean


def test_an_export_is_of_one_moment(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        replace(store, 1)
        put(store, "Other.", source_id="policy/2")
        lines = store.export()
        head = next(lines)
        replace(store, 2)
        store.delete(HOME, "policy/2")
        assert '"sources":2' in head
        assert [line.count("version 2") for line in lines] == [0, 0]


def test_errors_are_those_of_the_other_engine(own: Served, tmp_path: Path) -> None:
    """Whatever is refused, both refuse it in the same words."""
    calls: list[Callable[[object], object]] = [
        lambda store: store.document("none", HAZEL),
        lambda store: store.get("none", 3, HAZEL),
        lambda store: store.search(3, HAZEL),
        lambda store: store.search("a", "hazel"),
        lambda store: store.search("a", HAZEL, k=0),
        lambda store: store.search("a", HAZEL, since="x"),
        lambda store: store.replace(version(1), []),
        lambda store: store.replace(version(1), split(version(2))),
        lambda store: store.replace(version(1), split(version(1)), expected="f00"),
        lambda store: store.delete("x", "y"),
        lambda store: store.import_(["{}"]),
        lambda store: store.verify([3]),
    ]
    with ChunkStore(tmp_path / "a.db") as file, PostgresStore(own.writer) as store:
        for call in calls:
            said = []
            for each in (file, store):
                with pytest.raises(Exception) as raised:  # noqa: PT011
                    call(each)
                said.append((type(raised.value), str(raised.value)))
            assert said[0] == said[1]


def test_labels_that_change_alone_are_written(own: Served) -> None:
    with PostgresStore(own.writer) as store:
        document = put(store, "Roof.")
        narrowed = dataclasses.replace(document.guardrails, acl_roles=["board"])
        put(store, "Roof.", acl_roles=narrowed.acl_roles)
        assert store.search("roof", HAZEL) == []
