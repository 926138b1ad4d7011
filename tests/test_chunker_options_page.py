"""The page of the chunkers' options: its table is measured, and its sentences agree with it."""

import importlib.util
import re
from pathlib import Path

import pytest

from course_lib import MarkdownChunker, ParagraphChunker
from course_lib.measure import difference, evaluate
from course_lib.samples import load_documents, load_questions

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/chunker_options.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(\w+)\((\d+)\)` \| (.*?) \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def script():
    path = ROOT / "scripts/measure_options.py"
    spec = importlib.util.spec_from_file_location("measure_options", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_has_every_setting(script):
    kinds = [(kind, size) for kind in (ParagraphChunker, MarkdownChunker) for size in (800, 1600)]
    made = [chunker for kind, size in kinds for chunker in script.settings(kind, size)]
    told = [(f"{name}({size})", re.findall("`(.+?)`", options)) for name, size, options, *_ in ROWS]
    assert told == [(f"{type(c).__name__}({c.max_chars})", c.options) for c in made]


@pytest.mark.parametrize("kind", [ParagraphChunker, MarkdownChunker])
def test_settings_measured_again_give_the_rows_of_the_page(script, kind):
    chunkers = script.settings(kind, 800)
    for measured in script.measure([chunkers[0], chunkers[2], chunkers[4]]):
        assert script.row(measured) in PAGE


def test_no_option_surely_gains_and_only_joined_sections_surely_lose():
    pattern = r"`([a-z_]+=\w+)` \| .*\| \S+ \((\S+) to (\S+)\)"
    found = re.findall(pattern, PAGE)
    assert len(found) == 20
    assert not any(float(low) > 0 for _, low, _ in found)
    assert [name for name, _, high in found if float(high) < 0] == [
        "min_chars=400",
        "min_chars=800",
    ]


def test_what_the_held_out_half_says_of_joined_sections():
    documents = load_documents()
    asked = [question for question in load_questions() if question.held_out]

    def read(least):
        return evaluate(MarkdownChunker(1600, min_chars=least), documents, asked, budget=3200)

    gains = [difference(read(least), read(0), "recall") for least in (400, 800)]
    assert not any(gain.sure for gain in gains)
    told = " and ".join(f"{gain[0]:+.2f}" for gain in gains)
    assert f"held-out questions the same two are {told}" in PAGE


def test_what_is_said_of_storage_and_of_the_number_of_chunks():
    chunks = {(name, size, options): int(count) for name, size, options, count, _ in ROWS}
    plain = chunks["MarkdownChunker", "1600", ""]
    assert chunks["MarkdownChunker", "1600", "`min_chars=800`"] < plain * 2 / 3
    stored = {row[:3]: float(row[4].split(" | ")[-1]) for row in ROWS}
    assert max(stored.values()) < 1.26
    assert all(cost > 1 for row, cost in stored.items() if "overlap" in row[2])


def test_its_python_runs():
    for block in re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        exec(compile(block, "chunker_options.md", "exec"), {})
