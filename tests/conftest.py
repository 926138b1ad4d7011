"""What the tests of the store begin with: an empty store, in a file that is new or on a server.

What is marked `contract` runs against both engines, the same cases with the same right values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from stores import empty

from course_lib import ChunkStore
from course_lib.store import Store

if TYPE_CHECKING:
    from course_lib.postgres.server import Served

ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.outside)]
Pair = tuple[Store, Store]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each promise of every store against each engine."""
    if "engine" in metafunc.fixturenames:  # always, since a test may run after one of the other's
        is_contract = metafunc.definition.get_closest_marker("contract")
        metafunc.parametrize("engine", ENGINES if is_contract else ["sqlite"], scope="module")


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A PostgreSQL server, which is started once; its data are not worth waiting for the disk."""
    import psycopg

    from course_lib.postgres import local_server

    with local_server() as found:
        with psycopg.connect(found.admin, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chunks.db"


@pytest.fixture
def again(engine: str, request: pytest.FixtureRequest) -> Callable[[], Any]:
    """Open the store of this test once more."""
    if engine == "sqlite":
        path = request.getfixturevalue("path")
        return lambda: ChunkStore(path)
    from course_lib.postgres import PostgresStore

    conninfo = request.getfixturevalue("served").writer
    return lambda: PostgresStore(conninfo)


@pytest.fixture
def store(again: Callable[[], Any]) -> Iterator[Any]:
    with again() as opened:
        yield empty(opened)


@pytest.fixture(scope="module")
def pair(
    engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """Two stores for all examples of a property."""
    if engine == "sqlite":
        folder = tmp_path_factory.mktemp("pair")
        with ChunkStore(folder / "a.db") as one, ChunkStore(folder / "b.db") as two:
            yield one, two
        return
    from course_lib.postgres import PostgresStore
    from course_lib.postgres.server import new_database

    served = request.getfixturevalue("served")
    other = new_database(served.admin, f"pair_{request.module.__name__}")
    with PostgresStore(served.writer) as first, PostgresStore(other.writer) as second:
        yield first, second


@pytest.fixture(scope="module")
def lasting(pair: Pair) -> Store:
    """One store for all examples of a property."""
    return pair[0]
