"""The audit: sound chunks of any library are clean, and every kind of fault is found and named."""

import json
from copy import deepcopy
from dataclasses import FrozenInstanceError, asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from test_invariants import each_chunker, random_input, split
from texts import FAMILY, FLAG, SIZES, cluster_around, make_document, texts

from course_lib import InvalidText, NaiveChunker, ParagraphChunker, Scope, chunk_document
from course_lib.auditing import KINDS, audit, checks, read_chunks
from course_lib.auditing.counting import Encoded
from course_lib.auditing.diagnose import Finder
from course_lib.auditing.placing import gaps_between, place_all
from course_lib.auditing.readers import read_items
from course_lib.chunkers import MarkdownChunker, Profile
from course_lib.errors import InvalidValue

TEXT = (
    "Roof renewed.\r\n\r\n“Café” is wet. 👍🏽 Pipes old.\n\nRoof renewed.\n\nKitchen: see page 4.\n"
)
ROLES = ["claims_handler", "underwriter"]
PLAIN_LABELS = {
    "source_id": "policy/1",
    "scope": "marrow-quill/prod",
    "doc_type": "note",
    "acl_roles": ROLES,
    "updated_at": "2026-03-14T09:30:00+00:00",
}


def chunked(text=TEXT, size=20):
    """Sound chunks as plain dicts, each with labels of its own."""
    chunks = ParagraphChunker(size).split(make_document(text))
    return [
        {
            "text": chunk.text,
            "char_start": chunk.char_start,
            "char_end": chunk.char_end,
            "chunk_sha256": chunk.chunk_sha256,
            "index": chunk.index,
            "metadata": deepcopy(PLAIN_LABELS),
        }
        for chunk in chunks
    ]


NEVER_KNOWN = "an audit cannot know:\n  whether the text says what its source says"
PAIRS = [(0, "One."), (5, "Two.")]


def found(report):
    """Kind and chunk of each finding."""
    return [(finding.kind, finding.index) for finding in report.findings]


def only(report):
    """The one finding that there is."""
    assert len(report.findings) == 1, str(report)
    return report.findings[0]


# --- sound chunks have no findings ---


@each_chunker
@random_input
def test_chunks_of_our_own_are_clean(subject, text, setting):
    chunks, counted = split(subject, text, setting), subject.counts_context
    report = audit(make_document(text), chunks, max_chars=setting[0], count_context=counted)
    exempt = {
        "contained": subject.repeats_its_tail,
        "blank": subject.may_be_blank,
        "cluster": subject.may_tear_clusters,
    }
    assert [kind for kind in report.counts if not exempt.get(kind)] == []
    assert (report.uncovered, report.uncovered_share) == (0, 0)
    assert report.unchecked == () or not report.chunks


@given(text=texts(), size=SIZES)
def test_passages_and_plain_dicts_are_clean(text, size):
    passages = chunk_document(text, Profile(size))
    assert audit(text, passages, max_chars=size).clean
    assert audit(text, [asdict(passage) for passage in passages], max_chars=size).clean
    assert audit(make_document(text), chunked(text, size), max_chars=size).clean
    lines = "\n".join(json.dumps(chunk) for chunk in chunked(text, size))
    assert audit(make_document(text), read_chunks(lines), max_chars=size).clean


@each_chunker
@random_input
def test_our_chunks_survive_the_way_through_json(subject, text, setting):
    document = make_document(text)
    chunks = split(subject, text, setting)
    dicts = [chunk.as_dict() for chunk in chunks]
    assert audit(document, dicts, max_chars=setting[0]) == (
        audit(document, chunks, max_chars=setting[0])
    )
    for written in [
        json.dumps(dicts),
        json.dumps({"chunks": dicts}, ensure_ascii=False, indent=2),
        "\n".join(json.dumps(chunk, ensure_ascii=False) for chunk in dicts) + "\n",
    ]:
        assert read_chunks(written) == dicts


@pytest.mark.parametrize("text", ["", " \r\n\t"])
def test_blank_text_needs_no_chunk(text):
    assert str(audit(text, [])) == (
        f"chunks: 0, characters: {len(text)}, findings: none\n\n"
        f"not checked: size, labels, hashes, index\n\n{NEVER_KNOWN}"
    )


# --- the shapes of other libraries ---


@dataclass
class PageDocument:
    """As LangChain's Document."""

    page_content: str
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass
class TextNode:
    """As LlamaIndex's TextNode: it has a hash of its own, which is not the text's."""

    text: str
    start_char_idx: int | None
    end_char_idx: int | None
    metadata: dict[str, Any] = field(default_factory=dict)
    hash: str = "0" * 64


@dataclass
class IndexedChunk:
    """As Chonkie's Chunk: a method hides no field, and its context is not ours."""

    text: str
    start_index: int
    end_index: int
    token_count: int = 3
    metadata: dict[str, Any] = field(default_factory=dict)

    def index(self):
        """A method that bears a field's name."""


@dataclass
class MetaDocument:
    """As Haystack's Document: the start alone, in `meta`."""

    content: str | None
    meta: dict[str, Any] = field(default_factory=dict)


def meta(labels, **more):
    return deepcopy(labels) | more


