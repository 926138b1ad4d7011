"""The audit and its report: every check, in one call, on the chunks of one text."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from course_lib.auditing import checks
from course_lib.auditing.fields import CODE_POINTS, LINES, TOKENS
from course_lib.auditing.finding import Finding
from course_lib.auditing.placing import Placed, gaps_between, place_all
from course_lib.auditing.readers import Item, read_items
from course_lib.chunkers import Profile
from course_lib.chunkers.structure import context_length
from course_lib.document import Document, encode

KINDS = (
    *("position", "slice", "twin", "uncovered", "contained", "blank", "oversize", "cluster"),
    *("unlabelled", "mislabelled", "shared", "hash", "index"),
)


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found, and what the chunks' context costs.

    `uncovered` counts the characters, white space apart, in no chunk; `context` those that stand
    beside the chunks' text, with one line end after each element. `unchecked` names what this audit
    left out for want of input, `unknown` what no audit of such chunks can tell, and `units` what
    the positions count by their names.
    """

    characters: int
    chunks: int
    uncovered: int
    uncovered_share: float
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    context: int = 0

    @property
    def clean(self) -> bool:
        """Say whether nothing was found."""
        return not self.findings

    @property
    def counts(self) -> dict[str, int]:
        """How many findings there are of each kind that there is."""
        found = Counter(finding.kind for finding in self.findings)
        return {kind: found[kind] for kind in KINDS if found[kind]}

    @property
    def first_of_each_kind(self) -> list[Finding]:
        """The first offender of each kind."""
        return list({finding.kind: finding for finding in reversed(self.findings)}.values())[::-1]

    def as_dict(self) -> dict[str, Any]:
        """Return everything, in values that JSON can hold."""
        return {"clean": self.clean, "counts": self.counts} | asdict(self)

    def __str__(self) -> str:
        found = f"{len(self.findings):,}" if self.findings else "none"
        lines = [f"chunks: {self.chunks:,}, characters: {self.characters:,}, findings: {found}"]
        if self.uncovered:
            lines.append(
                f"uncovered, white space apart: {self.uncovered:,} ({self.uncovered_share:.1%})"
            )
        if self.units and self.units != (CODE_POINTS,):
            lines.append(f"positions count, by their names: {', '.join(self.units)}")
        if self.context:
            lines.append(f"context beside the text: {self.context:,} characters")
        for first in self.first_of_each_kind:
            count = self.counts[first.kind]
            lines += ["", f"{first.kind} ({count:,}): {first.message}", f"    {first.excerpt}"]
        if self.unchecked:
            lines += ["", f"not checked: {', '.join(self.unchecked)}"]
        if self.unknown:
            lines += ["", "an audit cannot know:", *(f"  {thing}" for thing in self.unknown)]
        return "\n".join(lines)


def audit(
    text: str | Document,
    chunks: object,
    *,
    max_chars: int | None = None,
    count_context: bool = False,
    fields: Mapping[str, str] | None = None,
) -> Report:
    """Check the chunks of one text, in their order, whatever library made them.

    Chunks are a list of objects, mappings, texts or tuples of a text and its positions, or a table
    or an answer of a vector store that holds such rows. A chunk has a text and, itself or in its
    metadata, whatever it has of positions, chunk_sha256, guardrails and index; `fields` maps a
    field to the path of a name that is not known: `{"text": "payload.para"}`. Labels must equal the
    Document's, or one another where the text is bare. A grapheme cluster may be cut when it alone
    is longer than `max_chars`, which holds the context, too, with `count_context`. Raises
    InvalidText for a lone surrogate in the text, InvalidType for a chunk without text.

    >>> text = "Roof renewed. Pipes old."
    >>> print(audit(text, [{"text": "Roof renewed.", "start": 0}, {"text": "old.", "start": 19}]))
    chunks: 2, characters: 24, findings: 2
    uncovered, white space apart: 5 (23.8%)
    <BLANKLINE>
    slice (1): chunk #1 (19–23) is off by one; its text stands at 20–24
        Roof renewed. Pipes⟦ old⟧.
    <BLANKLINE>
    uncovered (1): characters 14–19 are in no chunk: extend a chunk, or add one
        Roof renewed. ⟦Pipes⟧ old.
    <BLANKLINE>
    not checked: size, labels, hashes, index
    <BLANKLINE>
    an audit cannot know:
      whether the text says what its source says
    """
    source = text.text if isinstance(text, Document) else text
    encode(source)
    limit = None if max_chars is None else Profile(max_chars).max_chars
    items = read_items(chunks, fields, source)
    wanted = _first_labels(read_items([text]) if isinstance(text, Document) else items)
    placed = place_all(source, items)
    gaps = gaps_between(source, placed)
    found = [
        *checks.misplaced(source, placed),
        *checks.twins(source, placed, gaps),
        *checks.uncovered(source, gaps),
        *checks.contained(source, placed),
        *checks.blank_or_oversize(source, placed, limit, count_context),
        *checks.torn_clusters(source, placed, limit, count_context),
        *checks.wrong_labels(source, placed, wanted),
        *checks.shared(source, placed),
        *checks.wrong_hashes(source, placed),
        *checks.wrong_numbers(source, placed),
    ]
    found.sort(key=lambda finding: KINDS.index(finding.kind))
    lost = sum(_weight(source[start:end]) for start, end, _ in gaps)
    return Report(
        characters=len(source),
        chunks=len(items),
        uncovered=lost,
        uncovered_share=lost / _weight(source) if lost else 0.0,
        findings=tuple(found),
        unchecked=_unchecked(items, limit, wanted),
        unknown=_unknown(items, placed, isinstance(text, Document)),
        units=tuple(dict.fromkeys(item.unit for item in items if item.start is not None)),
        context=sum(context_length(item.context) for item in items),
    )


def _first_labels(items: list[Item]) -> dict[str, Any]:
    """Of each label the first one that there is."""
    first: dict[str, Any] = {}
    for item in items:
        first = item.labels | first
    return first


def _weight(text: str) -> int:
    return len("".join(text.split()))


def _unchecked(items: list[Item], limit: int | None, wanted: dict[str, Any]) -> tuple[str, ...]:
    skipped = {
        "size": limit is None,
        "labels": not wanted,
        "hashes": all(item.digest is None for item in items),
        "index": all(item.number is None for item in items),
    }
    return tuple(name for name, is_skipped in skipped.items() if is_skipped)


def _unknown(items: list[Item], placed: list[Placed], has_labels: bool) -> tuple[str, ...]:
    """What such chunks leave open, whoever looks at them."""
    lost = sum(item.start is None for item in items)
    named = [str(item.source) for item in items if item.source is not None]
    sources = list(dict.fromkeys(named))
    left_open = {
        "whether the text says what its source says": True,
        "whether this is the text that was cut: no chunk stands in it": bool(items)
        and all(each.place is None for each in placed),
        f"where {lost:,} chunks without a position were cut: each is taken to stand where its text "
        "is found next": lost > 0,
        "where in its first line a chunk begins": any(item.unit == LINES for item in items),
        "whose tokens are counted": any(item.unit == TOKENS for item in items),
        f"which chunks are of another text: they name {len(sources):,} sources "
        f"({', '.join(sources[:3])}{', …' * (len(sources) > 3)}); choose one": len(sources) > 1,
        "whether the labels are right: the chunks' are compared with one another": not has_labels
        and any(item.labels for item in items),
    }
    return tuple(words for words, is_open in left_open.items() if is_open)
