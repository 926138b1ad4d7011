"""A store of chunks in a PostgreSQL database: many writers, many machines, one contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.guardrails import Guarded, Scope, require_scope
from course_lib.postgres.connection import KEEPER, Connection, Database, become, reader, writer
from course_lib.postgres.faults import addresses_in, check, each_scope, read_stored
from course_lib.postgres.rows import (
    INSERT_CHUNKS,
    INSERT_SOURCE,
    chunk_columns,
    is_storable,
    require_without_nul,
    source_row,
)
from course_lib.postgres.view import PostgresView, list_sources
from course_lib.store.asked import addresses, as_list, with_origin
from course_lib.store.faults import StoreReport, read_expected
from course_lib.store.lines import first_line, line_of, read_lines
from course_lib.store.protocol import Store
from course_lib.store.rows import StoredSource, as_json, digest_of, require_sound
from course_lib.store.write import Change, Source, Terms


class PostgresStore(Store):
    """Chunks in a PostgreSQL database that `prepare` has made ready, under the same contract.

    `conninfo` is a connection string, such as postgresql://indexer@db.example/course, of a login
    that is granted chunks_reader, and chunks_writer where it writes. A call waits `timeout` seconds
    for another writer of the same source. Threads and forked processes may share it.
    Raises StoreUnreachable without a server or the right password, NotAStore for a database that
    is not prepared, and StoreUnsafe for a login to which the policies do not apply.
    """

    def __init__(self, conninfo: str, timeout: float = 5.0) -> None:
        if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout >= 0:
            raise InvalidValue(f"timeout must be a number of seconds from 0 up, got {timeout!r}")
        self._database = Database(conninfo, min(float(timeout), 1e6))
        self._admitted: set[Scope] = set()

    def __repr__(self) -> str:
        return f"<store in {self._database.path}>"

    def close(self) -> None:
        """Close; closing twice is fine, and any other use after it raises StoreClosed."""
        self._database.close()

    def replace(
        self,
        document: Document,
        chunks: Iterable[Chunk],
        *,
        made_by: str = "",
        origin: str = "",
        expected: str | None = None,
        allow_older: bool = False,
    ) -> Change:
        """Store a document and its chunks in place of what its source had: as `ChunkStore` does.

        Raises StoreReadOnly for a login that is not granted chunks_writer.
        """
        source = (document, as_list(chunks), made_by, origin)
        return self._put_all([source], Terms(expected, allow_older))[0]

    def replace_all(
        self,
        documents: Iterable[tuple[Document, Iterable[Chunk], str]],
        *,
        origin: str = "",
        delete: Iterable[tuple[Scope, str]] = (),
        allow_older: bool = False,
    ) -> list[Change]:
        """Replace several sources in one transaction: a reader sees all of it or nothing.

        Others go on writing other sources meanwhile.
        """
        gone = addresses(delete)
        return self._put_all(with_origin(documents, origin), Terms(allow_older=allow_older), gone)

    def delete(self, scope: Scope, source_id: str) -> int:
        """Delete a source and return how many chunks it had; 0 where there is none."""
        [(scope, source_id)] = addresses([(scope, source_id)])
        return self._database.write(lambda c: _remove(c, scope, source_id))

    def as_(self, identity: Identity) -> PostgresView:
        """Return what this identity may read; each of its calls sees the newest state."""
        return PostgresView(self._database, identity)

    @contextmanager
    def snapshot(self, identity: Identity) -> Iterator[PostgresView]:
        """Yield a view whose calls all see one state; for one thread, until the block is left."""
        with self._database.hold(reader(identity)) as state:
            yield PostgresView(state, identity)

    def inventory(self, scope: Scope | None = None) -> list[StoredSource]:
        """List every source of a scope, or of all, whoever may see it: for whoever may write."""
        if scope is not None:
            require_scope(scope)

        def work(connection: Connection) -> list[StoredSource]:
            scopes = each_scope(connection) if scope is None else [scope]
            listed = []
            for each in scopes:
                become(connection, writer(each))
                listed += list_sources(connection, self._database.path)
            return listed

        return self._database.read(KEEPER, work)

    def verify(self, sources: Iterable[Guarded | tuple[Scope, str]] | None = None) -> StoreReport:
        """Cut, hash and index every slice again, look at every fence, and report each fault.

        `sources` is what should be there, as for `ChunkStore.verify`.
        """
        expected = None if sources is None else read_expected(sources)
        return self._database.read(KEEPER, lambda connection: check(connection, expected))

    def export(self) -> Iterator[str]:
        """Yield all that is stored as lines of JSON, of one moment: for whoever may write."""
        with self._database.hold(KEEPER) as state:
            names = state.read(KEEPER, addresses_in)
            yield first_line(len(names))
            for scope, source_id in names:
                yield state.read(KEEPER, partial(_line, scope=scope, source_id=source_id))

    def import_(self, lines: Iterable[str]) -> list[Change]:
        """Store every source of such lines, from whichever engine, all in one transaction."""
        return self._put_all(read_lines(lines), Terms(allow_older=True))

    def _put_all(
        self, sources: Iterable[Source], terms: Terms, delete: Iterable[tuple[Scope, str]] = ()
    ) -> list[Change]:
        def work(connection: Connection) -> list[Change]:
            for scope, source_id in delete:
                _remove(connection, scope, source_id)
            return [self._put(connection, source, terms) for source in sources]

        return self._database.write(work)

    def _put(self, connection: Connection, source: Source, terms: Terms) -> Change:
        require_sound(*source)
        require_without_nul(source)
        document, chunks, *_ = source
        digest = digest_of(*source)
        self._admit(document.scope)
        stored = _find(connection, document.scope, document.source_id)
        terms.check(stored, document, digest)
        if stored and stored.digest == digest:
            return Change("unchanged", 0, 0)
        removed = _delete(connection, document.source_id) if stored else 0
        connection.execute(INSERT_SOURCE, source_row(source, digest))
        connection.execute(INSERT_CHUNKS, chunk_columns(document, chunks))
        return Change("replaced" if stored else "inserted", removed, len(chunks))

    def _admit(self, scope: Scope) -> None:
        """Make room for a scope, in a transaction of its own, the first time it is written to."""

        def admit(connection: Connection) -> None:
            become(connection, KEEPER)
            connection.execute("SELECT chunks.admit(%s, %s)", (scope.tenant, scope.environment))

        if scope not in self._admitted:
            self._database.write(admit)
            self._admitted.add(scope)


class _Stored(NamedTuple):
    digest: str
    updated_at: str


def _find(connection: Connection, scope: Scope, source_id: str) -> _Stored | None:
    """Begin to write a source, alone among all writers, and return what is stored of it."""
    become(connection, writer(scope))
    address = as_json([scope.tenant, scope.environment, source_id])
    connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (address,))
    found = connection.execute(
        "SELECT digest, updated_at FROM chunks.source WHERE source_id = %s", (source_id,)
    ).fetchone()
    return _Stored(*found) if found else None


def _remove(connection: Connection, scope: Scope, source_id: str) -> int:
    """Delete a source; a name that PostgreSQL cannot hold was never stored."""
    if not is_storable(scope.tenant, scope.environment, source_id):
        return 0
    return _delete(connection, source_id) if _find(connection, scope, source_id) else 0


def _delete(connection: Connection, source_id: str) -> int:
    gone = connection.execute("DELETE FROM chunks.chunk WHERE source_id = %s", (source_id,))
    connection.execute("DELETE FROM chunks.source WHERE source_id = %s", (source_id,))
    return int(gone.rowcount)


def _line(connection: Connection, scope: Scope, source_id: str) -> str:
    stored = read_stored(connection, scope, source_id)
    spans = [(*chunk.span, chunk.context) for chunk in stored.chunks]
    return line_of(stored.source, spans, stored.document.text)
