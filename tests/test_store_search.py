"""Search: exactly the visible subset of the ranking, and queries are words and nothing else."""

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stores import (
    DEV,
    ELSEWHERE,
    HAZEL,
    HOME,
    contract,
    empty,
    match_expression,
    plain,
    put,
    ranking,
    split,
)
from texts import LABELS, REAL_TEXTS, make_document, texts

from course_lib import Chunk, Identity, ParagraphChunker, Scope, cut
from course_lib.access import visible
from course_lib.samples import load_documents, load_questions
from course_lib.store.schema import CHUNK_BITS, CHUNK_MASK
from course_lib.store.terms import (
    LONGEST_WORD,
    MOST_CHARACTERS,
    MOST_WORDS,
    as_indexed,
)


def found(store, query, identity=HAZEL, **options):
    return [hit.chunk.text for hit in store.search(query, identity, **options)]


# --- the visible subset of the ranking, in its order ---

WORDS = ["roof", "pipes", "kitchen", "Roof", "水道管", "छत", "café", "88431", "AND", "NOT", "it's"]
ROLES = ["underwriter", "auditor", "under", "writer", "Underwriter"]
SCOPES = [HOME, DEV, ELSEWHERE]

some_text = st.lists(st.sampled_from(WORDS), min_size=1, max_size=30).map(" ".join) | texts()
corpora = st.lists(
    st.tuples(
        some_text,
        st.sampled_from(["a", "b", "c", "d"]),
        st.sampled_from(SCOPES),
        st.sampled_from(["note", "memo"]),
        st.sets(st.sampled_from(ROLES)),
    ),
    max_size=8,
)
hard = [
    '"',
    "'",
    "*",
    "^",
    "(",
    ")",
    ":",
    "-",
    "+",
    "{",
    "}",
    "\0",
    "NEAR(",
    "text:",
    "OR",
    "\ud800",
]
queries = (
    st.lists(st.sampled_from(WORDS + hard), max_size=8).map(" ".join)
    | st.lists(st.sampled_from(WORDS + hard), max_size=8).map("".join)
    | st.text(max_size=30)
    | texts()
)
identities = st.builds(
    lambda scope, roles: Identity("somebody", scope, roles),
    st.sampled_from(SCOPES),
    st.sets(st.sampled_from(ROLES)),
)
kinds = st.none() | st.sets(st.sampled_from(["note", "memo", "claim"]))


@given(corpora, st.lists(st.tuples(queries, identities, kinds), min_size=1, max_size=4))
@settings(max_examples=60)
def test_search_is_the_visible_part_of_the_ranking(lasting, corpus, asked):
    store = empty(lasting)
    chunks: dict[tuple[Scope, str, int], Chunk] = {}
    for text, source_id, scope, doc_type, roles in {row[1:3]: row for row in corpus}.values():
        document = put(
            store, text, source_id=source_id, scope=scope, doc_type=doc_type, acl_roles=roles
        )
        chunks |= {(scope, source_id, chunk.index): chunk for chunk in split(document)}
    for query, identity, doc_types in asked:
        ranked = ranking((c for c in chunks.values() if visible(c, identity)), query)
        seen = [
            (score, chunk)
            for score, chunk in ranked
            if doc_types is None or chunk.doc_type in doc_types
        ]
        for k in [1, 3, 10_000]:
            hits = store.search(query, identity, k, doc_types)
            assert [(hit.score, hit.chunk) for hit in hits] == seen[:k]


@contract
@given(corpora, st.lists(st.tuples(queries, identities, kinds), min_size=1, max_size=4))
def test_search_finds_what_is_visible_and_holds_a_word_and_nothing_else(lasting, corpus, asked):
    """The same chunks in each engine; in which order is the engine's own."""
    store = empty(lasting)
    chunks = []
    for text, source_id, scope, doc_type, roles in {row[1:3]: row for row in corpus}.values():
        labels = {"source_id": source_id, "scope": scope, "doc_type": doc_type, "acl_roles": roles}
        chunks += split(put(store, text, **labels))
    for query, identity, doc_types in asked:
        admitted = [chunk for chunk in chunks if visible(chunk, identity)]
        wanted = {
            (chunk.source_id, chunk.index)
            for _, chunk in ranking(admitted, query)
            if doc_types is None or chunk.doc_type in doc_types
        }
        hits = store.search(query, identity, 10_000, doc_types)
        assert {(hit.chunk.source_id, hit.chunk.index) for hit in hits} == wanted
        assert len(hits) == len(wanted) == store.as_(identity).count(query, doc_types)
        assert {hit.chunk for hit in hits} <= set(admitted)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert store.search(query, identity, 2, doc_types) == hits[:2]


