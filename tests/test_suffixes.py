"""One table of suffixes: which chunker a file's name asks for."""

from pathlib import Path, PurePosixPath

import pytest
from texts import make_document

from course_lib import (
    CodeChunker,
    InvalidType,
    InvalidValue,
    MarkdownChunker,
    ParagraphChunker,
    RecordChunker,
    chunker_for,
)
from course_lib.chunkers.suffixes import SUFFIXES, SuffixChunker


@pytest.mark.parametrize(
    ("path", "kind"),
    {
        "README.md": MarkdownChunker,
        "a/b.MARKDOWN": MarkdownChunker,
        PurePosixPath("claims.csv"): RecordChunker,
        Path("claims.tsv"): RecordChunker,
        "x.jsonl": RecordChunker,
        "setup.cfg": RecordChunker,
        "pyproject.toml": RecordChunker,
        "a.py": CodeChunker,
        "a.b.TS": CodeChunker,
        "letter.txt": ParagraphChunker,
        "Makefile": ParagraphChunker,
        ".md": ParagraphChunker,
        "md": ParagraphChunker,
        "a.md/b": ParagraphChunker,
        "": ParagraphChunker,
    }.items(),
)
def test_the_suffix_chooses(path, kind):
    assert type(chunker_for(path)) is kind
    assert chunker_for(path, 50).max_chars == 50


def test_suffixes_are_lower_case_and_begin_with_a_dot():
    assert all(suffix == suffix.lower() and suffix[0] == "." for suffix in SUFFIXES)


def test_a_size_that_cannot_be_is_refused():
    with pytest.raises(InvalidValue, match="max_chars must be positive"):
        chunker_for("a.md", 0)
    with pytest.raises(InvalidValue, match="max_chars must be positive"):
        SuffixChunker(0)
    for path in (None, 3, b"a.md"):
        with pytest.raises(InvalidType, match="a path must be a string or a Path, got"):
            chunker_for(path)
    with pytest.raises(InvalidType, match="max_chars"):
        SuffixChunker("9")


def test_a_document_is_cut_as_its_name_asks():
    text = "# One\n\ntext\n\n# Two\n\ntext\n"
    for name in ("a.md", "a.txt", "a.py"):
        document = make_document(text, source_id=name)
        assert SuffixChunker(12).split(document) == chunker_for(name, 12).split(document)
    with pytest.raises(InvalidType, match="split takes a Document"):
        SuffixChunker(12).split(text)
