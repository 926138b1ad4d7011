"""The command `audit`: check anybody's chunks against the text that they were cut from."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from course_lib.auditing import audit, read_chunks
from course_lib.commands.options import print_json
from course_lib.conversion import read_document
from course_lib.document import read_text
from course_lib.errors import InvalidValue
from course_lib.guardrails import OWN


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "audit",
        help="check anybody's chunks against the text that they were cut from",
        description="Check chunks of any library against their text. Exit status: 0 clean, "
        "1 something was found, 2 unusable input.",
    )
    parser.add_argument(
        "--text", required=True, type=Path, metavar="FILE", help="the text that was cut, in UTF-8"
    )
    parser.add_argument(
        "--chunks",
        required=True,
        type=Path,
        metavar="FILE",
        help="what chunk --json printed, or any JSON array of chunks, or one JSON object a line",
    )
    parser.add_argument("--max-chars", type=int, metavar="N", help="the most that one holds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print the report; 1 when it has a finding."""
    text = read_document(options.text, OWN).text
    listed = read_text(options.chunks)
    try:
        chunks = read_chunks(listed)
    except InvalidValue as error:
        raise InvalidValue(f"{options.chunks}: {error}") from None
    report = audit(text, chunks, max_chars=options.max_chars)
    if options.json:
        print_json(report.as_dict())
    else:
        print(report)
    return 0 if report.clean else 1
