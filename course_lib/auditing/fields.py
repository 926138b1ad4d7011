"""What others call the fields of a chunk, and where they keep them: one table for every library.

A path leads from a chunk to a value: names of keys or attributes, and numbers of elements, with a
dot between two of them. Case and underscores inside a key are ignored: `startIndex` is
`start_index`. A string that holds a JSON object is read as that object.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

Getter: TypeAlias = Callable[[str], Any]

TEXTS = (
    *("text", "page_content", "content", "chunk_text", "chunk_content", "chunk"),
    *("body", "passage", "snippet", "document"),
)
NESTED = (  # where the fields may lie, when they are not in the chunk itself; also in one another
    *("metadata", "meta", "guardrails", "cmetadata", "metadata_", "payload", "_source"),
    *("properties", "kwargs", "_node_content", "__data__", "node", "fields"),
    *("text_resource", "content", "chunk", "document"),
)
NUMBERS = ("index", "chunk_index", "split_id")
SOURCES = ("source_id", "source", "file_path", "file_name", "document_id", "ref_doc_id")
LABELS = ("source_id", "scope", "doc_type", "acl_roles", "updated_at")
OTHERS = ("chunk_sha256", "context", "tenant", "environment")

CODE_POINTS, BYTES, UTF_16 = "code points", "bytes of UTF-8", "units of UTF-16"
LINES, WORDS, TOKENS = "lines", "words", "tokens"


class Position(NamedTuple):
    """The paths of a start and of an end or a length that belong together, and their unit."""

    start: str
    end: str = ""
    length: str = ""
    unit: str = CODE_POINTS


POSITIONS = (
    Position("char_start", "char_end"),
    Position("start_index", "end_index"),
    Position("start_char_idx", "end_char_idx"),
    Position("split_idx_start", "split_idx_end"),
    Position("start_char", "end_char"),
    Position("start_offset", "end_offset"),
    Position("start_idx", "end_idx"),
    Position("start_pos", "end_pos"),
    Position("start", "end", "length"),
    Position("char_offset", "char_end", "char_length"),
    Position("begin_offset", "end_offset"),
    Position("offset", "end_offset", "length"),
    Position("begin", "end"),
    Position("byte_start", "byte_end", unit=BYTES),
    Position("start_byte", "end_byte", unit=BYTES),
    Position("byte_offset", "byte_end", "byte_length", BYTES),
    Position("line_start", "line_end", unit=LINES),
    Position("start_line", "end_line", unit=LINES),
    Position("loc.lines.from", "loc.lines.to", unit=LINES),
    Position("word_start", "word_end", unit=WORDS),
    Position("start_word", "end_word", unit=WORDS),
    Position("token_start", "token_end", unit=TOKENS),
    Position("start_token", "end_token", unit=TOKENS),
    *(
        Position(f"{pair}.{start}", f"{pair}.{end}")
        for pair in ("span", "char_span", "range", "offsets", "position", "char_interval")
        for start, end in (("start", "end"), ("0", "1"), ("start_pos", "end_pos"))
    ),
    Position("from", "to"),
)
_PLACES = {name for names in POSITIONS for name in names[:3] if name and "." not in name}
_GROUPS = ({*TEXTS}, _PLACES, {*NUMBERS}, {*SOURCES})  # one that is mapped stands for its group
MAPPED = {"text", *NUMBERS, *LABELS, *SOURCES, *OTHERS, *_PLACES}
MOST_NESTED = 12  # places to look in: what holds itself ends, too


def getters_of(thing: object, fields: Mapping[str, str]) -> list[Getter]:
    """How to look a name up: as it is mapped, in the thing itself, then in what is nested in it.

    >>> own, inner = getters_of({"id": 7, "payload": '{"startIndex": 3}'}, {})
    >>> own("id"), own("start_index"), inner("start_index")
    (7, None, 3)
    >>> getters_of({"at": [3, 5]}, {"start": "at.0"})[0]("start")
    3
    """
    own = getter(thing)
    holders = [thing]
    for holder in holders:  # grows as it goes: what lies nearer is found first
        for inner in map(_opened, _nested_in(holder) if len(holders) < MOST_NESTED else ()):
            if inner is not None and all(inner is not other for other in holders):
                holders.append(inner)
    found = [own, *(getter(holder) for holder in holders[1:])]
    if not fields:
        return found
    mapped = {name: at_path(own, path) for name, path in fields.items()}
    hidden = fields.keys() | set().union(*(group for group in _GROUPS if group & fields.keys()))
    return [mapped.get, *(partial(_unless, hidden, get) for get in found)]


def getter(holder: object) -> Getter:
    """How to look a name up in one mapping or object; what is not there is None."""
    if isinstance(holder, _MAPPINGS):
        return partial(_value, holder, _spellings(tuple(holder)))
    return partial(_attribute, holder)


def at_path(get: Getter, path: str) -> Any:
    """Follow a path; None where it ends too early.

    >>> at_path(getter({"loc": {"lines": {"from": 4}}}), "loc.lines.from")
    4
    """
    value = get(path)  # a key may hold dots
    first, *rest = _parts(path)
    if value is not None or not rest:
        return value
    value = get(first)
    for part in rest:
        if isinstance(value, (list, tuple)):
            value = value[int(part)] if part.isdigit() and int(part) < len(value) else None
        else:
            holder = _opened(value)
            value = None if holder is None else getter(holder)(part)
    return value


def first_field(getters: Iterable[Getter], names: Iterable[str]) -> Any:
    """The first value that there is, in the order of the places, then of the names."""
    values = (get(name) for get in getters for name in names)
    return next((value for value in values if value is not None), None)


def text_of(getters: Iterable[Getter]) -> str | None:
    """The text of a chunk: the first field with a text's name that holds a string."""
    values = (get(name) for get in getters for name in TEXTS)
    return next((value for value in values if isinstance(value, str)), None)


