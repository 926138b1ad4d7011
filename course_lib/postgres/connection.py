"""Who one is inside a transaction, and the connections that are handed on from call to call.

A pooled connection serves somebody else next. So identity and role are set inside the transaction
and for it alone (the `true` of `set_config`): when it ends, however it ends, the server forgets
them. A connection on which anything else went wrong is closed, and not handed on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, NamedTuple, TypeAlias, TypeVar

import psycopg

from course_lib.access import Identity
from course_lib.guardrails import Scope
from course_lib.postgres.errors import name_of, translated
from course_lib.postgres.rows import is_storable
from course_lib.postgres.schema import require_server, version_of
from course_lib.store.asked import roles_of
from course_lib.store.errors import NotAStore, StoreClosed, StoreUnreachable, StoreUnsafe

T = TypeVar("T")
Connection: TypeAlias = psycopg.Connection[Any]
Work: TypeAlias = Callable[[Connection], T]

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"  # all its statements see one state
WRITE = "BEGIN"
_MOST_IDLE = 20

# What would let a login see more than the policies say, and tables without their policies.
_DANGER = """
SELECT
    (SELECT rolsuper OR rolbypassrls OR pg_has_role(oid, 'chunks_owner', 'MEMBER')
        FROM pg_roles WHERE rolname = session_user)
    OR EXISTS (SELECT FROM pg_roles WHERE rolname IN ('chunks_reader', 'chunks_writer')
        AND (rolsuper OR rolbypassrls OR pg_has_role(oid, 'chunks_owner', 'MEMBER'))),
    ARRAY(SELECT relname FROM pg_class WHERE relnamespace = 'chunks'::regnamespace
        AND relkind IN ('r', 'p') AND NOT (relrowsecurity AND relforcerowsecurity))"""


class Who(NamedTuple):
    """As whom a transaction acts: one of the two roles, in a scope, with the reader's roles."""

    role: str
    tenant: str = ""
    environment: str = ""
    roles: tuple[str, ...] = ()


def reader(identity: Identity) -> Who:
    """Return who reads; a role that PostgreSQL cannot hold was never stored."""
    roles = tuple(filter(is_storable, roles_of(identity)))
    return _acting("chunks_reader", identity.scope, roles)


def writer(scope: Scope) -> Who:
    """Return who writes in a scope."""
    return _acting("chunks_writer", scope)


KEEPER = Who("chunks_writer")  # sees which scopes there are, and none of their rows


def _acting(role: str, scope: Scope, roles: tuple[str, ...] = ()) -> Who:
    if not is_storable(scope.tenant, scope.environment):
        return Who(role)  # in no scope at all
    return Who(role, scope.tenant, scope.environment, roles)


def become(connection: Connection, who: Who) -> None:
    """Act as somebody until the transaction ends."""
    connection.execute(
        "SELECT set_config('role', %s, true), set_config('chunks.tenant', %s, true),"
        " set_config('chunks.environment', %s, true),"
        " set_config('chunks.roles', %s::text[]::text, true)",
        (who.role, who.tenant, who.environment, list(who.roles)),
    )


