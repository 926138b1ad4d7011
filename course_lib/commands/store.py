"""The commands that keep a store: check it, copy it, put a copy back, and hand out all it holds."""

import json
from argparse import Namespace
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from course_lib.commands.options import add_store, count_changes, open_store
from course_lib.commands.origin import Address
from course_lib.document import read_text
from course_lib.errors import InvalidValue
from course_lib.guardrails import Scope
from course_lib.store import ChunkStore


def add(commands: Any) -> None:
    """Add the commands to the parser of the command line."""
    verify = commands.add_parser(
        "verify",
        help="cut and hash everything in a store again",
        description="Cut and hash everything in a store again, and check its file and its index. "
        "It works on a copy in the temporary folder, which needs the room for it. Exit status: 0 "
        "clean, 1 a fault was found, 2 unusable input.",
    )
    add_store(verify)
    verify.add_argument(
        "--sources",
        type=Path,
        metavar="FILE",
        help="what must be there: what export wrote, or one JSON object a line with tenant, "
        "environment and source_id; without it nothing says that a source is missing",
    )
    verify.set_defaults(run=run_verify)
    compact = commands.add_parser(
        "compact",
        help="give back the room of what was deleted, and erase its words",
        description="Write the file of a store anew, without what was deleted from it.",
    )
    add_store(compact)
    compact.set_defaults(run=run_compact)
    for name, words, work in (
        ("backup", "write a sound copy of a store, also while it is in use", run_backup),
        ("restore", "put the content of a copy in place of what a store holds", run_restore),
        ("export", "write all that a store holds as JSON lines, for its owner", run_export),
        ("import", "store what export wrote", run_import),
    ):
        parser = commands.add_parser(name, help=words, description=f"{words.capitalize()}.")
        parser.add_argument("file", type=Path, metavar="FILE")
        add_store(parser)
        parser.set_defaults(run=work)


def run_verify(options: Namespace) -> int:
    """Print the report; 1 when there is a fault in it."""
    expected = options.sources and read_sources(options.sources)
    with open_store(options.db) as store:
        report = store.verify(sources=expected)
    print(report)
    return 0 if report.clean else 1


def run_backup(options: Namespace) -> int:
    """Write a copy of the store."""
    with open_store(options.db) as store:
        store.backup(options.file)
    print(f"{options.file} is a copy of {options.db}")
    return 0


def run_restore(options: Namespace) -> int:
    """Put a copy into the store."""
    if not options.file.is_file():  # or a store would be made for a copy that is not there
        raise InvalidValue(f"{options.file} is no file: name the copy")
    with ChunkStore(options.db) as store:
        store.restore(options.file)
    print(f"{options.db} holds what {options.file} holds")
    return 0


def run_compact(options: Namespace) -> int:
    """Write the store's file anew."""
    before = options.db.stat().st_size if options.db.exists() else 0
    with open_store(options.db, read_only=False) as store:
        store.compact()
    print(f"{before:,} bytes before, {options.db.stat().st_size:,} bytes now")
    return 0


def run_export(options: Namespace) -> int:
    """Write JSON lines."""
    part = options.file.with_name(f"{options.file.name}.part")
    try:
        with open_store(options.db) as store, part.open("w", encoding="ascii") as lines:
            lines.writelines(f"{line}\n" for line in store.export())
        part.replace(options.file)
    finally:
        with suppress(OSError):
            part.unlink()
    print(f"{options.file} holds all that {options.db} holds")
    return 0


def run_import(options: Namespace) -> int:
    """Store what was exported."""
    with _lines_of(options.file) as lines, ChunkStore(options.db) as store:
        done: Counter[str] = Counter(change.status for change in store.import_(lines))
    print(count_changes(done))
    return 0


def _lines_of(path: Path) -> TextIO:
    """Open what may be JSON lines: what is no UTF-8 in it is no JSON either, and is told so."""
    return path.open(encoding="utf-8", errors="surrogateescape")


def read_sources(path: Path) -> list[Address]:
    """Return the sources that a file of JSON lines names; raises InvalidValue with the line."""
    found = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if number == 1 and "format" in entry:  # what export wrote begins by saying what it is
                continue
            found.append((Scope(entry["tenant"], entry["environment"]), entry["source_id"]))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise InvalidValue(
                f"{path}, line {number}: no JSON object with tenant, environment and source_id "
                f"({error})"
            ) from None
    return found
