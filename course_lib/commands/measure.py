"""The command `measure`: what a split keeps whole, finds and stores."""

from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

from course_lib import samples
from course_lib.chunk import Chunker
from course_lib.chunkers import STRUCTURE, NaiveChunker, SuffixChunker
from course_lib.chunkers.structure import StructureChunker
from course_lib.commands.options import (
    COUNT_CONTEXT,
    MIN_CHARS,
    NAIVE_HAS_NONE,
    NAMES,
    OVERLAP,
    name_some,
    show_progress,
    warn,
    warn_of_passed_over,
    warnings_as_lines,
)
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.measure.experiment import Progress, Result, sweep
from course_lib.measure.questions import (
    Asked,
    Collection,
    mean_shared_words,
    read_benchmark,
    read_folder,
)
from course_lib.measure.table import Row, as_csv, as_table, row_of

SUFFIX = "suffix"


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
    parser.add_argument(
        "--chunker",
        nargs="+",
        choices=(*NAMES, SUFFIX),
        default=["naive"],
        help="(default: naive); suffix chooses for each text by the suffix of its name",
    )
    parser.add_argument(
        "--size", nargs="+", type=int, default=[800], help="characters per chunk (default: 800)"
    )
    parser.add_argument(
        "--overlap",
        nargs="+",
        type=int,
        default=[0],
        help=f"{OVERLAP} (default: 0)",
    )
    parser.add_argument(
        "--min-chars", nargs="+", type=int, default=[0], help=f"{MIN_CHARS} (default: 0)"
    )
    parser.add_argument("--count-context", action="store_true", help=COUNT_CONTEXT)
    price = parser.add_mutually_exclusive_group(required=True)
    price.add_argument("--budget", type=int, metavar="N", help="characters read for each question")
    price.add_argument("--k", type=int, metavar="N", help="chunks read for each question")
    texts = parser.add_argument_group("texts of your own, instead of the samples")
    texts.add_argument("--folder", type=Path, metavar="FOLDER", help="text files; all are searched")
    texts.add_argument(
        "--questions",
        type=Path,
        metavar="FILE.jsonl",
        help="one JSON object a line: source (a file in the folder), question, evidence (the words "
        "of that file that answer, or a list of them)",
    )
    texts.add_argument(
        "--benchmark",
        type=Path,
        metavar="FOLDER",
        help="corpora/*.md and questions_df.csv, the shape of Chroma's chunking evaluation",
    )
    parser.add_argument(
        "--held-out",
        action="store_true",
        help="ask the samples' held-out questions, on which a choice is tested once, in place of "
        "the visible ones",
    )
    parser.add_argument("--csv", metavar="FILE", help="write the table as CSV; - for stdout")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw recall over size")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Measure and report; 1 when a line or a file could not be used."""
    _check_outputs(options)
    found = _texts(options)
    documents, questions = found.documents, found.questions
    chunkers, left_out = _chunkers(options)
    if options.plot:
        _check_lines(chunkers)
    warn_of_passed_over(found.passed_over)
    if found.found_loosely:
        names = name_some(found.found_loosely)
        warn(f"evidence found with other white space, hyphens or marks: {names}")
    for remark in (*found.remarks, *left_out):
        warn(f"left out: {remark}")
    with warnings_as_lines():
        results = sweep(
            chunkers,
            documents,
            questions,
            ks=[] if options.k is None else [options.k],
            budgets=[] if options.budget is None else [options.budget],
            progress=_progress_line(len(chunkers)),
        )
    rows = [row_of(result) for result in results]
    if options.csv == "-":
        print(as_csv(rows), end="")
    else:
        print(_heading(documents, questions, results[0]), "", as_table(rows), sep="\n")
        for row in rows:
            if row.figures["nothing_found"]:
                print(
                    f"{row.setting}: questions that found nothing: {row.figures['nothing_found']}"
                )
    if options.csv not in (None, "-"):
        Path(options.csv).write_text(as_csv(rows), "utf-8", newline="")
    if options.plot:
        _plot(options.plot, rows)
    return 1 if found.remarks else 0


def _texts(options: Namespace) -> Collection:
    if options.benchmark and (options.folder or options.questions):
        raise InvalidValue("give --benchmark, or --folder with --questions, not both")
    if (options.folder is None) != (options.questions is None):
        raise InvalidValue("--folder and --questions belong together: give both")
    if options.held_out and (options.benchmark or options.folder):
        raise InvalidValue("--held-out is about the samples: leave it out for texts of your own")
    if options.benchmark:
        return read_benchmark(options.benchmark)
    if options.folder:
        return read_folder(options.folder, options.questions)
    questions = samples.load_questions()
    asked = [question for question in questions if question.held_out == options.held_out]
    loosely = [question.id for question in asked if question.found_loosely]
    return Collection(samples.load_documents(), list(asked), found_loosely=loosely)


def _chunkers(options: Namespace) -> tuple[list[Chunker], list[str]]:
    """Every setting once, and those that were left out since their numbers do not go together."""
    if set(options.chunker) == {"naive"} and (any(options.min_chars) or options.count_context):
        raise InvalidValue(NAIVE_HAS_NONE)
    kinds: dict[str, type[StructureChunker]] = {**STRUCTURE, SUFFIX: SuffixChunker}
    chunkers: dict[Chunker, None] = {}
    left_out: dict[str, None] = {}
    settings = product(options.chunker, options.size, options.overlap, options.min_chars)
    for name, size, overlap, least in settings:
        if 0 < size <= overlap:
            left_out[f"overlap {overlap} is not smaller than size {size}"] = None
        elif name == "naive":
            chunkers[NaiveChunker(size, overlap)] = None
        elif 0 < size < least:
            left_out[f"min-chars {least} is larger than size {size}"] = None
        else:
            made = kinds[name](
                size, min_chars=least, overlap=overlap, count_context=options.count_context
            )
            chunkers[made] = None
    if not chunkers:
        raise InvalidValue(next(iter(left_out)))
    return list(chunkers), list(left_out)


def _heading(documents: Sequence[Document], questions: Sequence[Asked], result: Result) -> str:
    characters = sum(len(document.text) for document in documents)
    try:
        shared = f"{float(mean_shared_words(questions)):.0%}"
    except ValueError:  # no question has a content word
        shared = "–"
    return (
        f"{len(documents):,} documents of {characters:,} characters; {len(questions):,} questions "
        f"with {result.passages:,} pieces of evidence; {shared} "
        "of a question's content words stand in its evidence"
    )


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
    """Refuse before measuring what has more lines than can be told apart."""
    from course_lib.show.pictures import STYLES

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


def _progress_line(settings: int) -> Progress:
    """One line that is written over on a terminal, and a line for each setting elsewhere."""

    def show(done: int, total: int) -> None:
        finished = done * settings // total
        line = f"{done:,} of {total:,} questions, {finished} of {settings} settings"
        show_progress(line, last=done == total, elsewhere=done % (total // settings) == 0)

    return show
