"""Each way around row-level security as a small experiment: a mistake, a thief, a repair.

The thief may see some chunks of one tenant, and counts what they get to see: first in a database in
which the mistake was made, then after its repair.
"""

from __future__ import annotations

import psycopg

from course_lib.access import Identity
from course_lib.postgres.connection import become, reader
from course_lib.postgres.mistakes import COUNT, Leak, Seen
from course_lib.postgres.server import Served


def try_leak(served: Served, leak: Leak, thief: Identity, other: Identity) -> Seen:
    """Make a mistake in a database, let a thief profit by it, repair it, let them try again.

    The thief may see what `thief` may; `other` is a reader of another tenant. What the mistake made
    stays in the database, repaired.
    """
    with psycopg.connect(served.admin, autocommit=True) as admin:
        row = admin.execute(
            "SELECT tableoid::regclass::text FROM chunks.chunk WHERE tenant = %s LIMIT 1",
            (other.scope.tenant,),
        ).fetchone()
        words = {
            "{partition}": row[0] if row else "",
            "{own}": thief.scope.tenant,
            "{tenant}": other.scope.tenant,
            "{environment}": other.scope.environment,
            "{roles}": "{" + ",".join(sorted(other.roles)) + "}",
        }

        def run(statements: str) -> None:
            if statements:
                admin.execute(_filled(statements, words))

        def seen(login: str, statements: tuple[str, ...]) -> int:
            filled = [_filled(statement, words) for statement in statements]
            return _seen(getattr(served, login), thief, filled)

        stored = seen("admin", ("RESET ROLE", COUNT))
        permitted = seen("reader", (COUNT,))
        run(leak.mistake)
        leaked = seen(leak.login, leak.steal)
        run(leak.repair)
        repaired = seen(leak.login_after, leak.after or leak.steal)
        return Seen(leak.name, stored, permitted, leaked, repaired)


def _seen(conninfo: str, thief: Identity, statements: list[str]) -> int:
    """Run statements as the thief, in a transaction that comes to nothing; the last one counts."""
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("BEGIN")
        become(connection, reader(thief))
        *first, last = statements
        try:
            for statement in first:
                connection.execute(statement)
            [[number]] = connection.execute(last).fetchall()
        except psycopg.errors.InsufficientPrivilege:  # who is refused sees nothing
            number = 0
        connection.execute("ROLLBACK")
        return int(number)


def _filled(statement: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        statement = statement.replace(word, value)
    return statement
