"""The checks of an audit, one function each: from a text and its placed chunks to findings.

A matching slice proves little, since it may be a twin of the true one: order and coverage are
checked too. Each check changes nothing, so that the checks may run in any order, and is linear in
the text and the chunks.
"""

import reprlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

from course_lib.auditing.fields import CODE_POINTS
from course_lib.auditing.finding import Finding, in_place
from course_lib.auditing.placing import Gap, Placed
from course_lib.auditing.readers import Item
from course_lib.chunk import Span
from course_lib.chunkers.graphemes import inside_cluster
from course_lib.chunkers.structure import context_length


def misplaced(text: str, chunks: list[Placed]) -> Iterator[Finding]:
    """Find positions that are missing or impossible, and slices that do not match."""
    for chunk in chunks:
        if chunk.kind:  # a slice is shown where the chunk says that it stands
            claims = chunk.kind == "slice" and chunk.item.unit == CODE_POINTS
            edges = (chunk.item.start, chunk.item.end) if claims else ()
            yield _finding(chunk.kind, text, chunk, chunk.fault, *edges)


def twins(text: str, chunks: list[Placed], gaps: list[Gap]) -> Iterator[Finding]:
    """Find slices that match and may yet be misplaced, since equal text stands elsewhere.

    The order of the chunks tells; where it tells nothing, the gaps do. One explanation is enough.
    """
    out_of_order = [(chunk, chunk.twin) for chunk in chunks if chunk.twin is not None]
    for chunk, at in out_of_order or _twins_in_gaps(text, chunks, gaps):
        fault = f"may be misplaced: the same words stand at {at}–{at + len(chunk.item.text)}, too"
        advice = "where order or coverage calls for a chunk; carry positions, never search"
        yield _finding("twin", text, chunk, f"{fault}, {advice}")


def uncovered(text: str, gaps: list[Gap]) -> Iterator[Finding]:
    """Find text that no chunk holds."""
    for start, end, beside in gaps:
        before = [chunk.item.index for chunk in beside if chunk.place and chunk.place[0] < start]
        fault = f"characters {start}–{end} are in no chunk: extend a chunk, or add one"
        last = before[-1] if before else None
        yield Finding("uncovered", last, fault, in_place(text, start, end))


def contained(text: str, chunks: list[Placed]) -> Iterator[Finding]:
    """Find chunks that lie inside another one."""
    places = [(chunk.place, chunk) for chunk in chunks if chunk.place and chunk.item.text]
    places.sort(key=lambda pair: (pair[0][0], -pair[0][1]))  # of equal starts the longest first
    holder, reach = None, 0
    for (_, end), chunk in places:
        if holder and end <= reach:
            fault = f"lies inside {holder}: leave it out, unless it is a misplaced twin"
            yield _finding("contained", text, chunk, fault)
        else:
            holder, reach = chunk.item, end


def blank_or_oversize(
    text: str, chunks: list[Placed], max_chars: int | None, count_context: bool = False
) -> Iterator[Finding]:
    """Find chunks that hold nothing, and those that hold too much."""
    for chunk in chunks:
        length = len(chunk.item.text) + _taken_by_context(chunk, count_context)
        if not chunk.item.text.strip():
            yield _finding("blank", text, chunk, "holds nothing but white space: leave it out")
        elif max_chars is not None and length > max_chars:
            fault = f"holds {length:,} characters, {max_chars:,} are allowed: cut it again"
            yield _finding("oversize", text, chunk, fault)


def torn_clusters(
    text: str, chunks: list[Placed], max_chars: int | None, count_context: bool = False
) -> Iterator[Finding]:
    """Find cuts inside a grapheme cluster, but for one that is longer than a chunk may be."""
    cuts: dict[int, Placed] = {}
    for chunk in chunks:
        for at in chunk.place or ():
            cuts.setdefault(at, chunk)
    first = last = 0  # the cluster around the cut before
    for at in sorted(cuts):
        if at >= last:
            first, last = _cluster(text, at, last)
        taken = _taken_by_context(cuts[at], count_context)
        if first < at and (max_chars is None or last - first <= max_chars - taken):
            what = r"\r\n" if text.startswith("\r\n", first) else "a grapheme cluster"
            fault = f"is cut at {at}, inside {what} at {first}–{last}: cut at {first} or {last}"
            yield _finding("cluster", text, cuts[at], fault, first, at, last)


