"""A pipeline of somebody's own, as a module in a folder, and few samples to measure it on."""

import pytest

from course_lib import samples
from course_lib.cli import main

P = "pipeline_of_tests"
MODULE = """
import re


def lines():
    return lambda text: [(m.start(), m[0]) for m in re.finditer(r"\\S.{0,300}", text)]


def searched():
    return lambda text: [(text.find(p), p) for p in text.split("\\n\\n") if p]


def rewritten():
    return lambda text: [(0, text.upper())]


def no_list():
    return lambda text: None


def longest():
    def search(chunks):
        ranked = sorted(chunks, key=lambda chunk: -len(chunk.text))
        return lambda question: [(chunk, len(chunk.text)) for chunk in ranked]

    return search


def distances():
    return lambda chunks: lambda question: [(c, float(n)) for n, c in enumerate(chunks)]


def words():
    return lambda chunks: lambda question: [(c, "high") for c in chunks]


def breaks():
    raise KeyError("no model")


NUMBER = 3
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a pipeline in it, as the current one, and few samples."""
    documents, questions = few()
    monkeypatch.setattr(samples, "load_documents", lambda: documents)
    monkeypatch.setattr(samples, "load_questions", lambda: questions)
    (tmp_path / "pipeline_of_tests.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return documents, questions


def few():
    """Two documents, and what is asked of them."""
    documents = samples.load_documents()[:2]
    return documents, [q for q in samples.load_questions() if q.document in documents]


def run(capsys, *arguments):
    """Run a command in this process: its exit status, stdout and stderr."""
    try:
        status = main(list(map(str, arguments)))
    except SystemExit as exit_:
        status = exit_.code
    return status, *capsys.readouterr()
