"""The chunks inside of whatever holds them: a list, a table, a file, the answer of a database.

They are looked for by what they are, rows that have a text, not by the name of a product.
"""

import csv
import json
import re
from collections.abc import Iterable, Mapping
from io import StringIO
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from course_lib.auditing.fields import MAPPED, TEXTS, getter, getters_of, text_of
from course_lib.auditing.guessing import describe
from course_lib.document import read_text
from course_lib.errors import InvalidValue

ANSWERS = ("chunks", "objects", "points", "matches", "vectors", "nodes", "documents", "body")
TO_ROWS = ("to_pylist", "to_dicts")  # tables of Arrow and Polars
MOST_DEPTH = 5
_NO_MAP: Mapping[str, str] = {}


def read_chunks(text: str, fields: Mapping[str, str] = _NO_MAP) -> list[Any]:
    """Read chunks from JSON: an array, an object that holds them, or one object a line.

    So what `chunk --json` prints is read as it is, and what vector stores export. Raises
    InvalidValue that names the line of what is no JSON, and the line or the chunk without a text.

    >>> read_chunks('{"chunks": [{"text": "Roof renewed.", "start": 0}]}')
    [{'text': 'Roof renewed.', 'start': 0}]
    >>> read_chunks('{"ids": ["a"], "documents": ["Roof."], "metadatas": [{"start_index": 0}]}')
    [{'id': 'a', 'document': 'Roof.', 'metadata': {'start_index': 0}}]
    >>> read_chunks('{"text": "Roof renewed."}\\n[1, 2]')
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: line 2 holds a list: a chunk is a JSON object, or [text, start]
    """
    text = text.removeprefix("\ufeff")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > 1 and _is_row(lines[0][1]):
        values = [(_parse(line, number), f"line {number}") for number, line in lines]
        return [_checked(row, name, fields) for row, name in values if not _is_action(row)]
    if not lines:
        return []
    value = _parse(text, 1)
    rows = rows_in(value, fields)
    if rows is None:
        rows = value if isinstance(value, list) else [value]
    return [_checked(row, f"chunk #{index}", fields) for index, row in enumerate(rows)]


