"""Three ways to write a new version of a document, and what a crash leaves for the next reader.

Each runs on a real SQLite file, one statement after the other, and the crash is a connection that
goes away. The table here is a toy; the store of this course is `course_lib.store`.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from course_lib.chunk import Chunk, Chunker
from course_lib.document import Document
from course_lib.show import html
from course_lib.show.controls import LiveView, choice, knob

StoredRow: TypeAlias = tuple[int, int, int, str]  # index, char_start, char_end, text
Statement: TypeAlias = tuple[str, StoredRow | tuple[()]]
ADDED = "Seen by the auditor. "
MOST_STEPS = 30

_TABLE = "CREATE TABLE chunk (i INTEGER PRIMARY KEY, char_start, char_end, text)"
_INSERT = "INSERT INTO chunk VALUES (?, ?, ?, ?)"
_UPSERT = "INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?)"
_READ = "SELECT i, char_start, char_end, text FROM chunk ORDER BY i"


def patch_by_position(old: Sequence[StoredRow], new: Sequence[StoredRow]) -> list[Statement]:
    """Write each row whose text is another one; leave alone what reads the same."""
    unchanged = set()
    for (index, *_, before), (*_, after) in zip(old, new, strict=False):
        if before == after:
            unchanged.add(index)
    return [(_UPSERT, row) for row in new if row[0] not in unchanged]


def delete_then_insert(_old: Sequence[StoredRow], new: Sequence[StoredRow]) -> list[Statement]:
    """Delete all rows and insert the new ones, each statement for itself."""
    return [("DELETE FROM chunk", ()), *((_INSERT, row) for row in new)]


def one_transaction(old: Sequence[StoredRow], new: Sequence[StoredRow]) -> list[Statement]:
    """Do the same between BEGIN and COMMIT."""
    return [("BEGIN IMMEDIATE", ()), *delete_then_insert(old, new), ("COMMIT", ())]


STRATEGIES: Mapping[str, Callable[[Sequence[StoredRow], Sequence[StoredRow]], list[Statement]]] = {
    "patch by position": patch_by_position,
    "delete, then insert": delete_then_insert,
    "one transaction": one_transaction,
}


@dataclass(frozen=True, slots=True)
class AfterCrash:
    """What a reader finds after `done` of the `total` statements, and what each row is worth."""

    done: int
    total: int
    old: Sequence[StoredRow]
    new: Sequence[StoredRow]
    found: Sequence[StoredRow]

    @property
    def verdict(self) -> str:
        """What the rows are, taken together."""
        if list(self.found) == list(self.new):
            return "the whole new version"
        if list(self.found) == list(self.old):
            return "the whole old version"
        if not self.found:
            return "nothing at all"
        return "a version that never was"

    @property
    def worth(self) -> Counter[str]:
        """Count the rows: of the new version, of the old one, or of neither."""
        new, old = set(self.new), set(self.old)
        worth: Counter[str] = Counter()
        for row in self.found:
            worth["new" if row in new else "old" if row in old else "neither"] += 1
        return worth

    @property
    def missing(self) -> int:
        """How many rows of the new version are not there."""
        return len(set(self.new) - set(self.found))


def rows_of(chunks: Sequence[Chunk]) -> list[StoredRow]:
    """Return what a table would hold of the chunks."""
    return [(chunk.index, *chunk.span, chunk.text) for chunk in chunks]


def crash(
    strategy: str, old: Sequence[StoredRow], new: Sequence[StoredRow], after: int
) -> AfterCrash:
    """Write `new` over `old`, let the connection go away after so many statements, and read.

    >>> old, new = [(0, 0, 3, "one")], [(0, 0, 3, "two")]
    >>> [crash("delete, then insert", old, new, after).verdict for after in (0, 1, 2)]
    ['the whole old version', 'nothing at all', 'the whole new version']
    >>> [crash("one transaction", old, new, after).verdict for after in (2, 4)]
    ['the whole old version', 'the whole new version']
    """
    statements = STRATEGIES[strategy](old, new)
    with TemporaryDirectory() as folder:
        path = Path(folder, "toy.db")
        with closing(_opened(path)) as writer:
            writer.execute(_TABLE)
            writer.executemany(_INSERT, old)
        with closing(_opened(path)) as writer:  # closed without COMMIT: what is pending is undone
            for statement, values in statements[:after]:
                writer.execute(statement, values)
        with closing(_opened(path)) as reader:
            found = [tuple(row) for row in reader.execute(_READ)]
    return AfterCrash(min(after, len(statements)), len(statements), old, new, found)


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def outcome_html(outcome: AfterCrash, text: str) -> str:
    """Return the verdict, how much was done, and a row for each chunk that a reader finds."""
    rows, liars = [], 0
    for index, start, end, found in outcome.found:
        true = text[start:end] == found
        liars += not true
        words = found if len(found) <= 64 else f"{found[:48]}…{found[-15:]}"
        there = "✔ there" if true else "✘ not there"
        rows.append((f"#{index}", [f"{start}–{end}", words, there]))
    worth = outcome.worth
    figures = [
        ("statements done", f"{outcome.done} of {outcome.total}"),
        ("rows of the new version", f"{worth['new']} of {len(outcome.new)}"),
        ("rows of the old one only", str(worth["old"])),
        ("new rows missing", str(outcome.missing)),
        ("rows that do not cut their text", str(liars)),
    ]
    table = html.table_html(["says it is at", "holds", "in the new text"], rows)
    mark = html.mark_of(outcome.verdict.startswith("the whole"))
    status = html.status_html(f"A reader finds {outcome.verdict}", mark)
    return f'<div class="cl">{status}{html.numbers_html(figures)}{table}</div>'


class ReplaceExplorer(LiveView):
    """One sentence put into a document somewhere, written in one of three ways, with a crash.

    `position` is where the sentence goes, in code points; `crash_after` how many statements are
    done before the connection goes away. Raises InvalidValue for a number beyond its slider.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.samples import load_document
    >>> note = load_document("policy/55012")
    >>> ReplaceExplorer(note, ParagraphChunker(300), strategy="delete, then insert").sentence
    'delete, then insert, 3 of 6 statements done: a reader finds a version that never was'
    """

    def __init__(
        self,
        document: Document,
        chunker: Chunker,
        *,
        position: int = 98,
        crash_after: int = 3,
        strategy: str = "patch by position",
        key: str | None = None,
    ) -> None:
        self.document, self.chunker = document, chunker
        length = len(document.text)
        self.position = knob("edit at", position, (0, length), step=10)
        self.steps = knob("crash after", crash_after, (0, MOST_STEPS), unit="statements")
        self.strategy = choice("strategy", STRATEGIES, strategy)
        rows = [self.strategy, self.position, self.steps]
        self._open_with(rows, [self.position, self.steps, self.strategy], key)

    @property
    def revised(self) -> Document:
        """The document with the sentence in it."""
        text, at = self.document.text, self.position.value
        return self.document.revised(text[:at] + ADDED + text[at:])

    @property
    def outcome(self) -> AfterCrash:
        """What the current knobs leave behind."""
        old, new = (rows_of(self.chunker.split(each)) for each in (self.document, self.revised))
        return crash(self.strategy.value, old, new, self.steps.value)

    @property
    def sentence(self) -> str:
        """The current state in words."""
        outcome = self.outcome
        return (
            f"{self.strategy.value}, {outcome.done} of {outcome.total} statements done: "
            f"a reader finds {outcome.verdict}"
        )

    def _show(self) -> None:
        self.summary.value = outcome_html(self.outcome, self.revised.text)
