"""A store of version 1, brought up to date when it is opened; a copy of it is kept."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.store import schema
from course_lib.store.errors import StoreDamaged
from course_lib.store.rows import chunk_row, digest_of, make_guardrails, require_sound
from course_lib.store.transaction import rows
from course_lib.store.write import insert_source

KEPT = ".version-1"  # after the name of the file


def migrate(connection: sqlite3.Connection, path: str) -> None:
    """Write all that a store of version 1 holds into new tables, unless another was faster.

    To be called inside a transaction, so that nobody writes meanwhile: the copy that is kept is
    of the same moment. Raises StoreDamaged, with nothing changed, for what does not fit its hash.
    """
    if schema.version_of(connection, path) == schema.VERSION:
        return
    kept = Path(path + KEPT)
    part = Path(path + KEPT + "-part")
    part.unlink(missing_ok=True)
    address = Path(path).absolute().as_uri() + "?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(part)) as copy:
        old.backup(copy)
        _drop_all(connection)
        schema.make_tables(connection)
        for document, chunks, made_by, origin in _stored(old, path):
            digest = digest_of(document, chunks, made_by, origin)
            made = [chunk_row(chunk, digest) for chunk in chunks]
            insert_source(connection, document, made, digest, made_by, origin)
    part.replace(kept)


def _drop_all(connection: sqlite3.Connection) -> None:
    """Drop what stands on other tables first; what is virtual takes its own tables along."""
    for kind, like in (
        ("trigger", "%"),
        ("view", "%"),
        ("table", "CREATE VIRTUAL %"),
        ("table", "%"),
    ):
        listed = (
            "SELECT name FROM sqlite_master"
            " WHERE type = ? AND sql LIKE ? AND name NOT LIKE 'sqlite_%'"
        )
        for (name,) in rows(connection, listed, (kind, like)):
            connection.execute(f"DROP {kind} {name}")


def _stored(old: sqlite3.Connection, path: str) -> Iterator[tuple[Document, list[Chunk], str, str]]:
    listed = (
        "SELECT source_key, made_by, text, source_id, source.tenant, source.environment, doc_type,"
        " acl_roles, updated_at, metadata FROM source JOIN label USING (label_id)"
        " ORDER BY source_key"
    )
    for key, told, text, *labels in old.execute(listed):
        # The command `index` wrote both into one field, and no chunker's repr holds an " of ".
        made_by, _, origin = told.partition(" of ")
        origin = origin.removesuffix("/manifest.toml")
        try:
            guardrails = make_guardrails(*labels)
            document = Document(text, guardrails)
            chunks = [
                Chunk(
                    text, start, end, hashed, number, doc_id, guardrails, tuple(json.loads(above))
                )
                for text, start, end, hashed, number, doc_id, above in rows(
                    old,
                    "SELECT chunk.text, char_start, char_end, chunk_sha256, number, doc_id, context"
                    " FROM chunk JOIN source USING (source_key) WHERE source_key = ?"
                    " ORDER BY number",
                    (key,),
                )
            ]
            require_sound(document, chunks, made_by, origin)
        except (ValueError, TypeError) as error:
            name, tenant, environment = labels[:3]
            raise StoreDamaged(
                f"{path} is a store of version 1, and {name} in {tenant}/{environment} is damaged "
                f"in it ({error}): nothing was changed; index the sources into a new store"
            ) from error
        yield document, chunks, made_by, origin