SHAPES = {
    "LangChain": lambda t, s, e, n, m: PageDocument(t, meta(m, start_index=s)),
    "LlamaIndex": lambda t, s, e, n, m: TextNode(t, s, e, meta(m)),
    "Chonkie": lambda t, s, e, n, m: IndexedChunk(t, s, e, 3, meta(m)),
    "Haystack": lambda t, s, e, n, m: MetaDocument(t, meta(m, split_idx_start=s, split_id=n)),
    "Haystack's JSON": lambda t, s, e, n, m: {"content": t, **meta(m), "split_idx_start": s},
    "ours": lambda t, s, e, n, m: {"text": t, "char_start": s, "char_end": e, **meta(m)},
    "start and end": lambda t, s, e, n, m: {"text": t, "metadata": meta(m, start=s, end=e)},
    "start alone": lambda t, s, e, n, m: {"text": t, "start": s, "end": None, "meta": meta(m)},
}
each_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())


def shaped(shape, text, size, shift=0):
    chunks = ParagraphChunker(size).split(make_document(text))
    return [
        shape(c.text, c.char_start + shift, c.char_end + shift, c.index, PLAIN_LABELS)
        for c in chunks
    ]


@each_shape
@given(text=texts(), size=SIZES)
def test_every_shape_is_read_with_its_labels(shape, text, size):
    report = audit(make_document(text), shaped(shape, text, size), max_chars=size)
    assert report.clean, str(report)
    assert "labels" not in report.unchecked or not report.chunks


@each_shape
def test_in_every_shape_a_wrong_place_and_a_wrong_label_are_found(shape):
    text = "Roof renewed. Pipes old, kitchen wet."
    report = audit(make_document(text), shaped(shape, text, 14, shift=1), max_chars=14)
    assert found(report) == [("slice", 0), ("slice", 1), ("slice", 2)]
    assert {f.message.split(") ")[1].split(";")[0] for f in report.findings} == {"is off by one"}
    other = make_document(text, acl_roles={"underwriter"})
    assert audit(other, shaped(shape, text, 14)).counts == {"mislabelled": 3}


def test_pairs_and_bare_strings_are_chunks_too():
    assert audit("One. Two.", [(0, "One."), (5, "Two.")]).clean
    assert audit("One. Two.", ["One.", "Two."]).counts == {"position": 2}


def test_names_that_belong_together_are_read_together():
    dated = PageDocument("Two.", {"start_index": 5, "start": "May", "end": "June"})
    assert audit("One. Two.", [(0, "One."), dated]).clean


LABEL_SHAPES = [
    ("scope", Scope("marrow-quill", "prod")),
    ("scope", ["marrow-quill", "prod"]),
    ("scope", ("marrow-quill", "prod")),
    ("scope", {"tenant": "marrow-quill", "environment": "prod"}),
    ("acl_roles", tuple(ROLES)),
    ("acl_roles", set(ROLES)),
    ("acl_roles", ROLES[::-1]),
    ("updated_at", datetime(2026, 3, 14, 9, 30, tzinfo=UTC)),
    ("updated_at", "2026-03-14 10:30:00+01:00"),
]


@pytest.mark.parametrize(("name", "value"), LABEL_SHAPES)
def test_equal_labels_are_equal_in_every_shape(name, value):
    chunks = chunked()
    chunks[0]["metadata"][name] = value
    assert audit(make_document(TEXT), chunks).clean


def test_tenant_and_environment_are_a_scope():
    chunks = chunked()
    for chunk in chunks:
        del chunk["metadata"]["scope"]
        chunk["metadata"] |= {"tenant": "marrow-quill", "environment": "prod"}
    assert audit(make_document(TEXT), chunks).clean
    assert audit(make_document(TEXT, scope=Scope("marrow-quill", "dev")), chunks).counts == {
        "mislabelled": len(chunks)
    }


# --- every injected fault is found, named, and nothing else is ---

SOUND = st.tuples(texts(), SIZES).map(lambda pair: (pair[0], chunked(*pair)))
# A cluster longer than the size had to be cut: those texts have findings already.
faulty = given(sound=SOUND.filter(lambda pair: pair[1] and audit(*pair).clean), data=st.data())


def pick(data, items):
    return data.draw(st.sampled_from(range(len(items))))


