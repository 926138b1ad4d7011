"""Nothing is found where nothing is wrong: fourteen splitters of the extra `peers`, thirty files.

Each finding is checked by hand-made counts that share no code with the audit.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from course_lib.auditing import Finding, audit
from course_lib.document import read_text

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[1]
FILES = sorted(
    path
    for folder, kinds in [
        (ROOT / "samples", ("*.txt", "*.md", "*.json")),
        (ROOT / "docs", ("*.md",)),
    ]
    for kind in kinds
    for path in folder.glob(kind)
)[:40]
SIZE = 400


def langchain(kind: str, **options: Any) -> Callable[[str], Any]:
    def split(text: str) -> Any:
        import langchain_text_splitters as made

        splitter = getattr(made, kind)(chunk_size=SIZE, add_start_index=True, **options)
        return splitter.create_documents([text])

    return split


def langchain_headings(kind: str, **options: Any) -> Callable[[str], Any]:
    def split(text: str) -> Any:
        import langchain_text_splitters as made

        marks = {"headers_to_split_on": [("#", "h1"), ("##", "h2")]}
        return getattr(made, kind)(**marks, **options).split_text(text)

    return split


def chonkie(kind: str, **options: Any) -> Callable[[str], Any]:
    def split(text: str) -> Any:
        import chonkie as made

        return getattr(made, kind)(chunk_size=SIZE, **options).chunk(text)

    return split


def semantic(kind: str) -> Callable[[str], Any]:
    def split(text: str) -> Any:
        import semantic_text_splitter as made

        return getattr(made, kind)(SIZE).chunk_indices(text)

    return split


def llamaindex(kind: str, **options: Any) -> Callable[[str], Any]:
    def split(text: str) -> Any:
        from llama_index.core import Document, node_parser

        parser = getattr(node_parser, kind)(**options)
        return parser.get_nodes_from_documents([Document(text=text)])

    return split


def haystack(kind: str, **options: Any) -> Callable[[str], Any]:
    def split(text: str) -> Any:
        from haystack import Document
        from haystack.components import preprocessors

        splitter = getattr(preprocessors, kind)(**options)
        return splitter.run(documents=[Document(content=text)])["documents"]

    return split


SPLITTERS = {
    "LangChain recursive": langchain("RecursiveCharacterTextSplitter", chunk_overlap=0),
    "LangChain recursive, overlap": langchain("RecursiveCharacterTextSplitter", chunk_overlap=50),
    "LangChain Markdown": langchain("MarkdownTextSplitter", chunk_overlap=0),
    "LangChain headings": langchain_headings("MarkdownHeaderTextSplitter"),
    "LangChain headings, verbatim": langchain_headings(
        "ExperimentalMarkdownSyntaxTextSplitter", strip_headers=False
    ),
    "Chonkie recursive": chonkie("RecursiveChunker"),
    "Chonkie sentence": chonkie("SentenceChunker"),
    "Chonkie token": chonkie("TokenChunker"),
    "semantic-text-splitter text": semantic("TextSplitter"),
    "semantic-text-splitter Markdown": semantic("MarkdownSplitter"),
    "LlamaIndex sentence": llamaindex("SentenceSplitter", chunk_size=150, chunk_overlap=0),
    "LlamaIndex Markdown": llamaindex("MarkdownNodeParser"),
    "Haystack words": haystack("DocumentSplitter", split_by="word", split_length=60),
    "Haystack recursive": haystack("RecursiveDocumentSplitter", split_length=60),
}


class Chunk:
    """What a chunk says, read here by plain names."""

    def __init__(self, made: Any) -> None:
        start, text = made if isinstance(made, tuple) else (None, None)
        names = ("text", "page_content", "content")
        found = [getattr(made, name, None) for name in names]
        self.text = text if isinstance(text, str) else next(v for v in found if isinstance(v, str))
        meta = getattr(made, "metadata", None) or getattr(made, "meta", None) or {}
        starts = [
            start,
            getattr(made, "start_index", None),
            getattr(made, "start_char_idx", None),
            meta.get("start_index"),
            meta.get("split_idx_start"),
        ]
        self.start = next((each for each in starts if each is not None), None)
        ends = [getattr(made, "end_index", None), getattr(made, "end_char_idx", None)]
        self.end = next((each for each in ends if each is not None), None)
        if self.end is None and self.start is not None:
            self.end = self.start + len(self.text)

    def is_right(self, whole: str) -> bool:
        return self.start is not None and whole[self.start : self.end] == self.text


def untrue(finding: Finding, whole: str, chunks: list[Chunk]) -> Iterator[str]:
    """What is not so, of the words of one finding."""
    said = finding.message
    spans = [tuple(map(int, pair)) for pair in re.findall(r"(?:at|characters) (\d+)–(\d+)", said)]
    one = chunks[finding.index] if finding.index is not None else None
    right = [chunk for chunk in chunks if chunk.is_right(whole)]
    match finding.kind:
        case "position":
            if one is None or one.start is not None:
                yield "it has a position"
        case "slice":
            if one is None or one.is_right(whole):
                yield "it stands where it says"
        case "uncovered":
            [(start, end)] = spans
            if any(chunk.start < end and chunk.end > start for chunk in right):
                yield "some chunk holds a part of it"
            if not whole[start:end].strip():
                yield "it is white space"
        case "contained" if one is not None and one.start is not None:
            holders = (
                c for c in right if c is not one and one is not None and one.start is not None
            )
            if not any(c.start <= one.start and one.end <= c.end for c in holders):
                yield "it lies in no other"
        case "twin":
            if one is None or whole.count(one.text) < 2:
                yield "there is no other place"
        case "blank":
            if one is None or one.text.strip():
                yield "it holds something"
        case "cluster":
            import regex

            edges = {0}.union(found.end() for found in regex.finditer(r"\X", whole))
            cut = int(said.split("is cut at ")[1].split(",")[0])
            if cut in edges:
                yield "no cluster is cut there"
        case "shared" | "contained" | "cluster" if one is None or one.start is None:
            pass  # it was placed by its text: tests/test_audit.py has those
        case _:
            yield "nothing of the kind was asked"
    if one is not None and "its text stands at" in said:
        (start, end) = map(int, said.rsplit("its text stands at ")[1].split("–"))
        is_loose = "but for white space" in said
        there = whole[start:end]
        if there != one.text and not (is_loose and there.split() == one.text.split()):
            yield "it does not stand there"
    if "stands nowhere" in said and one is not None and one.text in whole:
        yield "it does stand somewhere"


def test_there_are_thirty_files_and_fourteen_splitters() -> None:
    assert len(FILES) >= 30
    assert len(SPLITTERS) == 14


@pytest.mark.parametrize("name", SPLITTERS)
def test_what_is_found_is_so(name: str) -> None:
    false, audited = [], 0
    for path in FILES:
        whole = read_text(path)
        made = list(SPLITTERS[name](whole))
        report = audit(whole, made)
        chunks = [Chunk(each) for each in made]
        audited += len(chunks)
        for finding in report.findings:
            false += [(path.name, str(finding), why) for why in untrue(finding, whole, chunks)]
        if all(chunk.is_right(whole) for chunk in chunks):
            assert not {"position", "slice"} & report.counts.keys()
    assert false == []
    assert audited > len(FILES)