class Database:
    """A store's database, for all threads of a process, and for those that are forked from it."""

    def __init__(self, conninfo: str, timeout: float) -> None:
        self.path = name_of(conninfo)
        self._conninfo, self._timeout = conninfo, timeout
        self._closed = False
        self._held: list[Held] = []
        self._idle: dict[int, list[Connection]] = {}  # by process: a forked one leaves its parent's
        with translated(conninfo):
            connection = self._connect()
            try:
                self._require_safe(connection)
            except BaseException:
                connection.close()
                raise
            self._mine().append(connection)

    def read(self, who: Who, work: Work[T]) -> T:
        """Run statements that write nothing, all on one state."""
        return self._run(READ, who, work)

    def write(self, work: Work[T]) -> T:
        """Run the work in one transaction: all of it is written, or nothing; it says who it is."""
        return self._run(WRITE, None, work)

    @contextmanager
    def hold(self, who: Who) -> Iterator[Held]:
        """Yield one state, which is held while others go on writing."""
        with translated(self._conninfo):
            held = Held(self, self._begin(READ, who))
        self._held.append(held)
        try:
            yield held
        finally:
            self._held.remove(held)
            held.close()

    def close(self) -> None:
        """Refuse new calls and close what nobody uses; the others close when their call ends."""
        self._closed = True
        for held in self._held:
            held.close()
        self._close_idle()

    def translated(self) -> AbstractContextManager[None]:
        """Turn what the server reports into errors of this store."""
        return translated(self._conninfo)

    def _run(self, begin: str, who: Who | None, work: Work[T]) -> T:
        with translated(self._conninfo):
            connection = self._begin(begin, who)
            try:
                result = work(connection)
                self._commit(connection)
            except BaseException as error:
                with suppress(psycopg.Error):
                    if isinstance(error, Exception):
                        connection.execute("ROLLBACK")
                self._give_back(connection)
                raise
            self._give_back(connection)
            return result

    def _commit(self, connection: Connection) -> None:
        try:
            connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if not connection.closed:
                raise
            raise StoreUnreachable(
                f"{self.path} was lost while it was told to commit: what was written is there as "
                "a whole or not at all; read it again, then decide"
            ) from error

    def _begin(self, begin: str, who: Who | None) -> Connection:
        """Return a connection in a transaction; one that the server has left is passed over."""
        while True:
            if self._closed:
                raise StoreClosed(f"{self.path} was closed; open it again: PostgresStore(conninfo)")
            idle = self._mine()
            try:
                connection, fresh = idle.pop(), False
            except IndexError:
                connection, fresh = self._connect(), True
            try:
                connection.execute(begin)
                if who:
                    become(connection, who)
                return connection
            except BaseException as error:
                lost = connection.closed
                connection.close()
                if fresh or not lost or not isinstance(error, psycopg.OperationalError):
                    raise

    def _give_back(self, connection: Connection) -> None:
        idle = self._mine()
        in_order = connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        if in_order and not self._closed and len(idle) < _MOST_IDLE:
            idle.append(connection)
        else:
            connection.close()
        if self._closed:
            self._close_idle()

    def _connect(self) -> Connection:
        connection = psycopg.connect(
            self._conninfo,
            autocommit=True,  # transactions begin where we say so
            connect_timeout=max(2, round(self._timeout)),
            application_name="course_lib",
        )
        connection.execute(
            "SELECT set_config('lock_timeout', %s, false)", (f"{round(self._timeout * 1000)}ms",)
        )
        return connection

    def _require_safe(self, connection: Connection) -> None:
        """Raise StoreUnsafe where policies would not bind this login, NotAStore without tables."""
        require_server(connection, self.path)
        if not version_of(connection, self.path):
            raise NotAStore(f"{self.path} holds no store yet: its owner calls prepare(conninfo)")
        sees_all, [*unprotected] = connection.execute(_DANGER).fetchone() or (True, [])
        if sees_all:
            raise StoreUnsafe(
                f"{self.path}: this role sees everything, since it is a superuser, may bypass row "
                "security or is a member of chunks_owner: connect as a login that is granted "
                "chunks_reader, or chunks_writer too, and nothing else"
            )
        if unprotected:
            raise StoreUnsafe(
                f"{self.path}: row security is not on and forced for {', '.join(unprotected)}: "
                "ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"
            )

    def _mine(self) -> list[Connection]:
        return self._idle.setdefault(os.getpid(), [])

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._mine().pop().close()


class Held:
    """One state of the store, for one thread of the process that took it."""

    def __init__(self, database: Database, connection: Connection) -> None:
        self.path = database.path
        self._database, self._connection, self._process = database, connection, os.getpid()

    def read(self, who: Who, work: Work[T]) -> T:
        """Run statements on that state as whoever it was taken for."""
        with self._database.translated():
            if self._connection.closed or self._process != os.getpid():
                raise StoreClosed(
                    f"this snapshot of {self.path} has ended: its block was left, the store was "
                    "closed, or the process forked; take a new one"
                )
            return work(self._connection)

    def close(self) -> None:
        """Let the old state go; twice is fine."""
        if self._process == os.getpid():
            self._connection.close()
