"""The store for many: the contract of `course_lib.store.protocol`, kept by a PostgreSQL server.

Read `schema` (tables, roles, policies), `connection` (who one is inside a transaction), `words`,
`rows` and `view`, then `store`; `leaks` shows how such a fence is got around, and `server` starts
a server for the notebook and the tests. It needs the extra `postgres`.
"""

from course_lib.postgres.schema import prepare
from course_lib.postgres.server import local_server
from course_lib.postgres.store import PostgresStore

__all__ = ["PostgresStore", "local_server", "prepare"]
