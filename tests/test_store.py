"""The store's contract: what is replaced, what comes back, what is refused, what verify sees."""

import dataclasses
import json
import math
import pickle
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from stores import (
    DEV,
    ELSEWHERE,
    HAZEL,
    HOME,
    NOBODY,
    contents,
    contract,
    empty,
    plain,
    put,
    ranking,
    split,
)
from texts import make_document, texts

from course_lib import Chunk, ChunkStore, Identity, NaiveChunker, ParagraphChunker, Scope, cut
from course_lib.access import visible
from course_lib.document import InvalidText
from course_lib.errors import CourseError, InvalidValue
from course_lib.samples import load_documents
from course_lib.store import Change, NotAStore, NotVisible, StoreClosed, StoreError, schema
from course_lib.store import errors as store_errors
from course_lib.store.schema import CHUNK_BITS


def rows_of(path):
    """Every row of every table that holds something of a document."""
    with plain(path) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table}").fetchall()
            for table in ["label", "label_role", "source", "chunk"]
        }


# --- what was stored comes back ---


@contract
@pytest.mark.parametrize("document", load_documents(), ids=lambda d: f"{d.scope}/{d.source_id}")
def test_a_sample_comes_back_the_same(store, document):
    chunks = ParagraphChunker(300).split(document)
    store.replace(document, chunks)
    reader = Identity("reader", document.scope, document.acl_roles)
    assert store.document(document.source_id, reader) == document
    assert [store.get(document.source_id, n, reader) for n in range(len(chunks))] == chunks
    assert store.verify().clean


strings = st.text(max_size=20)
names = st.text(min_size=1, max_size=9).filter(
    lambda name: name == name.strip() and len(name.splitlines()) == 1 and "\0" not in name
)
zones = st.integers(-23 * 3600, 23 * 3600).map(lambda s: timezone(timedelta(seconds=s)))


@contract
@given(
    texts(),
    names,
    names,
    names,
    names,
    st.lists(names, min_size=1, max_size=4),
    st.datetimes(timezones=zones),
    st.dictionaries(st.text(), st.text(), max_size=4),
    strings,
)
def test_every_string_comes_back_the_same(
    lasting, text, source_id, tenant, environment, doc_type, roles, updated_at, metadata, context
):
    document = make_document(
        text,
        source_id=source_id,
        scope=Scope(tenant, environment),
        doc_type=doc_type,
        acl_roles=roles,
        updated_at=updated_at,
        metadata=metadata,
    )
    spans = [(*chunk.span, (context, "")) for chunk in split(document)]
    chunks = cut(document, spans)
    reader = Identity("reader", document.scope, roles[:1])
    store = empty(lasting)
    store.replace(document, chunks)
    back = store.document(source_id, reader)
    assert back == document
    assert back.updated_at.isoformat() == updated_at.isoformat()
    assert list(back.metadata.items()) == list(metadata.items())
    assert [store.get(source_id, n, reader) for n in range(len(chunks))] == chunks
    [source] = store.sources(reader)
    assert source.guardrails == document.guardrails
    assert (source.characters, source.chunks) == (len(text), len(chunks))
    assert store.verify().faults == ()


@contract
def test_metadata_comes_back_even_with_what_no_file_can_hold(store):
    document = put(store, "Roof.", metadata={"odd": "\ud800\0", "": "\U0001f469"})
    assert store.document("policy/1", HAZEL) == document


def test_another_thread_or_process_sees_it_after_reopening(path):
    with ChunkStore(path) as store:
        document = put(store, "Roof renewed.")
    with ChunkStore(str(path)) as again:
        assert again.document("policy/1", HAZEL) == document


# --- replacing ---


@contract
def test_a_first_version_is_inserted_and_the_next_replaces_it_whole(store):
    assert store.replace(*with_chunks("One.\n\nTwo is longer.\n\nThree.")) == Change(
        "inserted", 0, 2
    )
    assert store.replace(*with_chunks("Only this.")) == Change("replaced", 2, 1)
    assert [hit.chunk.text for hit in store.search("one two three only", HAZEL)] == ["Only this."]
    assert store.as_(HAZEL).count() == len(store.inventory()) == 1


def test_nothing_is_left_of_what_was_replaced(store, path):
    store.replace(*with_chunks("One.\n\nTwo is longer.\n\nThree."))
    store.replace(*with_chunks("Only this."))
    assert [len(rows) for rows in rows_of(path).values()] == [1, 2, 1, 1]


def with_chunks(text="Roof renewed.\n\nPipes old.", **labels):
    document = make_document(text, **labels)
    return document, split(document)


@contract
def test_the_same_again_writes_nothing(store):
    store.replace(*with_chunks(), made_by="ParagraphChunker(20)")
    before = contents(store)
    again = store.replace(*with_chunks(), made_by="ParagraphChunker(20)")
    assert again == Change("unchanged", 0, 0)
    assert contents(store) == before


def test_two_that_store_the_same_at_once_write_it_once(store, path, monkeypatch):
    store.replace(*with_chunks())
    before = rows_of(path)
    monkeypatch.setattr(store._file, "read", lambda work: False)  # as if it came in meanwhile
    assert store.replace(*with_chunks()) == Change("unchanged", 0, 0)
    assert rows_of(path) == before


