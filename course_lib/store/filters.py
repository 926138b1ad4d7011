"""Which of all visible chunks a question is about: source, kind, date and metadata."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from course_lib.errors import InvalidType, InvalidValue
from course_lib.store.asked import MOST_VALUES
from course_lib.store.rows import UNREADABLE, moment_of, require_storable
from course_lib.store.transaction import rows


def marks(values: Collection[Any]) -> str:
    """Return a question mark for each value."""
    return ", ".join("?" * len(values))


@dataclass(frozen=True, slots=True)
class Filters:
    """What narrows a search; None lets everything pass, and an empty collection nothing."""

    doc_types: tuple[str, ...] | None
    sources: tuple[str, ...] | None
    since: datetime | None
    before: datetime | None
    metadata: dict[str, str]

    @classmethod
    def of(
        cls,
        doc_types: Collection[str] | None,
        sources: Collection[str] | None,
        since: datetime | None,
        before: datetime | None,
        metadata: Mapping[str, str] | None,
    ) -> Filters:
        """Check what a caller gave; raises InvalidType or InvalidValue."""
        if metadata is not None and not isinstance(metadata, Mapping):
            raise InvalidType(f"metadata must map names to values, got {metadata!r}")
        return cls(
            _names("doc_types", doc_types),
            _names("sources", sources),
            _moment("since", since),
            _moment("before", before),
            dict(metadata or {}),
        )

    def sql(self) -> tuple[str, list[Any]]:
        """Return what `label` and `source` must be, as SQL and its values."""
        conditions: list[str] = ["true"]
        values: list[Any] = []
        for column, names in (
            ("label.doc_type", self.doc_types),
            ("source.source_id", self.sources),
        ):
            if names is not None:
                conditions.append(f"{column} IN ({marks(names)})")
                values += names
        for comparison, moment in ((">=", self.since), ("<", self.before)):
            if moment is not None:
                conditions.append(f"source.moment {comparison} ?")
                values.append(moment_of(moment))
        return " AND ".join(conditions), values

    def chunks(self, connection: sqlite3.Connection, labels: Collection[int]) -> set[int]:
        """Return the chunk_key of every chunk with one of these labels that passes."""
        where, values = self.sql()
        found = rows(
            connection,
            "SELECT chunk_key, metadata FROM json_each(?) AS visible"
            " CROSS JOIN label ON label_id = visible.value"
            " CROSS JOIN source USING (label_id) CROSS JOIN chunk USING (source_key)"
            f" WHERE {where}",
            (json.dumps(list(labels)), *values),
        )
        holds = cache(self._holds)
        return {key for key, metadata in found if holds(metadata)}

    def _holds(self, metadata: str) -> bool:
        if not self.metadata:
            return True
        try:
            return bool(self.metadata.items() <= json.loads(metadata).items())
        except (*UNREADABLE, AttributeError):  # damaged: `verify` names it
            return False

    def __bool__(self) -> bool:
        """Return whether anything at all is filtered."""
        wanted = (self.doc_types, self.sources, self.since, self.before)
        return bool(self.metadata) or any(each is not None for each in wanted)


def _names(field: str, names: Collection[str] | None) -> tuple[str, ...] | None:
    if names is None:
        return None
    if isinstance(names, str):
        raise InvalidType(f"{field} is the bare string {names!r}; write {[names]!r}")
    found = tuple(names)
    if not all(isinstance(name, str) for name in found):
        raise InvalidType(f"{field} must hold names, got {list(found)!r}")
    if len(found) > MOST_VALUES // 3:
        raise InvalidValue(f"{len(found):,} {field} are more than {MOST_VALUES // 3:,}")
    require_storable(field, *found)
    return found


def _moment(field: str, moment: datetime | None) -> datetime | None:
    if moment is None:
        return None
    if not isinstance(moment, datetime):
        raise InvalidType(f"{field} must be a datetime, got {moment!r}")
    if moment.utcoffset() is None:
        raise InvalidValue(f"{field} has no time zone: write datetime(…, tzinfo=UTC)")
    return moment
