"""What is measured, as `measure` and `report` are told it: texts, questions, settings, a price."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import product
from pathlib import Path

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
)
from course_lib.commands.yours import add_yours, splitters
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.measure.experiment import Progress, Result
from course_lib.measure.questions import (
    Asked,
    Collection,
    mean_shared_words,
    read_benchmark,
    read_folder,
)

SUFFIX = "suffix"


def add_settings(parser: ArgumentParser) -> None:
    """Add the options that say what is measured, on which texts, and at which price."""
    parser.add_argument(
        "--chunker",
        nargs="+",
        choices=(*NAMES, SUFFIX),
        help="(default: naive, or none beside --splitter); suffix chooses for each text by the "
        "suffix of its name",
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
    add_yours(parser)
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


def read_texts(options: Namespace) -> Collection:
    """Read documents and questions, and say on stderr what was passed over and left out."""
    found = _texts(options)
    warn_of_passed_over(found.passed_over)
    if found.found_loosely:
        names = name_some(found.found_loosely)
        warn(f"evidence found with other white space, hyphens or marks: {names}")
    for remark in found.remarks:
        warn(f"left out: {remark}")
    return found


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


def read_chunkers(options: Namespace) -> tuple[list[Chunker], list[str]]:
    """Every setting once, and those that were left out since their numbers do not go together."""
    names = options.chunker or ([] if options.splitter else ["naive"])
    if set(names) == {"naive"} and (any(options.min_chars) or options.count_context):
        raise InvalidValue(NAIVE_HAS_NONE)
    kinds: dict[str, type[StructureChunker]] = {**STRUCTURE, SUFFIX: SuffixChunker}
    chunkers: dict[Chunker, None] = {}
    left_out: dict[str, None] = {}
    settings = product(names, options.size, options.overlap, options.min_chars)
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
    if left_out and not chunkers:
        raise InvalidValue(next(iter(left_out)))
    return [*chunkers, *splitters(options)], list(left_out)


def price_of(options: Namespace) -> dict[str, list[int]]:
    """Return the one k or budget as `sweep` takes it."""
    prices = {"ks": options.k, "budgets": options.budget}
    return {name: [price] for name, price in prices.items() if price is not None}


def heading(documents: Sequence[Document], questions: Sequence[Asked], result: Result) -> str:
    """Say in one line what was measured, and how many words question and evidence share."""
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


def progress_line(settings: int) -> Progress:
    """One line that is written over on a terminal, and a line for each setting elsewhere."""

    def show(done: int, total: int) -> None:
        finished = done * settings // total
        line = f"{done:,} of {total:,} questions, {finished} of {settings} settings"
        show_progress(line, last=done == total, elsewhere=done % (total // settings) == 0)

    return show
