"""Anybody's splitter as a chunker: it runs, its positions are audited, and `cut` makes the chunks.

A splitter is a function of a text, or an object that this module knows how to call by the methods
that it has. No library of theirs is needed here; the one that a splitter belongs to is there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from course_lib.auditing import Report, audit
from course_lib.auditing.fields import CODE_POINTS
from course_lib.auditing.readers import Item, read_items
from course_lib.chunk import Chunk, Chunker, ContextSpan, cut
from course_lib.document import Document
from course_lib.errors import InvalidType, InvalidValue

ADVICE = (
    "let the splitter say where it cut: return (start, text) or (start, end, text) in code points, "
    "and ask LangChain's for it with add_start_index=True"
)
WRONG = ("position", "slice", "twin")  # kinds of findings that say where a chunk does not stand


class WrongPositions(InvalidValue):
    """A splitter says of some chunk that it stands where it does not; `report` is the audit."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message)
        self.report = report


def _llama_index(splitter: Any, text: str) -> Any:
    document = import_module("llama_index.core").Document(text=text)
    return splitter.get_nodes_from_documents([document])


def _haystack(splitter: Any, text: str) -> Any:
    document = import_module("haystack").Document(content=text)
    return splitter.run(documents=[document])["documents"]


# The method by which each library's splitters are known, and how to call them; the first one that
# a splitter has is the one that gives positions.
CALLS: Mapping[str, Callable[[Any, str], Any]] = {
    "get_nodes_from_documents": _llama_index,
    "create_documents": lambda splitter, text: splitter.create_documents([text]),  # LangChain
    "chunk_indices": lambda splitter, text: splitter.chunk_indices(text),  # semantic-text-splitter
    "chunk": lambda splitter, text: splitter.chunk(text),  # Chonkie
    "run": _haystack,
    "split_text": lambda splitter, text: splitter.split_text(text),  # LangChain's by headings
}


@dataclass(frozen=True, repr=False)
class Foreign(Chunker):
    """A chunker made of anybody's splitter: a function of a text, or an object of a known library.

    What it returns is read as `audit` reads it, positions in code points. `name`, `chunk_size` and
    `overlap` only say what tables call it. Raises InvalidType for what cannot be called, and when
    it splits WrongPositions, with nothing cut, for a chunk without a position or with a wrong one,
    and InvalidValue that names the document when the splitter itself fails.

    >>> def lines(text):
    ...     return [(text.index(line), line) for line in text.splitlines()]
    >>> [chunk.span for chunk in Foreign(lines).split(Document.of_text("Roof.\\nPipes.\\n"))]
    [(0, 5), (6, 12)]
    >>> Foreign(lines).split(Document.of_text("Roof.\\nPipes.\\nRoof.\\n", source_id="my/note"))
    Traceback (most recent call last):
        ...
    course_lib.adapters.WrongPositions: lines gives wrong positions of my/note; twin (1): ...
    """

    splitter: Any
    name: str = ""
    chunk_size: int | None = None
    overlap: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.splitter, type):
            kind = self.splitter.__name__
            raise InvalidType(f"a splitter must be made first, got the class {kind}: call it")
        if self._method is None and not callable(self.splitter):
            raise InvalidType(
                f"a splitter is a function of a text, or has one of {', '.join(CALLS)}; got "
                f"{self.splitter!r:.80}"
            )
        if not self.name:
            kind = type(self.splitter).__name__
            object.__setattr__(self, "name", getattr(self.splitter, "__name__", kind))

    def __repr__(self) -> str:
        sizes = {"chunk_size": self.chunk_size, "overlap": self.overlap}
        given = "".join(f", {name}={value}" for name, value in sizes.items() if value is not None)
        return f"Foreign({self.name!r}{given})"

    @property
    def _method(self) -> str | None:
        return next((name for name in CALLS if callable(getattr(self.splitter, name, None))), None)

    def spans(self, text: str) -> list[ContextSpan]:
        """Return where the splitter's chunks stand; raises as the class says."""
        return self._spans(text, "this text")

    def split(self, document: Document) -> list[Chunk]:
        """Return the chunks, cut anew from the document; raises as the class says."""
        return cut(document, self._spans(document.text, document.source_id))

    def _spans(self, text: str, source: str) -> list[ContextSpan]:
        pieces, items = self._run(text, source)
        report = audit(text, pieces)
        if wrong := [kind for kind in WRONG if kind in report.counts]:
            said = [f"{self.name} gives wrong positions of {source}"]
            for kind in wrong:
                found = [finding.message for finding in report.findings if finding.kind == kind]
                said.append(f"{kind} ({len(found):,}): {found[0]}")
            raise WrongPositions("; ".join([*said, ADVICE]), report)
        if others := [unit for unit in report.units if unit != CODE_POINTS]:
            raise WrongPositions(
                f"{self.name} counts {', '.join(others)} in {source}; {ADVICE}", report
            )
        # An empty one stands nowhere.
        return [(item.start, item.end, item.context) for item in items if item.text]

    def _run(self, text: str, source: str) -> tuple[Any, list[Item]]:
        call = CALLS[self._method] if self._method else lambda splitter, text: splitter(text)
        try:
            pieces = call(self.splitter, text)
            if isinstance(pieces, Iterator):
                pieces = list(pieces)  # it is read twice
            return pieces, read_items(pieces)
        except Exception as error:  # whatever a stranger's code may raise
            raise InvalidValue(
                f"{self.name} failed on {source}: {type(error).__name__}: {error}"
            ) from error
