"""The samples: what the manifest promises, what the course needs of them, and clear errors."""

import re
import shutil
import tomllib
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from course_lib import CourseError, NaiveChunker, Scope, samples
from course_lib.cli import main
from course_lib.measure import Split
from course_lib.measure.questions import mean_shared_words

MANIFEST = tomllib.loads((samples.FOLDER / "manifest.toml").read_bytes().decode())["document"]
TABLES = {samples.MEASUREMENTS.name, samples.EMBEDDINGS.name, samples.BENCHMARK.name}
NOT_DOCUMENTS = {"manifest.toml", "README.md", *TABLES, samples.DOCUMENTS.name}
NOT_DOCUMENTS |= {samples.LEVELS.name, samples.HARBOUR.name}
QUESTIONS = samples.load_questions()

KINDS = {
    "longer than 300 characters": [
        question
        for question in QUESTIONS
        if any(end - start > 300 for start, end in question.spans)
    ],
    "in two places": [q for q in QUESTIONS if len(q.spans) > 1],
    "over a paragraph border": [q for q in QUESTIONS if any("\n\n" in p.text for p in q.evidence)],
    "in a table row": [q for q in QUESTIONS if any(p.text.count("|") > 1 for p in q.evidence)],
}

by_entry = pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: entry["file"])
by_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)


@pytest.fixture
def copied_samples(tmp_path, monkeypatch):
    """A copy of the samples that a test may damage."""
    folder = shutil.copytree(samples.FOLDER, tmp_path / "samples")
    monkeypatch.setattr(samples, "FOLDER", folder)
    return folder


def replace_in(path, old, new):
    text = path.read_bytes().decode()
    assert text.count(old) == 1
    path.write_bytes(text.replace(old, new).encode())


# --- the manifest and the files ---


def test_every_file_has_one_entry_and_every_entry_a_file():
    files = {path.name for path in samples.FOLDER.iterdir()} - NOT_DOCUMENTS
    assert sorted(entry["file"] for entry in MANIFEST) == sorted(files)
    assert len(files) >= 6


def test_the_readme_lists_every_file():
    readme = (samples.FOLDER / "README.md").read_bytes().decode()
    assert re.findall(r"^\| `(.+?)` \|", readme, re.MULTILINE) == [e["file"] for e in MANIFEST]


@by_entry
def test_a_sample_carries_its_files_hash_and_its_entrys_labels(entry):
    scope = Scope(entry["tenant"], entry["environment"])
    document = samples.load_document(entry["source_id"], scope)
    data = (samples.FOLDER / entry["file"]).read_bytes()
    assert document.doc_id == sha256(data).hexdigest()
    assert (document.source_id, document.scope) == (entry["source_id"], scope)
    assert document.doc_type == entry["doc_type"]
    assert document.acl_roles == frozenset(entry["acl_roles"]) != frozenset()
    assert document.updated_at == entry["updated_at"]
    assert document.metadata == entry["metadata"]


def test_documents_come_in_the_order_of_the_manifest_and_each_has_an_address_of_its_own():
    documents = samples.load_documents()
    assert [document.source_id for document in documents] == [e["source_id"] for e in MANIFEST]
    assert len({(document.scope, document.source_id) for document in documents}) == len(documents)


@by_question
def test_each_evidence_occurs_exactly_once_in_its_document(question):
    assert question.evidence
    for passage in question.evidence:
        assert question.document.text.count(passage.text) == 1
        assert question.document.text.index(passage.text) == passage.char_start
        assert passage.verify(question.document.text)
    assert question.spans == tuple(passage.span for passage in question.evidence)


def test_every_question_of_the_manifest_is_loaded_in_order_with_a_name_of_its_own():
    raw = [question for entry in MANIFEST for question in entry.get("question", [])]
    assert [question.id for question in QUESTIONS] == [question["id"] for question in raw]
    assert [question.text for question in QUESTIONS] == [question["text"] for question in raw]
    evidence = [[passage.text for passage in question.evidence] for question in QUESTIONS]
    assert evidence == [question["evidence"] for question in raw]
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)


@by_entry
def test_every_document_has_a_question(entry):
    questions = samples.questions_of(samples.FOLDER / entry["file"])
    assert [q.id for q in questions] == [question["id"] for question in entry["question"]]
    assert {q.document.source_id for q in questions} == {entry["source_id"]}


