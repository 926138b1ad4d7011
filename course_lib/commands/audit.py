"""The command `audit`: check anybody's chunks against the text that they were cut from."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from course_lib.auditing import audit, read_chunks
from course_lib.document import read_text


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
        "--chunks", required=True, type=Path, metavar="FILE.jsonl", help="one JSON object a line"
    )
    parser.add_argument("--max-chars", type=int, metavar="N", help="the most that one holds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print the report; 1 when it has a finding."""
    text, lines = read_text(options.text), read_text(options.chunks).split("\n")
    try:
        chunks = read_chunks(lines)
    except ValueError as error:
        raise ValueError(f"{options.chunks}: {error}") from None
    report = audit(text, chunks, max_chars=options.max_chars)
    print(json.dumps(report.as_dict(), ensure_ascii=False, indent=2) if options.json else report)
    return 0 if report.clean else 1
