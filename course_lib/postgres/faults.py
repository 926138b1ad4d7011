"""Everything that can be checked about a store in PostgreSQL, checked again from the text up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.guardrails import Scope
from course_lib.postgres.connection import KEEPER, Connection, become, writer
from course_lib.postgres.rows import (
    CHUNK,
    COLUMNS_OF_GUARDRAILS,
    JOINED,
    SOURCE,
    chunk_columns,
    read_chunk,
    read_document,
    read_source,
)
from course_lib.store.faults import REPAIR, Address, Expected, StoreReport, compare, remarks_of
from course_lib.store.rows import UNREADABLE, StoredSource, digest_of, moment_of, require_sound

# Row security and policies of each partition, beside those of the table that it is a part of.
_FENCES = """
WITH fenced AS (
    SELECT oid, relname, relrowsecurity AND relforcerowsecurity AS is_forced,
        ARRAY(SELECT ROW(polname, polpermissive, polroles, polcmd, pg_get_expr(polqual, polrelid),
                pg_get_expr(polwithcheck, polrelid))::text
            FROM pg_policy WHERE polrelid = pg_class.oid ORDER BY polname) AS policies,
        EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0
            AND attstattarget IS DISTINCT FROM 0 AND relname <> 'scope') AS is_counted,
        ARRAY(SELECT grantee::regrole::text FROM aclexplode(relacl) WHERE grantee <> relowner
            ORDER BY 1) AS granted
    FROM pg_class WHERE relnamespace = 'chunks'::regnamespace AND relkind IN ('r', 'p'))
SELECT part.relname,
    CASE WHEN NOT part.is_forced THEN 'row security is not on and forced'
        WHEN part.policies <> whole.policies THEN 'its policies are not those of ' || whole.relname
        WHEN part.is_counted THEN 'statistics are kept of its columns, and EXPLAIN tells of them'
        ELSE 'may be named directly by ' || array_to_string(part.granted, ', ') END
FROM fenced AS part LEFT JOIN pg_inherits ON inhrelid = part.oid
LEFT JOIN fenced AS whole ON whole.oid = inhparent
WHERE NOT part.is_forced OR part.is_counted OR part.policies <> whole.policies
    OR whole.oid IS NOT NULL AND part.granted <> '{}'
ORDER BY part.relname"""


class Stored(NamedTuple):
    """All that is stored of a source."""

    source: StoredSource
    document: Document
    chunks: list[Chunk]


def check(connection: Connection, expected: Expected | None) -> StoreReport:
    """Check fences, labels, slices and words of all scopes, as one state of the store."""
    faults = [f"table {name}: {fault}" for name, fault in connection.execute(_FENCES)]
    known: dict[Address, tuple[str, str]] = {}
    chunks = characters = context = 0
    for scope, source_id in addresses_in(connection):
        name = f"{source_id} in {scope}"
        known[scope, source_id] = _digests(connection, scope, source_id)
        try:
            stored = read_stored(connection, scope, source_id)
            faults += [f"{name}: {fault}; {REPAIR}" for fault in _faults(connection, stored)]
        except UNREADABLE as error:
            faults.append(f"{name}: {error}; {REPAIR}")
            continue
        chunks += len(stored.chunks)
        characters += sum(len(chunk.text) for chunk in stored.chunks)
        context += sum(len(part) + 1 for chunk in stored.chunks for part in chunk.context)
    faults += _orphans(connection)
    faults += compare(known, expected) if expected is not None else []
    remarks = remarks_of(len(known), expected)
    return StoreReport(len(known), chunks, tuple(faults), remarks, characters, context)


def each_scope(connection: Connection) -> list[Scope]:
    """Return all scopes, in the order of their names."""
    become(connection, KEEPER)
    found = connection.execute("SELECT tenant, environment FROM chunks.scope ORDER BY 1, 2")
    return [Scope(*row) for row in found.fetchall()]


def addresses_in(connection: Connection) -> list[Address]:
    """Return scope and source_id of every source, in the order of their names."""
    found: list[Address] = []
    for scope in each_scope(connection):
        become(connection, writer(scope))
        listed = connection.execute("SELECT source_id FROM chunks.source ORDER BY source_id")
        found += [(scope, source_id) for (source_id,) in listed.fetchall()]
    return found


def read_stored(connection: Connection, scope: Scope, source_id: str) -> Stored:
    """Read all of a source; raises one of UNREADABLE for what is not what was stored."""
    become(connection, writer(scope))
    described = connection.execute(
        f"SELECT text, {SOURCE} FROM chunks.source WHERE source_id = %s", (source_id,)
    )
    [(text, *row)] = described.fetchall()
    source = read_source(row)
    document = read_document(text, source.doc_id, row[:COLUMNS_OF_GUARDRAILS])
    found = connection.execute(
        f"SELECT {CHUNK} FROM {JOINED} WHERE source_id = %s ORDER BY number",
        (source_id,),
    )
    chunks = [read_chunk(row, document.guardrails) for row in found.fetchall()]
    return Stored(source, document, chunks)


def _digests(connection: Connection, scope: Scope, source_id: str) -> tuple[str, str]:
    become(connection, writer(scope))
    found = connection.execute(
        "SELECT doc_id, digest FROM chunks.source WHERE source_id = %s", (source_id,)
    )
    [(doc_id, digest)] = found.fetchall()
    return doc_id, digest


def _faults(connection: Connection, stored: Stored) -> Iterator[str]:
    source, document, chunks = stored
    told = document, chunks, source.made_by, source.origin
    require_sound(*told)
    counts = source.characters, source.chunks
    if digest_of(*told) != source.digest or counts != (len(document.text), len(chunks)):
        yield "labels or chunks are not those that were stored"
    [(moment,)] = connection.execute(
        "SELECT moment FROM chunks.source WHERE source_id = %s", (source.source_id,)
    ).fetchall()
    if moment != moment_of(source.updated_at):
        yield "its moment is not its date"
    *_, roles, numbers, _, _, _, _, words, _ = chunk_columns(document, chunks)
    [(right,)] = connection.execute(
        "SELECT count(*) FROM unnest(%s::int[], %s::text[]) AS told (number, words)"
        " JOIN chunks.chunk USING (number) WHERE source_id = %s AND acl_roles = %s::text[]"
        " AND chunk.words = told.words::tsvector",
        (numbers, words, source.source_id, roles),
    ).fetchall()
    if right != len(chunks):
        yield "the filter's roles or the index's words are not those of its chunks"


def _orphans(connection: Connection) -> Iterator[str]:
    for scope in each_scope(connection):
        become(connection, writer(scope))
        alone = connection.execute(
            "SELECT DISTINCT source_id FROM chunks.chunk WHERE NOT EXISTS"
            " (SELECT FROM chunks.source WHERE source.source_id = chunk.source_id) ORDER BY 1"
        )
        for (source_id,) in alone.fetchall():
            yield f"{source_id} in {scope}: chunks without their source"
