"""Versions in order, and several documents in one transaction."""

import re
from datetime import UTC, datetime, timedelta, timezone
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from stores import HAZEL, HOME, contract, empty, plain, put, split
from texts import make_document

from course_lib import ChunkStore, Identity
from course_lib.errors import InvalidType, InvalidValue
from course_lib.store import Change, StoreStale

# --- versions in order ---


def dated(day, text="Roof renewed.\n\nPipes old.", **labels):
    return make_document(text, updated_at=datetime(2026, 3, day, tzinfo=UTC), **labels)


@contract
def test_an_older_version_over_a_newer_one_is_refused_unless_that_is_said(store):
    first, second = dated(1, "The premium is 1840."), dated(2, "The premium is 2392.")
    assert store.replace(first, split(first)).status == "inserted"
    assert store.replace(second, split(second)).status == "replaced"
    with pytest.raises(StoreStale, match=r"as of 2026-03-02.* say allow_older=True") as raised:
        store.replace(first, split(first))
    assert "policy/1 in marrow-quill/prod" in str(raised.value)
    assert store.document("policy/1", HAZEL) == second
    assert store.replace(second, split(second)).status == "unchanged"
    assert store.replace(first, split(first), allow_older=True).status == "replaced"


@contract
@given(hours=st.lists(st.tuples(st.integers(0, 50), st.integers(-12, 12)), min_size=1, max_size=5))
def test_it_is_the_moment_that_is_compared_and_not_how_it_is_written(lasting, hours):
    store, newest = empty(lasting), None
    for hour, zone in hours:
        moment = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=hour)
        document = make_document(updated_at=moment.astimezone(timezone(timedelta(hours=zone))))
        if newest is None or moment >= newest:
            store.replace(document, split(document))
            newest = moment
        else:
            with pytest.raises(StoreStale):
                store.replace(document, split(document))
        assert store.document("policy/1", HAZEL).updated_at == newest


@contract
def test_a_version_is_replaced_only_by_whom_knows_it(store):
    versions = [make_document(f"version {number}") for number in range(4)]
    cuts = [split(version) for version in versions]
    assert store.replace(versions[0], cuts[0], expected="").status == "inserted"
    with pytest.raises(StoreStale, match="is there already: nothing was written; read it again"):
        store.replace(versions[1], cuts[1], expected="")
    [seen] = store.inventory()
    assert store.replace(versions[1], cuts[1], expected=seen.digest).status == "replaced"
    with pytest.raises(StoreStale, match="was changed by somebody else: nothing was written"):
        store.replace(versions[2], cuts[2], expected=seen.digest)
    assert store.document("policy/1", HAZEL) == versions[1]
    [seen] = store.inventory()
    assert store.replace(versions[1], cuts[1], expected=seen.digest).status == "unchanged"
    for other in ("", "0" * 64):  # nothing is left out of the order, whatever would be written
        with pytest.raises(StoreStale):
            store.replace(versions[1], cuts[1], expected=other)
    store.delete(HOME, "policy/1")
    with pytest.raises(StoreStale, match="is not there any more"):
        store.replace(versions[2], cuts[2], expected=seen.digest)
    assert store.inventory() == []
    with pytest.raises(InvalidType, match="expected must be a StoredSource's digest"):
        store.replace(versions[2], cuts[2], expected=seen)


# --- several documents at once ---


@contract
def test_several_documents_are_replaced_in_one_transaction(store, again):
    put(store, "Old.", source_id="old")
    documents = [make_document(f"text {number}", source_id=f"s/{number}") for number in range(3)]

    def one_by_one():
        for document in documents:
            with again() as other:  # which sees nothing of it yet
                assert [s.source_id for s in other.inventory()] == ["old"]
            yield document, split(document), "by hand"

    changes = store.replace_all(one_by_one(), origin="desk", delete=[(HOME, "old"), (HOME, "none")])
    assert changes == [Change("inserted", 0, 1)] * 3
    assert {(s.source_id, s.made_by, s.origin) for s in store.inventory()} == {
        (f"s/{number}", "by hand", "desk") for number in range(3)
    }
    again = [(document, split(document), "by hand") for document in documents]
    assert {c.status for c in store.replace_all(again, origin="desk")} == {"unchanged"}
    assert store.verify().faults == ()


