"""The checks of an audit, one function each: from a text and its chunks to findings.

A matching slice proves little, since it may be a twin of the true one: order and coverage are
checked too. Each check is linear in the text and the chunks.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeAlias

from course_lib.auditing.diagnose import Finder
from course_lib.auditing.finding import Finding, in_place
from course_lib.auditing.readers import Item
from course_lib.chunk import Span
from course_lib.chunkers.boundaries import inside_cluster

Gap: TypeAlias = tuple[int, int, list[Item]]  # text in no chunk, and the chunks beside it


def misplaced(text: str, items: list[Item]) -> Iterator[Finding]:
    """Settle where each chunk stands; find positions that are missing, wrong or doubtful."""
    finder = Finder(text)
    for item in items:
        if fault := _position_fault(item):
            item.place = finder.find_anywhere(item.text)
            yield _finding("position", text, item, fault + _really(text, item, finder))
        elif item.end - item.start == len(item.text) and text.startswith(item.text, item.start):
            item.place, item.matches = (item.start, item.end), True
            if item.start < finder.after and item.text.strip():
                twin = finder.find(item.text, finder.after)
                yield from [_twin(text, item, twin[0])] if twin else []
        else:
            fault, item.place = finder.explain(item.text, item.start, item.end)
            fault += _really(text, item, finder)
            yield _finding("slice", text, item, fault, item.start, item.end)
        if item.place:
            finder.settle(item.place)


def gaps_between(text: str, items: list[Item]) -> list[Gap]:
    """Return where text, white space apart, stands in no chunk."""
    placed = sorted((item.place, item.index) for item in items if item.place)
    gaps, covered = [], 0
    for at, (start, end) in enumerate([*(place for place, _ in placed), (len(text), len(text))]):
        missing = text[covered:start]
        if missing.strip():
            first = start - len(missing.lstrip())
            last = covered + len(missing.rstrip())
            gaps.append((first, last, [items[i] for _, i in placed[max(0, at - 2) : at + 1]]))
        covered = max(covered, end)
    return gaps


def uncovered(text: str, gaps: list[Gap]) -> Iterator[Finding]:
    """Find text that no chunk holds."""
    for start, end, beside in gaps:
        before = [item.index for item in beside if item.place and item.place[0] < start]
        fault = f"characters {start}–{end} are in no chunk: extend a chunk, or add one"
        yield Finding(
            "uncovered", before[-1] if before else None, fault, in_place(text, start, end)
        )


def twins_in_gaps(text: str, gaps: list[Gap]) -> Iterator[Finding]:
    """Find chunks beside a gap whose text stands in it, too: perhaps that is their place."""
    seen = set()
    for start, end, beside in gaps:
        for item in beside:
            length = len(item.text)
            at = text.find(item.text, max(0, start - length + 1), end + length - 1)
            if at >= 0 and item.matches and item.text.strip() and item.index not in seen:
                seen.add(item.index)
                yield _twin(text, item, at)


def contained(text: str, items: list[Item]) -> Iterator[Finding]:
    """Find chunks that lie inside another one."""
    holder = None
    placed = [item for item in items if item.place and item.text]
    for item in sorted(placed, key=lambda item: (_place(item)[0], -_place(item)[1])):
        if holder and _place(item)[1] <= _place(holder)[1]:
            fault = f"lies inside {holder}: leave it out, unless it is a misplaced twin"
            yield _finding("contained", text, item, fault)
        else:
            holder = item


def blank_or_oversize(text: str, items: list[Item], max_chars: int | None) -> Iterator[Finding]:
    """Find chunks that hold nothing, and those that hold too much."""
    for item in items:
        if not item.text.strip():
            yield _finding("blank", text, item, "holds nothing but white space: leave it out")
        elif max_chars is not None and len(item.text) > max_chars:
            fault = f"holds {len(item.text):,} characters, {max_chars:,} are allowed: cut it again"
            yield _finding("oversize", text, item, fault)


def torn(text: str, items: list[Item], max_chars: int | None) -> Iterator[Finding]:
    """Find cuts inside a grapheme cluster, but for one that is longer than a chunk may be."""
    cuts: dict[int, Item] = {}
    for item in items:
        for at in item.place or ():
            cuts.setdefault(at, item)
    first = last = 0  # the cluster around the cut before
    for at in sorted(cuts):
        if at >= last:
            first, last = _cluster(text, at, last)
        if first < at and (max_chars is None or last - first <= max_chars):
            what = r"\r\n" if text.startswith("\r\n", first) else "a grapheme cluster"
            fault = f"is cut at {at}, inside {what} at {first}–{last}: cut at {first} or {last}"
            yield _finding("cluster", text, cuts[at], fault, first, at, last)


def misnamed(text: str, items: list[Item], wanted: dict[str, Any]) -> Iterator[Finding]:
    """Find guardrails that are missing, or that are not the wanted ones."""
    for item in items:
        have = item.labels
        missing = [name for name in wanted if name not in have]
        if missing:
            fault = f"lacks {', '.join(missing)}: copy the document's labels to every chunk"
            yield _finding("unlabelled", text, item, fault)
        differing = [name for name in wanted if name in have and have[name] != wanted[name]]
        if differing:
            pairs = [f"{n} {_shown(have[n])}, not {_shown(wanted[n])}" for n in differing]
            fault = f"says {'; '.join(pairs)}: copy labels from the document, unchanged"
            yield _finding("mislabelled", text, item, fault)


def shared(text: str, items: list[Item]) -> Iterator[Finding]:
    """Find lists, dicts and sets that several chunks hold, the outermost alone."""
    holders: dict[int, tuple[object, list[Item]]] = {}  # keeps them alive: no id is used twice
    for item in items:
        stack = _mutable(item.own)
        while stack:
            value = stack.pop()
            users = holders.setdefault(id(value), (value, []))[1]
            if not users:
                stack += _mutable(value.values() if isinstance(value, dict) else value)
            if not users or users[-1] is not item:
                users.append(item)
    for value, users in holders.values():
        if len(users) > 1:
            others = f"{users[0]} and {len(users) - 2:,} more" if users[2:] else f"{users[0]}"
            what = f"the {type(value).__name__} {reprlib.repr(value)}"
            fault = f"shares {what} with {others}, so that one change changes all: copy it"
            yield _finding("shared", text, users[1], fault)


def wrong_hashes(text: str, items: list[Item]) -> Iterator[Finding]:
    """Find hashes that are not the sha256 of the chunk's text."""
    for item in items:
        if item.digest is not None:
            right = sha256(item.text.encode(errors="surrogatepass")).hexdigest()
            if item.digest != right:
                fault = f"has chunk_sha256 {_shown(item.digest)}, but its text has {right}"
                yield _finding("hash", text, item, f"{fault}: hash its UTF-8 bytes anew")