# --- what the course needs ---


def test_there_are_two_tenants_and_two_environments():
    scopes = {str(document.scope) for document in samples.load_documents()}
    assert scopes == {f"{t}/{e}" for t in ("marrow-quill", "puddlewick") for e in ("prod", "dev")}


def test_there_is_enough_to_measure_with():
    documents = samples.load_documents()
    assert len(documents) >= 24
    assert sum(len(document.text) for document in documents) >= 120_000
    assert len({role for document in documents for role in document.acl_roles}) == 5
    assert len({document.scope.tenant for document in documents}) == 2
    assert len({document.scope.environment for document in documents}) == 2
    assert {"en", "de", "hi", "ar", "ja"} <= {d.metadata["language"] for d in documents}
    assert len(QUESTIONS) >= 150


def test_half_of_the_questions_are_held_out_and_of_all_kinds():
    held_out = [question for question in QUESTIONS if question.held_out]
    assert 0.45 <= len(held_out) / len(QUESTIONS) <= 0.55
    raw = [question for entry in MANIFEST for question in entry["question"]]
    assert [question.held_out for question in QUESTIONS] == [
        question.get("held_out", False) for question in raw
    ]
    for some in KINDS.values():
        assert 0 < sum(question.held_out for question in some) < len(some)


@pytest.mark.parametrize(
    ("kind", "least"), [(kind, 15 if "longer" in kind else 10) for kind in KINDS]
)
def test_some_evidence_is_hard_to_keep_whole(kind, least):
    assert len(KINDS[kind]) >= least


def test_questions_are_in_words_of_their_own():
    assert mean_shared_words(QUESTIONS) < Fraction(40, 100)


def test_the_memo_is_for_underwriters_alone():
    assert samples.load_document("memo/55012").acl_roles == frozenset({"underwriter"})


def test_others_may_read_the_note_that_the_memo_is_about():
    roles = samples.load_document("policy/55012").acl_roles
    assert roles == frozenset({"underwriter", "claims_handler"})


def test_the_claim_is_a_record_of_fields():
    lines = samples.load_document("claim/88431").text.splitlines()
    fields = [line for line in lines if not line.startswith(" ")]
    assert all(re.match(r"[A-Z][a-z ]+: \S", line) for line in fields)
    assert fields[0] == "Claim: 88431"
    assert len(fields) > 10


def test_the_dev_copy_shares_the_source_id_and_not_the_text_of_its_model():
    copy = samples.load_document("policy/55012", Scope("marrow-quill", "dev"))
    assert copy.text != samples.load_document("policy/55012").text
    assert copy.acl_roles == frozenset({"developer"})


# --- the note that notebook 00 opens with ---


@pytest.fixture(scope="module")
def premium():
    return samples.load_question("premium-change")


def split(question, size, overlap):
    return Split.of(question.document, NaiveChunker(size, overlap), question.spans)


def test_the_note_has_about_a_thousand_characters_in_paragraphs(premium):
    assert 950 <= len(premium.document.text) <= 1_050
    assert premium.document.text.count("\n\n") >= 4


def test_one_sentence_tells_the_change_of_premium_and_its_reason(premium):
    (passage,) = premium.evidence
    assert 120 <= len(passage.text) <= 200
    assert re.findall(r"[.!?](?=\s|$)", passage.text) == ["."]
    assert passage.text.endswith(".")
    for fact in ["premium", "1,840", "2,392", "claim 88431", "because"]:
        assert fact in passage.text


def test_roof_and_mitigation_stand_in_paragraphs_of_their_own(premium):
    paragraphs = premium.document.text.split("\n\n")
    (mine,) = [p for p in paragraphs if premium.evidence[0].text in p]
    for topic in ["Roof: ", "Mitigation: "]:
        (other,) = [p for p in paragraphs if p.startswith(topic)]
        assert other != mine
        assert topic not in mine


def test_the_answer_is_whole_at_800_and_100(premium):
    assert len(split(premium, 800, 100).whole_in) == 1


def test_some_size_tears_the_answer_and_some_overlap_makes_it_whole_again(premium):
    length = split(premium, 800, 0).evidence_length
    torn = [size for size in range(length, 801, 50) if not split(premium, size, 0).whole]
    assert torn
    for size in torn:
        assert any(split(premium, size, overlap).whole for overlap in range(size)), size