@contract
def test_a_mark_alone_is_a_word(store):
    put(store, "\u0300 roof\n\na line without a mark")
    for query in ("\u0300", "\u0301", "\u0300 cellar"):
        assert [hit.chunk.text for hit in store.search(query, HAZEL)] == ["\u0300 roof"]
    assert store.verify().faults == ()


def test_the_best_comes_first_and_the_rank_is_the_citations_number(store):
    document = put(store, "Roof and roof.\n\nKitchen, far from any roof at all.\n\nPipes.")
    hits = store.search("roof", HAZEL)
    assert hits[0].chunk.text == "Roof and roof."
    assert [hit.citation.number for hit in hits] == [1, 2]
    assert hits[0].score > hits[1].score > 0
    assert str(hits[0].citation).startswith(
        "[1] policy/1 · scope marrow-quill/prod · characters 0–14 · sha256 "
    )
    assert [hit.citation.verify(document).status for hit in hits] == ["verified", "verified"]
    assert [hit.citation.quote for hit in hits] == [hit.chunk.text for hit in hits]


@contract
def test_equal_scores_stand_in_the_order_of_their_address_whatever_the_history(pair):
    texts = {f"policy/{n}": "Roof is renewed.\n\nRoof is renewed." for n in range(20)}
    rankings = []
    for store, names in zip(
        map(empty, pair), [sorted(texts), sorted(texts, reverse=True)], strict=True
    ):
        for name in names:
            put(store, "Something else before.", source_id=name)
        for name in names:
            put(store, texts[name], source_id=name)
        hits = store.search("roof", HAZEL, k=7)
        rankings.append([(h.chunk.source_id, h.chunk.index, h.score) for h in hits])
    assert rankings[0] == rankings[1]
    addresses = [address for *address, _ in rankings[0]]
    assert addresses == sorted([name, n] for name in texts for n in range(2))[:7]


