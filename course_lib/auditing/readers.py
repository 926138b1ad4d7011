"""Chunks of any library, read by duck typing: each becomes the same few fields.

Which names and places there are stands in `fields.py`. None of those libraries is needed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from course_lib.auditing.fields import (
    CODE_POINTS,
    LABELS,
    NESTED,
    NUMBERS,
    POSITIONS,
    SOURCES,
    Getter,
    at_path,
    first_field,
    getters_of,
    text_of,
)
from course_lib.auditing.guessing import describe
from course_lib.auditing.rows import plain_row, rows_in
from course_lib.errors import InvalidType
from course_lib.guardrails import Scope


@dataclass(frozen=True, slots=True)
class Item:
    """One chunk as it was read; nothing of it is checked yet but that it has a text.

    `end` follows from the text where a start in code points has none; `has_end` says which it is.
    """

    index: int
    text: str
    start: Any
    end: Any
    has_end: bool
    unit: str
    digest: Any
    number: Any
    source: Any
    labels: dict[str, Any]
    context: tuple[str, ...]
    own: list[object]  # what it holds that other chunks might hold too

    def __str__(self) -> str:
        if self.start is None:
            return f"chunk #{self.index}"
        unit = "" if self.unit == CODE_POINTS else f"{self.unit} "
        end = "" if self.end is None else f"–{self.end}"
        return f"chunk #{self.index} ({unit}{self.start}{end})"


def read_items(
    chunks: object, fields: Mapping[str, str] | None = None, text: str = ""
) -> list[Item]:
    """Read chunks of any kind; raises InvalidType for one without text.

    What holds them may be a list, a table, or what a vector store answers. A Document is read like
    them: equal labels have one shape, wherever they stand. `fields` says where a field lies that
    has a name of its own, and `text` is what was cut, for a guess at it.

    >>> [item.text for item in read_items(["One.", (5, "Two."), {"page_content": "Three."}])]
    ['One.', 'Two.', 'Three.']
    >>> read_items([{"text": "One.", "metadata": {"scope": "marrow-quill/prod"}}])[0].labels
    {'scope': ('marrow-quill', 'prod')}
    >>> read_items([{"text": "One.", "at": 3}], {"start": "at"})[0].start
    3
    """
    fields = fields or {}
    rows = rows_in(chunks, fields)
    if rows is None:
        raise InvalidType(f"chunks must be a list of chunks, got one {type(chunks).__name__}")
    return [_item(index, chunk, fields, text) for index, chunk in enumerate(rows)]


def _item(index: int, row: object, fields: Mapping[str, str], whole: str) -> Item:
    chunk = plain_row(row)
    getters = getters_of(chunk, fields)
    text = text_of(getters)
    if text is None:
        name = f"chunk #{index} ({type(row).__name__})"
        raise InvalidType(f"{name} has no text: {describe(chunk, fields, whole)}")
    start, end, has_end, unit = _position(getters, len(text))
    own = chunk.values() if isinstance(chunk, Mapping) else map(getters[-1], (*NESTED, *LABELS))
    return Item(
        index=index,
        text=text,
        start=start,
        end=end,
        has_end=has_end,
        unit=unit,
        digest=first_field(getters, ("chunk_sha256",)),
        number=first_field(getters, NUMBERS),
        source=first_field(getters, SOURCES),
        labels=_labels(getters),
        context=_context(getters),
        own=list(own),
    )


def _position(getters: list[Getter], length: int) -> tuple[Any, Any, bool, str]:
    """Start and end under names that belong together, whether it has an end, and the unit."""
    odd: tuple[Any, Any, bool, str] = None, None, False, CODE_POINTS
    for get in getters:
        for names in POSITIONS:
            start = _whole(at_path(get, names.start))
            if start is None:
                continue
            end = _whole(at_path(get, names.end)) if names.end else None
            if end is None and names.length and isinstance(start, int):
                size = _whole(at_path(get, names.length))
                end = start + size if type(size) is int else size
            has_end = end is not None
            if type(start) is int:
                if not has_end and names.unit == CODE_POINTS:
                    end = start + length
                return start, end, has_end, names.unit
            if odd[0] is None and "start" in names.start:  # other names may mean anything
                odd = start, end, has_end, names.unit
    return odd


def _whole(value: Any) -> Any:
    """A whole number as an int, also where a database made a float of it; NaN is a missing one."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else None if value != value else value


def _context(getters: list[Getter]) -> tuple[str, ...]:
    """What stands beside the text: strings in a list, or nothing that this package knows."""
    value = first_field(getters, ("context",))
    is_list = isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value)
    return tuple(value) if is_list else ()


def _labels(getters: list[Getter]) -> dict[str, Any]:
    found = {name: first_field(getters, (name,)) for name in LABELS}
    if found["scope"] is None:
        parts = [first_field(getters, (name,)) for name in ("tenant", "environment")]
        found["scope"] = None if None in parts else parts
    return {name: _same_shape(name, value) for name, value in found.items() if value is not None}


def _same_shape(name: str, value: Any) -> Any:
    match name, value:
        case "scope", Scope():
            return value.tenant, value.environment
        case "scope", Mapping():
            return value.get("tenant"), value.get("environment")
        case "scope", str():
            return tuple(value.split("/"))
        case "scope", list():
            return tuple(value)
        case "acl_roles", str() if value.startswith("["):  # a database that has no lists
            try:
                return _same_shape(name, json.loads(value))
            except ValueError:
                return value
        case "acl_roles", list() | tuple() | set() if all(isinstance(v, str) for v in value):
            return frozenset(value)
        case "updated_at", str():
            try:
                return datetime.fromisoformat(value)
            except ValueError:
                return value
    return value
