"""A source under edit, and what becomes of the citations that point into it."""

from collections import Counter
from collections.abc import Mapping, Sequence

import ipywidgets

from course_lib.citation import Citation, Verdict
from course_lib.document import Document, InvalidText
from course_lib.show import html
from course_lib.show.controls import LiveView, choice

MARKS = {"verified": "✔", "moved": "➜", "changed": "✘", "unknown": "?"}
AS_CITED = "as it was cited"
_SHOWN = 60


def verdicts_html(citations: Sequence[Citation], verdicts: Sequence[Verdict]) -> str:
    """Return a table with a row for each citation: its verdict, and why."""
    rows = [
        (
            f"[{citation.number}] {citation.char_start}–{citation.char_end}",
            [_beginning(citation), f"{MARKS[verdict.status]} {verdict.status}", verdict.why],
        )
        for citation, verdict in zip(citations, verdicts, strict=True)
    ]
    table = html.table_html(["cited words", "verdict", "why"], rows)
    return f'<div class="cl">{html.status_html(counted(verdicts))}{table}</div>'


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
            rows=9,
            continuous_update=True,
            layout=ipywidgets.Layout(width="95%"),
        )
        self.edit.observe(self._use_edit, "value")
        self.source.observe(self._press_its_button, "value")
        self._open_with([self.edit, self.source], [self.source], key)

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
            self.summary.value = html.error_html(self._refusal)
            return
        self._refusal = ""
        self.verdicts = [citation.verify(today) for citation in self.citations]
        self.summary.value = verdicts_html(self.citations, self.verdicts)


def _beginning(citation: Citation) -> str:
    if citation.quote is None:
        return "(not kept)"
    first = citation.quote.strip().split("\n")[0]
    return first if len(first) <= _SHOWN else first[: _SHOWN - 1] + "…"
