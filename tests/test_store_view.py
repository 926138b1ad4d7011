"""What one identity reads: scores that tell nothing, filters, counts, neighbours, snapshots."""

import re
import threading
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stores import DEV, ELSEWHERE, HAZEL, HOME, contract, empty, plain, put, replace, split
from texts import make_document

from course_lib import Chunk, ChunkStore, Identity
from course_lib.access import visible
from course_lib.store import NotVisible, Reader, StoreClosed, StoreDamaged
from course_lib.store import view as view_module

SCOPES = [HOME, DEV, ELSEWHERE]
WORDS = ["roof", "pipes", "settlement-offer", "48200", "水道管", "管水", "छत", "café", "here"]
QUERIES = [*WORDS, "roof pipes", "settlement-offer-is-48200", "水道 roof", "offer settlement here"]
papers = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join),
        st.sampled_from(["a", "b", "c"]),
        st.sampled_from(SCOPES),
        st.sampled_from(["note", "memo"]),
        st.sampled_from([["underwriter"], ["auditor"], ["underwriter", "auditor"], []]),
    ),
    max_size=9,
)


def stored(store: ChunkStore, paper) -> list[Chunk]:
    text, source_id, scope, doc_type, roles = paper
    labels = {"scope": scope, "doc_type": doc_type, "acl_roles": roles}
    return split(put(store, text, source_id=source_id, **labels))


def told(store: ChunkStore, identity: Identity = HAZEL):
    """All that an identity can learn by asking."""
    view = store.as_(identity)
    return [
        (
            [
                (hit.score, hit.chunk, hit.neighbours)
                for hit in view.search(query, 99, neighbours=1)
            ],
            view.search(query, 2, ["memo"]),
            view.count(query),
            view.count(query, ["note"]),
        )
        for query in QUERIES
    ] + [view.count(), view.sources()]


def is_seen(paper) -> bool:
    return visible(make_document("x", scope=paper[2], acl_roles=paper[4]), HAZEL)


@contract
@given(papers, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_nothing_depends_on_what_may_not_be_seen(pair, drawn, random):
    with_hidden, alone = map(empty, pair)
    drawn = list({paper[1:3]: paper for paper in drawn}.values())
    for paper in filter(is_seen, drawn):
        stored(alone, paper)
    random.shuffle(drawn)  # the hidden before, between and after
    for paper in drawn:
        stored(with_hidden, paper)
    assert told(with_hidden) == told(alone)
    for text, source_id, scope, doc_type, roles in drawn:  # then other words, then none
        if not is_seen((text, source_id, scope, doc_type, roles)):
            stored(with_hidden, ("roof 水道管 " + text, source_id, scope, doc_type, roles))
            assert told(with_hidden) == told(alone)
            with_hidden.delete(scope, source_id)
    assert told(with_hidden) == told(alone)
    assert with_hidden.verify().clean


SECRETS = {
    "another tenant's": {"scope": ELSEWHERE},
    "another environment's": {"scope": DEV},
    "another role's": {"acl_roles": ["board"]},
    "another role's, of another kind": {"acl_roles": ["board"], "doc_type": "secret"},
}


@contract
@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS.keys())
@pytest.mark.parametrize(
    ("hidden", "probe", "guesses"),
    [
        ("The settlement offer is 48200 crowns.", "offer-is-{}-crowns", ["47200", "48200"]),
        ("acquisition of thistle", "{}", ["acquisition", "reorganisation"]),
        ("水道管は古い。", "{}", ["水道", "屋根"]),
    ],
    ids=["a phrase", "a word", "CJK"],
)
@pytest.mark.parametrize("writes", [True, False])
def test_an_attack_learns_nothing(store, secret, hidden, probe, guesses, writes):
    for number in range(20):
        put(store, f"filler {number}", source_id=f"f{number}")

    def scores() -> list[float]:
        found = []
        if not writes:
            both = make_document(" or ".join(map(probe.format, guesses)), source_id="probe")
            store.replace(both, split(both, 1_000))
        for guess in guesses:
            asked = probe.format(guess)
            if writes:
                mine = make_document(asked.replace("-", " "), source_id="probe")
                store.replace(mine, split(mine, 1_000), allow_older=True)
            [hit] = store.search(asked, HAZEL)
            found.append(hit.score)
        return found

    without = scores()
    put(store, hidden, source_id="secret", **secret)
    assert scores() == without
    assert not isinstance(store, ChunkStore) or len(set(without)) == 1


