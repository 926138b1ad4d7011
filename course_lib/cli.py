"""The command line: `python -m course_lib COMMAND`.

Errors are one line on stderr that says what is wrong and what to do, and exit status 2; an
interrupt is exit status 130.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

from course_lib import samples
from course_lib.auditing import audit, read_chunks
from course_lib.chunk import Passage, Span
from course_lib.chunkers import (
    STRUCTURE,
    AnyChunker,
    NaiveChunker,
)
from course_lib.commands.grade import add_commands
from course_lib.commands.measure import add_measure
from course_lib.commands.store import add_store_commands
from course_lib.document import read_text
from course_lib.measure import Split, locate, overlap_length


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; 2 is unusable input."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"{parser.prog}: {what}", file=sys.stderr)
        return 2
    except (ValueError, TypeError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{parser.prog}: interrupted", file=sys.stderr)
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m course_lib", description="Tools of the course on chunking.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    chunk = commands.add_parser(
        "chunk",
        help="split one document and say whether its question can be answered",
        description="Split one document and say whether its question can be answered.",
    )
    chunk.add_argument("--doc", required=True, type=Path, metavar="FILE", help="a UTF-8 text file")
    chunk.add_argument(
        "--chunker",
        choices=["naive", *STRUCTURE],
        default="naive",
        metavar="NAME",
        help=f"naive, {', '.join(STRUCTURE)} (default: naive)",
    )
    chunk.add_argument("--size", type=int, default=800, help="characters per chunk (default: 800)")
    chunk.add_argument("--overlap", type=int, help="characters shared, naive only (default: 100)")
    chunk.add_argument("--answer", metavar="TEXT", help="the words of the document that answer")
    chunk.add_argument("--question", metavar="ID", help="a question of the samples' manifest")
    chunk.add_argument("--json", action="store_true", help="print JSON")
    chunk.set_defaults(run=_chunk)
    audit_command = commands.add_parser(
        "audit",
        help="check anybody's chunks against the text that they were cut from",
        description="Check chunks of any library against their text. Exit status: 0 clean, "
        "1 something was found, 2 unusable input.",
    )
    audit_command.add_argument(
        "--text", required=True, type=Path, metavar="FILE", help="the text that was cut, in UTF-8"
    )
    audit_command.add_argument(
        "--chunks", required=True, type=Path, metavar="FILE.jsonl", help="one JSON object a line"
    )
    audit_command.add_argument("--max-chars", type=int, metavar="N", help="the most that one holds")
    audit_command.add_argument("--json", action="store_true", help="print JSON")
    audit_command.set_defaults(run=_audit)
    add_measure(commands)
    add_store_commands(commands)
    add_commands(commands)
    return parser


def _chunk(options: argparse.Namespace) -> int:
    text = read_text(options.doc)
    chunker = _chunker(options.chunker, options.size, options.overlap)
    spans: list[Span] = []
    contexts: list[tuple[str, ...]] = []
    for start, end, *context in chunker.spans(text):
        spans.append((start, end))
        contexts.append(context[0] if context else ())
    split = Split(len(text), spans, _evidence(options, text))
    heading = f"{options.doc}: {len(text):,} characters, {chunker}"
    print(_as_json(text, split, contexts, heading) if options.json else _as_table(split, heading))
    return 0


def _audit(options: argparse.Namespace) -> int:
    text, lines = read_text(options.text), read_text(options.chunks).split("\n")
    try:
        chunks = read_chunks(lines)
    except ValueError as error:
        raise ValueError(f"{options.chunks}: {error}") from None
    report = audit(text, chunks, max_chars=options.max_chars)
    print(json.dumps(report.as_dict(), ensure_ascii=False, indent=2) if options.json else report)
    return 0 if report.clean else 1


def _chunker(name: str, size: int, overlap: int | None) -> AnyChunker:
    if name == "naive":
        usual = 100 if size > 100 else max(0, size) // 8
        return NaiveChunker(size, usual if overlap is None else overlap)
    if overlap:
        raise ValueError(f"the {name} chunker never overlaps: leave --overlap out")
    return STRUCTURE[name](size)


def _evidence(options: argparse.Namespace, text: str) -> Sequence[Span]:
    if options.answer is not None:
        if options.question is not None:
            raise ValueError("give --answer or --question, not both")
        return [locate(text, options.answer)]
    questions = {question.id: question for question in samples.questions_of(options.doc)}
    if options.question is not None and options.question not in questions:
        known = ", ".join(questions) or "none; give the answer's words with --answer"
        raise ValueError(f"no question {options.question!r} for this file; there is {known}")
    chosen = questions.get(options.question) or next(iter(questions.values()), None)
    return chosen.spans if chosen else []


def _as_table(split: Split, heading: str) -> str:
    lines = [heading, ""]
    for index, (start, end) in enumerate(split.spans):
        row = f"#{index:<5} {f'{start}–{end}':>17} {end - start:>8} characters"
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


def _as_json(text: str, split: Split, contexts: Sequence[tuple[str, ...]], heading: str) -> str:
    report = {
        "split": heading,
        "characters": split.length,
        "chunks": [
            {"index": index, "context": context, **asdict(Passage.cut_from(text, *span))}
            for index, (span, context) in enumerate(zip(split.spans, contexts, strict=True))
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
    return json.dumps(report, ensure_ascii=False, indent=2)
