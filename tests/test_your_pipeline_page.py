"""The page about one's own pipeline: its scripts run, and its adapters keep the spans of ours in
the installed libraries."""

import os
import re
from pathlib import Path

import pytest

from course_lib import MarkdownChunker, NaiveChunker, audit, samples

PAGE = (Path(__file__).parents[1] / "docs/your_pipeline.md").read_text("utf-8")
SCRIPTS = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
OURS, ADAPTERS = SCRIPTS[:2], SCRIPTS[2:]
LINES = "go go go.\n\n" * 40  # equal texts: a search would find the first
TEXTS = [*(d.text for d in samples.load_documents()), LINES]
LABELS = {"tags": ["a", "b"]}  # what could be shared by several chunks


def ours(chunker, text):
    return [
        (text[start:end], start, end, list(context)) for start, end, context in chunker.spans(text)
    ]


def run(script):
    os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"  # it would look for the network
    names = {"__name__": "pipeline_of_the_page"}
    exec(compile(script, "docs/your_pipeline.md", "exec"), names)
    return names


def test_the_page_has_its_scripts():
    assert (len(OURS), len(ADAPTERS)) == (2, 3)


@pytest.mark.parametrize("script", OURS, ids=["splitter", "search"])
def test_what_is_measured_on_the_page_is_measured(script, capsys):
    run(script)
    assert "recall" in capsys.readouterr().out


@pytest.mark.outside
@pytest.mark.filterwarnings("default")  # what their packages warn of is theirs
@pytest.mark.parametrize("chunker", [MarkdownChunker(400), NaiveChunker(60, 20)], ids=repr)
def test_ours_in_langchain_keep_their_spans(chunker):
    splitter = run(ADAPTERS[0])["CourseSplitter"](chunker)
    for text in TEXTS:
        made = splitter.create_documents([text], [LABELS])
        keys = ("start_index", "end_index", "context")
        assert [(d.page_content, *(d.metadata[k] for k in keys)) for d in made] == ours(
            chunker, text
        )
        assert splitter.split_text(text) == [piece[0] for piece in ours(chunker, text)]
        assert_clean(text, made, chunker)
    assert splitter.split_documents(made[:1])[0].metadata["tags"] == ["a", "b"]


@pytest.mark.outside
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("chunker", [MarkdownChunker(400), NaiveChunker(60, 20)], ids=repr)
def test_ours_in_llama_index_keep_their_spans(chunker):
    parser = run(ADAPTERS[1])["CourseNodeParser"](chunker=chunker)
    from llama_index.core import Document

    for text in TEXTS:
        made = parser.get_nodes_from_documents([Document(text=text, metadata={"team": "claims"})])
        found = [(n.text, n.start_char_idx, n.end_char_idx, n.metadata["context"]) for n in made]
        assert found == ours(chunker, text)
        assert all(node.metadata["team"] == "claims" for node in made)
        assert_clean(text, made, chunker)


@pytest.mark.outside
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("chunker", [MarkdownChunker(400), NaiveChunker(60, 20)], ids=repr)
def test_ours_in_haystack_keep_their_spans(chunker):
    splitter = run(ADAPTERS[2])["CourseSplitter"](chunker)
    from haystack import Document, Pipeline

    pipeline = Pipeline()
    pipeline.add_component("splitter", splitter)
    for text in TEXTS:
        given = Document(content=text, meta=LABELS)
        made = pipeline.run({"splitter": {"documents": [given]}})["splitter"]["documents"]
        keys = ("start", "end", "context")
        assert [(d.content, *(d.meta[k] for k in keys)) for d in made] == ours(chunker, text)
        assert {d.meta["source_id"] for d in made} <= {given.id}
        assert_clean(text, made, chunker)


def assert_clean(text, made, chunker):
    """Nothing is found that is not the plain windows' own: they cut anywhere, and keep a tail."""
    kinds = set(audit(text, made).counts)
    if isinstance(chunker, NaiveChunker):
        kinds -= {"contained", "cluster", "blank"}
    assert kinds == set()