def test_a_label_that_nobody_has_any_more_is_forgotten(store, path):
    store.replace(*with_chunks(acl_roles=["thistle"]))
    store.replace(*with_chunks(acl_roles=["auditor"]))
    assert "thistle" not in json.dumps(rows_of(path))


CHANGES = {
    "the text": {"text": "Roof renewed.\n\nPipes new."},
    "the roles alone": {"acl_roles": ["underwriter"]},
    "one role more": {"acl_roles": ["underwriter", "claims_handler", "auditor"]},
    "the kind": {"doc_type": "memo"},
    "the time": {"updated_at": datetime(2026, 3, 15, tzinfo=UTC)},
    "the metadata": {"metadata": {"language": "de"}},
}


@contract
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_whatever_changed_is_written(store, change):
    store.replace(*with_chunks())
    document, chunks = with_chunks(**change)
    assert store.replace(document, chunks) == Change("replaced", 2, 2)
    assert store.document("policy/1", HAZEL) == document
    assert store.get("policy/1", 0, HAZEL).guardrails == document.guardrails


@contract
def test_other_cuts_contexts_or_settings_are_written_too(store):
    document = make_document()
    store.replace(document, split(document), made_by="a")
    assert store.replace(document, split(document), made_by="b").status == "replaced"
    assert store.replace(document, cut(document, [(0, 13), (14, 25)]), made_by="b").removed == 2
    assert store.replace(document, split(document, 30), made_by="b") == Change("replaced", 2, 1)
    with_context = cut(document, [(0, 25, ("Survey",))])
    assert store.replace(document, with_context, made_by="b").status == "replaced"
    assert store.replace(document, with_context, made_by="b", origin="c").status == "replaced"
    assert store.replace(document, with_context, made_by="b", origin="c").status == "unchanged"
    assert store.get("policy/1", 0, HAZEL).context == ("Survey",)


@contract
def test_a_source_is_known_by_scope_and_name_and_not_by_its_text(store):
    for scope in [HOME, DEV, ELSEWHERE]:
        assert store.replace(*with_chunks(scope=scope)).status == "inserted"
    assert store.replace(*with_chunks(source_id="policy/2")).status == "inserted"
    store.replace(*with_chunks("Another.", scope=DEV))
    assert store.delete(DEV, "policy/1") == 1
    assert [source.source_id for source in store.sources(HAZEL)] == ["policy/1", "policy/2"]
    assert len(store.inventory(ELSEWHERE)) == 1


@contract
def test_names_that_differ_in_case_or_form_are_different_sources(store):
    for name in ["caf\u00e9", "cafe\u0301", "Caf\u00e9"]:
        put(store, f"Roof of {name}.", source_id=name)
    assert len(store.sources(HAZEL)) == 3


def test_sqlite_holds_names_with_any_character(store):
    for name in ["caf\u00e9", "caf\u00e9\0"]:
        put(store, f"Roof of {name}.", source_id=name)
    assert [source.source_id for source in store.sources(HAZEL)] == ["caf\u00e9", "caf\u00e9\0"]


@contract
def test_a_blank_document_has_no_chunks_and_replaces_the_old_ones(store):
    store.replace(*with_chunks())
    blank, none = with_chunks(" \n ")
    assert store.replace(blank, none) == Change("replaced", 2, 0)
    assert store.document("policy/1", HAZEL) == blank
    assert store.search("roof", HAZEL) == []
    assert store.verify().clean


@contract
def test_chunks_may_come_from_a_generator(store):
    document, chunks = with_chunks()
    assert store.replace(document, (chunk for chunk in chunks)).inserted == 2


# --- refused, with nothing written ---


def edited(number, **fields):
    return lambda chunks: [
        dataclasses.replace(chunk, **fields) if chunk.index == number else chunk for chunk in chunks
    ]


OTHER_ROLES = dataclasses.replace(make_document().guardrails, acl_roles=["everybody"])
OTHER_SCOPE = dataclasses.replace(make_document().guardrails, scope=ELSEWHERE)
NO_ROLES = dataclasses.replace(make_document().guardrails, acl_roles=[])
REFUSED = {
    "chunks of another text": (
        lambda chunks: split(make_document("Roof renewed!\n\nPipes old.")),
        ["chunk 0 of policy/1: its doc_id is that of another text", "cut the document"],
    ),
    "chunks with other roles": (edited(1, guardrails=OTHER_ROLES), ["chunk 1", "guardrails"]),
    "chunks with no roles": (edited(0, guardrails=NO_ROLES), ["chunk 0", "guardrails"]),
    "chunks of another scope": (edited(0, guardrails=OTHER_SCOPE), ["chunk 0", "guardrails"]),
    "a text that is not the slice": (edited(1, text="Pipes new."), ["characters 15–25"]),
    "a hash that is not the slice's": (edited(1, chunk_sha256="0" * 64), ["or its hash"]),
    "a place that is moved": (edited(1, char_start=14, char_end=24), ["characters 14–24"]),
    "a place outside": (edited(1, char_end=26), ["span (15, 26) does not lie in a text of 25"]),
    "an empty slice": (edited(1, char_end=15, text=""), ["0 <= start < end"]),
    "an index twice": (edited(1, index=0), ["its index is 0; chunks are numbered from 0"]),
    "an index left out": (lambda chunks: chunks[1:], ["its index is 1"]),
    "the wrong order": (lambda chunks: chunks[::-1], ["its index is 1"]),
    "no chunks": (lambda chunks: [], ["no chunks for policy/1, whose text is not blank"]),
    "a surrogate in the context": (edited(0, context=("\ud800",)), ["lone surrogate"]),
}
WRONG_TYPES = {
    "passages": (lambda chunks: ["Roof renewed."], ["got str; make chunks with a chunker"]),
    "a chunker": (lambda chunks: ParagraphChunker(16), ["write chunker.split(document)"]),
    "a place in fractions": (edited(0, char_start=0.0), ["two whole numbers"]),
    "an index that is a truth value": (edited(1, index=True), []),
    "context that is a list": (edited(0, context=["Survey"]), ["context must be a tuple"]),
    "context of numbers": (edited(0, context=(1,)), ["context must be a tuple of strings"]),
}


