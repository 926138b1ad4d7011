"""Fields whose names are not known: how they are mapped, which keys there are, and a guess."""

from collections.abc import Iterable, Mapping
from typing import Any

from course_lib.auditing.fields import MAPPED, SOURCES, TEXTS, first_field, getters_of, leaves
from course_lib.errors import InvalidValue, UnknownName

_SHOWN = 8
_LIKE_STARTS = ("start", "off", "begin", "pos", "from")


def fields_of(written: Iterable[str]) -> dict[str, str]:
    """Read `field=path` words; raises InvalidValue or UnknownName for one that names no field.

    >>> fields_of(["text=payload.para", "start=at"])
    {'text': 'payload.para', 'start': 'at'}
    >>> fields_of(["title=head"])
    Traceback (most recent call last):
        ...
    course_lib.errors.UnknownName: 'title' is no field of a chunk; choose among text, start, ...
    """
    fields = {}
    for word in written:
        name, _, path = word.partition("=")
        if not path:
            raise InvalidValue(f"{word!r} maps nothing: write it as text=payload.para")
        if name not in MAPPED:
            known = ", ".join(["text", "start", *sorted(MAPPED - {"text", "start"})])
            raise UnknownName(f"{name!r} is no field of a chunk; choose among {known}")
        fields[name] = path
    return fields


def of_source(chunks: Iterable[object], source: str, fields: Mapping[str, str]) -> list[Any]:
    """The chunks that name a source; raises InvalidValue when none does, and says what they name.

    >>> of_source([{"text": "Roof.", "file_name": "a.md"}], "b.md", {})
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: no chunk is of the source 'b.md'; they name 'a.md'
    """
    chunks = list(chunks)
    named = [first_field(getters_of(chunk, fields), SOURCES) for chunk in chunks]
    found = [chunk for chunk, name in zip(chunks, named, strict=True) if str(name) == source]
    if found or not chunks:
        return found
    names = [repr(str(name)) for name in dict.fromkeys(named) if name is not None]
    if not names:
        keys = ", ".join(dict(leaves(chunks[0])))
        raise InvalidValue(
            f"no chunk says which document it is of: it has {keys}; "
            "say where that stands with --map source=PATH, or leave --source out"
        )
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    raise InvalidValue(
        f"no chunk is of the source {source!r}; they name {', '.join(names[:_SHOWN])}{more}"
    )


def describe(chunk: object, fields: Mapping[str, str], whole: str = "") -> str:
    """Say what to do for a chunk without a text: which keys it has, and which may be meant.

    >>> describe({"id": 3, "para": "Roof renewed.", "off": 7}, {}).partition("; ")[2]
    'it has id, para, off; perhaps --map text=para start=off'
    """
    found = dict(leaves(chunk))
    wanted = f"give it one of {', '.join(TEXTS)}, a string"
    if "text" in fields:
        wanted = f"there is no string under {fields['text']}"
    if not found:
        return wanted
    more = f" and {len(found) - _SHOWN:,} more" if len(found) > _SHOWN else ""
    names = ", ".join([*found][:_SHOWN]) + more
    return f"{wanted}; it has {names}{guess(found, whole)}"


def guess(found: Mapping[str, Any], whole: str) -> str:
    """Guess at a text and a start: what fits the text that was cut, else what looks like them."""
    texts = [path for path, value in found.items() if isinstance(value, str) and value.strip()]
    text = max(texts, key=lambda path: (found[path] in whole, len(found[path])), default=None)
    if text is None:
        return ""
    numbers = [path for path, value in found.items() if type(value) is int and value >= 0]
    fits = [path for path in numbers if whole and whole.startswith(found[text], found[path])]
    named = [path for path in numbers if any(part in path.lower() for part in _LIKE_STARTS)]
    start = next(iter(fits or named), None)
    return f"; perhaps --map text={text}" + (f" start={start}" if start else "")