def wrong_labels(text: str, chunks: list[Placed], wanted: dict[str, Any]) -> Iterator[Finding]:
    """Find guardrails that are missing, or that are not the wanted ones."""
    for chunk in chunks:
        have = chunk.item.labels
        missing = [name for name in wanted if name not in have]
        if missing:
            fault = f"lacks {', '.join(missing)}: copy the document's labels to every chunk"
            yield _finding("unlabelled", text, chunk, fault)
        differing = [name for name in wanted if name in have and have[name] != wanted[name]]
        if differing:
            pairs = [f"{n} {_shown(have[n])}, not {_shown(wanted[n])}" for n in differing]
            fault = f"says {'; '.join(pairs)}: copy labels from the document, unchanged"
            yield _finding("mislabelled", text, chunk, fault)


def shared(text: str, chunks: list[Placed]) -> Iterator[Finding]:
    """Find lists, dicts and sets that several chunks hold, the outermost alone."""
    for value, users in _users_of_mutables(chunks):
        if len(users) > 1:
            first: Item = users[0].item
            others = f"{first} and {len(users) - 2:,} more" if users[2:] else f"{first}"
            what = f"the {type(value).__name__} {reprlib.repr(value)}"
            fault = f"shares {what} with {others}, so that one change changes all: copy it"
            yield _finding("shared", text, users[1], fault)


def wrong_hashes(text: str, chunks: list[Placed]) -> Iterator[Finding]:
    """Find hashes that are not the sha256 of the chunk's text."""
    for chunk in chunks:
        digest = chunk.item.digest
        if digest is None:
            continue
        right = sha256(chunk.item.text.encode(errors="surrogatepass")).hexdigest()
        if digest != right:
            fault = f"has chunk_sha256 {_shown(digest)}, but its text has {right}"
            yield _finding("hash", text, chunk, f"{fault}: hash its UTF-8 bytes anew")


def wrong_numbers(text: str, chunks: list[Placed]) -> Iterator[Finding]:
    """Find chunks whose index is missing, used twice or out of range, if any chunk has one."""
    if all(chunk.item.number is None for chunk in chunks):
        return
    used = set()
    for chunk in chunks:
        number = chunk.item.number
        if type(number) is not int or not 0 <= number < len(chunks) or number in used:
            fault = f"has index {_shown(number)}: number the chunks 0–{len(chunks) - 1}, each once"
            yield _finding("index", text, chunk, fault)
        else:
            used.add(number)


def _finding(kind: str, text: str, chunk: Placed, fault: str, *edges: int) -> Finding:
    """Make a finding that is shown at the edges; else where the chunk stands; else by itself."""
    edges = edges or chunk.place or ()
    item = chunk.item
    excerpt = in_place(text, *edges) if edges else in_place(item.text, 0, len(item.text))
    return Finding(kind, item.index, f"{item} {fault}", excerpt)


def _twins_in_gaps(
    text: str, chunks: list[Placed], gaps: list[Gap]
) -> Iterator[tuple[Placed, int]]:
    """Find chunks whose text stands in a gap, too: perhaps that is their place.

    Those beside the gap are looked for in it; all others must be all of it.
    """
    by_text = {chunk.item.text.strip(): chunk for chunk in chunks if chunk.place}
    seen = set()
    for start, end, beside in gaps:
        same = by_text.get(text[start:end])
        for chunk in [*beside, *([same] if same else [])]:
            wanted = chunk.item.text
            at = text.find(wanted, max(0, start - len(wanted) + 1), end + len(wanted) - 1)
            if at >= 0 and not chunk.kind and wanted.strip() and chunk.item.index not in seen:
                seen.add(chunk.item.index)
                yield chunk, at


def _users_of_mutables(chunks: list[Placed]) -> Iterable[tuple[object, list[Placed]]]:
    """Return each value that could be changed, with the chunks that hold it, in order.

    A value is looked into for the first chunk alone, so that what lies in a shared one is not
    named a second time.
    """
    users: dict[int, tuple[object, list[Placed]]] = {}  # keeps the values: no id is used twice
    for chunk in chunks:
        stack = _mutable(chunk.item.own)
        while stack:
            value = stack.pop()
            holders = users.setdefault(id(value), (value, []))[1]
            if not holders:
                stack += _mutable(value.values() if isinstance(value, dict) else value)
            if not holders or holders[-1] is not chunk:
                holders.append(chunk)
    return users.values()


def _taken_by_context(chunk: Placed, count_context: bool) -> int:
    return context_length(chunk.item.context) if count_context else 0


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
