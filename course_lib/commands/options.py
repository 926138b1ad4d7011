"""What several commands share: options that name a chunker, and a line that shows progress."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from course_lib.chunkers import STRUCTURE, AnyChunker, NaiveChunker
from course_lib.errors import InvalidValue

NAMES = ("naive", *STRUCTURE)


def add_sizes(parser: ArgumentParser) -> None:
    """Add the options --size and --overlap."""
    parser.add_argument("--size", type=int, default=800, help="characters per chunk (default: 800)")
    parser.add_argument("--overlap", type=int, help="characters shared, naive only (default: 100)")


def make_chunker(name: str, size: int, overlap: int | None) -> AnyChunker:
    """Return a chunker by its name; raises for a size or an overlap that it cannot have."""
    if name == "naive":
        return NaiveChunker(size, overlap)
    if overlap:
        raise InvalidValue("only the naive chunker overlaps: leave --overlap out")
    return STRUCTURE[name](size)


def show_progress(line: str, *, last: bool, elsewhere: bool) -> None:
    """Write over one line on a terminal; `elsewhere`, as in a log, write it if that is asked."""
    if sys.stderr.isatty():
        print(f"\r{line}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif elsewhere:
        print(line, file=sys.stderr)
