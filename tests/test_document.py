"""Documents: canonical text, kept as it came or refused with the place of its fault."""

import shutil
import subprocess
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import LABELS, make_document, round_trips, texts

from course_lib import (
    Document,
    Guardrails,
    Identity,
    InvalidText,
    ParagraphChunker,
    Scope,
    visible,
)
from course_lib.document import decode, encode, read_text
from course_lib.errors import InvalidType
from course_lib.guardrails import OWN
from course_lib.samples import DOCUMENTS

# --- what is refused, and in which words ---


@pytest.mark.parametrize("missing", ["source_id", "scope", "doc_type", "acl_roles", "updated_at"])
def test_no_label_but_metadata_can_be_left_out(missing, tmp_path):
    (tmp_path / "note.txt").write_bytes(b"Roof renewed.")
    labels = {name: value for name, value in LABELS.items() if name != missing}
    for make in [
        lambda: Document("Roof renewed.", **labels),
        lambda: Document.from_bytes(b"Roof renewed.", **labels),
        lambda: Document.from_file(tmp_path / "note.txt", **labels),
    ]:
        with pytest.raises(TypeError, match=missing):
            make()


def test_a_document_without_labels_says_what_to_write():
    with pytest.raises(InvalidType) as raised:
        Document("Roof renewed.", source_id="policy/1", doc_type="note")
    assert str(raised.value) == (
        "a document needs labels, and scope, acl_roles, updated_at is missing; "
        "for a text of your own write Document.of_text(text)"
    )


def test_labels_in_the_place_of_guardrails_are_refused():
    with pytest.raises(InvalidType) as raised:
        Document("Roof renewed.", "policy/1")
    assert str(raised.value) == (
        "guardrails must be Guardrails, got 'policy/1'; give single labels by their names"
    )


def test_guardrails_and_labels_together_are_refused():
    with pytest.raises(InvalidType) as raised:
        Document("Roof renewed.", Guardrails(**LABELS), doc_type="memo", acl_roles=["auditor"])
    assert str(raised.value) == (
        "give guardrails or doc_type, acl_roles, not both; "
        "to change a label write document.revised(label=value)"
    )


@pytest.mark.parametrize(("text", "kind"), [(b"Roof", "bytes"), (None, "NoneType"), (7, "int")])
def test_text_that_is_no_string_is_refused(text, kind):
    with pytest.raises(TypeError, match=f"text must be a str, got {kind}; .*from_bytes"):
        make_document(text)


@pytest.mark.parametrize(
    ("text", "name", "position"),
    [("ab\ud83d", "U+D83D", 2), ("\udc00ab", "U+DC00", 0), ("🐙\ud83d\ude00", "U+D83D", 1)],
)
def test_a_lone_surrogate_is_refused_with_its_position(text, name, position):
    with pytest.raises(InvalidText) as raised:
        make_document(text)
    assert raised.value.position == position
    assert f"lone surrogate {name} at character {position}, " in str(raised.value)
    assert "replace it before making a document" in str(raised.value)


ILL_FORMED = {
    "Latin-1": (b"Caf\xe9 au lait", 3),
    "UTF-16": ("Roof".encode("utf-16"), 0),
    "cut short": ("Roof 🐙".encode()[:-1], 5),
    "a lone continuation": (b"ab\x80", 2),
    "an overlong NUL": (b"a\xc0\x80", 1),
    "an encoded surrogate": (b"abc\xed\xa0\xbd", 3),
    "beyond Unicode": (b"\xf4\x90\x80\x80", 0),
}


