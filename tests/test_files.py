"""The one reader of folders and manifests: every thing found is a text, passed over, or a fault."""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import ENTRY, forbid

from course_lib import InvalidText, Scope
from course_lib.errors import CourseError, InvalidValue
from course_lib.files import (
    MANIFEST,
    describe_fault,
    list_folder,
    list_manifest,
    read_entries,
    read_manifest,
)
from course_lib.guardrails import OWN


@pytest.fixture
def folder(tmp_path):
    """A folder with two texts, in a place of its own."""
    made = tmp_path / "texts"
    (made / "claims").mkdir(parents=True)
    (made / "note.txt").write_bytes(b"Roof renewed.\r\n")
    (made / "claims" / "家.md").write_bytes("Café".encode())
    return made


def names(listing):
    return [entry.guardrails.source_id for entry in listing.entries]


# --- a folder, all with the same labels ---


def test_a_text_is_named_by_its_path_and_dated_by_its_file(folder):
    os.utime(folder / "note.txt", (86_400, 86_400))
    labels = OWN.revised(scope=Scope("marrow-quill", "dev"), doc_type="memo", acl_roles={"auditor"})
    listing = list_folder(folder, labels)
    assert (listing.faults, listing.passed_over) == ([], [])
    assert names(listing) == ["claims/家.md", "note.txt"]
    note = listing.entries[1].read()
    assert note.text == "Roof renewed.\r\n"
    assert note.guardrails == labels.revised(
        source_id="note.txt", updated_at=datetime(1970, 1, 2, tzinfo=UTC)
    )


def test_what_is_hidden_a_manifest_or_in_use_is_passed_over_and_named(folder):
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    (folder / "claims" / ".draft").write_text("x")
    (folder / MANIFEST).write_text("x")
    (folder / "claims" / MANIFEST).write_text("x")
    (folder / "labels.txt").symlink_to(folder / MANIFEST)
    (folder / "chunks.db").write_text("x")
    listing = list_folder(folder, OWN, in_use=[folder / "claims" / ".." / "chunks.db"])
    assert names(listing) == ["claims/家.md", "note.txt"]
    assert listing.faults == []
    assert listing.passed_over == [
        ".git (hidden)",
        "chunks.db (in use)",
        "claims/.draft (hidden)",
        "claims/manifest.toml (a manifest)",
        "labels.txt (a manifest)",
        "manifest.toml (a manifest)",
    ]


def test_a_link_is_followed_only_to_a_file_inside(folder, tmp_path):
    (tmp_path / "secret.txt").write_text("x")
    (folder / "same.txt").symlink_to("note.txt")
    for name, target in [
        ("elsewhere.txt", tmp_path / "secret.txt"),
        ("folder", folder / "claims"),
        ("nowhere.txt", folder / "gone.txt"),
        ("round.txt", folder / "round.txt"),
        ("up", tmp_path),
    ]:
        (folder / name).symlink_to(target)
    listing = list_folder(folder, OWN)
    assert names(listing) == ["claims/家.md", "note.txt", "same.txt"]
    assert listing.entries[2].read().text == "Roof renewed.\r\n"
    assert listing.faults == [
        f"{folder}/elsewhere.txt: the file lies outside of the folder {folder}",
        f"{folder}/folder: a link to a folder is not followed: list that folder itself",
        f"{folder}/nowhere.txt: the link leads nowhere",
        f"{folder}/round.txt: the link leads nowhere",
        f"{folder}/up: the file lies outside of the folder {folder}",
    ]


def test_a_folder_may_itself_be_a_link(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder)
    (folder / "same.txt").symlink_to(folder / "note.txt")
    listing = list_folder(tmp_path / "link", OWN)
    assert (names(listing), listing.faults) == (["claims/家.md", "note.txt", "same.txt"], [])