def test_ties_are_exact_among_readers_lengths_and_labels(store):
    """Against a sort in Python: a corpus with few different scores, most of its chunks tied."""
    texts = ["Roof is old.", "Roof is old. Pipes too.", "Pipes, pipes.", "Nothing of it."]
    chunks = []
    for number in range(60):
        chosen = [texts[(number + n) % 4] for n in range(3)]
        labels = {"source_id": f"policy/{number * 37 % 60}", "scope": SCOPES[number % 3]}
        labels["acl_roles"] = [["underwriter"], ["auditor"], ["under"]][number // 3 % 3]
        labels["doc_type"] = ["note", "memo"][number % 2]
        document = make_document("\n\n".join(chosen), **labels)
        made = split(document, 24)
        store.replace(document, made)
        chunks += made
    scores = {
        hit.chunk.text: hit.score
        for scope in SCOPES
        for hit in store.search("roof pipes", Identity("all", scope, ROLES), k=1_000)
    }
    assert set(scores) == set(texts[:3])
    reader = Identity("reader", HOME, ["underwriter", "under"])
    seen = [chunk for chunk in chunks if visible(chunk, reader) and chunk.text in scores]
    seen.sort(key=lambda chunk: (-scores[chunk.text], chunk.source_id, chunk.index))
    for k in range(1, len(seen) + 2):
        assert [hit.chunk for hit in store.search("roof pipes", reader, k)] == seen[:k]


def test_the_index_tells_the_label_of_a_chunk_from_its_number_alone(store, tmp_path):
    put(store, "Roof old.", source_id="a", acl_roles=["auditor"])
    put(store, "Roof new.", source_id="b", acl_roles=["under"])
    with plain(tmp_path / "chunks.db") as connection:
        told = connection.execute(
            f"SELECT source_id, docsize.id >> {CHUNK_BITS} = label_id"
            f" FROM words_1_docsize AS docsize JOIN chunk ON chunk_key = id & {CHUNK_MASK}"
            " JOIN source USING (source_key) ORDER BY source_id"
        ).fetchall()
        assert told == [("a", 1), ("b", 1)]
        connection.execute("PRAGMA foreign_keys = ON")
        for table, column in [("source", "label_id"), ("chunk", "source_key")]:
            copied = connection.execute(f"SELECT * FROM {table}")
            names = [name for name, *_ in copied.description][1:]
            values = ["99" if name == column else name for name in names]
            values = ["'c'" if name == "source_id" else name for name in values]
            with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
                connection.execute(
                    f"INSERT INTO {table} ({', '.join(names)})"
                    f" SELECT {', '.join(values)} FROM {table} LIMIT 1"
                )


@contract
def test_k_limits_and_a_larger_one_gives_all_there_is(store):
    for number in range(12):
        put(store, "Roof.", source_id=f"policy/{number}")
    assert [len(store.search("roof", HAZEL, k)) for k in [1, 5, 12, 13, 10**30]] == [
        1,
        5,
        12,
        12,
        12,
    ]
    assert len(store.search("roof", HAZEL)) == 10


@contract
def test_a_crowd_of_forbidden_chunks_leaves_room_for_the_one_that_is_theirs(store):
    for number in range(200):
        labels = [{"acl_roles": ["auditor"]}, {"scope": DEV}, {"scope": ELSEWHERE}][number % 3]
        put(store, "Roof roof roof.", source_id=f"other/{number}", **labels)
    put(store, "Somewhere a roof is named, once, and late.", source_id="mine")
    assert {hit.chunk.source_id for hit in store.search("roof", HAZEL, k=1)} == {"mine"}


@contract
def test_kinds_narrow_the_search(store):
    for kind in ["note", "memo", "claim"]:
        put(store, "Roof.", source_id=kind, doc_type=kind)
    asked = [None, ["memo"], {"memo", "note"}, ("memo", "memo"), [], ["Memo"], ["mem", "emo"]]
    sizes = [len(store.search("roof", HAZEL, doc_types=kinds)) for kinds in asked]
    assert sizes == [3, 1, 2, 1, 0, 0, 0]


@contract
def test_the_context_is_searched_too_and_stays_out_of_the_text(store):
    document = make_document("It was renewed in 2021.")
    store.replace(document, cut(document, [(0, 23, ("Survey", "Dach und 屋根"))]))
    assert found(store, "survey") == found(store, "屋根") == ["It was renewed in 2021."]
    assert store.search("dach", HAZEL)[0].chunk.context == ("Survey", "Dach und 屋根")


def test_the_samples_are_found_by_their_own_evidence(store):
    for document in load_documents():
        store.replace(document, ParagraphChunker(400).split(document))
    for question in load_questions():
        document = question.document
        reader = Identity("reader", document.scope, document.acl_roles)
        best = store.search(question.evidence[0].text, reader, k=3)
        assert document.source_id in {hit.chunk.source_id for hit in best}, question.id


# --- queries are words ---

TRAPS = [
    "pipes) OR (salary",
    'pipes" OR "salary',
    "pipes OR salary",
    "text: salary",
    "NOT pipes",
    "sal*",
    "^salary",
    "NEAR(salary)",
    "salary + pipes",
    "{context text}: salary",
    "-context : salary",
]


@contract
@pytest.mark.parametrize("query", TRAPS)
def test_the_query_language_is_never_spoken(store, query):
    put(store, "Pipes old.", source_id="mine")
    put(store, "Salary list.", source_id="theirs", acl_roles=["payroll"])
    put(store, "Salary list.", source_id="elsewhere", scope=ELSEWHERE)
    assert {hit.chunk.source_id for hit in store.search(query, HAZEL)} <= {"mine"}


@contract
@pytest.mark.parametrize(
    ("text", "query", "is_found"),
    [
        ("C++ is used.", "C++", True),
        ("It's foo-bar.", "foo-bar", True),
        ("It's foo-bar.", "it's", True),
        ("It's foo-bar.", "bar-foo", False),
        ("2,392 crowns.", "2,392", True),
        ("2,392 crowns.", "392,2", False),
        ("Roof.", "AND", False),
        ("This AND that.", "AND", True),
        ("Roof.", "rooftop", False),
        ("Rooftop.", "roof", False),
        ("Rooftop.", "roof*", False),
        ("ROOF.", "roof", True),
        ("a\0roof\0b", "roof", True),
        ("Roof.", "\0roof\0", True),
        ("Roof.", "\ud800roof", True),
        ("under\u00adwriter", "underwriter", True),
        ("Ｒｏｏｆ", "roof", True),
    ],
)
def test_a_word_is_found_as_a_word(store, text, query, is_found):
    document = make_document(text)
    store.replace(document, cut(document, [(0, len(text))]))
    assert bool(store.search(query, HAZEL)) is is_found


@contract
@pytest.mark.parametrize(
    "query", ["", " ", "\0", "\n\t", '"', '""', "*", "()", "++", "…", "👩‍👩‍👧", "\ud800", "-", "¿?"]
)
def test_without_a_word_nothing_is_found(store, query):
    put(store, 'Roof "" * () ++ … 👩‍👩‍👧 - ¿?', source_id="x")
    assert store.search(query, HAZEL) == []


@contract
def test_a_word_counts_once_however_often_and_however_it_is_written(store):
    put(store, "Café.\n\nRoof and roof.")
    assert match_expression("roof Roof, ROOF! roof café cafe\u0301 cafe") == '"roof" OR "café"'
    once = [hit.score for hit in store.search("roof", HAZEL)]
    assert once == [hit.score for hit in store.search("roof ROOF (roof)", HAZEL)]


@contract
@pytest.mark.parametrize(
    "query",
    [
        "roof " * 200_000,
        " ".join(f"w{n}" for n in range(120_000)) + " roof",
        "r" * 1_000_000,
        "屋根" * 500_000,
        '"' * 1_000_000,
        "a-" * 500_000,
        "(" * 1_000_000,
        "\u0301" * 1_000_000,
        "한글" * 500_000,
    ],
    ids=[
        "one word",
        "many words",
        "endless",
        "Han",
        "quotes",
        "hyphens",
        "brackets",
        "marks",
        "Hangul",
    ],
)
def test_a_query_of_a_megabyte_is_answered(store, query):
    put(store, "Roof renewed.")
    assert len(store.search(query, HAZEL)) == query.startswith("roof")
    assert len(match_expression(query)) < MOST_WORDS * (LONGEST_WORD + 10)


@contract
def test_the_beginning_of_a_long_query_counts(store):
    put(store, "Roof renewed.")
    assert found(store, "w " * (MOST_CHARACTERS // 2 - 2) + "roof")
    assert not found(store, "w " * (MOST_CHARACTERS // 2 - 1) + "roof")


@contract
def test_the_first_hundred_different_words_count(store):
    put(store, "Roof renewed.")
    fillers = " ".join(f"w{n}" for n in range(MOST_WORDS - 1))
    assert found(store, f"{fillers} roof")
    assert found(store, f"{fillers} w1 W2 roof")
    assert not found(store, f"{fillers} more roof")
    assert not found(store, "r" * (LONGEST_WORD + 1))


@given(st.text() | texts())
def test_whatever_the_query_the_index_can_read_it(query):
    with plain(":memory:") as connection:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5 (text)")
        expression = match_expression(query)
        if expression:
            connection.execute("SELECT * FROM words WHERE words MATCH ?", (expression,)).fetchall()


# --- the writing of the world ---


@contract
@pytest.mark.parametrize("text", REAL_TEXTS.values(), ids=REAL_TEXTS.keys())
def test_a_text_is_found_by_itself(store, text):
    document = make_document(text)
    store.replace(document, cut(document, [(0, len(text))]))
    assert found(store, text) == [text]


@contract
@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("屋根は新しい。水道管は古い。", "水道管"),
        ("屋根は新しい。水道管は古い。", "水道管の交換はいつですか"),
        ("屋根は新しい。水道管は古い。", "古"),
        ("屋顶是新的。水管很旧！", "水管"),
        ("ペットの保険", "ﾍﾟｯﾄ"),
        ("か\u3099く\u309aは", "がく\u309aは"),
        ("หลังคาใหม่ แต่ท่อน้ำเก่ามาก", "ท่อน้ำ"),
        ("ຫລັງຄາໃໝ່ ທໍ່ນ້ຳເກົ່າ", "ທໍ່ນ້ຳ"),
        ("အမိုးသစ်သည်။ ရေပိုက်ဟောင်းသည်။", "ရေပိုက်"),
        ("ដំបូលថ្មី បំពង់ទឹកចាស់។", "ទឹក"),
        ("지붕은 새것이고 수도관은 낡았다.", "수도관"),
        ("\u110c\u1175\u1107\u116e\u11bc\u110b\u1173\u11ab", "지붕"),
        ("\U00020bb7野家", "\U00020bb7野"),
        ("छत नई है। पानी की पाइपें पुरानी हैं", "पानी"),
        ("الْمَاءُ يَجْرِي", "الماء"),
        ("الماء يجري", "الْمَاءُ"),
        ("הַמַּיִם זוֹרְמִים", "המים"),
        ("L'e\u0301te\u0301 a coule\u0301", "été"),
        ("L'été a coulé", "ete"),
        ("Nước chảy tràn bếp", "nu\u031bo\u031b\u0301c"),
        ("𝔘nderwriter", "underwriter"),
        ("葛\U000e0100城市", "葛城"),
    ],
)
def test_a_word_is_found_in_writing_of_every_kind(store, text, query):
    document = make_document(text)
    store.replace(document, cut(document, [(0, len(text))]))
    put(store, "Something else altogether.", source_id="policy/2")
    assert found(store, query) == [text]
    assert store.verify().clean


def test_a_hindi_word_is_no_other_word_with_the_same_consonants(store):
    """SQLite's usual tokenizer takes vowel signs for spaces: water and "hoof" would be one."""
    put(store, "पानी", source_id="water")
    put(store, "पुन", source_id="again")
    assert found(store, "पानी") == ["पानी"]
    with plain(":memory:") as connection:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5 (text)")
        connection.execute("INSERT INTO words VALUES ('पानी'), ('पुन')")
        both = connection.execute("SELECT * FROM words WHERE words MATCH '\"पानी\"'").fetchall()
    assert len(both) == 2


@contract
def test_only_neighbours_in_unspaced_writing_are_a_word(store):
    put(store, "水は古い。\n\n管。", source_id="apart")
    assert found(store, "水管") == []


def test_what_needs_no_setting_apart_is_stored_once(store, tmp_path):
    put(store, "Roof, Café, Ünder.", source_id="a")
    put(store, "水道管。", source_id="b")
    with plain(tmp_path / "chunks.db") as connection:
        kept = connection.execute("SELECT text_words FROM chunk ORDER BY chunk_key").fetchall()
    assert kept == [(None,), (" 水  道  管 。",)]
    assert as_indexed("Roof") == "Roof"


@contract
def test_labels_are_never_searched(store):
    put(store, "Roof.", source_id="thistle", doc_type="memo", metadata={"owner": "wren"})
    for word in ["thistle", "memo", "wren", "underwriter", LABELS["scope"].tenant]:
        assert store.search(word, HAZEL) == []


@contract
@pytest.mark.parametrize("pair", ["мой мои", "ёлка елка", "ά α", "Ა ა", "cafe\u0305 cafe"])
def test_words_that_the_index_tells_apart_are_both_looked_for(store, pair):
    first, second = pair.split()
    put(store, first, source_id="a")
    put(store, second, source_id="b")
    assert found(store, pair) == found(store, f"{second} {first}")
    assert set(found(store, pair)) == {first, second}


@contract
@pytest.mark.parametrize("mark", [",", "—", "/", "_", "--", "+", ".", "…", "🌊"])
def test_punctuation_parts_words(store, mark):
    put(store, "The premium rose.", source_id="a")
    put(store, "A flood came.", source_id="b")
    assert len(found(store, f"premium{mark}flood")) == 2
    assert len(found(store, mark.join([*(f"w{n}" for n in range(90)), "premium" * 200, "flood"])))
    numbers = ",".join("9" * 3 for _ in range(1_000))
    assert found(store, f"{numbers},flood") == ["A flood came."]


def test_what_belongs_inside_a_word_is_looked_for_as_a_whole():
    asked = "don't 8,760 3.14 flood-plain POL-55012 55012,88431 claim.pdf C++"
    assert match_expression(asked).replace('"', "").split(" OR ") == [
        *["don't", "8,760", "3.14", "flood-plain", "POL-55012", "55012", "88431", "claim", "pdf"],
        "C",
    ]
