"""One state of a store, held while others go on writing."""

from course_lib.store.connection import StoreFile
from course_lib.store.errors import StoreClosed, translate_sqlite_errors
from course_lib.store.transaction import T, Work, rows


class Snapshot:
    """A connection of its own whose one transaction only reads; for one thread at a time."""

    def __init__(self, file: StoreFile) -> None:
        self.path = file.path
        self._file = file
        with translate_sqlite_errors(file.path, file.timeout):
            self._connection = file.hold()
            self._connection.execute("BEGIN")
        self.read_together(lambda connection: rows(connection, "SELECT 1 FROM store_state"))

    def read_together(self, work: Work[T]) -> T:
        """Run statements on that state; raises StoreClosed once it has ended."""
        with translate_sqlite_errors(self.path, self._file.timeout):
            if self._file.has_let_go(self._connection):
                raise StoreClosed(
                    f"this snapshot of {self.path} has ended: its block was left, the store was "
                    "closed, or the process forked; take a new one"
                )
            return work(self._connection)

    def close(self) -> None:
        """Let the old state go; twice is fine."""
        self._file.let_go(self._connection)
