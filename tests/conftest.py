"""What the tests of the store begin with: a file that is not there yet, and a store in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from course_lib import ChunkStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chunks.db"


@pytest.fixture
def store(path: Path) -> Iterator[ChunkStore]:
    with ChunkStore(path) as opened:
        yield opened
