"""The store for many: the contract of `course_lib.store.protocol`, kept by a PostgreSQL server.

Read `schema` (tables, roles, policies), `connection` (who one is inside a transaction), `words`,
`rows` and `view`, then `store`; `mistakes` and `leaks` show how such a fence is got around, and
`server` starts a server for the notebook and the tests. It needs the extra `postgres`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from course_lib.postgres.leaks import try_leak
    from course_lib.postgres.mistakes import LEAKS, Leak, Seen
    from course_lib.postgres.schema import prepare
    from course_lib.postgres.server import local_server
    from course_lib.postgres.store import PostgresStore

__all__ = ["LEAKS", "Leak", "PostgresStore", "Seen", "local_server", "prepare", "try_leak"]

_MODULES = {
    "PostgresStore": "store",
    "local_server": "server",
    "prepare": "schema",
    "try_leak": "leaks",
}


def __getattr__(name: str) -> Any:
    """Import psycopg when it is needed: the mistakes can be read without it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'mistakes')}"), name)
