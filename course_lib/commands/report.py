"""The command `report`: one page with pictures that says which setting to take, and how sure."""

from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from shlex import join
from typing import Any

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
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.measure.corpus import Corpus, setting_of
from course_lib.measure.experiment import Result, sweep


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "report",
        help="write one page that says which setting to take, with pictures",
        description="Measure as the command measure does, and write one page to show at work: the "
        "settings at one price with intervals, the paired differences, what was refused and why, "
        "and the questions that are missed. A splitter that is refused does not stop the others. "
        "Exit status: 0 written, 1 written without what could not be used, 2 unusable input.",
    )
    add_settings(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FILE.html", help="the page; nothing else"
    )
    parser.add_argument("--title", default="How our texts should be cut", help="of the page")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Measure, write the page, and print its verdict; 1 when something was left out."""
    _check_output(options.out)
    found = read_texts(options)
    chunkers, left_out = read_chunkers(options)
    for remark in left_out:
        warn(f"left out: {remark}")
    measured: list[Result] = []
    with warnings_as_lines():
        fit, refused = _fit(chunkers, found.documents, options)
        for search in searches(options):
            measured += sweep(
                fit,
                found.documents,
                found.questions,
                **price_of(options),
                search=search,
                progress=progress_line(len(fit)),
            )
    for reason in refused:
        warn(f"not measured: {reason}")

    from course_lib.show.report import Measured, report_page, verdict  # it takes a while

    page = Measured(
        title=options.title,
        texts=heading(found.documents, found.questions, measured[0]),
        results=measured,
        refused=refused,
        asked={each.id: (each.text, each.document.source_id) for each in found.questions},
        command=f"python -m course_lib report {join(_told(options))}",
    )
    options.out.write_text(report_page(page), "utf-8", newline="")
    print(verdict(measured))
    return 1 if found.remarks or refused else 0


def _fit(
    chunkers: Sequence[Chunker], documents: Sequence[Document], options: Namespace
) -> tuple[list[Chunker], list[str]]:
    """The chunkers that can be measured, and why each of the others cannot."""
    fit: list[Chunker] = []
    refused: list[str] = []
    for chunker in chunkers:
        try:
            Corpus(chunker, documents).check_reading(options.k, options.budget)
            fit.append(chunker)
        except InvalidValue as error:
            refused.append(f"{setting_of(chunker)[0]}: {error}")
    if not fit:
        raise InvalidValue(f"there is nothing to report; {refused[0]}")
    return fit, refused


def _told(options: Namespace) -> list[str]:
    """The options that say what was measured, as they would be typed."""
    told: list[str] = []
    names = ("chunker", "size", "overlap", "splitter", "search", "budget", "k", "folder")
    for name in (*names, "questions", "benchmark"):
        value = getattr(options, name)
        if value not in (None, []):
            values = value if isinstance(value, list) else [value]
            told += [f"--{name}", *map(str, values)]
    return [*told, "--held-out"] if options.held_out else told


def _check_output(path: Path) -> None:
    """Refuse before measuring what could not be written after it."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise InvalidValue(f"--out {path}: a report is a .html file; name one")
    if not path.parent.is_dir():
        raise InvalidValue(f"{path}: there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise InvalidValue(f"{path} is a folder: name a file in it")
    if find_spec("matplotlib") is None:
        raise InvalidValue("a report has pictures, drawn with matplotlib: pip install matplotlib")
