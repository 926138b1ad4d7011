"""Damage is never served: bits of the file that flip, rows that are not what was stored."""

import random
import warnings
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import settings
from stores import HAZEL, plain, put, split
from texts import make_document

from course_lib import ChunkStore
from course_lib.store import DamagedSource, NotVisible, StoreDamaged, StoreError

# --- any bit of the file ---


def stored_documents(path):
    """A dozen sources with labels, dates, metadata and contexts of their own."""
    documents = {}
    with ChunkStore(path) as store:
        for number in range(12):
            text = (
                f"Roof {number} renewed.\n\nPipes old, wet and {number}.\n\n" * 4 + "水道管は古い。"
            )
            document = put(
                store,
                text,
                source_id=f"policy/{number}",
                acl_roles=["underwriter", f"role {number}"],
                updated_at=datetime(2026, 3, 1 + number, tzinfo=UTC),
                metadata={"language": f"tongue {number}"},
            )
            documents[document.source_id] = document
    return documents


def served(store):
    """Every document, chunk and description that is served beside the damage."""
    with suppress(StoreError):
        yield from (hit.chunk for hit in store.search("roof pipes 水道管", HAZEL, k=500))
    with suppress(StoreError):
        yield from store.sources(HAZEL)
    for number in (0, 5, 11):
        with suppress(StoreError, NotVisible):
            yield store.document(f"policy/{number}", HAZEL)
        for index in (0, 3):
            with suppress(StoreError, NotVisible):
                yield store.get(f"policy/{number}", index, HAZEL)
    with suppress(StoreError):
        store.verify()


@pytest.mark.filterwarnings("ignore::course_lib.store.DamagedSource")
def test_a_flipped_bit_is_never_served(path, tmp_path):
    """A hundred or two, and two thousand in the thorough run; every error is the store's own."""
    documents = stored_documents(path)
    chunks = {name: split(document) for name, document in documents.items()}
    sound, damaged = path.read_bytes(), tmp_path / "damaged.db"
    rolls = random.Random(14)
    things = 0
    for _ in range(4 * settings().max_examples):
        flipped = bytearray(sound)
        flipped[rolls.randrange(len(sound))] ^= 1 << rolls.randrange(8)
        for left in tmp_path.glob("damaged*"):
            left.unlink()
        damaged.write_bytes(flipped)
        with suppress(StoreError), ChunkStore(damaged) as store:
            for thing in served(store):
                document = documents[thing.source_id]
                assert thing.guardrails == document.guardrails
                assert thing.doc_id == document.doc_id
                if hasattr(thing, "chunk_sha256"):
                    assert thing == chunks[thing.source_id][thing.index]
                elif hasattr(thing, "text"):
                    assert thing == document
                things += 1
    assert things > 1_000


# --- one row ---

DAMAGE = {
    "a text": "UPDATE chunk SET text = replace(text, 'Roof', 'Rood') WHERE source_key = 1",
    "text that is no UTF-8": "UPDATE chunk SET text = CAST(x'FFFE41' AS TEXT) WHERE source_key = 1",
    "a place": "UPDATE chunk SET char_start = char_start + 1, char_end = char_end + 1"
    " WHERE source_key = 1",
    "a hash": "UPDATE chunk SET chunk_sha256 = 'f00' WHERE source_key = 1",
    "a context": """UPDATE chunk SET context = '["Kitchen"]' WHERE source_key = 1""",
    "context beyond reading": "UPDATE chunk SET context = '[' WHERE source_key = 1",
    "a date": "UPDATE source SET updated_at = replace(updated_at, '2', '3') WHERE source_key = 1",
    "a date beyond reading": "UPDATE source SET updated_at = 'x' WHERE source_key = 1",
    "metadata": """UPDATE source SET metadata = '{"language":"nl"}' WHERE source_key = 1""",
    "metadata beyond reading": "UPDATE source SET metadata = CAST(x'FF' AS TEXT)"
    " WHERE source_key = 1",
    "a doc_id": "UPDATE source SET doc_id = replace(doc_id, 'a', 'b') WHERE source_key = 1",
    "a kind": "UPDATE label SET doc_type = 'memo' WHERE label_id = 1",
    "roles": """UPDATE label SET acl_roles = '["underwriter"]' WHERE label_id = 1""",
}


