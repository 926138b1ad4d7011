"""Markdown, records and the audit at ten million characters, beside their peers.

    python -m benchmarks.structure

As in benchmarks.chunkers: the rows take turns, and the ratios are what counts. LangChain's time on
prose grows with the square of the length, so that it is asked for a shorter text. The worst files
are timed once; their memory is traced at a fifth of the length, since tracing takes its time.
"""

from __future__ import annotations

import textwrap
import tracemalloc
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from benchmarks import chunkers, texts
from benchmarks.chunkers import SIZE, print_table, ratio, timed
from benchmarks.texts import repeated
from course_lib import Document, MarkdownChunker, ParagraphChunker, RecordChunker
from course_lib.auditing import audit

LENGTH = 10_000_000
PAIR_LENGTH = 1_000_000
WORST_LENGTH = 5_000_000
ROUNDS = 3


def markdown(length: int) -> str:
    """Made-up Markdown: headings, prose, lists, fences and tables, repeated to a length."""
    random, prose = Random(7), texts.TEXTS["prose"](200_000)
    parts, size, cursor = [], 0, 0
    while size < length:
        level = random.randint(1, 4)
        words = prose[cursor : cursor + random.randint(200, 1_500)].strip()
        cursor = (cursor + len(words)) % 190_000
        blocks = [f"{'#' * level} Section {len(parts)}", words]
        blocks.append("\n".join(f"- item {n} {words[:40]!r}" for n in range(4)))
        blocks.append("```py\n# no heading\nx = 1\n```")
        blocks.append("| k | v |\n|---|---|\n" + "\n".join(f"| k{n} | v{n} |" for n in range(6)))
        parts.append("\n\n".join(blocks[: random.randint(2, 5)]) + "\n\n")
        size += len(parts[-1])
    return "".join(parts)[:length]


def readme(length: int) -> str:
    """Made-up README files: badges, HTML, nested and numbered lists, quotes, code and tables."""
    random, prose = Random(9), texts.TEXTS["prose"](200_000)
    parts, size = [], 0
    while size < length:
        cursor = random.randrange(190_000)
        one, two, *others = textwrap.wrap(prose[cursor : cursor + 400], 60)[1:]
        words = "\n".join(others)
        blocks = [
            f"<p align='center'>\n  <img src='logo-{len(parts)}.svg'>\n</p>",
            f"[![tests](badge.svg)](tests) **{one}**",
            f"{words}\nSee <https://roof.example/{len(parts)}>.",
            f"- [One](#one): {one}\n  - `--fast`\n  - {two}\n    - x\n- Two",
            f"1. {one}\n   - {two}\n2. Two\n\n   {two}",
            f"> {one}\n>\n> - {two}",
            f"```sh\n# {one}\npip install roof\n```",
            f"    roof --fast\n\n    {one}",
            "| option | default |\n|:--|--:|\n" + "\n".join(f"| `{n}` | {n} |" for n in range(9)),
            "<!-- a note -->",
            "---",
        ]
        chosen = random.sample(blocks, random.randint(2, 6))
        title = random.choice([f"## Part {len(parts)}", f"Part {len(parts)}\n------"])
        parts.append("\n\n".join([title, *chosen]) + "\n\n")
        size += len(parts[-1])
    return "".join(parts)[:length]


def records(length: int) -> str:
    """Made-up claim records of `Field: value` lines."""
    random, parts, size = Random(8), [], 0
    while size < length:
        number = random.randrange(10**6)
        part = (
            f"Claim: {number}\nPeril: water\nCause: a joint\n  gave way\nPaid: {number} crowns\n\n"
        )
        parts.append(part)
        size += len(part)
    return "".join(parts)[:length]


def header_splitter() -> Callable[[str], Any]:
    """LangChain's way to chunks of Markdown that know their headings: two splitters in a row."""
    import langchain_text_splitters as langchain

    levels = [("#" * level, f"h{level}") for level in range(1, 7)]
    headers = langchain.MarkdownHeaderTextSplitter(levels, strip_headers=False)
    sizes = langchain.RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0)
    return lambda text: sizes.split_documents(headers.split_text(text))


PAIR = "LangChain header + recursive"


