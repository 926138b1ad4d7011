"""The store: chunks in one SQLite file, replaced whole, searched with the guardrails on.

Read `schema` (the tables), `connection` (transactions), `write`, then `store`.
"""

from course_lib.store.errors import (
    NotAStore,
    NotVisible,
    StoreBusy,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreReadOnly,
)
from course_lib.store.faults import StoreReport
from course_lib.store.rows import StoredSource
from course_lib.store.store import ChunkStore, Hit
from course_lib.store.write import Change

__all__ = [
    "Change",
    "ChunkStore",
    "Hit",
    "NotAStore",
    "NotVisible",
    "StoreBusy",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreReadOnly",
    "StoreReport",
    "StoredSource",
]