@contract
@pytest.mark.parametrize(
    ("spoil", "words"),
    [*REFUSED.values(), *WRONG_TYPES.values()],
    ids=[*REFUSED, *WRONG_TYPES],
)
@pytest.mark.parametrize("stored", [False, True], ids=["new source", "known source"])
def test_chunks_that_are_not_cut_from_the_document_are_refused(store, stored, spoil, words):
    if stored:
        put(store, "The old text.")
    before = contents(store)
    document, chunks = with_chunks()
    with pytest.raises((ValueError, TypeError)) as raised:
        store.replace(document, spoil(chunks))
    assert [part for part in words if part not in str(raised.value)] == []
    assert isinstance(raised.value, CourseError)
    assert contents(store) == before


@contract
@pytest.mark.parametrize(
    ("labels", "field"),
    [
        ({"source_id": "a\ud800"}, "source_id"),
        ({"scope": Scope("a\ud800", "prod")}, "scope"),
        ({"doc_type": "\udfff"}, "doc_type"),
        ({"acl_roles": ["\ud800"]}, "acl_roles"),
    ],
)
def test_a_label_that_no_file_can_hold_is_named(store, labels, field):
    document, chunks = with_chunks(**labels)
    with pytest.raises(InvalidText, match=f"{field} .* holds a lone surrogate"):
        store.replace(document, chunks)


@contract
def test_what_is_no_document_and_no_description_is_refused(store):
    document, chunks = with_chunks()
    with pytest.raises(TypeError, match="document must be a Document, got str"):
        store.replace(document.text, chunks)
    with pytest.raises(TypeError, match=r"made_by must be a str, .* write repr\(chunker\)"):
        store.replace(document, chunks, made_by=ParagraphChunker(20))
    with pytest.raises(TypeError, match=r"origin must be a str, .* name where the text comes from"):
        store.replace(document, chunks, origin=Path("folder"))


def test_a_text_beyond_what_sqlite_holds_is_a_clear_error(store):
    store._file.read(lambda c: c.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1_000))
    put(store, "Roof.")
    document = make_document("Roof. " * 300)
    with pytest.raises(StoreError, match=r"chunks.db cannot hold a document of that size.*split"):
        store.replace(document, split(document))
    assert store.document("policy/1", HAZEL).text == "Roof."


# --- deleting ---


@contract
def test_deleting_takes_the_source_and_all_its_chunks(store):
    put(store, "Thistlewood's roof.\n\nThistlewood's pipes.", acl_roles=["thistle", "underwriter"])
    put(store, "Roof.", source_id="policy/2")
    assert store.delete(HOME, "policy/1") == 2
    assert store.search("Thistlewood", HAZEL) == []
    assert store.delete(HOME, "policy/1") == 0
    assert "histle" not in json.dumps(contents(store))
    assert store.verify().clean


def test_deleting_leaves_no_trace_in_the_tables(store, path):
    put(store, "Thistlewood's roof.", acl_roles=["thistle", "underwriter"])
    store.delete(HOME, "policy/1")
    assert "histle" not in json.dumps(rows_of(path))


@contract
def test_deleting_leaves_the_same_name_in_another_scope(store):
    for scope in [HOME, DEV, ELSEWHERE]:
        put(store, "Roof.", scope=scope)
    store.delete(HOME, "policy/1")
    assert [len(store.inventory(scope)) for scope in [HOME, DEV, ELSEWHERE]] == [0, 1, 1]


@contract
def test_after_deleting_the_source_can_come_back(store):
    document = put(store, "Roof.")
    store.delete(HOME, "policy/1")
    assert store.replace(document, split(document)) == Change("inserted", 0, 1)


# --- reading with the guardrails on ---


@contract
def test_forbidden_and_absent_sound_the_same(store):
    put(store, "Roof.", source_id="here", acl_roles=["auditor"])
    put(store, "Roof.", source_id="hers")
    for ask in [store.document, lambda name, who: store.get(name, 0, who)]:
        messages = []
        for name in ["here", "gone"]:
            with pytest.raises(LookupError) as raised:
                ask(name, HAZEL)
            messages.append(str(raised.value).replace(name, "…"))
        assert messages[0] == messages[1]