def wrong_numbers(text: str, items: list[Item]) -> Iterator[Finding]:
    """Find chunks whose index is missing, used twice or out of range, if any chunk has one."""
    if all(item.number is None for item in items):
        return
    used = set()
    for item in items:
        number = item.number
        if type(number) is not int or not 0 <= number < len(items) or number in used:
            fault = f"has index {_shown(number)}: number the chunks 0–{len(items) - 1}, each once"
            yield _finding("index", text, item, fault)
        else:
            used.add(number)


def _finding(kind: str, text: str, item: Item, fault: str, *edges: int) -> Finding:
    edges = edges or item.place or ()
    excerpt = in_place(text, *edges) if edges else in_place(item.text, 0, len(item.text))
    return Finding(kind, item.index, f"{item} {fault}", excerpt)


def _position_fault(item: Item) -> str:
    if item.start is None:
        return "has no position: store it when you cut"
    if type(item.start) is not int or type(item.end) is not int:
        return "has a position that is no whole number: count code points"
    if item.start < 0:
        return "has a negative position, as from a search in vain: carry positions, never search"
    return "ends before it starts: exchange its positions" if item.end < item.start else ""


def _really(text: str, item: Item, finder: Finder) -> str:
    if item.place is None:
        tired = "; its text was not searched for, since too many are wrong"
        return tired if finder.budget <= 0 else "; its text stands nowhere"
    start, end = item.place
    stands = end - start == len(item.text) and text.startswith(item.text, start)
    return f"; its text stands at {start}–{end}" if stands else ""


def _twin(text: str, item: Item, at: int) -> Finding:
    fault = f"may be misplaced, for equal text stands at {at}–{at + len(item.text)}"
    advice = "where order or coverage asks for a chunk; carry positions, never search"
    return _finding("twin", text, item, f"{fault}: {advice}")


def _place(item: Item) -> Span:
    assert item.place is not None
    return item.place


def _cluster(text: str, at: int, since: int) -> Span:
    """The grapheme cluster around a position, `since` an earlier end of one; else `(at, at)`."""
    if not inside_cluster(text, at, since):
        return at, at
    first, last = at - 1, at + 1
    while inside_cluster(text, first, since):
        first -= 1
    while inside_cluster(text, last, since):
        last += 1
    return first, last


def _mutable(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, (dict, list, set))]


def _shown(value: Any) -> str:
    if isinstance(value, frozenset):
        return repr(sorted(value))
    return str(value) if isinstance(value, datetime) else reprlib.repr(value)
