"""The chunker that a file's name asks for: one table, for the commands, explorers and measures."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from course_lib.chunk import Chunk
from course_lib.chunkers.code import CodeChunker
from course_lib.chunkers.markdown import MarkdownChunker
from course_lib.chunkers.paragraph import ParagraphChunker
from course_lib.chunkers.record import RecordChunker
from course_lib.chunkers.structure import Length, StructureChunker
from course_lib.document import Document
from course_lib.errors import InvalidType

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


def chunker_for(
    path: str | PurePath,
    max_chars: int = 800,
    *,
    min_chars: int = 0,
    overlap: int = 0,
    count_context: bool = False,
    length: Length = len,
) -> StructureChunker:
    """Return the chunker for a file by the suffix of its name: ParagraphChunker if none is known.

    Nothing is read, and records are read leniently. The options are those of StructureChunker.
    Raises InvalidValue or InvalidType for sizes that cannot be.

    >>> chunker_for("roof/README.md"), chunker_for("letter.txt", 400)
    (MarkdownChunker(max_chars=800), ParagraphChunker(max_chars=400))
    >>> chunker_for("roof/claims.CSV")
    RecordChunker(max_chars=800, lenient=True)
    """
    if not isinstance(path, (str, PurePath)):
        raise InvalidType(f"a path must be a string or a Path, got {path!r:.80}")
    kind = SUFFIXES.get(PurePath(path).suffix.lower(), ParagraphChunker)
    lenient = {"lenient": True} if kind is RecordChunker else {}
    options: Any = {"count_context": count_context, "length": length, **lenient}
    return kind(max_chars, min_chars=min_chars, overlap=overlap, **options)


@dataclass(frozen=True, slots=True, repr=False)
class SuffixChunker(ParagraphChunker):
    """Cut each document as the suffix of its `source_id` asks; bare text, as ParagraphChunker does.

    >>> SuffixChunker(400).spans("Roof renewed.")
    [(0, 13, ())]
    """

    def split(self, document: Document) -> list[Chunk]:
        """Return the document's chunks in order; raises what the chosen chunker raises."""
        name = document.source_id if isinstance(document, Document) else ""
        chosen = chunker_for(
            name,
            self.max_chars,
            min_chars=self.min_chars,
            overlap=self.overlap,
            count_context=self.count_context,
            length=self.length,
        )
        return chosen.split(document)
