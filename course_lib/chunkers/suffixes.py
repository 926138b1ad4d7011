"""The chunker that a file's name asks for: one table, for the commands, explorers and measures."""

from dataclasses import dataclass
from pathlib import PurePath

from course_lib.chunk import Chunk, Chunker, ContextSpan
from course_lib.chunkers.code import CodeChunker
from course_lib.chunkers.markdown import MarkdownChunker
from course_lib.chunkers.paragraph import ParagraphChunker
from course_lib.chunkers.record import RecordChunker
from course_lib.chunkers.structure import StructureChunker
from course_lib.document import Document

_MARKDOWN = ".md .markdown .mdown .mkd .mdx .qmd .rmd"
_RECORDS = (
    ".json .jsonl .ndjson .jsonc .geojson .csv .tsv .tab .ini .cfg .conf .toml .properties "
    ".yaml .yml"
)
_CODE = (
    ".py .pyi .pyw .js .mjs .cjs .jsx .ts .tsx .java .kt .kts .scala .go .rs .c .h .cc .cpp .cxx "
    ".hh .hpp .cs .swift .rb .php .pl .pm .lua .r .jl .m .sh .bash .zsh .ps1 .sql .f .f90 .css "
    ".scss .less .vue .proto .tf .gradle .groovy .dart .ex .exs .erl .hs .ml .clj .lisp .el .vim"
)
SUFFIXES: dict[str, type[StructureChunker]] = {
    **dict.fromkeys(_MARKDOWN.split(), MarkdownChunker),
    **dict.fromkeys(_RECORDS.split(), RecordChunker),
    **dict.fromkeys(_CODE.split(), CodeChunker),
}


def chunker_for(path: str | PurePath, max_chars: int = 800) -> StructureChunker:
    """Return the chunker for a file by the suffix of its name: ParagraphChunker if none is known.

    Nothing is read, and records are read leniently. Raises InvalidValue or InvalidType for a size
    that no chunk can have.

    >>> chunker_for("roof/README.md"), chunker_for("letter.txt", 400)
    (MarkdownChunker(max_chars=800), ParagraphChunker(max_chars=400))
    >>> chunker_for("roof/claims.CSV")
    RecordChunker(max_chars=800, lenient=True)
    """
    kind = SUFFIXES.get(PurePath(path).suffix.lower(), ParagraphChunker)
    return RecordChunker(max_chars, lenient=True) if kind is RecordChunker else kind(max_chars)


@dataclass(frozen=True, slots=True)
class SuffixChunker(Chunker):
    """Cut each document as the suffix of its `source_id` asks; bare text has none.

    >>> SuffixChunker(400).spans("Roof renewed.")
    [(0, 13, ())]
    """

    max_chars: int = 800

    def __post_init__(self) -> None:
        ParagraphChunker(self.max_chars)

    def spans(self, text: str) -> list[ContextSpan]:
        """Return the places that ParagraphChunker chooses."""
        return ParagraphChunker(self.max_chars).spans(text)

    def split(self, document: Document) -> list[Chunk]:
        """Return the document's chunks in order; raises what the chosen chunker raises."""
        name = document.source_id if isinstance(document, Document) else ""
        return chunker_for(name, self.max_chars).split(document)
