"""The command `measure`: what a split keeps whole, finds and stores."""

from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from course_lib.adapters import Foreign
from course_lib.chunk import Chunker
from course_lib.commands.options import warn, warnings_as_lines
from course_lib.commands.settings import (
    add_settings,
    heading,
    price_of,
    progress_line,
    read_chunkers,
    read_texts,
)
from course_lib.commands.yours import searches
from course_lib.errors import InvalidValue
from course_lib.measure.experiment import sweep
from course_lib.measure.table import Row, as_csv, as_differences, as_table, row_of


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "measure",
        help="measure what a split keeps whole, finds and stores",
        description="Split documents, store the chunks, ask every question, and measure what is "
        "read: of the samples, or of texts of your own. Several chunkers, sizes and overlaps make "
        "a table. Exit status: 0 measured, 1 measured without what could not be used, 2 unusable "
        "input.",
    )
    add_settings(parser)
    parser.add_argument("--csv", metavar="FILE", help="write the table as CSV; - for stdout")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw recall over size")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Measure and report; 1 when a line or a file could not be used."""
    _check_outputs(options)
    found = read_texts(options)
    chunkers, left_out = read_chunkers(options)
    if options.plot:
        _check_lines(chunkers)
    for remark in left_out:
        warn(f"left out: {remark}")
    asked, results = searches(options), []
    progress = progress_line(len(chunkers))
    with warnings_as_lines():
        for search in asked:
            results += sweep(
                chunkers,
                found.documents,
                found.questions,
                **price_of(options),
                search=search,
                progress=progress,
            )
    rows = [row_of(result) for result in results]
    if options.csv == "-":
        print(as_csv(rows), end="")
    else:
        title = heading(found.documents, found.questions, results[0])
        print(title, "", as_table(rows), sep="\n")
        for row in rows:
            if row.figures["nothing_found"]:
                print(
                    f"{row.setting}: questions that found nothing: {row.figures['nothing_found']}"
                )
        if len(results) > 1 and (options.splitter or any(asked)):
            print("", as_differences(results), sep="\n")
    if options.csv not in (None, "-"):
        Path(options.csv).write_text(as_csv(rows), "utf-8", newline="")
    if options.plot:
        _plot(options.plot, rows)
    return 1 if found.remarks else 0


def _check_outputs(options: Namespace) -> None:
    """Refuse before measuring what could not be written after it."""
    if options.plot and options.plot.suffix.lower() != ".png":
        raise InvalidValue(f"--plot {options.plot}: a picture is a .png file; name one")
    if options.plot and not find_spec("matplotlib"):
        raise InvalidValue("--plot draws with matplotlib, which is not installed: pip install it")
    for path in (options.csv if options.csv != "-" else None, options.plot):
        if path and not Path(path).parent.is_dir():
            raise InvalidValue(f"{path}: there is no folder {Path(path).parent}; make it first")
        if path and Path(path).is_dir():
            raise InvalidValue(f"{path} is a folder: name a file in it")


def _check_lines(chunkers: Sequence[Chunker]) -> None:
    """Refuse before measuring what has more lines than can be told apart, or no size."""
    from course_lib.show.pictures import STYLES

    if any(isinstance(chunker, Foreign) for chunker in chunkers):
        raise InvalidValue(
            "--plot draws recall over size, and a splitter of yours has none here: leave one out, "
            "or write a report"
        )

    lines = {(type(chunker), getattr(chunker, "overlap", None)) for chunker in chunkers}
    if len(lines) > len(STYLES):
        raise InvalidValue(
            f"--plot: {len(lines)} lines cannot be told apart; ask for at most {len(STYLES)} "
            "chunkers and overlaps"
        )


def _plot(path: Path, rows: Sequence[Row]) -> None:
    from course_lib.show.pictures import recall_picture

    picture = recall_picture(rows)
    path.write_bytes(picture.png)
    warn(f"{path}: {picture.alt}")
