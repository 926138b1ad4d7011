"""The command `audit`: check anybody's chunks against the text that they were cut from."""

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from course_lib.auditing import KINDS, as_junit, audit, fields_of, of_source, read_chunk_file
from course_lib.commands.options import print_json
from course_lib.conversion import read_document
from course_lib.errors import InvalidValue
from course_lib.guardrails import OWN

ON_STDOUT = Path("-")


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "audit",
        help="check anybody's chunks against the text that they were cut from",
        description="Check chunks of any library against their text. Exit status: 0 clean, "
        "1 something was found, 2 unusable input.",
    )
    option = parser.add_argument
    option("--text", type=Path, metavar="FILE", help="the text that was cut, in UTF-8")
    option(
        "--chunks",
        required=True,
        type=Path,
        metavar="FILE",
        help="JSON, JSON lines, CSV or Parquet: what chunk --json printed, or what a splitter or a "
        "vector store exports",
    )
    option(
        "--map",
        nargs="+",
        default=[],
        metavar="FIELD=PATH",
        help="where a field lies whose name is not known: text=payload.para start=payload.at.0",
    )
    option("--source", metavar="NAME", help="audit the chunks of this source alone")
    option("--max-chars", type=int, metavar="N", help="the most that one holds")
    option(
        "--fail-on",
        nargs="+",
        default=KINDS,
        choices=KINDS,
        metavar="KIND",
        help=f"exit with 1 for these kinds alone (default: all), of {', '.join(KINDS)}",
    )
    option(
        "--json",
        nargs="?",
        const=ON_STDOUT,
        type=Path,
        metavar="FILE",
        help="write JSON; without a file, print it in place of the report",
    )
    option("--junit", type=Path, metavar="FILE", help="write JUnit XML, one test case a kind")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print the report, and write it where that is asked; 1 when it has a finding that counts."""
    if options.text is None:
        raise InvalidValue("an audit compares chunks with a text: name it with --text FILE")
    _require_places(options)
    fields = fields_of(options.map)
    text = read_document(options.text, OWN).text
    chunks = read_chunk_file(options.chunks, fields)
    if options.source is not None:
        chunks = of_source(chunks, options.source, fields)
    report = audit(text, chunks, max_chars=options.max_chars, fields=fields)
    if options.json == ON_STDOUT:
        print_json(report.as_dict())
    else:
        print(report)
    if options.json not in (None, ON_STDOUT):
        whole = json.dumps(report.as_dict(), ensure_ascii=False, indent=2)
        options.json.write_text(f"{whole}\n", "utf-8", newline="")
    if options.junit:
        junit = as_junit(report, str(options.chunks), options.fail_on)
        options.junit.write_text(junit, "utf-8", newline="")
    return int(any(kind in options.fail_on for kind in report.counts))


def _require_places(options: Namespace) -> None:
    """Raise InvalidValue for a place that cannot be written to, before anything is read."""
    for name in ("json", "junit"):
        path = getattr(options, name)
        if path is None or path == ON_STDOUT:
            continue
        if path.is_dir() or not path.absolute().parent.is_dir():
            raise InvalidValue(f"--{name} {path} cannot be written: name a file in a folder")
        if path.absolute() in (options.text.absolute(), options.chunks.absolute()):
            raise InvalidValue(f"--{name} {path} is what is audited: name another file")
