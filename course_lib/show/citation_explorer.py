"""A source under edit, and what becomes of the citations that point into it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import ipywidgets

from course_lib.citation import Citation, Verdict
from course_lib.document import Document, InvalidText
from course_lib.show import html
from course_lib.show.controls import LiveView, choice, frame
from course_lib.show.drawings import lanes_picture
from course_lib.show.edits import Edit, edits, moved_to
from course_lib.show.lanes import Bar, hue, lanes_html
from course_lib.show.stills import Picture

MARKS = {"verified": "✔", "moved": "➜", "changed": "✘", "unknown": "?"}
AS_CITED = "as it was cited"
SHORT, LEAD = 1_200, 200  # characters drawn as a whole; else from so many before the first edit


def bars_of(
    citations: Sequence[Citation], verdicts: Sequence[Verdict], changes: Sequence[Edit]
) -> list[Bar]:
    """Return where the cited words stand now; those that stand nowhere, where they would stand."""
    bars = []
    for cited, verdict in zip(citations, verdicts, strict=True):
        places = verdict.places or [moved_to(cited.span, changes)]
        look = hue(cited.number) if verdict.places else f"{hue(cited.number)} cl-lost"
        words = f"[{cited.number}] {MARKS[verdict.status]}"
        bars += [Bar(place, words, look, since=cited.char_start) for place in places]
    return bars


def places_html(length: int, citations: Sequence[Citation], now: Sequence[Bar]) -> str:
    """Return two lanes of numbered bars: where the words stood, and where they stand today."""
    cited = [Bar(c.span, f"[{c.number}]", hue(c.number)) for c in citations[: html.MOST_BARS]]
    now = now[: html.MOST_BARS]
    told = "; ".join(f"{bar.words} {bar.span[0]}–{bar.span[1]}" for bar in now)
    lanes = [("as cited", cited), ("today", now)]
    return f'<div class="cl">{lanes_html(lanes, length, f"Where the words stand: {told}")}</div>'


def marked_html(old: str, text: str, changes: Sequence[Edit], bars: Sequence[Bar]) -> str:
    """Return the text of today: a numbered bar under what is cited, and every edit marked.

    What an edit took away is struck out. A long text is drawn from a little before the first edit.
    """
    low = max(0, changes[0][1][0] - LEAD) if changes and len(text) > SHORT else 0
    high = min(len(text), low + html.VIEW)
    there = [bar for bar in bars if bar.span[0] <= high and bar.span[1] >= low]
    gone = {new[0]: old[slice(*before)] for before, new in changes if before[0] < before[1]}
    points = {low, high}
    for start, end in [*(bar.span for bar in there), *(new for _, new in changes)]:
        points |= {place for place in (start, end) if low < place < high}
    parts = [html.more_html(low, "before")]
    for start, end in [*pairwise(sorted(points)), (high, high)]:
        parts += [_badge(bar) for bar in there if max(bar.span[0], low) == start]
        if start in gone:
            parts.append(f"<del>{html.escaped(gone[start])}</del>")
        if start < end:
            looks = [bar.look for bar in there if bar.span[0] <= start and end <= bar.span[1]]
            edited = any(first <= start and end <= last for _, (first, last) in changes)
            parts.append(_piece(html.escaped(text[start:end]), looks, edited))
    parts.append(html.more_html(len(text) - high, "after"))
    return html.pane_html("".join(parts), "the text of today and its citations")


def verdicts_html(citations: Sequence[Citation], verdicts: Sequence[Verdict]) -> str:
    """Return a table with a row for each citation: its verdict, and why."""
    rows = [
        (
            f"{MARKS[verdict.status]}\N{NO-BREAK SPACE}{verdict.status}",
            [f"[{cited.number}] {cited.char_start}–{cited.char_end}", verdict.why],
        )
        for cited, verdict in zip(citations, verdicts, strict=True)
    ]
    table = html.table_html(["citation", "why"], rows, corner="verdict")
    return f'<div class="cl">{table}</div>'


def counted(verdicts: Sequence[Verdict]) -> str:
    """Count verdicts in words; the unknown ones only where there are any.

    >>> counted([Verdict("moved", ((4, 9),), ""), Verdict("changed", (), "")])
    '2 citations: 0 verified, 1 moved, 1 changed'
    """
    counts: Counter[str] = Counter(verdict.status for verdict in verdicts)
    return f"{len(verdicts)} citations: " + ", ".join(
        f"{counts[status]} {status}" for status in MARKS if status != "unknown" or counts[status]
    )


class CitationExplorer(LiveView):
    """A text that can be edited, and the verdict on every citation of it, at each key.

    `edits` names versions of the text that can be chosen in place of typing; a text that is none of
    them has no button pressed. Raises InvalidValue for a citation of another source.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.samples import load_document
    >>> claim = load_document("claim/88431")
    >>> cited = [Citation.of(chunk) for chunk in ParagraphChunker(200).split(claim)]
    >>> explorer = CitationExplorer(claim, cited, {"a line above": "SEEN\\n" + claim.text})
    >>> explorer.edit.value = "a line above"
    >>> explorer.sentence
    'a line above: 5 citations: 0 verified, 5 moved, 0 changed'
    """

    def __init__(
        self,
        document: Document,
        citations: Sequence[Citation],
        edits: Mapping[str, str] | None = None,
        *,
        key: str | None = None,
    ) -> None:
        self.document, self.citations = document, citations
        self.edits = {AS_CITED: document.text, **(edits or {})}
        self.verdicts: list[Verdict] = [cited.verify(document) for cited in citations]
        self._refusal = ""
        self.edit = choice("edit", self.edits, AS_CITED)
        self.source = ipywidgets.Textarea(
            value=document.text,
            description="source text",
            rows=20,
            continuous_update=True,
            layout=ipywidgets.Layout(width="auto"),
        )
        self.marked, self.table = ipywidgets.HTML(), ipywidgets.HTML()
        self.edit.observe(self._use_edit, "value")
        self.source.observe(self._press_its_button, "value")
        sides = ipywidgets.Box([self.source, frame(self.marked, "40em")]).add_class("cl-sides")
        self._open_with([self.edit], [self.source], key, sides, self.table)

    @property
    def sentence(self) -> str:
        """The current state in words."""
        name = self.edit.value or "your own edit"
        return f"{name}: {self._refusal or counted(self.verdicts)}"

    def _use_edit(self, _change: object) -> None:
        if self.edit.value is not None:
            self.source.value = self.edits[self.edit.value]

    def _press_its_button(self, _change: object) -> None:
        # A button that stays pressed says nothing when it is pressed again.
        if self.edits.get(self.edit.value) != self.source.value:
            named = {text: name for name, text in self.edits.items()}
            self.edit.value = named.get(self.source.value)

    def _show(self) -> None:
        try:
            today = self.document.revised(self.source.value)
        except InvalidText as error:
            self.verdicts, self._refusal = [], str(error)
            self.verdict.tell("")
            self.summary.value = html.error_html(self._refusal)
            self.marked.value = self.table.value = ""
            return
        self._refusal = ""
        self.verdicts = [citation.verify(today) for citation in self.citations]
        statuses = {verdict.status for verdict in self.verdicts}
        self.verdict.tell(counted(self.verdicts), good=not statuses & {"changed", "unknown"})
        changes = edits(self.document.text, today.text)
        bars = bars_of(self.citations, self.verdicts, changes)
        self.summary.value = places_html(self._length, self.citations, bars)
        self.marked.value = marked_html(self.document.text, today.text, changes, bars)
        self.table.value = verdicts_html(self.citations, self.verdicts)

    @property
    def _length(self) -> int:
        return max(len(self.document.text), len(self.source.value))

    def _picture(self) -> Picture:
        changes = edits(self.document.text, self.source.value)
        now = bars_of(self.citations, self.verdicts, changes)
        cited = [Bar(each.span, f"[{each.number}]", "") for each in self.citations]
        lanes = [("as cited", cited), ("today", now)]
        return lanes_picture(lanes, self._length, self.sentence)


def _badge(bar: Bar) -> str:
    return f'<span class="cl-badge {bar.look}">{bar.words}</span>'


def _piece(words: str, looks: Sequence[str], edited: bool) -> str:
    if looks:
        several = " cl-shared" if len(looks) > 1 else ""
        words = f'<span class="cl-cited {looks[0]}{several}">{words}</span>'
    return f"<ins>{words}</ins>" if edited else words
