"""The store: chunks in one SQLite file, replaced whole, searched with the guardrails on.

Read `schema` (the tables), `opening` and `connection` (transactions), `guard` (is it still the same
file?), `words` and `write`, `scores` and `view`, then `store`. What every store promises, whatever
engine holds the chunks, stands in `protocol`.
"""

from course_lib.store.damage import DamagedSource
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
    StoreReplaced,
    StoreStale,
    StoreUnreachable,
    StoreUnsafe,
)
from course_lib.store.faults import StoreReport
from course_lib.store.hits import Hit
from course_lib.store.protocol import Reader, Store
from course_lib.store.rows import StoredSource
from course_lib.store.store import ChunkStore
from course_lib.store.view import View
from course_lib.store.write import Change

__all__ = [
    "Change",
    "ChunkStore",
    "DamagedSource",
    "Hit",
    "NotAStore",
    "NotVisible",
    "Reader",
    "Store",
    "StoreBusy",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreReadOnly",
    "StoreReplaced",
    "StoreReport",
    "StoreStale",
    "StoreUnreachable",
    "StoreUnsafe",
    "StoredSource",
    "View",
]