# --- errors ---


def test_an_unknown_document_is_answered_with_those_there_are():
    with pytest.raises(KeyError) as raised:
        samples.load_document("policy/1")
    assert "no sample 'policy/1' in marrow-quill/prod; there is " in str(raised.value)
    for document in samples.load_documents():
        assert f"{document.source_id} ({document.scope})" in str(raised.value)


def test_a_document_of_another_tenant_is_unknown_here():
    with pytest.raises(KeyError, match="no sample 'policy/55012' in puddlewick/prod"):
        samples.load_document("policy/55012", Scope("puddlewick", "prod"))


def test_an_unknown_question_is_answered_with_those_there_are():
    with pytest.raises(KeyError, match="no question 'premium'; there is ") as raised:
        samples.load_question("premium")
    assert all(question.id in str(raised.value) for question in QUESTIONS)


def test_a_file_that_is_no_sample_has_no_questions(tmp_path):
    stranger = tmp_path / "pol-55012.txt"
    stranger.write_bytes((samples.FOLDER / "pol-55012.txt").read_bytes())
    assert samples.questions_of(stranger) == []
    assert samples.questions_of(tmp_path / "nothing.txt") == []


def test_a_sample_is_known_by_a_relative_path_too(monkeypatch):
    monkeypatch.chdir(samples.FOLDER)
    assert [q.id for q in samples.questions_of(Path("memo-55012.txt"))] == [
        "lowest-offer",
        "known-leak",
    ]


def test_evidence_that_is_missing_names_its_question_and_document(copied_samples):
    replace_in(copied_samples / "manifest.toml", "so flood is rated low.", "so flood is rated Low.")
    with pytest.raises(ValueError, match=r"^question 'flood' of policy/55012: .* not in the docum"):
        samples.load_questions()


def test_evidence_with_other_white_space_is_the_same_span_and_says_so(copied_samples, capsys):
    before = samples.load_question("flood")
    quote = before.evidence[0].text
    replace_in(copied_samples / "manifest.toml", quote, quote.replace("\n", " ", 1) + "  ")
    after = samples.load_question("flood")
    assert (before.found_loosely, after.found_loosely) == (False, True)
    assert after.spans == before.spans
    assert main(["measure", "--size", "800", "--k", "1"]) == 0
    assert "with other white space, hyphens or marks: flood\n" in capsys.readouterr().err


def test_evidence_that_occurs_twice_names_its_question_and_document(copied_samples):
    note = copied_samples / "pol-55012.txt"
    (again,) = samples.load_question("flood").evidence
    note.write_bytes(note.read_bytes() + again.text.encode())
    with pytest.raises(ValueError, match=r"^question 'flood' of policy/55012: .* more than once"):
        samples.questions_of(note)


def test_empty_evidence_names_its_question_and_document(copied_samples):
    (flood,) = samples.load_question("flood").evidence
    replace_in(copied_samples / "manifest.toml", f'"{flood.text}"', '""')
    with pytest.raises(ValueError, match=r"^question 'flood' of policy/55012: the answer is empty"):
        samples.load_question("premium-change")


def test_a_sample_whose_file_is_gone_is_an_error_with_its_name(copied_samples):
    (copied_samples / "memo-55012.txt").unlink()
    with pytest.raises(FileNotFoundError, match=r"memo-55012\.txt"):
        samples.load_documents()


def test_a_missing_manifest_says_where_the_samples_live(copied_samples):
    (copied_samples / "manifest.toml").unlink()
    with pytest.raises(CourseError, match=r"manifest\.toml is missing: .* pip install -e") as error:
        samples.load_documents()
    assert isinstance(error.value, FileNotFoundError)


def test_the_measurements_are_loaded_or_it_is_said_where_they_live(monkeypatch, tmp_path):
    rows = samples.load_measurements()
    assert {row.chunker for row in rows} == {"naive", "paragraph", "markdown"}
    monkeypatch.setattr(samples, "MEASUREMENTS", tmp_path / "none.csv")
    with pytest.raises(samples.MissingSamples, match=r"none\.csv is missing: .* pip install -e"):
        samples.load_measurements()
