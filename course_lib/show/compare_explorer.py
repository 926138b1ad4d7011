"""Two chunkers on the same document at the same size, side by side."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from html import escape

import ipywidgets

from course_lib.chunk import Chunker, Span
from course_lib.chunkers import STRUCTURE, NaiveChunker, chunker_for
from course_lib.document import Document
from course_lib.errors import UnknownName
from course_lib.measure import Split
from course_lib.samples import Question
from course_lib.show import html
from course_lib.show.controls import QuestionSpans, TextView, frame, knob, own_text_form
from course_lib.show.pictures import cuts_picture
from course_lib.show.stills import Picture

SIZES = (50, 2000)
CHUNKERS: Mapping[str, Callable[[int], Chunker]] = {
    "naive": lambda size: NaiveChunker(size, overlap=0),
    **STRUCTURE,
}
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")


def cuts_of(name: str, text: str, size: int) -> list[Span]:
    """Return where the chunker of that name cuts a text."""
    return [(start, end) for start, end, _ in CHUNKERS[name](size).spans(text)]


def name_for(document: Document | str) -> str:
    """Return the name of the chunker that the suffix of a document's source_id asks for.

    >>> name_for(Document.of_text("# Roof", source_id="README.md")), name_for("# Roof")
    ('markdown', 'paragraph')
    """
    kind = type(chunker_for(document.source_id if isinstance(document, Document) else ""))
    return next(name for name, chunker in STRUCTURE.items() if chunker is kind)


def topics(text: str) -> list[Span]:
    """Return the paragraphs of a text: what stands between blank lines.

    >>> topics("Roof.\\n\\nPipes.\\n")
    [(0, 5), (7, 13)]
    """
    found, start = [], 0
    for blank in _BLANK_LINES.finditer(text):
        found.append((start, blank.start()))
        start = blank.end()
    found.append((start, len(text.rstrip())))
    return [(start, end) for start, end in found if text[start:end].strip()]


def topics_per_chunk(text: str, spans: Sequence[Span]) -> float:
    """Return how many paragraphs a chunk touches, on average; 0 without chunks."""
    starts, ends = zip(*topics(text), strict=True) if text.strip() else ((), ())
    # Those that start before the chunk's end, less those that end before its start.
    touched = sum(bisect_left(starts, end) - bisect_right(ends, start) for start, end in spans)
    return touched / len(spans) if spans else 0.0


def compare_html(text: str, cuts: Mapping[str, Sequence[Span]], asked: QuestionSpans) -> str:
    """Return a table with a column for each chunker, and a map of each."""
    splits = {name: Split(len(text), spans) for name, spans in cuts.items()}
    evidence = [span for _, spans in asked for span in spans]
    rows = [
        ("chunks", [f"{len(split.spans):,}" for split in splits.values()]),
        ("mean length", [f"{split.mean_length:,.0f}" for split in splits.values()]),
        ("stored ÷ original", [f"{split.storage:.2f}" for split in splits.values()]),
        ("paragraphs a chunk touches", [f"{topics_per_chunk(text, s):.2f}" for s in cuts.values()]),
    ]
    for question, spans in asked:
        verdicts = (Split(len(text), chunks, spans).whole for chunks in cuts.values())
        rows.append((question, ["✔ whole" if whole else "✘ torn" for whole in verdicts]))
    maps = "".join(
        f"<p>{escape(name)}</p>{html.map_html(Split(len(text), spans, evidence))}"
        for name, spans in cuts.items()
    )
    return (
        f'<div class="cl">{html.table_html(list(cuts), rows)}{maps}'
        '<p class="cl-legend">Even chunks above, odd ones below; dashed frames: the evidence of '
        "each question.</p></div>"
    )


class CompareExplorer(TextView):
    """Two chunkers on one document at one size: where each cuts, and which answers stay whole.

    `document` is a Document or bare text; `questions` are watched together. Sizes are code points.
    Without `chunkers` it is naive beside the one that the suffix of the document's source_id asks.
    Raises UnknownName for a chunker not in CHUNKERS, InvalidValue for a size beyond the slider.

    >>> from course_lib.samples import load_questions
    >>> questions = load_questions()[:4]
    >>> CompareExplorer(questions[0].document, questions, size=400).sentence
    'size 400: naive keeps 3 of 4 answers whole, paragraph keeps 4 of 4'
    """

    def __init__(
        self,
        document: Document | str,
        questions: Sequence[Question] = (),
        *,
        chunkers: tuple[str, str] | None = None,
        size: int = 400,
        key: str | None = None,
    ) -> None:
        chunkers = chunkers or ("naive", name_for(document))
        for name in chunkers:
            if name not in CHUNKERS:
                raise UnknownName(f"no chunker {name!r}; choose from {', '.join(CHUNKERS)}")
        self._sample = document, questions
        self._look_at(*self._sample)
        self.size = knob("size", size, SIZES, step=10)
        self.left, self.right = (
            ipywidgets.Dropdown(options=list(CHUNKERS), value=name, description=side)
            for side, name in zip(("left", "right"), chunkers, strict=True)
        )
        self.bodies = [ipywidgets.HTML(), ipywidgets.HTML()]
        texts = ipywidgets.GridBox(
            [frame(body) for body in self.bodies],
            layout=ipywidgets.Layout(grid_template_columns="50% 50%"),
        )
        chosen = ipywidgets.HBox([self.left, self.right])
        form = own_text_form(self.use_text, self.use_sample)
        controls = [self.size, self.left, self.right]
        self._open_with([self.size, chosen], controls, key, texts, form)

    @property
    def cuts(self) -> dict[str, Sequence[Span]]:
        """The spans of each chunker at the current size."""
        names = (self.left.value, self.right.value)
        return {name: cuts_of(name, self.text, self.size.value) for name in names}

    @property
    def sentence(self) -> str:
        """The current state in words."""
        kept: list[str] = []
        for name, spans in self.cuts.items():
            whole = sum(Split(len(self.text), spans, e).whole for _, e in self.asked)
            answers = "" if kept else " answers whole"
            kept.append(f"{name} keeps {whole} of {len(self.asked)}{answers}")
        return f"size {self.size.value}: {', '.join(kept)}"

    def _show(self) -> None:
        cuts = self.cuts
        self.summary.value = compare_html(self.text, cuts, self.asked)
        for body, side in zip(self.bodies, (self.left, self.right), strict=True):
            split = Split(len(self.text), cuts[side.value], self.evidence)
            body.value = html.text_html(self.text, split)

    def _picture(self) -> Picture:
        cuts = self.cuts.items()
        splits = {name: Split(len(self.text), spans, self.evidence) for name, spans in cuts}
        return cuts_picture(splits)
