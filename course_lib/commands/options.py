"""What several commands share: options that name a chunker, and lines that say how it goes."""

import csv
import json
import sys
import warnings
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from course_lib.chunkers import (
    STRUCTURE,
    AnyChunker,
    NaiveChunker,
    NotJson,
    chunker_for,
)
from course_lib.errors import InvalidValue
from course_lib.store import ChunkStore

NAMES = ("naive", *STRUCTURE)
BY_SUFFIX = "(default: by the file's suffix: markdown, record or code, else paragraph)"
NAIVE_HAS_NONE = "naive looks at nothing in the text: leave --min-chars and --count-context out"
AT_MOST = 10  # names in one line
ROLES = """; one with a comma in it stands in quotes: '"claims, motor",auditor'"""


OVERLAP = "characters that two chunks may share; in whole units, but by naive"
MIN_CHARS = "join a chunk that is shorter with a neighbour under the same parent; not for naive"
COUNT_CONTEXT = "let the context count as part of --size; naive has none"


def add_sizes(parser: ArgumentParser) -> None:
    """Add the options that say how long chunks are."""
    parser.add_argument("--size", type=int, default=800, help="characters per chunk (default: 800)")
    parser.add_argument("--overlap", type=int, help=f"{OVERLAP} (default: 0; 100 for naive)")
    parser.add_argument("--min-chars", type=int, default=0, help=f"{MIN_CHARS} (default: 0)")
    parser.add_argument("--count-context", action="store_true", help=COUNT_CONTEXT)


def add_store(parser: ArgumentParser) -> None:
    """Add the option --db, for a store that is there."""
    parser.add_argument("--db", required=True, type=Path, metavar="FILE", help="the store")


def open_store(path: Path, *, read_only: bool = True) -> ChunkStore:
    """Open a store that exists: to look for something in a new one is a slip of the pen."""
    if not path.exists():
        raise InvalidValue(f"there is no store {path}: make it with the command index")
    if path.is_file() and not path.stat().st_size:
        raise InvalidValue(f"{path} is an empty file and no store: make one with the command index")
    return ChunkStore(path, read_only=read_only)


def make_chunker(
    name: str | None,
    size: int,
    overlap: int | None = None,
    path: Path | str = "",
    *,
    min_chars: int = 0,
    count_context: bool = False,
) -> AnyChunker:
    """Return a chunker by its name, or by a file's; raises for sizes that it cannot have."""
    if name == "naive":
        if min_chars or count_context:
            raise InvalidValue(NAIVE_HAS_NONE)
        return NaiveChunker(size, overlap)
    make = STRUCTURE[name] if name else partial(chunker_for, path)
    return make(size, min_chars=min_chars, overlap=overlap or 0, count_context=count_context)


@contextmanager
def warnings_as_lines(path: Path | None = None) -> Iterator[None]:
    """Print what a chunker warns of on stderr, each once and in one line, after a file's name."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NotJson)
        yield
    for message in dict.fromkeys(str(warning.message) for warning in caught):
        warn(f"{path}: {message}" if path else message)


def roles_of(listed: str) -> list[str]:
    """Return the roles that --roles lists; raises InvalidValue for a quote that never ends.

    >>> roles_of('auditor,"claims, motor"')
    ['auditor', 'claims, motor']
    """
    try:
        [roles] = csv.reader([listed], strict=True)
    except (csv.Error, ValueError):
        raise InvalidValue(f"--roles {listed}: a quote begins or ends inside of a name") from None
    return roles or [""]


def print_json(value: object) -> None:
    """Print JSON; in ASCII, which says the same, where stdout is not UTF-8."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not utf8, indent=2))


def show_progress(line: str, *, last: bool, elsewhere: bool) -> None:
    """Write over one line on a terminal; `elsewhere`, as in a log, write it if that is asked."""
    if sys.stderr.isatty():
        print(f"\r{line}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif elsewhere:
        print(line, file=sys.stderr)


def warn(message: str) -> None:
    """Print one line on stderr, whatever the name of a file in it holds."""
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in message)
    print(line, file=sys.stderr)


def warn_of_passed_over(names: Sequence[str]) -> None:
    """Name on stderr the files of a folder that are no texts."""
    if names:
        warn(f"passed over: {name_some(names)}")


def count_changes(done: Mapping[str, int]) -> str:
    """Say how many sources were inserted, replaced and unchanged.

    >>> count_changes({"inserted": 2})
    '2 inserted, 0 replaced, 0 unchanged'
    """
    return ", ".join(
        f"{done.get(status, 0):,} {status}" for status in ("inserted", "replaced", "unchanged")
    )


def name_some(names: Sequence[str]) -> str:
    """Name the first ten.

    >>> name_some([str(number) for number in range(12)])
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more'
    """
    named = ", ".join(names[:AT_MOST])
    return f"{named} and {len(names) - AT_MOST:,} more" if len(names) > AT_MOST else named