def read_chunk_file(path: str | PathLike[str], fields: Mapping[str, str] = _NO_MAP) -> list[Any]:
    """Read chunks from a file: `.csv`, `.tsv`, `.parquet` where pyarrow is installed, else JSON.

    Raises InvalidValue that names the file, and the line or the chunk in it that cannot be used.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    try:
        if suffix in (".csv", ".tsv"):
            return _read_csv(read_text(path), fields)
        if suffix == ".parquet":
            return _read_parquet(path, fields)
        return read_chunks(read_text(path), fields)
    except InvalidValue as error:
        message = str(error)
        raise InvalidValue(
            message if message.startswith(str(path)) else f"{path}: {message}"
        ) from None


def rows_in(value: object, fields: Mapping[str, str] = _NO_MAP) -> list[Any] | None:
    """The rows that have a text, nearest first; None for one chunk, and where there are none.

    >>> rows_in({"hits": {"total": 1, "hits": [{"_source": {"text": "Roof."}}]}})
    [{'_source': {'text': 'Roof.'}}]
    >>> rows_in({"text": {"0": "Roof.", "1": "Pipes."}})
    [{'text': 'Roof.'}, {'text': 'Pipes.'}]
    """
    if isinstance(value, Mapping) and isinstance(value.get("chunks"), list):
        return list(value["chunks"])
    if isinstance(value, (str, bytes)) or (not _is_listed(value) and _has_text(value, fields)):
        return None
    if isinstance(value, Iterable) and not isinstance(value, Mapping) and not _holds_rows(value):
        value = list(value)
        if not value or isinstance(value[0], str):
            return value
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH):
        for one in level:
            rows = _rows(one, fields)
            if rows is not None:
                return rows
        level = [inner for one in level for inner in _inside(one)]
    return value if isinstance(value, list) else None  # in a list, each without a text is named


def plain_row(row: object) -> object:
    """A row that names its fields; a text alone and a tuple of text and positions get names.

    >>> plain_row((5, "Two.")), plain_row(["Two.", [5, 9]])
    ({'text': 'Two.', 'start': 5}, {'text': 'Two.', 'start': 5, 'end': 9})
    """
    if isinstance(row, str):
        return {"text": row}
    if not isinstance(row, (list, tuple)) or hasattr(row, "_fields"):
        return row
    flat = [part for one in row for part in (one if isinstance(one, (list, tuple)) else [one])]
    texts = [part for part in flat if isinstance(part, str)]
    numbers = [part for part in flat if type(part) is int]
    others = [part for part in flat if not isinstance(part, (str, int, float, type(None)))]
    if len(texts) == 1 and len(numbers) <= 2 and len(flat) > 1:
        named = dict(zip(("text", "start", "end"), (*texts, *numbers), strict=False))
        return named | ({"metadata": others[0]} if others else {})
    has_score = len(row) == 2 and len(others) == 1 and isinstance(row[1], (int, float))
    return others[0] if has_score else row


def _checked(row: Any, name: str, fields: Mapping[str, str]) -> Any:
    chunk = plain_row(row)
    if not isinstance(chunk, Mapping) or (isinstance(row, str) and name.startswith("line")):
        kind = type(row).__name__
        raise InvalidValue(f"{name} holds a {kind}: a chunk is a JSON object, or [text, start]")
    if text_of(getters_of(chunk, fields)) is None:
        raise InvalidValue(f"{name} has no text: {describe(chunk, fields)}")
    return chunk


def _has_text(row: object, fields: Mapping[str, str]) -> bool:
    if isinstance(row, (str, int, float, type(None))):
        return False
    named = plain_row(row)
    is_chunk = not _is_listed(named) or hasattr(named, "_fields")
    return is_chunk and text_of(getters_of(named, fields)) is not None


def _rows(value: Any, fields: Mapping[str, str]) -> list[Any] | None:
    """The rows of one value: a list of chunks, a table by columns, or chunks under their ids."""
    for method in TO_ROWS:
        if hasattr(value, method):
            return list(getattr(value, method)())
    if _is_frame(value):
        return list(value.to_dict("records"))
    rows: Any = value if _is_listed(value) else ()
    if isinstance(value, Mapping):
        columns = _by_columns(value, fields)
        if columns is not None:
            return columns
        rows = value.values()
    return list(rows) if any(_has_text(row, fields) for row in islice(rows, 100)) else None


def _is_listed(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _is_frame(value: object) -> bool:
    return hasattr(value, "to_dict") and hasattr(value, "columns")


def _holds_rows(value: object) -> bool:
    """Whether what is no mapping is a table or an answer, which may iterate over something else."""
    is_table = _is_frame(value) or any(hasattr(value, method) for method in TO_ROWS)
    return is_table or (not _is_listed(value) and bool(_inside(value)))


def _by_columns(table: Mapping[str, Any], fields: Mapping[str, str]) -> list[Any] | None:
    """The rows of a table that is written column by column; None for anything else."""
    columns = {name: _cells(value) for name, value in table.items()}
    names = [*TEXTS, *(f"{name}s" for name in TEXTS), fields.get("text", "")]
    found = (getter(columns)(name) for name in names)
    texts = next((cells for cells in found if cells is not None and _are_texts(cells)), None)
    if texts is None:
        return None
    kept = {*MAPPED, *fields.values()}
    of_rows = {
        name if name in kept else name.removesuffix("s"): cells
        for name, cells in columns.items()
        if cells and len(cells) == len(texts)
    }
    return [{name: cells[at] for name, cells in of_rows.items()} for at in range(len(texts))]


def _are_texts(cells: list[Any]) -> bool:
    return not cells or isinstance(cells[0], str)


def _cells(value: Any) -> list[Any] | None:
    """The cells of a column: a list, a mapping of row numbers, or one list for each query."""
    if isinstance(value, Mapping):
        are_rows = value and all(str(key).isdigit() for key in value)
        return list(value.values()) if are_rows else None
    if not isinstance(value, (list, tuple)):
        return None
    nested = value and all(isinstance(part, list) for part in value)
    return [cell for part in value for cell in part] if nested else list(value)


def _inside(value: Any) -> list[Any]:
    """What may hold the rows, one level further in."""
    if isinstance(value, Mapping):
        inner: Iterable[Any] = value.values()
    elif isinstance(value, (list, tuple)):
        inner = value[:100]
    else:
        inner = (getter(value)(name) for name in ANSWERS)
    return [one for one in inner if one is not None and not isinstance(one, (str, int, float))]


def _read_csv(text: str, fields: Mapping[str, str]) -> list[Any]:
    """The rows of a table with a first line of names; a column of whole numbers becomes numbers."""
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    delimiter = max(",\t;|", key=head.count)
    limit = csv.field_size_limit(max(len(text), 1))
    try:
        rows = list(csv.DictReader(StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise InvalidValue(f"it cannot be read as CSV: {error}; quote each text") from None
    finally:
        csv.field_size_limit(limit)
    for name in rows[0] if rows else ():
        cells = [row[name] for row in rows]
        if name not in {*TEXTS, fields.get("text")} and all(map(_is_number, cells)):
            for row, cell in zip(rows, cells, strict=True):
                row[name] = float(cell) if cell else None
    return [_checked(row, f"row {at}", fields) for at, row in enumerate(rows, 1)]


def _is_number(cell: Any) -> bool:
    return isinstance(cell, str) and bool(re.fullmatch(r"(-?\d{1,15}(\.0+)?)?", cell, re.ASCII))


def _read_parquet(path: Path, fields: Mapping[str, str]) -> list[Any]:
    try:
        from pyarrow import ArrowException, parquet  # imported where a Parquet file is read
    except ImportError:
        raise InvalidValue(
            "Parquet is read with pyarrow, which is not installed: pip install pyarrow, "
            "or write the chunks as JSON lines"
        ) from None
    try:
        rows = parquet.read_table(path).to_pylist()
    except ArrowException as error:
        raise InvalidValue(f"it cannot be read as Parquet: {error}") from None
    return [_checked(row, f"row {at}", fields) for at, row in enumerate(rows, 1)]


def _is_action(row: Any) -> bool:
    """Whether a line only says where the next one goes, as in a bulk file of Elasticsearch."""
    return (
        isinstance(row, dict)
        and len(row) == 1
        and any(isinstance(row.get(name), dict) for name in ("index", "create"))
    )


def _is_row(line: str) -> bool:
    try:
        return isinstance(plain_row(json.loads(line)), dict)
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
