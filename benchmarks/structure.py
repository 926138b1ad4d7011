"""Markdown, records and the audit at ten million characters, beside their peers.

    python -m benchmarks.structure

As in benchmarks.chunkers: the rows take turns, and the ratios are what counts.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from benchmarks import chunkers, texts
from benchmarks.chunkers import SIZE, print_table, ratio, timed
from course_lib import Document, MarkdownChunker, RecordChunker
from course_lib.auditing import audit

LENGTH = 10_000_000
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


def peers() -> dict[str, Callable[[str], Any]]:
    """The nearest splitters of LangChain, where it is installed."""
    if not find_spec("langchain_text_splitters"):
        print("langchain-text-splitters: not installed: pip install -e '.[peers]'")
        return {}
    import langchain_text_splitters as langchain

    text = langchain.MarkdownTextSplitter(chunk_size=SIZE, chunk_overlap=0)
    levels = [("#" * level, f"h{level}") for level in range(1, 7)]
    headers = langchain.MarkdownHeaderTextSplitter(levels)
    return {
        "LangChain MarkdownTextSplitter": text.split_text,
        "LangChain MarkdownHeaderTextSplitter": headers.split_text,
    }


def compare_markdown(title: str, make: Callable[[int], str], least: tuple[float, float]) -> None:
    """Print Markdown's table, and whether we are as many times as fast as `least` says."""
    document = Document.of_text(make(LENGTH))
    ours = f"MarkdownChunker({SIZE})"
    calls: dict[str, Callable[[], Any]] = {ours: partial(MarkdownChunker(SIZE).split, document)}
    calls |= {name: partial(split, document.text) for name, split in peers().items()}
    rounds = [{name: timed(call)[0] for name, call in calls.items()} for _ in range(ROUNDS)]
    print(f"\n{title}, {LENGTH:,} characters")
    rows = [[name, f"{median(r[name] for r in rounds):.2f}"] for name in calls]
    print_table([["", "seconds"], *rows])
    for name, target in zip(list(calls)[1:], least, strict=False):
        faster = ratio(rounds, name, ours)
        verdict = "yes" if faster >= target else "no"
        print(f"{verdict}: at least {target} times {name}: {faster:.2f}")
    found = chunkers.check(
        document.text,
        [(c.char_start, c.char_end, c.text) for c in MarkdownChunker(SIZE).split(document)],
    )
    print(f"{'yes' if found.sound else 'no'}: every check passes ({found})")


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
    compare_markdown("Markdown", markdown, (1, 5))
    compare_markdown("README files", readme, (0.25, 2))
    grow("Markdown", markdown, MarkdownChunker(SIZE))
    grow("records", records, RecordChunker(SIZE))
    audit_speed()


if __name__ == "__main__":
    main()
