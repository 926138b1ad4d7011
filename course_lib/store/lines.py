"""All that is stored as lines of JSON, a source a line, and back again.

The first line says what the lines are and how many sources follow: of a file that was cut short
nothing is taken. Spans are written instead of passages: each passage is cut and hashed anew, and
the digest of the source tells whether all of it is what was stored.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from course_lib.chunk import cut
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.guardrails import Guardrails
from course_lib.store.rows import GUARDRAILS, StoredSource, as_json, digest_of, read_source
from course_lib.store.transaction import rows
from course_lib.store.write import Source

FORMAT = "chunks"


def write_lines(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield a line that says how many sources there are, then one for each."""
    keys = rows(connection, "SELECT source_key FROM source ORDER BY source_key")
    yield first_line(len(keys))
    for (key,) in keys:
        [(text, *labels)] = rows(
            connection,
            f"SELECT source.text, {GUARDRAILS}"
            " FROM source JOIN label USING (label_id) WHERE source_key = ?",
            (key,),
        )
        found = rows(
            connection,
            "SELECT char_start, char_end, context FROM chunk WHERE source_key = ? ORDER BY number",
            (key,),
        )
        spans = [(start, end, json.loads(context)) for start, end, context in found]
        yield line_of(read_source(labels, len(found)), spans, text)


def first_line(sources: int) -> str:
    """Say what the lines are and how many follow."""
    return as_json({"format": FORMAT, "version": 1, "sources": sources})


def line_of(
    source: StoredSource, spans: Sequence[tuple[int, int, Sequence[str]]], text: str
) -> str:
    """Write one source, with the digest of all that is stored of it."""
    return as_json(
        {
            **source.guardrails.as_dict(),
            "made_by": source.made_by,
            "origin": source.origin,
            "digest": source.digest,
            "chunks": spans,
            "text": text,
        }
    )


def read_lines(lines: Iterable[str]) -> Iterator[Source]:
    """Yield each source as it was stored; raises InvalidValue for other lines, or too few."""
    expected, number = None, 0
    for number, line in enumerate(lines):
        try:
            read = json.loads(line)
            if number:
                yield _source(read)
            elif read["format"] == FORMAT and read["version"] == 1:
                expected = read["sources"]
            else:
                raise InvalidValue("is of another format or version")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InvalidValue(
                f"line {number + 1} is not as export wrote it ({error!r}): nothing was stored"
            ) from error
    if number != expected:
        raise InvalidValue(
            f"the first line names {expected} sources, and {number} follow: the file was cut "
            "short or put together of several; nothing was stored"
        )


def _source(read: dict[str, Any]) -> Source:
    document = Document(read["text"], Guardrails.from_dict(read))
    spans = [(start, end, tuple(context)) for start, end, context in read["chunks"]]
    source = document, cut(document, spans), read["made_by"], read["origin"]
    if read.get("digest", digest_of(*source)) != digest_of(*source):  # older lines have none
        raise InvalidValue("its text, labels or spans are not those that its digest was made of")
    return source