@contract
@pytest.mark.parametrize(
    "identity",
    [
        NOBODY,
        Identity("hazel", HOME, ["Underwriter", "under", "writer", "underwriter\0", "%"]),
        Identity("hazel", DEV, ["underwriter"]),
        Identity("hazel", ELSEWHERE, ["underwriter"]),
        Identity("hazel", Scope("marrow-quill\0", "prod"), ["underwriter"]),
    ],
    ids=lambda identity: f"{identity.scope} {sorted(identity.roles)}",
)
def test_who_is_not_admitted_sees_nothing_anywhere(store, identity):
    put(store, "Roof renewed.")
    assert store.search("roof", identity) == []
    assert store.sources(identity) == []
    with pytest.raises(LookupError):
        store.document("policy/1", identity)
    with pytest.raises(LookupError):
        store.get("policy/1", 0, identity)


@contract
def test_a_document_without_roles_is_seen_by_nobody_and_listed_for_its_owner(store):
    document = put(store, "Roof.", acl_roles=[])
    for identity in [HAZEL, NOBODY, Identity("x", HOME, ["", "*", "everyone"][1:])]:
        assert store.search("roof", identity) == []
        assert store.sources(identity) == []
    [source] = store.inventory(HOME)
    assert source.guardrails == document.guardrails
    assert store.delete(HOME, "policy/1") == 1


@contract
@pytest.mark.parametrize("index", [-1, 2, 2**63, 2**80, -(2**80)])
def test_an_index_that_is_not_there_is_not_found(store, index):
    store.replace(*with_chunks())
    with pytest.raises(LookupError, match=f"hazel sees no chunk {index} of 'policy/1'"):
        store.get("policy/1", index, HAZEL)


@contract
def test_sources_are_listed_by_name_with_what_made_them(store):
    for name in ["b", "a", "c"]:
        document, chunks = with_chunks(source_id=name)
        store.replace(document, chunks, made_by="by hand", origin="desk")
    put(store, "Hidden.", source_id="d", acl_roles=["auditor"])
    listed = store.sources(HAZEL)
    assert [source.source_id for source in listed] == ["a", "b", "c"]
    assert {(s.chunks, s.characters, s.made_by, s.origin) for s in listed} == {
        (2, 25, "by hand", "desk")
    }
    assert [source.source_id for source in store.inventory(HOME)] == ["a", "b", "c", "d"]
    assert all(visible(source, HAZEL) for source in listed)


# --- arguments that mean nothing ---


@contract
@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda s: s.search("roof", HAZEL, k=0), ValueError, "k must be positive, got 0"),
        (lambda s: s.search("roof", HAZEL, k=-3), ValueError, "k must be positive, got -3"),
        (lambda s: s.search("roof", HAZEL, k=math.nan), TypeError, "k must be a whole number"),
        (lambda s: s.search("roof", HAZEL, k=2.0), TypeError, "k must be a whole number, got 2.0"),
        (lambda s: s.search("roof", HAZEL, k=True), TypeError, "k must be a whole number"),
        (lambda s: s.search("roof", HAZEL, k="2"), TypeError, "k must be a whole number"),
        (lambda s: s.search(None, HAZEL), TypeError, "query must be a str of words, got None"),
        (lambda s: s.search(b"roof", HAZEL), TypeError, "query must be a str"),
        (lambda s: s.search("roof", "hazel"), TypeError, "identity must be an Identity"),
        (lambda s: s.search("roof", None), TypeError, "say who asks"),
        (lambda s: s.search("roof", HAZEL, doc_types="memo"), TypeError, r"write \['memo'\]"),
        (lambda s: s.search("roof", HAZEL, doc_types=[1]), TypeError, "doc_types must hold"),
        (
            lambda s: s.search("roof", Identity("x", HOME, map(str, range(40_000)))),
            ValueError,
            "40,000 roles are more than 30,000",
        ),
        (lambda s: s.search("roof", Identity("x", HOME, ["\ud800"])), InvalidText, "surrogate"),
        (lambda s: s.get("policy/1", "0", HAZEL), TypeError, "index must be a whole number"),
        (lambda s: s.get("policy/1", True, HAZEL), TypeError, "index must be a whole number"),
        (lambda s: s.get("", 0, HAZEL), ValueError, "source_id is empty"),
        (lambda s: s.get("policy/1", 0, HOME), TypeError, "identity must be an Identity"),
        (lambda s: s.document(None, HAZEL), TypeError, "source_id must be a str"),
        (lambda s: s.sources(HOME), TypeError, "identity must be an Identity"),
        (lambda s: s.inventory(HAZEL), TypeError, r"scope must be a Scope"),
        (lambda s: s.delete("marrow-quill", "policy/1"), TypeError, "scope must be a Scope"),
        (lambda s: s.delete(HOME, " "), ValueError, "source_id is empty"),
    ],
)
def test_bad_arguments_are_named(store, call, error, words):
    with pytest.raises(error, match=words) as raised:
        call(store)
    assert isinstance(raised.value, CourseError)


@pytest.mark.parametrize(
    "path", [":memory:", "", b"chunks.db", "file:chunks.db?mode=memory", "a\0b", 7, None]
)
def test_a_store_lives_in_a_file(path):
    with pytest.raises(InvalidValue, match="path must name a file"):
        ChunkStore(path)


@pytest.mark.parametrize("timeout", [-1, math.nan, "5", None, True])
def test_a_timeout_is_a_number_of_seconds(path, timeout):
    with pytest.raises(ValueError, match="timeout must be a number of seconds from 0 up"):
        ChunkStore(path, timeout=timeout)


# --- the file ---