def test_a_name_or_a_time_that_no_document_can_have_and_no_file_are_faults(folder, monkeypatch):
    (folder / " padded.txt").write_text("x")
    os.mkfifo(folder / "pipe")
    stat = Path.stat

    def far_away(path, **options):
        found = stat(path, **options)
        return os.stat_result([*found[:8], 10**12, 0]) if path.name == "note.txt" else found

    monkeypatch.setattr(Path, "stat", far_away)  # no file system need keep such a time
    listing = list_folder(folder, OWN)
    assert names(listing) == ["claims/家.md"]
    padded, *others = listing.faults
    assert padded.startswith(f"{folder}/ padded.txt: source_id ' padded.txt' is padded")
    assert others == [
        f"{folder}/note.txt: its time 1000000000000 is no date: touch the file",
        f"{folder}/pipe: it is neither a file nor a folder",
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such name")
def test_a_name_that_is_not_utf8_is_a_fault(folder):
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_text("x")
    listing = list_folder(folder, OWN)
    assert len(listing.entries) == 2
    assert listing.faults == [f"{folder}/caf\udce9.txt: its name is not UTF-8: rename it"]


def test_a_folder_that_cannot_be_listed_is_a_fault_and_the_rest_is_found(folder, monkeypatch):
    forbid(monkeypatch, folder / "claims")
    listing = list_folder(folder, OWN)
    assert names(listing) == ["note.txt"]
    assert listing.faults == [f"{folder}/claims: Permission denied"]


@pytest.mark.parametrize("list_texts", [lambda path: list_folder(path, OWN), list_manifest])
def test_what_is_no_folder_is_refused(folder, list_texts):
    for path in [folder / "note.txt", folder / "nowhere"]:
        with pytest.raises(InvalidValue, match="is not a folder: name the one that holds the text"):
            list_texts(path)


def test_a_file_that_cannot_be_read_becomes_a_fault(folder):
    (folder / "scan.pdf").write_bytes(b"%PDF\xe2\xe3")
    listing = list_folder(folder, OWN)
    (folder / "note.txt").unlink()
    assert [document.text for document in read_entries(listing)] == ["Café"]
    gone, scan = listing.faults
    assert gone == f"{folder}/note.txt: No such file or directory"
    assert scan.startswith(f"{folder}/scan.pdf is no PDF: it does not begin with %PDF-")


# A random tree. What the reader must say of each name follows from how the name was made.
NAMES = st.sampled_from(["a", "b.txt", "家", ".git", MANIFEST])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map(tuple)
KINDS = st.sampled_from(["text", "inside", "outside", "folder link", "nowhere"])


def make(root, parts, kind):
    path = root.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "text":
        path.write_text("x")
    else:
        target = {"inside": "target.txt", "outside": "../out.txt", "folder link": "target"}
        path.symlink_to(root / target.get(kind, "nowhere"))


@given(tree=st.dictionaries(PATHS, KINDS, max_size=6))
def test_every_name_is_a_text_passed_over_or_a_fault(tree):
    fits = {
        parts: kind
        for parts, kind in tree.items()
        if not any(parts[:size] in tree for size in range(1, len(parts)))
    }
    with TemporaryDirectory() as place:
        root = Path(place) / "texts"
        (root / "target").mkdir(parents=True)
        (root / "target.txt").write_text("x")
        (Path(place) / "out.txt").write_text("x")
        for parts, kind in fits.items():
            make(root, parts, kind)
        listing = list_folder(root, OWN)
        expected = {"target.txt": "text"}
        for parts, kind in fits.items():
            hidden = [at for at, name in enumerate(parts, 1) if name.startswith(".")]
            name = "/".join(parts[: hidden[0]] if hidden else parts)
            special = hidden or parts[-1] == MANIFEST
            usable = kind in ("text", "inside")
            expected[name] = "passed over" if special else "text" if usable else "fault"
        said = dict.fromkeys(names(listing), "text")
        said |= {line.rpartition(" (")[0]: "passed over" for line in listing.passed_over}
        said |= {line[len(f"{root}/") :].split(": ")[0]: "fault" for line in listing.faults}
        assert said == expected
        assert names(listing) == [n for n in sorted(said, key=Path) if said[n] == "text"]


# --- a manifest ---


def test_the_entries_of_a_manifest_carry_their_labels_and_all_that_it_says(folder):
    more = '[[document.question]]\nid = "roof"\n'
    second = ENTRY.replace("policy/1", "policy/2").replace("note.txt", "gone.txt")
    (folder / MANIFEST).write_text(ENTRY + more + second)
    first, missing = read_manifest(folder)
    assert first.address == (Scope("marrow-quill", "prod"), "policy/1")
    assert first.read().guardrails == first.guardrails
    assert first.guardrails.acl_roles == {"underwriter"}
    assert first.guardrails.metadata == {"language": "en"}
    assert first.guardrails.updated_at.isoformat() == "2026-03-14T09:30:00+09:00"
    assert first.listed["question"] == [{"id": "roof"}]
    assert missing.path == folder / "gone.txt"
    with pytest.raises(FileNotFoundError):
        missing.read()


def test_what_a_manifest_does_not_list_is_passed_over_and_named(folder, tmp_path, monkeypatch):
    (folder / ".git").mkdir()
    (folder / "link").symlink_to(tmp_path)
    (folder / "shut").mkdir()
    forbid(monkeypatch, folder / "shut")
    (folder / MANIFEST).write_text(ENTRY.replace("note.txt", "./claims/../note.txt"))
    listing = list_manifest(folder)
    assert (names(listing), listing.faults) == (["policy/1"], [])
    assert listing.passed_over == [
        f"{folder}/shut: Permission denied",
        ".git (not in the manifest)",
        "claims/家.md (not in the manifest)",
        "link (not in the manifest)",
    ]


def test_a_folder_without_a_manifest_says_which_file_is_missing(folder):
    with pytest.raises(FileNotFoundError) as raised:
        list_manifest(folder)
    assert raised.value.filename == str(folder / MANIFEST)


BROKEN = {
    "no TOML": ("[[document", "is no TOML"),
    "nested too deep": ("a = " + "[" * 100_000, "is nested too deep to be read"),
    "no list": ("document = 3", r"each document is a [[document]] of its own"),
    "a list of numbers": ("document = [3]", r"each document is a [[document]] of its own"),
    "a field left out": (
        "\n".join(line for line in ENTRY.splitlines() if "tenant" not in line),
        "document 1 (note.txt): it lacks tenant",
    ),
    "no file": (ENTRY.replace("file", "path"), "document 1 (no file): it lacks file"),
    "twice the same": (ENTRY * 2, "document 2 (note.txt): policy/1 is listed twice in its scope"),
    "roles as a string": (
        ENTRY.replace('["underwriter"]', '"underwriter"'),
        "document 1 (note.txt): acl_roles is the bare string 'underwriter'",
    ),
    "a time without a zone": (ENTRY.replace("+09:00", ""), "has no time zone"),
    "a file outside": (ENTRY.replace("note.txt", "../secret"), "lies outside of the folder"),
    "an absolute path": (ENTRY.replace("note.txt", "/etc/passwd"), "lies outside of the folder"),
    "a manifest for a text": (ENTRY.replace("note.txt", MANIFEST), "a manifest is no text"),
    "a name with a NUL": (
        ENTRY.replace("note.txt", r"a\u0000"),
        r"must be the name of a file, got 'a\x00'",
    ),
    "a number for a file": (
        ENTRY.replace('"note.txt"', "3"),
        "file must be the name of a file, got 3",
    ),
    "an empty tenant": (ENTRY.replace('"marrow-quill"', '""'), "tenant is empty"),
}


@pytest.mark.parametrize(("text", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_manifest_is_refused_with_the_entry_at_fault(folder, text, words):
    (folder / MANIFEST).write_text(text)
    with pytest.raises(InvalidValue) as raised:
        read_manifest(folder)
    assert str(raised.value).startswith(str(folder / MANIFEST))
    assert words in str(raised.value)
    assert isinstance(raised.value, CourseError)


def test_a_manifest_that_is_not_utf8_is_named(folder):
    (folder / MANIFEST).write_bytes(b"\xff")
    with pytest.raises(InvalidText, match=r"manifest\.toml is not UTF-8: byte 0xff at position 0"):
        read_manifest(folder)


def test_a_link_to_a_file_outside_is_not_listed_by_a_manifest_either(folder, tmp_path):
    (tmp_path / "secret.txt").write_text("x")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / MANIFEST).write_text(ENTRY.replace("note.txt", "link.txt"))
    with pytest.raises(InvalidValue, match="lies outside of the folder"):
        read_manifest(folder)


# --- one line ---


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (PermissionError(13, "Permission denied"), "note.txt: Permission denied"),
        (OSError("the disk is gone"), "note.txt: the disk is gone"),
        (InvalidValue("its name is odd"), "note.txt: its name is odd"),
        (InvalidText("note.txt is not UTF-8: byte", 3), "note.txt is not UTF-8: byte"),
    ],
)
def test_a_fault_names_its_file_once(error, line):
    assert describe_fault(Path("note.txt"), error) == line
