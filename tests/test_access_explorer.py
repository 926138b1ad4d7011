"""The access explorer: counts of leaks and gaps are what the reference predicate says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import product
from pathlib import Path

import pytest

from course_lib import NaiveChunker, Scope
from course_lib.access import Identity, visible
from course_lib.samples import load_documents
from course_lib.show.access_explorer import (
    FILTERS,
    MOST_BOXES,
    RESULTS,
    AccessExplorer,
    excerpt_html,
    show_filtered,
    shown_html,
    whole_ranking,
    why_not,
)
from course_lib.store import ChunkStore, Hit

DOCUMENTS = load_documents()
ROLES = sorted(frozenset().union(*(document.acl_roles for document in DOCUMENTS)))
SCOPES = list(dict.fromkeys(document.scope for document in DOCUMENTS))
QUERY = "annual premium after the claim"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChunkStore]:
    with ChunkStore(tmp_path_factory.mktemp("view") / "demo.db") as opened:
        for document in DOCUMENTS:
            opened.replace(document, NaiveChunker(200, 0).split(document))
        yield opened


def open_explorer(store: ChunkStore, **knobs: object) -> AccessExplorer:
    return AccessExplorer(store, DOCUMENTS, QUERY, key="access", **knobs)  # type: ignore[arg-type]


def identities() -> Iterator[Identity]:
    held = [[], *([role] for role in ROLES), ROLES[:2], ROLES, ["stranger"]]
    for scope, roles in product([*SCOPES, Scope("nobody", "prod")], held):
        yield Identity("somebody", scope, frozenset(roles))


def test_the_whole_ranking_holds_every_chunk_with_a_word_of_the_query(store: ChunkStore) -> None:
    ranking = whole_ranking(store, QUERY, DOCUMENTS)
    expected = sum(
        bool({"annual", "premium", "after", "the", "claim"} & words_of(chunk.text))
        for document in DOCUMENTS
        for chunk in NaiveChunker(200, 0).split(document)
    )
    assert len(ranking) == expected > 20
    assert [h.score for h in ranking] == sorted((h.score for h in ranking), reverse=True)
    assert {hit.chunk.scope for hit in ranking} == set(SCOPES)


def place(hit: Hit) -> tuple[Scope, str, int]:
    """Which chunk it is: a score is another one for each identity."""
    return hit.chunk.scope, hit.chunk.source_id, hit.chunk.index


def words_of(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in text.casefold()).split())


@pytest.mark.parametrize("k", [1, 5, 20])
def test_the_filter_in_the_query_never_leaks_and_never_misses(store: ChunkStore, k: int) -> None:
    ranking = whole_ranking(store, QUERY, DOCUMENTS)
    for identity in identities():
        shown = show_filtered(store, ranking, QUERY, identity, k, "in the query")
        allowed = {place(hit) for hit in ranking if visible(hit.chunk, identity)}
        assert (shown.forbidden, shown.missing) == (0, 0)
        assert list(shown.hits) == store.search(QUERY, identity, k)
        assert {place(hit) for hit in shown.hits} <= allowed
        assert len(shown.hits) == shown.due == min(k, len(allowed))


@pytest.mark.parametrize("k", [1, 5, 20])
def test_the_other_two_are_counted_as_what_they_are(store: ChunkStore, k: int) -> None:
    ranking = whole_ranking(store, QUERY, DOCUMENTS)
    for identity in identities():
        allowed = sum(visible(hit.chunk, identity) for hit in ranking)
        among = sum(visible(hit.chunk, identity) for hit in ranking[:k])
        after = show_filtered(store, ranking, QUERY, identity, k, "after ranking")
        assert (len(after.hits), after.forbidden) == (among, 0)
        assert after.missing == min(k, allowed) - among
        none = show_filtered(store, ranking, QUERY, identity, k, "no filter")
        assert none.forbidden == len(none.hits) - among
        for shown in (after, none):
            assert shown.verdict == (
                f"{len(shown.hits)} of {k} shown, {shown.forbidden} forbidden, "
                f"{shown.missing} missing"
            )


def test_a_filter_that_there_is_not_is_refused(store: ChunkStore) -> None:
    identity = Identity("somebody", SCOPES[0], frozenset())
    with pytest.raises(ValueError, match="no filter 'maybe'; choose from in the query"):
        show_filtered(store, [], QUERY, identity, 3, "maybe")


def test_the_reason_agrees_with_the_rule() -> None:
    for document, identity in product(DOCUMENTS, identities()):
        reason = why_not(document.scope, document.acl_roles, identity)
        assert (reason == "") is visible(document, identity)


@pytest.mark.parametrize("filtered", FILTERS)
def test_every_control_draws_again(store: ChunkStore, filtered: str) -> None:
    explorer = open_explorer(store, filtered=filtered)
    ranking, seen = whole_ranking(store, QUERY, DOCUMENTS), set()
    for tenant, environment, k in product(("marrow-quill", "puddlewick"), ("prod", "dev"), RESULTS):
        explorer.tenant.value, explorer.environment.value = tenant, environment
        explorer.k.value = k
        for name, box in explorer.roles.items():
            box.value = not box.value
            shown = show_filtered(store, ranking, QUERY, explorer.identity, k, filtered)
            assert explorer.identity.scope == Scope(tenant, environment)
            assert (name in explorer.identity.roles) is box.value
            assert explorer.summary.value == shown_html(shown, QUERY)
            assert explorer.verdict.words == f"{shown.verdict}."
            assert explorer.sentence.endswith(shown.verdict)
            seen.add(explorer.sentence)
    assert len(seen) > 20


def test_what_leaked_is_shown_in_its_own_words(store: ChunkStore) -> None:
    explorer = open_explorer(store, roles=["contact_centre"], k=10, filtered="no filter")
    rows = re.findall(r"<tr class=\"(.*?)\">(.*?)</tr>", explorer.summary.value)
    shown = explorer.shown
    assert [look for look, _ in rows].count("cl-leak") == shown.forbidden > 0
    assert [look for look, _ in rows].count("cl-lack") == shown.missing == len(shown.missed)
    for hit, (look, row) in zip(shown.hits, rows, strict=False):
        words = unescape(re.sub(r"<[^>]*>", "", row))
        there = " ".join(hit.chunk.text.split())
        assert words.split("… ")[-1].split("…")[0].strip()[:20] in there or there[:20] in words
        assert ("forbidden" in words) == (look == "cl-leak")


def test_what_is_missing_is_theirs_and_the_best_of_it(store: ChunkStore) -> None:
    for filtered in FILTERS:
        shown = open_explorer(store, filtered=filtered, k=10).shown
        assert all(visible(hit.chunk, shown.identity) for hit in shown.missed)
        assert not {place(hit) for hit in shown.missed} & {place(hit) for hit in shown.hits}
        assert len(shown.missed) == shown.missing


def test_an_excerpt_begins_a_little_before_the_first_word_of_the_query() -> None:
    text = "One two three.\n" * 20 + "The <premium> is due; Premiums are not the premium."
    drawn = excerpt_html(text, 'premium" OR (')
    assert drawn.startswith("… ")
    assert "&lt;<mark>premium</mark>&gt; is due; Premiums" in drawn
    assert drawn.count("<mark>") == 2
    assert excerpt_html("a & b", "") == "a &amp; b"


def test_the_ranking_is_drawn_box_by_box(store: ChunkStore) -> None:
    explorer = open_explorer(store, filtered="no filter", k=10)
    drawn, shown = explorer.summary.value, explorer.shown
    assert drawn.count('class="cl-ranked') == min(len(shown.ranking), MOST_BOXES)
    assert drawn.count(">✘</span>") == shown.forbidden
    assert f"{len(shown.ranking)} chunks hold a word of the query" in drawn
    assert explorer._repr_mimebundle_()[1]["image/png"]["alt"] == f"{explorer.sentence}."


def test_another_query_is_asked_and_an_empty_one_finds_nothing(store: ChunkStore) -> None:
    explorer = open_explorer(store, roles=["underwriter"])
    explorer.query.value = "detector"
    assert "detector" in explorer.shown.hits[0].chunk.text
    explorer.query.value = '" OR *'
    assert "Nothing was shown" in explorer.summary.value or explorer.shown.hits
    explorer.query.value = ""
    assert "Nothing was shown" in explorer.summary.value


def test_what_there_is_not_cannot_be_chosen(store: ChunkStore) -> None:
    for wrong, words in [
        ({"tenant": "acme"}, "no tenant 'acme'; choose from marrow-quill, puddlewick"),
        ({"environment": "test"}, "no environment 'test'"),
        ({"roles": ["king"]}, "no role 'king'"),
        ({"filtered": "maybe"}, "no filter 'maybe'"),
    ]:
        with pytest.raises(KeyError) as raised:
            open_explorer(store, **wrong)
        assert words in str(raised.value)
    with pytest.raises(ValueError, match="k 21 is outside of the slider"):
        open_explorer(store, k=21)


def test_controls_have_names_and_the_view_closes(store: ChunkStore) -> None:
    explorer = open_explorer(store)
    names = [c.description for c in (explorer.query, explorer.tenant, explorer.environment)]
    assert names == ["query", "tenant", "environment"]
    assert [box.description for box in explorer.roles.values()] == ROLES
    assert explorer._repr_mimebundle_()[0]["text/plain"] == explorer.sentence
    explorer.close()
    assert explorer.query.comm is None


def test_a_view_of_a_closed_store_says_so_instead_of_raising(tmp_path: Path) -> None:
    with ChunkStore(tmp_path / "closed.db") as opened:
        explorer = AccessExplorer(opened, load_documents()[:3], "roof", roles=(), key="closed")
    explorer.k.value = 7
    assert "StoreClosed" in explorer.summary.value
    assert explorer._repr_mimebundle_()[0]["text/plain"].startswith("StoreClosed: ")
    explorer.close()