def compare_markdown(title: str, make: Callable[[int], str], most: float) -> None:
    """Print Markdown's table, and whether we take at most `most` times as long as LangChain."""
    document = Document.of_text(make(PAIR_LENGTH))
    ours = f"MarkdownChunker({SIZE})"
    calls: dict[str, Callable[[], Any]] = {ours: partial(MarkdownChunker(SIZE).split, document)}
    if find_spec("langchain_text_splitters"):
        calls[PAIR] = partial(header_splitter(), document.text)
    else:
        print("langchain-text-splitters: not installed: pip install -e '.[peers]'")
    rounds = [{name: timed(call)[0] for name, call in calls.items()} for _ in range(ROUNDS)]
    print(f"\n{title}, {PAIR_LENGTH:,} characters")
    rows = [[name, f"{median(r[name] for r in rounds):.2f}"] for name in calls]
    print_table([["", "seconds"], *rows])
    if PAIR in calls:
        taken = ratio(rounds, ours, PAIR)
        verdict = "yes" if taken <= most else "no"
        print(f"{verdict}: at most {most} times as long as {PAIR}: {taken:.2f}")
    found = chunkers.check(
        document.text,
        [(c.char_start, c.char_end, c.text) for c in MarkdownChunker(SIZE).split(document)],
    )
    print(f"{'yes' if found.sound else 'no'}: every check passes ({found})")


# --- the worst files, beside the parser that we use ---


def levels_deep(length: int) -> str:
    """Lists in lists, a hundred levels deep, again and again."""
    return repeated("".join("  " * level + "- the roof\n" for level in range(100)))(length)


def one_table(length: int) -> str:
    """A single table, of as many rows as there is room for."""
    return "| place | sum |\n|---|---|\n" + repeated("| Saltmarsh | 310 crowns |\n")(length)


WORST: dict[str, Callable[[int], str]] = {
    "one table": one_table,
    "one list": repeated("- the roof was renewed\n"),
    "100 levels deep": levels_deep,
    "one line": repeated("the roof was renewed "),
}
PARSER = "markdown-it-py's block parse"
OURS = "MarkdownChunker"
LADDER = "ParagraphChunker"


def caller(who: str, name: str, length: int) -> Callable[[], Any]:
    """Return what splits, or parses, one of the worst files."""
    document = Document.of_text(WORST[name](length))
    if who == PARSER:
        from markdown_it import MarkdownIt

        parser = MarkdownIt("commonmark").enable("table").disable("inline")
        return partial(parser.parse, document.text)
    chunker = MarkdownChunker(SIZE) if who == OURS else ParagraphChunker(SIZE)
    return partial(chunker.split, document)


def peak(who: str, name: str) -> float:
    """Return the most memory that it takes at a time, in MiB."""
    call = caller(who, name, WORST_LENGTH // 5)
    tracemalloc.start()
    call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 2**20


def compare_worst() -> None:
    """Print what the worst files cost us and the parser alone, and how our time grows."""
    table = [["", PARSER, OURS, "time ÷ parse", "memory ÷ parse", "t(2n) / t(n)", LADDER]]
    for name in WORST:
        parse, ours, ladder = (
            timed(caller(who, name, WORST_LENGTH))[0] for who in (PARSER, OURS, LADDER)
        )
        half, _ = timed(caller(OURS, name, WORST_LENGTH // 2))
        memory = peak(OURS, name) / peak(PARSER, name)
        ratios = map("{:.2f}".format, [ours / parse, memory, ours / half])
        table.append([name, f"{parse:.2f} s", f"{ours:.2f} s", *ratios, f"{ladder:.2f} s"])
    print(f"\nThe worst files, {WORST_LENGTH:,} characters")
    print_table(table)


def grow(title: str, make: Callable[[int], str], chunker: Any) -> None:
    """Print how much longer a text twice as long takes."""
    half, whole = (Document.of_text(make(LENGTH // part)) for part in (2, 1))
    calls = {"half": partial(chunker.split, half), "whole": partial(chunker.split, whole)}
    rounds = [{name: timed(call)[0] for name, call in calls.items()} for _ in range(ROUNDS)]
    grown = ratio(rounds, "whole", "half")
    print(f"{'yes' if grown <= 2.5 else 'no'}: {title}, t(2n) / t(n) {grown:.2f}")


def audit_speed() -> None:
    """Print how long the audit of ten million characters takes."""
    document = Document.of_text(markdown(LENGTH))
    chunks = MarkdownChunker(SIZE).split(document)
    seconds, report = timed(partial(audit, document, chunks, max_chars=SIZE))
    verdict = "yes" if seconds < 2 and report.clean else "no"
    print(f"{verdict}: audit of {len(chunks):,} chunks in under 2 s and clean: {seconds:.2f} s")


def main() -> None:
    """Print every table."""
    compare_markdown("Prose", texts.TEXTS["prose"], 1)
    compare_markdown("Markdown", markdown, 1.5)
    compare_markdown("README files", readme, 1.5)
    compare_worst()
    grow("Markdown", markdown, MarkdownChunker(SIZE))
    grow("records", records, RecordChunker(SIZE))
    audit_speed()


if __name__ == "__main__":
    main()
