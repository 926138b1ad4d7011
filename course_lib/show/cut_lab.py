"""The cut lab: a text in which the cuts are dragged, beside a map of every size and overlap.

Python computes all that is drawn; the browser draws it and tells what was done to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from course_lib.chunk import Chunker, Span
from course_lib.chunkers import STRUCTURE, NaiveChunker, chunker_for
from course_lib.document import Document, encode
from course_lib.errors import InvalidValue, UnknownName
from course_lib.measure import PlainSplit, Split, locate
from course_lib.samples import Question
from course_lib.show import pieces
from course_lib.show.controls import LiveView, knob, own_text_form
from course_lib.show.html import VIEW, note_html, view_around
from course_lib.show.pictures import cuts_picture, split_picture
from course_lib.show.stills import Picture

SIZES = (50, 2000)
OVERLAPS = (0, 400)
PLAIN = "naive"
CHUNKERS: Mapping[str, Callable[[int], Chunker]] = {PLAIN: NaiveChunker, **STRUCTURE}
YOURS = "your answer"
_MOST_COUNTED = 50_000  # chunks of which it is counted how many paragraphs they touch
_MOST_LANES = 3  # bars under a line
_SHOWN = 70  # characters of a sentence in the list of them


def name_for(document: Document | str) -> str:
    """Return the name of the chunker that the suffix of a document's source_id asks for.

    >>> name_for(Document.of_text("# Roof", source_id="README.md")), name_for("# Roof")
    ('markdown', 'paragraph')
    """
    kind = type(chunker_for(document.source_id if isinstance(document, Document) else ""))
    return next(name for name, chunker in STRUCTURE.items() if chunker is kind)


def map_sizes(length: int) -> range:
    """Return the sizes on the map: beyond the text's length one chunk holds everything.

    >>> map_sizes(1006), map_sizes(2_000_000)
    (range(50, 1011, 5), range(50, 2001, 10))
    """
    low, high = SIZES
    most = min(max(length, OVERLAPS[1]), high)
    step = 5 if most <= 1000 + low else 10
    return range(low, low + -(-(most - low) // step) * step + 1, step)


class Board(anywidget.AnyWidget):
    """The text and the map as the browser draws them: see cut_lab.js."""

    _esm = Path(__file__).with_name("cut_lab.js").read_text("utf-8")
    _css = Path(__file__).with_name("cut_lab.css").read_text("utf-8")
    state = traitlets.Dict().tag(sync=True)
    chart = traitlets.Dict().tag(sync=True)
    point = traitlets.List([0, 0]).tag(sync=True)  # size and overlap, as they were last set
    pick: Any = traitlets.List().tag(sync=True)  # which text, and from where to where the answer is
    place = traitlets.Int().tag(sync=True)  # where the part of the text that is shown begins


class CutLab(LiveView):
    """A document under one chunker or two, its cuts, and the questions that wait for an answer.

    `document` is a Document or bare text; `questions` is a Question, the words that answer, a
    sequence of them, or None. `chunkers` are one or two names of CHUNKERS. Lengths are code
    points. An overlap that is not below the size is held just below it. Raises InvalidValue for an
    answer that the text does not hold exactly once and for a size or overlap outside of the
    sliders, UnknownName for an unknown chunker.

    >>> from course_lib.samples import load_question, load_questions
    >>> question = load_question("premium-change")
    >>> CutLab(question.document, question, size=400, overlap=0).sentence
    'NaiveChunker(chunk_size=400, overlap=0): torn: the answer (337–508) is cut at 400, ...'
    >>> questions = load_questions()[:4]
    >>> both = ("naive", "paragraph")
    >>> CutLab(questions[0].document, questions, chunkers=both, size=400, overlap=0).sentence
    'size 400: naive keeps 3 of 4 answers whole, paragraph keeps 4 of 4'
    """

    def __init__(
        self,
        document: Document | str,
        questions: Question | str | Sequence[Question | str] | None = None,
        *,
        chunkers: Sequence[str] = (PLAIN,),
        size: int = 800,
        overlap: int = 100,
        key: str | None = None,
    ) -> None:
        for name in chunkers:
            if name not in CHUNKERS:
                raise UnknownName(f"no chunker {name!r}; choose from {', '.join(CHUNKERS)}")
        if not 1 <= len(chunkers) <= 2:
            raise InvalidValue(f"the lab shows one chunker or two, not {len(chunkers)}")
        asked = [questions] if isinstance(questions, (Question, str)) else questions or []
        self._sample, self._version = (document, asked), 0
        self._look_at(*self._sample)
        self.size = knob("size", size, SIZES, step=10)
        self.overlap = knob("overlap", overlap, OVERLAPS)
        self._only = list(chunkers[:1])
        self.chosen = [
            ipywidgets.Dropdown(options=list(CHUNKERS), value=name, description=side)
            for side, name in zip(("left", "right"), chunkers, strict=False)
            if len(chunkers) > 1
        ]
        self.board = Board()
        for name, heard in (("point", self._move), ("pick", self._pick), ("place", self._turn)):
            self.board.observe(heard, name)
        choices = [ipywidgets.HBox(self.chosen)] if self.chosen else []
        form = own_text_form(self.use_text, self.use_sample)
        controls = [self.size, self.overlap, *self.chosen]
        rows = [self.size, self.overlap, *choices]
        self._open_with(rows, controls, key, self.board, form)

    def _look_at(
        self, document: Document | str, questions: Sequence[Question | str], name: str = YOURS
    ) -> None:
        """Take a text and what is asked of it; a question that is a string is the answer to it."""
        text = document.text if isinstance(document, Document) else document
        encode(text)
        self.asked = [
            (name, [locate(text, question)])
            if isinstance(question, str)
            else (question.text, list(question.spans))
            for question in questions
        ]
        self.text, self._given = text, self.asked
        self._version += 1
        self._begin: int | None = None
        self._known: dict[object, Any] = {}

    def use_text(self, text: str, answer: str = "", question: str = "") -> None:
        """Show a text of one's own; raises InvalidValue unless the answer is in it exactly once."""
        self._look_at(text, [answer] if answer else [], question or YOURS)
        self._draw()

    def use_sample(self) -> None:
        """Go back to the document that the view was opened with."""
        self._look_at(*self._sample)
        self._draw()

    @property
    def evidence(self) -> tuple[Span, ...]:
        """Where the answers of all questions lie."""
        return tuple(span for _, spans in self.asked for span in spans)

    @property
    def held(self) -> int:
        """The overlap in use: that of the slider, or the largest that the size allows."""
        return int(min(self.overlap.value, self.size.value - 1))

    @property
    def names(self) -> list[str]:
        """The names of the chunkers."""
        return [side.value for side in self.chosen] or self._only

    @property
    def splits(self) -> list[Split]:
        """The split by each chunker, for the evidence of all questions."""
        return [self._split(name, self.evidence) for name in self.names]

    @property
    def calls(self) -> list[str]:
        """The Python that makes each chunker."""
        size = self.size.value
        return [
            f"NaiveChunker(chunk_size={size}, overlap={self.held})"
            if name == PLAIN
            else f"{CHUNKERS[name].__name__}(max_chars={size})"
            for name in self.names
        ]

    @property
    def view(self) -> Span:
        """The part of the text that is drawn."""
        length = len(self.text)
        if self._begin is None or length <= VIEW:
            return view_around(length, self.evidence)
        start = min(max(0, self._begin), length - VIEW)
        return start, start + VIEW

    @property
    def sentence(self) -> str:
        """The current state in words."""
        if not self.chosen:
            (call,), (split,) = self.calls, self.splits
            return f"{call}: {split.verdict}, stored {split.storage:.2f} times the document"
        kept: list[str] = []
        for name in self.names:
            whole = sum(self._split(name, spans).whole for _, spans in self.asked)
            answers = "" if kept else " answers whole"
            kept.append(f"{name} keeps {whole} of {len(self.asked)}{answers}")
        return f"size {self.size.value}: {', '.join(kept)}"

    def _split(self, name: str, evidence: Sequence[Span]) -> Split:
        length, size = len(self.text), self.size.value
        if name == PLAIN:
            length_cut = 0 if self.text.isspace() else length
            return PlainSplit.at(length_cut, size, self.held, evidence)

        def cut() -> list[Span]:
            return [(start, end) for start, end, _ in CHUNKERS[name](size).spans(self.text)]

        return Split(length, self._once((name, size), cut), evidence)

    def _once(self, key: object, compute: Callable[[], Any]) -> Any:
        """What was computed of this text under this key, or is computed now."""
        if key not in self._known:
            self._known[key] = compute()
        return self._known[key]

    def _move(self, change: Any) -> None:
        size, overlap = change.new
        with self.size.hold_trait_notifications(), self.overlap.hold_trait_notifications():
            self.size.value, self.overlap.value = size, overlap

    def _pick(self, change: Any) -> None:
        """Take what was picked as the answer; a text that has changed since then has none of it."""
        version, *span = change.new or [None]
        if version != self._version:
            return
        if span:
            start, end = max(0, span[0]), min(span[1], len(self.text))
            words = self.text[start:end]
            start += len(words) - len(words.lstrip())
            self.asked = [(YOURS, [(start, start + len(words.strip()))])] if words.strip() else []
        else:
            self.asked = self._given
        self._begin = self.view[0] if self._begin is None else self._begin
        self._draw()

    def _turn(self, change: Any) -> None:
        if change.new != self.view[0]:
            self._begin = change.new
            self._draw()

    def _show(self) -> None:
        if self.chosen:
            self.verdict.tell(self.sentence)
        else:
            (split,) = self.splits
            self.verdict.tell(split.verdict, good=split.whole if self.asked else None)
        self.summary.value = self._question() + self._note()
        with self.board.hold_sync():
            self.board.chart = self._chart()
            self.board.point = [self.size.value, self.overlap.value]
            self.board.place = self.view[0]
            self.board.state = self._state()

    def _chart(self) -> dict[str, Any]:
        """The map, where there is one plain window and an answer to look for."""
        if self.names != [PLAIN] or not self.evidence:
            return {}
        length, overlaps = len(self.text), range(OVERLAPS[0], OVERLAPS[1] + 1, 4)
        return self._once(  # type: ignore[no-any-return]
            ("map", self.evidence),
            lambda: pieces.chart(length, self.evidence, map_sizes(length), overlaps),
        )

    def _state(self) -> dict[str, Any]:
        view = self.view
        labels = {f"Q{i}": spans for i, (_, spans) in enumerate(self.asked, 1)}
        if len(labels) == 1:
            labels = {"answer": self.asked[0][1]}
        listed = self._once(("sentences", view), lambda: pieces.sentences(self.text, view))
        return {
            "version": self._version,
            "bounds": [SIZES, OVERLAPS],
            "length": len(self.text),
            "view": view,
            "span": max(0, len(self.text) - VIEW),
            "table": self._table() if self.chosen or len(self.asked) > 1 else [],
            "sentences": [(s, e, self._named(s, e)) for s, e in listed],
            "answer": self.evidence[0] if len(self.evidence) == 1 else None,
            "held": self.held,
            "panes": [
                self._pane(*each, view, labels)
                for each in zip(self.names, self.calls, self.splits, strict=True)
            ],
        }

    def _pane(
        self, name: str, call: str, split: Split, view: Span, labels: Mapping[str, Sequence[Span]]
    ) -> dict[str, Any]:
        low, high = view
        if isinstance(split, PlainSplit):
            numbers: Sequence[int] = split.spans.touching(low, high)
        else:
            numbers = [i for i, (s, e) in enumerate(split.spans) if s < high and low < e]
        crowd = pieces.crowded(numbers)
        chunks = [] if crowd else pieces.chunks_in(split.spans, numbers)
        lanes = pieces.lanes(chunks)
        deep = f"up to {lanes} chunks hold a character" if lanes > _MOST_LANES else ""
        return {
            "name": name,
            "call": f"{call}.split(document)",
            "figures": "" if self.chosen else pieces.told(split),
            "crowd": f"{len(numbers):,} chunks, too close to draw" if crowd else deep,
            "drags": name == PLAIN,
            "lanes": 0 if deep else lanes,
            "chunks": chunks,
            "torn": [] if split.whole else split.cuts,
            "cracked": [label for label, s in labels.items() if not self._split(name, s).whole],
            "pieces": pieces.pieces(self.text, view, chunks, labels),
        }

    def _table(self) -> list[list[str]]:
        """Heads, then a row for each question, then the figures, with a cell for each chunker."""
        splits = self.splits
        rows = [["", *self.names]]
        for number, (question, spans) in enumerate(self.asked, 1):
            verdicts = [self._split(name, spans).whole for name in self.names]
            label = f"Q{number} {question}" if len(self.asked) > 1 else question
            rows.append([label, *("✔ whole" if whole else "✘ torn" for whole in verdicts)])
        rows.append(["chunks", *(f"{len(split.spans):,}" for split in splits)])
        rows.append(["mean length", *(f"{split.mean_length:,.0f}" for split in splits)])
        rows.append(["stored ÷ original", *(f"{split.storage:.2f}" for split in splits)])
        rows.append(["paragraphs a chunk touches", *map(self._touched, splits)])
        return rows

    def _touched(self, split: Split) -> str:
        if len(split.spans) > _MOST_COUNTED:
            return "not counted"
        return f"{pieces.topics_per_chunk(self.text, split.spans):.2f}"

    def _question(self) -> str:
        if len(self.asked) > 1:
            return ""
        if not self.asked:
            return note_html("No question yet: click a sentence to make it the answer.")
        (question, _) = self.asked[0]
        return note_html(
            "The answer is what you chose." if question == YOURS else f"Question: {question}"
        )

    def _note(self) -> str:
        if self.held == self.overlap.value:
            return ""
        return note_html(f"An overlap must be below the size: {self.held} is used.")

    def _named(self, start: int, end: int) -> str:
        words = " ".join(self.text[start:end].split())
        return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"

    def _picture(self) -> Picture:
        if not self.chosen:
            return split_picture(self.splits[0])
        return cuts_picture(dict(zip(self.names, self.splits, strict=True)))