@pytest.mark.parametrize(("data", "position"), ILL_FORMED.values(), ids=ILL_FORMED.keys())
def test_bytes_that_are_not_utf8_are_refused_with_name_and_position(data, position, tmp_path):
    path = tmp_path / "note.txt"
    path.write_bytes(data)
    words = f"is not UTF-8: byte 0x{data[position]:02x} at position {position} "
    for name, read in [
        ("policy/1", lambda: Document.from_bytes(data, **LABELS)),
        (str(path), lambda: Document.from_file(path, **LABELS)),
        (str(path), lambda: read_text(str(path))),
    ]:
        with pytest.raises(InvalidText) as raised:
            read()
        assert str(raised.value).startswith(f"{name} {words}")
        assert str(raised.value).endswith("save it as UTF-8 first")
        assert raised.value.position == position


@pytest.mark.parametrize("name", ["audit-2026.pdf", "rates-hearth-2026.docx"])
def test_for_a_pdf_and_a_word_file_the_reader_is_named(name):
    with pytest.raises(InvalidText, match="a PDF or Word file is for read_document"):
        read_text(DOCUMENTS / name)


@given(st.binary(max_size=12))
def test_any_bytes_are_kept_or_refused_at_their_first_fault(data):
    try:
        assert encode(decode(data, "input")) == data
    except InvalidText as error:
        good = data[: error.position]
        assert good.decode().encode() == good
        with pytest.raises(UnicodeDecodeError):
            data[: error.position + 4].decode()


def test_a_file_that_cannot_be_read_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        Document.from_file(tmp_path / "nothing.txt", **LABELS)
    with pytest.raises(OSError, match=tmp_path.name):
        Document.from_file(tmp_path, **LABELS)


# --- canonical text ---

KEPT = {
    "CRLF": "one\r\ntwo\r\n",
    "a lone CR": "one\rtwo",
    "mixed line ends": "one\ntwo\r\nthree\rfour\u2028five\x85six",
    "a byte order mark": "\ufeff# Heading",
    "a byte order mark inside": "one\ufefftwo",
    "NUL": "a\0b\0",
    "composed": "caf\u00e9",
    "decomposed": "cafe\u0301",
    "tabs and hard spaces": "\tall:\u00a0\u3000x \n",
    "noncharacters": "\uffff\ufffe\U0010ffff",
    "only white space": " \n\t ",
    "nothing": "",
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT.keys())
def test_every_character_of_a_file_is_kept(text, tmp_path):
    data = text.encode()
    path = tmp_path / "note.txt"
    path.write_bytes(data)
    for document in [
        make_document(text),
        Document.from_bytes(data, **LABELS),
        Document.from_file(path, **LABELS),
        Document.from_file(str(path), **LABELS),
    ]:
        assert document.text == text
        assert document.doc_id == sha256(data).hexdigest()


@given(st.text())
def test_the_doc_id_is_the_hash_of_the_bytes(text):
    data = text.encode()
    document = Document.from_bytes(data, **LABELS)
    assert (document.text, document.doc_id) == (text, sha256(data).hexdigest())


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="no sha256sum command here")
@pytest.mark.outside
def test_the_doc_id_is_what_sha256sum_prints(tmp_path):
    path = tmp_path / "note.txt"
    path.write_bytes("\ufeffRoof — slate\r\n\0cafe\u0301 🐙".encode())
    printed = subprocess.run(["sha256sum", path], capture_output=True, check=True, text=True).stdout
    assert printed.split()[0] == Document.from_file(path, **LABELS).doc_id


def test_composed_and_decomposed_letters_are_two_documents():
    assert make_document("caf\u00e9").doc_id != make_document("cafe\u0301").doc_id


def test_labels_do_not_change_the_doc_id():
    assert make_document("x").doc_id == make_document("x", source_id="other", acl_roles=[]).doc_id


# --- three ways to say whose it is ---


def test_guardrails_are_carried_as_the_one_value_that_was_given(tmp_path):
    (tmp_path / "note.txt").write_bytes(b"Roof renewed.")
    guardrails = Guardrails(**LABELS)
    for document in [
        Document("Roof renewed.", guardrails),
        Document.from_bytes(b"Roof renewed.", guardrails),
        Document.from_file(tmp_path / "note.txt", guardrails),
        Document("Roof.", guardrails).revised("Roof renewed."),
    ]:
        assert document == make_document("Roof renewed.")
    assert Document("Roof renewed.", guardrails).guardrails is guardrails


