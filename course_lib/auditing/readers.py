"""Chunks of any library, read by duck typing: the one place that knows what others call things.

LangChain's Document, LlamaIndex's TextNode, Chonkie's Chunk, Haystack's Document, their JSON, and
the chunks of this package all become the same few fields. None of those libraries is needed.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from course_lib.errors import CourseError, InvalidType, InvalidValue
from course_lib.guardrails import Scope

TEXTS = ("text", "page_content", "content")
HOLDERS = ("metadata", "meta", "guardrails")
POSITIONS = (
    ("char_start", "char_end"),
    ("start_index", "end_index"),
    ("start_char_idx", "end_char_idx"),
    ("split_idx_start", "split_idx_end"),
    ("start", "end"),
)
NUMBERS = ("index", "chunk_index", "split_id")
LABELS = ("source_id", "scope", "doc_type", "acl_roles", "updated_at")

_Getter = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Item:
    """One chunk as it was read; nothing of it is checked yet but that it has a text."""

    index: int
    text: str
    start: Any
    end: Any
    digest: Any
    number: Any
    labels: dict[str, Any]
    context: tuple[str, ...]
    own: list[object]  # what it holds that other chunks might hold too

    def __str__(self) -> str:
        where = "" if self.start is None else f" ({self.start}–{self.end})"
        return f"chunk #{self.index}{where}"


def read_chunks(text: str) -> list[dict[str, Any]]:
    """Read chunks from JSON: an array, an object with one under `chunks`, or one object a line.

    So what `chunk --json` prints is read as it is. Raises InvalidValue that names the line of what
    is no JSON, and the line or the chunk without a text.

    >>> read_chunks('{"chunks": [{"text": "Roof renewed.", "start": 0}]}')
    [{'text': 'Roof renewed.', 'start': 0}]
    >>> read_chunks('{"text": "Roof renewed."}\\n[1, 2]')
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: line 2 holds a list: a chunk is a JSON object
    """
    text = text.removeprefix("\ufeff")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_object(lines[0][1]):
        return [_chunk(_parse(line, number), f"line {number}") for number, line in lines]
    if not lines:
        return []
    value = _parse(text, 1)
    if isinstance(value, dict) and isinstance(value.get("chunks"), list):
        value = value["chunks"]
    values = value if isinstance(value, list) else [value]
    return [_chunk(value, f"chunk #{index}") for index, value in enumerate(values)]


def read_items(chunks: Iterable[object]) -> list[Item]:
    """Read chunks of any kind; raises InvalidType for one without text.

    A Document is read like them: equal labels have one shape, wherever they stand.

    >>> [item.text for item in read_items(["One.", (5, "Two."), {"page_content": "Three."}])]
    ['One.', 'Two.', 'Three.']
    >>> read_items([{"text": "One.", "metadata": {"scope": "marrow-quill/prod"}}])[0].labels
    {'scope': ('marrow-quill', 'prod')}
    """
    if isinstance(chunks, (str, bytes, Mapping)) or not isinstance(chunks, Iterable):
        raise InvalidType(f"chunks must be a list of chunks, got one {type(chunks).__name__}")
    return [_item(index, chunk) for index, chunk in enumerate(chunks)]


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _parse(text: str, first_line: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise InvalidValue(
            f"line {line} is no JSON: {error.msg} at column {error.colno}; write an array of "
            'chunks, {"chunks": an array}, or one JSON object a line'
        ) from None
    except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
        raise InvalidValue(f"line {first_line} cannot be read as JSON: {error}") from None


def _chunk(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidValue(f"{name} holds a {type(value).__name__}: a chunk is a JSON object")
    _text(value.get, name, InvalidValue)
    return value


def _item(index: int, chunk: object) -> Item:
    match chunk:
        case str():
            chunk = {"text": chunk}
        case (int(first), str(piece)):
            chunk = {"start": first, "text": piece}
    getters = _getters(chunk)
    text = _text(getters[0], f"chunk #{index} ({type(chunk).__name__})", InvalidType)
    start, end = _positions(getters, len(text))
    own = chunk.values() if isinstance(chunk, Mapping) else map(getters[0], (*HOLDERS, *LABELS))
    return Item(
        index=index,
        text=text,
        start=start,
        end=end,
        digest=_field(getters, "chunk_sha256"),
        number=_field(getters, *NUMBERS),
        labels=_labels(getters),
        context=_context(getters),
        own=list(own),
    )


def _getters(thing: object) -> list[_Getter]:
    """How to look a name up in a thing itself, then in its metadata."""
    own = _getter(thing)
    holders = (own(name) for name in HOLDERS)
    return [own, *(_getter(holder) for holder in holders if holder is not None)]


def _getter(holder: object) -> _Getter:
    return holder.get if isinstance(holder, Mapping) else partial(_attribute, holder)


def _attribute(holder: object, name: str) -> Any:
    value = getattr(holder, name, None)
    return None if callable(value) else value  # a method of that name, such as a tuple's index


def _field(getters: Iterable[_Getter], *names: str) -> Any:
    values = (get(name) for get in getters for name in names)
    return next((value for value in values if value is not None), None)


def _text(get: _Getter, name: str, error: type[CourseError]) -> str:
    text = _field([get], *TEXTS)
    if not isinstance(text, str):
        raise error(f"{name} has no text: give it one of {', '.join(TEXTS)}, a string")
    return text


def _positions(getters: Iterable[_Getter], length: int) -> tuple[Any, Any]:
    """Start and end under two names that belong together; a missing end follows from the text."""
    for get in getters:
        for first, last in POSITIONS:
            start, end = get(first), get(last)
            if start is not None:
                follows = end is None and type(start) is int
                return start, start + length if follows else end
    return None, None


def _context(getters: list[_Getter]) -> tuple[str, ...]:
    """What stands beside the text: strings in a list, or nothing that this package knows."""
    value = _field(getters, "context")
    is_list = isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value)
    return tuple(value) if is_list else ()


def _labels(getters: list[_Getter]) -> dict[str, Any]:
    found = {name: _field(getters, name) for name in LABELS}
    tenant, environment = _field(getters, "tenant"), _field(getters, "environment")
    if found["scope"] is None and None not in (tenant, environment):
        found["scope"] = [tenant, environment]
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
        case "acl_roles", list() | tuple() | set() if all(isinstance(v, str) for v in value):
            return frozenset(value)
        case "updated_at", str():
            try:
                return datetime.fromisoformat(value)
            except ValueError:
                return value
    return value
