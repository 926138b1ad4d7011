"""Three ways to write a new version of a document, and what a crash leaves for the next reader.

Each runs on a real SQLite file, one statement after the other. After each one a reader looks, over
a connection of its own; the crash is a writer's connection that goes away. The table here is a toy;
the store of this course is `course_lib.store`.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import ipywidgets

from course_lib.chunk import Chunk, Chunker
from course_lib.document import Document
from course_lib.show import html
from course_lib.show.controls import LiveView, choice, knob
from course_lib.show.drawings import time_line_picture
from course_lib.show.stills import Picture

StoredRow: TypeAlias = tuple[int, int, int, str]  # index, char_start, char_end, text
Statement: TypeAlias = tuple[str, StoredRow | tuple[()]]
ADDED = "Seen by the auditor. "
MARKS = {  # what a reader finds, by a mark on the time line
    "the whole old version": "◇",
    "the whole new version": "◆",
    "nothing at all": "∅",
    "a version that never was": "✘",
}

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
    def sound(self) -> bool:
        """Whether it is one version, and the whole of it."""
        return self.verdict.startswith("the whole")

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
        path = _stored(Path(folder, "toy.db"), old)
        with closing(_opened(path)) as writer:  # closed without COMMIT: what is pending is undone
            for statement, values in statements[:after]:
                writer.execute(statement, values)
        with closing(_opened(path)) as reader:
            found = _read(reader)
    return AfterCrash(min(after, len(statements)), len(statements), old, new, found)


def readings(strategy: str, old: Sequence[StoredRow], new: Sequence[StoredRow]) -> list[AfterCrash]:
    """Write `new` over `old` and read before the first statement and after each one.

    What a reader finds at a moment is what a crash at that moment would leave.

    >>> old, new = [(0, 0, 3, "one")], [(0, 0, 3, "two")]
    >>> [each.verdict for each in readings("delete, then insert", old, new)]
    ['the whole old version', 'nothing at all', 'the whole new version']
    """
    statements = STRATEGIES[strategy](old, new)
    with TemporaryDirectory() as folder:
        path = _stored(Path(folder, "toy.db"), old)
        with closing(_opened(path)) as writer, closing(_opened(path)) as reader:
            found = [_read(reader)]
            for statement, values in statements:
                writer.execute(statement, values)
                found.append(_read(reader))
    return [AfterCrash(done, len(statements), old, new, rows) for done, rows in enumerate(found)]


def _stored(path: Path, rows: Sequence[StoredRow]) -> Path:
    with closing(_opened(path)) as writer:
        writer.execute(_TABLE)
        writer.executemany(_INSERT, rows)
    return path


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def _read(reader: sqlite3.Connection) -> list[StoredRow]:
    return [tuple(row) for row in reader.execute(_READ)]


def words_of(statement: Statement) -> str:
    """Return a statement as it is named on the time line.

    >>> words_of((_UPSERT, (3, 0, 4, "Roof"))), words_of(("COMMIT", ()))
    ('REPLACE #3', 'COMMIT')
    """
    sql, row = statement
    if not row:
        return sql.split()[0]
    return f"{'REPLACE' if sql == _UPSERT else 'INSERT'} #{row[0]}"


def time_line_html(statements: Sequence[Statement], moments: Sequence[AfterCrash], at: int) -> str:
    """Return the statements from left to right, and above each moment what a reader finds then."""
    last = max(1, len(statements))
    marks = "".join(
        f'<span class="cl-moment{" cl-now" if moment.done == at else ""} '
        f'{"cl-sound" if moment.sound else "cl-unsound"}" '
        f'style="left:{100 * moment.done / last:.3f}%">{MARKS[moment.verdict]}</span>'
        for moment in moments
    )
    boxes = "".join(
        f'<span class="cl-step{"" if number < at else " cl-never"}">{words_of(statement)}</span>'
        for number, statement in enumerate(statements)
    )
    found = "; ".join(f"after {moment.done}: {moment.verdict}" for moment in moments)
    legend = " · ".join(f"{mark} {words}" for words, mark in MARKS.items())
    return (
        f'<div class="cl cl-time" role="img" aria-label="What a reader finds: {found}">'
        '<div class="cl-lane-name">what a reader finds at each moment</div>'
        f'<div class="cl-moments">{marks}</div>'
        '<div class="cl-lane-name">the statements; drag the line of the crash</div>'
        f'<div class="cl-steps">{boxes}</div></div><p class="cl-legend">{legend}</p>'
    )


def outcome_html(outcome: AfterCrash, text: str) -> str:
    """Return how much was done, and a row for each chunk that a reader finds."""
    rows, liars = [], 0
    for index, start, end, found in outcome.found:
        true = text[start:end] == found
        liars += not true
        words = found if len(found) <= 64 else f"{found[:48]}…{found[-15:]}"
        there = "✔\N{NO-BREAK SPACE}there" if true else "✘\N{NO-BREAK SPACE}not there"
        rows.append((there, [f"#{index}", f"{start}–{end}", words]))
    worth = outcome.worth
    figures = [
        ("rows of the new version", f"{worth['new']} of {len(outcome.new)}"),
        ("rows of the old one only", str(worth["old"])),
        ("new rows missing", str(outcome.missing)),
        ("rows whose numbers cut other words", str(liars)),
    ]
    table = html.table_html(["row", "says it is at", "holds"], rows, corner="in the new text")
    return f'<div class="cl">{html.numbers_html(figures)}{table if rows else ""}</div>'


class ReplaceExplorer(LiveView):
    """One sentence put into a document somewhere, written in one of three ways, with a crash.

    `position` is where the sentence goes, in code points; `crash_after` how many statements are
    done before the connection goes away, and without it there is no crash. Raises InvalidValue for
    a number beyond its slider.

    >>> from course_lib import ParagraphChunker
    >>> from course_lib.samples import load_document
    >>> note = load_document("policy/55012")
    >>> knobs = {"strategy": "delete, then insert", "crash_after": 3}
    >>> ReplaceExplorer(note, ParagraphChunker(300), **knobs).sentence
    'delete, then insert, 3 of 6 statements done: a reader finds a version that never was'
    """

    def __init__(
        self,
        document: Document,
        chunker: Chunker,
        *,
        position: int = 98,
        crash_after: int | None = None,
        strategy: str = "patch by position",
        key: str | None = None,
    ) -> None:
        self.document, self.chunker = document, chunker
        self._readings = lru_cache(maxsize=64)(self._read)
        self.strategy = choice("strategy", STRATEGIES, strategy)
        self.position = knob("edit at", position, (0, len(document.text)), 10)
        last = len(self.moments) - 1
        done = last if crash_after is None else crash_after
        self.steps = knob("crash after", min(done, last), (0, last), 1, f"of {last} statements")
        self.steps.add_class("cl-crash")
        self._wanted = None if done >= last else done  # without a crash, all is done
        self.steps.observe(self._want, "value")
        self.line = ipywidgets.HTML()
        time = ipywidgets.Box([self.line, self.steps]).add_class("cl-time-line")
        controls = [self.position, self.strategy, self.steps]
        self._open_with([self.strategy, self.position, time], controls, key)

    @property
    def revised(self) -> Document:
        """The document with the sentence in it."""
        return self._revised(self.position.value)

    @property
    def moments(self) -> list[AfterCrash]:
        """What is found before the first statement and after each one."""
        return self._readings(self.strategy.value, self.position.value)

    @property
    def outcome(self) -> AfterCrash:
        """What the current knobs leave behind."""
        return self.moments[self.steps.value]

    @property
    def sentence(self) -> str:
        """The current state in words."""
        outcome = self.outcome
        return (
            f"{self.strategy.value}, {outcome.done} of {outcome.total} statements done: "
            f"a reader finds {outcome.verdict}"
        )

    def _revised(self, at: int) -> Document:
        text = self.document.text
        return self.document.revised(text[:at] + ADDED + text[at:])

    def _read(self, strategy: str, at: int) -> list[AfterCrash]:
        versions = (self.document, self._revised(at))
        old, new = (rows_of(self.chunker.split(version)) for version in versions)
        return readings(strategy, old, new)

    def _want(self, change: Any) -> None:
        self._wanted = change.new if change.new < self.steps.max else None

    def _fit(self) -> None:
        """Let the line of the crash reach from the first moment to the last one."""
        last, wanted = len(self.moments) - 1, self._wanted
        if self.steps.max != last:
            self.steps.unobserve(self._want, "value")
            self.steps.unit, self.steps.max = f"of {last} statements", last
            self.steps.value = last if wanted is None else min(wanted, last)
            self.steps.observe(self._want, "value")

    def _show(self) -> None:
        self._fit()
        outcome = self.outcome
        crash = "no crash" if outcome.done == outcome.total else f"a crash after {outcome.done}"
        self.verdict.tell(f"{crash}: a reader finds {outcome.verdict}", good=outcome.sound)
        statements = STRATEGIES[self.strategy.value](outcome.old, outcome.new)
        self.line.value = time_line_html(statements, self.moments, outcome.done)
        self.summary.value = outcome_html(outcome, self.revised.text)

    def _picture(self) -> Picture:
        return time_line_picture(
            [
                words_of(each)
                for each in STRATEGIES[self.strategy.value](self.outcome.old, self.outcome.new)
            ],
            [MARKS[moment.verdict] for moment in self.moments],
            self.outcome.done,
            self.sentence,
        )