@contract
def test_closing_twice_is_fine_and_use_after_it_is_not(again):
    store = again()
    store.close()
    store.close()
    for use in [lambda: store.search("roof", HAZEL), lambda: store.replace(*with_chunks())]:
        with pytest.raises(StoreClosed, match=r"was closed; open it again"):
            use()


@contract
def test_with_closes_even_after_an_error(again):
    def use():
        nonlocal store
        with again() as store:
            store.replace(*with_chunks())
            raise ZeroDivisionError

    store = None
    with pytest.raises(ZeroDivisionError):
        use()
    with pytest.raises(StoreClosed):
        store.sources(HAZEL)


def test_closing_leaves_no_log(path):
    with ChunkStore(path) as store:
        put(store, "Roof.")
    assert not Path(f"{path}-wal").exists()


def test_it_says_which_file_it_is(store, path):
    assert repr(store) == f"ChunkStore({str(path)!r})"


def foreign_database(path):
    with plain(path) as connection:
        connection.execute("CREATE TABLE recipe (name)")


def foreign_in_wal(path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE recipe (name)")
    other = path.with_name("other")  # a copy with its log still beside it, as after a crash
    shutil.copy(path, other)
    shutil.copy(f"{path}-wal", f"{other}-wal")
    connection.close()
    other.replace(path)
    Path(f"{other}-wal").replace(f"{path}-wal")


def another_application(path):
    with plain(path) as connection:
        connection.execute("PRAGMA application_id = 77")


def another_version(number):
    def write(path):
        ChunkStore(path).close()
        with plain(path) as connection:
            connection.execute(f"PRAGMA user_version = {number}")

    return write


FOREIGN = {
    "a text": (lambda path: path.write_text("Roof renewed."), "is no SQLite database"),
    "one byte": (lambda path: path.write_bytes(b"\0"), "is no SQLite database"),
    "a page of zeros": (lambda path: path.write_bytes(bytes(4096)), "is no SQLite database"),
    "a database of recipes": (foreign_database, "is a database of something else, with 1 table"),
    "one with its log unwritten": (foreign_in_wal, "is a database of something else"),
    "an empty one of another kind": (another_application, "is a database of something else"),
    "a newer store": (another_version(schema.VERSION + 1), "use a newer copy of the course"),
    "an older store": (another_version(0), "index the sources anew"),
}


@pytest.mark.parametrize(("write", "words"), FOREIGN.values(), ids=FOREIGN.keys())
def test_a_file_that_is_something_else_is_refused_and_left_as_it_is(path, write, words):
    write(path)
    before = path.read_bytes()
    with pytest.raises(NotAStore, match=words) as raised:
        ChunkStore(path)
    assert str(path) in str(raised.value)
    assert path.read_bytes() == before


def test_a_store_of_version_1_is_brought_up_to_date_and_a_copy_is_kept(path):
    with plain(path) as connection:
        connection.executescript(Path(__file__).with_name("store_version_1.sql").read_text("utf-8"))
    with ChunkStore(path) as store:
        assert store.verify().faults == ()
        document = make_document()
        assert store.document("policy/1", HAZEL) == document
        assert [store.get("policy/1", n, HAZEL) for n in range(2)] == split(document)
        wren = Identity("wren", ELSEWHERE, ["auditor"])
        for query in ["屋根", "水道管"]:
            [hit] = store.search(query, wren)
            assert (hit.chunk.text, hit.chunk.context) == ("水道管は古い。", ("Survey", "屋根"))
        made_by = "ParagraphChunker(max_chars=20)"
        assert store.replace(document, split(document), made_by=made_by).status == "unchanged"
        assert store.replace(*with_chunks("Roof, pipes and all new.")) == Change("replaced", 2, 2)
        assert store.search("renewed", HAZEL) == []
        assert store.verify().faults == ()


@pytest.mark.parametrize("place", ["/texts", "/texts/manifest.toml"])
def test_the_place_that_index_wrote_beside_the_chunker_becomes_the_origin(path, place):
    made_by = "ParagraphChunker(max_chars=20)"
    old = Path(__file__).with_name("store_version_1.sql").read_text("utf-8")
    with plain(path) as connection:
        connection.executescript(old.replace(made_by, f"{made_by} of {place}"))
    with ChunkStore(path) as store:
        told = [(source.made_by, source.origin) for source in store.inventory()]
        assert told == [(made_by, "/texts"), ("", "")]
        assert store.verify().faults == ()


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    with ChunkStore(path) as store:
        assert store.verify().clean


def test_a_folder_and_a_missing_folder_are_clear_errors(tmp_path):
    for path in [tmp_path, tmp_path / "nowhere" / "chunks.db"]:
        with pytest.raises(StoreError, match="cannot be opened: see that its folder exists"):
            ChunkStore(path)


def test_a_path_with_odd_characters_is_a_path(tmp_path):
    path = tmp_path / "a b?mode=ro#%41é.db"
    for _ in range(2):
        with ChunkStore(path) as store:
            put(store, "Roof.")
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_whatever_the_store_refuses_is_caught_as_one_and_by_python_s_own_names():
    for error in store_errors.__dict__.values():
        if isinstance(error, type) and error.__module__ == store_errors.__name__:
            assert issubclass(error, CourseError)
            assert issubclass(error, LookupError if error is NotVisible else OSError)


def test_errors_survive_pickling():
    error = pickle.loads(pickle.dumps(NotAStore("a.db is something else")))
    assert (type(error), str(error)) == (NotAStore, "a.db is something else")


@pytest.mark.parametrize("table", ["chunk", "source"])
def test_a_row_of_a_chunk_or_source_never_changes(store, path, table):
    store.replace(*with_chunks())
    column = "made_by" if table == "source" else "chunk_key"
    with plain(path) as connection, pytest.raises(sqlite3.IntegrityError, match="never changes"):
        connection.execute(f"UPDATE {table} SET {column} = {column}")


@pytest.mark.parametrize(
    "use_up",
    [
        f"INSERT INTO free_label VALUES ({2**schema.LABEL_BITS - 1})",
        f"UPDATE sqlite_sequence SET seq = {2**schema.CHUNK_BITS - 2} WHERE name = 'chunk'",
    ],
    ids=["label", "chunk"],
)
def test_numbers_that_run_out_are_a_clear_error_and_no_other_label(store, path, use_up):
    put(store, "Roof.")
    with plain(path) as connection:
        connection.execute(use_up)
    last = put(store, "Roof again.", source_id="policy/2", acl_roles=["underwriter", "auditor"])
    assert len(store.search("roof", HAZEL)) == 2
    assert store.verify().clean
    before = rows_of(path)
    with pytest.raises(StoreError, match=r"has no numbers left for new chunks or labels"):
        put(store, "Roof.", source_id="policy/3", acl_roles=["underwriter", "under"])
    assert rows_of(path) == before
    assert store.document("policy/2", HAZEL) == last


# --- verify ---


def drop(trigger):
    return f"DROP TRIGGER {trigger}"


FIRST = 1 << CHUNK_BITS | 1  # as the index of words knows the first chunk of the first label
OTHER = 2 << CHUNK_BITS | 1  # the same chunk, if it had the second label
FORGET_THE_FIRST = [
    "INSERT INTO words_1 (words_1, rowid, context, text)"
    f" SELECT 'delete', word_key, context, text FROM read_1 WHERE word_key = {FIRST}"
]

FAULTS = {
    "a text that was changed": (
        [drop("source_never_changes"), "UPDATE source SET text = replace(text, 'Roof', 'Rood')"],
        "policy/1 in marrow-quill/prod: the text is not the one that was hashed",
    ),
    "a slice that was changed": (
        [drop("chunk_never_changes"), "UPDATE chunk SET text = 'Pipes new.' WHERE chunk_key = 2"],
        "chunk 1 is not the one that was stored",
    ),
    "a hash that was changed": (
        [drop("chunk_never_changes"), "UPDATE chunk SET chunk_sha256 = 'f00'"],
        "chunk 0 is not the one that was stored",
    ),
    "a place that was moved": (
        [drop("chunk_never_changes"), "UPDATE chunk SET char_start = char_start + 1"],
        "chunk 0 is not the one that was stored",
    ),
    "a chunk that is gone": (
        ["DELETE FROM chunk WHERE chunk_key = 1"],
        "chunk 0 of policy/1: its index is 1",
    ),
    "the last chunk that is gone": (
        ["DELETE FROM chunk WHERE chunk_key = 2"],
        "labels or chunks are not those that were stored",
    ),
    "all chunks that are gone": (
        ["DELETE FROM chunk"],
        "no chunks for policy/1",
    ),
    "chunks without their source": (["DELETE FROM source"], "of chunk belongs to no row of source"),
    "a label that is gone": (["DELETE FROM label"], "of source belongs to no row of label"),
    "a role that was slipped in": (
        ["INSERT INTO label_role SELECT 'everybody', label_id FROM label"],
        "and the filter uses ['claims_handler', 'everybody', 'underwriter']",
    ),
    "roles that were changed": (
        ["""UPDATE label SET acl_roles = '["claims_handler"]'"""],
        'names the roles ["claims_handler"], and the filter uses',
    ),
    "roles that were changed on both sides": (
        [
            """UPDATE label SET acl_roles = '["everybody"]'""",
            "DELETE FROM label_role",
            "INSERT INTO label_role SELECT 'everybody', label_id FROM label",
        ],
        "labels, date or description are not those that were stored",
    ),
    "a chunk that the filter takes for another label's": (
        [
            *FORGET_THE_FIRST,
            f"INSERT INTO words_1 (rowid, text) VALUES ({OTHER}, 'Roof renewed.')",
        ],
        "the index of words does not agree with the chunks",
    ),
    "a source with another label": (
        [
            drop("source_never_changes"),
            "INSERT INTO label SELECT 9, tenant, environment, 'memo', acl_roles, 0, 0 FROM label",
            "UPDATE source SET label_id = 9",
        ],
        "the index of words does not agree with the chunks",
    ),
    "a stale index": (
        [f"INSERT INTO words_1 (rowid, text) VALUES ({FIRST}, 'salary')"],
        "the index of words does not agree with the chunks",
    ),
    "an index that is gone": (["DROP TABLE words_1"], "has lost or changed: CREATE VIRTUAL TABLE"),
    "an index of no scope": (
        ["CREATE VIRTUAL TABLE words_7 USING fts5 (text)"],
        "the schema holds what does not belong to it: table words_7",
    ),
    "a label that counts too many words": (
        ["UPDATE label SET words = words + 1"],
        "label 1 counts 2 chunks of 5 words, and the index 2 of 4",
    ),
    "a moment that is not the date": (
        [drop("source_never_changes"), "UPDATE source SET moment = moment + 1"],
        "labels or chunks are not those that were stored",
    ),
    "an index that lacks a chunk": (
        ["INSERT INTO words_1 (words_1) VALUES ('delete-all')"],
        "the index of words does not agree with the chunks",
    ),
    "a trigger that was dropped": (
        [drop("chunk_never_changes")],
        "the schema has lost or changed: CREATE TRIGGER chunk_never_changes",
    ),
    "labels beyond reading": (
        ["UPDATE label SET acl_roles = '[broken'"],
        "Expecting value",
    ),
    "a trigger that was slipped in": (
        ["CREATE TRIGGER t AFTER DELETE ON chunk BEGIN SELECT 1; END"],
        "the schema holds what does not belong to it: trigger t",
    ),
    "an index that was slipped in": (
        ["CREATE INDEX i ON chunk (number)"],
        "the schema holds what does not belong to it: index i",
    ),
    "nested beyond reading": (
        [
            drop("source_never_changes"),
            "UPDATE source SET metadata = replace(hex(zeroblob(99999)), '0', '[')",
        ],
        "policy/1 in marrow-quill/prod: labels, date or description are not those",
    ),
    "a table that is gone": (["DROP TABLE label_role"], "no such table: label_role"),
    "words that the text does not say": (
        [
            drop("chunk_never_changes"),
            *FORGET_THE_FIRST,
            "UPDATE chunk SET text_words = 'salary' WHERE chunk_key = 1",
            f"INSERT INTO words_1 (rowid, text) VALUES ({FIRST}, 'salary')",
        ],
        "what the index was told is not what the chunks say",
    ),
}


@pytest.mark.parametrize(("statements", "words"), FAULTS.values(), ids=FAULTS.keys())
def test_verify_sees_it(store, path, statements, words):
    store.replace(*with_chunks())
    assert str(store.verify()).startswith("sources: 1, chunks: 2, faults: none\nnot proved: ")
    with plain(path) as connection:
        for statement in statements:
            connection.execute(statement)
    report = store.verify()
    assert not report.clean
    assert any(words in fault for fault in report.faults), report
    assert str(report).splitlines()[1:] == [*report.faults, *report.remarks]


def test_one_unreadable_source_hides_no_other(store, path):
    for number in range(3):
        put(store, "Roof renewed.", source_id=f"policy/{number}")
    with plain(path) as connection:
        connection.execute(drop("source_never_changes"))
        connection.execute("UPDATE source SET metadata = '[' WHERE source_id = 'policy/0'")
        connection.execute("UPDATE source SET text = 'Rood' WHERE source_id = 'policy/2'")
    repair = "; delete the source, then index it again"
    faults = [fault for fault in store.verify().faults if fault.endswith(repair)]
    assert [fault.split(":")[0] for fault in faults] == [
        "policy/0 in marrow-quill/prod",
        "policy/2 in marrow-quill/prod",
    ]


@contract
def test_a_name_that_no_file_can_hold_names_nothing_stored(store):
    put(store, "Roof renewed.")
    for call in (lambda: store.get("\ud800", 0, HAZEL), lambda: store.document("\ud800", HAZEL)):
        with pytest.raises(LookupError, match="hazel sees no"):
            call()
    assert store.delete(HOME, "\ud800") == store.delete(Scope("\ud800", "prod"), "policy/1") == 0
    assert store.inventory(Scope("\ud800", "prod")) == []
    assert len(store.inventory()) == 1


def test_verify_sees_a_source_in_two_versions(store, path):
    store.replace(*with_chunks())
    with plain(path) as connection:
        connection.execute("PRAGMA legacy_alter_table = ON")  # views need not fit meanwhile
        connection.execute("CREATE TABLE copy AS SELECT * FROM source")
        connection.execute("DROP TABLE source")
        connection.execute("ALTER TABLE copy RENAME TO source")
        connection.execute("INSERT INTO source SELECT * FROM source")
        connection.execute("UPDATE source SET source_key = rowid")
    faults = store.verify().faults
    assert "policy/1 in marrow-quill/prod: stored in more than one version" in faults


def damage(path, first_page):
    data = bytearray(path.read_bytes())
    for at in range(first_page * 4096, len(data), 4096):
        data[at : at + 200] = bytes(200)
    path.write_bytes(data)


def test_verify_sees_damaged_pages(path):
    with ChunkStore(path) as store:
        for number in range(40):
            put(store, "Pipes old. " * 40, source_id=f"policy/{number}")
    damage(path, first_page=40)
    with ChunkStore(path) as store:
        report = store.verify()
    assert any("the file: " in fault for fault in report.faults), report


def test_a_file_damaged_beyond_use_is_a_clear_error(path):
    with ChunkStore(path) as store:
        put(store, "Roof.")
    damage(path, first_page=1)
    words = "is damaged: restore a copy, or delete the file"
    with pytest.raises(StoreError, match=words), ChunkStore(path) as store:
        store.sources(HAZEL)


# --- against a plain dictionary ---

TEXTS = [
    "",
    "Roof.",
    "Roof renewed.\n\nPipes old.",
    "Pipes.\n\nPipes pipes roof.\n\nKitchen wet.",
    "水道管は古い。\n\nRoof.",
    'a\0b roof "quoted"\n\nNOT OR AND',
]
SCOPES = [HOME, DEV, ELSEWHERE]
ROLES = ["underwriter", "auditor", "under"]
QUERIES = ["roof", "pipes OR roof", '"roof', "水道", "kitchen NOT pipes", "b\0a", "", "quoted*"]

scopes, sources = st.sampled_from(SCOPES), st.sampled_from(["policy/1", "policy/2", "memo"])
roles = st.sets(st.sampled_from(ROLES))
identities = st.builds(lambda scope, held: Identity("somebody", scope, held), scopes, roles)


class AgainstADictionary(RuleBasedStateMachine):
    """Replace and delete at random; whatever the store says, the dictionary says too."""

    again = None

    def __init__(self):
        super().__init__()
        self.store = type(self).again()
        self.model = {}

    def teardown(self):
        try:
            assert self.store.verify().faults == ()
        finally:
            empty(self.store).close()

    @rule(
        text=st.sampled_from(TEXTS),
        scope=scopes,
        source_id=sources,
        acl_roles=roles,
        doc_type=st.sampled_from(["note", "memo"]),
        chunker=st.sampled_from([ParagraphChunker(12), NaiveChunker(9, 3)]),
    )
    def replace(self, text, scope, source_id, acl_roles, doc_type, chunker):
        document = make_document(
            text, scope=scope, source_id=source_id, acl_roles=acl_roles, doc_type=doc_type
        )
        chunks, key = chunker.split(document), (scope, source_id)
        old = self.model.get(key)
        change = self.store.replace(document, chunks, made_by=repr(chunker))
        if old == (document, chunks, repr(chunker)):
            assert change == Change("unchanged", 0, 0)
        else:
            status = "replaced" if old else "inserted"
            assert change == Change(status, len(old[1]) if old else 0, len(chunks))
        self.model[key] = (document, chunks, repr(chunker))

    @rule(scope=scopes, source_id=sources)
    def delete(self, scope, source_id):
        _, chunks, _ = self.model.pop((scope, source_id), (None, [], None))
        assert self.store.delete(scope, source_id) == len(chunks)

    @rule()
    def reopen(self):
        self.store.close()
        self.store = type(self).again()

    @rule(query=st.sampled_from(QUERIES), identity=identities, k=st.integers(1, 30))
    def search(self, query, identity, k):
        hits = self.store.search(query, identity, k)
        stored = (chunk for _, chunks, _ in self.model.values() for chunk in chunks)
        seen = ranking((chunk for chunk in stored if visible(chunk, identity)), query)
        if isinstance(self.store, ChunkStore):
            assert [(hit.score, hit.chunk) for hit in hits] == seen[:k]
        else:  # which ranks otherwise
            assert len(hits) == len(seen[:k])
            assert {hit.chunk for hit in hits} <= {chunk for _, chunk in seen}
            order = [(-hit.score, hit.chunk.source_id, hit.chunk.index) for hit in hits]
            assert order == sorted(order)
        assert [hit.citation.number for hit in hits] == list(range(1, len(hits) + 1))
        for hit in hits:
            document, _, _ = self.model[hit.chunk.scope, hit.chunk.source_id]
            assert hit.citation.verify(document).status == "verified"

    @rule(source_id=sources, index=st.integers(-1, 6), identity=identities)
    def get(self, source_id, index, identity):
        document, chunks, _ = self.model.get((identity.scope, source_id), (None, [], None))
        if document and visible(document, identity):
            assert self.store.document(source_id, identity) == document
        else:
            with pytest.raises(LookupError):
                self.store.document(source_id, identity)
        if 0 <= index < len(chunks) and visible(chunks[index], identity):
            assert self.store.get(source_id, index, identity) == chunks[index]
        else:
            with pytest.raises(LookupError):
                self.store.get(source_id, index, identity)

    @invariant()
    def lists_agree(self):
        for scope in SCOPES:
            listed = [(s.guardrails, s.doc_id, s.chunks) for s in self.store.inventory(scope)]
            assert listed == [
                (document.guardrails, document.doc_id, len(chunks))
                for (_, _), (document, chunks, _) in sorted(
                    self.model.items(), key=lambda item: item[0][1]
                )
                if document.scope == scope
            ]


@contract
def test_the_store_is_a_dictionary_that_filters_and_ranks(store, again, monkeypatch):
    monkeypatch.setattr(AgainstADictionary, "again", staticmethod(again))
    steps = settings(max_examples=30, stateful_step_count=25)
    run_state_machine_as_test(AgainstADictionary, settings=steps)


@contract
def test_chunks_of_the_same_text_are_told_apart_by_their_address(store):
    first, second = put(store, "Roof."), put(store, "Roof.", source_id="policy/2", acl_roles=["x"])
    assert split(first)[0].chunk_id == split(second)[0].chunk_id
    assert isinstance(store.get("policy/1", 0, HAZEL), Chunk)
    with pytest.raises(LookupError):
        store.get("policy/2", 0, HAZEL)


def test_a_python_with_an_old_sqlite_is_told_so(path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    with pytest.raises(StoreError, match=r"needs SQLite 3.37 or newer with FTS5"):
        ChunkStore(path)
