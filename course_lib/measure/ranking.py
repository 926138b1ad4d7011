"""Ask the real store every question, and keep what it finds, best first, for any k and budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from course_lib.access import Identity
from course_lib.chunk import Span
from course_lib.measure.intervals import union_length
from course_lib.measure.line import Line
from course_lib.measure.questions import Asked
from course_lib.measure.scores import characters_to_evidence
from course_lib.store import ChunkStore

Progress = Callable[[int, int], object]
FIRST_LOOK = 32  # chunks
REACH = 20_000  # characters; who has read so many in vain stops


@dataclass(frozen=True, slots=True)
class Ranked:
    """One question, its evidence on the line, and the numbers of the chunks found, best first.

    `exhausted` says that the store has no more for it; `to_evidence` is how many characters are
    read until the evidence is whole, None when that is beyond REACH.
    """

    question: Asked
    evidence: tuple[Span, ...]
    found: tuple[int, ...]
    exhausted: bool
    to_evidence: int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The chunks on their line, and what the store found for each question."""

    line: Line
    ranked: Sequence[Ranked]


def rank(
    line: Line,
    questions: Sequence[Asked],
    *,
    k: int | None = None,
    budget: int | None = None,
    progress: Progress | None = None,
) -> Ranking:
    """Store the chunks and ask each question, as somebody who may read its document.

    The ranking goes deep enough for k chunks, for a budget of characters, and until the evidence is
    whole, REACH characters are read, or the store has no more. `progress` is called with the number
    of questions done and of all. Raises ValueError for no question, for one that Line refuses, and
    for a k or a budget that it refuses.
    """
    if not questions:
        raise ValueError("there is no question to measure with: give at least one")
    line.check_reading(k, budget)
    evidence = [line.evidence(question) for question in questions]
    ranked = []
    with TemporaryDirectory() as folder, ChunkStore(Path(folder) / "measure.sqlite") as store:
        for document, chunks in zip(line.documents, line.pieces, strict=True):
            store.replace(document, chunks)
        for question, spans in zip(questions, evidence, strict=True):
            ranked.append(_rank_one(store, line, question, spans, k or 1, budget or 1))
            if progress:
                progress(len(ranked), len(questions))
    return Ranking(line, ranked)


def _rank_one(
    store: ChunkStore, line: Line, question: Asked, evidence: Sequence[Span], k: int, budget: int
) -> Ranked:
    document = question.document
    identity = Identity("measure", document.scope, document.acl_roles)
    depth = max(k, FIRST_LOOK)
    while True:
        hits = store.search(question.text, identity, k=depth)
        found = tuple(line.number(hit.chunk) for hit in hits)
        spans = [line.chunks[number] for number in found]
        exhausted = len(found) < depth
        to_evidence = characters_to_evidence(spans, evidence, at_most=REACH)
        needed = budget if to_evidence is not None else max(budget, REACH)
        length = union_length(spans)
        if exhausted or length >= needed:
            return Ranked(question, tuple(evidence), found, exhausted, to_evidence)
        depth = depth * needed // length + FIRST_LOOK
