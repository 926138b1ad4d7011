"""The command audit, and its report as JUnit XML and JSON: what continuous integration reads."""

import json
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.auditing import KINDS, as_junit, audit
from course_lib.cli import main

TEXT = "Roof renewed. Pipes old.\n"
SOUND = [{"text": "Roof renewed.", "start": 0}, {"text": "Pipes old.", "start": 14}]
WRONG = [{"text": "Roof renewed.", "start": 1}, {"text": "Pipes", "start": 14}]


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Run the command on a text and chunks; gives the status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def call(chunks, *options, text=TEXT, name="chunks.json"):
        (tmp_path / "text.md").write_text(text, "utf-8")
        written = chunks if isinstance(chunks, str) else json.dumps(chunks)
        (tmp_path / name).write_text(written, "utf-8")
        asked = ["audit", "--text", "text.md", "--chunks", name, *map(str, options)]
        return main(asked), *capsys.readouterr()

    return call


def refused(result, words):
    status, out, err = result
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_a_sound_export_is_clean_and_its_report_says_what_it_cannot_know(run):
    status, out, err = run(SOUND)
    assert (status, err) == (0, "")
    assert out.startswith("chunks: 2, characters: 25, findings: none\n")
    assert "an audit cannot know:\n  whether the text says what its source says\n" in out


def test_names_are_mapped(run):
    odd = [{"para": row["text"], "where": {"at": row["start"]}} for row in SOUND]
    assert run(odd, "--map", "text=para", "start=where.at")[0] == 0
    refused(run(odd), "perhaps --map text=para")
    refused(run(odd, "--map", "para=text"), "'para' is no field of a chunk; choose among text, ")
    refused(run(odd, "--map", "text"), "'text' maps nothing: write it as text=payload.para")
    refused(run(odd, "--map", "text=where.at"), "there is no string under where.at; it has para")


def test_one_source_is_audited(run):
    both = [{**row, "file_name": name} for name in ("a", "b") for row in SOUND]
    assert run(both)[0] == 1
    assert run(both, "--source", "b")[0] == 0
    refused(run(both, "--source", "c"), "no chunk is of the source 'c'; they name 'a', 'b'")
    refused(run(SOUND, "--source", "a"), "no chunk says which document it is of: it has text, st")


def test_an_export_without_the_text_is_refused(run, capsys):
    assert main(["audit", "--chunks", "chunks.json"]) == 2
    assert (
        "an audit compares chunks with a text: name it with --text FILE" in capsys.readouterr()[1]
    )


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        (["slice"], 1),
        (["uncovered"], 1),
        (["twin", "hash"], 0),
        (["twin", "slice"], 1),
        (list(KINDS), 1),
    ],
)
def test_the_kinds_that_fail_are_chosen(run, kinds, status):
    result = run(WRONG, "--fail-on", *kinds)
    assert result[0] == status
    assert "slice (1): chunk #0 (1–14) is off by one" in result[1]


def test_a_kind_that_is_none_is_refused(run, capsys):
    with pytest.raises(SystemExit) as raised:
        run(WRONG, "--fail-on", "slices")
    assert raised.value.code == 2
    assert "invalid choice: 'slices'" in capsys.readouterr()[1]


def test_findings_are_written_as_json_and_as_junit(run, tmp_path):
    status, out, _ = run(WRONG, "--json", "out.json", "--junit", "out.xml", "--fail-on", "slice")
    assert status == 1
    assert out.startswith("chunks: 2, ")
    report = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert report["counts"] == {"slice": 1, "uncovered": 1}
    assert report["findings"][0]["message"] in out
    assert report["unknown"] == ["whether the text says what its source says"]
    [suite] = ElementTree.parse(tmp_path / "out.xml").getroot()
    assert suite.attrib == {
        "name": "chunks.json",
        "tests": "13",
        "failures": "1",
        "skipped": "5",
        "errors": "0",
    }
    status, out, _ = run(SOUND, "--json")
    assert (status, json.loads(out)["clean"]) == (0, True)


@pytest.mark.parametrize("option", ["--json", "--junit"])
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_read(run, tmp_path, option):
    (tmp_path / "folder").mkdir()
    for place in ("folder", "nowhere/out"):
        refused(run("no json", option, place), f"{option} {place} cannot be written: name a file")
    for place in ("text.md", "chunks.json"):
        refused(run(SOUND, option, place), f"{option} {place} is what is audited: name another")
        assert json.loads((tmp_path / "chunks.json").read_text("utf-8")) == SOUND
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chunks.json", "folder", "text.md"]


@given(
    text=st.text("ab\x00\x1b\ufffe\ud7ff<&]>\"' \n", min_size=1),
    at=st.integers(0, 3),
    failing=st.sets(st.sampled_from(KINDS)),
)
def test_junit_is_xml_whatever_is_found_and_counts_what_failed(text, at, failing):
    report = audit(text, [(at, text), text[at:]], max_chars=2)
    [suite] = ElementTree.fromstring(as_junit(report, f"{text}.json", failing))
    cases = {case.get("name"): case for case in suite}
    assert [*cases] == [*KINDS]
    failed = {name for name, case in cases.items() if case.find("failure") is not None}
    assert failed == report.counts.keys() & failing
    assert suite.get("failures") == str(len(failed))
    told = {name for name, case in cases.items() if case.find("system-out") is not None}
    assert told == report.counts.keys() - failing
    skipped = {name for name, case in cases.items() if case.find("skipped") is not None}
    assert skipped == {"unlabelled", "mislabelled", "hash", "index"}
    assert suite.get("skipped") == str(len(skipped))


def test_junit_names_the_first_and_lists_all():
    report = audit("One. Two.", ["One.", "Two."])
    [suite] = ElementTree.fromstring(as_junit(report, "chunks.csv"))
    [failure] = suite.iter("failure")
    assert failure.get("message").startswith("2 found; the first: chunk #0 has no position: ")
    assert failure.text.count("has no position") == 2
    assert "⟦Two.⟧" in failure.text