def bm25(texts: list[str], query: str) -> dict[str, float]:
    """The textbook's BM25 (Robertson and Zaragoza 2009), with k1 = 1.2 and b = 0.75."""
    counted = {text: Counter(re.findall(r"\w+", text.lower())) for text in texts}
    average = sum(count.total() for count in counted.values()) / len(counted)
    scores: dict[str, float] = {}
    for word in dict.fromkeys(query.split()):
        holding = [text for text, count in counted.items() if word in count]
        rare = max(log((len(counted) - len(holding) + 0.5) / (len(holding) + 0.5)), 1e-6)
        for text in holding:
            times, length = counted[text][word], counted[text].total() / average
            part = times * 2.2 / (times + 1.2 * (0.25 + 0.75 * length))
            scores[text] = scores.get(text, 0) + rare * part
    return scores


words = st.sampled_from(["roof", "pipes", "kitchen", "flood", "cellar", "wet"])
sentences = st.lists(words, min_size=1, max_size=40).map(" ".join)


@given(
    st.lists(sentences, unique=True, min_size=1, max_size=12),
    st.lists(sentences, max_size=4),
    st.lists(words, min_size=1, max_size=4).map(" ".join),
)
@settings(max_examples=40)
def test_scores_are_those_of_the_textbook_over_what_is_visible(pair, texts, hidden, query):
    store, _ = map(empty, pair)
    for roles, group in ((["underwriter"], texts), (["board"], hidden)):
        for number, text in enumerate(group):
            document = make_document(text, source_id=f"{roles[0]}/{number}", acl_roles=roles)
            store.replace(document, split(document, 10_000))
    hits = store.search(query, HAZEL, 99)
    found = {hit.chunk.text: hit.score for hit in hits}
    assert found == pytest.approx(bm25(texts, query), rel=1e-12)
    for k in range(1, len(hits)):  # most scores are not computed then
        assert store.search(query, HAZEL, k) == hits[:k]


@pytest.mark.parametrize("times", [1, 2, 127, 128, 20_000])
def test_a_chunk_of_any_length_is_counted_exactly(store, times):
    text = "roof " * times + "here"
    for source_id, words in [("a", text), ("b", "cellar wet"), ("c", "flood")]:
        document = make_document(words, source_id=source_id)
        store.replace(document, split(document, 10**6))
    [hit] = store.search("roof", HAZEL)
    assert hit.score == pytest.approx(bm25([text, "cellar wet", "flood"], "roof")[text], rel=1e-12)


# --- filters and counts ---

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def dated(store):
    for number, (kind, owner) in enumerate([("note", "wren"), ("memo", "wren"), ("memo", "hazel")]):
        moment = (NOON + timedelta(days=number)).astimezone(timezone(timedelta(hours=5 * number)))
        labels = {"doc_type": kind, "updated_at": moment, "metadata": {"owner": owner, "l": "en"}}
        put(store, "Roof old.", source_id=f"policy/{number}", **labels)
    put(store, "Roof old.", source_id="hidden", acl_roles=["board"], updated_at=NOON)
    return store


@contract
@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        ({}, "012"),
        ({"doc_types": ["memo"]}, "12"),
        ({"sources": ["policy/0", "policy/2", "hidden"]}, "02"),
        ({"sources": []}, ""),
        ({"since": NOON}, "012"),
        ({"since": NOON + timedelta(microseconds=1)}, "12"),
        ({"before": NOON + timedelta(days=1)}, "0"),
        ({"since": NOON + timedelta(days=1), "before": NOON + timedelta(days=2)}, "1"),
        ({"metadata": {"owner": "wren"}}, "01"),
        ({"metadata": {"owner": "wren", "l": "de"}}, ""),
        ({"metadata": {"owner": "wren"}, "doc_types": ["memo"]}, "1"),
    ],
)
def test_filters_narrow_and_move_no_score(dated, filters, numbers):
    every = {hit.chunk.source_id: hit.score for hit in dated.search("roof", HAZEL)}
    hits = dated.search("roof", HAZEL, **filters)
    assert [hit.chunk.source_id for hit in hits] == [f"policy/{number}" for number in numbers]
    assert all(hit.score == every[hit.chunk.source_id] for hit in hits)
    view = dated.as_(HAZEL)
    assert view.count("roof", **filters) == view.count(**filters) == len(numbers)


@contract
@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"sources": "policy/1"}, TypeError, r"write \['policy/1'\]"),
        ({"sources": [1]}, TypeError, "sources must hold names"),
        ({"sources": ["\ud800"]}, ValueError, "surrogate"),
        ({"since": "2026"}, TypeError, "since must be a datetime"),
        ({"before": datetime(2026, 3, 1)}, ValueError, "before has no time zone"),
        ({"metadata": "owner"}, TypeError, "metadata must map"),
        ({"neighbours": -1}, ValueError, "neighbours must be 0 or more, got -1"),
        ({"neighbours": 1.5}, TypeError, "neighbours must be a whole number"),
    ],
)
def test_a_filter_that_is_none_is_named(store, options, error, words):
    with pytest.raises(error, match=words):
        store.search("roof", HAZEL, **options)


