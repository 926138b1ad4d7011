"""The split that stores least among those that keep enough passages whole."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from course_lib.chunk import Span
from course_lib.chunkers import NaiveChunker, ParagraphChunker
from course_lib.grading.answers import Answers, NotYet, shown
from course_lib.measure.corpus import Corpus
from course_lib.measure.intervals import total_length, union_length
from course_lib.measure.scores import count_covered, count_whole
from course_lib.samples import load_documents, load_questions

Splits = Mapping[str, list[Span]]
PROMISE = 95  # per cent of the samples' passages that shall stay whole
HALVES = [(0, 10), (10, 20)]
CASES: list[tuple[dict[str, list[Span]], list[Span], int]] = [
    ({"A": HALVES, "B": [(0, 12), (8, 20)]}, [(1, 3), (4, 9), (9, 12), (12, 18)], 75),
    ({"A": [(3, 9)]}, [(3, 9)], 100),
    ({"A": [(0, 5), (15, 20)], "B": [(0, 20)]}, [(8, 12)], 100),
    ({"A": [(0, 10)], "B": [(0, 12), (8, 20)]}, [(1, 3), (4, 9), (12, 18)], 67),
    ({"A": HALVES, "B": [(0, 14), (6, 20)], "C": [(0, 10), (4, 16), (10, 20)]}, [(8, 12)], 100),
    ({"A": [(0, 20), (20, 24)], "B": [(4, 12)]}, [(5, 7), (8, 11)], 50),
    ({"A": [(0, 15), (5, 20)], "B": [(0, 20)]}, [(2, 4), (6, 12)], 100),
    ({"A": [(0, 16), (4, 20)], "B": [(0, 10), (8, 18), (2, 9)]}, [(8, 10), (5, 8)], 100),
    ({"A": [(0, 20)], "B": [(0, 8), (6, 12), (12, 16), (16, 20)]}, [(1, 3)], 100),
    ({"A": HALVES, "B": [(0, 15), (15, 20)]}, [(8, 18)], 50),
]


def check(answers: Answers, random: Random) -> str:
    for case in [*CASES, *(_random_case(random) for _ in range(40))]:
        _check_choice(answers, case)
    splits, passages, length = sample_splits()
    _check_choice(answers, (splits, passages, PROMISE))
    name = cheapest(splits, passages, PROMISE)
    windows = {other: chunks for other, chunks in splits.items() if other.startswith("naive")}
    dearer = cheapest(windows, passages, PROMISE)
    if name is None or dearer is None:
        raise NotYet("no split of the samples keeps the promise any more: tell your teacher")
    kept = f"{count_whole(splits[name], passages)} of {len(passages)} passages whole"
    stored = [f"{total_length(splits[each]) / length:.2f} times" for each in (name, dearer)]
    others = held_out_passages()
    tested = (
        f"of the held-out passages it keeps {count_whole(splits[name], others)} of {len(others)}"
    )
    return f"{name} keeps {kept} and stores the text {stored[0]}, {dearer} {stored[1]}; {tested}"


def cheapest(splits: Splits, passages: list[Span], percent: int) -> str | None:
    """Return the split that stores least and keeps so many passages whole, each in one chunk."""
    kept = [
        name
        for name, chunks in splits.items()
        if 100 * count_whole(chunks, passages) >= percent * len(passages)
    ]
    return min(kept, key=lambda name: total_length(splits[name]), default=None)


@cache
def sample_splits() -> tuple[dict[str, list[Span]], list[Span], int]:
    """Return the samples' splits and passages as the exercise gives them, and the text's length."""
    documents = load_documents()
    asked = [question for question in load_questions() if not question.held_out]
    settings = [(400, 0), (400, 200)]
    settings += [(800, 0), (800, 100), (800, 200), (800, 300), (800, 400)]
    lines = {f"naive {size}/{o}": Corpus(NaiveChunker(size, o), documents) for size, o in settings}
    for size in (400, 800):
        lines[f"paragraph {size}"] = Corpus(ParagraphChunker(size), documents)
    line = lines["naive 800/0"]
    passages = [span for question in asked for span in line.evidence(question)]
    return {name: line.chunks for name, line in lines.items()}, passages, line.length


@cache
def held_out_passages() -> list[Span]:
    """Return the passages by which nothing was chosen."""
    line = Corpus(NaiveChunker(800, 0), load_documents())
    return [span for each in load_questions() if each.held_out for span in line.evidence(each)]


def _random_case(random: Random) -> tuple[dict[str, list[Span]], list[Span], int]:
    """Windows over 40 characters, no two splits of which store the same, and four passages."""
    splits: dict[str, list[Span]] = {}
    stored = set()
    for name in "ABCDE":
        size = random.randint(4, 20)
        step = random.randint(2, size)
        chunks = [(start, min(start + size, 40)) for start in range(0, 40, step)]
        if total_length(chunks) not in stored:
            splits[name] = chunks
            stored.add(total_length(chunks))
    starts = [random.randrange(30) for _ in range(4)]
    passages = [(start, start + random.randint(1, 10)) for start in starts]
    return splits, passages, random.choice((25, 50, 75, 100))


def _check_choice(answers: Answers, case: tuple[Splits, list[Span], int]) -> None:
    splits, passages, percent = case
    mine = answers.call("cheapest", splits, passages, percent)
    if mine != cheapest(*case):
        call = f"cheapest({shown(dict(splits))}, {shown(passages)}, {percent})"
        raise NotYet(f"{call}: {_why_other_choice(mine, *case)}")


def _why_other_choice(mine: Any, splits: Splits, passages: list[Span], percent: int) -> str:
    right = cheapest(splits, passages, percent)
    if mine is not None and (not isinstance(mine, str) or mine not in splits):
        return f"returned {shown(mine)}; return the name of one split, or None"
    if mine is None:
        kept = count_whole(splits[right or ""], passages)
        enough = f"None, but {right!r} keeps {kept} of {len(passages)} whole, which is enough"
        if _count_inside(splits[right or ""], passages) < kept:
            return f"{enough}: a passage may begin and end where its chunk does"
        return enough
    kept, chunks = count_whole(splits[mine], passages), splits[mine]
    if 100 * kept < percent * len(passages):
        whole = f"{mine!r} keeps only {kept} of {len(passages)} whole"
        if 100 * count_covered(chunks, passages) >= percent * len(passages):
            return f"{whole}: a passage that needs two chunks is torn"
        return f"{whole}, less than {percent} %"
    other = splits[right or ""]
    if percent < 100 and 100 * count_whole(other, passages) == percent * len(passages):
        return f"{right!r} keeps exactly {percent} % whole, and that is enough"
    sizes = f"{mine!r} stores {total_length(chunks)} characters, {right!r} {total_length(other)}"
    if union_length(chunks) <= union_length(other):
        return f"{sizes}: what lies in two chunks is stored twice"
    if len(chunks) <= len(other):
        return f"{sizes}: count characters, not chunks"
    return f"{sizes}: among those that keep enough, take the one that stores least"


def _count_inside(chunks: list[Span], passages: list[Span]) -> int:
    return sum(any(s < start and end < e for s, e in chunks) for start, end in passages)
