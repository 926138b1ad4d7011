"""The command `chunk`: split one document and say whether its question can be answered."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course_lib import samples
from course_lib.chunk import ContextSpan, Passage, Span
from course_lib.chunkers.structure import context_length
from course_lib.commands.options import (
    BY_SUFFIX,
    NAMES,
    add_sizes,
    make_chunker,
    print_json,
    warn,
    warnings_as_lines,
)
from course_lib.conversion import read_document
from course_lib.document import Document
from course_lib.errors import InvalidValue
from course_lib.guardrails import OWN
from course_lib.measure import Split, is_loose, locate, overlap_length
from course_lib.pages import find_furniture, pages_beside, read_pages


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "chunk",
        help="split one document and say whether its question can be answered",
        description="Split one document and say whether its question can be answered.",
    )
    parser.add_argument(
        "--doc", required=True, type=Path, metavar="FILE", help="UTF-8 text, or a PDF"
    )
    parser.add_argument("--chunker", choices=NAMES, help=BY_SUFFIX)
    add_sizes(parser)
    parser.add_argument("--answer", metavar="TEXT", help="the words of the document that answer")
    parser.add_argument("--question", metavar="ID", help="a question of the samples' manifest")
    parser.add_argument("--json", action="store_true", help="print JSON, which audit can read")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print the chunks, as a table or as JSON."""
    document = read_document(options.doc, OWN)
    if "pages" in document.metadata and (lines := find_furniture(read_pages(options.doc))):
        warn(f"left out as headers and footers: {' | '.join(lines)[:300]}")
    text = document.text
    chunker = make_chunker(
        options.chunker,
        options.size,
        options.overlap,
        options.doc,
        min_chars=options.min_chars,
        count_context=options.count_context,
    )
    with warnings_as_lines(options.doc):
        spans = chunker.spans(text)
    places = [(start, end) for start, end, _ in spans]
    beside = sum(context_length(context) for _, _, context in spans)
    split = Split(len(text), places, _evidence(options, text), beside)
    heading = f"{options.doc}: {len(text):,} characters, {chunker}"
    if options.json:
        print_json(_report(text, split, spans, heading))
    else:
        print(_as_table(split, heading, document))
    return 0


def _evidence(options: Namespace, text: str) -> Sequence[Span]:
    if options.answer is not None:
        if options.question is not None:
            raise InvalidValue("give --answer or --question, not both")
        answer = locate(text, options.answer, loose=True)
        if is_loose(text, options.answer, answer):
            warn("the answer was found with other white space, hyphens or marks")
        return [answer]
    questions = {question.id: question for question in samples.questions_of(options.doc)}
    if options.question is not None and options.question not in questions:
        known = ", ".join(questions) or "none; give the answer's words with --answer"
        raise InvalidValue(f"no question {options.question!r} for this file; there is {known}")
    chosen = questions.get(options.question) or next(iter(questions.values()), None)
    return chosen.spans if chosen else []


def _as_table(split: Split, heading: str, document: Document) -> str:
    lines = [heading, ""]
    for index, (start, end) in enumerate(split.spans):
        row = f"#{index:<5} {f'{start}–{end}':>17} {end - start:>8} characters"
        if pages := pages_beside(document, (start, end)):
            row += f"   {pages}"
        held = overlap_length((start, end), split.evidence)
        if index in split.whole_in:
            row += "   holds the answer"
        elif held:
            row += f"   holds {held} of the answer's {split.evidence_length} characters"
        lines.append(row)
    lines += ["", split.verdict]
    if split.whole:
        lines.append(f"evidence {split.evidence_share:.0%} of that chunk, the rest is noise")
    lines.append(f"stored {split.stored:,} characters, {split.storage:.2f} times the document")
    return "\n".join(lines)


def _report(
    text: str, split: Split, spans: Sequence[ContextSpan], heading: str
) -> dict[str, object]:
    return {
        "split": heading,
        "characters": split.length,
        "chunks": [
            {"index": index, "context": context, **Passage.cut_from(text, start, end).as_dict()}
            for index, (start, end, context) in enumerate(spans)
        ],
        "answer": {
            "spans": split.evidence,
            "whole": split.whole if split.evidence else None,
            "whole_in": split.whole_in,
            "touched": split.touched,
            "cuts": split.cuts,
            "evidence_share": split.evidence_share,
        },
        "storage": split.storage,
    }