@contract
def test_of_several_documents_all_are_stored_or_none(store):
    kept = put(store, "Kept.", source_id="kept")
    good, foreign = make_document("Good.", source_id="good"), make_document("x", source_id="bad")

    def interrupted():
        yield good, split(good), ""
        raise KeyboardInterrupt

    for documents, error in [
        ([(good, split(good), ""), (foreign, split(good), "")], InvalidValue),
        ([(good, split(good), ""), (foreign, 3, "")], InvalidType),
        ([(good, split(good), ""), (dated(1, source_id="kept"), [], "")], InvalidValue),
        (interrupted(), KeyboardInterrupt),
    ]:
        with pytest.raises(error):
            store.replace_all(documents, delete=[(HOME, "kept")])
        assert [source.guardrails for source in store.inventory()] == [kept.guardrails]
        assert store.verify().faults == ()


@contract
def test_an_older_one_among_several_refuses_all_of_them(store):
    newer, other = dated(2), make_document("Other.", source_id="other")
    store.replace(newer, split(newer))
    pairs = [(document, split(document), "") for document in (other, dated(1))]
    with pytest.raises(StoreStale):
        store.replace_all(pairs)
    assert [source.source_id for source in store.inventory()] == ["policy/1"]
    assert len(store.replace_all(pairs, allow_older=True)) == 2


@contract
@pytest.mark.parametrize("delete", [[("a", "b")], [(HOME, "")], [(HOME, 3)]])
def test_what_names_no_source_to_delete_is_refused(store, delete):
    with pytest.raises((InvalidType, InvalidValue)):
        store.replace_all([], delete=delete)


@contract
@pytest.mark.parametrize(
    ("documents", "delete", "words"),
    [
        (
            [(make_document("Good."), [])],
            (),
            "documents must be tuples (document, chunks, made_by)",
        ),
        (make_document("Good."), (), "documents must be tuples (document, chunks, made_by)"),
        ([], ["kept"], "delete must be tuples (scope, source_id), got 'kept'"),
        ([], 3, "delete must be tuples (scope, source_id), got int"),
    ],
)
def test_what_is_no_tuple_of_the_right_parts_is_refused(store, documents, delete, words):
    put(store, "Kept.", source_id="kept")
    with pytest.raises(InvalidType, match=re.escape(words)):
        store.replace_all(documents, delete=delete)
    assert [source.source_id for source in store.inventory()] == ["kept"]


# --- numbers of labels ---


def test_the_numbers_of_labels_that_went_are_given_again(store, path):
    for turn in range(50):  # each with roles that no other source has
        put(store, "Roof renewed.", acl_roles=["underwriter", f"team {turn}"])
    with plain(path) as connection:
        assert connection.execute("SELECT max(label_id) <= 2 FROM label").fetchone() == (1,)
    assert store.verify().clean


class Labels(RuleBasedStateMachine):
    """Sources come, change their roles and go; a number never stands for two labels."""

    def __init__(self):
        super().__init__()
        self.folder = TemporaryDirectory()
        self.store = ChunkStore(f"{self.folder.name}/a.db")
        self.roles, self.most = {}, 0

    @rule(source=st.sampled_from("abcd"), roles=st.frozensets(st.sampled_from("wxyz"), max_size=2))
    def put(self, source, roles):
        put(self.store, f"Roof of {source}.", source_id=source, acl_roles=roles)
        self.most = max(self.most, len({*self.roles.values(), roles}) + 1)
        self.roles[source] = roles

    @rule(source=st.sampled_from("abcd"))
    def delete(self, source):
        assert self.store.delete(HOME, source) == (source in self.roles)
        self.roles.pop(source, None)

    @invariant()
    def each_role_finds_its_own(self):
        for role in "wxyz":
            hits = self.store.search("roof", Identity("a", HOME, [role]))
            theirs = {name for name, roles in self.roles.items() if role in roles}
            assert {hit.chunk.source_id for hit in hits} == theirs
        with plain(f"{self.folder.name}/a.db") as connection:
            used = [key for (key,) in connection.execute("SELECT label_id FROM label")]
        assert len(used) == len(set(self.roles.values()))
        assert max(used, default=0) <= self.most

    def teardown(self):
        assert self.store.verify().clean
        self.store.close()
        self.folder.cleanup()


TestLabels = Labels.TestCase
