"""Everything that can be checked about a store, checked again from the text up."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TypeAlias

from course_lib.errors import InvalidType
from course_lib.guardrails import Guarded, Scope
from course_lib.store import schema
from course_lib.store.errors import is_full
from course_lib.store.rows import (
    CHUNK,
    COLUMNS_OF_CHUNK,
    GUARDRAILS,
    digest_of,
    moment_of,
    read_chunk,
    read_document,
    read_source,
    require_sound,
    words_row,
)
from course_lib.store.scores import words_in
from course_lib.store.transaction import rows

_BEYOND_READING = (sqlite3.DatabaseError, ValueError, TypeError, RecursionError)
REPAIR = "delete the source, then index it again"
_EMPTY = "THE STORE IS EMPTY: it holds no source at all"
_UNPROVED = (
    "not proved: that no source is missing or older than it should be; for that, hand verify a "
    "list of the day before: what inventory returned, or with --sources what export wrote"
)

Address: TypeAlias = tuple[Scope, str]
Expected: TypeAlias = dict[Address, Guarded | None]


@dataclass(frozen=True, slots=True)
class StoreReport:
    """What `verify` looked at, each fault that it found, and what it cannot know, in words.

    `characters` counts those of the chunks' text, `context` those that are stored beside it.
    """

    sources: int
    chunks: int
    faults: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    characters: int = 0
    context: int = 0

    @property
    def clean(self) -> bool:
        """Return whether nothing was found."""
        return not self.faults

    def __str__(self) -> str:
        found = f"{len(self.faults):,}" if self.faults else "none"
        head = f"sources: {self.sources:,}, chunks: {self.chunks:,}, faults: {found}"
        lines = [head, *self.faults, *self.remarks]
        if self.context:
            lines.append(f"text: {self.characters:,} characters, context: {self.context:,}")
        return "\n".join(lines)


def check(copy: sqlite3.Connection, expected: Expected | None = None) -> StoreReport:
    """Check the file, the tables, the word index and every slice; nobody else may use the copy."""
    faults: list[str] = []
    for look in (_file, _schema, _labels, _counts, _word_index, _slices):
        try:
            faults += look(copy)
        except _BEYOND_READING as error:
            if is_full(error):  # the temporary folder
                raise
            faults.append(f"the {look.__name__.strip('_')}: {_why(error)}")
    if expected is not None:
        listed = "SELECT tenant, environment, source_id, doc_id, digest FROM source"
        stored = {(Scope(row[0], row[1]), row[2]): row[3:] for row in rows(copy, listed)}
        faults += compare(stored, expected)
    counts = _count(copy, "source"), _count(copy, "chunk")
    remarks = remarks_of(counts[0], expected)
    return StoreReport(*counts, tuple(faults), remarks, *_characters(copy))


def remarks_of(sources: int, expected: Expected | None) -> tuple[str, ...]:
    """Return what a check of so many sources does not prove."""
    return ((_EMPTY,) if not sources else ()) + ((_UNPROVED,) if expected is None else ())


def _characters(copy: sqlite3.Connection) -> tuple[int, int]:
    """Return how many characters of text and of context are stored; 0 of what cannot be read."""
    try:
        (text,) = copy.execute("SELECT total(char_end - char_start) FROM chunk").fetchone()
        (context,) = copy.execute(
            "SELECT total(length(value) + 1) FROM chunk, json_each(chunk.context)"
        ).fetchone()
    except _BEYOND_READING:
        return 0, 0
    return int(text), int(context)


def read_expected(sources: Iterable[Guarded | tuple[Scope, str]]) -> Expected:
    """Return what a store should hold, by its address; raises InvalidType for anything else."""
    expected: Expected = {}
    for each in sources:
        if isinstance(each, Guarded):
            expected[each.scope, each.source_id] = each
        elif isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], Scope):
            expected[each] = None
        else:
            raise InvalidType(
                f"sources must hold what inventory returned, documents, or pairs of scope and "
                f"source_id, got {each!r}"
            )
    return expected


def compare(stored: Mapping[Address, Sequence[str]], expected: Expected) -> Iterator[str]:
    """Yield what is missing, not listed or another version; `stored` gives doc_id and digest."""
    for scope, source_id in sorted(expected.keys() - stored.keys(), key=str):
        yield f"{source_id} in {scope}: missing"
    for scope, source_id in sorted(stored.keys() - expected.keys(), key=str):
        yield f"{source_id} in {scope}: stored, and not on the list of sources"
    for address in sorted(expected.keys() & stored.keys(), key=str):
        wanted, (doc_id, digest) = expected[address], stored[address]
        same_text = getattr(wanted, "doc_id", doc_id) == doc_id
        if not same_text or getattr(wanted, "digest", digest) != digest:
            yield f"{address[1]} in {address[0]}: another version than on the list of sources"


def _count(connection: sqlite3.Connection, table: str) -> int:
    try:
        return int(rows(connection, f"SELECT count(*) FROM {table}")[0][0])
    except sqlite3.DatabaseError:
        return 0


def _why(error: Exception) -> str:
    return "nested too deep to be read" if isinstance(error, RecursionError) else str(error)


def _file(connection: sqlite3.Connection) -> Iterator[str]:
    for (word,) in rows(connection, "PRAGMA integrity_check"):
        if word != "ok":
            yield f"the file: {word}"
    for table, rowid, parent, _ in rows(connection, "PRAGMA foreign_key_check"):
        yield f"row {rowid} of {table} belongs to no row of {parent}"


def _schema(connection: sqlite3.Connection) -> Iterator[str]:
    listed = "SELECT type, name, sql FROM sqlite_master"
    with closing(sqlite3.connect(":memory:")) as fresh:
        schema.create(fresh, ":memory:")
        indexes = [one for scope in _scopes(connection) for one in schema.words_statements(scope)]
        for statement in indexes:
            fresh.execute(statement)
        ours = {name for _, name, _ in rows(fresh, listed)}
    found = rows(connection, listed)
    there = {sql for _, _, sql in found}
    for statement in map(str.strip, (*schema.STATEMENTS, *indexes)):
        if statement not in there:
            yield f"the schema has lost or changed: {' '.join(statement.split()[:3])}"
    for kind, name, _ in found:
        if name not in ours and not name.startswith("sqlite_"):
            yield f"the schema holds what does not belong to it: {kind} {name}"


def _labels(connection: sqlite3.Connection) -> Iterator[str]:
    for label_id, acl_roles in rows(connection, "SELECT label_id, acl_roles FROM label"):
        found = rows(connection, "SELECT role FROM label_role WHERE label_id = ?", (label_id,))
        kept = sorted(role for (role,) in found)
        if kept != json.loads(acl_roles):
            yield f"label {label_id} names the roles {acl_roles}, and the filter uses {kept}"


def _counts(connection: sqlite3.Connection) -> Iterator[str]:
    for scope_id in _scopes(connection):
        sizes: dict[int, list[int]] = {}
        for key, size in rows(connection, f"SELECT id, sz FROM words_{scope_id}_docsize"):
            sizes.setdefault(key >> schema.CHUNK_BITS, []).append(words_in(size))
        listed = (
            "SELECT label_id, chunks, words FROM label JOIN scope USING (tenant, environment)"
            " WHERE scope_id = ?"
        )
        for label_id, chunks, words in rows(connection, listed, (scope_id,)):
            found = sizes.get(label_id, [])
            if (chunks, words) != (len(found), sum(found)):
                yield (
                    f"label {label_id} counts {chunks} chunks of {words} words, and the index "
                    f"{len(found)} of {sum(found)}"
                )


def _word_index(connection: sqlite3.Connection) -> Iterator[str]:
    for scope_id in _scopes(connection):
        words = f"words_{scope_id}"
        try:  # with rank 1 the index is compared with the text; without, only with itself
            connection.execute(f"INSERT INTO {words} ({words}, rank) VALUES ('integrity-check', 1)")
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
            yield "the index of words does not agree with the chunks"


def _scopes(connection: sqlite3.Connection) -> list[int]:
    return [scope_id for (scope_id,) in rows(connection, "SELECT scope_id FROM scope")]


def _slices(connection: sqlite3.Connection) -> Iterator[str]:
    seen = set()
    for (key,) in rows(connection, "SELECT source_key FROM source ORDER BY source_key"):
        name = f"source number {key}"
        try:
            named = "SELECT source_id, tenant, environment FROM source WHERE source_key = ?"
            [address] = rows(connection, named, (key,))
            name = f"{address[0]} in {address[1]}/{address[2]}"
            if address in seen:
                yield f"{name}: stored in more than one version"
            seen.add(address)
            for fault in _source(connection, key):
                yield f"{name}: {fault}"
        except _BEYOND_READING as error:
            yield f"{name}: {_why(error)}; {REPAIR}"


def _source(connection: sqlite3.Connection, key: int) -> Iterator[str]:
    found = rows(
        connection,
        f"SELECT source.text, moment, {GUARDRAILS} FROM source JOIN label USING (label_id)"
        " WHERE source_key = ?",
        (key,),
    )
    for text, moment, *described in found:  # none without its label
        document = read_document(text, described)
        source = read_source(described, 0)
        stored = rows(
            connection,
            f"SELECT {CHUNK}, context_words, text_words FROM source JOIN chunk USING (source_key)"
            " WHERE source_key = ? ORDER BY number",
            (key,),
        )
        chunks = [read_chunk(row[:COLUMNS_OF_CHUNK], document.guardrails) for row in stored]
        told = document, chunks, source.made_by, source.origin
        require_sound(*told)
        same = digest_of(*told) == source.digest and source.characters == len(text)
        if not same or moment != moment_of(source.updated_at):
            yield f"labels or chunks are not those that were stored; {REPAIR}"
        if [words_row(chunk) for chunk in chunks] != [row[COLUMNS_OF_CHUNK:] for row in stored]:
            yield f"what the index was told is not what the chunks say; {REPAIR}"