@contract
def test_neighbours_are_of_the_same_version_and_in_order(store):
    document = put(
        store, "One is here now.\n\nTwo has a roof.\n\nThree is here.\n\nFour is here too."
    )
    put(store, "Other here.", source_id="policy/2")
    chunks = split(document)
    assert len(chunks) == 4
    for number, around in [(0, []), (1, [0, 2]), (2, [0, 2, 3]), (10**30, [0, 2, 3])]:
        [hit] = store.search("roof", HAZEL, neighbours=number)
        assert hit.neighbours == tuple(chunks[at] for at in around)


# --- views and snapshots ---


@contract
def test_a_view_reads_the_newest_state_and_cannot_write(store):
    view = store.as_(HAZEL)
    assert isinstance(view, Reader)
    assert view.search("roof") == view.sources() == []
    document = put(store, "Roof old.")
    assert view.document("policy/1") == document == store.document("policy/1", HAZEL)
    assert view.get("policy/1", 0) == view.search("roof")[0].chunk
    assert not [name for name in ("replace", "delete", "inventory") if hasattr(view, name)]
    with pytest.raises(NotVisible):
        store.as_(Identity("x", HOME, ["under"])).document("policy/1")


@contract
def test_a_snapshot_shows_one_state_whatever_is_written_meanwhile(store):
    replace(store, 1)
    with store.snapshot(HAZEL) as view:
        replace(store, 2)
        put(store, "version 9", source_id="policy/2")
        hits = view.search("version", 99, neighbours=1)
        assert {hit.chunk.doc_id for hit in hits} == {view.document("policy/1").doc_id}
        assert view.get("policy/1", 0).text == "version 1 part 0"
        assert len(view.sources()) == 1
        assert store.document("policy/1", HAZEL).text.startswith("version 2")
        store.delete(HOME, "policy/1")
        store.delete(HOME, "policy/2")
        assert view.count("version") == 13
    assert store.search("version", HAZEL) == []
    with pytest.raises(StoreClosed, match="snapshot"):
        view.sources()


@contract
def test_a_search_beside_a_writer_never_mixes_two_versions(store):
    stop, seen = threading.Event(), []
    replace(store, 0)

    def write():
        for number in range(1, 60):
            replace(store, number)
        stop.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not stop.is_set():
        for hit in store.search("version", HAZEL, k=3, neighbours=1):
            seen.append({hit.chunk.doc_id, *(chunk.doc_id for chunk in hit.neighbours)})
        with store.snapshot(HAZEL) as view:
            [first] = view.search("version", k=1)
            document = view.document("policy/1")
            seen.append({document.doc_id, first.chunk.doc_id})
    writer.join()
    assert {len(ids) for ids in seen} == {1}


def test_a_search_is_of_one_state_even_when_a_write_comes_in_between(store, tmp_path, monkeypatch):
    replace(store, 1)
    neighbours, number = view_module._neighbours, iter(range(2, 99))

    def late(*told):
        with ChunkStore(tmp_path / "chunks.db") as other:
            replace(other, next(number))
        return neighbours(*told)

    monkeypatch.setattr(view_module, "_neighbours", late)
    hits = store.search("version", HAZEL, k=3, neighbours=1)
    texts = [chunk.text for hit in hits for chunk in (hit.chunk, *hit.neighbours)]
    assert len(hits) == 3
    assert {text.split()[1] for text in texts} == {"1"}


@pytest.mark.parametrize("block", ["", "00", "0100", "010000", "7f0101", "ff"])
def test_an_index_that_counts_wrong_is_damage(store, tmp_path, block):
    put(store, "Roof old.\n\nRoof roof.", source_id="a")
    store.close()
    with plain(tmp_path / "chunks.db") as connection:
        connection.execute(f"UPDATE words_1_data SET block = x'{block}' WHERE id = 1")
    with ChunkStore(tmp_path / "chunks.db") as again:
        with suppress(StoreDamaged):
            found = {hit.chunk.text for hit in again.search("roof", HAZEL)}
            assert found <= {"Roof old.", "Roof roof."}
        assert not again.verify().clean


@contract
def test_closing_the_store_ends_a_snapshot(again, store):
    put(store, "Roof.")
    with again() as other, other.snapshot(HAZEL) as view:
        other.close()
        with pytest.raises(StoreClosed):
            view.search("roof")


def test_a_scope_has_an_index_as_long_as_it_has_a_source(store):
    def indexes():
        listed = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%' ORDER BY name"
        return [name for (name,) in store._file.read(lambda c: c.execute(listed).fetchall())]

    put(store, "Roof.")
    put(store, "Roof.", scope=DEV)
    assert indexes() == ["words_1", "words_2"]
    store.delete(HOME, "policy/1")
    assert indexes() == ["words_2"]
    put(store, "Roof.", scope=ELSEWHERE)
    assert len(indexes()) == 2
    assert store.verify().clean