@faulty
def test_a_moved_slice_is_found_where_it_really_stands(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    chunk = chunks[at]
    start, end = chunk["char_start"], chunk["char_end"]
    shift = data.draw(st.integers(-3, 3).filter(lambda s: s and start + s >= 0))
    assume(text[start + shift : end + shift] != chunk["text"] and text.count(chunk["text"]) == 1)
    chunk |= {"char_start": start + shift, "char_end": end + shift}
    finding = only(audit(text, chunks))
    assert (finding.kind, finding.index) == ("slice", at)
    assert finding.message.endswith(f"its text stands at {start}–{end}")


@faulty
def test_a_wrong_end_is_found(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    chunk = chunks[at]
    right = chunk["char_end"]
    assume(text.count(chunk["text"]) == 1)
    chunk["char_end"] = data.draw(
        st.integers(chunk["char_start"], len(text) + 9).filter(lambda end: end != right)
    )
    finding = only(audit(text, chunks))
    assert (finding.kind, finding.index) == ("slice", at)
    assert f"its text stands at {chunk['char_start']}–{right}" in finding.message


@faulty
def test_text_that_is_not_in_the_document_is_found(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    place = data.draw(st.integers(0, len(chunks[at]["text"]) - 1))
    assume("\x01" not in text)
    changed = chunks[at]["text"][:place] + "\x01" + chunks[at]["text"][place + 1 :]
    chunks[at] |= {"text": changed, "chunk_sha256": None}
    report = audit(text, chunks)
    assert found(report)[0] == ("slice", at)
    assert {kind for kind, _ in found(report)} <= {"slice", "uncovered", "twin"}
    first = chunks[at]["char_start"] + place
    message = report.findings[0].message
    if "uncovered" in report.counts:
        assert f"from {first} on" in message
        assert message.endswith("stands nowhere")
    else:  # enough of it is left to say what was done to it
        assert "is no slice: " in message


@faulty
def test_a_lost_chunk_leaves_its_text_uncovered(sound, data):
    text, chunks = sound
    lost = chunks.pop(pick(data, chunks))
    for index, chunk in enumerate(chunks):
        chunk["index"] = index
    report = audit(text, chunks)
    assert report.counts.pop("uncovered") == 1
    assert {*report.counts} <= {"uncovered", "twin"}
    assert report.uncovered == len("".join(lost["text"].split()))
    assert report.uncovered_share == report.uncovered / len("".join(text.split()))
    place = text.find(lost["text"].strip(), lost["char_start"])
    assert f"{place}–{place + len(lost['text'].strip())} are" in report.findings[-1].message


@faulty
def test_a_chunk_inside_another_is_found(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    start, end = chunks[at]["char_start"], chunks[at]["char_end"]
    first = data.draw(st.integers(start, end - 1))
    last = data.draw(st.integers(first + 1, end))
    assume(text[first:last].strip())
    chunks.append({"text": text[first:last], "char_start": first, "char_end": last})
    report = audit(text, [{**chunk, "index": None, "metadata": None} for chunk in chunks])
    assert report.counts["contained"] == 1
    inner = next(f for f in report.findings if f.kind == "contained")
    assert inner.index == len(chunks) - 1 or (first, last) == (start, end)
    assert f"inside chunk #{at} ({start}–{end})" in inner.message
    assert {*report.counts} <= {"contained", "cluster", "twin"}


@faulty
def test_blank_chunks_are_found(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    end = chunks[at]["char_end"]
    blank = {"text": "", "char_start": end, "char_end": end, "index": len(chunks)}
    chunks.append({"metadata": deepcopy(PLAIN_LABELS), **blank})
    assert found(audit(text, chunks)) == [("blank", len(chunks) - 1)]


@faulty
def test_oversize_chunks_are_found(sound, data):
    text, chunks = sound
    longest = max(len(chunk["text"]) for chunk in chunks)
    assume(longest > 1)
    limit = data.draw(st.integers(1, longest - 1))
    kinds = [pair for pair in found(audit(text, chunks, max_chars=limit)) if pair[0] != "cluster"]
    long = [i for i, chunk in enumerate(chunks) if len(chunk["text"]) > limit]
    assert kinds == [("oversize", index) for index in long]


@given(text=texts(), size=SIZES)
def test_cuts_inside_clusters_are_those_that_an_outside_oracle_sees(text, size):
    chunks = NaiveChunker(size, 0).split(make_document(text))
    around = cluster_around(text)
    torn = sorted({at for c in chunks for at in c.span if at in around})
    for limit, wanted in [
        (None, torn),
        (size, [at for at in torn if around[at][1] - around[at][0] <= size]),
    ]:
        cuts = [f for f in audit(text, chunks, max_chars=limit).findings if f.kind == "cluster"]
        named = sorted(int(f.message.split("is cut at ")[1].split(",")[0]) for f in cuts)
        assert named == wanted
        for finding in cuts:
            at = int(finding.message.split("is cut at ")[1].split(",")[0])
            assert " at {}–{}: cut at {} or {}".format(*around[at] * 2) in finding.message
            assert at in chunks[finding.index].span


@faulty
def test_missing_labels_are_found(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    name = data.draw(st.sampled_from(sorted(PLAIN_LABELS)))
    del chunks[at]["metadata"][name]
    finding = only(audit(make_document(text), chunks))
    assert (finding.kind, finding.index) == ("unlabelled", at)
    assert f"lacks {name}:" in finding.message
    assert found(audit(text, chunks)) == [("unlabelled", at)] * (len(chunks) > 1)


WRONG_LABELS = [
    ("source_id", "policy/2"),
    ("scope", "marrow-quill/dev"),
    ("scope", "marrow-quill/prod/"),
    ("doc_type", "claim"),
    ("acl_roles", []),
    ("acl_roles", [*ROLES, "everybody"]),
    ("acl_roles", "underwriter"),
    ("acl_roles", [["underwriter"]]),
    ("updated_at", "2026-03-14T09:30:00"),
    ("updated_at", "2026-03-14T09:30:01+00:00"),
    ("updated_at", "yesterday"),
]


@pytest.mark.parametrize(("name", "value"), WRONG_LABELS)
@pytest.mark.parametrize("at", [0, 2])
def test_differing_labels_are_found(name, value, at):
    chunks = chunked()
    chunks[at]["metadata"][name] = value
    finding = only(audit(make_document(TEXT), chunks))
    assert (finding.kind, finding.index) == ("mislabelled", at)
    assert f"says {name} " in finding.message
    assert "mislabelled" in audit(TEXT, chunks).counts


def test_a_document_asks_for_every_label_and_bare_text_for_none():
    passages = chunk_document(TEXT, Profile(20))
    report = audit(make_document(TEXT), passages)
    assert report.counts == {"unlabelled": len(passages)}
    assert "lacks source_id, scope, doc_type, acl_roles, updated_at" in report.findings[0].message
    assert "labels" in audit(TEXT, passages).unchecked


SHARED = [[], {}, set(), ["hr"], {"a": [1]}, {"deep": {"deeper": ["x"]}}]


@pytest.mark.parametrize("value", SHARED)
@pytest.mark.parametrize("nest", [lambda v: v, lambda v: [v], lambda v: {"inner": v}])
def test_shared_values_are_found_once_at_their_outermost(value, nest):
    chunks = chunked()
    for at in (1, 3, 4):
        chunks[at]["metadata"]["more"] = nest(value)
    finding = only(audit(TEXT, chunks))
    assert (finding.kind, finding.index) == ("shared", 3)
    assert f"the {type(value).__name__} " in finding.message
    assert "with chunk #1" in finding.message
    assert "and 1 more" in finding.message


def test_one_metadata_object_for_all_is_one_finding():
    shared = {"acl_roles": ["hr"]}
    chunks = [PageDocument("One.", shared), PageDocument("Two.", shared)]
    report = audit("One. Two.", chunks)
    assert report.counts == {"position": 2, "shared": 1}


def test_equal_values_and_frozen_ones_are_not_shared():
    frozen = (frozenset({"hr"}), "text", 7)
    chunks = chunked()
    for chunk in chunks:
        chunk["metadata"] |= {"equal": ["hr"], "frozen": frozen}
        twice = ["own"]
        chunk["metadata"] |= {"one": twice, "two": twice}
    assert audit(TEXT, chunks).clean


def test_values_made_anew_at_each_look_are_not_shared():
    class Fresh:
        def __init__(self, text, start):
            self.text, self.start = text, start

        @property
        def metadata(self):
            return {"acl_roles": ["hr"]}

    assert audit("One. Two. " * 50, [Fresh("One. Two. ", at) for at in range(0, 500, 10)]).clean


def test_values_that_hold_themselves_end():
    loop: dict[str, Any] = {}
    loop["self"] = loop
    chunks = [{"text": "One.", "start": 0, "metadata": loop}]
    assert audit("One.", chunks).clean


@faulty
def test_wrong_hashes_are_found(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    right = chunks[at]["chunk_sha256"]
    wrong = [sha256(b"").hexdigest(), right[:12], "", 0, right.upper() + " "]
    chunks[at]["chunk_sha256"] = data.draw(st.sampled_from(wrong))
    finding = only(audit(text, chunks))
    assert (finding.kind, finding.index) == ("hash", at)
    assert right in finding.message


@faulty
def test_numbers_that_are_not_dense_are_found(sound, data):
    text, chunks = sound
    at = pick(data, chunks)
    others = [None, -1, len(chunks), True, "0", 1.0, *range(len(chunks))]
    chunks[at]["index"] = data.draw(st.sampled_from(others))
    kinds = found(audit(text, chunks))
    numbers = [chunk["index"] for chunk in chunks]
    dense = all(type(number) is int for number in numbers) and set(numbers) == {*range(len(chunks))}
    none_is_given = numbers == [None]
    assert [kind for kind, _ in kinds] == ["index"] * (not dense and not none_is_given)


def test_numbers_in_the_metadata_are_read_too():
    chunks = [MetaDocument(text, {"split_id": 0, "split_idx_start": at}) for at, text in PAIRS]
    assert found(audit("One. Two.", chunks)) == [("index", 1)]


POSITIONS = [
    ({"char_start": None}, "has no position"),
    ({"char_start": -1, "char_end": 12}, "negative"),
    ({"char_start": -13, "char_end": -1}, "negative"),
    ({"char_start": "0"}, "write 0, not '0'"),
    ({"char_start": 0.5}, "no whole number"),
    ({"char_start": False}, "no whole number"),
    ({"char_start": "0", "char_end": None}, "write 0, not '0'"),
    ({"char_end": "13"}, "write 13, not '13'"),
    ({"char_start": "the first"}, "no whole number"),
    ({"char_start": 13, "char_end": 0}, "ends before it starts"),
]


@pytest.mark.parametrize(("change", "words"), POSITIONS)
def test_missing_and_impossible_positions_are_found(change, words):
    chunks = chunked()
    chunks[0] |= change
    finding = only(audit(TEXT, chunks))
    assert (finding.kind, finding.index) == ("position", 0)
    assert words in finding.message
    assert finding.message.endswith("; its text stands at 0–13")


@given(text=texts(), size=SIZES)
def test_without_positions_chunks_that_follow_each_other_are_placed_right(text, size):
    passages = chunk_document(text, Profile(size))
    report = audit(text, [passage.text for passage in passages], max_chars=size)
    assert {*report.counts} <= {"position"}
    for finding, passage in zip(report.findings, passages, strict=True):
        start, end = passage.span
        assert finding.message.endswith(f"; its text stands at {start}–{end}")


def test_without_positions_a_chunk_out_of_order_is_found_too():
    report = audit("One. Two. Three.", ["Three.", "One.", "Two."])
    assert [f.message.split("stands at ")[1] for f in report.findings] == ["10–16", "0–4", "5–9"]


def test_without_positions_white_space_may_differ():
    text = "Roof  renewed\nin May.\n\nPipes old.\n\nRoof renewed  in May."
    report = audit(text, ["Roof renewed in May.", "Pipes old.", "Roof renewed in\tMay."])
    assert report.counts == {"position": 3}
    said = [f.message.split("; ")[1] for f in report.findings]
    assert said == [
        "but for white space its text stands at 0–21",
        "its text stands at 23–33",
        "but for white space its text stands at 35–56",
    ]


# --- the classic causes ---


def byte_at(text, at):
    return len(text[:at].encode())


def unit_at(text, at):
    return len(text[:at].encode("utf-16-le")) // 2


def translated(text):
    return text.replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("count", "unit"), [(byte_at, "bytes of UTF-8"), (unit_at, "units of UTF-16")]
)
@pytest.mark.parametrize("end_given", [True, False])
def test_other_units_are_recognised(count, unit, end_given):
    text = " ".join(f"👍🏽 “Naïve {number}” — déjà vu." for number in range(300))
    passages = chunk_document(text, Profile(50))
    chunks = [
        {
            "text": passage.text,
            "start": count(text, passage.char_start),
            "end": count(text, passage.char_end) if end_given else None,
        }
        for passage in passages
    ]
    report = audit(text, chunks)
    assert [f.index for f in report.findings] == list(range(0 if end_given else 1, len(chunks)))
    for finding in report.findings:
        start, end = passages[finding.index].span
        assert f"counts {unit}: " in finding.message
        assert finding.message.endswith(f"its text stands at {start}–{end}")


@given(text=texts(), codec=st.sampled_from([("utf-8", 1), ("utf-16-le", 2)]))
def test_units_turn_into_code_points(text, codec):
    units = Encoded(text * 60, "units", *codec)
    units_of = [len(char.encode(codec[0])) // codec[1] for char in text]
    position = 0
    for at in range(len(text) * 60):
        assert units.code_point(position) == at
        width = units_of[at % len(text)]
        assert all(units.code_point(position + inner) is None for inner in range(1, width))
        position += width
    assert units.code_point(position) == len(text) * 60
    assert units.code_point(position + 1) is None


WHOLE = "\ufeff\r\n  Cafe\u0301 one.\r\n\r\nCafe\u0301  two.\r\nThree and four.\r\n"
BEFORE = [
    ("white space around it was stripped", "\r\n  One.\nTwo, three.", str.strip),
    ("its line ends were translated", "One.\r\nTwo, and three.\r\nFour.", translated),
    ("its byte order mark was removed", "\ufeffOne. Two, three.", lambda s: s[1:]),
    (
        "it was normalised to NFC",
        "Cafe\u0301 one. Two, three.",
        lambda s: s.replace("e\u0301", "é"),
    ),
    ("it was normalised to NFD", "가 one. Two.", lambda s: s.replace("가", "\u1100\u1161")),
    ("its white space was rewritten", "One.   Two,\n\n\nthree.", lambda s: " ".join(s.split())),
]


@pytest.mark.parametrize(("change", "text", "apply"), BEFORE, ids=[row[0] for row in BEFORE])
def test_text_that_was_changed_before_the_cut_is_recognised(change, text, apply):
    last = apply(text).split()[-1]
    start = apply(text).index(last)
    finding = audit(text, [{"text": last, "start": start}]).findings[0]
    assert f"was cut from the text after {change}: " in finding.message
    right = text.index(last)
    assert finding.message.endswith(f"its text stands at {right}–{right + len(last)}")


AFTER = [
    ("its line ends were translated", "One.\r\nTwo.", "One.\nTwo."),
    ("it was normalised to NFC", "Cafe\u0301", "Café"),
    ("it was normalised to NFD", "Café", "Cafe\u0301"),
    ("its white space was rewritten", "One.\n\n Two.", "One. Two."),
    ("its white space was rewritten", "One.\n\n Two.", "One.\nTwo.  "),
]


@pytest.mark.parametrize(("change", "slice_", "kept"), AFTER)
def test_text_that_was_changed_after_the_cut_is_recognised(change, slice_, kept):
    text = f"Zero and more. {slice_} End, and a word."
    first, last = 15, 15 + len(slice_)
    chunks = [(0, text[:14]), {"text": kept, "start": first, "end": last}, (last, text[last:])]
    finding = only(audit(text, chunks))
    assert finding.message == (
        f"chunk #1 ({first}–{last}) is no slice: after the cut {change}; keep it verbatim"
    )


def test_text_that_was_stripped_after_the_cut_is_recognised():
    text = "One.\n\n  Two.  \n\nThree."
    chunks = [(0, "One."), {"text": "Two.", "start": 4, "end": 16}, (16, "Three.")]
    finding = only(audit(text, chunks))
    assert finding.message == (
        "chunk #1 (4–16) was stripped after the cut: move its positions along; "
        "its text stands at 8–12"
    )
    assert finding.excerpt == "One.⟦\\n\\n  Two.  \\n\\n⟧Three."


@pytest.mark.parametrize(("shift", "words"), [(1, "off by one"), (-1, "off by one"), (7, "by 7")])
def test_drift_is_measured(shift, words):
    text = "One, two, three, four, five, six."
    assert words in only(audit(text, [(0, text[:10]), (10 + shift, text[10:])])).message


def test_drift_is_measured_from_where_the_next_chunk_must_stand():
    text = f"One. No. {'Two, three. ' * 30}No. End."
    chunks = [(0, "One."), {"text": text[5:100], "start": 205}, {"text": text[100:], "start": 300}]
    report = audit(text, chunks)
    assert [f.index for f in report.findings] == [1, 2]
    assert "is off by 200: carry positions" in report.findings[0].message
    assert report.findings[1].message.endswith(f"its text stands at 100–{len(text)}")


@pytest.mark.parametrize("start", [10, 24])
def test_drift_is_measured_where_the_chunk_before_is_lost(start):
    text = "One, two, three, four, five, six."
    report = audit(text, [{"text": text[17:], "start": start}])
    assert report.counts == {"slice": 1, "uncovered": 1}
    assert "is off by 7: carry positions" in report.findings[0].message


def test_a_place_beyond_the_end_is_shown_at_the_end():
    report = audit("Roof renewed.", [(0, "Roof"), {"text": "renewed.", "start": 500}])
    assert only(report).excerpt == "Roof renewed.⟦⟧"
    assert only(report).message.endswith("its text stands at 5–13")


# --- twins: every slice matches, and yet a place is wrong ---

FEES = "Fee is 5 EUR.\n\nNote.\n\nFee is 5 EUR.\n\nNote.\n\nFee is 5 EUR."


def test_a_search_from_the_start_lands_on_the_first_twin():
    passages = chunk_document(FEES, Profile(14))
    chunks = [{"text": p.text, "start": FEES.index(p.text)} for p in passages]
    report = audit(FEES, chunks)
    assert report.counts["twin"] == 3
    assert [f.index for f in report.findings if f.kind == "twin"] == [2, 3, 4]
    assert "the same words stand at 22–35, too" in report.findings[0].message
    assert "slice" not in report.counts


def test_a_search_from_the_chunk_before_is_seen_by_the_gap_that_it_leaves():
    text = "word " * 5 + "\n\n\n   "
    report = audit(text, [(0, "word word"), (5, "word word"), (10, "word")])
    assert report.counts == {"twin": 2, "uncovered": 1, "contained": 1}
    assert "the same words stand at 10–19, too" in report.findings[0].message
    assert report.uncovered == 8


def test_a_chunk_without_a_position_is_no_twin():
    assert audit("One. One. Two.", ["One.", "Two."]).counts == {"position": 2, "uncovered": 1}


@given(unit=st.text("ab ", min_size=1, max_size=6), times=st.integers(2, 6), size=st.integers(1, 9))
def test_chunks_found_by_a_search_from_the_start_are_clean_only_where_all_is_right(
    unit, times, size
):
    text = unit * times
    passages = chunk_document(text, Profile(size))
    chunks = [{"text": p.text, "start": text.index(p.text)} for p in passages]
    right = [p.char_start for p in passages] == [c["start"] for c in chunks]
    report = audit(text, chunks)
    assert report.clean == right
    assert right or "twin" in report.counts


# --- coverage and containment against a count by hand ---


@given(text=texts(), data=st.data())
def test_coverage_and_containment_agree_with_a_count_by_hand(text, data):
    assume(text)
    places = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    spans = data.draw(st.lists(places.map(sorted), max_size=8))
    chunks = [{"text": text[s:e], "start": s, "end": e} for s, e in spans]
    report = audit(text, chunks)
    held = {at for start, end in spans for at in range(start, end)}
    bare = [at for at, char in enumerate(text) if at not in held and not char.isspace()]
    assert report.uncovered == len(bare)
    inside = [
        index
        for index, (start, end) in enumerate(spans)
        if start < end
        and any(
            s <= start and end <= e and ((s, e) != (start, end) or other < index)
            for other, (s, e) in enumerate(spans)
            if other != index
        )
    ]
    assert sorted(f.index for f in report.findings if f.kind == "contained") == inside
    ranges = [
        range(*map(int, f.message.split()[1].split("–")))
        for f in report.findings
        if f.kind == "uncovered"
    ]
    assert [at for part in ranges for at in part if not text[at].isspace()] == bare


# --- the report ---


def test_the_report_shows_the_first_of_each_kind_in_place():
    text = "Roof renewed. Pipes old. 👩\u200d👩 moved in."
    chunks = [
        {"text": "Roof renewed.", "start": 1},
        {"text": "Pipes old", "start": 13},
        (25, text[25:27]),
        (27, text[27:]),
    ]
    report = audit(text, chunks, max_chars=12)
    assert str(report) == (
        "chunks: 4, characters: 38, findings: 5\n"
        "uncovered, white space apart: 1 (3.1%)\n"
        "\n"
        "slice (2): chunk #0 (1–14) is off by one; its text stands at 0–13\n"
        "    R⟦oof renewed. ⟧Pipes old. 👩\\u200d👩 moved\n"
        "\n"
        "uncovered (1): characters 23–24 are in no chunk: extend a chunk, or add one\n"
        "    f renewed. Pipes old⟦.⟧ 👩\\u200d👩 moved in.\n"
        "\n"
        "oversize (1): chunk #0 (1–14) holds 13 characters, 12 are allowed: cut it again\n"
        "    ⟦Roof renewed.⟧ Pipes old. 👩\\u200d👩 move\n"
        "\n"
        "cluster (1): chunk #2 (25–27) is cut at 27, inside a grapheme cluster at 25–28: "
        "cut at 25 or 28\n"
        "    renewed. Pipes old. ⟦👩\\u200d│👩⟧ moved in.\n"
        "\n"
        f"not checked: labels, hashes, index\n\n{NEVER_KNOWN}"
    )


def test_the_report_is_a_value_that_json_can_hold():
    odd = {"text": "\ud800", "start": 3, "chunk_sha256": "", "metadata": {"scope": object()}}
    chunks = [*chunked(), odd]
    report = audit(TEXT, chunks)
    again = json.loads(json.dumps(report.as_dict()))
    assert json.dumps(again, ensure_ascii=False).encode()
    assert again["clean"] is False
    assert again["counts"] == report.counts
    assert again["findings"][0] == asdict(report.findings[0])
    with pytest.raises(FrozenInstanceError):
        report.chunks = 0
    with pytest.raises(FrozenInstanceError):
        report.findings[0].kind = "none"


def test_the_audit_changes_nothing():
    chunks = chunked()
    kept = deepcopy(chunks)
    audit(make_document(TEXT), chunks, max_chars=5)
    assert chunks == kept


@given(sound=SOUND)
def test_findings_are_in_the_order_of_kinds(sound):
    text, chunks = sound
    report = audit(make_document(text), [{"text": c["text"] + "!"} for c in chunks], max_chars=1)
    order = [KINDS.index(finding.kind) for finding in report.findings]
    assert order == sorted(order)
    assert sum(report.counts.values()) == len(report.findings)
    assert [finding.kind for finding in report.first_of_each_kind] == list(report.counts)


# --- input that cannot be used ---


@pytest.mark.parametrize(
    ("chunk", "words"),
    [
        ({}, "chunk #1 (dict) has no text: give it one of text, page_content, content"),
        ({"text": None}, "chunk #1 (dict) has no text"),
        ({"text": b"Two."}, "chunk #1 (dict) has no text"),
        (MetaDocument(None), "chunk #1 (MetaDocument) has no text"),
        (7, "chunk #1 (int) has no text"),
        (None, "chunk #1 (NoneType) has no text"),
    ],
)
def test_a_chunk_without_text_is_refused(chunk, words):
    with pytest.raises(TypeError) as error:
        audit("One. Two.", ["One.", chunk])
    assert words in str(error.value)


@pytest.mark.parametrize("chunks", ["One.", b"One.", {"text": "One."}, 5, None])
def test_one_chunk_in_place_of_many_is_refused(chunks):
    with pytest.raises(TypeError, match="must be a list of chunks, got one"):
        audit("One.", chunks)


def test_text_and_size_are_checked():
    with pytest.raises(InvalidText, match="U\\+D83D at character 2"):
        audit("ab\ud83d", [])
    with pytest.raises(TypeError, match="text must be a str"):
        audit(b"ab", [])
    with pytest.raises(ValueError, match="max_chars must be positive"):
        audit("ab", [], max_chars=0)


BAD_LINES = [
    ("{", "line 3 is no JSON: Expecting property name enclosed in double quotes at column 2"),
    ('{"text": "a"} {"text": "b"}', "line 3 is no JSON: Extra data at column 15"),
    ("[]", "line 3 holds a list: a chunk is a JSON object"),
    ("null", "line 3 holds a NoneType"),
    ('"text"', "line 3 holds a str"),
    ("{}", "line 3 has no text: give it one of text, page_content, content"),
    ('{"text": 7}', "line 3 has no text"),
    ("9" * 5_000, "line 3 cannot be read as JSON: "),
    ("[" * 100_000, "line 3 cannot be read as JSON: "),
]


@pytest.mark.parametrize(("line", "words"), BAD_LINES, ids=[row[1] for row in BAD_LINES])
def test_lines_that_cannot_be_used_are_named(line, words):
    with pytest.raises(InvalidValue, match=r"^line 3 ") as error:
        read_chunks('{"text": "One."}\n\n' + line)
    assert words in str(error.value)


BAD_DOCUMENTS = [
    ('{\n  "chunks": [\n    {"text": "a"},\n    {broken}\n  ]\n}', "line 4 is no JSON: "),
    ('[{"text": "a"}]\n{"text": "b"}', "line 2 is no JSON: Extra data at column 1"),
    ('{"text": "a"\n{"text": "b"}', "line 2 is no JSON: Expecting ',' delimiter at column 1"),
    ('[{"text": "a"}, 7]', "chunk #1 holds a int: a chunk is a JSON object"),
    ('{"chunks": [{"text": "a"}, {"start": 7}]}', "chunk #1 has no text: give it one of text"),
    ('{"chunks": 7}', "chunk #0 has no text: give it one of text"),
    ("7", "chunk #0 holds a int"),
    ("[" * 100_000, "line 1 cannot be read as JSON: "),
]


@pytest.mark.parametrize(("text", "words"), BAD_DOCUMENTS, ids=[row[1] for row in BAD_DOCUMENTS])
def test_a_document_that_cannot_be_used_says_where(text, words):
    with pytest.raises(InvalidValue) as error:
        read_chunks(text)
    assert str(error.value).startswith(words)


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ('\ufeff{"text": "a\u2028b", "start": 0}\r\n\n {"page_content": ""}\n  ', 2),
        ('{"text": "a"}', 1),
        ('{"text": "a"}\r\n', 1),
        ('\ufeff[{"text": "a"}]', 1),
        ('{"chunks": []}', 0),
        ("", 0),
        (" \n\t", 0),
    ],
)
def test_chunks_are_read_as_they_come(text, chunks):
    assert len(read_chunks(text)) == chunks
    if chunks == 2:
        assert read_chunks(text) == [{"text": "a\u2028b", "start": 0}, {"page_content": ""}]


# --- placed first, then checked ---

CHECKS = {
    "misplaced": lambda text, placed, gaps: checks.misplaced(text, placed),
    "twins": checks.twins,
    "uncovered": lambda text, placed, gaps: checks.uncovered(text, gaps),
    "contained": lambda text, placed, gaps: checks.contained(text, placed),
    "oversize": lambda text, placed, gaps: checks.blank_or_oversize(text, placed, 3),
    "clusters": lambda text, placed, gaps: checks.torn_clusters(text, placed, None),
    "labels": lambda text, placed, gaps: checks.wrong_labels(text, placed, {"doc_type": "memo"}),
    "shared": lambda text, placed, gaps: checks.shared(text, placed),
    "hashes": lambda text, placed, gaps: checks.wrong_hashes(text, placed),
    "numbers": lambda text, placed, gaps: checks.wrong_numbers(text, placed),
}


@given(text=texts(), data=st.data())
def test_the_checks_find_the_same_in_any_order_and_when_they_are_called_twice(text, data):
    chunks = chunked(text, 7)
    for chunk in chunks:
        shift = data.draw(st.integers(-2, 2))
        chunk |= {"char_start": chunk["char_start"] + shift, "char_end": chunk["char_end"] + shift}
    placed = place_all(text, read_items(chunks))
    first = {
        name: list(check(text, placed, gaps_between(text, placed)))
        for name, check in CHECKS.items()
    }
    again = place_all(text, read_items(chunks))
    assert again == placed
    for name in data.draw(st.permutations([*CHECKS, *CHECKS])):
        assert list(CHECKS[name](text, again, gaps_between(text, again))) == first[name]


def test_a_chunk_that_was_placed_cannot_be_moved():
    (placed,) = place_all("One.", read_items([(0, "One.")]))
    with pytest.raises(FrozenInstanceError):
        placed.place = (1, 2)
    with pytest.raises(FrozenInstanceError):
        placed.item.text = "Two."


# --- hostile input: the work grows with the input, and no faster ---


def test_a_search_for_what_is_nowhere_ends():
    report = audit("a " * 50_000, ["b"] * 1_000)
    positions = [f.message for f in report.findings if f.kind == "position"]
    assert positions[0].endswith("its text stands nowhere")
    assert positions[-1].endswith("was not searched for, since too many are wrong")


HOSTILE = {
    "nowhere": ("Roof, ", lambda c: {"text": c.text + "~", "start": c.char_start}),
    "nowhere, no position": ("Roof, ", lambda c: c.text + "~"),
    "all at the start": ("Roof, ", lambda c: {"text": c.text, "start": 0}),
    "all far off": ("Roof, ", lambda c: {"text": c.text, "start": c.char_start + 501}),
    "all claim the whole": ("Roof, ", lambda c: {"text": c.text + "~", "start": 0, "end": 10**9}),
    "counted in bytes": ("Räöf, ", lambda c: {"text": c.text, "start": 2 * c.char_start}),
    "sound": ("Roof\r\n", lambda c: c),
    "every second one lost": ("Roof, ", lambda c: c if c.index % 2 else (0, "R")),
    "flags cut in half": (FLAG, lambda c: c),
    "one endless family": ("\U0001f469\u200d", lambda c: c),
    "one endless letter": ("\u0301", lambda c: c),
    "families": (FAMILY, lambda c: c),
    "only white space": (" ", lambda c: c),
    "only white space, no position": (" ", lambda c: "~"),
}


class CountedText(str):
    """A text that counts the characters that each look at it costs."""

    seen = 0

    def __getitem__(self, key):
        piece = super().__getitem__(key)
        self.seen += len(piece)
        return piece

    def find(self, wanted, *bounds):
        at = super().find(wanted, *bounds)
        low, high, _ = slice(*bounds, *[None] * (2 - len(bounds))).indices(len(self))
        self.seen += max(0, (at if at >= 0 else high) - low) + len(wanted)
        return at

    def startswith(self, wanted, *bounds):
        self.seen += len(wanted)
        return super().startswith(wanted, *bounds)


@pytest.mark.parametrize(("unit", "spoil"), HOSTILE.values(), ids=HOSTILE.keys())
def test_twice_the_input_is_at_most_two_and_a_half_times_the_work(unit, spoil, monkeypatch):
    monkeypatch.setattr(Finder, "BUDGET", 0)

    def work(length):
        text = CountedText((unit * length)[:length])
        chunks = NaiveChunker(15, 0).split(make_document(str(text) + "."))
        spoiled = [spoil(chunk) for chunk in chunks]
        text.seen = 0
        audit(text, spoiled)
        return text.seen

    assert 6_000 < work(12_000) <= 2.5 * work(6_000)


# --- what the context costs ---


def test_the_report_says_what_the_context_beside_the_text_costs():
    text = "# Roof\n\nSlate.\n\n## North\n\nLead.\n"
    report = audit(text, MarkdownChunker(20).split(make_document(text)))
    assert report.context == len("Roof\n") + len("Roof\nNorth\n")
    assert "context beside the text: 16 characters" in str(report)
    assert report.as_dict()["context"] == 16
    assert audit("Roof.", ["Roof."]).context == 0


def test_a_size_that_holds_the_context_is_checked_with_it():
    text = "Roof renewed."
    chunk = {"text": text, "start": 0, "context": ["Roof", "North side"]}
    assert audit(text, [chunk], max_chars=20).counts == {}
    assert audit(text, [chunk], max_chars=20, count_context=True).counts == {"oversize": 1}
    assert audit(text, [chunk], max_chars=29, count_context=True).counts == {}
    assert audit(text, [{**chunk, "context": "Roof"}]).context == 0