def test_a_text_alone_is_a_document_that_its_reader_may_see():
    note = Document.of_text("Roof renewed.")
    assert note == Document("Roof renewed.", OWN) == Document.of_text("Roof renewed.")
    (chunk,) = ParagraphChunker(20).split(note)
    assert visible(chunk, Identity("me", note.scope, {"reader"}))
    assert not visible(chunk, Identity("me", note.scope, {"underwriter"}))


def test_a_text_of_ones_own_may_have_labels_of_ones_own():
    assert Document.of_text("Roof renewed.", **LABELS) == make_document("Roof renewed.")
    assert Document.of_text("Roof.", acl_roles=[]).acl_roles == frozenset()
    with pytest.raises(InvalidText, match="lone surrogate"):
        Document.of_text("ab\ud83d")


# --- a document is a value ---


def test_a_document_reads_its_labels_as_its_own():
    document = make_document()
    for name, value in LABELS.items():
        assert getattr(document, name) == getattr(document.guardrails, name) == value


def test_metadata_may_be_left_out():
    labels = {name: value for name, value in LABELS.items() if name != "metadata"}
    assert Document("x", **labels).metadata == {}
    assert Document.from_bytes(b"x", **labels) == Document("x", **labels)


@pytest.mark.parametrize("name", [*LABELS, "text", "doc_id", "guardrails", "a_new_name"])
def test_nothing_can_be_assigned_to_a_document(name):
    document = make_document()
    with pytest.raises((AttributeError, TypeError)):
        setattr(document, name, "changed")
    with pytest.raises((AttributeError, TypeError)):
        delattr(document, name)
    assert document == make_document()


def test_a_round_trip_changes_nothing():
    document = make_document("\ufeffcafe\u0301\r\n🐙\0")
    for back in round_trips(document):
        assert back == document
        assert type(back) is Document
        assert hash(back) == hash(document)


def test_an_error_survives_a_round_trip_with_its_position():
    for back in round_trips(InvalidText("not UTF-8", 7)):
        assert (str(back), back.position) == ("not UTF-8", 7)


def test_equal_documents_are_one_in_a_set():
    documents = {make_document("x"), make_document("x"), make_document("y")}
    assert len(documents) == 2
    assert make_document("x") != make_document("x", scope=Scope("marrow-quill", "dev"))


def test_a_document_shows_what_it_is_without_its_text():
    document = make_document("Roof. " * 10_000)
    assert repr(document) == (
        f"Document('policy/1', 60,000 characters, doc_id={document.doc_id[:12]}…, "
        "scope=marrow-quill/prod)"
    )


# --- a new version of the same source ---


@given(texts())
def test_a_revision_keeps_every_label_and_changes_what_it_is_told_to(text):
    old = make_document()
    new = old.revised(text)
    assert (new.text, new.guardrails) == (text, old.guardrails)
    assert new.doc_id == sha256(text.encode()).hexdigest()
    assert old.revised() == old
    for name, value in {
        "source_id": "policy/2",
        "scope": Scope("puddlewick", "dev"),
        "doc_type": "memo",
        "acl_roles": frozenset(),
        "updated_at": datetime(2026, 10, 6, tzinfo=UTC),
        "metadata": {"language": "ja"},
    }.items():
        relabelled = old.revised(**{name: value})
        assert getattr(relabelled, name) == value
        assert relabelled.text == old.text
        assert relabelled.revised(**{name: getattr(old, name)}) == old


def test_a_revision_is_checked_like_any_document():
    with pytest.raises(ValueError, match="source_id is empty"):
        make_document().revised(source_id="")
    with pytest.raises(TypeError, match="tennant"):
        make_document().revised(tennant="puddlewick")
