"""How a store is read that may not be written: as it lies there, or a copy in a temporary folder.

SQLite reads a store beside its writers only where it may keep its notes beside the file. In a
folder that may not be written, such as a read-only mount or the image of a container, a file
without a log is read as one that nobody changes, and one with a log is copied first, as is a file
of an older version. Whether it has changed all the same is seen before and after each call.
"""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from course_lib.store import schema
from course_lib.store.errors import NotAStore, StoreError
from course_lib.store.guard import log_of, size_of_log
from course_lib.store.opening import connect, open_connection

_NOT_THERE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
_BESIDE = "mode=ro"
_ALONE = "mode=ro&immutable=1"


def may_write(path: str) -> bool:
    """Return whether the file and its folder may be written; whatever is not there yet may."""
    effective = os.access in os.supports_effective_ids
    file = Path(path)
    return not file.exists() or all(
        os.access(each, os.W_OK, effective_ids=effective) for each in (file, file.parent)
    )


class Readable:
    """Where a store is read that may not be written, and how it is opened there."""

    def __init__(self, path: str, timeout: float) -> None:
        if not Path(path).exists():
            raise StoreError(f"there is no store {path}: name another file, or make it first")
        self._path, self._timeout = path, timeout
        self._folder: TemporaryDirectory[str] | None = None
        self._choose()

    def choose_again(self) -> bool:
        """Return whether the file has changed in such a way that it must be opened again."""
        if (self.how == _BESIDE and not self._folder) or self._look == self._look_now():
            return False
        self._choose()
        return True

    def _look_now(self) -> list[tuple[int, int, int]]:
        found = []
        for name in (self._path, log_of(self._path)):
            with suppress(OSError):
                seen = Path(name).stat()
                found.append((seen.st_ino, seen.st_size, seen.st_mtime_ns))
        return found

    def _choose(self) -> None:
        self._look = self._look_now()
        self.where, self.how, self._folder = self._path, self._way(), None
        if not self.how or self._version() != schema.VERSION:
            self._folder = TemporaryDirectory(prefix="store-")
            self.where = str(Path(self._folder.name, Path(self._path).name))
            self._copy()
            open_connection(self.where, self._timeout).close()  # with its log brought in
            self.how = _BESIDE

    def _way(self) -> str:
        """Return how SQLite can open the file where it lies; "" where it cannot."""
        for how in (_BESIDE, _ALONE):
            if how == _ALONE and size_of_log(self._path):
                return ""
            try:
                self.how = how
                self._version()
                return how
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in _NOT_THERE:
                    raise
        raise StoreError(f"{self._path} cannot be read: see who may read it")

    def _version(self) -> int:
        with closing(connect(self._path, self.how, self._timeout)) as connection:
            version = schema.version_of(connection, self._path)
        if not version:
            raise NotAStore(f"{self._path} is empty, and no store yet: store something in it first")
        return version

    def _copy(self) -> None:
        if self.how:
            with (
                closing(connect(self._path, self.how, self._timeout)) as there,
                closing(sqlite3.connect(self.where)) as here,
            ):
                there.backup(here)
        else:
            for name in (self._path, log_of(self._path)):
                shutil.copyfile(name, self.where + name.removeprefix(self._path))