def leaves(thing: object, depth: int = 4) -> Iterator[tuple[str, Any]]:
    """Every path in a chunk with the value at its end, in order.

    >>> list(leaves({"id": 7, "payload": {"at": [3, 5]}}))
    [('id', 7), ('payload.at.0', 3), ('payload.at.1', 5)]
    """
    for name, value in _members(thing):
        is_pair = isinstance(value, (list, tuple)) and len(value) == 2
        inner = value if is_pair else _opened(value)
        if inner is None or depth == 0:
            yield name, value
        else:
            yield from ((f"{name}.{path}", leaf) for path, leaf in leaves(inner, depth - 1))


def _members(thing: object) -> Iterable[tuple[str, Any]]:
    if isinstance(thing, Mapping):
        return ((str(name), value) for name, value in thing.items())
    if isinstance(thing, (list, tuple)):
        return ((str(at), value) for at, value in enumerate(thing))
    named = getattr(thing, "__dict__", {})
    slots = chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(thing).__mro__)
    return {**{name: getattr(thing, name, None) for name in slots}, **named}.items()


def _opened(value: Any) -> object | None:
    """What may hold fields: a mapping, an object that is no plain value, or JSON of an object."""
    if isinstance(value, str):
        if not value.startswith("{"):
            return None
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return None if value is None or isinstance(value, _PLAIN) or callable(value) else value


_PLAIN = (str, bytes, int, float, list, tuple, set, frozenset)
_MAPPINGS = (dict, Mapping)  # most are dicts, and those are told at once


@cache
def _parts(path: str) -> list[str]:
    return path.split(".")


@cache
def _plain(name: str) -> str:
    """A name as it is compared; an underscore at its front has a meaning (`_source`, `_index`)."""
    return "_" * name.startswith("_") + name.replace("_", "").replace("-", "").lower()


@lru_cache(maxsize=1_000)
def _spellings(keys: tuple[object, ...]) -> dict[str, str]:
    return {_plain(key): key for key in reversed(keys) if isinstance(key, str)}


def _nested_in(holder: Any) -> list[Any]:
    """What lies in a holder under a name of such; a string under a text's name is a text."""
    if isinstance(holder, _MAPPINGS):
        named = [(key, holder[key]) for key in _nested_keys(tuple(holder))]
    else:
        kind: Any = type(holder)
        names = _nested_of_class(kind)
        if instance := getattr(holder, "__dict__", None):
            names = [name for name in NESTED if name in names or name in instance]
        named = [(name, _attribute(holder, name)) for name in names]
    return [value for name, value in named if name not in TEXTS or not isinstance(value, str)]


@cache
def _nested_of_class(kind: Any) -> list[str]:
    """The names that a class has for all of its objects; all names where it makes them up."""
    return [name for name in NESTED if hasattr(kind, name) or hasattr(kind, "__getattr__")]


@lru_cache(maxsize=1_000)
def _nested_keys(keys: tuple[object, ...]) -> list[str]:
    spelled = _spellings(keys)
    return [spelled[_plain(name)] for name in NESTED if _plain(name) in spelled]


def _value(holder: Mapping[str, Any], spelled: dict[str, str], name: str) -> Any:
    key = spelled.get(_plain(name))
    return None if key is None else holder[key]


def _attribute(holder: object, name: str) -> Any:
    value = getattr(holder, name, None)
    return None if callable(value) else value  # a method of that name, such as a tuple's index


def _unless(hidden: Iterable[str], get: Getter, name: str) -> Any:
    return None if name in hidden else get(name)
