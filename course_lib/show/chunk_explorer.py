"""Two knobs, size and overlap, over a document: plain ipywidgets over the pure functions of `html`.

There is no Output widget and no pyplot, an error is drawn where the learner looks, bounds never
move under a hand, and running a cell again closes the view that it opened before.
"""

import ipywidgets

from course_lib.chunkers import NaiveChunker
from course_lib.document import Document
from course_lib.measure import Split
from course_lib.samples import Question
from course_lib.show import html
from course_lib.show.controls import TextView, frame, knob, own_text_form
from course_lib.show.pictures import split_picture
from course_lib.show.stills import Picture

SIZES = (50, 2000)
OVERLAPS = (0, 400)


class ChunkExplorer(TextView):
    """Two knobs, size and overlap, that chop a document again while its question waits.

    `document` is a Document or bare text; `question` a Question, the words that answer, or None.
    Lengths are code points. An overlap of more than half the size is held at half of it, so that
    two lanes can show every chunk. Raises InvalidValue for an answer that the text does not hold
    exactly once, and for a size or overlap outside of the sliders' bounds.

    >>> from course_lib.samples import load_question
    >>> question = load_question("premium-change")
    >>> explorer = ChunkExplorer(question.document, question, size=400, overlap=0)
    >>> explorer.sentence
    'NaiveChunker(chunk_size=400, overlap=0): torn: the answer (337–508) is cut at 400, ...'
    """

    def __init__(
        self,
        document: Document | str,
        question: Question | str | None = None,
        *,
        size: int = 800,
        overlap: int = 100,
        key: str | None = None,
    ) -> None:
        self._sample = document, [] if question is None else [question]
        self._look_at(*self._sample)
        self.size = knob("size", size, SIZES, step=10)
        self.overlap = knob("overlap", overlap, OVERLAPS)
        self.body = ipywidgets.HTML()
        asked = ipywidgets.HTML()
        if isinstance(question, Question):
            asked.value = html.question_html(question.text)
        form = own_text_form(self.use_text, self.use_sample)
        rows = [asked, self.size, self.overlap]
        self._open_with(rows, [self.size, self.overlap], key, frame(self.body), form)

    @property
    def chunker(self) -> NaiveChunker:
        """The chunker that the knobs describe; its overlap is at most half of its size."""
        size = self.size.value
        return NaiveChunker(size, min(self.overlap.value, size // 2))

    @property
    def split(self) -> Split:
        """The split at the current knobs."""
        spans = [(start, end) for start, end, _ in self.chunker.spans(self.text)]
        return Split(len(self.text), spans, self.evidence)

    @property
    def call(self) -> str:
        """The Python that makes this chunker."""
        chunker = self.chunker
        return f"NaiveChunker(chunk_size={chunker.chunk_size}, overlap={chunker.overlap})"

    @property
    def sentence(self) -> str:
        """The current state in words."""
        split = self.split
        return f"{self.call}: {split.verdict}, stored {split.storage:.2f} times the document"

    def _show(self) -> None:
        split = self.split
        summary = html.summary_html(split, f"{self.call}.split(document)")
        self.summary.value = summary + self._note()
        self.body.value = html.text_html(self.text, split)

    def _note(self) -> str:
        held = self.chunker.overlap
        if held == self.overlap.value:
            return ""
        return (
            f'<div class="cl"><p class="cl-note">Overlap {self.overlap.value} is held at {held}, '
            "half of the size.</p></div>"
        )

    def _picture(self) -> Picture:
        return split_picture(self.split)
