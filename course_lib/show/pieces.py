"""What the cut lab draws, as plain lists: the pieces of a text, its sentences, its map."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from course_lib.chunk import Span
from course_lib.chunkers.line_ends import last_line, last_paragraph
from course_lib.chunkers.sentences import last_sentence
from course_lib.measure import Split
from course_lib.measure.plain import is_whole
from course_lib.show.html import MOST_BARS, visible_controls

Piece: TypeAlias = tuple[int, str, Sequence[int], Sequence[str]]
Chunk: TypeAlias = tuple[int, int, int, str]

_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_NOT_WHITE = re.compile(r"\S")


def sentences(text: str, view: Span) -> list[Span]:
    """Return the sentences, and the lines that stand alone, that lie in a part of a text.

    >>> text = "Roof: slate.\\n\\nIt is old. It is dry."
    >>> [text[start:end] for start, end in sentences(text, (0, len(text)))]
    ['Roof: slate.', 'It is old.', 'It is dry.']
    """
    low, end = view
    found: list[Span] = []
    while end > low:
        rungs = (last_paragraph, last_line, last_sentence)
        start = max(rung(text, low, end - 1) for rung in rungs)
        if visible := _NOT_WHITE.search(text, start, end):
            found.append((visible.start(), start + len(text[start:end].rstrip())))
        end = start
    return found[::-1]


def chunks_in(spans: Sequence[Span], numbers: Iterable[int]) -> list[Chunk]:
    """Return number, start, end and a sentence about each of these chunks."""
    found = []
    for n in numbers:
        start, end = spans[n]
        before = spans[n - 1][1] - start if n else 0
        after = end - spans[n + 1][0] if n + 1 < len(spans) else 0
        both = ((before, n - 1), (after, n + 1))
        shared = [f"{count:,} with #{other}" for count, other in both if count > 0]
        words = f"shares {' and '.join(shared)}" if shared else "shares nothing"
        found.append((n, start, end, f"Chunk #{n}: characters {start:,}–{end:,}, {words}."))
    return found


def pieces(
    text: str, view: Span, chunks: Sequence[Chunk], evidence: Mapping[str, Sequence[Span]]
) -> list[Piece]:
    """Cut the view wherever something begins or ends, so that each piece of text has one look.

    A piece is where it starts, its text with control characters made visible, the first and the
    last of the chunks that hold it, and the labels of the evidence that it is part of.

    >>> pieces("abcd", (0, 4), [(0, 0, 3, ""), (1, 2, 4, "")], {"Q1": [(0, 2)]})
    [(0, 'ab', [0, 0], ['Q1']), (2, 'c', [0, 1], []), (3, 'd', [1, 1], [])]
    """
    low, high = view
    spans = [(start, end) for _, start, end, _ in chunks]
    edges = {low, high}
    for span in [*spans, *(span for some in evidence.values() for span in some)]:
        edges.update(edge for edge in span if low < edge < high)
    found: list[Piece] = []
    first = behind = 0  # chunks[first:behind] hold the piece: starts and ends never go back
    for start, end in pairwise(sorted(edges)):
        while behind < len(spans) and spans[behind][0] <= start:
            behind += 1
        while first < behind and spans[first][1] <= start:
            first += 1
        held = [chunks[first][0], chunks[behind - 1][0]] if first < behind else []
        labels = [
            label
            for label, some in evidence.items()
            if any(a <= start and end <= b for a, b in some)
        ]
        found.append((start, visible_controls(text[start:end]), held, labels))
    return found


def lanes(chunks: Sequence[Chunk]) -> int:
    """Return how many chunks at most hold one character: as many bars are drawn under a line.

    >>> lanes([(0, 0, 3, ""), (1, 2, 6, ""), (2, 3, 8, "")])
    2
    """
    most = first = 0
    for number, (_, start, _, _) in enumerate(chunks):
        while chunks[first][2] <= start:
            first += 1
        most = max(most, number - first + 1)
    return most


def crowded(numbers: Sequence[int]) -> bool:
    """Say whether these are more chunks than can be told apart in one view."""
    return len(numbers) > MOST_BARS


def chart(length: int, evidence: Sequence[Span], sizes: range, overlaps: range) -> dict[str, Any]:
    """Return at which plain windows the evidence is torn: runs of (row, first column, last one).

    A row is an overlap, a column a size; where the overlap is not below the size there is neither.
    `promise` is the overlap from which on any passage of this length is whole, if it fits.
    """
    around = min(start for start, _ in evidence), max(end for _, end in evidence)
    torn: list[tuple[int, int, int]] = []
    allowed = 0
    for row, overlap in enumerate(overlaps):
        first = None
        for column, size in enumerate(sizes):
            allowed += size > overlap
            if size > overlap and not is_whole(length, size, overlap, around):
                first = column if first is None else first
            elif first is not None:
                torn.append((row, first, column - 1))
                first = None
        if first is not None:
            torn.append((row, first, len(sizes) - 1))
    lost = sum(last - first + 1 for _, first, last in torn)
    return {
        "sizes": [sizes[0], sizes[-1], sizes.step],
        "overlaps": [overlaps[0], overlaps[-1], overlaps.step],
        "torn": torn,
        "promise": around[1] - around[0] - 1,
        "share": f"{1 - lost / allowed:.0%}",
    }


def told(split: Split) -> str:
    """Return the figures of a split in one line.

    >>> told(Split(1006, [(0, 800), (700, 1006)], [(337, 508)]))
    '2 chunks, 553 characters on average · stored 1.10 times · 79 % of the answering chunk is noise'
    """
    count = len(split.spans)
    chunks = f"{count:,} chunk{'s' * (count != 1)}, {split.mean_length:,.0f} characters on average"
    noise = f" · {split.noise_share:.0%} of the answering chunk is noise" if split.whole else ""
    return f"{chunks} · stored {split.storage:.2f} times{noise}".replace("%", " %")


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