@pytest.fixture
def beside(store):
    """A store of three sources, each with a label of its own."""
    for number in range(1, 4):
        roles = ["underwriter", f"role {number}"]
        put(store, "Roof renewed.\n\nPipes old.", source_id=f"policy/{number}", acl_roles=roles)
    return store


def damage(path, *statements):
    """Change rows behind the back of what forbids it."""
    with plain(path) as connection:
        listed = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%never%'"
        for (name,) in connection.execute(listed).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_row_is_left_out_named_and_refused_and_the_rest_is_served(
    beside, path, statement
):
    damage(path, statement)
    with pytest.warns(DamagedSource, match=r"chunks.db: 'policy/1 in marrow-quill/prod' was left"):
        hits = beside.search("roof", HAZEL)
    assert [hit.chunk.source_id for hit in hits] == ["policy/2", "policy/3"]
    assert [hit.citation.number for hit in hits] == [1, 2]
    with pytest.raises(StoreDamaged, match=r"chunks.db: policy/1 in marrow-quill/prod is damaged"):
        beside.get("policy/1", 0, HAZEL)
    if " chunk " not in statement:
        with pytest.raises(StoreDamaged, match="policy/1 in marrow-quill/prod is damaged"):
            beside.document("policy/1", HAZEL)
        for listing in (lambda: beside.sources(HAZEL), beside.inventory):
            with pytest.warns(DamagedSource, match="'policy/1 in marrow-quill/prod' was left out"):
                assert [each.source_id for each in listing()] == ["policy/2", "policy/3"]
    assert any("policy/1" in fault for fault in beside.verify().faults)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert beside.get("policy/2", 0, HAZEL).text == "Roof renewed."


def test_a_damaged_text_of_a_document_is_refused(beside, path):
    damage(path, "UPDATE source SET text = 'Rood renewed.' WHERE source_key = 1")
    with pytest.raises(StoreDamaged, match="the text is not the one that was hashed"):
        beside.document("policy/1", HAZEL)


def test_a_role_in_the_filter_alone_lets_nobody_in(beside, path):
    damage(path, "UPDATE label_role SET role = 'thief' WHERE role = 'role 1'")
    thief = type(HAZEL)("thief", HAZEL.scope, ["thief"])
    with pytest.warns(DamagedSource, match="the filter and its labels do not agree"):
        assert beside.search("roof", thief) == []
    for call in (
        lambda: beside.get("policy/1", 0, thief),
        lambda: beside.document("policy/1", thief),
    ):
        with pytest.raises(StoreDamaged, match="the filter and its labels do not agree"):
            call()


def test_a_damaged_source_can_be_deleted_and_stored_again(beside, path):
    damage(path, DAMAGE["a date"])
    assert beside.delete(HAZEL.scope, "policy/1") == 2
    document = make_document("Roof renewed.\n\nPipes old.")
    beside.replace(document, split(document))
    assert beside.document("policy/1", HAZEL) == document
    assert [f for f in beside.verify().faults if "schema" not in f] == []


def test_an_index_that_was_told_other_words_is_made_anew_by_compacting(beside, path):
    damage(path, "UPDATE chunk SET text = replace(text, 'Roof', 'Rood') WHERE source_key = 1")
    beside.delete(HAZEL.scope, "policy/1")
    assert any("index of words" in fault for fault in beside.verify().faults)
    beside.compact()
    assert not any("index of words" in fault for fault in beside.verify().faults)
    assert len(beside.search("roof", HAZEL)) == 2


@pytest.mark.parametrize("size", ["NULL", "''", "1"])
def test_an_index_that_counts_a_chunk_wrong_is_damage(beside, path, size):
    damage(path, f"UPDATE words_1_docsize SET sz = {size}")
    if size != "''":  # which says that there are no words
        with pytest.raises(StoreDamaged, match="the index of words of marrow-quill/prod"):
            beside.search("roof", HAZEL)
    assert beside.as_(HAZEL).count("roof") == 3
    assert not beside.verify().clean


def test_what_sqlite_says_of_a_damaged_schema_is_damage(beside, path):
    with plain(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'doc_type', 'dog_type')")
    with pytest.raises(StoreDamaged, match="is damaged: restore a copy"), ChunkStore(path) as store:
        store.search("roof", HAZEL)
